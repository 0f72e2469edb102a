import { V } from "../math/wide";
import { Aabb } from "./aabb";
import { Buffer, List } from "../memory/buffer";
import { SCRATCH } from "../memory/scratch";

/**
 * An implicit bounding volume hierarchy, four boxes wide, over items in the order of a space-filling curve.
 *
 * Level 0, block b holds the boxes of items order[4b … 4b+3]; block b of level l holds the bounds of blocks 4b … 4b+3 one
 * level down. So a child needs no pointer: lane k of block b leads to block 4b + k. A block is 64 bytes:
 *
 *      0 ─ 15   x0 of lanes 0 1 2 3
 *     16 ─ 31   y0
 *     32 ─ 47   x1
 *     48 ─ 63   y1
 *
 * and beside it one byte: bits 0–3 are the lanes that contain a mover, bits 4–7 those that contain something that is not
 * static (the marks of an item are bits 0 and 4 of a byte, `ShapeMark`). Missing lanes hold the empty box (∞, ∞, −∞, −∞), which
 * overlaps nothing. There is no insertion and no balancing: boxes are refitted every step (about 1 ns an item) and the
 * order is sorted anew every few steps; quality lies in the order alone. Pairs are found tree against tree (new_pairs.ts), and a block
 * pair without a mover on either side, or with statics on both, is not entered: a resting world costs nothing here.
 */
@unmanaged
export class WideBvh {
  order: Buffer;
  nodes: Buffer;
  count: u32;
  /** How many places it is laid out for, at least `count`: those behind that are empty, or hold items added since (`refitPlace`). */
  places: u32;
  /** The lowest level with a single block: where queries start. */
  root: u32;
  /** Byte offset of the masks in the node buffer. */
  masks: usize;
  /** Byte offsets of the levels in the node buffer, one word each. */
  level0: usize;
}

const LEVEL_OFFSETS: usize = offsetof<WideBvh>("level0");
/**
 * Every tree has the same number of levels, however few items: two trees can then be walked in step. Ten hold a million
 * items; levels above the root are a chain of single blocks, 64 bytes each.
 */
const LEVELS: u32 = 10;
export const TREE_HEADER_BYTES: usize = 64;
if (LEVEL_OFFSETS + LEVELS * 4 > TREE_HEADER_BYTES) {
  ERROR("the tree header is 64 bytes");
}

export abstract class Tree {
  @inline static levelOffset(t: WideBvh, level: u32): usize {
    return load<usize>(changetype<usize>(t) + LEVEL_OFFSETS + ((<usize>level) << 2));
  }
  /** Address of a block. */
  @inline static block(t: WideBvh, level: u32, index: u32): usize {
    return t.nodes.ptr + Tree.levelOffset(t, level) + ((<usize>index) << 6);
  }
  /** Item at a place of the order. */
  @inline static item(t: WideBvh, index: u32): u32 {
    return load<u32>(t.order.ptr + ((<usize>index) << 2));
  }

  /** Box of the item at a place of the order, as the tree has it. */
  static box(t: WideBvh, index: u32, out: Aabb): void {
    const lane = Tree.block(t, 0, index >> 2) + ((<usize>(index & 3)) << 2);
    out.x0 = load<f32>(lane);
    out.y0 = load<f32>(lane, 16);
    out.x1 = load<f32>(lane, 32);
    out.y1 = load<f32>(lane, 48);
  }

  /** Box around all items, as the tree has them. */
  static bound(t: WideBvh, out: Aabb): void {
    const root = Tree.block(t, t.root, 0);
    storeEmptyBox(changetype<usize>(out));
    for (let lane = root; lane < root + 16; lane += 4) {
      out.x0 = min<f32>(out.x0, load<f32>(lane));
      out.y0 = min<f32>(out.y0, load<f32>(lane, 16));
      out.x1 = max<f32>(out.x1, load<f32>(lane, 32));
      out.y1 = max<f32>(out.y1, load<f32>(lane, 48));
    }
  }

  /** Makes room for laying it out for `count` items; its nodes may be lost. False: out of memory. */
  static room(t: WideBvh, count: u32): bool {
    return Buffer.ensure(t.order, orderBytes(count)) && Buffer.ensureScratch(t.nodes, Tree.nodeBytes(count));
  }

  /** Bytes of the nodes of a tree of `count` items. */
  static nodeBytes(count: u32): usize {
    let blocks: usize = (<usize>count + 3) >> 2;
    let total: usize = 0;
    for (let level: u32 = 0; level < LEVELS; level++) {
      blocks = max<usize>(blocks, 1);
      total += blocks;
      blocks = (blocks + 3) >> 2;
    }
    // Spare mask bytes: a level's last block looks at up to three masks past its end.
    return (total << 6) + total + 4;
  }

  /** Makes room for `count` items in the order, keeping it, and lays out the levels. False: out of memory. */
  static layOut(t: WideBvh, count: u32): bool {
    return Tree.layOutFor(t, count, count);
  }

  /** The same with room for more, `places` in all. */
  static layOutFor(t: WideBvh, count: u32, places: u32): bool {
    if (!Tree.room(t, places)) {
      t.count = 0;
      return false;
    }
    let blocks: usize = (<usize>places + 3) >> 2;
    let total: usize = 0;
    t.root = LEVELS;
    for (let level: u32 = 0; level < LEVELS; level++) {
      store<usize>(changetype<usize>(t) + LEVEL_OFFSETS + ((<usize>level) << 2), total << 6);
      blocks = max<usize>(blocks, 1);
      total += blocks;
      if (blocks == 1 && t.root == LEVELS) {
        t.root = level;
      }
      blocks = (blocks + 3) >> 2;
    }
    t.masks = total << 6;
    t.count = count;
    t.places = places;
    // Places past the end lead to item 0, whose box is empty.
    for (let k = (<usize>count) << 2; k < orderBytes(places); k += 4) {
      store<u32>(t.order.ptr + k, 0);
    }
    return true;
  }
}

export function orderBytes(count: u32): usize {
  return ((<usize>count + 4) & ~3) << 2;
}

/** Do two boxes (x0 y0 x1 y1, 16 bytes each) overlap or touch? @inline */
export function boxesOverlap(a: usize, b: usize): bool {
  if (ASC_FEATURE_SIMD) {
    const p = v128.load(a);
    const q = v128.load(b);
    return v128.all_true<i32>(f32x4.le(v128.shuffle<i32>(p, q, 0, 1, 4, 5), v128.shuffle<i32>(q, p, 2, 3, 6, 7)));
  } else {
    return (
      load<f32>(a) <= load<f32>(b, 8) &&
      load<f32>(a, 4) <= load<f32>(b, 12) &&
      load<f32>(b) <= load<f32>(a, 8) &&
      load<f32>(b, 4) <= load<f32>(a, 12)
    );
  }
}

export function storeEmptyBox(p: usize): void {
  store<f32>(p, Infinity);
  store<f32>(p, Infinity, 4);
  store<f32>(p, -Infinity, 8);
  store<f32>(p, -Infinity, 12);
}

export function isEmptyBox(p: usize): bool {
  return load<f32>(p) > load<f32>(p, 8);
}

/** Writes the block at `d` from four boxes (x0 y0 x1 y1), and their bound to `up`. @inline */
function storeBlock(d: usize, a: usize, b: usize, c: usize, e: usize, up: usize): void {
  if (ASC_FEATURE_SIMD) {
    const va = v128.load(a);
    const vb = v128.load(b);
    const vc = v128.load(c);
    const ve = v128.load(e);
    const ab = v128.shuffle<i32>(va, vb, 0, 4, 1, 5);
    const ce = v128.shuffle<i32>(vc, ve, 0, 4, 1, 5);
    const ab2 = v128.shuffle<i32>(va, vb, 2, 6, 3, 7);
    const ce2 = v128.shuffle<i32>(vc, ve, 2, 6, 3, 7);
    v128.store(d, v128.shuffle<i32>(ab, ce, 0, 1, 4, 5));
    v128.store(d, v128.shuffle<i32>(ab, ce, 2, 3, 6, 7), 16);
    v128.store(d, v128.shuffle<i32>(ab2, ce2, 0, 1, 4, 5), 32);
    v128.store(d, v128.shuffle<i32>(ab2, ce2, 2, 3, 6, 7), 48);
    const lower = f32x4.pmin(f32x4.pmin(va, vb), f32x4.pmin(vc, ve));
    const upper = f32x4.pmax(f32x4.pmax(va, vb), f32x4.pmax(vc, ve));
    v128.store(up, v128.shuffle<i32>(lower, upper, 0, 1, 6, 7));
  } else {
    for (let k: usize = 0; k < 16; k += 4) {
      const pa = load<f32>(a + k);
      const pb = load<f32>(b + k);
      const pc = load<f32>(c + k);
      const pe = load<f32>(e + k);
      const q = d + (k << 2);
      store<f32>(q, pa);
      store<f32>(q, pb, 4);
      store<f32>(q, pc, 8);
      store<f32>(q, pe, 12);
      const low = k < 8;
      const ab = low == pa < pb ? pa : pb;
      const ce = low == pc < pe ? pc : pe;
      store<f32>(up + k, low == ab < ce ? ab : ce);
    }
  }
}

/**
 * Refits all levels to the items' boxes. `boxes`: column of boxes by item; `marks`: column of bytes by item, bit 0 for a
 * mover, bit 4 for what is not static.
 * `space`: 16 bytes a block of level 0 and 64 more.
 */
export function refitTree(t: WideBvh, boxes: usize, marks: usize, space: usize): void {
  let blocks = (t.places + 3) >> 2;
  let d = t.nodes.ptr;
  let mask = d + t.masks;
  let up = space;
  let q = t.order.ptr;
  for (const end = q + ((<usize>blocks) << 4); q < end; q += 16) {
    const i0 = <usize>load<u32>(q);
    const i1 = <usize>load<u32>(q, 4);
    const i2 = <usize>load<u32>(q, 8);
    const i3 = <usize>load<u32>(q, 12);
    storeBlock(d, boxes + (i0 << 4), boxes + (i1 << 4), boxes + (i2 << 4), boxes + (i3 << 4), up);
    const m =
      ((<u32>load<u8>(marks + i0)) & 0x11) |
      (((<u32>load<u8>(marks + i1)) & 0x11) << 1) |
      (((<u32>load<u8>(marks + i2)) & 0x11) << 2) |
      (((<u32>load<u8>(marks + i3)) & 0x11) << 3);
    store<u8>(mask, <u8>m);
    d += 64;
    up += 16;
    mask++;
  }
  // Upper levels read the bounds that the level below wrote and overwrite them: a block reads four and writes one.
  let below = t.nodes.ptr + t.masks;
  for (let level: u32 = 1; level < LEVELS; level++) {
    for (let k: usize = 0; k < 4; k++) {
      storeEmptyBox(space + ((<usize>blocks + k) << 4));
    }
    // Byte by byte: the address is not a multiple of four, and wasm2js rounds those of wider stores down.
    for (let k: usize = 0; k < 4; k++) {
      store<u8>(mask + k, 0);
    }
    const next = max<u32>((blocks + 3) >> 2, 1);
    let s = space;
    up = space;
    let upper = mask;
    for (let k: u32 = 0; k < next; k++) {
      storeBlock(d, s, s + 16, s + 32, s + 48, up);
      const left = blocks - (k << 2);
      let m = blocks > 0 ? anyLane(below) : 0;
      m |= left > 1 ? anyLane(below + 1) << 1 : 0;
      m |= left > 2 ? anyLane(below + 2) << 2 : 0;
      m |= left > 3 ? anyLane(below + 3) << 3 : 0;
      store<u8>(upper, <u8>m);
      upper++;
      below += left < 4 ? <usize>left : 4;
      d += 64;
      s += 64;
      up += 16;
    }
    mask = upper;
    blocks = next;
  }
}

/** Refits the box at a place of the order and the bounds above it. Masks stay as they are: only pairs are found by them, not queries. */
export function refitPlace(t: WideBvh, place: u32, boxes: usize): void {
  const box = boxes + ((<usize>Tree.item(t, place)) << 4);
  let x0 = load<f32>(box);
  let y0 = load<f32>(box, 4);
  let x1 = load<f32>(box, 8);
  let y1 = load<f32>(box, 12);
  for (let level: u32 = 0; level <= t.root; level++) {
    const block = Tree.block(t, level, place >> 2);
    const lane = block + ((<usize>(place & 3)) << 2);
    store<f32>(lane, x0);
    store<f32>(lane, y0, 16);
    store<f32>(lane, x1, 32);
    store<f32>(lane, y1, 48);
    for (let p = block; p < block + 16; p += 4) {
      x0 = min<f32>(x0, load<f32>(p));
      y0 = min<f32>(y0, load<f32>(p, 16));
      x1 = max<f32>(x1, load<f32>(p, 32));
      y1 = max<f32>(y1, load<f32>(p, 48));
    }
    place >>= 2;
  }
}

/** Bits 0 and 4: is any of bits 0–3 of a mask set, and any of bits 4–7? @inline */
function anyLane(mask: usize): u32 {
  const m = <u32>load<u8>(mask);
  return (<u32>((m & 15) != 0)) | ((<u32>(m > 15)) << 4);
}

export abstract class Lanes {
  /** Lanes of a block whose boxes overlap one box, as four bits. */
  @inline static overlaps(block: usize, x0: f32, y0: f32, x1: f32, y1: f32): u32 {
    if (ASC_FEATURE_SIMD) {
      return <u32>(
        i32x4.bitmask(
          v128.and(
            v128.and(f32x4.le(v128.load(block), f32x4.splat(x1)), f32x4.le(v128.load(block, 16), f32x4.splat(y1))),
            v128.and(f32x4.ge(v128.load(block, 32), f32x4.splat(x0)), f32x4.ge(v128.load(block, 48), f32x4.splat(y0))),
          ),
        )
      );
    } else {
      return (
        Lanes.overlap(block, x0, y0, x1, y1) |
        (Lanes.overlap(block + 4, x0, y0, x1, y1) << 1) |
        (Lanes.overlap(block + 8, x0, y0, x1, y1) << 2) |
        (Lanes.overlap(block + 12, x0, y0, x1, y1) << 3)
      );
    }
  }

  /** The same for the box whose lane lies at p, in another block. */
  @inline static overlapsLane(block: usize, p: usize): u32 {
    return Lanes.overlaps(block, load<f32>(p), load<f32>(p, 16), load<f32>(p, 32), load<f32>(p, 48));
  }

  /** 1 if the box whose lane lies at p overlaps another, else 0. */
  @inline private static overlap(p: usize, x0: f32, y0: f32, x1: f32, y1: f32): u32 {
    return load<f32>(p) <= x1 && load<f32>(p, 16) <= y1 && load<f32>(p, 32) >= x0 && load<f32>(p, 48) >= y0 ? 1 : 0;
  }

  /**
   * Lanes of a block that a ray enters before `limit`, as four bits; where it enters each, four f32 at `entries`. Near
   * sides lie at `nearX`, `nearY` of the block and are met from (fromX, fromY), far ones 32 bytes across, from (toX, toY):
   * apart, so that boxes can be grown. (shortX, shortY), (longX, longY): the inverse of the ray's displacement.
   */
  @inline static crossed(
    block: usize,
    nearX: usize,
    nearY: usize,
    fromX: f32,
    fromY: f32,
    toX: f32,
    toY: f32,
    shortX: f32,
    shortY: f32,
    longX: f32,
    longY: f32,
    limit: f32,
    entries: usize,
  ): u32 {
    const px = block + nearX;
    const qx = block + (nearX ^ 32);
    const py = block + nearY;
    const qy = block + (nearY ^ 32);
    if (ASC_FEATURE_SIMD) {
      const enterX = (v128.load(px) - f32x4.splat(fromX)) * f32x4.splat(shortX);
      const enterY = (v128.load(py) - f32x4.splat(fromY)) * f32x4.splat(shortY);
      const leaveX = (v128.load(qx) - f32x4.splat(toX)) * f32x4.splat(longX);
      const leaveY = (v128.load(qy) - f32x4.splat(toY)) * f32x4.splat(longY);
      const enter = f32x4.pmax(f32x4.pmax(enterX, enterY), f32x4.splat(0));
      const leave = f32x4.pmin(f32x4.pmin(leaveX, leaveY), f32x4.splat(limit));
      v128.store(entries, enter);
      return <u32>i32x4.bitmask(f32x4.le(enter, leave));
    } else {
      let bits: u32 = 0;
      for (let k: usize = 0; k < 16; k += 4) {
        const enterX: f32 = (load<f32>(px + k) - fromX) * shortX;
        const enterY: f32 = (load<f32>(py + k) - fromY) * shortY;
        const leaveX: f32 = (load<f32>(qx + k) - toX) * longX;
        const leaveY: f32 = (load<f32>(qy + k) - toY) * longY;
        const enter = V.max<f32>(V.max<f32>(enterX, enterY), 0);
        const leave = V.min<f32>(V.min<f32>(leaveX, leaveY), limit);
        store<f32>(entries + k, enter);
        bits |= (<u32>(enter <= leave)) << ((<u32>k) >> 2);
      }
      return bits;
    }
  }

  /** Lanes of a block whose boxes are no farther than `limit` from a point; how far each is, four f32 at `entries`. */
  static near(block: usize, x: f32, y: f32, limit: f32, entries: usize): u32 {
    let bits: u32 = 0;
    for (let k: usize = 0; k < 16; k += 4) {
      const p = block + k;
      const dx: f32 = max<f32>(max<f32>(load<f32>(p) - x, x - load<f32>(p, 32)), 0);
      const dy: f32 = max<f32>(max<f32>(load<f32>(p, 16) - y, y - load<f32>(p, 48)), 0);
      const distance: f32 = sqrt<f32>(dx * dx + dy * dy) * (1 - SPAN_SLACK);
      store<f32>(entries + k, distance);
      bits |= (<u32>(distance <= min<f32>(limit, f32.MAX_VALUE))) << ((<u32>k) >> 2); // an empty box is at infinity
    }
    return bits;
  }
}

/** Four roundings of f32, as a share: spans and distances are a little too long, so that no box is missed (Ize 2013). */
export const SPAN_SLACK: f32 = 2.5e-7;

/** Appends every item whose box overlaps the query box to `out` (u32 each). False: out of memory. */
export function queryTree(t: WideBvh, x0: f32, y0: f32, x1: f32, y1: f32, out: Buffer): bool {
  if (t.count == 0) {
    return true;
  }
  let top = SCRATCH;
  store<u32>(top, t.root << 28);
  top += 4;
  do {
    top -= 4;
    const code = load<u32>(top);
    const level = code >> 28;
    const block = code & 0x0fffffff;
    let bits = Lanes.overlaps(Tree.block(t, level, block), x0, y0, x1, y1);
    if (level > 0) {
      const child = ((level - 1) << 28) | (block << 2);
      while (bits != 0) {
        store<u32>(top, child + ctz(bits));
        top += 4;
        bits &= bits - 1;
      }
    } else {
      while (bits != 0) {
        if (!List.push(out, Tree.item(t, (block << 2) + ctz(bits)))) {
          return false;
        }
        bits &= bits - 1;
      }
    }
  } while (top != SCRATCH);
  return true;
}
