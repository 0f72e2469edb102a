import { ShapeKind } from "../abi/layout";
import { SCRATCH_CAST, SCRATCH_HULL_A, SCRATCH_HULL_B } from "../memory/scratch";
import { CastHit } from "./cast_hit";
import { coreHull, hasPointCore } from "./core_hull";
import { moveHull, movedHull } from "./sat";
import { SLIDING, castShape, touchTolerance } from "./shape_cast";
import { shapeDistance, ShapeDistance } from "./distance";
import { Frame, Hull, ShapeGeometry } from "./shape_geometry";
import { VEC2_BYTES, Vec2 } from "./vectors";

// Swept separating axes: two hulls that move without turning overlap while every axis says so, so each axis gives an
// interval of time and the pair touches in their intersection. It is a ray clipped by the faces of the Minkowski
// difference, and needs a division only for axes that are crossed.

const CAST: usize = SCRATCH_CAST + 768;
const DISTANCE: usize = SCRATCH_CAST + 800;

/** What becomes of two translating shapes. */
export const enum SweepState {
  /** They never touch during the displacement; it may be zero. */
  Miss = 0,
  /** They overlap at the start. */
  Overlap = 1,
  /** They touch first at the time reported. */
  Hit = 2,
}

/** Result of a sweep, normal in the caller's axes. */
@unmanaged
export class SweepResult {
  state: i32;
  /** Hit: share of the displacement, in [0, 1]. Overlap: minus the depth (unit: m), below 0. Miss: 1. */
  time: f32;
  /** Unit normal from A to B: of the axis that touched last, or of the least overlap; 0 for a miss. */
  nx: f32;
  ny: f32;
}

/** The span of time during which all axes so far overlap. */
@unmanaged
class Window {
  enter: f64;
  exit: f64;
  nx: f64;
  ny: f64;
  /** The widest gap at the start and its axis: minus the depth where all axes overlap. */
  gap: f64;
  gapX: f64;
  gapY: f64;
  /** Gap or depth within which an axis touches (unit: m), below 0 for none; and up to which approach the shapes slide along it. */
  tolerance: f64;
  slide: f64;
}

const WINDOW: usize = SCRATCH_CAST + 840;

/** Largest n · x over a hull. */
function reach(hull: Hull, nx: f64, ny: f64): f64 {
  const end: usize = Hull.normals(hull);
  let far: f64 = -Infinity;
  for (let p: usize = Hull.vertices(hull); p < end; p += VEC2_BYTES) {
    const d: f64 = nx * <f64>Vec2.x(p) + ny * <f64>Vec2.y(p);
    far = d > far ? d : far;
  }
  return far;
}

/** Narrows the window by the axis n, from A to B. Both hulls in the axes of A, B moving by (vx, vy). */
function narrow(w: Window, a: Hull, b: Hull, nx: f64, ny: f64, vx: f64, vy: f64): void {
  const gap: f64 = -reach(b, -nx, -ny) - reach(a, nx, ny);
  const speed: f64 = nx * vx + ny * vy;
  if (gap > w.gap) {
    w.gap = gap;
    w.gapX = nx;
    w.gapY = ny;
  }
  const touches: bool = abs<f64>(gap) <= w.tolerance;
  if (gap > 0 || touches) {
    const least: f64 = touches ? w.slide : 0;
    const t: f64 = -speed > least ? (touches ? 0 : gap / -speed) : Infinity;
    if (t > w.enter) {
      w.enter = t;
      w.nx = nx;
      w.ny = ny;
    }
  } else if (speed > 0) {
    const t: f64 = -gap / speed;
    w.exit = t < w.exit ? t : w.exit;
  }
}

/** Narrows by all faces of `faces`; `sign` is −1 for those of B. A line also separates along itself. */
function narrowByFaces(w: Window, faces: Hull, a: Hull, b: Hull, sign: f64, vx: f64, vy: f64): void {
  const vertices: usize = Hull.vertices(faces);
  const count: i32 = faces.count;
  for (let i: i32 = 0; i < count; i++) {
    const p: usize = Vec2.at(vertices, i);
    const q: usize = Vec2.at(vertices, i + 1 == count ? 0 : i + 1);
    const ex: f64 = <f64>Vec2.x(q) - <f64>Vec2.x(p);
    const ey: f64 = <f64>Vec2.y(q) - <f64>Vec2.y(p);
    const scale: f64 = sign / sqrt<f64>(ex * ex + ey * ey);
    narrow(w, a, b, ey * scale, -ex * scale, vx, vy);
    if (count == 2) {
      narrow(w, a, b, ex * scale, ey * scale, vx, vy);
    }
  }
}

/**
 * Hull B moving by (dx, dy) relative to hull A, both without their radii. Touching at the start, within `tolerance`, counts
 * as a hit at time 0 unless they part or slide.
 */
export function sweepHulls(
  hullA: Hull,
  frameA: Frame,
  hullB: Hull,
  frameB: Frame,
  dx: f32,
  dy: f32,
  tolerance: f64,
  out: SweepResult,
): void {
  const moved = movedHull;
  const w: Window = changetype<Window>(WINDOW);
  moveHull(hullB, frameA, frameB);
  const c: f64 = frameA.c;
  const s: f64 = frameA.s;
  const vx: f64 = c * <f64>dx + s * <f64>dy;
  const vy: f64 = c * <f64>dy - s * <f64>dx;
  w.enter = 0;
  w.exit = Infinity;
  w.gap = -Infinity;
  w.nx = 0;
  w.ny = 0;
  w.tolerance = -1;
  w.slide = tolerance + SLIDING * sqrt<f64>(vx * vx + vy * vy);
  narrowByFaces(w, hullA, hullA, moved, 1, vx, vy);
  narrowByFaces(w, moved, hullA, moved, -1, vx, vy);
  if (abs<f64>(w.gap) <= tolerance) {
    // they touch: once more, now that every axis on which they do may part them
    w.tolerance = tolerance;
    w.enter = 0;
    w.exit = Infinity;
    narrowByFaces(w, hullA, hullA, moved, 1, vx, vy);
    narrowByFaces(w, moved, hullA, moved, -1, vx, vy);
  }
  let nx: f64 = w.nx;
  let ny: f64 = w.ny;
  if (w.gap < -tolerance) {
    out.state = SweepState.Overlap;
    out.time = <f32>w.gap;
    nx = w.gapX;
    ny = w.gapY;
  } else if (w.enter > 1 || w.enter > w.exit) {
    out.state = SweepState.Miss;
    out.time = 1;
    nx = 0;
    ny = 0;
  } else {
    out.state = SweepState.Hit;
    out.time = <f32>w.enter;
    if (w.enter == 0) {
      nx = w.gapX;
      ny = w.gapY;
    }
  }
  out.nx = <f32>(c * nx - s * ny);
  out.ny = <f32>(s * nx + c * ny);
}

/** Whether swept separating axes are exact for a shape: it has corners and no rounding. */
export function isSharp(g: ShapeGeometry): bool {
  switch (g.kind) {
    case ShapeKind.Capsule:
    case ShapeKind.Segment:
    case ShapeKind.Box:
    case ShapeKind.Polygon:
      return g.radius == 0 && !hasPointCore(g);
    default:
      return false;
  }
}

/** Any shape B moving by (dx, dy) relative to A: swept separating axes where they are exact, else a shape cast. */
export function sweepShapes(
  a: ShapeGeometry,
  frameA: Frame,
  b: ShapeGeometry,
  frameB: Frame,
  dx: f32,
  dy: f32,
  out: SweepResult,
): void {
  if (isSharp(a) && isSharp(b)) {
    const tolerance: f64 = touchTolerance(a, frameA, b, frameB);
    sweepHulls(coreHull(a, SCRATCH_HULL_A), frameA, coreHull(b, SCRATCH_HULL_B), frameB, dx, dy, tolerance, out);
    return;
  }
  const cast: CastHit = changetype<CastHit>(CAST);
  if (!castShape(a, frameA, b, frameB, dx, dy, cast)) {
    out.state = SweepState.Miss;
    out.time = 1;
    out.nx = 0;
    out.ny = 0;
  } else if (cast.inside != 0) {
    const distance: ShapeDistance = changetype<ShapeDistance>(DISTANCE);
    out.state = SweepState.Overlap;
    out.time = shapeDistance(a, frameA, b, frameB, distance);
    out.nx = distance.nx;
    out.ny = distance.ny;
  } else {
    out.state = SweepState.Hit;
    out.time = cast.fraction;
    out.nx = cast.nx;
    out.ny = cast.ny;
  }
}
