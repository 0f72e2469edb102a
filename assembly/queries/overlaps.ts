import { activeTree, refreshBoxes, restTree } from "../broad_phase/trees";
import { shapeAabb } from "../collision/aabb";
import { shapesOverlap } from "../collision/distance";
import { containsPoint } from "../collision/point";
import { WideBvh, boxesOverlap, queryTree } from "../collision/wide_bvh";
import { Buffer, List } from "../memory/buffer";
import { sortList } from "../memory/radix_sort";
import { queryHits, queryResults, sortSpace } from "../world/buffers";
import { Shapes } from "../world/shape";
import { world } from "../world/world";
import { BOX, FOUND, frame, passes, queryFrame, queryShape } from "./filter";

// Queries for all shapes at a place: ids in `queryResults`, in the order of the shapes' slots.

/** Kind of place. */
export const enum Place {
  /** A box of the world: the shapes whose tight boxes overlap it. */
  Box = 0,
  Point = 1,
  /** The query's shape. */
  Shape = 2,
}

/** Finds shapes in the box (x0, y0) – (x1, y1), at its lower corner, or overlapping the query's shape. How many; −1: out of memory. */
export function overlap(place: i32, x0: f32, y0: f32, x1: f32, y1: f32): i32 {
  store<f32>(BOX, x0);
  store<f32>(BOX, y0, 4);
  store<f32>(BOX, x1, 8);
  store<f32>(BOX, y1, 12);
  if (place == Place.Shape) {
    shapeAabb(queryShape, queryFrame, BOX);
  }
  const found = queryResults;
  found.count = 0;
  if (!refreshBoxes() || !gather(restTree) || !gather(activeTree)) {
    return -1;
  }
  let kept: u32 = 0;
  for (let k: u32 = 0, n = found.count; k < n; k++) {
    const shape = List.get(found, k);
    if (passes(shape) && overlaps(place, shape, x0, y0)) {
      List.set(found, kept, shape);
      kept++;
    }
  }
  found.count = kept;
  if (!sortList(found, sortSpace, 32 - clz<u32>(world.shapeEnd))) {
    return -1;
  }
  for (let k: u32 = 0; k < kept; k++) {
    List.set(found, k, Shapes.id(List.get(found, k)));
  }
  return <i32>kept;
}

function gather(tree: WideBvh): bool {
  return queryTree(tree, load<f32>(BOX), load<f32>(BOX, 4), load<f32>(BOX, 8), load<f32>(BOX, 12), queryResults);
}

function overlaps(place: i32, shape: u32, x: f32, y: f32): bool {
  Shapes.place(shape, frame);
  const g = Shapes.geometry(shape);
  if (place == Place.Point) {
    return containsPoint(g, frame, x, y);
  }
  if (place == Place.Shape) {
    return shapesOverlap(g, frame, queryShape, queryFrame);
  }
  shapeAabb(g, frame, FOUND);
  return boxesOverlap(FOUND, BOX);
}

/**
 * The same for many places at `p`, each two numbers (a point) or four (a box): pairs of a place's index and a shape's id in `queryHits`,
 * by index, then slot. Returns the number of pairs; −1: out of memory.
 */
export function overlapMany(place: i32, p: usize, count: u32): i32 {
  let pairs: u32 = 0;
  for (let k: u32 = 0; k < count; k++) {
    const far: usize = place == Place.Box ? 8 : 0;
    const n = overlap(place, load<f32>(p), load<f32>(p, 4), load<f32>(p + far), load<f32>(p + far, 4));
    if (n < 0 || !Buffer.ensure(queryHits, (<usize>pairs + <usize>n) << 3)) {
      return -1;
    }
    for (let i: i32 = 0; i < n; i++) {
      const q = queryHits.ptr + ((<usize>pairs) << 3);
      store<u32>(q, k);
      store<u32>(q, List.get(queryResults, i), 4);
      pairs++;
    }
    p += far + 8;
  }
  return <i32>pairs;
}

/** Does the shape contain the point? */
export function shapeContains(shape: u32, x: f32, y: f32): bool {
  Shapes.place(shape, frame);
  return containsPoint(Shapes.geometry(shape), frame, x, y);
}
