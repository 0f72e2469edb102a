import { HullCode } from "../abi/layout";
import { Scalar } from "../math/scalar";
import { SCRATCH_HULL_WORK } from "../memory/scratch";
import { hullArea, hullInertia, hullMoments, HullMoments } from "./mass";
import { HULL_MAX_VERTICES, Hull } from "./shape_geometry";
import { VEC2D_BYTES, Vec2, Vec2d } from "./vectors";

// A hull is built in f64 from f32 points, so that cross products of neighbours cannot change sign by rounding, and is
// simplified before it is rounded to f32. The simplification removes vertices that would make bad faces: two that
// nearly coincide, or one that hardly leaves the line through its neighbours. Both would give normals made of noise,
// and contacts that hop between faces nobody can see.

/** A slight bend that leaves the line through its neighbours by less than this share of the polygon's extent is removed … */
const RELATIVE_DETAIL: f64 = 1e-3;

/** … but none that leaves it by more than the slop, unless f32 cannot tell: vertices are rounded by 6e-8 of the extent. */
const RELATIVE_ROUNDING: f64 = 4e-6;

/** Faces whose directions differ by less make a slight bend: a body that rests on both rocks from one to the other (unit: rad). */
const SLIGHT_BEND: f64 = 4e-3;

/**
 * A body rocks on a flat bend, too: heaps of plates that are bent by 6 and 9 mrad never slept. With 20 mrad, and up to the slop, which is
 * half of what Box2D leaves out, plates bent by 14 slept too, but ground of convex parts was coarser: bodies that crossed hills of 2 m at
 * 23 m/s hopped by 9 cm instead of 5.
 */
const FLAT_BEND: f64 = 0.01;

/**
 * A flat bend is removed if it stands out by less than each of these: so many details, this share of the slop, and this share of the
 * thickness. Else blades of 1 mm lost two thirds of their weight.
 */
const FLAT_DETAILS: f64 = 2.5;
const FLAT_OF_SLOP: f64 = 0.4;
const FLAT_OF_THICKNESS: f64 = 0.01;

/** Vertices nearer to each other than this share of the detail are one. */
const CLOSE: f64 = 0.1;

/** Beyond these extents squares and fourth powers of lengths leave the comfortable range of f32 (unit: m). */
const SMALLEST_EXTENT: f64 = 1e-5;
const LARGEST_EXTENT: f64 = 1e7;

/** Working copies of the points, f64: the sorted input, and the chain that becomes the hull. */
const SORTED: usize = SCRATCH_HULL_WORK;
const CHAIN: usize = SCRATCH_HULL_WORK + VEC2D_BYTES * (<usize>HULL_MAX_VERTICES + 2);

/** Twice the signed area of the triangle a b c, positive when counter-clockwise. */
function turn(a: usize, b: usize, c: usize): f64 {
  return (Vec2d.x(b) - Vec2d.x(a)) * (Vec2d.y(c) - Vec2d.y(a)) - (Vec2d.y(b) - Vec2d.y(a)) * (Vec2d.x(c) - Vec2d.x(a));
}

function distance(a: usize, b: usize): f64 {
  const dx: f64 = Vec2d.x(b) - Vec2d.x(a);
  const dy: f64 = Vec2d.y(b) - Vec2d.y(a);
  return sqrt<f64>(dx * dx + dy * dy);
}

function copyPoint(to: usize, from: usize): void {
  Vec2d.set(to, Vec2d.x(from), Vec2d.y(from));
}

/** Copies the points to the sorted area, by x and then y, equal ones once. Returns how many remain, −1 if one is not finite. */
function sortPoints(points: usize, count: i32): i32 {
  let kept: i32 = 0;
  for (let i: i32 = 0; i < count; i++) {
    const fx: f32 = Vec2.x(Vec2.at(points, i));
    const fy: f32 = Vec2.y(Vec2.at(points, i));
    if (!Scalar.isFinite(fx) || !Scalar.isFinite(fy)) {
      return -1;
    }
    const x: f64 = fx;
    const y: f64 = fy;
    let at: i32 = kept;
    while (at > 0) {
      const before: usize = Vec2d.at(SORTED, at - 1);
      if (Vec2d.x(before) < x || (Vec2d.x(before) == x && Vec2d.y(before) <= y)) {
        break;
      }
      at--;
    }
    if (at > 0 && Vec2d.x(Vec2d.at(SORTED, at - 1)) == x && Vec2d.y(Vec2d.at(SORTED, at - 1)) == y) {
      continue;
    }
    for (let j: i32 = kept; j > at; j--) {
      copyPoint(Vec2d.at(SORTED, j), Vec2d.at(SORTED, j - 1));
    }
    Vec2d.set(Vec2d.at(SORTED, at), x, y);
    kept++;
  }
  return kept;
}

/** Monotone chain (Andrew 1979) over the sorted points. Returns the number of hull vertices, counter-clockwise. */
function chainHull(count: i32): i32 {
  let size: i32 = 0;
  for (let i: i32 = 0; i < count; i++) {
    const p: usize = Vec2d.at(SORTED, i);
    while (size >= 2 && turn(Vec2d.at(CHAIN, size - 2), Vec2d.at(CHAIN, size - 1), p) <= 0) {
      size--;
    }
    copyPoint(Vec2d.at(CHAIN, size), p);
    size++;
  }
  const lower: i32 = size + 1;
  for (let i: i32 = count - 2; i >= 0; i--) {
    const p: usize = Vec2d.at(SORTED, i);
    while (size >= lower && turn(Vec2d.at(CHAIN, size - 2), Vec2d.at(CHAIN, size - 1), p) <= 0) {
      size--;
    }
    copyPoint(Vec2d.at(CHAIN, size), p);
    size++;
  }
  // the walk back ends on the first point again
  return size - 1;
}

/** Does p lie between a and b, seen along the line through both? */
function liesBetween(p: usize, a: usize, b: usize): bool {
  const ex: f64 = Vec2d.x(b) - Vec2d.x(a);
  const ey: f64 = Vec2d.y(b) - Vec2d.y(a);
  const along: f64 = (Vec2d.x(p) - Vec2d.x(a)) * ex + (Vec2d.y(p) - Vec2d.y(a)) * ey;
  return along >= 0 && along <= ex * ex + ey * ey;
}

/**
 * Removes, cheapest in area first, vertices that a neighbour or the line between both neighbours can stand in for. The tip of a needle is
 * near the line through its neighbours too, but beyond them: it goes only where it is as thin as `rounding`. The same holds for a corner
 * close to its neighbour, which is near that line as well, but no bend.
 */
function simplify(count: i32, slight: f64, flat: f64, rounding: f64): i32 {
  const close: f64 = max<f64>(CLOSE * slight, rounding);
  let size: i32 = count;
  while (size >= 3) {
    let worst: i32 = -1;
    let worstArea: f64 = Infinity;
    for (let i: i32 = 0; i < size; i++) {
      const before: usize = Vec2d.at(CHAIN, i == 0 ? size - 1 : i - 1);
      const here: usize = Vec2d.at(CHAIN, i);
      const after: usize = Vec2d.at(CHAIN, i + 1 == size ? 0 : i + 1);
      const area: f64 = turn(before, here, after);
      const a: f64 = distance(before, here);
      const b: f64 = distance(here, after);
      let most: f64 = rounding;
      if (area <= FLAT_BEND * a * b && liesBetween(here, before, after)) {
        most = area <= SLIGHT_BEND * a * b ? slight : flat;
      }
      const hidden: bool = area <= most * distance(before, after);
      const crowded: bool = a <= close || b <= close;
      if ((hidden || crowded) && area < worstArea) {
        worst = i;
        worstArea = area;
      }
    }
    if (worst < 0) {
      return size;
    }
    size--;
    for (let i: i32 = worst; i < size; i++) {
      copyPoint(Vec2d.at(CHAIN, i), Vec2d.at(CHAIN, i + 1));
    }
  }
  return size;
}

/** Area within the chain (unit: m²). */
function areaOf(count: i32): f64 {
  let twice: f64 = 0;
  for (let i: i32 = 2; i < count; i++) {
    twice += turn(CHAIN, Vec2d.at(CHAIN, i - 1), Vec2d.at(CHAIN, i));
  }
  return 0.5 * twice;
}

/** Largest side of the box around the sorted points (unit: m). */
function extentOf(count: i32): f64 {
  let low: f64 = Infinity;
  let high: f64 = -Infinity;
  for (let i: i32 = 0; i < count; i++) {
    const y: f64 = Vec2d.y(Vec2d.at(SORTED, i));
    low = y < low ? y : low;
    high = y > high ? y : high;
  }
  const width: f64 = Vec2d.x(Vec2d.at(SORTED, count - 1)) - Vec2d.x(SORTED);
  return width > high - low ? width : high - low;
}

/** Writes the chain relative to a centre, which is given from an origin; of neighbours that are the same in f32 one is kept. */
function writeVertices(hull: Hull, size: i32, originX: f64, originY: f64, centerX: f64, centerY: f64): void {
  const vertices: usize = Hull.vertices(hull);
  let count: i32 = 0;
  for (let i: i32 = 0; i < size; i++) {
    const p: usize = Vec2d.at(CHAIN, i);
    const at: usize = Vec2.at(vertices, count);
    Vec2.set(at, <f32>(Vec2d.x(p) - originX - centerX), <f32>(Vec2d.y(p) - originY - centerY));
    if (!(count > 0 && isSame(at, Vec2.at(vertices, count - 1))) && !(i == size - 1 && isSame(at, vertices))) {
      count++;
    }
  }
  hull.count = count;
}

function isSame(a: usize, b: usize): bool {
  return Vec2.x(a) == Vec2.x(b) && Vec2.y(a) == Vec2.y(b);
}

/**
 * Unit outward normals from the vertices as stored, in f64: what collision functions meet is consistent to the last bit.
 */
function writeNormals(hull: Hull): void {
  const vertices: usize = Hull.vertices(hull);
  const normals: usize = Hull.normals(hull);
  const count: i32 = hull.count;
  for (let i: i32 = 0; i < count; i++) {
    const p: usize = Vec2.at(vertices, i);
    const q: usize = Vec2.at(vertices, i + 1 == count ? 0 : i + 1);
    const ex: f64 = <f64>Vec2.x(q) - <f64>Vec2.x(p);
    const ey: f64 = <f64>Vec2.y(q) - <f64>Vec2.y(p);
    const scale: f64 = 1.0 / sqrt<f64>(ex * ex + ey * ey);
    Vec2.set(Vec2.at(normals, i), <f32>(ey * scale), <f32>(-ex * scale));
  }
}

/**
 * Convex hull of `count` points (f32 x, y pairs at `points`, unit: m), 3 to `HULL_MAX_VERTICES` of them in any order.
 *
 * `Ok` writes the hull to `out` (up to `HULL_MAX_BYTES`) with vertices relative to its centroid, and the centroid to `centroidOut` (two
 * f32). The centroid is that of the rounded shape, which for an asymmetric polygon differs from that of its core. Centroid, area and
 * inertia are those of the points as given. An accepted hull is strictly convex with area and inertia above 0; any other code leaves
 * `out` in an unspecified state and says what is wrong with the points. Detail of the length `slop` and more stays.
 */
export function buildHull(points: usize, count: i32, radius: f32, slop: f32, out: usize, centroidOut: usize): i32 {
  return buildHullWith(points, count, radius, slop, RELATIVE_DETAIL, out, centroidOut);
}

/** The same with a detail given: what is finer than this share of the extent is removed, and always what is finer than rounding. */
export function buildHullWith(
  points: usize,
  count: i32,
  radius: f32,
  slop: f32,
  detail: f64,
  out: usize,
  centroidOut: usize,
): i32 {
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
  const rounding: f64 = RELATIVE_ROUNDING * extent;
  const slight: f64 = max<f64>(min<f64>(detail * extent, slop), rounding);
  let size: i32 = chainHull(sorted);
  if (size < 3) {
    return HullCode.Collinear;
  }
  // Weighed before bends are removed: a slight one is a percent of a plate, and of its inertia twice that.
  const moments: HullMoments = changetype<HullMoments>(out);
  hullMoments(CHAIN, size, radius, moments);
  const originX: f64 = Vec2d.x(CHAIN);
  const originY: f64 = Vec2d.y(CHAIN);
  const centerX: f64 = moments.x;
  const centerY: f64 = moments.y;
  const hull: Hull = changetype<Hull>(out);
  hull.radius = radius;
  writeVertices(hull, size, originX, originY, centerX, centerY);
  hull.area = hullArea(hull);
  hull.inertia = hullInertia(hull);

  const thin: f64 = (FLAT_OF_THICKNESS * areaOf(size)) / extent;
  const most: f64 = min<f64>(FLAT_OF_SLOP * slop, thin);
  const flat: f64 = max<f64>(min<f64>(FLAT_DETAILS * detail * extent, most), rounding);
  size = simplify(size, slight, flat, rounding);
  if (size < 3) {
    // thinner than its detail, as a box may be: everything above rounding counts
    size = simplify(chainHull(sorted), rounding, rounding, rounding);
  }
  if (size < 3) {
    return HullCode.Collinear;
  }

  writeVertices(hull, size, originX, originY, centerX, centerY);
  writeNormals(hull);
  Vec2.set(centroidOut, <f32>(originX + centerX), <f32>(originY + centerY));
  if (!(hull.area > 0) || !(hull.inertia > 0)) {
    return HullCode.TooSmall;
  }
  if (!Scalar.isFinite(hull.area) || !Scalar.isFinite(hull.inertia)) {
    return HullCode.TooLarge;
  }
  return HullCode.Ok;
}
