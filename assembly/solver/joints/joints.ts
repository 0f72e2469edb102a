import { Code, JointType } from "../../abi/layout";
import { V } from "../../math/wide";
import { Buffer, List } from "../../memory/buffer";
import { COLOUR_COUNT, JOINT_KINDS, Lists, OVERFLOW_COLOUR, jointBlocks, loadedJoints } from "../../world/buffers";
import { HOLDING_KINDS, Joint, Joints } from "../../world/joint";
import { world } from "../../world/world";
import { applyLocks } from "../integrate";
import { gatherPlaces } from "./axes";
import { solveChains } from "./chain_solver";
import { gatherChains } from "./chains";
import { placeCustom, prepareCustom } from "./custom";
import { prepareDistance, rodBytes, solveDistance, storeRod, warmStartDistance } from "./distance";
import { GEAR_BYTES, prepareGear, relaxGear, solveGear, storeGear, warmStartGear } from "./gear";
import { JointRow, Lanes, Sum, prepareLanes, prepareSoftness } from "./joint_block";
import { areLinked, gatherLinkages } from "./linkages";
import { noteIfLoaded } from "./load";
import { noteLocks } from "./locks";
import { placeMotor, prepareMotor, windMotor } from "./motor";
import { placeMouse, prepareMouse } from "./mouse";
import { placePrismatic, preparePrismatic } from "./prismatic";
import { placePulley, preparePulley } from "./pulley";
import { placeRatchet, prepareRatchet } from "./ratchet";
import { pinBytes, prepareRevolute, solveRevolute, storePin, storePins, warmStartRevolute } from "./revolute";
import { placeRotary, prepareRotary } from "./rotary";
import { planOf, rowBytes, turningOf } from "./row_block";
import { addPushes, solveRows, storeRows, warmStartRows } from "./rows";
import { findLinkages } from "./rings";
import { RUNS_BEGIN, RUN_BYTES, Run } from "./runs";
import { solveLinkages } from "./linkage_solver";
import { placeWeld, prepareWeld } from "./weld";
import { placeWheel, prepareWheel } from "./wheel";

// All joints, kind by kind and colour by colour: each list is a run of blocks (runs.ts).

function blockBytes(type: u32): usize {
  switch (type) {
    case JointType.Distance:
      return rodBytes();
    case JointType.Revolute:
      return pinBytes();
    case JointType.Gear:
      return GEAR_BYTES;
    default:
      return rowBytes(type);
  }
}

/** Number of blocks of a list. Joints without a colour may share bodies, so each of those has a block of its own. */
function blockCount(colour: u32, count: u32): usize {
  return <usize>(colour == OVERFLOW_COLOUR ? count : (count + 3) >> 2);
}

/** Bytes of the sums of a list's blocks, which lie behind the blocks. */
function sumBytes(colour: u32, count: u32): usize {
  return blockCount(colour, count) * Sum.bytes;
}

/** Joints of awake bodies → runs of blocks. False: out of memory. */
export function prepareJoints(): bool {
  world.activeJointCount = 0;
  world.jointRuns = 0;
  world.holdingRuns = 0;
  if (world.jointCount == 0) {
    return true;
  }
  loadedJoints.count = 0;
  prepareSoftness();
  let bytes: usize = RUNS_BEGIN;
  for (let kind: u32 = 0; kind < JOINT_KINDS; kind++) {
    for (let colour: u32 = 0; colour < COLOUR_COUNT; colour++) {
      const n = Lists.joint(colour, kind).count;
      if (n != 0) {
        world.activeJointCount += n;
        world.holdingRuns += <u32>(kind >= HOLDING_KINDS);
        bytes += RUN_BYTES + blockCount(colour, n) * blockBytes(Joints.kernelOf(kind)) + sumBytes(colour, n);
        world.jointRuns++;
      }
    }
  }
  if (!Buffer.ensureScratch(jointBlocks, bytes) || !findLinkages()) {
    world.jointRuns = 0;
    world.fault = Code.OutOfMemory;
    return false;
  }
  let q = Run.at(world.jointRuns);
  world.jointRuns = 0;
  for (let kind: u32 = 0; kind < JOINT_KINDS; kind++) {
    for (let colour: u32 = 0; colour < COLOUR_COUNT; colour++) {
      const list = Lists.joint(colour, kind);
      if (list.count != 0) {
        const start = q;
        q = prepareRun(list, colour, kind, start);
        if (q == 0) {
          world.fault = Code.OutOfMemory;
          return false;
        }
        Run.note(start, q, changetype<usize>(list), colour, kind);
        q += sumBytes(colour, list.count);
      }
    }
  }
  if (!gatherLinkages() || !gatherChains()) {
    world.fault = Code.OutOfMemory;
    return false;
  }
  return true;
}

/** Joints of a list → blocks at `start`. Returns the end of the blocks, or 0: out of memory. */
function prepareRun(list: Buffer, colour: u32, kind: u32, start: usize): usize {
  const type = Joints.kernelOf(kind);
  const size = blockBytes(type);
  const noted = Joints.ofLinkages(kind);
  const each: u32 = colour == OVERFLOW_COLOUR ? 1 : 4;
  const n = list.count;
  let q = start;
  for (let k: u32 = 0; k < n; k += each) {
    if (!prepareBlock(list, k, min<u32>(k + each, n), type, q, noted)) {
      return 0;
    }
    q += size;
  }
  return q;
}

/** Joints `from` to `to` − 1 of a list → the block at `q`. `noted`: joints that bear a load are noted. False: out of memory. */
function prepareBlock(list: Buffer, from: u32, to: u32, type: u32, q: usize, noted: bool): bool {
  const size = to - from;
  if (size < 4) {
    memory.fill(q, 0, blockBytes(type));
  }
  const j0 = changetype<usize>(Joints.at(List.get(list, from)));
  const j1 = changetype<usize>(Joints.at(size > 1 ? List.get(list, from + 1) : 0));
  const j2 = changetype<usize>(Joints.at(size > 2 ? List.get(list, from + 2) : 0));
  const j3 = changetype<usize>(Joints.at(size > 3 ? List.get(list, from + 3) : 0));
  if (ASC_FEATURE_SIMD) {
    prepareLanes<v128>(q, j0, j1, j2, j3, type);
  } else {
    prepareLanes<f32>(q, j0, j0, j0, j0, type);
    prepareLanes<f32>(q + 4, j1, j1, j1, j1, type);
    prepareLanes<f32>(q + 8, j2, j2, j2, j2, type);
    prepareLanes<f32>(q + 12, j3, j3, j3, j3, type);
  }
  const extras = (load<u64>(q, JointRow.active) | load<u64>(q, JointRow.active + 8)) != 0;
  if (extras || type != JointType.Revolute) {
    for (let k: u32 = 0; k < size; k++) {
      prepareOne(type, Joints.at(List.get(list, from + k)), q + ((<usize>k) << 2));
    }
  }
  if (world.solvedLocks != 0 && (type == JointType.Distance || type == JointType.Revolute)) {
    for (let k: u32 = 0; k < size; k++) {
      noteLocks(Joints.at(List.get(list, from + k)), q + ((<usize>k) << 2), blockBytes(type));
    }
  }
  if (noted) {
    for (let k: u32 = 0; k < size; k++) {
      if (!noteIfLoaded(List.get(list, from + k), q + ((<usize>k) << 2))) {
        return false;
      }
    }
  }
  return true;
}

/** Writes what a type has beyond the common fields into lane `q`. */
function prepareOne(type: u32, j: Joint, q: usize): void {
  switch (type) {
    case JointType.Distance:
      prepareDistance(j, q);
      break;
    case JointType.Revolute:
      prepareRevolute(j, q);
      break;
    case JointType.Prismatic:
      preparePrismatic(j, q);
      break;
    case JointType.Weld:
      prepareWeld(j, q);
      break;
    case JointType.Wheel:
      prepareWheel(j, q);
      break;
    case JointType.Motor:
      prepareMotor(j, q);
      break;
    case JointType.Mouse:
      prepareMouse(j, q);
      break;
    case JointType.Gear:
      prepareGear(j, q);
      break;
    case JointType.Pulley:
      preparePulley(j, q);
      break;
    case JointType.Ratchet:
      prepareRatchet(j, q);
      break;
    case JointType.Rotary:
      prepareRotary(j, q);
      break;
    default:
      prepareCustom(j, q);
      break;
  }
}

/** Puts the axes of a block, of a type solved by rows, where its bodies are now. */
function place<T, M>(type: u32, p: usize): void {
  gatherPlaces<T>(p);
  switch (type) {
    case JointType.Prismatic:
      placePrismatic<T, M>(p);
      break;
    case JointType.Weld:
      placeWeld<T, M>(p);
      break;
    case JointType.Wheel:
      placeWheel<T, M>(p);
      break;
    case JointType.Motor:
      placeMotor<T, M>(p);
      break;
    case JointType.Mouse:
      placeMouse<T, M>(p);
      break;
    case JointType.Pulley:
      placePulley<T, M>(p);
      break;
    case JointType.Ratchet:
      placeRatchet<T, M>(p);
      break;
    case JointType.Rotary:
      placeRotary<T, M>(p);
      break;
    default:
      placeCustom<T, M>(p);
      break;
  }
}

/**
 * The same once bodies have moved. Impulses up to now were pushed along the old axes, `turning` of which change: `sums` takes
 * the difference.
 */
function placeAnew<T, M>(type: u32, p: usize, turning: u32, sums: usize): void {
  if (turning == 0) {
    place<T, M>(type, p);
    return;
  }
  addPushes<T>(p, turning, sums, 1);
  place<T, M>(type, p);
  addPushes<T>(p, turning, sums, -1);
}

/** `B` int: the biased pass, float: the relaxing one, when bodies have moved; bool: the warm start. The last two add to `sums`. */
function solveOthers<T, M, B>(type: u32, start: usize, end: usize, sums: usize): void {
  if (type == JointType.Gear) {
    for (let q = start; q < end; q += GEAR_BYTES) {
      if (isBoolean<B>()) {
        warmStartGear(q, sums);
      } else if (isFloat<B>()) {
        relaxGear(q, sums);
      } else {
        solveGear(q, true);
      }
      sums += Sum.bytes;
    }
    return;
  }
  const plan = planOf(type);
  const turning = turningOf(type);
  const bytes = rowBytes(type);
  let p = start;
  do {
    if (isBoolean<B>()) {
      if (type == JointType.Motor) {
        windMotor<T>(p);
      }
      place<T, M>(type, p);
      warmStartRows<T, M>(p, plan, sums);
      sums = V.next<T>(sums, Sum.bytes);
    } else {
      if (isFloat<B>()) {
        placeAnew<T, M>(type, p, turning, sums);
        sums = V.next<T>(sums, Sum.bytes);
      }
      if (type != JointType.Weld || !areLinked(p)) {
        solveRows<T, M, B>(p, plan);
      }
    }
    p = V.next<T>(p, bytes);
  } while (p < end);
}

/** `B` and `sums` as for solveOthers. */
function solveLanes<T, M, B>(type: u32, start: usize, end: usize, sums: usize): void {
  if (type == JointType.Revolute) {
    if (isBoolean<B>()) {
      warmStartRevolute<T, M>(start, end, sums);
    } else {
      solveRevolute<T, M, B>(start, end);
    }
  } else if (type == JointType.Distance) {
    if (isBoolean<B>()) {
      warmStartDistance<T, M>(start, end, sums);
    } else {
      solveDistance<T, M, B>(start, end, sums);
    }
  } else {
    solveOthers<T, M, B>(type, start, end, sums);
  }
}

/** `B` as for solveOthers. */
function solveRun<B>(run: usize): void {
  const type = Run.kernel(run);
  const end = Run.end(run);
  let start = Run.start(run);
  let sums = end;
  // Joints without a colour may share a body that has a locked axis.
  const bytes = world.solvedLocks != 0 && Run.colour(run) == OVERFLOW_COLOUR ? blockBytes(type) : end - start;
  for (; start < end; start += bytes) {
    if (ASC_FEATURE_SIMD) {
      solveLanes<v128, v128, B>(type, start, start + bytes, sums);
    } else {
      solveLanes<f32, bool, B>(type, start, start + bytes, sums);
    }
    sums += Sum.bytes; // used only if blocks are solved one at a time
    applyLocks();
  }
}

/**
 * `first`: in the first sub-step. What it applies are impulses of the step before, which are no pushes of this step: sums start
 * after it.
 */
export function warmStartJoints(first: bool): void {
  for (let k: u32 = 0, n = world.jointRuns; k < n; k++) {
    const run = Run.at(k);
    solveRun<bool>(run);
    if (first) {
      memory.fill(Run.end(run), 0, sumBytes(Run.colour(run), Run.list(run).count));
    }
  }
}

/**
 * `B` as for solveOthers. `backwards`: joints that hold bodies are solved from the last to the first. Joints that drive bodies
 * never are: springs respond to velocities of the sub-step before, and nets of springs whose order changed were thrown apart.
 * `linked`: linkages are solved, too.
 */
export function solveJoints<B>(backwards: bool, linked: bool): void {
  const count = world.jointRuns;
  if (count == 0) {
    return;
  }
  applyLocks(); // takes back what contacts pushed along locked axes
  const holding = count - world.holdingRuns;
  for (let k: u32 = 0; k < holding; k++) {
    solveRun<B>(Run.at(k));
  }
  for (let k = holding; k < count; k++) {
    solveRun<B>(Run.at(backwards ? holding + count - 1 - k : k));
  }
  solveChains<B>();
  if (linked) {
    solveLinkages<B>();
  }
  applyLocks();
}

/** Accumulated impulses → joints. */
export function storeJoints(): void {
  for (let k: u32 = 0, n = world.jointRuns; k < n; k++) {
    const run = Run.at(k);
    const list = Run.list(run);
    const type = Run.kernel(run);
    const size = blockBytes(type);
    const lanes = ASC_FEATURE_SIMD && type == JointType.Revolute && Run.colour(run) != OVERFLOW_COLOUR;
    for (let i: u32 = lanes ? storePins(list, Run.start(run), Run.end(run)) : 0, m = list.count; i < m; i++) {
      const j = Joints.at(List.get(list, i));
      const lane = Lanes.at(Run.start(run), Run.colour(run), i, size);
      const sums = Lanes.at(Run.end(run), Run.colour(run), i, Sum.bytes);
      if (type == JointType.Gear) {
        storeGear(j, lane, sums);
      } else if (type > <u32>JointType.Revolute) {
        storeRows(j, lane, planOf(type), sums);
      } else if (type == JointType.Revolute) {
        storePin(j, lane, sums);
      } else {
        storeRod(j, lane, sums);
      }
    }
  }
}
