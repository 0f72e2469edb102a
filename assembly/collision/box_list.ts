import { Buffer } from "../memory/buffer";
import { boxesOverlap } from "./wide_bvh";

/** Where pairs are looked for, and where they go: columns by item, as in `findNewPairs`. */
@unmanaged
export class PairSearch {
  /** x0 y0 x1 y1 of each item, 16 bytes: now, and when pairs were last found. */
  boxes: usize;
  oldBoxes: usize;
  /** A byte per item: bit 0 for a mover, bit 1 for one in the resting list, bit 4 for what is not static. */
  marks: usize;
  /** Items are below this number. */
  end: u32;
  /** u64 keys, lower item << 32 | higher item. */
  out: Buffer;
  /** False: memory ran out, pairs are missing. */
  complete: bool;
}

/** The marks that a pair must have between them: one moved, one is not static, and the second rests or does not. */
export const WANT_AWAKE: u32 = 0x11;
export const WANT_RESTING: u32 = 0x13;

export abstract class Pairs {
  /**
   * Adds a pair whose boxes overlap if it is new and wanted. It is stored always, kept or not: a branch would be taken at
   * random. There must be room for it. Returns where the next goes.
   */
  static add(s: PairSearch, key: usize, x: u32, y: u32, want: u32): usize {
    store<u64>(key, ((<u64>min<u32>(x, y)) << 32) | (<u64>max<u32>(x, y)));
    const marks = ((<u32>load<u8>(s.marks + x)) & 0x11) | ((<u32>load<u8>(s.marks + y)) & 0x13);
    const met = boxesOverlap(s.oldBoxes + ((<usize>x) << 4), s.oldBoxes + ((<usize>y) << 4));
    return key + (((<usize>(marks == want)) & (<usize>!met)) << 3);
  }

  /** Room for `count` more; false: out of memory, which the search notes. */
  static room(s: PairSearch, count: u32): bool {
    const room = Buffer.ensure(s.out, (<usize>s.out.count + <usize>count) << 3);
    if (!room) {
      s.complete = false;
    }
    return room;
  }
}

/**
 * Boxes side by side: arrays of x0, y0, x1, y1 and item, `stride` bytes apart in one block, so that any four neighbours are
 * tested at once. Three more than `count` can be read.
 */
@unmanaged
export class BoxList {
  data: Buffer;
  count: u32;
  stride: usize;
}

export abstract class Boxes {
  /** Room for `count` items; the items in use are kept, boxes are not. False: out of memory. */
  static reserve(l: BoxList, count: u32): bool {
    const old = l.stride;
    if ((<usize>count + 4) << 2 <= old) {
      return true;
    }
    let stride: usize = 256;
    while (stride < (<usize>count + 4) << 2) {
      stride <<= 1;
    }
    if (!Buffer.ensure(l.data, stride * 5)) {
      return false;
    }
    memory.copy(l.data.ptr + (stride << 2), l.data.ptr + (old << 2), (<usize>l.count) << 2);
    l.stride = stride;
    return true;
  }

  /** Address of the item at a place; its sides lie 4, 3, 2 and 1 strides before it. */
  @inline static item(l: BoxList, place: u32): usize {
    return l.data.ptr + (l.stride << 2) + ((<usize>place) << 2);
  }

  /** Writes the sides of a box (x0 y0 x1 y1 at `box`) at a place. */
  static put(l: BoxList, place: u32, box: usize): void {
    const stride = l.stride;
    const p = l.data.ptr + ((<usize>place) << 2);
    store<f32>(p, load<f32>(box));
    store<f32>(p + stride, load<f32>(box, 4));
    store<f32>(p + (stride << 1), load<f32>(box, 8));
    store<f32>(p + stride * 3, load<f32>(box, 12));
  }

  /**
   * Adds the new pairs of an item with those from place `from` to before `end`, or to the first whose side in the array at
   * `low` (0: x0, one stride: y0) lies beyond `limit`.
   */
  static scan(l: BoxList, from: u32, end: u32, low: usize, limit: f32, item: u32, want: u32, s: PairSearch): void {
    if (from >= end) {
      return;
    }
    const stride = l.stride;
    let p = l.data.ptr + ((<usize>from) << 2);
    const last = l.data.ptr + ((<usize>end) << 2);
    const box = s.boxes + ((<usize>item) << 4);
    const x0 = load<f32>(box);
    const y0 = load<f32>(box, 4);
    const x1 = load<f32>(box, 8);
    const y1 = load<f32>(box, 12);
    while (load<f32>(p + low) <= limit) {
      let bits = Boxes.overlaps(p, stride, x0, y0, x1, y1);
      const left = <u32>((last - p) >> 2);
      if (left < 4) {
        bits &= (1 << left) - 1;
      }
      if (bits != 0) {
        if (!Pairs.room(s, 4)) {
          return;
        }
        const out = s.out;
        let key = out.ptr + ((<usize>out.count) << 3);
        do {
          const other = load<u32>(p + (stride << 2) + ((<usize>ctz(bits)) << 2));
          bits &= bits - 1;
          key = Pairs.add(s, key, item, other, want);
        } while (bits != 0);
        out.count = <u32>((key - out.ptr) >> 3);
      }
      p += 16;
      if (p >= last) {
        return;
      }
    }
  }

  /** Which of the four boxes from `p` on overlap one box, as bits. */
  @inline static overlaps(p: usize, stride: usize, x0: f32, y0: f32, x1: f32, y1: f32): u32 {
    const right = p + (stride << 1);
    if (ASC_FEATURE_SIMD) {
      const x = v128.and(f32x4.le(v128.load(p), f32x4.splat(x1)), f32x4.ge(v128.load(right), f32x4.splat(x0)));
      const y = v128.and(
        f32x4.le(v128.load(p + stride), f32x4.splat(y1)),
        f32x4.ge(v128.load(right + stride), f32x4.splat(y0)),
      );
      return <u32>i32x4.bitmask(v128.and(x, y));
    } else {
      let bits: u32 = 0;
      for (let k: u32 = 0; k < 4; k++) {
        const q = p + ((<usize>k) << 2);
        const r = right + ((<usize>k) << 2);
        const hit =
          load<f32>(q) <= x1 && load<f32>(q + stride) <= y1 && load<f32>(r) >= x0 && load<f32>(r + stride) >= y0;
        bits |= (<u32>hit) << k;
      }
      return bits;
    }
  }
}
