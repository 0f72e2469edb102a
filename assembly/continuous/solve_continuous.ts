import { BodyFlag, BodyType, Code } from "../abi/layout";
import { refitLanded } from "../broad_phase/refit";
import { Also } from "../broad_phase/trees";
import { Frame } from "../collision/shape_geometry";
import { sweepFrame } from "../collision/time_of_impact";
import { List } from "../memory/buffer";
import { CONTINUOUS_SPACE } from "../memory/fixed";
import { Bodies, NONE } from "../world/body";
import { awakeBodies, fastBodies, queryResults, solverBodies } from "../world/buffers";
import { siftSweptEvents } from "../world/event_buffers";
import { HARMLESS } from "../world/settings";
import { Shapes } from "../world/shape";
import { world } from "../world/world";
import { comeOut, firstOf, mayHit } from "./first_touch";
import { addStruck, gatherKinematics } from "./kinematics";
import { keepLocks } from "./locks";
import {
  bodyMotion,
  boundOf,
  endAt,
  endMotion,
  findOnWay,
  keepEnergy,
  liesBeside,
  liesBesideBox,
  reachOf,
  stands,
} from "./motion";
import { drawMap, isNearResting } from "./resting_map";
import { bulgeOf, frameSeenBy, motionSeenBy, moveAsOne } from "./seen_by";
import { stayBefore, takeAlong } from "./taken_along";
import { crossSensors, disturb, markFast, sensorsMove, separateBullets, spreadBoxes, tellStopped } from "./passing";
import { Seams, Slid, Way, bodySweep, seen, way } from "./way";

// Continuous collision: a body that moved further than half its inner radius may have passed through something, and what flies
// free may have sunk into it with less (`unseen` in solver/finalize.ts). Each of its shapes is swept from the start of the step to
// its end against what lies in the way, by conservative advancement, and the body is put where it first touches. Its velocity
// stays what it was there; the contact found there stops it in the next step.

const clamped = changetype<Frame>(CONTINUOUS_SPACE + 224);
/** How often the way of a body may be bent along what it slides on: links of a ring that it passes in one step. */
const MAX_BENDS = 16;
/** A body that is wedged goes half of its way, or a half of that, and so on down to this share, or not at all. */
const LEAST_SHARE: f32 = 0.1;
/** How often the way of a body of several shapes may be cut short. */
const MAX_CUTS = 8;
/** How often bullets are put back: of 3,000 in salvos of five at a hull of 10 cm 207 came out behind it after 3 times, 62 after 8. */
const MAX_PARTINGS = 8;
/** Of flags: has sensors, takes part, and is not fast as a whole. */
const SENSES: u32 = BodyFlag.Sensing | BodyFlag.Continuous;

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
  const mapped = drawMap();
  let bullets: u32 = 0;
  const n = fastBodies.count;
  for (let k: u32 = 0; k < n; k++) {
    const slot = List.get(fastBodies, k);
    const bullet: u32 = Bodies.flags(slot) & BodyFlag.Bullet;
    if ((!mapped || isNearResting(k)) && sweepBody(slot) && bullet != 0) {
      Bodies.setFlags(slot, Bodies.flags(slot) | BodyFlag.Stopped);
    }
    bullets |= bullet;
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
  if ((bullets != 0 || sensorsMove()) && !spreadBoxes()) {
    world.fault = Code.OutOfMemory;
    markFast(false);
    return;
  }
  markFast(true);
  // Putting back one may bring another into the way, or into a wall.
  for (let turn = 0; turn < MAX_PARTINGS && bullets != 0 && separateBullets(n); turn++) {
    for (let k: u32 = 0; k < n; k++) {
      const slot = List.get(fastBodies, k);
      if ((Bodies.flags(slot) & BodyFlag.Parted) != 0 && sweepBody(slot)) {
        disturb(slot);
      }
    }
  }
  siftSweptEvents();
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

/** Ends a body's motion at the first thing in its way. False: it ends where it did. */
function sweepBody(slot: u32): bool {
  const mass = Bodies.mass(slot);
  const s = bodySweep;
  bodyMotion(slot, s);
  const locks = Bodies.locks(slot);
  let lockedOut: u32 = NONE;
  let takenBy: u32 = NONE;
  let stopped = false;
  let heldOnly = false;
  Way.begin(way);
  for (let cut = 0; cut < MAX_CUTS; cut++) {
    const endX = s.c1x;
    const endY = s.c1y;
    const fraction = follow(slot);
    if (fraction == 1 || (heldOnly && s.c1x == endX && s.c1y == endY)) {
      break;
    }
    const owner = Shapes.at(way.firstOther).body;
    if (owner == lockedOut) {
      break;
    }
    stopped = true;
    if (cut == 0) {
      tellStopped(slot, s, way.firstShape, way.firstOther, fraction);
    }
    sweepFrame(s, fraction, clamped);
    keepEnergy(slot, clamped.x - s.c1x, clamped.y - s.c1y);
    if (stands(owner)) {
      takenBy = NONE; // what stands has the last word
      endAt(s, clamped);
    } else {
      takenBy = owner;
      takeAlong(slot, way.firstShape, way.firstOther, fraction, s);
    }
    if (locks != 0 && Bodies.type(owner) == BodyType.Kinematic) {
      // It cannot go along as a whole: what it is then deeper in is left as far as the locks allow, and does not stop it again.
      takenBy = NONE;
      keepLocks(s, locks);
      comeOut(slot, way.firstShape, way.firstOther);
      lockedOut = owner;
    }
    const single = Shapes.at(Bodies.at(slot).shapeHead).next == NONE;
    const alone = Bodies.type(owner) == BodyType.Static || world.strikers == 0;
    heldOnly = single && alone;
    if (alone && (way.slid == Slid.Not || (single && way.slid == Slid.Along))) {
      break;
    }
    // What slides was held where the way ended; the shapes of a body that turns may be beyond in the middle of it. What was taken
    // along may be beyond a wall, and what a sleeper stops before what strikes it.
  }
  if (takenBy != NONE && way.held == 0) {
    stayBefore(slot, takenBy, s); // another part of that may have bent the way since
  }
  if (way.since > 0) {
    sweepFrame(s, 1, clamped);
    bodyMotion(slot, s); // it began where the body's step did
    endAt(s, clamped);
    way.since = 0;
  }
  if (stopped || s.c1x != mass.x || s.c1y != mass.y) {
    endMotion(slot, s);
    refitLanded(slot);
    if (way.carrier != 0) {
      Bodies.at(slot).sleepTime = 0; // it was at rest until then, and what stands somewhere else now may stand on nothing
    }
    return true;
  }
  return false;
}

/** Bends a body's way along what it slides on, up to where it fits between that; then the first hit on it, as a share of the step. */
function follow(slot: u32): f32 {
  const s = bodySweep;
  const x = s.c1x;
  const y = s.c1y;
  const c = s.q1c;
  const q = s.q1s;
  let fraction = bendWay(slot);
  let share: f32 = 1;
  while (isWedged(slot)) {
    share = share > LEAST_SHARE ? 0.5 * share : 0;
    // Of its way as the walls see it: a share of that through the world would leave it behind, and a wall that moves would pass it.
    s.c1x = x;
    s.c1y = y;
    s.q1c = c;
    s.q1s = q;
    frameSeenBy(way.pusher, s, share, clamped);
    endAt(s, clamped);
    if (share == 0) {
      loseSpeed(slot, way.pusher);
      return 1;
    }
    fraction = bendWay(slot);
  }
  return fraction;
}

/**
 * A body fits nowhere on its way, of which no contact knows: how it turns, its contacts wander within the step. With half the velocity,
 * against what wedges it, it comes half as far, until it fits or contacts hold it; left as it was, it would stand there as fast for good.
 */
function loseSpeed(slot: u32, owner: u32): void {
  const v = Bodies.velocity(slot);
  v.vx *= 0.5;
  v.vy *= 0.5;
  v.w *= 0.5;
  if (!stands(owner)) {
    const ground = Bodies.velocity(owner);
    const centre = Bodies.mass(owner);
    v.vx += 0.5 * (ground.vx - ground.w * (bodySweep.c1y - centre.y));
    v.vy += 0.5 * (ground.vy + ground.w * (bodySweep.c1x - centre.x));
    v.w += 0.5 * ground.w;
  }
}

/**
 * Do two things that move as one still push the end of the way into each other by turns? What moves against them has the last word in
 * where it takes a body.
 */
function isWedged(slot: u32): bool {
  return way.pushers > 1 && (way.carrier == 0 || moveAsOne(way.carrier, way.pusher, bodySweep, reachOf(slot)));
}

/** The first hit on a body's way, bent along what it slides on, as a share of the step. */
function bendWay(slot: u32): f32 {
  const s = bodySweep;
  let fraction: f32 = 1;
  way.seams = Seams.None;
  for (let turn = 0; turn < MAX_BENDS; turn++) {
    const x = s.c1x;
    const y = s.c1y;
    const along = way.along;
    findOnWay(slot, s, Also.Kinematic | (world.restingInActive != 0 ? Also.Active : 0));
    fraction = sweepAgainstAll(slot);
    if (s.c1x == x && s.c1y == y && way.along == along) {
      if (fraction < 1 || way.seams != Seams.Met) {
        break;
      }
      way.seams = Seams.HeldOut;
    } // else what it slides along may lead into something else
  }
  return fraction;
}

/** Has a body a say in where what the sweep looks at ends? Ground has the last word, and no sleeper one in what is taken along. */
function counts(owner: u32): bool {
  return way.held != 0 ? stands(owner) : way.carrier == 0 || Bodies.type(owner) != BodyType.Dynamic;
}

/** First hit of any shape of the body with any candidate, as a share of the step; may bend the sweep's end. */
function sweepAgainstAll(slot: u32): f32 {
  let fraction: f32 = 1;
  way.slid = Slid.Not;
  way.pushers = 0;
  const s = bodySweep;
  const least: f32 = 0.1 * world.linearSlop;
  const reach = reachOf(slot);
  let last: u32 = 0;
  for (let k: u32 = 0, n = queryResults.count; k < n; k++) {
    const other = List.get(queryResults, k);
    if (other == last || !mayHit(slot, other) || !counts(Shapes.at(other).body)) {
      continue;
    }
    last = other;
    const owner = Shapes.at(other).body;
    motionSeenBy(owner, s, seen);
    const around: f32 = reach + bulgeOf(owner, s, seen);
    if (liesBeside(Shapes.fatBox(other), seen, around) || liesBesideBox(other, seen, around)) {
      continue;
    }
    const x = s.c1x;
    const y = s.c1y;
    fraction = firstOf(slot, other, fraction);
    if (abs<f32>(s.c1x - x) > least || abs<f32>(s.c1y - y) > least) {
      way.pusher = way.pushers == 0 ? owner : way.pusher;
      way.pushers += <u32>moveAsOne(owner, way.pusher, s, reach);
    }
  }
  return fraction;
}
