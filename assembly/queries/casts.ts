import { Hit, QueryFlag } from "../abi/layout";
import { activeTree, refreshBoxes, restTree } from "../broad_phase/trees";
import { shapeAabb } from "../collision/aabb";
import { NearestPoint, nearestPoint } from "../collision/point";
import { CastHit } from "../collision/cast_hit";
import { rayCast } from "../collision/ray_cast";
import { castShape as castConvex } from "../collision/shape_cast";
import { Lanes, SPAN_SLACK, Tree, WideBvh } from "../collision/wide_bvh";
import { Buffer } from "../memory/buffer";
import { sortRecords } from "../memory/record_sort";
import { Bodies } from "../world/body";
import { queryHits } from "../world/buffers";
import { Shapes } from "../world/shape";
import { BOX, ENTRIES, FOUND, STACK, frame, passes, queryFrame, queryShape, wants } from "./filter";

// Queries whose answer has an order: rays and moved shapes by where they first meet something, points by distance. Trees are walked
// nearest child first, so that an early hit rules out most of the rest.

/** Bytes of a hit record (abi/layout.ts: Hit). */
export const HIT_BYTES: usize = 32;

/** What is looked for. */
export const enum Cast {
  Ray = 0,
  /** The query's shape, moved. */
  Shape = 1,
  /** Shapes near a point: the limit is a distance. */
  Point = 2,
}

/** Which of the hits. */
export const enum Wanted {
  Closest = 0,
  /** Every hit, into `queryHits`. */
  All = 1,
  /** One is enough. */
  Any = 2,
}

const castHit = changetype<CastHit>(FOUND);
const near = changetype<NearestPoint>(FOUND);

function writeHit(p: usize, shape: u32): void {
  store<u32>(p, Shapes.id(shape), Hit.Shape << 2);
  store<u32>(p, Bodies.id(Shapes.at(shape).body), Hit.Body << 2);
  // Fraction or distance, x, y, nx, ny.
  store<f32>(p, castHit.x, Hit.X << 2);
  store<f32>(p, castHit.y, Hit.Y << 2);
  store<f32>(p, castHit.nx, Hit.NormalX << 2);
  store<f32>(p, castHit.ny, Hit.NormalY << 2);
  store<f32>(p, castHit.fraction, Hit.Fraction << 2);
}

/**
 * Casts a ray from (x, y) along (dx, dy), or the query's shape from `queryFrame`; or looks around (x, y) up to `limit`. Closest, any: 1
 * with the hit at `out`, or 0. All: the number of hits, which are in `queryHits` in order. −1: out of memory.
 */
export function cast(what: i32, wanted: i32, x: f32, y: f32, dx: f32, dy: f32, limit: f32, out: usize): i32 {
  if (!refreshBoxes()) {
    return -1;
  }
  store<u32>(out, 0, Hit.Shape << 2);
  queryHits.count = 0;
  let ex: f32 = 0;
  let ey: f32 = 0;
  if (what == Cast.Shape) {
    shapeAabb(queryShape, queryFrame, BOX);
    ex = 0.5 * (load<f32>(BOX, 8) - load<f32>(BOX));
    ey = 0.5 * (load<f32>(BOX, 12) - load<f32>(BOX, 4));
    x = load<f32>(BOX) + ex;
    y = load<f32>(BOX, 4) + ey;
    // Rounding to f32 may have moved the middle or shortened the halves.
    ex += 1e-6 * (ex + abs<f32>(x));
    ey += 1e-6 * (ey + abs<f32>(y));
  }
  let tree = restTree;
  while (true) {
    limit = walk(tree, what, wanted, x, y, dx, dy, ex, ey, limit, out);
    if (limit != limit) {
      return -1;
    }
    if (tree == activeTree || (wanted == Wanted.Any && load<u32>(out, Hit.Shape << 2) != 0)) {
      break;
    }
    tree = activeTree;
  }
  if (wanted != Wanted.All) {
    return load<u32>(out, Hit.Shape << 2) != 0 ? 1 : 0;
  }
  sortRecords(queryHits.ptr, queryHits.count, Hit.Fraction << 2);
  return <i32>queryHits.count;
}

/** Does the cast meet a shape? The hit is in `FOUND`. */
function meets(what: i32, shape: u32, x: f32, y: f32, dx: f32, dy: f32): bool {
  Shapes.place(shape, frame);
  const g = Shapes.geometry(shape);
  if (what == Cast.Point) {
    nearestPoint(g, frame, x, y, near);
    return true;
  }
  const hit =
    what == Cast.Ray
      ? rayCast(g, frame, x, y, dx, dy, castHit)
      : castConvex(g, frame, queryShape, queryFrame, dx, dy, castHit);
  return hit && (castHit.inside == 0 || wants(QueryFlag.Inside));
}

/** Tests one shape; returns how near the nearest hit is then, or NaN when memory is out. */
function offer(shape: u32, what: i32, wanted: i32, x: f32, y: f32, dx: f32, dy: f32, best: f32, out: usize): f32 {
  if (!passes(shape) || !meets(what, shape, x, y, dx, dy)) {
    return best;
  }
  const found = castHit.fraction;
  if (found > best) {
    return best;
  }
  if (wanted == Wanted.All) {
    const n = <usize>queryHits.count;
    if (!Buffer.ensure(queryHits, (n + 1) * HIT_BYTES)) {
      return NaN;
    }
    queryHits.count++;
    writeHit(queryHits.ptr + n * HIT_BYTES, shape);
    return best;
  }
  if (found < best || comesFirst(shape, out)) {
    writeHit(out, shape);
  }
  return found;
}

/** Walks a tree and keeps the nearest hit at `out`; returns how near that is, or NaN when memory is out. */
function walk(
  t: WideBvh,
  what: i32,
  wanted: i32,
  x: f32,
  y: f32,
  dx: f32,
  dy: f32,
  ex: f32,
  ey: f32,
  limit: f32,
  out: usize,
): f32 {
  let best = limit;
  if (t.count == 0) {
    return best;
  }
  // Along an axis: 1/0 would make 0 · ∞ on a box's border, so the slope is kept finite.
  const ix: f32 = 1 / (abs<f32>(dx) > 1e-30 ? dx : 1e-30);
  const iy: f32 = 1 / (abs<f32>(dy) > 1e-30 ? dy : 1e-30);
  // Near and far sides are chosen by the signs, so that an empty box, whose sides are exchanged, is entered at infinity.
  const nearX: usize = ix < 0 ? 32 : 0;
  const nearY: usize = iy < 0 ? 48 : 16;
  const growX: f32 = ix < 0 ? -ex : ex;
  const growY: f32 = iy < 0 ? -ey : ey;
  const fromX: f32 = x + growX;
  const fromY: f32 = y + growY;
  const toX: f32 = x - growX;
  const toY: f32 = y - growY;
  const shortX: f32 = ix * (1 - SPAN_SLACK);
  const shortY: f32 = iy * (1 - SPAN_SLACK);
  const longX: f32 = ix * (1 + SPAN_SLACK);
  const longY: f32 = iy * (1 + SPAN_SLACK);
  let level = t.root;
  let block: u32 = 0;
  let top = STACK;
  while (true) {
    const boxes = Tree.block(t, level, block);
    const bound: f32 = max<f32>(best, 0); // inside a shape, distances are negative
    let bits =
      what == Cast.Point
        ? Lanes.near(boxes, x, y, bound, ENTRIES)
        : Lanes.crossed(boxes, nearX, nearY, fromX, fromY, toX, toY, shortX, shortY, longX, longY, bound, ENTRIES);
    if (level > 0 && bits != 0) {
      // The nearest child comes next; the others wait on the stack, the nearer on top.
      const first = top;
      block <<= 2;
      level--;
      let k = ctz(bits);
      let nearest = load<f32>(ENTRIES + ((<usize>k) << 2));
      for (bits &= bits - 1; bits != 0; bits &= bits - 1) {
        let other = ctz(bits);
        let entry = load<f32>(ENTRIES + ((<usize>other) << 2));
        if (entry < nearest) {
          const swap = k;
          k = other;
          other = swap;
          const swapped = nearest;
          nearest = entry;
          entry = swapped;
        }
        let at = top;
        while (at > first && load<f32>(at - 8, 4) < entry) {
          store<u64>(at, load<u64>(at - 8));
          at -= 8;
        }
        store<u32>(at, (level << 28) | (block + other));
        store<f32>(at, entry, 4);
        top += 8;
      }
      block += k;
      continue;
    }
    for (; bits != 0; bits &= bits - 1) {
      const k = ctz(bits);
      const entry = load<f32>(ENTRIES + ((<usize>k) << 2));
      if (entry > max<f32>(best, 0)) {
        continue;
      }
      const found = offer(Tree.item(t, (block << 2) + k), what, wanted, x, y, dx, dy, best, out);
      if (wanted != Wanted.All) {
        best = found;
        if (wanted == Wanted.Any && load<u32>(out, Hit.Shape << 2) != 0) {
          return best;
        }
      } else if (found != found) {
        return found;
      }
    }
    do {
      if (top == STACK) {
        return best;
      }
      top -= 8;
    } while (load<f32>(top, 4) > max<f32>(best, 0));
    level = load<u32>(top) >> 28;
    block = load<u32>(top) & 0x0fffffff;
  }
}

/** Of hits at the same place, that of the shape with the lower id counts, whatever its tree. */
function comesFirst(shape: u32, out: usize): bool {
  const other = load<u32>(out, Hit.Shape << 2);
  return other == 0 || Shapes.id(shape) < other;
}
