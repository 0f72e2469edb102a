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
import { firstOf, keepOut, mayHit } from "./first_touch";
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
import { Slid, Way, bodySweep, seen, way } from "./way";

// Continuous collision: a body that moved further than half its inner radius may have passed through something, and one in free
// flight may have sunk in by moving less (`unseen` in solver/finalize.ts). Each of its shapes is swept from the start of the step to
// its end against what lies in its path, by conservative advancement, and the body is put where it first touches. It keeps the
// velocity that it had there; the contact found there stops it in the next step.

const clamped = changetype<Frame>(CONTINUOUS_SPACE + 224);
/** How often the path of a body may be bent along what it slides on: the links of a ring that it can pass in one step. */
const MAX_BENDS = 16;
/** A wedged body goes half of its path, or half of that, and so on while the share is above this; failing all that, it stays. */
const LEAST_SHARE: f32 = 0.1;
/** How often the path of a body of several shapes may be cut short. */
const MAX_CUTS = 8;
/** Rounds of putting bullets back: of 3,000 fired in fives at a hull of 10 cm, 207 came out behind it with 3 rounds, 62 with 8. */
const MAX_PARTINGS = 8;
/** Flags of a body that has sensors, takes part in this stage and is not fast as a whole. */
const SENSES: u32 = BodyFlag.Sensing | BodyFlag.Continuous;

/** Fast bodies, trees → clamped poses. */
export function solveContinuous(): void {
  if (solverBodies.count == 0 || world.continuous == 0) {
    return; // without memory nothing has moved, and what is fast is not known
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
  // Putting one back may place it in the path of another, or in a wall.
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
 * Adds fast kinematic bodies, which nothing stops but which may pass a sensor, and bodies not fast as a whole whose sensors may pass
 * something. False: out of memory.
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

/** Ends a body's motion at the first thing in its path. False: its end is unchanged. */
function sweepBody(slot: u32): bool {
  const mass = Bodies.mass(slot);
  const s = bodySweep;
  bodyMotion(slot, s);
  const locks = Bodies.locks(slot);
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
    stopped = true;
    if (cut == 0) {
      tellStopped(slot, s, way.firstShape, way.firstOther, fraction);
    }
    sweepFrame(s, fraction, clamped);
    keepEnergy(slot, clamped.x - s.c1x, clamped.y - s.c1y);
    if (stands(owner)) {
      takenBy = NONE; // standing ground has the last word
      endAt(s, clamped);
    } else {
      takenBy = owner;
      takeAlong(slot, way.firstShape, way.firstOther, fraction, s);
    }
    if (locks != 0 && Bodies.type(owner) == BodyType.Kinematic) {
      // Locks keep it from going along as a whole. It is moved out of the other as far as they allow.
      takenBy = NONE;
      keepLocks(s, locks);
      keepOut(slot, way.firstShape, way.firstOther);
    }
    const single = Shapes.at(Bodies.at(slot).shapeHead).next == NONE;
    const alone = Bodies.type(owner) == BodyType.Static || world.strikers == 0;
    heldOnly = single && alone;
    if (alone && (way.slid == Slid.Not || (single && way.slid == Slid.Along))) {
      break;
    }
    // A sliding body was held at the end of its path only: if it turns, its shapes may go through half-way. One that was taken along
    // may now be behind a wall, and one that a sleeper stopped may stand in the path of a kinematic body.
  }
  if (takenBy != NONE && way.held == 0) {
    stayBefore(slot, takenBy, s); // another part of that body may have bent the path since
  }
  if (way.since > 0) {
    sweepFrame(s, 1, clamped);
    bodyMotion(slot, s); // the whole motion begins where the body's step did
    endAt(s, clamped);
    way.since = 0;
  }
  if (stopped || s.c1x != mass.x || s.c1y != mass.y) {
    endMotion(slot, s);
    refitLanded(slot);
    if (way.carrier != 0) {
      Bodies.at(slot).sleepTime = 0; // it may have been at rest, and where it stands now nothing may support it
    }
    return true;
  }
  return false;
}

/** Bends a body's path along what it slides on, and shortens it until the body fits; returns the first hit, as a share of the step. */
function follow(slot: u32): f32 {
  const s = bodySweep;
  const x = s.c1x;
  const y = s.c1y;
  const c = s.q1c;
  const q = s.q1s;
  let fraction = bendWay(slot);
  let share: f32 = 1;
  while (way.pushers > 1) {
    share = share > LEAST_SHARE ? 0.5 * share : 0;
    // A share of the path as the walls see it: with a share of its path in the world it would stay behind, and a moving wall pass it.
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
 * Halves the velocity, relative to what wedges it, of a body that fits nowhere on its path. No contact knows of that, for as the body
 * turns its contacts wander within the step. At half the velocity it comes half as far, until it fits or contacts hold it; at its old
 * velocity it would stand there for good.
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

/** The first hit on a body's path, bent along what it slides on, as a share of the step. */
function bendWay(slot: u32): f32 {
  const s = bodySweep;
  let fraction: f32 = 1;
  for (let turn = 0; turn < MAX_BENDS; turn++) {
    const x = s.c1x;
    const y = s.c1y;
    const along = way.along;
    findOnWay(slot, s, Also.Kinematic | (world.restingInActive != 0 ? Also.Active : 0));
    fraction = sweepAgainstAll(slot);
    if (s.c1x == x && s.c1y == y && way.along == along) {
      break;
    } // else what it slides along may lead into something else
  }
  return fraction;
}

/** Does `owner` affect where the swept body ends? Standing ground has the last word, and a sleeper does not stop what is taken along. */
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
