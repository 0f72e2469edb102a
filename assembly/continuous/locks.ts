import { BodyFlag } from "../abi/layout";
import { Sweep } from "../collision/time_of_impact";
import { Bodies } from "../world/body";

// What the continuous stage does to bodies that are locked along an axis, or do not turn: along what is locked a motion ends where it
// began, however it is cut short, taken along or bent.

/** Takes back what a motion does along what is locked. */
export function keepLocks(s: Sweep, locks: u32): void {
  if (locks & BodyFlag.LockX) {
    s.c1x = s.c0x;
  }
  if (locks & BodyFlag.LockY) {
    s.c1y = s.c0y;
  }
  if (locks & BodyFlag.LockRotation) {
    s.q1c = s.q0c;
    s.q1s = s.q0s;
  }
}

/**
 * Moves the end of a body's way by (x, y), out of what it meets: with one axis locked as far along the free one as brings it out as
 * well. Where that is more than twice as far, no further back than the way began, which the other sees as (wayX, wayY).
 */
export function bendEnd(slot: u32, s: Sweep, x: f32, y: f32, wayX: f32, wayY: f32): void {
  const locks = Bodies.locks(slot) & BodyFlag.LockedAxes;
  if (locks == 0) {
    s.c1x += x;
    s.c1y += y;
    return;
  }
  const lockX = (locks & BodyFlag.LockX) != 0;
  const along: f32 = lockX ? y : x;
  if (along == 0 || locks == BodyFlag.LockedAxes || comesAcross(locks, x, y, wayX, wayY)) {
    return;
  }
  const square: f32 = x * x + y * y;
  const back: f32 = lockX ? -wayY : -wayX;
  let out: f32 = square / along;
  if (along * along < 0.25 * square) {
    out = min<f32>(max<f32>(out, min<f32>(back, 0)), max<f32>(back, 0));
  }
  if (lockX) {
    s.c1y += out;
  } else {
    s.c1x += out;
  }
}

/**
 * Does what a body meets along the normal (nx, ny), of whatever length, come at it mostly along an axis on which it is locked, and
 * push it mostly there? Nothing can be done about that: each passes the other, as contacts let them. (wayX, wayY) is the body's way
 * as the other sees it.
 */
export function comesAcross(locks: u32, nx: f32, ny: f32, wayX: f32, wayY: f32): bool {
  if ((locks & BodyFlag.LockedAxes) == 0) {
    return false;
  }
  const lockX = (locks & BodyFlag.LockX) != 0;
  const lockY = (locks & BodyFlag.LockY) != 0;
  const x: f32 = abs<f32>(nx * wayX);
  const y: f32 = abs<f32>(ny * wayY);
  const across: f32 = (lockX ? x : 0) + (lockY ? y : 0);
  const along: f32 = (lockX ? 0 : x) + (lockY ? 0 : y);
  const push: f32 = (lockX ? 0 : nx * nx) + (lockY ? 0 : ny * ny);
  return across > 0 && along <= across && push < 0.25 * (nx * nx + ny * ny);
}
