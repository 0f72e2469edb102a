import { SolverKind } from "../../abi/option_layout";
import { Code, JointType } from "../../abi/layout";
import { V } from "../../math/wide";
import { Buffer, List } from "../../memory/buffer";
import { COLOUR_COUNT, Lists, OVERFLOW_COLOUR, jointBlocks } from "../../world/buffers";
import { Joint, Joints } from "../../world/joint";
import { world } from "../../world/world";
import { gatherPlaces } from "./axes";
import { solveChains } from "./chain_solver";
import { Rows, beginChains, gatherChains, noteLoad, noteRun } from "./chains";
import { placeCustom, prepareCustom } from "./custom";
import { DISTANCE_BYTES, prepareDistance, solveDistance, warmStartDistance } from "./distance";
import { GEAR_BYTES, prepareGear, solveGear, storeGear, warmStartGear } from "./gear";
import { JointRow, Lanes, prepareLanes, prepareSoftness, storeLane } from "./joint_block";
import { placeMotor, prepareMotor } from "./motor";
import { placeMouse, prepareMouse } from "./mouse";
import { placePrismatic, preparePrismatic } from "./prismatic";
import { placePulley, preparePulley } from "./pulley";
import { placeRatchet, prepareRatchet } from "./ratchet";
import { pinBytes, prepareRevolute, solveRevolute, warmStartRevolute } from "./revolute";
import { placeRotary, prepareRotary } from "./rotary";
import { planOf, rowBytes } from "./row_block";
import { solveRows, storeRows, warmStartRows } from "./rows";
import { placeWeld, prepareWeld } from "./weld";
import { placeWheel, prepareWheel } from "./wheel";

// All joints, colour by colour and type by type: each list of a colour and type is a run of blocks. Passes walk the lists
// in the same order, so a run's place follows from the counts.

function blockBytes(type: u32): usize {
  switch (type) {
    case JointType.Distance:
      return DISTANCE_BYTES;
    case JointType.Revolute:
      return pinBytes();
    case JointType.Gear:
      return GEAR_BYTES;
    default:
      return rowBytes(type);
  }
}

/** Blocks of a list; what found no colour may share bodies, so each joint there has a block of its own. */
function blockCount(colour: u32, count: u32): usize {
  return <usize>(colour == OVERFLOW_COLOUR ? count : (count + 3) >> 2);
}

/** Joints of awake bodies → blocks. False: out of memory. */
export function prepareJoints(): bool {
  world.activeJointCount = 0;
  if (world.jointCount == 0) {
    return true;
  }
  prepareSoftness();
  let bytes: usize = 0;
  let types: u32 = 0;
  for (let colour: u32 = 0; colour < COLOUR_COUNT; colour++) {
    for (let type: u32 = 0; type <= <u32>JointType.Custom; type++) {
      const n = Lists.joint(colour, type).count;
      if (n != 0) {
        types = max<u32>(types, type + 1);
        world.activeJointCount += n;
        bytes += blockCount(colour, n) * blockBytes(type);
      }
    }
  }
  world.jointTypes = types;
  if (!Buffer.ensureScratch(jointBlocks, bytes) || !beginChains()) {
    world.fault = Code.OutOfMemory;
    return false;
  }
  let q = jointBlocks.ptr;
  for (let colour: u32 = 0; colour < COLOUR_COUNT; colour++) {
    for (let type: u32 = 0; type < types; type++) {
      const list = Lists.joint(colour, type);
      const n = list.count;
      if (n == 0) {
        continue;
      }
      const size = blockBytes(type);
      // Other solvers than the soft one are rigid anyhow.
      const pins = type == JointType.Revolute && world.solver == SolverKind.Soft;
      if (pins) {
        noteRun(colour, q);
      }
      const each: u32 = colour == OVERFLOW_COLOUR ? 1 : 4;
      for (let k: u32 = 0; k < n; k += each) {
        if (!prepareBlock(list, k, min<u32>(k + each, n), type, q, pins)) {
          world.fault = Code.OutOfMemory;
          return false;
        }
        q += size;
      }
    }
  }
  if (!gatherChains()) {
    world.fault = Code.OutOfMemory;
    return false;
  }
  return true;
}

/** The joints at places `from` up to `to` of a list → the block at `q`. `pins`: they may be parts of rows. False: out of memory. */
function prepareBlock(list: Buffer, from: u32, to: u32, type: u32, q: usize, pins: bool): bool {
  const size = to - from;
  if (size < 4) {
    memory.fill(q, 0, blockBytes(type));
  }
  const j0 = changetype<usize>(Joints.at(List.get(list, from)));
  const j1 = changetype<usize>(Joints.at(size > 1 ? List.get(list, from + 1) : 0));
  const j2 = changetype<usize>(Joints.at(size > 2 ? List.get(list, from + 2) : 0));
  const j3 = changetype<usize>(Joints.at(size > 3 ? List.get(list, from + 3) : 0));
  if (ASC_FEATURE_SIMD) {
    prepareLanes<v128>(q, j0, j1, j2, j3);
  } else {
    prepareLanes<f32>(q, j0, j0, j0, j0);
    prepareLanes<f32>(q + 4, j1, j1, j1, j1);
    prepareLanes<f32>(q + 8, j2, j2, j2, j2);
    prepareLanes<f32>(q + 12, j3, j3, j3, j3);
  }
  const extras = (load<u64>(q, JointRow.active) | load<u64>(q, JointRow.active + 8)) != 0;
  if (extras || type != JointType.Revolute) {
    for (let k: u32 = 0; k < size; k++) {
      prepareOne(type, Joints.at(List.get(list, from + k)), q + ((<usize>k) << 2));
    }
  }
  for (let k: u32 = 0; pins && k < size; k++) {
    const slot = List.get(list, from + k);
    if (Rows.mayHave(Joints.at(slot)) && !noteLoad(slot, q + ((<usize>k) << 2))) {
      return false;
    }
  }
  return true;
}

/** What a type has beyond that, in lane `q`. */
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

/** Axes of a block of a type solved by rows, where its bodies are now. */
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

function warmStartOthers<T, M>(type: u32, start: usize, end: usize): void {
  if (type == JointType.Gear) {
    for (let q = start; q < end; q += GEAR_BYTES) {
      warmStartGear(q);
    }
    return;
  }
  const plan = planOf(type);
  const bytes = rowBytes(type);
  let p = start;
  do {
    place<T, M>(type, p);
    warmStartRows<T, M>(p, plan);
    p = V.next<T>(p, bytes);
  } while (p < end);
}

/** Bodies have not moved since the warm start, but by the relaxing pass they have. */
function solveOthers<T, M, B>(type: u32, start: usize, end: usize): void {
  if (type == JointType.Gear) {
    for (let q = start; q < end; q += GEAR_BYTES) {
      solveGear(q, isInteger<B>());
    }
    return;
  }
  const plan = planOf(type);
  const bytes = rowBytes(type);
  let p = start;
  do {
    if (!isInteger<B>()) {
      place<T, M>(type, p);
    }
    solveRows<T, M, B>(p, plan);
    p = V.next<T>(p, bytes);
  } while (p < end);
}

export function warmStartJoints(): void {
  if (world.jointCount == 0) {
    return;
  }
  const types = world.jointTypes;
  let q = jointBlocks.ptr;
  for (let colour: u32 = 0; colour < COLOUR_COUNT; colour++) {
    for (let type: u32 = 0; type < types; type++) {
      const n = Lists.joint(colour, type).count;
      if (n != 0) {
        const end = q + blockCount(colour, n) * blockBytes(type);
        switch (type) {
          case JointType.Distance:
            if (ASC_FEATURE_SIMD) {
              warmStartDistance<v128, v128>(q, end);
            } else {
              warmStartDistance<f32, bool>(q, end);
            }
            break;
          case JointType.Revolute:
            if (ASC_FEATURE_SIMD) {
              warmStartRevolute<v128, v128>(q, end);
            } else {
              warmStartRevolute<f32, bool>(q, end);
            }
            break;
          default:
            if (ASC_FEATURE_SIMD) {
              warmStartOthers<v128, v128>(type, q, end);
            } else {
              warmStartOthers<f32, bool>(type, q, end);
            }
            break;
        }
        q = end;
      }
    }
  }
}

/** `B` int: the biased pass, float: the relaxing one. */
export function solveJoints<B>(): void {
  if (world.jointCount == 0) {
    return;
  }
  const types = world.jointTypes;
  let q = jointBlocks.ptr;
  for (let colour: u32 = 0; colour < COLOUR_COUNT; colour++) {
    for (let type: u32 = 0; type < types; type++) {
      const n = Lists.joint(colour, type).count;
      if (n != 0) {
        const end = q + blockCount(colour, n) * blockBytes(type);
        switch (type) {
          case JointType.Distance:
            if (ASC_FEATURE_SIMD) {
              solveDistance<v128, v128, B>(q, end);
            } else {
              solveDistance<f32, bool, B>(q, end);
            }
            break;
          case JointType.Revolute:
            if (ASC_FEATURE_SIMD) {
              solveRevolute<v128, v128, B>(q, end);
            } else {
              solveRevolute<f32, bool, B>(q, end);
            }
            break;
          default:
            if (ASC_FEATURE_SIMD) {
              solveOthers<v128, v128, B>(type, q, end);
            } else {
              solveOthers<f32, bool, B>(type, q, end);
            }
            break;
        }
        q = end;
      }
    }
  }
  solveChains<B>();
}

/** Accumulated impulses → joints. */
export function storeJoints(): void {
  if (world.jointCount == 0) {
    return;
  }
  const types = world.jointTypes;
  let q = jointBlocks.ptr;
  for (let colour: u32 = 0; colour < COLOUR_COUNT; colour++) {
    for (let type: u32 = 0; type < types; type++) {
      const list = Lists.joint(colour, type);
      const n = list.count;
      if (n == 0) {
        continue;
      }
      const size = blockBytes(type);
      for (let k: u32 = 0; k < n; k++) {
        const j = Joints.at(List.get(list, k));
        const lane = Lanes.at(q, colour, k, size);
        if (type == JointType.Gear) {
          storeGear(j, lane);
        } else if (type > <u32>JointType.Revolute) {
          storeRows(j, lane, planOf(type));
        } else {
          storeLane(j, lane, type == JointType.Distance || load<u32>(lane, JointRow.active) != 0);
        }
      }
      q += blockCount(colour, n) * size;
    }
  }
}
