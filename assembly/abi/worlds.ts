import { countIslands, wakeSleepers } from "../contact_graph/sleep";
import { createWorld, reserveWorld } from "../lifecycle/worlds";
import { heapLive } from "../memory/allocator";
import { Buffer } from "../memory/buffer";
import { MAILBOX_ADDRESS } from "../memory/fixed";
import { sumRows } from "../pipeline/checksum";
import {
  SnapshotHeader,
  beginCheck,
  endRestore,
  makeSnapshot,
  restoreHead,
  snapshotRoom,
  snapshotStart,
} from "../pipeline/snapshot";
import { largeCount, tailBytes } from "../pipeline/snapshot_segments";
import { stateHash } from "../pipeline/state_hash";
import { beginStep, endStep, runStage, step } from "../pipeline/step";
import { validate } from "../pipeline/validate";
import { COLOUR_COUNT, Lists, awakeBodies, bulk } from "../world/buffers";
import { World, world } from "../world/world";
import { Code, Counter } from "./layout";
import { BroadPhase, WorldField } from "./option_layout";

// The door for worlds. Every function here checks its arguments, in release builds too, and returns a scalar.

export function worldInit(lengthUnit: f32): i32 {
  if (!(lengthUnit > 1e-6 && lengthUnit < 1e6)) {
    return Code.OutOfRange;
  }
  return createWorld(lengthUnit);
}

export function worldReserve(bodies: u32, shapes: u32, contacts: u32, joints: u32): i32 {
  const most: u32 = 1 << 20;
  if (bodies > most || shapes > most || contacts > 1 << 24 || joints > most) {
    return Code.TooMany;
  }
  return reserveWorld(bodies, shapes, contacts, joints);
}

/** Longest step and shortest one other than 0 (unit: s): beyond them numbers overflow. */
const LONGEST_STEP: f32 = 10;
const SHORTEST_STEP: f32 = 1e-9;

function badStep(dt: f32, substeps: i32): bool {
  return !(dt == 0 || (dt >= SHORTEST_STEP && dt <= LONGEST_STEP)) || substeps < 1 || substeps > 64;
}

export function worldStep(dt: f32, substeps: i32): i32 {
  return badStep(dt, substeps) ? Code.OutOfRange : step(dt, substeps);
}

/** The same in pieces, for a host that times the stages: begin, every `Stage`, end. */
export function stepBegin(dt: f32, substeps: i32): i32 {
  if (badStep(dt, substeps)) {
    return Code.OutOfRange;
  }
  beginStep(dt, substeps);
  return Code.Ok;
}

export function stepStage(stage: i32): void {
  runStage(stage);
}

export function stepEnd(): i32 {
  return endStep();
}

export function mailbox(): usize {
  return MAILBOX_ADDRESS;
}

/** Address of a buffer of at least `bytes` bytes (0 is allowed) that the host fills for bulk calls; 0 when out of memory. */
export function bulkBuffer(bytes: u32): usize {
  return Buffer.ensureScratch(bulk, max<u32>(bytes, 16)) ? bulk.ptr : 0;
}

/** Hash of the state: two u32 in the mailbox. */
export function worldHash(): void {
  store<u64>(MAILBOX_ADDRESS, stateHash());
}

export function worldValidate(): i32 {
  return validate();
}

/**
 * Makes a snapshot and puts into the mailbox: address and length of its head, bytes of its tail, number of blocks in the
 * tail, then address and length of each. Valid until the next call.
 */
export function snapshotSave(): i32 {
  const length = makeSnapshot();
  if (length == 0) {
    return -Code.OutOfMemory;
  }
  store<usize>(MAILBOX_ADDRESS, snapshotStart());
  store<usize>(MAILBOX_ADDRESS, length, 4);
  store<usize>(MAILBOX_ADDRESS, tailBytes(), 8);
  store<u32>(MAILBOX_ADDRESS, largeCount(), 12);
  return Code.Ok;
}

/**
 * Address at which the host puts a snapshot to be restored, valid until the next call other than these; 0 when out of memory.
 * Header and head come first, at this address; all that follows comes piece by piece behind them.
 */
export function snapshotPlace(length: u32): usize {
  return snapshotRoom(length);
}

/** Begins to check an image of `length` bytes, whose header and head (`given` bytes) lie at `address`. */
export function snapshotBegin(address: usize, given: u32, length: u32): void {
  if (given >= offsetof<SnapshotHeader>() && length >= given && inMemory(address, given)) {
    beginCheck(address, given, length);
  }
}

/** Checks the next `bytes` bytes of the image, which lie at `address`. */
export function snapshotPiece(address: usize, bytes: u32): void {
  if (inMemory(address, bytes)) {
    sumRows(address, bytes);
  }
}

function inMemory(address: usize, bytes: u32): bool {
  return <u64>address + <u64>bytes <= (<u64>memory.size()) << 16;
}

/**
 * Restores the head at `address` if everything given so far is a snapshot, and says from `mailbox + 16` on where the host must put
 * the pieces that follow: address and length of each. Returns their number, or minus a Code. `trusted`: `snapshotSave` made it.
 */
export function snapshotRestore(address: usize, given: u32, length: u32, trusted: i32): i32 {
  return inMemory(address, given) ? restoreHead(address, given, length, trusted != 0) : -Code.BadSnapshot;
}

/** Ends a restore once all pieces are in place. */
export function snapshotEnd(trusted: i32): i32 {
  return endRestore(trusted != 0);
}

export function worldCounter(which: i32): u32 {
  switch (which) {
    case Counter.Bodies:
      return world.bodyCount;
    case Counter.Awake:
      return awakeBodies.count;
    case Counter.Shapes:
      return world.shapeCount;
    case Counter.Contacts:
      return world.contactCount;
    case Counter.Touching:
      return touchingContacts(false);
    case Counter.Joints:
      return world.jointCount;
    case Counter.Islands:
      return countIslands();
    case Counter.Colours:
      return touchingContacts(true);
    case Counter.Bytes:
      return (<u32>memory.size()) << 16;
    case Counter.LiveBytes:
      return <u32>heapLive();
    case Counter.Steps:
      return world.stepCount;
    case Counter.NewPairs:
      return world.newPairCount;
    case Counter.EventsLost:
      return world.eventsLost;
    default:
      return 0;
  }
}

/** Number of contacts in the solver's lists, or of `colours` that have any. */
function touchingContacts(colours: bool): u32 {
  let total: u32 = 0;
  for (let colour: u32 = 0; colour < COLOUR_COUNT; colour++) {
    const n = Lists.colour(colour, 0).count + Lists.colour(colour, 1).count;
    total += colours ? <u32>(n > 0) : n;
  }
  return total;
}

export function worldGetOption(field: i32): f64 {
  const p = optionAddress(field);
  if (p != 0) {
    return <f64>load<f32>(p);
  }
  switch (field) {
    case WorldField.Sleeping:
      return <f64>world.sleeping;
    case WorldField.Continuous:
      return <f64>world.continuous;
    case WorldField.Solver:
      return <f64>world.solver;
    case WorldField.Integrator:
      return <f64>world.integrator;
    case WorldField.BroadPhase:
      return <f64>world.broadPhase;
    default:
      return NaN;
  }
}

export function worldSetOption(field: i32, value: f64): i32 {
  const v = <f32>value;
  if (!(v - v == 0)) {
    return Code.NonFinite;
  }
  if (field == WorldField.Sleeping) {
    if (v == 0 && world.sleeping != 0) {
      wakeSleepers(false);
    }
    world.sleeping = <u32>(v != 0);
    return Code.Ok;
  }
  if (field == WorldField.Continuous) {
    world.continuous = <u32>(v != 0);
    return Code.Ok;
  }
  if (field == WorldField.Solver || field == WorldField.Integrator) {
    if ((v != 0 && v != 1 && v != 2) || world.bodyCount > 0) {
      return Code.BadType;
    }
    if (field == WorldField.Solver) {
      world.solver = <u32>v;
    } else {
      world.integrator = <u32>v;
    }
    return Code.Ok;
  }
  if (field == WorldField.Iterations && !(v >= 1 && v <= 100)) {
    return Code.OutOfRange;
  }
  if (field == WorldField.BroadPhase) {
    if (v < 0 || v > <f32>BroadPhase.Grid || floor<f32>(v) != v) {
      return Code.OutOfRange;
    }
    world.broadPhase = <u32>v;
    world.pairsReady = 0;
    return Code.Ok;
  }
  const p = optionAddress(field);
  if (p == 0 || field == WorldField.LengthUnit) {
    return Code.BadType;
  }
  if (field != WorldField.GravityX && field != WorldField.GravityY && v < 0) {
    return Code.OutOfRange;
  }
  const gravity = field == WorldField.GravityX || field == WorldField.GravityY;
  if (gravity && load<f32>(p) != v) {
    wakeSleepers(true);
  }
  store<f32>(p, v);
  return Code.Ok;
}

/** Address of a setting of type f32, 0 for any other field. */
function optionAddress(field: i32): usize {
  const w = changetype<usize>(world);
  switch (field) {
    case WorldField.GravityX:
      return w + offsetof<World>("gravityX");
    case WorldField.GravityY:
      return w + offsetof<World>("gravityY");
    case WorldField.ContactHertz:
      return w + offsetof<World>("contactHertz");
    case WorldField.ContactDampingRatio:
      return w + offsetof<World>("contactDampingRatio");
    case WorldField.JointHertz:
      return w + offsetof<World>("jointHertz");
    case WorldField.JointDampingRatio:
      return w + offsetof<World>("jointDampingRatio");
    case WorldField.ContactPushSpeed:
      return w + offsetof<World>("contactPushSpeed");
    case WorldField.RestitutionThreshold:
      return w + offsetof<World>("restitutionThreshold");
    case WorldField.HitThreshold:
      return w + offsetof<World>("hitThreshold");
    case WorldField.MaxSpeed:
      return w + offsetof<World>("maxSpeed");
    case WorldField.SleepThreshold:
      return w + offsetof<World>("sleepThreshold");
    case WorldField.Iterations:
      return w + offsetof<World>("iterations");
    case WorldField.ProjectionPercent:
      return w + offsetof<World>("projectionPercent");
    case WorldField.ProjectionSlop:
      return w + offsetof<World>("projectionSlop");
    case WorldField.TimeToSleep:
      return w + offsetof<World>("timeToSleep");
    case WorldField.LengthUnit:
      return w + offsetof<World>("lengthUnit");
    default:
      return 0;
  }
}
