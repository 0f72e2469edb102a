import { ShapeKind } from "../abi/layout";
import { SCRATCH_DISTANCE } from "../memory/scratch";
import { EpaResult, penetrationOfCores } from "./epa";
import { GjkCache, GjkResult, closestCores } from "./gjk";
import { Frame, ShapeGeometry } from "./shape_geometry";
import { RelativePose, supportCore } from "./support";
import { Vec2d } from "./vectors";

// How far apart two shapes are, or how deep in each other: GJK and EPA with radii, half-spaces, and the answer in the
// axes of the caller.

const POSE: usize = SCRATCH_DISTANCE;
const CACHE: usize = SCRATCH_DISTANCE + 32;
const CLOSEST: usize = SCRATCH_DISTANCE + 48;
const OVERLAP: usize = SCRATCH_DISTANCE + 128;
const POINT: usize = SCRATCH_DISTANCE + 208;

/** Depth of two half-spaces that overlap: there is no end to it (unit: m). */
const BOTTOMLESS: f64 = 1e9;

/** Distance of two shapes, in the caller's axes (unit: m). */
@unmanaged
export class ShapeDistance {
  /** Gap between the surfaces; negative is depth. */
  distance: f32;
  /** Unit normal from A to B. */
  nx: f32;
  ny: f32;
  /** Closest (or deepest) point of A's surface, and of B's. */
  ax: f32;
  ay: f32;
  bx: f32;
  by: f32;
  reserved: u32;
}

/** Sine of the angle at which two half-spaces still count as parallel. */
const LEVEL: f64 = 1e-6;

/** The half-space x ≤ 0 of A against the core of B: signed height of B's lowest point. */
function aboveHalfSpaceA(b: ShapeGeometry, pose: RelativePose, out: GjkResult): f64 {
  supportCore(b, -pose.c, pose.s, POINT);
  const lx: f64 = Vec2d.x(POINT);
  const ly: f64 = Vec2d.y(POINT);
  out.bx = pose.x + (pose.c * lx - pose.s * ly);
  out.by = pose.y + (pose.s * lx + pose.c * ly);
  out.ax = 0;
  out.ay = out.by;
  out.nx = 1;
  out.ny = 0;
  return out.bx;
}

/** The core of A against the half-space of B, whose surface normal is the x axis of its frame. */
function aboveHalfSpaceB(a: ShapeGeometry, pose: RelativePose, out: GjkResult): f64 {
  supportCore(a, -pose.c, -pose.s, POINT);
  out.ax = Vec2d.x(POINT);
  out.ay = Vec2d.y(POINT);
  const height: f64 = pose.c * (out.ax - pose.x) + pose.s * (out.ay - pose.y);
  out.bx = out.ax - pose.c * height;
  out.by = out.ay - pose.s * height;
  out.nx = -pose.c;
  out.ny = -pose.s;
  return height;
}

/** Two half-spaces are apart only back to back, to within the rounding of their angles: tilted by that much they meet 10⁶ m away. */
function betweenHalfSpaces(pose: RelativePose, out: GjkResult): f64 {
  const height: f64 = pose.x;
  const apart: bool = abs<f64>(pose.s) <= LEVEL && pose.c < 0;
  out.ax = 0;
  out.ay = 0;
  out.bx = height;
  out.by = 0;
  out.nx = 1;
  out.ny = 0;
  return apart ? height : -BOTTOMLESS;
}

/**
 * Signed distance of two cores of which at least one is a half-space: in closed form, with the normal also where they
 * overlap. `distance` in `out` is never negative, the returned one is (unit: m).
 */
export function halfSpaceDistance(a: ShapeGeometry, b: ShapeGeometry, pose: RelativePose, out: GjkResult): f64 {
  let height: f64 = 0;
  if (a.kind != ShapeKind.HalfSpace) {
    height = aboveHalfSpaceB(a, pose, out);
  } else if (b.kind != ShapeKind.HalfSpace) {
    height = aboveHalfSpaceA(b, pose, out);
  } else {
    height = betweenHalfSpaces(pose, out);
  }
  out.distance = height > 0 ? height : 0;
  out.overlap = height > 0 ? 0 : 1;
  out.steps = 1;
  return height;
}

/** Whether a pair needs the closed form of half-spaces, because one of them has no support function. */
export function isWithHalfSpace(a: ShapeGeometry, b: ShapeGeometry): bool {
  return a.kind == ShapeKind.HalfSpace || b.kind == ShapeKind.HalfSpace;
}

/**
 * Distance of two cores of any kind: GJK, or the closed form of half-spaces. Where they overlap the distance is 0, and
 * only the closed form gives a normal.
 */
export function coreDistance(
  a: ShapeGeometry,
  b: ShapeGeometry,
  pose: RelativePose,
  cache: GjkCache,
  out: GjkResult,
): void {
  if (isWithHalfSpace(a, b)) {
    halfSpaceDistance(a, b, pose, out);
  } else {
    closestCores(a, b, pose, cache, out);
  }
}

/** Moves core points out to the surfaces and turns everything from A's axes into the caller's. */
function writeDistance(
  frameA: Frame,
  gap: f64,
  radiusA: f64,
  radiusB: f64,
  nx: f64,
  ny: f64,
  points: usize,
  out: ShapeDistance,
): void {
  const c: f64 = frameA.c;
  const s: f64 = frameA.s;
  const x: f64 = frameA.x;
  const y: f64 = frameA.y;
  const ax: f64 = Vec2d.x(points) + radiusA * nx;
  const ay: f64 = Vec2d.y(points) + radiusA * ny;
  const bx: f64 = Vec2d.x(Vec2d.at(points, 1)) - radiusB * nx;
  const by: f64 = Vec2d.y(Vec2d.at(points, 1)) - radiusB * ny;
  out.distance = <f32>(gap - radiusA - radiusB);
  out.nx = <f32>(c * nx - s * ny);
  out.ny = <f32>(s * nx + c * ny);
  out.ax = <f32>(x + c * ax - s * ay);
  out.ay = <f32>(y + s * ax + c * ay);
  out.bx = <f32>(x + c * bx - s * by);
  out.by = <f32>(y + s * bx + c * by);
}

/**
 * Signed distance of two shapes with their radii: the gap, or minus the depth, with normal and surface points. Returns
 * the same number as `out.distance` (unit: m).
 */
export function shapeDistance(
  a: ShapeGeometry,
  frameA: Frame,
  b: ShapeGeometry,
  frameB: Frame,
  out: ShapeDistance,
): f32 {
  const pose: RelativePose = changetype<RelativePose>(POSE);
  const cache: GjkCache = changetype<GjkCache>(CACHE);
  const closest: GjkResult = changetype<GjkResult>(CLOSEST);
  const points: usize = CLOSEST + offsetof<GjkResult>("ax");
  RelativePose.set(pose, frameA, frameB);
  if (isWithHalfSpace(a, b)) {
    const height: f64 = halfSpaceDistance(a, b, pose, closest);
    writeDistance(frameA, height, a.radius, b.radius, closest.nx, closest.ny, points, out);
    return out.distance;
  }
  cache.x = 0;
  cache.y = 0;
  closestCores(a, b, pose, cache, closest);
  if (closest.overlap == 0) {
    writeDistance(frameA, closest.distance, a.radius, b.radius, closest.nx, closest.ny, points, out);
    return out.distance;
  }
  const overlap: EpaResult = changetype<EpaResult>(OVERLAP);
  penetrationOfCores(a, b, pose, overlap);
  const witnesses: usize = OVERLAP + offsetof<EpaResult>("ax");
  writeDistance(frameA, -overlap.depth, a.radius, b.radius, overlap.nx, overlap.ny, witnesses, out);
  return out.distance;
}

/** Whether two shapes share a point; touching counts, within 1e-12 of their size. Cheaper than their distance. */
export function shapesOverlap(a: ShapeGeometry, frameA: Frame, b: ShapeGeometry, frameB: Frame): bool {
  const pose: RelativePose = changetype<RelativePose>(POSE);
  const cache: GjkCache = changetype<GjkCache>(CACHE);
  const closest: GjkResult = changetype<GjkResult>(CLOSEST);
  RelativePose.set(pose, frameA, frameB);
  cache.x = 0;
  cache.y = 0;
  coreDistance(a, b, pose, cache, closest);
  return closest.distance <= <f64>a.radius + <f64>b.radius;
}
