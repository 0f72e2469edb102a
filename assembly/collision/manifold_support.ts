import { ShapeKind } from "../abi/layout";
import { SCRATCH_CAST } from "../memory/scratch";
import { EpaResult, penetrationOfCores } from "./epa";
import { GjkCache, GjkResult, closestCores } from "./gjk";
import { addPoint, clearManifold, rotateManifold } from "./manifold_point";
import { Search, searchNormal } from "./normal_search";
import { Frame, Manifold, ShapeGeometry } from "./shape_geometry";
import { RelativePose, supportCore, supportPlaced } from "./support";
import { Vec2d } from "./vectors";

const POSE: usize = SCRATCH_CAST + 64;
const CACHE: usize = SCRATCH_CAST + 96;
const CLOSEST: usize = SCRATCH_CAST + 128;
const OVERLAP: usize = SCRATCH_CAST + 192;
const POINT: usize = SCRATCH_CAST + 336;

/** Directions this far to either side of the normal find the ends of parts that are nearly flat there (unit: rad). */
export const FLAT_ANGLE: f64 = 0.02;
/** A flat shorter than this share of the smaller shape's size touches in one point, and rolls. */
export const FLAT_SHARE: f64 = 0.1;
const ENDS: usize = SCRATCH_CAST + 272;

/** A superellipse may lie flat against a shape with faces; against points and ellipses it touches in one place. */
function mayLieFlat(a: ShapeGeometry, b: ShapeGeometry): bool {
  const some: bool = a.kind == ShapeKind.Superellipse || b.kind == ShapeKind.Superellipse;
  const round: bool = a.kind == ShapeKind.Circle || b.kind == ShapeKind.Circle;
  return some && !round && a.kind != ShapeKind.Ellipse && b.kind != ShapeKind.Ellipse;
}

/** Height along the normal, at place u across it, of the line between two points given as (place, height). */
function heightAt(ends: usize, u: f64): f64 {
  const v: f64 = Vec2d.x(ends + 16) - Vec2d.x(ends);
  const share: f64 = abs<f64>(v) > 1e-12 ? (u - Vec2d.x(ends)) / v : 0;
  return Vec2d.y(ends) + share * (Vec2d.y(ends + 16) - Vec2d.y(ends));
}

/**
 * Writes to ENDS the unit normal of the face of A or B, whichever has faces, that (nx, ny) is nearly the normal of; else (nx, ny). At its
 * end a face touches along the normal of the curve: each of several links in a row would brake a curve that slides over them.
 */
function findFaceNormal(a: ShapeGeometry, b: ShapeGeometry, pose: RelativePose, nx: f64, ny: f64): void {
  const onA: bool = a.kind != ShapeKind.Superellipse;
  Vec2d.set(ENDS, nx, ny);
  if (!onA && b.kind == ShapeKind.Superellipse) {
    return;
  }
  if (onA) {
    supportCore(a, nx + FLAT_ANGLE * ny, ny - FLAT_ANGLE * nx, POINT);
    supportCore(a, nx - FLAT_ANGLE * ny, ny + FLAT_ANGLE * nx, POINT + 16);
  } else {
    supportPlaced(b, pose, FLAT_ANGLE * ny - nx, -ny - FLAT_ANGLE * nx, POINT);
    supportPlaced(b, pose, -nx - FLAT_ANGLE * ny, FLAT_ANGLE * nx - ny, POINT + 16);
  }
  // counter-clockwise along a face of A, clockwise along one of B
  const dx: f64 = Vec2d.x(POINT + 16) - Vec2d.x(POINT);
  const dy: f64 = Vec2d.y(POINT + 16) - Vec2d.y(POINT);
  const length: f64 = sqrt<f64>(dx * dx + dy * dy);
  if (length > 1e-12) {
    Vec2d.set(ENDS, dy / length, -dx / length);
  }
}

/** Place across the normal (nx, ny), and height along it, of the support point at POINT. */
function setEnd(end: usize, nx: f64, ny: f64): void {
  const x: f64 = Vec2d.x(POINT);
  const y: f64 = Vec2d.y(POINT);
  Vec2d.set(end, y * nx - x * ny, x * nx + y * ny);
}

/**
 * Adds two points where nearly flat parts of both cores face each other: the chords between support points to either side of the normal,
 * clipped to each other. False if they face each other over less than a tenth of the smaller shape; `gap` is that of the cores along
 * (towardsX, towardsY).
 */
function addFlat(
  a: ShapeGeometry,
  b: ShapeGeometry,
  pose: RelativePose,
  towardsX: f64,
  towardsY: f64,
  gap: f64,
  speculative: f64,
  out: Manifold,
): bool {
  findFaceNormal(a, b, pose, towardsX, towardsY);
  const nx: f64 = Vec2d.x(ENDS);
  const ny: f64 = Vec2d.y(ENDS);
  for (let k: usize = 0; k < 2; k++) {
    // the chord's lower end across the normal first, for both shapes
    const t: f64 = k == 0 ? -FLAT_ANGLE : FLAT_ANGLE;
    supportCore(a, nx - t * ny, ny + t * nx, POINT);
    setEnd(ENDS + (k << 4), nx, ny);
    supportPlaced(b, pose, -(nx + t * ny), -(ny - t * nx), POINT);
    setEnd(ENDS + 32 + (k << 4), nx, ny);
  }
  const low: f64 = max<f64>(Vec2d.x(ENDS), Vec2d.x(ENDS + 32));
  const high: f64 = min<f64>(Vec2d.x(ENDS + 16), Vec2d.x(ENDS + 48));
  if (!(high - low > FLAT_SHARE * <f64>min<f32>(a.bound, b.bound))) {
    return false;
  }
  const radii: f64 = <f64>a.radius + <f64>b.radius;
  const gapLow: f64 = heightAt(ENDS + 32, low) - heightAt(ENDS, low);
  const gapHigh: f64 = heightAt(ENDS + 32, high) - heightAt(ENDS, high);
  // the curves bulge beyond their chords
  const bulge: f64 = max<f64>(0, min<f64>(gapLow, gapHigh) - gap);
  for (let k: usize = 0; k < 2; k++) {
    const u: f64 = k == 0 ? low : high;
    const separation: f64 = (k == 0 ? gapLow : gapHigh) - bulge - radii;
    if (separation <= speculative) {
      const h: f64 = 0.5 * (heightAt(ENDS, u) + heightAt(ENDS + 32, u) + <f64>a.radius - <f64>b.radius);
      addPoint(out, <f32>(h * nx - u * ny), <f32>(h * ny + u * nx), <f32>separation, k == 0 ? 1 : 2);
    }
  }
  if (out.count == 0) {
    return false;
  }
  out.nx = <f32>nx;
  out.ny = <f32>ny;
  return true;
}

/** Gap, normal and points by GJK, or by EPA where the cores overlap; false if they are farther apart than `farthest`. */
function findNormal(a: ShapeGeometry, b: ShapeGeometry, pose: RelativePose, farthest: f64, out: EpaResult): bool {
  const cache: GjkCache = changetype<GjkCache>(CACHE);
  const closest: GjkResult = changetype<GjkResult>(CLOSEST);
  cache.x = 0;
  cache.y = 0;
  closestCores(a, b, pose, cache, closest);
  if (closest.overlap != 0) {
    penetrationOfCores(a, b, pose, out);
    return true;
  }
  out.depth = -closest.distance;
  out.nx = closest.nx;
  out.ny = closest.ny;
  out.ax = closest.ax;
  out.ay = closest.ay;
  out.bx = closest.bx;
  out.by = closest.by;
  return closest.distance <= farthest;
}

/**
 * Manifold of an ellipse of either kind and another shape that has a support function: by a search among normals, or by GJK and EPA where
 * the cores are deep in each other. One point, feature id 0: a curved shape touches a face in one place, and which vertices a search
 * ended with says nothing about it.
 */
export function collideSupport(
  a: ShapeGeometry,
  frameA: Frame,
  b: ShapeGeometry,
  frameB: Frame,
  speculative: f32,
  out: Manifold,
): void {
  const pose: RelativePose = changetype<RelativePose>(POSE);
  const found: EpaResult = changetype<EpaResult>(OVERLAP);
  RelativePose.set(pose, frameA, frameB);
  const radiusA: f64 = a.radius;
  const radiusB: f64 = b.radius;
  const farthest: f64 = <f64>speculative + (radiusA + radiusB);
  clearManifold(out);
  const search = searchNormal(a, b, pose, farthest, found);
  if (search == Search.Apart || (search == Search.Lost && !findNormal(a, b, pose, farthest, found))) {
    return;
  }
  const gap: f64 = -found.depth;
  if (gap > farthest) {
    return;
  }
  const nx: f64 = found.nx;
  const ny: f64 = found.ny;
  out.nx = <f32>nx;
  out.ny = <f32>ny;
  if (!mayLieFlat(a, b) || !addFlat(a, b, pose, nx, ny, gap, speculative, out)) {
    const skew: f64 = 0.5 * (radiusA - radiusB);
    const x: f64 = 0.5 * (found.ax + found.bx) + skew * nx;
    const y: f64 = 0.5 * (found.ay + found.by) + skew * ny;
    addPoint(out, <f32>x, <f32>y, <f32>(gap - radiusA - radiusB), 0);
  }
  rotateManifold(out, frameA);
}
