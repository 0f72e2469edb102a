import { Buffer, List } from "../memory/buffer";
import { radixSortPairs } from "../memory/radix_sort";
import { BoxList, Boxes, PairSearch, WANT_AWAKE, WANT_RESTING } from "./box_list";

/**
 * Sort and sweep (Cohen et al. 1995, "I-COLLIDE", on one axis): boxes are kept in the order of their lower sides on the
 * axis along which the scene is longest; two boxes can overlap only if the one that starts later does so before the other
 * ends. The order of the last step is almost that of this one, so insertion sort mends it in about one pass.
 *
 * Resting items lie in a list of their own, sorted when it changes and swept against the other.
 */
@unmanaged
export class Sweep {
  active: BoxList;
  rest: BoxList;
  /** Byte offset of the sides swept along in a box: 0 for x, 4 for y. */
  axis: usize;
  /** Calls since the axis was chosen. */
  age: u32;
  /** Items that insertion sort moved by one place in the last call; if more than `MAX_SWAPS` each, all were sorted anew. */
  swaps: u32;
  /** Versions of the two lists that it holds; 0: none. */
  activeVersion: u32;
  restVersion: u32;
}

/** Calls after which the axis is chosen again. */
const AXIS_INTERVAL: u32 = 16;
/** The other axis must be better by this factor: a change sorts everything anew. */
const AXIS_GAIN: f64 = 1.5;
/** With more swaps per item than this, a radix sort is quicker. */
const MAX_SWAPS: u32 = 8;

/**
 * Finds the new pairs among the items of `active` and between those and `resting`, lists in which 0 is nobody.
 * Versions, above 0, change when anything is added or, of `active`, removed. All fields but the lists start as 0. False:
 * out of memory, start anew.
 */
export function sweepPairs(
  w: Sweep,
  active: Buffer,
  resting: Buffer,
  activeVersion: u32,
  restVersion: u32,
  s: PairSearch,
  spaceA: Buffer,
  spaceB: Buffer,
): bool {
  const bytes = (<usize>max<u32>(active.count, resting.count)) << 3;
  if (
    !Buffer.ensureScratch(spaceA, max<usize>(bytes, <usize>s.end)) ||
    !Buffer.ensureScratch(spaceB, bytes) ||
    !Boxes.reserve(w.active, active.count) ||
    !Boxes.reserve(w.rest, resting.count)
  ) {
    return false;
  }
  let anew = false;
  if (w.activeVersion != activeVersion) {
    w.activeVersion = activeVersion;
    anew = takeItems(w.active, active, spaceA.ptr, s.end) > 64 + (w.active.count >> 3);
  }
  if (w.age % AXIS_INTERVAL == 0 && chooseAxis(w, s.boxes)) {
    anew = true;
    w.restVersion = 0;
  }
  w.age++;
  if (anew || !mendOrder(w, s.boxes)) {
    sortItems(w.active, s.boxes + w.axis, spaceA.ptr, spaceB.ptr);
    fill(w.active, s.boxes);
  }
  if (w.restVersion != restVersion) {
    w.restVersion = restVersion;
    w.rest.count = 0;
    takeItems(w.rest, resting, spaceA.ptr, s.end);
    sortItems(w.rest, s.boxes + w.axis, spaceA.ptr, spaceB.ptr);
    fill(w.rest, s.boxes);
  }
  sweepSelf(w, s);
  sweepRest(w, s);
  return true;
}

/** Drops items that are no longer in `order` and appends the new ones. Returns how many are new. `seen`: a byte per item. */
function takeItems(l: BoxList, order: Buffer, seen: usize, end: u32): u32 {
  memory.fill(seen, 0, end);
  const n = order.count;
  for (let k: u32 = 0; k < n; k++) {
    store<u8>(seen + List.get(order, k), 1);
  }
  store<u8>(seen, 0);
  let kept: u32 = 0;
  for (let k: u32 = 0; k < l.count; k++) {
    const item = load<u32>(Boxes.item(l, k));
    if (load<u8>(seen + item) == 1) {
      store<u8>(seen + item, 0);
      store<u32>(Boxes.item(l, kept), item);
      kept++;
    }
  }
  const old = kept;
  for (let k: u32 = 0; k < n; k++) {
    const item = List.get(order, k);
    if (load<u8>(seen + item) == 1) {
      store<u32>(Boxes.item(l, kept), item);
      kept++;
    }
  }
  l.count = kept;
  return kept - old;
}

/** Chooses the axis along which the centres vary most. Has it changed? */
function chooseAxis(w: Sweep, boxes: usize): bool {
  let n: f64 = 0;
  let sumX: f64 = 0;
  let sumY: f64 = 0;
  let squareX: f64 = 0;
  let squareY: f64 = 0;
  for (let k: u32 = 0; k < w.active.count; k++) {
    const box = boxes + ((<usize>load<u32>(Boxes.item(w.active, k))) << 4);
    const x: f64 = <f64>load<f32>(box) + <f64>load<f32>(box, 8);
    const y: f64 = <f64>load<f32>(box, 4) + <f64>load<f32>(box, 12);
    // A half-space has no centre.
    if (x - x == 0 && y - y == 0) {
      n += 1;
      sumX += x;
      sumY += y;
      squareX += x * x;
      squareY += y * y;
    }
  }
  // Times n²
  const varianceX: f64 = squareX * n - sumX * sumX;
  const varianceY: f64 = squareY * n - sumY * sumY;
  const flips = w.axis == 0 ? varianceY > varianceX * AXIS_GAIN : varianceX > varianceY * AXIS_GAIN;
  if (flips) {
    w.axis ^= 4;
  }
  return flips;
}

/** Enters the active boxes in the order of their lower sides, by insertion. False if it gave up: sort and fill. */
function mendOrder(w: Sweep, boxes: usize): bool {
  const l = w.active;
  const n = l.count;
  const low = lowerSides(w, l);
  const stride = l.stride;
  let budget = n * MAX_SWAPS;
  w.swaps = 0;
  for (let k: u32 = 0; k < n; k++) {
    const item = load<u32>(Boxes.item(l, k));
    const box = boxes + ((<usize>item) << 4);
    const key = load<f32>(box + w.axis);
    let place = k;
    while (place > 0 && load<f32>(low + ((<usize>place) << 2) - 4) > key) {
      for (let p = l.data.ptr + ((<usize>place) << 2), end = p + stride * 5; p < end; p += stride) {
        store<u32>(p, load<u32>(p - 4));
      }
      place--;
    }
    Boxes.put(l, place, box);
    if (place != k) {
      store<u32>(Boxes.item(l, place), item);
      const swaps = k - place;
      w.swaps += swaps;
      if (swaps > budget) {
        return false;
      }
      budget -= swaps;
    }
  }
  return true;
}

/** Sorts the items by lower side (`sides`: its column), 8 bytes an item of room at `a` and `b`. */
function sortItems(l: BoxList, sides: usize, a: usize, b: usize): void {
  const n = l.count;
  for (let k: u32 = 0; k < n; k++) {
    const item = load<u32>(Boxes.item(l, k));
    // Floats in the order of unsigned integers: flip the sign, and all other bits of a negative one.
    const bits = load<i32>(sides + ((<usize>item) << 4));
    store<u32>(a + ((<usize>k) << 3), (<u32>bits) ^ ((<u32>(bits >> 31)) | 0x80000000));
    store<u32>(a + ((<usize>k) << 3), item, 4);
  }
  const sorted = radixSortPairs(a, b, n, 32);
  for (let k: u32 = 0; k < n; k++) {
    store<u32>(Boxes.item(l, k), load<u32>(sorted + ((<usize>k) << 3), 4));
  }
}

function fill(l: BoxList, boxes: usize): void {
  for (let k: u32 = 0; k < l.count; k++) {
    Boxes.put(l, k, boxes + ((<usize>load<u32>(Boxes.item(l, k))) << 4));
  }
}

/** Address of the lower sides on the axis; the upper ones lie two strides on. */
function lowerSides(w: Sweep, l: BoxList): usize {
  return l.data.ptr + (w.axis != 0 ? l.stride : 0);
}

function sweepSelf(w: Sweep, s: PairSearch): void {
  const l = w.active;
  const n = l.count;
  const low = lowerSides(w, l);
  const high = low + (l.stride << 1);
  for (let k: u32 = 0; k + 1 < n; k++) {
    const limit = load<f32>(high + ((<usize>k) << 2));
    if (load<f32>(low + ((<usize>k) << 2), 4) <= limit) {
      Boxes.scan(l, k + 1, n, low - l.data.ptr, limit, load<u32>(Boxes.item(l, k)), WANT_AWAKE, s);
    }
  }
}

function sweepRest(w: Sweep, s: PairSearch): void {
  const a = w.active;
  const b = w.rest;
  const lowA = lowerSides(w, a);
  const lowB = lowerSides(w, b);
  // First movers from the resting boxes that start with them or later …
  let j: u32 = 0;
  for (let k: u32 = 0; k < a.count; k++) {
    const side = load<f32>(lowA + ((<usize>k) << 2));
    while (j < b.count && load<f32>(lowB + ((<usize>j) << 2)) < side) {
      j++;
    }
    const item = load<u32>(Boxes.item(a, k));
    if (load<u8>(s.marks + item) & 1) {
      const limit = load<f32>(lowA + (a.stride << 1) + ((<usize>k) << 2));
      Boxes.scan(b, j, b.count, lowB - b.data.ptr, limit, item, WANT_RESTING, s);
    }
  }
  // … then resting boxes from the movers that start later.
  j = 0;
  for (let k: u32 = 0; k < b.count && j < a.count; k++) {
    const side = load<f32>(lowB + ((<usize>k) << 2));
    while (j < a.count && load<f32>(lowA + ((<usize>j) << 2)) <= side) {
      j++;
    }
    const limit = load<f32>(lowB + (b.stride << 1) + ((<usize>k) << 2));
    if (j < a.count && load<f32>(lowA + ((<usize>j) << 2)) <= limit) {
      const item = load<u32>(Boxes.item(b, k));
      if (load<u8>(s.marks + item) & 2) {
        Boxes.scan(a, j, a.count, lowA - a.data.ptr, limit, item, WANT_AWAKE, s);
      }
    }
  }
}
