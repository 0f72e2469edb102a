import { SCRATCH_CAST } from "../memory/scratch";
import { EpaResult, penetrationOfCores } from "./epa";
import { GjkCache, GjkResult, closestCores } from "./gjk";
import { addPoint, clearManifold, rotateManifold } from "./manifold_point";
import { Frame, Manifold, ShapeGeometry } from "./shape_geometry";
import { RelativePose } from "./support";

const POSE: usize = SCRATCH_CAST + 64;
const CACHE: usize = SCRATCH_CAST + 96;
const CLOSEST: usize = SCRATCH_CAST + 128;
const OVERLAP: usize = SCRATCH_CAST + 192;

/**
 * Manifold of any two shapes with a support function: the closest points of the cores (GJK) while they are apart, the
 * witness points of the least overlap (EPA) when they are not. One point, feature id 0: a curved shape touches a face in
 * one place, and which vertices GJK ended with says nothing about it.
 */
export function collideSupport(
  a: ShapeGeometry,
  frameA: Frame,
  b: ShapeGeometry,
  frameB: Frame,
  speculative: f32,
  out: Manifold,
): void {
  clearManifold(out);
  const pose: RelativePose = changetype<RelativePose>(POSE);
  const cache: GjkCache = changetype<GjkCache>(CACHE);
  const closest: GjkResult = changetype<GjkResult>(CLOSEST);
  RelativePose.set(pose, frameA, frameB);
  cache.x = 0;
  cache.y = 0;
  closestCores(a, b, pose, cache, closest);
  const radiusA: f64 = a.radius;
  const radiusB: f64 = b.radius;
  let gap: f64 = closest.distance;
  if (!(gap - radiusA - radiusB <= <f64>speculative)) {
    return;
  }
  let nx: f64 = closest.nx;
  let ny: f64 = closest.ny;
  let x: f64 = 0.5 * (closest.ax + closest.bx);
  let y: f64 = 0.5 * (closest.ay + closest.by);
  if (closest.overlap != 0) {
    const overlap: EpaResult = changetype<EpaResult>(OVERLAP);
    penetrationOfCores(a, b, pose, overlap);
    gap = -overlap.depth;
    nx = overlap.nx;
    ny = overlap.ny;
    x = 0.5 * (overlap.ax + overlap.bx);
    y = 0.5 * (overlap.ay + overlap.by);
  }
  const skew: f64 = 0.5 * (radiusA - radiusB);
  out.nx = <f32>nx;
  out.ny = <f32>ny;
  addPoint(out, <f32>(x + skew * nx), <f32>(y + skew * ny), <f32>(gap - radiusA - radiusB), 0);
  rotateManifold(out, frameA);
}
