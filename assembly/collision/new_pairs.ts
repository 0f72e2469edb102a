import { Buffer } from "../memory/buffer";
import { SCRATCH } from "../memory/scratch";
import { Lanes, Tree, WideBvh, boxesOverlap } from "./wide_bvh";

// Pairs of blocks that findNewPairs has still to look at, two words each: level << 28 | block of a, and block of b. Above level 0 they
// form a stack, to which a level adds at most sixteen; those of level 0 form a list, which is met some fifty at a time. The two words in
// front say which part of that list is not told yet, from where to where.
const MET: usize = SCRATCH;
const MET_END: usize = SCRATCH + 4;
const STACK: usize = SCRATCH + 8;
const LEAVES: usize = SCRATCH + 2048;
const LEAF_BYTES: usize = 16;
const LEAVES_FULL: usize = LEAVES + 48 * LEAF_BYTES;

/**
 * Finds every pair of items, one of `a` and one of `b` (both of `a`, when the trees are the same), whose boxes overlap now and did not in
 * `oldBoxes`, at least one of them a mover and at least one not static. Appends u64 keys (lower item << 32 | higher item) to `out`, in no
 * particular order. When the trees differ, only `a` may hold movers.
 *
 * It stops where `out` has no more room, and returns what to pass as `from` to go on once there is (meanwhile its state lies in SCRATCH);
 * 0 when it is through. Pass 0 to begin.
 */
export function findNewPairs(a: WideBvh, b: WideBvh, oldBoxes: usize, out: Buffer, from: usize): usize {
  if (a.count == 0 || b.count == 0) {
    return 0;
  }
  const nodesA = a.nodes.ptr;
  const nodesB = b.nodes.ptr;
  const masksA = nodesA + a.masks;
  const masksB = nodesB + b.masks;
  let top = from;
  let met = load<usize>(MET);
  let end = load<usize>(MET_END);
  if (top == 0) {
    store<u32>(STACK, max<u32>(max<u32>(a.root, b.root), 1) << 28);
    store<u32>(STACK, 0, 4);
    top = STACK + 8;
    met = LEAVES;
    end = LEAVES;
  }
  while (true) {
    met = tellMet(met, end, oldBoxes, out);
    if (met != end) {
      store<usize>(MET, met);
      store<usize>(MET_END, end);
      return top;
    }
    if (top == STACK) {
      return 0;
    }
    let leaves = LEAVES;
    do {
      top -= 8;
      const code = load<u32>(top);
      const level = code >> 28;
      const blockA = code & 0x0fffffff;
      const blockB = load<u32>(top, 4);
      const offsetA = Tree.levelOffset(a, level) + ((<usize>blockA) << 6);
      const offsetB = Tree.levelOffset(b, level) + ((<usize>blockB) << 6);
      const pa = nodesA + offsetA;
      const pb = nodesB + offsetB;
      const maskA = load<u8>(masksA + (offsetA >> 6));
      const maskB = load<u8>(masksB + (offsetB >> 6));
      let bits = meet(pa, pb, maskA, maskB, pa == pb ? 0x8cef : 0xffff);
      const childA = ((level - 1) << 28) | (blockA << 2);
      const childB = blockB << 2;
      const toLeaves = level == 1;
      let p = toLeaves ? leaves : top;
      const size: usize = toLeaves ? LEAF_BYTES : 8;
      for (; bits != 0; bits &= bits - 1, p += size) {
        const k = ctz(bits);
        store<u32>(p, childA + (k >> 2));
        store<u32>(p, childB + (k & 3), 4);
      }
      if (toLeaves) {
        leaves = p;
      } else {
        top = p;
      }
    } while (top != STACK && leaves < LEAVES_FULL);
    met = LEAVES;
    end = meetLeaves(a, b, leaves);
  }
}

/**
 * Lanes of two blocks that overlap and may make a pair: four bits, lanes of B, for each lane of A. They are one number so that one loop
 * goes through all of them: a loop per lane would end at random four times. `once`: a mask that keeps each pair once where both are the
 * same block of the same tree.
 * @inline
 */
function meet(pa: usize, pb: usize, maskA: u32, maskB: u32, once: u32): u32 {
  const wanted =
    (nibbles(maskA & 15) | ((maskB & 15) * 0x1111)) & (nibbles(maskA >> 4) | ((maskB >> 4) * 0x1111)) & once;
  let bits: u32 = 0;
  for (let i: u32 = 0; i < 16; i += 4, pa += 4) {
    if (ASC_FEATURE_SIMD || ((wanted >> i) & 15) != 0) {
      bits |= Lanes.overlapsLane(pb, pa) << i;
    }
  }
  return bits & wanted;
}

/**
 * Replaces the pairs of blocks in LEAVES by those with lanes that meet, as three words: where the items of both begin in the orders, and
 * the lanes. Returns their end.
 */
function meetLeaves(a: WideBvh, b: WideBvh, end: usize): usize {
  const nodesA = a.nodes.ptr;
  const nodesB = b.nodes.ptr;
  const masksA = nodesA + a.masks;
  const masksB = nodesB + b.masks;
  const orderA = a.order.ptr;
  const orderB = b.order.ptr;
  let out = LEAVES;
  for (let p = LEAVES; p < end; p += LEAF_BYTES) {
    const blockA = <usize>load<u32>(p);
    const blockB = <usize>load<u32>(p, 4);
    const pa = nodesA + (blockA << 6);
    const pb = nodesB + (blockB << 6);
    const bits = meet(pa, pb, load<u8>(masksA + blockA), load<u8>(masksB + blockB), pa == pb ? 0x08ce : 0xffff);
    store<usize>(out, orderA + (blockA << 4));
    store<usize>(out, orderB + (blockB << 4), 4);
    store<u32>(out, bits, 8);
    out += <usize>(bits != 0) * LEAF_BYTES;
  }
  return out;
}

/**
 * Appends those of them that are new to `out`; returns where it stopped for want of room, or the end. One turn of the loop per pair, and
 * neither the last pair of two blocks nor an old pair takes a branch: those would be taken at random.
 */
function tellMet(p: usize, end: usize, oldBoxes: usize, out: Buffer): usize {
  let key = out.ptr + ((<usize>out.count) << 3);
  const limit = out.ptr + out.capacity;
  let bits = load<u32>(p, 8);
  while (p != end && key < limit) {
    const k = <usize>ctz(bits);
    const x = load<u32>(load<usize>(p) + (k & 12));
    const y = load<u32>(load<usize>(p, 4) + ((k & 3) << 2));
    store<u32>(key, max<u32>(x, y));
    store<u32>(key, min<u32>(x, y), 4);
    key += (<usize>!boxesOverlap(oldBoxes + ((<usize>x) << 4), oldBoxes + ((<usize>y) << 4))) << 3;
    bits &= bits - 1;
    const through = <u32>(bits == 0);
    p += <usize>through * LEAF_BYTES;
    bits |= load<u32>(p, 8) & -through;
  }
  store<u32>(p, bits, 8);
  out.count = <u32>((key - out.ptr) >> 3);
  return p;
}

/** Spreads four bits over 16: each bit that is set makes four. @inline */
function nibbles(m: u32): u32 {
  m = (m | (m << 6)) & 0x303;
  return ((m | (m << 3)) & 0x1111) * 15;
}
