import { Frame } from "../collision/shape_geometry";
import { Sweep, sweepFrame } from "../collision/time_of_impact";
import { SEEN_SPACE, WAY_SPACE } from "../memory/fixed";
import { Bodies } from "../world/body";
import { world } from "../world/world";
import { angleBetween, beginAt, bodyMotion, endAt, lengthOf, solverBody } from "./motion";
import { way } from "./way";

// How a body moves as seen from another, which then stands still where its own step ends, so that it takes along what it stops. Seen
// from a body that turns, a path is an arc; it is looked at in as many straight parts as that takes: of a body thrown past a bat at 45
// rad/s a single straight path is off by 7 cm (docs/decisions/0045-taken-along.md).

const theirs = changetype<Sweep>(SEEN_SPACE);
const straight = changetype<Sweep>(SEEN_SPACE + 40);
const place = changetype<Frame>(SEEN_SPACE + 80);
const begin = changetype<Frame>(SEEN_SPACE + 96);
const end = changetype<Frame>(SEEN_SPACE + 112);
if (offsetof<Sweep>() > 40 || SEEN_SPACE + 112 + offsetof<Frame>() > WAY_SPACE) {
  ERROR("the records of this file overlap, or reach into the next ones");
}

/** Most parts of a path: with so many it is off by a 256th of what it would be off as a whole. */
const MOST_PARTS: f32 = 16;

/** The motion of `owner`, from the time at which the examined path of the swept body begins. */
export function motionSince(owner: u32, out: Sweep): void {
  bodyMotion(owner, out);
  if (way.since > 0) {
    sweepFrame(out, way.since, place);
    beginAt(out, place);
  }
}

/** The motion `s` as seen from `owner`: straight, and exact at both ends. Between them it is off by `bulgeOf` at most. */
export function motionSeenBy(owner: u32, s: Sweep, out: Sweep): void {
  memory.copy(changetype<usize>(out), changetype<usize>(s), offsetof<Sweep>());
  if (Bodies.solverIndex(owner) == 0) {
    return;
  }
  if (way.since > 0) {
    frameOnArc(owner, s, 0, begin);
    beginAt(out, begin);
    return;
  }
  const moved = solverBody(owner);
  const mass = Bodies.mass(owner);
  const c = moved.dc;
  const q = moved.ds;
  const x: f32 = s.c0x - (mass.x - moved.dx);
  const y: f32 = s.c0y - (mass.y - moved.dy);
  out.c0x = mass.x + (c * x - q * y);
  out.c0y = mass.y + (q * x + c * y);
  out.q0c = s.q0c * c - s.q0s * q;
  out.q0s = s.q0s * c + s.q0c * q;
}

/**
 * Do two bodies move as one? They do if both see the path of a third begin at the same place, to within a tenth of a slop for every
 * point within its reach.
 */
export function moveAsOne(ownerA: u32, ownerB: u32, s: Sweep, reach: f32): bool {
  if (ownerA == ownerB || (Bodies.solverIndex(ownerA) | Bodies.solverIndex(ownerB)) == 0) {
    return true;
  }
  motionSeenBy(ownerA, s, straight);
  end.x = straight.c0x;
  end.y = straight.c0y;
  end.c = straight.q0c;
  end.s = straight.q0s;
  motionSeenBy(ownerB, s, straight);
  endAt(straight, end);
  return lengthOf(straight, reach) <= 0.1 * world.linearSlop;
}

/**
 * Is the path straight even as seen from bodies that turn? It is taken to be once one of them took the body along, or the body slides
 * on one: it then goes with that body and with everything that turns as one with it.
 */
export function goesAlong(): bool {
  return (way.carrier | way.along) != 0;
}

/**
 * How far at most the path of the centre, as seen from `owner`, lies off the straight one, `straight` (unit: m): an eighth of its second
 * derivative, turn² · distance + 2 · turn · way, with distance and way relative to `owner`.
 */
export function bulgeOf(owner: u32, s: Sweep, straight: Sweep): f32 {
  if (Bodies.solverIndex(owner) == 0 || goesAlong()) {
    return 0;
  }
  const moved = solverBody(owner);
  if (moved.ds == 0) {
    return 0;
  }
  const mass = Bodies.mass(owner);
  const sine: f32 = abs<f32>(moved.ds);
  const turn: f32 = moved.dc > 0.7 ? sine / moved.dc : abs<f32>(angleBetween(1, 0, moved.dc, sine)); // its tangent bounds it
  const first = norm(straight.c0x - mass.x, straight.c0y - mass.y);
  const last = norm(s.c1x - mass.x, s.c1y - mass.y);
  const long = norm(s.c1x - s.c0x - moved.dx, s.c1y - s.c0y - moved.dy);
  return 0.125 * turn * (turn * max<f32>(first, last) + 2 * long);
}

/** Number of parts in which a path with this bulge is off by no more than a slop, `MOST_PARTS` at most. */
export function partsOf(bulge: f32): f32 {
  return min<f32>(max<f32>(ceil<f32>(sqrt<f32>(bulge / world.linearSlop)), 1), MOST_PARTS);
}

/** Prepares `out` for the first `nextPart` of a motion as seen from `owner`, which begins at the share `from`. */
export function beginParts(owner: u32, s: Sweep, from: f32, out: Sweep): void {
  frameOnArc(owner, s, from, end);
  endAt(out, end);
}

/** The next part of the motion as seen from `owner`: from where the last one, `out`, ended, up to the share `to`. */
export function nextPart(owner: u32, s: Sweep, to: f32, out: Sweep): void {
  out.c0x = out.c1x;
  out.c0y = out.c1y;
  out.q0c = out.q1c;
  out.q0s = out.q1s;
  frameOnArc(owner, s, to, end);
  endAt(out, end);
  out.localX = 0;
  out.localY = 0;
}

/** Where a body is after a share of its path, as seen from `owner`. */
export function frameSeenBy(owner: u32, s: Sweep, share: f32, out: Frame): void {
  if (goesAlong()) {
    motionSeenBy(owner, s, straight);
    sweepFrame(straight, share, out);
  } else {
    frameOnArc(owner, s, share, out);
  }
}

function frameOnArc(owner: u32, s: Sweep, share: f32, out: Frame): void {
  motionSince(owner, theirs);
  sweepFrame(theirs, share, place);
  sweepFrame(s, share, out);
  carry(out, place.x, place.y, place.c, place.s, theirs.c1x, theirs.c1y, theirs.q1c, theirs.q1s);
}

/** Where in the world a body is that `owner` sees at `seenAt` after a share of its path. */
export function frameInWorld(owner: u32, seenAt: Frame, share: f32, out: Frame): void {
  motionSince(owner, theirs);
  sweepFrame(theirs, share, place);
  out.x = seenAt.x;
  out.y = seenAt.y;
  out.c = seenAt.c;
  out.s = seenAt.s;
  carry(out, theirs.c1x, theirs.c1y, theirs.q1c, theirs.q1s, place.x, place.y, place.c, place.s);
}

/** Moves a frame along with something that goes from one place and angle to another. */
function carry(f: Frame, x0: f32, y0: f32, c0: f32, s0: f32, x1: f32, y1: f32, c1: f32, s1: f32): void {
  const c: f32 = c0 * c1 + s0 * s1;
  const q: f32 = c0 * s1 - s0 * c1;
  const x: f32 = f.x - x0;
  const y: f32 = f.y - y0;
  const cosine = f.c;
  f.x = x1 + (c * x - q * y);
  f.y = y1 + (q * x + c * y);
  f.c = cosine * c - f.s * q;
  f.s = f.s * c + cosine * q;
}

function norm(x: f32, y: f32): f32 {
  return sqrt<f32>(x * x + y * y);
}
