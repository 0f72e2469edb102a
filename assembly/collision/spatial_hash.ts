import { Buffer, List } from "../memory/buffer";
import { SCRATCH } from "../memory/scratch";
import { BoxList, Boxes, PairSearch, WANT_AWAKE, WANT_RESTING } from "./box_list";

/**
 * A spatial hash: square cells without bounds, whose numbers are mixed into as many buckets as there are items, so memory
 * depends on the number of items and not on where they are (Teschner et al. 2003). Sizes differ: a box goes to the level
 * whose cells are just large enough that it reaches into at most two of them an axis, each level's cells four times those of
 * the level below (Ericson, Real-Time Collision Detection, 7.2), and is entered once, by its lower corner. What overlaps it
 * on its own level or a coarser one then begins between one cell before it and where it ends.
 *
 * A bucket is (x + y · K) mod 2^k with K near 0.618 · 2^k: neighbours along x lie side by side, so a row of cells is one run
 * of boxes, and rows near each other lie far apart. Items of a grid are sorted by bucket (counting sort) and tested four at
 * a time. Cells far apart may share a bucket; that costs a test, for boxes are compared in any case.
 *
 * Moving items are entered anew each step, resting ones when they change.
 */
@unmanaged
export class Grid {
  list: BoxList;
  /** The levels, then where the run of each bucket begins, then the end. */
  cells: Buffer;
  /** Cells per unit of length on the level of the usual box. */
  scale: f32;
  /** Levels that have items, as bits. */
  levels: u32;
  /** Set by the owner, to know which list it was built from. */
  version: u32;
}

/** Level of the usual box; those below and above have cells of 4^±1, … its size. */
const USUAL_LEVEL: i32 = 4;
/** Level of boxes that fit no cell: they are compared with everything. */
const LARGE: u32 = 15;
/** `cells` begins with the levels: first bucket and mask of each, 8 bytes. */
const LEVEL_BYTES: usize = 128;
const SAMPLES: u32 = 64;
const FARTHEST: f32 = 1073741824;

abstract class Level {
  @inline static first(g: Grid, level: u32): u32 {
    return load<u32>(g.cells.ptr + ((<usize>level) << 3));
  }
  @inline static mask(g: Grid, level: u32): u32 {
    return load<u32>(g.cells.ptr + ((<usize>level) << 3), 4);
  }
  /** Cells per unit of length. */
  static scale(g: Grid, level: u32): f32 {
    return g.scale * reinterpret<f32>((<u32>(127 + 2 * (USUAL_LEVEL - <i32>level))) << 23);
  }
  /** Where the run of a bucket begins; where it ends is where the next one begins. */
  @inline static start(g: Grid, bucket: u32): u32 {
    return load<u32>(g.cells.ptr + LEVEL_BYTES + ((<usize>bucket) << 2));
  }
  /** Where the items of a level begin and end. */
  static begin(g: Grid, level: u32): u32 {
    return Level.start(g, Level.first(g, level));
  }
  static end(g: Grid, level: u32): u32 {
    return Level.start(g, Level.first(g, level) + Level.mask(g, level) + 1);
  }
}

/** Number of the cell along one axis; all cells beyond 2^30 count as one. */
function cellOf(x: f32, scale: f32): i32 {
  const c = floor<f32>(x * scale);
  return <i32>(c > -FARTHEST ? (c < FARTHEST ? c : FARTHEST) : -FARTHEST);
}

/** What row `y` adds to the bucket, K · y. */
function rowOf(y: i32, mask: u32): u32 {
  return <u32>y * ((0x9e3779b1 >> clz<u32>(mask)) | 1);
}

/** Level of a box: its size, then the next one up if it lies across three cells by rounding. */
function levelOf(g: Grid, box: usize): u32 {
  const x0 = load<f32>(box);
  const y0 = load<f32>(box, 4);
  const x1 = load<f32>(box, 8);
  const y1 = load<f32>(box, 12);
  const size: f32 = max<f32>(x1 - x0, y1 - y0) * g.scale;
  // Its binary logarithm rounded up, from the bits; half of that, rounded up, is its logarithm to the base of four.
  const log = <i32>((reinterpret<u32>(size) + 0x7fffff) >> 23) - 127;
  let level = <u32>max<i32>(0, min<i32>(<i32>LARGE, ((log + 1) >> 1) + USUAL_LEVEL));
  while (level < LARGE) {
    const scale = Level.scale(g, level);
    if (cellOf(x1, scale) - cellOf(x0, scale) < 2 && cellOf(y1, scale) - cellOf(y0, scale) < 2) {
      break;
    }
    level++;
  }
  return level;
}

/** Scale for cells of the size of the largest usual box: the largest of 64 samples that is no more than twice the median. */
function usualScale(order: Buffer, boxes: usize): f32 {
  const n = order.count;
  const m = min<u32>(SAMPLES, n);
  let count: u32 = 0;
  for (let k: u32 = 0; k < m; k++) {
    const box = boxes + ((<usize>List.get(order, <u32>((<u64>k * <u64>n) / <u64>m))) << 4);
    const size: f32 = max<f32>(load<f32>(box, 8) - load<f32>(box), load<f32>(box, 12) - load<f32>(box, 4));
    if (!(size > 0 && size < Infinity)) {
      continue;
    }
    let p = SCRATCH + ((<usize>count) << 2);
    while (p > SCRATCH && load<f32>(p - 4) > size) {
      store<f32>(p, load<f32>(p - 4));
      p -= 4;
    }
    store<f32>(p, size);
    count++;
  }
  if (count == 0) {
    return 1;
  }
  const limit: f32 = 2 * load<f32>(SCRATCH + ((<usize>(count >> 1)) << 2));
  while (load<f32>(SCRATCH + ((<usize>(count - 1)) << 2)) > limit) {
    count--;
  }
  return max<f32>(min<f32>(0.999 / load<f32>(SCRATCH + ((<usize>(count - 1)) << 2)), 1e6), 1e-6);
}

/** Enters the items of a list in which 0 is nobody. `space` gives room. False: out of memory. */
export function buildGrid(g: Grid, order: Buffer, boxes: usize, space: Buffer): bool {
  const n = order.count;
  if (!Buffer.ensureScratch(space, (<usize>n) << 2) || !Boxes.reserve(g.list, n)) {
    g.list.count = 0;
    g.levels = 0;
    return false;
  }
  g.scale = usualScale(order, boxes);
  // How many items lie on each level.
  const counts = SCRATCH;
  memory.fill(counts, 0, 64);
  const levels = space.ptr;
  for (let k: u32 = 0; k < n; k++) {
    const item = List.get(order, k);
    if (item != 0) {
      const level = levelOf(g, boxes + ((<usize>item) << 4));
      store<u32>(levels + ((<usize>k) << 2), level);
      const p = counts + ((<usize>level) << 2);
      store<u32>(p, load<u32>(p) + 1);
    }
  }
  // Buckets for twice as many items, at least 32: with fewer, the rows of a window would meet.
  let buckets: u32 = 0;
  g.levels = 0;
  for (let level: u32 = 0; level <= LARGE; level++) {
    const count = load<u32>(counts + ((<usize>level) << 2));
    const mask: u32 = count == 0 || level == LARGE ? 0 : (<u32>-1) >> clz<u32>(max<u32>(16, count) * 2 - 1);
    g.levels |= (<u32>(count > 0)) << level;
    store<u32>(SCRATCH + 64 + ((<usize>level) << 3), buckets);
    store<u32>(SCRATCH + 64 + ((<usize>level) << 3), mask, 4);
    buckets += mask + 1;
  }
  const bytes = ((<usize>buckets + 2) << 2) + LEVEL_BYTES;
  if (!Buffer.ensureScratch(g.cells, bytes)) {
    g.list.count = 0;
    g.levels = 0;
    return false;
  }
  memory.copy(g.cells.ptr, SCRATCH + 64, LEVEL_BYTES);
  const starts = g.cells.ptr + LEVEL_BYTES;
  memory.fill(starts, 0, bytes - LEVEL_BYTES);
  let total: u32 = 0;
  for (let k: u32 = 0; k < n; k++) {
    const item = List.get(order, k);
    if (item == 0) {
      continue;
    }
    const box = boxes + ((<usize>item) << 4);
    const level = load<u32>(levels + ((<usize>k) << 2));
    const scale = Level.scale(g, level);
    const mask = Level.mask(g, level);
    const x = <u32>cellOf(load<f32>(box), scale);
    const bucket = Level.first(g, level) + ((x + rowOf(cellOf(load<f32>(box, 4), scale), mask)) & mask);
    store<u32>(levels + ((<usize>k) << 2), bucket);
    const p = starts + ((<usize>bucket) << 2);
    store<u32>(p, load<u32>(p, 8) + 1, 8);
    total++;
  }
  g.list.count = total;
  // A count of bucket b, at place b + 2, becomes its start at b + 1; placing its items moves that to its end.
  let sum: u32 = 0;
  for (let p = starts + 4, end = starts + ((<usize>buckets + 2) << 2); p < end; p += 4) {
    sum += load<u32>(p);
    store<u32>(p, sum);
  }
  for (let k: u32 = 0; k < n; k++) {
    const item = List.get(order, k);
    if (item == 0) {
      continue;
    }
    const p = starts + ((<usize>load<u32>(levels + ((<usize>k) << 2))) << 2);
    const place = load<u32>(p, 4);
    store<u32>(p, place + 1, 4);
    Boxes.put(g.list, place, boxes + ((<usize>item) << 4));
    store<u32>(Boxes.item(g.list, place), item);
  }
  return true;
}

function scan(g: Grid, from: u32, end: u32, item: u32, want: u32, s: PairSearch): void {
  Boxes.scan(g.list, from, end, 0, Infinity, item, want, s);
}

/** Scans the cells x0 … x1 of a row: one run of boxes, or two where the buckets wrap. `from`: skip what lies before it. */
function scanRow(g: Grid, level: u32, x0: i32, x1: i32, y: i32, from: u32, item: u32, want: u32, s: PairSearch): void {
  const mask = Level.mask(g, level);
  const first = Level.first(g, level);
  const row = rowOf(y, mask);
  const a = (<u32>x0 + row) & mask;
  const b = (<u32>x1 + row) & mask;
  const begin = from != 0 ? from : Level.start(g, first + a);
  const end = Level.start(g, first + b + 1);
  if (a <= b) {
    scan(g, begin, end, item, want, s);
  } else {
    scan(g, begin, Level.end(g, level), item, want, s);
    scan(g, Level.start(g, first), end, item, want, s);
  }
}

/** Finds the pairs of an item with those of one level that may overlap it. */
function scanLevel(g: Grid, level: u32, box: usize, item: u32, want: u32, s: PairSearch): void {
  const mask = Level.mask(g, level);
  const scale = Level.scale(g, level);
  const x0 = cellOf(load<f32>(box), scale) - 1;
  const y0 = cellOf(load<f32>(box, 4), scale) - 1;
  const x1 = cellOf(load<f32>(box, 8), scale);
  const y1 = cellOf(load<f32>(box, 12), scale);
  // More cells than buckets: all of them, once.
  if (level == LARGE || (<f32>x1 - <f32>x0 + 1) * (<f32>y1 - <f32>y0 + 1) > <f32>mask) {
    scan(g, Level.begin(g, level), Level.end(g, level), item, want, s);
    return;
  }
  for (let y = y0; y <= y1; y++) {
    scanRow(g, level, x0, x1, y, 0, item, want, s);
  }
}

/**
 * Finds the new pairs among the items of one grid and between those and a grid that rests. A box much larger than the
 * cells of the resting grid may meet the same bucket in two rows: a pair may be found more than once.
 */
export function gridPairs(active: Grid, rest: Grid, s: PairSearch): void {
  for (let level: u32 = 0; level <= LARGE; level++) {
    if (((active.levels >> level) & 1) == 0) {
      continue;
    }
    const scale = Level.scale(active, level);
    const end = Level.end(active, level);
    for (let place = Level.begin(active, level); place < end; place++) {
      const item = load<u32>(Boxes.item(active.list, place));
      const box = s.boxes + ((<usize>item) << 4);
      if (level == LARGE) {
        scan(active, place + 1, end, item, WANT_AWAKE, s);
      } else {
        // Items behind it in its own bucket and the next, and in the row above: the other half of its neighbours finds it.
        const x0 = cellOf(load<f32>(box), scale);
        const y0 = cellOf(load<f32>(box, 4), scale);
        const x1 = cellOf(load<f32>(box, 8), scale);
        scanRow(active, level, x0, x1, y0, place + 1, item, WANT_AWAKE, s);
        if (cellOf(load<f32>(box, 12), scale) > y0) {
          scanRow(active, level, x0 - 1, x1, y0 + 1, 0, item, WANT_AWAKE, s);
        }
      }
      for (let bits = (active.levels >> level) & ~1, at = level; bits != 0; bits &= bits - 1) {
        scanLevel(active, at + ctz(bits), box, item, WANT_AWAKE, s);
      }
      if (load<u8>(s.marks + item) & 1) {
        for (let bits = rest.levels; bits != 0; bits &= bits - 1) {
          scanLevel(rest, ctz(bits), box, item, WANT_RESTING, s);
        }
      }
    }
  }
}
