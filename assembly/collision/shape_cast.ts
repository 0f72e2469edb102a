import { SCRATCH_CAST } from "../memory/scratch";
import { CastHit } from "./cast_hit";
import { coreDistance, halfSpaceDistance, isWithHalfSpace } from "./distance";
import { EpaResult, penetrationOfCores } from "./epa";
import { GjkCache, GjkResult } from "./gjk";
import { Frame, ROUNDING, ShapeGeometry } from "./shape_geometry";
import { RelativePose } from "./support";

// A convex shape pushed along a line until it meets another. Without rotation the gap along the closest points' normal
// shrinks at a known, constant rate, so an advance by gap over rate lands exactly where that normal stops separating:
// Newton's method on a convex function. It comes from outside, never passes the contact, and on polygons ends after as
// many steps as there are faces in the way.

/** Steps after which the last time is taken. Only a curve grazed along its tangent needs more than twelve. */
const MAX_STEPS: i32 = 64;

/** Gap at which the shapes touch on the way, as a share of the coordinates that enter. */
const TOUCHING: f64 = 1e-8;

/** Shapes that touch and approach by less than this share of their way slide: normals in f32 are no more exact. */
export const SLIDING: f64 = 1e-6;

/**
 * Where corners that touch have many normals: how far the cores are moved on to find the right one, in tolerances of touching. If the
 * start is deeper than `DEEPER` along the normal found, that is of a side that they do not touch, for something thin was crossed. Then
 * they are moved less far, by the share `NEARER`.
 */
const PROBE: f64 = 16;
const NEARER: f64 = 0.25;
const DEEPER: f64 = 2;

const POSE: usize = SCRATCH_CAST + 512;
const CACHE: usize = SCRATCH_CAST + 544;
const CLOSEST: usize = SCRATCH_CAST + 560;
const OVERLAP: usize = SCRATCH_CAST + 640;

function writeHit(out: CastHit, frame: Frame, fraction: f64, x: f64, y: f64, nx: f64, ny: f64, inside: i32): void {
  const c: f64 = frame.c;
  const s: f64 = frame.s;
  out.fraction = <f32>fraction;
  out.x = <f32>(<f64>frame.x + c * x - s * y);
  out.y = <f32>(<f64>frame.y + s * x + c * y);
  out.nx = <f32>(c * nx - s * ny);
  out.ny = <f32>(s * nx + c * ny);
  out.inside = inside;
}

/** Gap or depth within which two shapes touch: the rounding of their places, and of the smaller one's size (unit: m). */
export function touchTolerance(a: ShapeGeometry, frameA: Frame, b: ShapeGeometry, frameB: Frame): f64 {
  const x: f64 = abs<f64>(frameA.x) + abs<f64>(frameB.x) + abs<f64>(<f64>frameB.x - <f64>frameA.x);
  const y: f64 = abs<f64>(frameA.y) + abs<f64>(frameB.y) + abs<f64>(<f64>frameB.y - <f64>frameA.y);
  const bound: f64 = min<f32>(a.bound, b.bound);
  return ROUNDING * (x + y + (bound < Infinity ? bound : 0));
}

/** Signed distance at the start; into `closest`, the normal along which the moving shape leaves soonest. */
function startGap(
  target: ShapeGeometry,
  moving: ShapeGeometry,
  pose: RelativePose,
  tolerance: f64,
  closest: GjkResult,
): f64 {
  let gap: f64 = closest.distance;
  if (isWithHalfSpace(target, moving)) {
    gap = halfSpaceDistance(target, moving, pose, closest);
  } else if (gap <= tolerance) {
    // closest points of cores that touch have no direction
    const overlap: EpaResult = changetype<EpaResult>(OVERLAP);
    penetrationOfCores(target, moving, pose, overlap);
    gap = -overlap.depth;
    closest.ax = overlap.ax;
    closest.ay = overlap.ay;
    closest.nx = overlap.nx;
    closest.ny = overlap.ny;
  }
  return gap - <f64>target.radius - <f64>moving.radius;
}

/**
 * Moves `moving` from its frame by (dx, dy) and reports where it first touches `target`, which stands still. Both keep their rotations.
 * Returns whether it does; a shape that touches already, and leaves or slides along, does not.
 */
export function castShape(
  target: ShapeGeometry,
  frame: Frame,
  moving: ShapeGeometry,
  movingFrame: Frame,
  dx: f32,
  dy: f32,
  out: CastHit,
): bool {
  const pose: RelativePose = changetype<RelativePose>(POSE);
  const cache: GjkCache = changetype<GjkCache>(CACHE);
  const closest: GjkResult = changetype<GjkResult>(CLOSEST);
  RelativePose.set(pose, frame, movingFrame);
  cache.x = 0;
  cache.y = 0;
  // everything in the axes of the target
  const c: f64 = frame.c;
  const s: f64 = frame.s;
  const vx: f64 = c * <f64>dx + s * <f64>dy;
  const vy: f64 = c * <f64>dy - s * <f64>dx;
  let startX: f64 = pose.x;
  let startY: f64 = pose.y;
  const radius: f64 = target.radius;
  const radii: f64 = radius + <f64>moving.radius;
  let touching: bool = false;
  let least: f64 = 0;
  let t: f64 = 0;
  let hair: f64 = 0;
  for (let step: i32 = 0; step < MAX_STEPS; step++) {
    pose.x = startX + t * vx;
    pose.y = startY + t * vy;
    coreDistance(target, moving, pose, cache, closest);
    const gap: f64 = closest.distance - radii;
    if (step == 0) {
      const tolerance: f64 = touchTolerance(target, frame, moving, movingFrame);
      const start: f64 = startGap(target, moving, pose, tolerance, closest);
      const touches: bool = start >= -tolerance;
      if (start <= tolerance) {
        const speed: f64 = sqrt<f64>(vx * vx + vy * vy);
        let apart: f64 = start;
        if (touches && closest.distance <= tolerance) {
          // of all normals at a corner, the one by which the shapes part soonest on this way
          let probe: f64 = min<f64>((PROBE * tolerance) / speed, 1);
          do {
            pose.x = startX + probe * vx;
            pose.y = startY + probe * vy;
            apart = startGap(target, moving, pose, tolerance, closest);
            apart -= probe * (closest.nx * vx + closest.ny * vy);
            probe *= NEARER;
          } while (apart < -DEEPER * tolerance);
        }
        const x: f64 = closest.ax + radius * closest.nx;
        const y: f64 = closest.ay + radius * closest.ny;
        writeHit(out, frame, 0, x, y, closest.nx, closest.ny, touches ? 0 : 1);
        if (!touches) {
          return true;
        }
        // set apart by the tolerance: what is met on the way from there is met at once
        touching = true;
        least = SLIDING * speed;
        startX += (tolerance - apart) * closest.nx;
        startY += (tolerance - apart) * closest.ny;
        continue;
      }
    }
    if (closest.overlap != 0) {
      // rounding carried the shape across: the points are those a hair before
      pose.x = startX + (t - hair) * vx;
      pose.y = startY + (t - hair) * vy;
      coreDistance(target, moving, pose, cache, closest);
      if (closest.overlap == 0) {
        const x: f64 = closest.ax + radius * closest.nx;
        const y: f64 = closest.ay + radius * closest.ny;
        writeHit(out, frame, touching ? 0 : t, x, y, closest.nx, closest.ny, 0);
      }
      break;
    }
    const nx: f64 = closest.nx;
    const ny: f64 = closest.ny;
    const size: f64 = abs<f64>(closest.ax) + abs<f64>(closest.ay) + abs<f64>(pose.x) + abs<f64>(pose.y) + radii;
    const approach: f64 = -(nx * vx + ny * vy);
    const arrived: bool = gap <= TOUCHING * size;
    if (!arrived && !(approach > least)) {
      return false;
    }
    writeHit(out, frame, touching ? 0 : t, closest.ax + radius * nx, closest.ay + radius * ny, nx, ny, 0);
    if (arrived) {
      return true;
    }
    t += gap / approach;
    hair = (2.0 * TOUCHING * size) / approach;
    if (!(t <= 1)) {
      return false;
    }
  }
  out.fraction = touching ? 0 : <f32>t;
  return true;
}
