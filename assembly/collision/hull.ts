import { HullCode } from "../abi/layout";
import { Scalar } from "../math/scalar";
import { SCRATCH_HULL_WORK } from "../memory/scratch";
import { hullArea, hullInertia, hullMoments, HullMoments } from "./mass";
import { HULL_MAX_VERTICES, Hull } from "./shape_geometry";
import { SLOP } from "./tolerances";

// A hull is built in f64 from f32 points, so that cross products of neighbours cannot change sign by rounding, and is
// simplified before it is rounded to f32. The simplification removes vertices that would make bad faces: two that
// nearly coincide, or one that hardly leaves the line through its neighbours. Both would give normals made of noise,
// and contacts that hop between faces nobody can see.

/**
 * Detail finer than this share of the polygon's extent is removed. A 64-gon, the finest hull there is, has vertices
 * 0.0024 of its extent off the line through their neighbours and survives.
 */
const RELATIVE_DETAIL: f64 = 1e-3;

/** … but never detail coarser than the slop, unless it drowns in f32: vertices are rounded by 6e-8 of the extent. */
const RELATIVE_ROUNDING: f64 = 4e-6;

/** Beyond these extents squares and fourth powers of lengths leave the comfortable range of f32 (unit: m). */
const SMALLEST_EXTENT: f64 = 1e-5;
const LARGEST_EXTENT: f64 = 1e7;

/** Working copy of a point, f64. Two areas: the sorted input, and the chain that becomes the hull. */
const POINT_BYTES: usize = 16;
const SORTED: usize = SCRATCH_HULL_WORK;
const CHAIN: usize = SCRATCH_HULL_WORK + POINT_BYTES * (<usize>HULL_MAX_VERTICES + 2);

abstract class Point {
  @inline static at(base: usize, i: i32): usize {
    return base + <usize>i * POINT_BYTES;
  }
  @inline static x(p: usize): f64 {
    return load<f64>(p);
  }
  @inline static y(p: usize): f64 {
    return load<f64>(p, 8);
  }
  @inline static set(p: usize, x: f64, y: f64): void {
    store<f64>(p, x);
    store<f64>(p, y, 8);
  }
  @inline static copy(to: usize, from: usize): void {
    Point.set(to, Point.x(from), Point.y(from));
  }
  /** Twice the signed area of the triangle a b c, positive when counter-clockwise. */
  @inline static turn(a: usize, b: usize, c: usize): f64 {
    return (
      (Point.x(b) - Point.x(a)) * (Point.y(c) - Point.y(a)) - (Point.y(b) - Point.y(a)) * (Point.x(c) - Point.x(a))
    );
  }
  @inline static distance(a: usize, b: usize): f64 {
    const dx: f64 = Point.x(b) - Point.x(a);
    const dy: f64 = Point.y(b) - Point.y(a);
    return sqrt<f64>(dx * dx + dy * dy);
  }
}

/** Copies the points to the sorted area, by x and then y, equal ones once. Returns how many remain, −1 if one is not finite. */
function sortPoints(points: usize, count: i32): i32 {
  let kept: i32 = 0;
  for (let i: i32 = 0; i < count; i++) {
    const fx: f32 = load<f32>(points + ((<usize>i) << 3));
    const fy: f32 = load<f32>(points + ((<usize>i) << 3), 4);
    if (!Scalar.isFinite(fx) || !Scalar.isFinite(fy)) {
      return -1;
    }
    const x: f64 = fx;
    const y: f64 = fy;
    let at: i32 = kept;
    while (at > 0) {
      const before: usize = Point.at(SORTED, at - 1);
      if (Point.x(before) < x || (Point.x(before) == x && Point.y(before) <= y)) {
        break;
      }
      at--;
    }
    if (at > 0 && Point.x(Point.at(SORTED, at - 1)) == x && Point.y(Point.at(SORTED, at - 1)) == y) {
      continue;
    }
    for (let j: i32 = kept; j > at; j--) {
      Point.copy(Point.at(SORTED, j), Point.at(SORTED, j - 1));
    }
    Point.set(Point.at(SORTED, at), x, y);
    kept++;
  }
  return kept;
}

/** Monotone chain (Andrew 1979) over the sorted points. Returns the number of hull vertices, counter-clockwise. */
function chainHull(count: i32): i32 {
  let size: i32 = 0;
  for (let i: i32 = 0; i < count; i++) {
    const p: usize = Point.at(SORTED, i);
    while (size >= 2 && Point.turn(Point.at(CHAIN, size - 2), Point.at(CHAIN, size - 1), p) <= 0) {
      size--;
    }
    Point.copy(Point.at(CHAIN, size), p);
    size++;
  }
  const lower: i32 = size + 1;
  for (let i: i32 = count - 2; i >= 0; i--) {
    const p: usize = Point.at(SORTED, i);
    while (size >= lower && Point.turn(Point.at(CHAIN, size - 2), Point.at(CHAIN, size - 1), p) <= 0) {
      size--;
    }
    Point.copy(Point.at(CHAIN, size), p);
    size++;
  }
  // the walk back ends on the first point again
  return size - 1;
}

/** Removes, cheapest in area first, vertices that a neighbour or the line through both neighbours stands in for. */
function simplify(count: i32, tolerance: f64): i32 {
  let size: i32 = count;
  while (size >= 3) {
    let worst: i32 = -1;
    let worstArea: f64 = Infinity;
    for (let i: i32 = 0; i < size; i++) {
      const before: usize = Point.at(CHAIN, i == 0 ? size - 1 : i - 1);
      const here: usize = Point.at(CHAIN, i);
      const after: usize = Point.at(CHAIN, i + 1 == size ? 0 : i + 1);
      const area: f64 = Point.turn(before, here, after);
      const flat: bool = area <= tolerance * Point.distance(before, after);
      const crowded: bool = Point.distance(before, here) <= tolerance || Point.distance(here, after) <= tolerance;
      if ((flat || crowded) && area < worstArea) {
        worst = i;
        worstArea = area;
      }
    }
    if (worst < 0) {
      return size;
    }
    size--;
    for (let i: i32 = worst; i < size; i++) {
      Point.copy(Point.at(CHAIN, i), Point.at(CHAIN, i + 1));
    }
  }
  return size;
}

/** Largest side of the box around the sorted points (unit: m). */
function extentOf(count: i32): f64 {
  let low: f64 = Infinity;
  let high: f64 = -Infinity;
  for (let i: i32 = 0; i < count; i++) {
    const y: f64 = Point.y(Point.at(SORTED, i));
    low = y < low ? y : low;
    high = y > high ? y : high;
  }
  const width: f64 = Point.x(Point.at(SORTED, count - 1)) - Point.x(SORTED);
  return width > high - low ? width : high - low;
}

/**
 * Unit outward normals from the vertices as stored, in f64: what collision functions meet is consistent to the last bit.
 */
export function writeNormals(hull: Hull): void {
  const vertices: usize = Hull.vertices(hull);
  const normals: usize = Hull.normals(hull);
  const count: i32 = hull.count;
  for (let i: i32 = 0; i < count; i++) {
    const p: usize = vertices + ((<usize>i) << 3);
    const q: usize = vertices + ((<usize>(i + 1 == count ? 0 : i + 1)) << 3);
    const ex: f64 = <f64>load<f32>(q) - <f64>load<f32>(p);
    const ey: f64 = <f64>load<f32>(q, 4) - <f64>load<f32>(p, 4);
    const scale: f64 = 1.0 / sqrt<f64>(ex * ex + ey * ey);
    store<f32>(normals + ((<usize>i) << 3), <f32>(ey * scale));
    store<f32>(normals + ((<usize>i) << 3), <f32>(-ex * scale), 4);
  }
}

/**
 * Convex hull of `count` points (f32 x, y pairs at `points`, unit: m), 3 to `HULL_MAX_VERTICES` of them in any order.
 *
 * `Ok` writes the hull to `out` (up to `HULL_MAX_BYTES`) with vertices relative to its centroid, and the centroid to
 * `centroidOut` (two f32). The centroid is that of the rounded shape, which for an asymmetric polygon differs from that
 * of its core. An accepted hull is strictly convex with area and inertia above 0; any other code leaves `out` in an
 * unspecified state and says what is wrong with the points.
 */
export function buildHull(points: usize, count: i32, radius: f32, out: usize, centroidOut: usize): i32 {
  if (count < 3) {
    return HullCode.TooFewPoints;
  }
  if (count > HULL_MAX_VERTICES) {
    return HullCode.TooManyPoints;
  }
  const sorted: i32 = sortPoints(points, count);
  if (sorted < 0 || !Scalar.isFinite(radius)) {
    return HullCode.NonFinite;
  }
  const extent: f64 = extentOf(sorted);
  if (extent < SMALLEST_EXTENT || radius < 0) {
    return HullCode.TooSmall;
  }
  if (extent > LARGEST_EXTENT || <f64>radius > LARGEST_EXTENT) {
    return HullCode.TooLarge;
  }
  if (sorted < 3) {
    return HullCode.Collinear;
  }
  let tolerance: f64 = RELATIVE_DETAIL * extent;
  tolerance = tolerance > SLOP ? SLOP : tolerance;
  tolerance = tolerance < RELATIVE_ROUNDING * extent ? RELATIVE_ROUNDING * extent : tolerance;
  const size: i32 = simplify(chainHull(sorted), tolerance);
  if (size < 3) {
    return HullCode.Collinear;
  }

  const originX: f64 = Point.x(CHAIN);
  const originY: f64 = Point.y(CHAIN);
  const moments: HullMoments = changetype<HullMoments>(SORTED);
  hullMoments(CHAIN, size, radius, moments);
  const hull: Hull = changetype<Hull>(out);
  hull.count = size;
  hull.radius = radius;
  const vertices: usize = Hull.vertices(hull);
  for (let i: i32 = 0; i < size; i++) {
    const p: usize = Point.at(CHAIN, i);
    store<f32>(vertices + ((<usize>i) << 3), <f32>(Point.x(p) - originX - moments.x));
    store<f32>(vertices + ((<usize>i) << 3), <f32>(Point.y(p) - originY - moments.y), 4);
  }
  writeNormals(hull);
  store<f32>(centroidOut, <f32>(originX + moments.x));
  store<f32>(centroidOut, <f32>(originY + moments.y), 4);

  const area: f32 = hullArea(hull);
  const inertia: f32 = hullInertia(hull);
  if (!(area > 0) || !(inertia > 0)) {
    return HullCode.TooSmall;
  }
  if (!Scalar.isFinite(area) || !Scalar.isFinite(inertia)) {
    return HullCode.TooLarge;
  }
  return HullCode.Ok;
}
