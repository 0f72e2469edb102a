import { BodyType, ShapeFlag, ShapeKind } from "../abi/layout";
import { CastHit } from "../collision/cast_hit";
import { ShapeDistance, shapeDistance } from "../collision/distance";
import { OverFace, overFace } from "../collision/over_face";
import { NearestPoint, nearestPoint } from "../collision/point";
import { rayCast } from "../collision/ray_cast";
import { Frame, Hull, isElliptic } from "../collision/shape_geometry";
import { Impact, ImpactState, Sweep, sweepFrame, timeOfImpact } from "../collision/time_of_impact";
import { List } from "../memory/buffer";
import { CONTINUOUS_SPACE } from "../memory/fixed";
import { Surface, isHidden } from "../narrow_phase/internal_edges";
import { Bodies, NONE } from "../world/body";
import { queryResults } from "../world/buffers";
import { filtersAgree, pairForbidden } from "../world/filter";
import { HARMLESS } from "../world/settings";
import { Shapes } from "../world/shape";
import { world } from "../world/world";
import { gap as intruded, intrusion } from "./intrusion";
import { letsThrough, meetsEdge } from "./let_through";
import { bendEnd, comesAcross } from "./locks";
import { shapeMotion, stands, staysFar, turnOf } from "./motion";
import { beginParts, bulgeOf, motionSeenBy, nextPart, partsOf } from "./seen_by";
import { Slid, bodySweep, seen, way } from "./way";

// When a shape of a swept body first touches another on its path, and where the path must end instead if the two touch already.

const sweepA = changetype<Sweep>(CONTINUOUS_SPACE);
const sweepB = changetype<Sweep>(CONTINUOUS_SPACE + 64);
const impact = changetype<Impact>(CONTINUOUS_SPACE + 128);
const clamped = changetype<Frame>(CONTINUOUS_SPACE + 224);
const rayHit = changetype<CastHit>(CONTINUOUS_SPACE + 256);
const groundFrame = changetype<Frame>(CONTINUOUS_SPACE + 320);
const gap = changetype<ShapeDistance>(CONTINUOUS_SPACE + 336);
const met = changetype<Surface>(CONTINUOUS_SPACE + 368);
const cover = changetype<Surface>(CONTINUOUS_SPACE + 400);
/** Result of a second sweep with a smaller tolerance, made where an impact may be a near miss. */
const closer = changetype<Impact>(CONTINUOUS_SPACE + 488);
const nearest = changetype<NearestPoint>(CONTINUOUS_SPACE + 200);
/** One part of the body's motion, and of its shape's, if the other turns. */
const bodyPart = changetype<Sweep>(CONTINUOUS_SPACE + 160);
const shapePart = changetype<Sweep>(CONTINUOUS_SPACE + 448);

/** Where the centre of the shape in `sweepA` begins and ends, as seen from the other body. Set by `findCentre`. */
@final
@unmanaged
class CentreWay {
  x0: f32;
  y0: f32;
  x1: f32;
  y1: f32;
}
const centre = changetype<CentreWay>(CONTINUOUS_SPACE + 40);
if (offsetof<Sweep>() > 40) {
  ERROR("the records of this file overlap");
}

/** Can `other` stop a fast body? Solid shapes of static, kinematic and sleeping bodies do. */
export function mayHit(slot: u32, other: u32): bool {
  if (other == 0) {
    return false;
  }
  const record = Shapes.at(other);
  const owner = record.body;
  const type = Bodies.type(owner);
  const hard = type != BodyType.Dynamic || !Bodies.isAwake(owner);
  const solid = hard && owner != slot && (record.flags & ShapeFlag.Sensor) == 0;
  return solid && !pairForbidden(slot, owner);
}

/**
 * Share of the step after which any shape of the body first touches `other`, if that is before `fraction`, else `fraction`. May bend
 * the end of `bodySweep`.
 */
export function firstOf(slot: u32, other: u32, fraction: f32): f32 {
  for (let shape = Bodies.at(slot).shapeHead; shape != NONE; shape = Shapes.at(shape).next) {
    const record = Shapes.at(shape);
    const lies = other == way.taker && shape == way.taken;
    if (!lies && (record.flags & ShapeFlag.Sensor) == 0 && filtersAgree(record, Shapes.at(other))) {
      const at = hitFraction(slot, shape, other);
      if (at < fraction) {
        fraction = at;
        way.firstShape = shape;
        way.firstOther = other;
      }
    }
  }
  return fraction;
}

/** The "motion" of a shape as seen from itself: none. */
function stillMotion(shape: u32, out: Sweep): void {
  const frame = groundFrame;
  Shapes.place(shape, frame);
  out.c0x = frame.x;
  out.c0y = frame.y;
  out.c1x = frame.x;
  out.c1y = frame.y;
  out.q0c = frame.c;
  out.q0s = frame.s;
  out.q1c = frame.c;
  out.q1s = frame.s;
  out.localX = 0;
  out.localY = 0;
}

/** Does the body turn so much in the step that the far end of this shape may go in by more than the shape's inner radius? */
function swings(slot: u32, shape: u32): bool {
  return turnOf(bodySweep) * Bodies.at(slot).maxExtent > Shapes.geometry(shape).inner;
}

/**
 * May the touching point of the shape wander in the step to where it has no contact point? That of an ellipse does as it rolls, that of
 * a polygon of many corners as it swings. Not asked of boxes and other polygons of up to four corners, whose nearest way out may be
 * through their front (docs/decisions/0028-landings.md).
 */
function wanders(slot: u32, shape: u32): bool {
  const g = Shapes.geometry(shape);
  const cornered: bool = g.kind == ShapeKind.Polygon && changetype<Hull>(g.hull).count > 4;
  return isElliptic(g) || (cornered && swings(slot, shape));
}

/** Share of the step after which a shape of the body first touches another, 1 if it does not. */
function hitFraction(slot: u32, shape: u32, other: u32): f32 {
  const a = sweepA;
  const owner = Shapes.at(other).body;
  motionSeenBy(owner, bodySweep, seen);
  shapeMotion(seen, slot, shape, a);
  const bulge = bulgeOf(owner, bodySweep, seen);
  if (Bodies.at(slot).shapeCount > 1 && staysFar(shape, a, bulge, Shapes.fatBox(other))) {
    return 1;
  }
  const b = sweepB;
  stillMotion(other, b);
  if (letsThrough(slot, shape, a, other, b)) {
    return 1;
  }
  const g = Shapes.geometry(other);
  if (slidesFreely(slot, shape, other)) {
    way.slid = max<Slid>(way.slid, Slid.Along);
    return 1;
  }
  const tolerance: f32 = world.linearSlop * 0.5;
  const parts = partsOf(bulge);
  timeOfImpact(Shapes.geometry(shape), a, g, b, parts > 1 ? bulge : 0, tolerance, impact);
  if (impact.state == ImpactState.Separated) {
    return 1;
  }
  if (parts == 1) {
    return endOf(slot, shape, other, a, impact.fraction, 1);
  }
  let passed: f32 = min<f32>(floor<f32>(impact.fraction * parts), parts - 1);
  beginParts(owner, bodySweep, passed / parts, bodyPart);
  for (; passed < parts; passed++) {
    nextPart(owner, bodySweep, (passed + 1) / parts, bodyPart);
    shapeMotion(bodyPart, slot, shape, shapePart);
    timeOfImpact(Shapes.geometry(shape), shapePart, g, b, 0, tolerance, impact);
    if (impact.state != ImpactState.Separated) {
      const end = endOf(slot, shape, other, shapePart, (passed + impact.fraction) / parts, parts);
      if (end != WENT_BY) {
        return end;
      }
    }
  }
  return 1;
}

/**
 * Does a shape slide along a face of ground that it touches from the beginning, so that `slideAlong` would not change where it ends?
 * Most shapes that slide do, and need no time of impact.
 */
function slidesFreely(slot: u32, shape: u32, other: u32): bool {
  if (way.carrier != 0 || !stands(Shapes.at(other).body) || isElliptic(Shapes.geometry(shape)) || swings(slot, shape)) {
    return false;
  }
  return faceUnder(shape, other) == OverFace.Along;
}

/** How the shape in `sweepA` passes over a face of `other`. A shape that stays above one needs neither `keepCentre` nor `keepShallow`. */
function faceUnder(shape: u32, other: u32): OverFace {
  const g = Shapes.geometry(shape);
  const ground = Shapes.geometry(other);
  Shapes.place(other, groundFrame);
  // a quarter of a slop less than what `timeOfImpact` takes for a touch
  const near: f32 = 0.75 * world.linearSlop - min<f32>(g.radius + ground.radius, 0.5 * world.linearSlop);
  const least: f32 = max<f32>((1 - SUNK) * g.inner, world.linearSlop); // a link has no inner radius
  return overFace(g, sweepA, ground, groundFrame, least, near);
}

/** Returned in place of a share: the impact was only a near miss. */
const WENT_BY: f32 = 2;

/**
 * What becomes of a shape of the body that meets `other` after `fraction` of the step, in `part`, one of `parts` parts of its path:
 * the share at which it is stopped, 1 if it goes on, or `WENT_BY`. May bend the end of `bodySweep`.
 */
function endOf(slot: u32, shape: u32, other: u32, part: Sweep, fraction: f32, parts: f32): f32 {
  if (fraction > 0) {
    const a = sweepA;
    const across = comesAcross(Bodies.locks(slot), impact.nx, impact.ny, a.c1x - a.c0x, a.c1y - a.c0y);
    if (across || meetsEdge(shape, other, impact.nx, impact.ny)) {
      return 1;
    }
    if (grazes(slot, shape, other)) {
      goAlong(parts);
      return 1;
    }
  }
  // Seams come first, for bodies that slide over a ring: a near miss takes up to three times of impact.
  if (fraction == 0 || isSeam(slot, shape, other, part)) {
    goAlong(parts);
    return slideAlong(slot, shape, other, fraction);
  }
  stillMotion(other, sweepB);
  return passesBy(shape, other, part) ? WENT_BY : fraction;
}

/**
 * A shape that touches another already, or meets it across a seam of the ground after a share of the step, may slide along it, but its
 * centre passes through nothing. The share after which it is stopped, 1 if it is not; may bend the end of `bodySweep`.
 */
function slideAlong(slot: u32, shape: u32, other: u32, fraction: f32): f32 {
  const x = bodySweep.c1x;
  const y = bodySweep.c1y;
  const owner = Shapes.at(other).body;
  const carried = way.carrier != 0 && stands(owner);
  const whole = carried || wanders(slot, shape) || isElliptic(Shapes.geometry(other));
  way.slid = max<Slid>(way.slid, whole ? Slid.Whole : Slid.Along);
  if (faceUnder(shape, other) == OverFace.No) {
    keepCentre(slot, other, world.linearSlop * 0.5);
    if (!carried && stands(owner)) {
      keepShallow(slot, shape, other);
    }
  }
  if (whole) {
    keepOut(slot, shape, other);
  }
  if (bodySweep.c1x != x || bodySweep.c1y != y) {
    if (carried) {
      way.held = 1;
    } else if (!stands(owner)) {
      way.carrier = owner;
    }
  }
  return whole || fraction > 0 ? 1 : turnsIn(slot, shape, other);
}

/** Notes that the body slides on another. If that one turns, the body's path as seen from it is taken to be straight from now on. */
function goAlong(parts: f32): void {
  if (parts > 1) {
    way.along = 1;
  }
}

/**
 * Does a wheel come down on ground at a shallow angle, to end no deeper in it than an unswept body may? Stopped where it touches, it
 * would be torn off its axle, which goes on, by most of the step's motion (docs/decisions/0028-landings.md). Only asked of round bodies:
 * a limb brings its tip down behind the link that it met.
 */
function grazes(slot: u32, shape: u32, other: u32): bool {
  const a = sweepA;
  const body = Bodies.at(slot);
  const x: f32 = a.c1x - a.c0x;
  const y: f32 = a.c1y - a.c0y;
  const into: f32 = abs<f32>(x * impact.nx + y * impact.ny);
  const isWheel = body.jointColours != 0 && Bodies.isRound(body);
  if (!isWheel || into > abs<f32>(x * impact.ny - y * impact.nx)) {
    return false;
  }
  const depth = intrusion(shape, a, other, sweepB, 0, 1);
  return depth <= HARMLESS * Shapes.geometry(shape).inner && intruded.distance > -Infinity;
}

/**
 * A shape that swings in is stopped at a depth of this share of its inner radius. With less, shapes that turned about a corner they
 * touched, and leaned on it a little more with each step, stood still there, at up to 58 m/s.
 */
const SUNK: f32 = 0.25;

/**
 * Share of the step after which a touching shape has swung its far end in by `SUNK`, 1 if it is left alone. A shard that lands on its
 * short side would swing its tip through a segment within one step and then lie on the far side. A shape that goes in by no more than
 * its inner radius is left to its contacts, which guide sliding shapes round bends (docs/decisions/0028-landings.md).
 */
function turnsIn(slot: u32, shape: u32, other: u32): f32 {
  const inner = Shapes.geometry(shape).inner;
  if (!swings(slot, shape) || !(deeper(slot, shape, other) > inner)) {
    return 1;
  }
  let before: f32 = 0;
  let after: f32 = 1;
  for (let k = 0; k < 6; k++) {
    const middle: f32 = 0.5 * (before + after);
    if (intrusion(shape, sweepA, other, sweepB, world.linearSlop, middle) > SUNK * inner) {
      after = middle;
    } else {
      before = middle;
    }
  }
  return before;
}

/** Sets `out` to the surface of `ground` where the mover, placed by `clamped`, meets it; returns their distance. */
function meet(mover: u32, ground: u32, out: Surface): f32 {
  Shapes.place(ground, groundFrame);
  const d = shapeDistance(Shapes.geometry(mover), clamped, Shapes.geometry(ground), groundFrame, gap);
  Surface.set(out, ground, gap.bx, gap.by, gap.nx, gap.ny, d);
  return d;
}

/**
 * Is the impact just found only a near miss? If so, the body is still beside the other four slops further on. That rules out nearly all
 * true hits; but a corner may have gone in and be beside the end of a link by then, so what is left is swept with a smaller tolerance.
 */
function passesBy(shape: u32, other: u32, part: Sweep): bool {
  const x: f32 = part.c1x - part.c0x;
  const y: f32 = part.c1y - part.c0y;
  const further: f32 = impact.fraction + (4 * world.linearSlop) / sqrt<f32>(x * x + y * y);
  sweepFrame(part, min<f32>(further, 1), clamped);
  if (meet(shape, other, met) <= 0) {
    return false;
  }
  timeOfImpact(Shapes.geometry(shape), part, Shapes.geometry(other), sweepB, 0, 0.02 * world.linearSlop, closer);
  return closer.state == ImpactState.Separated;
}

/** Is what was just hit only an end of ground, hidden by `cover`, other ground on which the mover slides? */
function isSeam(slot: u32, shape: u32, other: u32, part: Sweep): bool {
  if (!beganOnGround(slot, shape)) {
    return false;
  }
  sweepFrame(part, impact.fraction, clamped);
  meet(shape, other, met);
  const x: f32 = gap.bx;
  const y: f32 = gap.by;
  // A body deeper in `cover` than half its thickness has gone through it: a ball left circles about one centre twice as fast.
  const deepest: f32 = Shapes.geometry(shape).inner + world.speculativeDistance;
  for (let k: u32 = 0, n = queryResults.count; k < n; k++) {
    const ground = List.get(queryResults, k);
    if (ground == other || !mayHit(slot, ground)) {
      continue;
    }
    const box = Shapes.fatBox(ground);
    if (x < load<f32>(box) || y < load<f32>(box, 4) || x > load<f32>(box, 8) || y > load<f32>(box, 12)) {
      continue;
    }
    stillMotion(ground, sweepB);
    if (!filtersAgree(Shapes.at(shape), Shapes.at(ground)) || letsThrough(slot, shape, sweepA, ground, sweepB)) {
      continue;
    }
    const d = meet(shape, ground, cover);
    if (d <= world.speculativeDistance && d >= -deepest && isHidden(met, cover)) {
      return true;
    }
  }
  return false;
}

/**
 * Did the mover touch ground where its path began, so that it slides? A shape that comes from the air at ground of overlapping parts is
 * stopped by the outer part; when it was kept out of an inner one instead, it was put up to 2 m beside its path and missed both.
 */
function beganOnGround(slot: u32, shape: u32): bool {
  if (way.groundedShape != shape) {
    way.groundedShape = shape;
    way.grounded = <u32>touchesAtFirst(slot, shape);
  }
  return way.grounded != 0;
}

function touchesAtFirst(slot: u32, shape: u32): bool {
  const a = sweepA;
  const reach: f32 = Bodies.at(slot).maxExtent + world.speculativeDistance;
  sweepFrame(a, 0, clamped);
  for (let k: u32 = 0, n = queryResults.count; k < n; k++) {
    const ground = List.get(queryResults, k);
    const box = Shapes.fatBox(ground);
    const away: f32 = max<f32>(
      max<f32>(load<f32>(box) - a.c0x, a.c0x - load<f32>(box, 8)),
      max<f32>(load<f32>(box, 4) - a.c0y, a.c0y - load<f32>(box, 12)),
    );
    if (away > reach || !mayHit(slot, ground) || !filtersAgree(Shapes.at(shape), Shapes.at(ground))) {
      continue;
    }
    if (meet(shape, ground, cover) <= world.speculativeDistance) {
      return true;
    }
  }
  return false;
}

/** How much deeper in another a shape of the body ends than it began (unit: m). */
function deeper(slot: u32, shape: u32, other: u32): f32 {
  motionSeenBy(Shapes.at(other).body, bodySweep, seen);
  shapeMotion(seen, slot, shape, sweepA); // keepCentre may have bent it, and isSeam looked at other ground
  stillMotion(other, sweepB);
  return intrusion(shape, sweepA, other, sweepB, world.linearSlop, 1);
}

/**
 * Makes the body's path end no deeper in another than it began, with its turn unchanged, as far as that takes no motion along a locked
 * axis. Done for touches that wander, since there is no contact point where they come down (docs/decisions/0028-landings.md), and for
 * bodies that were taken along, in ground that stands.
 */
export function keepOut(slot: u32, shape: u32, other: u32): void {
  const depth = deeper(slot, shape, other);
  if (depth > 0) {
    bend(slot, -intruded.nx * depth, -intruded.ny * depth);
  }
}

/** Moves the end of the body's path by (x, y). `sweepA` is that path as seen from the other body. */
function bend(slot: u32, x: f32, y: f32): void {
  const a = sweepA;
  bendEnd(slot, bodySweep, x, y, a.c1x - a.c0x, a.c1y - a.c0y);
}

/** Sets `centre`. Its end comes from `bodySweep`, which may have been bent since `sweepA` was set. */
function findCentre(): void {
  const a = sweepA;
  const s = bodySweep;
  centre.x0 = a.c0x + (a.q0s * a.localY - a.q0c * a.localX);
  centre.y0 = a.c0y - (a.q0s * a.localX + a.q0c * a.localY);
  centre.x1 = s.c1x + (a.q1s * a.localY - a.q1c * a.localX);
  centre.y1 = s.c1y - (a.q1s * a.localX + a.q1c * a.localY);
}

/**
 * If the centre of the body's shape would enter another, the body's path ends a tolerance short of that instead. The centre of mass is
 * not asked: it may lie outside all colliding shapes and beyond ground, and was held there once.
 */
function keepCentre(slot: u32, other: u32, tolerance: f32): void {
  Shapes.place(other, groundFrame);
  findCentre();
  const wayX: f32 = centre.x1 - centre.x0;
  const wayY: f32 = centre.y1 - centre.y0;
  if (!rayCast(Shapes.geometry(other), groundFrame, centre.x0, centre.y0, wayX, wayY, rayHit) || rayHit.inside) {
    return;
  }
  const depth: f32 = (rayHit.x - centre.x1) * rayHit.nx + (rayHit.y - centre.y1) * rayHit.ny + tolerance;
  bend(slot, rayHit.nx * depth, rayHit.ny * depth);
}

/**
 * A body that slides into a bend of the ground goes on straight for the step, past faces that it has no contact with yet. It sank faster
 * than it was pushed out, until its front met the links ahead like a wall or was pushed out on their far side. So the centre of its shape
 * ends no nearer to the other (placed by `keepCentre`) than it began, or than if sunk by `SUNK` of its inner radius. It is moved only to
 * the side where it began: if that is behind a corner, what it meets there leads it.
 */
function keepShallow(slot: u32, shape: u32, other: u32): void {
  const g = Shapes.geometry(other);
  const inner = Shapes.geometry(shape).inner;
  findCentre();
  const wayX: f32 = centre.x1 - centre.x0;
  const wayY: f32 = centre.y1 - centre.y0;
  if (wayX * wayX + wayY * wayY <= HARMLESS * HARMLESS * inner * inner) {
    return; // a slow shape that is deep is pushed out by its contacts, equally from both sides of a seam
  }
  const least: f32 = (1 - SUNK) * inner;
  const end = nearestPoint(g, groundFrame, centre.x1, centre.y1, nearest);
  if (!(end > 0 && end < least)) {
    return;
  }
  const outX: f32 = centre.x1 - nearest.x;
  const outY: f32 = centre.y1 - nearest.y;
  const depth: f32 = min<f32>(nearestPoint(g, groundFrame, centre.x0, centre.y0, nearest), least) - end;
  if (depth > 0 && (centre.x0 - nearest.x) * outX + (centre.y0 - nearest.y) * outY > 0) {
    bend(slot, (depth / end) * outX, (depth / end) * outY);
  }
}
