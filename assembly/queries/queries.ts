import { Code, Hit } from "../abi/layout";
import { activeTree, refreshTrees, restTree } from "../broad_phase/trees";
import { shapeAabb } from "../collision/aabb";
import { containsPoint } from "../collision/point";
import { RayHit, rayCast } from "../collision/ray_cast";
import { Frame } from "../collision/shape_geometry";
import { Lanes, Tree, WideBvh, boxesOverlap, queryTree } from "../collision/wide_bvh";
import { Buffer, List } from "../memory/buffer";
import { sortList } from "../memory/radix_sort";
import { QUERY_SPACE } from "../memory/fixed";
import { Bodies } from "../world/body";
import { queryHits, queryResults, sortSpace } from "../world/buffers";
import { Shapes } from "../world/shape";
import { world } from "../world/world";

// Queries see what changed since the last step: they refit the active tree first if anything did. A query's filter is a
// category and a mask, as a shape's: they meet when each is in the other's mask. Sensors are not seen.

/** Bytes of a hit record (abi/layout.ts: Hit). */
export const HIT_BYTES: usize = 32;

const frame = changetype<Frame>(QUERY_SPACE);
const rayHit = changetype<RayHit>(QUERY_SPACE + 16);
const BOX: usize = QUERY_SPACE + 48;
/** Where a ray enters the four boxes of a block. */
const ENTRIES: usize = QUERY_SPACE + 64;
/** Traversal stack of a ray: at most three siblings a level wait. */
const STACK: usize = QUERY_SPACE + 80;

function passes(shape: u32, category: u32, mask: u32): bool {
  if (shape == 0 || Shapes.isSensor(shape)) {
    return false;
  }
  const s = Shapes.at(shape);
  return (s.category & mask) != 0 && (s.mask & category) != 0;
}

/** The shape's frame in the world, into `frame`. */
function placeFrame(shape: u32): void {
  const m = Bodies.mass(Shapes.at(shape).body);
  const f = Shapes.frame(shape);
  frame.x = m.x + f.x;
  frame.y = m.y + f.y;
  frame.c = f.c;
  frame.s = f.s;
}

/** Room for one more hit record; its address, or 0. */
function addHit(): usize {
  const n = queryHits.count;
  if (!Buffer.ensure(queryHits, (<usize>n + 1) * HIT_BYTES)) {
    return 0;
  }
  queryHits.count = n + 1;
  return queryHits.ptr + <usize>n * HIT_BYTES;
}

function writeHit(p: usize, shape: u32): void {
  store<u32>(p, Shapes.id(shape), Hit.Shape << 2);
  store<u32>(p, Bodies.id(Shapes.at(shape).body), Hit.Body << 2);
  store<f32>(p, rayHit.x, Hit.X << 2);
  store<f32>(p, rayHit.y, Hit.Y << 2);
  store<f32>(p, rayHit.nx, Hit.NormalX << 2);
  store<f32>(p, rayHit.ny, Hit.NormalY << 2);
  store<f32>(p, rayHit.fraction, Hit.Fraction << 2);
}

/** Nearest shape on the ray o + t d, 0 ≤ t ≤ 1, into the record at `out`; false and shape 0 if there is none. */
export function castRayClosest(ox: f32, oy: f32, dx: f32, dy: f32, category: u32, mask: u32, out: usize): bool {
  refreshTrees();
  store<u32>(out, 0, Hit.Shape << 2);
  let best: f32 = 1;
  best = rayThrough(restTree, ox, oy, dx, dy, best, category, mask, out, false);
  best = rayThrough(activeTree, ox, oy, dx, dy, best, category, mask, out, false);
  return load<u32>(out, Hit.Shape << 2) != 0;
}

/** Every shape on a ray, into `queryHits` in order of their fractions. Count. */
export function castRayAll(ox: f32, oy: f32, dx: f32, dy: f32, category: u32, mask: u32): u32 {
  refreshTrees();
  queryHits.count = 0;
  rayThrough(restTree, ox, oy, dx, dy, 1, category, mask, 0, true);
  rayThrough(activeTree, ox, oy, dx, dy, 1, category, mask, 0, true);
  sortHits();
  return queryHits.count;
}

/** By fraction, then by shape; insertion sort, as hits are few. */
function sortHits(): void {
  const base = queryHits.ptr;
  for (let k: usize = 1; k < <usize>queryHits.count; k++) {
    let p = base + k * HIT_BYTES;
    while (p > base && comesBefore(p, p - HIT_BYTES)) {
      for (let w: usize = 0; w < HIT_BYTES; w += 8) {
        const swap = load<u64>(p + w);
        store<u64>(p + w, load<u64>(p + w - HIT_BYTES));
        store<u64>(p + w - HIT_BYTES, swap);
      }
      p -= HIT_BYTES;
    }
  }
}

function comesBefore(a: usize, b: usize): bool {
  const fa = load<f32>(a, Hit.Fraction << 2);
  const fb = load<f32>(b, Hit.Fraction << 2);
  return fa < fb || (fa == fb && load<u32>(a, Hit.Shape << 2) < load<u32>(b, Hit.Shape << 2));
}

/**
 * Walks a tree along a ray o + t d, nearest child first. `all` false: keeps the nearest hit at `out` and returns its
 * fraction; true: appends every hit.
 */
function rayThrough(
  t: WideBvh,
  ox: f32,
  oy: f32,
  dx: f32,
  dy: f32,
  limit: f32,
  category: u32,
  mask: u32,
  out: usize,
  all: bool,
): f32 {
  if (t.count == 0) {
    return limit;
  }
  // A ray along an axis: 1/0 would make 0 · ∞ on a box's border, so the slope is kept finite.
  const ix: f32 = 1 / (abs<f32>(dx) > 1e-30 ? dx : 1e-30);
  const iy: f32 = 1 / (abs<f32>(dy) > 1e-30 ? dy : 1e-30);
  let best = limit;
  let top = STACK;
  store<u32>(top, t.root << 28);
  store<f32>(top, 0, 4);
  top += 8;
  do {
    top -= 8;
    if (load<f32>(top, 4) > best) {
      continue;
    }
    const code = load<u32>(top);
    const level = code >> 28;
    const block = code & 0x0fffffff;
    const first = top;
    let bits = Lanes.crossed(Tree.block(t, level, block), ox, oy, ix, iy, best, ENTRIES);
    while (bits != 0) {
      const k = ctz(bits);
      bits &= bits - 1;
      const entry = load<f32>(ENTRIES + ((<usize>k) << 2));
      if (level > 0) {
        // Sorted so that the nearest comes off the stack first.
        let at = top;
        while (at > first && load<f32>(at - 8, 4) < entry) {
          store<u64>(at, load<u64>(at - 8));
          at -= 8;
        }
        store<u32>(at, ((level - 1) << 28) | ((block << 2) + k));
        store<f32>(at, entry, 4);
        top += 8;
        continue;
      }
      const shape = Tree.item(t, (block << 2) + k);
      if (entry > best || !passes(shape, category, mask)) {
        continue;
      }
      placeFrame(shape);
      if (!rayCast(Shapes.geometry(shape), frame, ox, oy, dx, dy, rayHit) || rayHit.fraction > best) {
        continue;
      }
      if (all) {
        const hit = addHit();
        if (hit != 0) {
          writeHit(hit, shape);
        }
      } else if (rayHit.fraction < best || comesFirst(shape, out)) {
        best = rayHit.fraction;
        writeHit(out, shape);
      }
    }
  } while (top != STACK);
  return best;
}

/** Between hits at the same place the lower shape wins, whatever the tree. */
function comesFirst(shape: u32, out: usize): bool {
  const other = load<u32>(out, Hit.Shape << 2);
  return other == 0 || Shapes.id(shape) < other;
}

/** Shapes whose tight box overlaps a box, as ids in `queryResults`, in the order of their slots. Count. */
export function overlapBox(x0: f32, y0: f32, x1: f32, y1: f32, category: u32, mask: u32): u32 {
  refreshTrees();
  queryResults.count = 0;
  queryTree(restTree, x0, y0, x1, y1, queryResults);
  queryTree(activeTree, x0, y0, x1, y1, queryResults);
  store<f32>(BOX, x0);
  store<f32>(BOX, y0, 4);
  store<f32>(BOX, x1, 8);
  store<f32>(BOX, y1, 12);
  let kept: u32 = 0;
  for (let k: u32 = 0, n = queryResults.count; k < n; k++) {
    const shape = List.get(queryResults, k);
    if (passes(shape, category, mask) && boxesOverlap(Shapes.fatBox(shape), BOX) && overlapsBox(shape)) {
      List.set(queryResults, kept, shape);
      kept++;
    }
  }
  return finish(kept);
}

/** Shapes that contain a point, as above. */
export function overlapPoint(x: f32, y: f32, category: u32, mask: u32): u32 {
  refreshTrees();
  queryResults.count = 0;
  queryTree(restTree, x, y, x, y, queryResults);
  queryTree(activeTree, x, y, x, y, queryResults);
  let kept: u32 = 0;
  for (let k: u32 = 0, n = queryResults.count; k < n; k++) {
    const shape = List.get(queryResults, k);
    if (passes(shape, category, mask)) {
      placeFrame(shape);
      if (containsPoint(Shapes.geometry(shape), frame, x, y)) {
        List.set(queryResults, kept, shape);
        kept++;
      }
    }
  }
  return finish(kept);
}

/** Does the shape's tight box overlap the query's? */
function overlapsBox(shape: u32): bool {
  placeFrame(shape);
  shapeAabb(Shapes.geometry(shape), frame, changetype<usize>(rayHit));
  return boxesOverlap(changetype<usize>(rayHit), BOX);
}

/** Slots in order, then ids. */
function finish(count: u32): u32 {
  queryResults.count = count;
  if (!sortList(queryResults, sortSpace, 32 - clz<u32>(world.shapeEnd))) {
    world.fault = Code.OutOfMemory;
  }
  for (let k: u32 = 0; k < count; k++) {
    List.set(queryResults, k, Shapes.id(List.get(queryResults, k)));
  }
  return count;
}

/** Does the shape contain the point? */
export function shapeContains(shape: u32, x: f32, y: f32): bool {
  placeFrame(shape);
  return containsPoint(Shapes.geometry(shape), frame, x, y);
}
