import { BodyFlag } from "../abi/layout";
import { Sweep } from "../collision/time_of_impact";
import { Bodies } from "../world/body";

// How the continuous stage treats bodies that are locked along an axis or may not turn: along what is locked a motion ends where it
// began, even if it is cut short, taken along or bent.

/** Undoes a motion along what is locked. */
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
 * Moves the end of a body's path by (x, y), out of what it meets. With one axis locked it moves along the free one instead, as far as
 * brings it out as well; if that is more than twice as far, no further back than where the path began. (wayX, wayY) is the path as the
 * other sees it.
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
 * Does what a body meets along the normal (nx, ny), of any length, come at it mostly along a locked axis, and push it mostly along that
 * axis? Nothing can be done then: the two pass each other, as contacts let them. (wayX, wayY) is the body's path as the other sees it.
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
