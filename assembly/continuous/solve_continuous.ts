import { BodyFlag, BodyType, Code, ShapeFlag } from "../abi/layout";
import { CastHit } from "../collision/cast_hit";
import { rayCast } from "../collision/ray_cast";
import { Frame, ShapeGeometry, isElliptic } from "../collision/shape_geometry";
import { Impact, ImpactState, Sweep, sweepFrame, timeOfImpact } from "../collision/time_of_impact";
import { List } from "../memory/buffer";
import { CONTINUOUS_SPACE } from "../memory/fixed";
import { Bodies, NONE } from "../world/body";
import { awakeBodies, fastBodies, queryResults, solverBodies } from "../world/buffers";
import { filtersAgree, pairForbidden } from "../world/filter";
import { HARMLESS } from "../world/settings";
import { Shapes } from "../world/shape";
import { world } from "../world/world";
import { refitBody } from "../broad_phase/refit";
import { Also } from "../broad_phase/trees";
import { ShapeDistance, shapeDistance } from "../collision/distance";
import { Surface, isHidden } from "../narrow_phase/internal_edges";
import { gap as intruded, intrusion } from "./intrusion";
import { letsThrough, meetsEdge } from "./let_through";
import {
  bodyMotion,
  boundOf,
  endMotion,
  findOnWay,
  keepEnergy,
  lengthOf,
  liesBeside,
  liesBesideBox,
  motionSeenBy,
  reachOf,
  shapeMotion,
} from "./motion";
import { addStruck, gatherKinematics } from "./kinematics";
import { crossSensors, markFast, separateBullets, spreadBoxes, tellStopped } from "./passing";

// Continuous collision: a body that moved further than half its inner radius may have passed through something, and what flies
// free may have sunk into it with less (`unseen` in solver/finalize.ts). Each of its shapes is swept from the start of the step to
// its end against what lies in the way, by conservative advancement, and the body is put where it first touches. Its velocity
// stays what it was there; the contact found there stops it in the next step.

const sweepA = changetype<Sweep>(CONTINUOUS_SPACE);
const sweepB = changetype<Sweep>(CONTINUOUS_SPACE + 64);
const impact = changetype<Impact>(CONTINUOUS_SPACE + 128);
const bodySweep = changetype<Sweep>(CONTINUOUS_SPACE + 160);
const clamped = changetype<Frame>(CONTINUOUS_SPACE + 224);
const rayHit = changetype<CastHit>(CONTINUOUS_SPACE + 256);
const groundFrame = changetype<Frame>(CONTINUOUS_SPACE + 320);
const gap = changetype<ShapeDistance>(CONTINUOUS_SPACE + 336);
const met = changetype<Surface>(CONTINUOUS_SPACE + 368);
const cover = changetype<Surface>(CONTINUOUS_SPACE + 400);
/** `bodySweep` as the owner of the shape sees it that is looked at. */
const seen = changetype<Sweep>(CONTINUOUS_SPACE + 448);
/** Of a sweep with a smaller tolerance, where an impact may be a near miss. */
const closer = changetype<Impact>(CONTINUOUS_SPACE + 488);
/** How often the way of a body may be bent along what it slides on: links of a ring that it passes in one step. */
const MAX_BENDS = 16;
/** How often the way of a body of several shapes may be cut short. */
const MAX_CUTS = 8;
/** What stops a body first: its shape and the other. */
const FIRST_SHAPE: usize = CONTINUOUS_SPACE + 288;
const FIRST_OTHER: usize = CONTINUOUS_SPACE + 292;
/** Of flags: has sensors, takes part, and is not fast as a whole. */
const SENSES: u32 = BodyFlag.Sensing | BodyFlag.Continuous;
/** Does the body slide along anything? */
const SLID: usize = CONTINUOUS_SPACE + 296;
/** A `Seams`: what is to be done about an ellipse that may come down on ground beyond a seam. */
const SEAMS: usize = CONTINUOUS_SPACE + 300;
const enum Seams {
  None = 0,
  /** It is seen first whether anything stops the body sooner. */
  Met = 1,
  /** Nothing did. */
  HeldOut = 2,
}

/** Fast bodies, trees → clamped poses. */
export function solveContinuous(): void {
  if (solverBodies.count == 0 || world.continuous == 0) {
    return; // for want of memory nothing has moved, nor is it known what is fast
  }
  if ((fastBodies.count | world.strikers) != 0 && !gatherKinematics()) {
    world.fault = Code.OutOfMemory;
  }
  if (world.strikers != 0) {
    markFast(true);
    if (!addStruck()) {
      world.fault = Code.OutOfMemory;
    }
    markFast(false);
  }
  let bullets: u32 = 0;
  const n = fastBodies.count;
  for (let k: u32 = 0; k < n; k++) {
    const slot = List.get(fastBodies, k);
    sweepBody(slot);
    bullets |= Bodies.flags(slot) & BodyFlag.Bullet;
  }
  if ((bullets | world.sensors) == 0) {
    return;
  }
  markFast(true);
  if (world.sensors != 0 && !addPassing()) {
    world.fault = Code.OutOfMemory;
  }
  if (fastBodies.count == 0) {
    return;
  }
  if (!spreadBoxes()) {
    world.fault = Code.OutOfMemory;
    markFast(false);
    return;
  }
  markFast(true);
  // Putting back one may bring another into the way, or into a wall.
  for (let turn = 0; turn < 3 && bullets != 0 && separateBullets(turn == 0, n); turn++) {
    for (let k: u32 = 0; k < n; k++) {
      const slot = List.get(fastBodies, k);
      if ((Bodies.flags(slot) & BodyFlag.Parted) != 0) {
        sweepBody(slot);
      }
    }
  }
  crossSensors();
  markFast(false);
}

/**
 * Kinematic bodies as fast as that are stopped by nothing, but may pass a sensor; so may the sensors of a body that is not as fast
 * itself. False: out of memory.
 */
function addPassing(): bool {
  for (let k: u32 = 0, n = awakeBodies.count; k < n; k++) {
    const slot = List.get(awakeBodies, k);
    const flags = Bodies.flags(slot);
    const kinematic = (flags & BodyFlag.TypeMask) == BodyType.Kinematic;
    const senses = (flags & (BodyFlag.Sensing | BodyFlag.Continuous | BodyFlag.Fast)) == SENSES;
    if (kinematic || senses) {
      const v = Bodies.velocity(slot);
      const reach: f32 = (sqrt<f32>(v.vx * v.vx + v.vy * v.vy) + abs<f32>(v.w) * boundOf(slot)) * world.dt;
      if (reach > HARMLESS * innermost(slot) && Bodies.at(slot).shapeHead != NONE && !List.push(fastBodies, slot)) {
        return false;
      }
    }
  }
  return true;
}

/** Smallest inner radius of the shapes of a body, sensors among them (unit: m). */
function innermost(slot: u32): f32 {
  let inner: f32 = Bodies.at(slot).minExtent;
  if ((Bodies.flags(slot) & BodyFlag.Sensing) != 0) {
    for (let shape = Bodies.at(slot).shapeHead; shape != NONE; shape = Shapes.at(shape).next) {
      inner = min<f32>(inner, Shapes.geometry(shape).inner);
    }
  }
  return inner;
}

function sweepBody(slot: u32): void {
  const mass = Bodies.mass(slot);
  const s = bodySweep;
  bodyMotion(slot, s);
  let stopped = false;
  for (let cut = 0; cut < MAX_CUTS; cut++) {
    const fraction = follow(slot);
    if (fraction == 1) {
      break;
    }
    stopped = true;
    if (cut == 0) {
      tellStopped(slot, s, load<u32>(FIRST_SHAPE), load<u32>(FIRST_OTHER), fraction);
    }
    const owner = Shapes.at(load<u32>(FIRST_OTHER)).body;
    sweepFrame(s, fraction, clamped);
    keepEnergy(slot, clamped.x - s.c1x, clamped.y - s.c1y);
    motionSeenBy(owner, s, seen); // what moves goes on, and takes along what it met
    sweepFrame(seen, fraction, clamped);
    s.c1x = clamped.x;
    s.c1y = clamped.y;
    s.q1c = clamped.c;
    s.q1s = clamped.s;
    const single = Shapes.at(Bodies.at(slot).shapeHead).next == NONE;
    if ((load<u32>(SLID) == 0 || single) && (Bodies.type(owner) != BodyType.Kinematic || world.strikers == 0)) {
      break;
    }
    // What slides was held where the way ended; the shapes of a body that turns may be beyond in the middle of it. What was taken
    // along may be beyond a wall.
  }
  if (stopped || s.c1x != mass.x || s.c1y != mass.y) {
    endMotion(slot, s, s.c1x, s.c1y, s.q1c, s.q1s);
    refitBody(slot);
  }
}

/** Bends a body's way along what it slides on; then the first hit on it, as a share of the step. */
function follow(slot: u32): f32 {
  const s = bodySweep;
  let fraction: f32 = 1;
  store<u32>(SEAMS, Seams.None);
  for (let turn = 0; turn < MAX_BENDS; turn++) {
    const x = s.c1x;
    const y = s.c1y;
    findOnWay(slot, s, Also.Kinematic | (world.restingInActive != 0 ? Also.Active : 0));
    fraction = sweepAgainstAll(slot);
    if (s.c1x == x && s.c1y == y) {
      if (fraction < 1 || load<u32>(SEAMS) != Seams.Met) {
        break;
      }
      store<u32>(SEAMS, Seams.HeldOut);
    } // else what it slides along may lead into something else
  }
  return fraction;
}

/** First hit of any shape of the body with any candidate, as a share of the step; may bend the sweep's end. */
function sweepAgainstAll(slot: u32): f32 {
  let fraction: f32 = 1;
  store<u32>(SLID, 0);
  const reach = reachOf(slot);
  let last: u32 = 0;
  for (let k: u32 = 0, n = queryResults.count; k < n; k++) {
    const other = List.get(queryResults, k);
    if (other == last || !mayHit(slot, other)) {
      continue;
    }
    last = other;
    motionSeenBy(Shapes.at(other).body, bodySweep, seen);
    if (liesBeside(Shapes.fatBox(other), seen, reach) || liesBesideBox(other, seen, reach)) {
      continue;
    }
    let shape = Bodies.at(slot).shapeHead;
    while (shape != NONE) {
      const record = Shapes.at(shape);
      if ((record.flags & ShapeFlag.Sensor) == 0 && filtersAgree(record, Shapes.at(other))) {
        const at = hitFraction(slot, shape, other);
        if (at < fraction) {
          fraction = at;
          store<u32>(FIRST_SHAPE, shape);
          store<u32>(FIRST_OTHER, other);
        }
      }
      shape = record.next;
    }
  }
  return fraction;
}

/** Static shapes stop every fast body, and so do kinematic ones, and those that sleep. */
function mayHit(slot: u32, other: u32): bool {
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

/** The "motion" of a shape as it sees itself. */
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

/** Share of the step after which a shape of the body first touches another, 1 if it does not. */
function hitFraction(slot: u32, shape: u32, other: u32): f32 {
  const a = sweepA;
  motionSeenBy(Shapes.at(other).body, bodySweep, seen);
  shapeMotion(seen, slot, shape, a);
  const b = sweepB;
  stillMotion(other, b);
  if (letsThrough(slot, shape, a, other, b)) {
    return 1;
  }
  const tolerance: f32 = world.linearSlop * 0.5;
  const g = Shapes.geometry(other);
  timeOfImpact(Shapes.geometry(shape), a, g, b, 0, tolerance, impact);
  if (impact.state == ImpactState.Separated) {
    return 1;
  }
  if (impact.fraction > 0) {
    if (meetsEdge(shape, other, impact.nx, impact.ny) || passesBy(slot, shape, other)) {
      return 1;
    }
    if (!isSeam(slot, shape, other)) {
      return impact.fraction;
    }
  }
  // Touching already, or over a seam of the ground: sliding along the other is allowed, having its centre pass through is not.
  keepCentre(a, g, other, tolerance);
  if (isElliptic(Shapes.geometry(shape)) || isElliptic(g)) {
    if (impact.fraction == 0 || load<u32>(SEAMS) == Seams.HeldOut) {
      keepOut(slot, shape, other);
    } else {
      store<u32>(SEAMS, Seams.Met);
    }
  }
  return 1;
}

/** The surface of a shape where the mover, placed by `clamped`, meets it; its distance. */
function meet(mover: u32, ground: u32, out: Surface): f32 {
  Shapes.place(ground, groundFrame);
  const d = shapeDistance(Shapes.geometry(mover), clamped, Shapes.geometry(ground), groundFrame, gap);
  Surface.set(out, ground, gap.bx, gap.by, gap.nx, gap.ny, d);
  return d;
}

/**
 * Is the impact just found only a near miss? What moves so little that it can have passed through nothing, and ends beside the
 * other, went by within the tolerance of the sweep: so does what falls into a gap little wider than itself. What goes farther
 * would be in the other four slops further on, or is looked at more closely.
 */
function passesBy(slot: u32, shape: u32, other: u32): bool {
  const body = Bodies.at(slot);
  const a = sweepA;
  const near = lengthOf(seen, body.maxExtent) <= HARMLESS * body.minExtent;
  const x: f32 = a.c1x - a.c0x;
  const y: f32 = a.c1y - a.c0y;
  const further: f32 = impact.fraction + (4 * world.linearSlop) / sqrt<f32>(x * x + y * y);
  sweepFrame(a, near ? 1 : min<f32>(further, 1), clamped);
  const beside = meet(shape, other, met) > 0;
  if (near || !beside) {
    return beside;
  }
  timeOfImpact(Shapes.geometry(shape), a, Shapes.geometry(other), sweepB, 0, 0.02 * world.linearSlop, closer);
  return closer.state == ImpactState.Separated;
}

/** Is the impact just found only the end of ground hidden by other ground that the mover slides on? `cover` is that. */
function isSeam(slot: u32, shape: u32, other: u32): bool {
  sweepFrame(sweepA, impact.fraction, clamped);
  meet(shape, other, met);
  const x: f32 = gap.bx;
  const y: f32 = gap.by;
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
    if (meet(shape, ground, cover) <= world.speculativeDistance && isHidden(met, cover)) {
      return true;
    }
  }
  return false;
}

/**
 * An ellipse that touches another, or ground beside that, ends no deeper in it: it is moved out, and turns as it did, for no contact
 * point is where it comes down (docs/decisions/0028-landings.md). What lies beyond a seam pushes only as the ground before it does.
 */
function keepOut(slot: u32, shape: u32, other: u32): void {
  motionSeenBy(Shapes.at(other).body, bodySweep, seen);
  shapeMotion(seen, slot, shape, sweepA); // keepCentre may have bent it, and isSeam looked at other ground
  stillMotion(other, sweepB);
  const depth: f32 = intrusion(shape, sweepA, other, sweepB, world.linearSlop);
  if (!(depth > 0)) {
    return;
  }
  const level = intruded.nx * cover.nx + intruded.ny * cover.ny < -0.5; // that one points to the mover
  if (impact.fraction == 0 || (intruded.distance > -Infinity && level)) {
    const s = bodySweep;
    s.c1x -= intruded.nx * depth;
    s.c1y -= intruded.ny * depth;
    store<u32>(SLID, 1);
  }
}

/**
 * If the centre of the body's shape would enter another, the body's way ends a tolerance on this side of that instead. Its
 * centre of mass may: beside all that collides it can lie beyond ground, and was held there once.
 */
function keepCentre(a: Sweep, g: ShapeGeometry, other: u32, tolerance: f32): void {
  store<u32>(SLID, 1);
  Shapes.place(other, groundFrame);
  const s = bodySweep;
  const x0: f32 = a.c0x + (a.q0s * a.localY - a.q0c * a.localX);
  const y0: f32 = a.c0y - (a.q0s * a.localX + a.q0c * a.localY);
  const x1: f32 = s.c1x + (a.q1s * a.localY - a.q1c * a.localX);
  const y1: f32 = s.c1y - (a.q1s * a.localX + a.q1c * a.localY);
  if (!rayCast(g, groundFrame, x0, y0, x1 - x0, y1 - y0, rayHit) || rayHit.inside) {
    return;
  }
  const depth: f32 = (rayHit.x - x1) * rayHit.nx + (rayHit.y - y1) * rayHit.ny + tolerance;
  s.c1x += rayHit.nx * depth;
  s.c1y += rayHit.ny * depth;
}
