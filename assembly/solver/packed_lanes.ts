import { Buffer, List } from "../memory/buffer";
import { OVERFLOW_COLOUR, columnBlocks, solverBodies } from "../world/buffers";
import { ALL_LANES, Block, Ranges, SECOND, TWO_POINT_BYTES, colourAt } from "./contact_block";

// Lanes of columns, packed. Of the four contacts in a block often only one or two bear a column, and each of those took its extra
// passes as a single lane. Contacts of one colour share no body that moves, so copies of their lanes are solved four at a time,
// with the same result to the bit. Masses and arms stay the same throughout a step and are copied once; impulses are copied for
// the extra passes of each sub-step, and back.

/** A packed lane has the address of the lane that it copies (u32; 0: none) where relaxing passes read nothing. */
const SOURCE: usize = Block.biasRate;

/** Where packed blocks begin: behind the entries of `columnBlocks`. */
export function firstPacked(): usize {
  return columnBlocks.ptr + ((((<usize>columnBlocks.count) << 2) + 15) & ~15);
}

/** Packs the lanes listed in `columnBlocks`. Returns where the packed blocks end; 0: there are none, or no memory for them. */
export function packLanes(): usize {
  const n = columnBlocks.count;
  if (!ASC_FEATURE_SIMD || n == 0) {
    return 0;
  }
  const behind = firstPacked() - columnBlocks.ptr;
  if (!Buffer.ensure(columnBlocks, behind + <usize>n * TWO_POINT_BYTES)) {
    return 0;
  }
  let block = columnBlocks.ptr + behind;
  let lane = block; // where the next one is copied to; at `full`, the end of the last block's lanes, a block is begun
  let full = block;
  let turn: u32 = 0;
  let colourEnd: usize = 0;
  for (let k: u32 = 0; k < n; k++) {
    const entry = List.get(columnBlocks, k);
    const listed = <usize>(entry & ~ALL_LANES);
    for (; listed >= colourEnd; turn++) {
      colourEnd = Ranges.end(colourAt(turn), 1);
      lane = full;
    }
    if (colourAt(turn - 1) == OVERFLOW_COLOUR) {
      lane = full; // contacts without a colour may share bodies
    }
    for (let q = listed, lanes = entry & ALL_LANES; lanes != 0; q += 4, lanes >>= 1) {
      if ((lanes & 1) == 0) {
        continue;
      }
      if (lane == full) {
        clear(block);
        lane = block;
        full = block + 16;
        block += TWO_POINT_BYTES;
      }
      copyLane(lane, q);
      lane += 4;
    }
  }
  return block;
}

/** A block without contacts: between the immovable body and itself. */
function clear(block: usize): void {
  memory.fill(block, 0, TWO_POINT_BYTES);
  for (let q = block; q < block + 16; q += 4) {
    store<usize>(q, solverBodies.ptr, Block.bodyA);
    store<usize>(q, solverBodies.ptr, Block.bodyB);
  }
}

function copyLane(to: usize, from: usize): void {
  for (let field: usize = 0; field < TWO_POINT_BYTES; field += 16) {
    store<u32>(to + field, load<u32>(from + field));
  }
  store<usize>(to, from, SOURCE);
}

/** Impulses of lanes → their packed copies; `back`: the other way. */
export function copyImpulses(packedEnd: usize, back: bool): void {
  for (let p = firstPacked(); p < packedEnd; p += TWO_POINT_BYTES) {
    for (let q = p; q < p + 16; q += 4) {
      const lane = load<usize>(q, SOURCE);
      if (lane != 0) {
        copyPushes(back ? lane : q, back ? q : lane);
      }
    }
  }
}

function copyPushes(to: usize, from: usize): void {
  store<u32>(to, load<u32>(from, Block.tangentImpulse), Block.tangentImpulse);
  for (let point: usize = 0; point <= SECOND; point += SECOND) {
    store<u32>(to + point, load<u32>(from + point, Block.normalImpulse1), Block.normalImpulse1);
    store<u32>(to + point, load<u32>(from + point, Block.totalImpulse1), Block.totalImpulse1);
  }
}
