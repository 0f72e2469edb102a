import { ShapeKind } from "../abi/layout";
import { SCRATCH_HULL_A, SCRATCH_RAY } from "../memory/scratch";
import { coreHull, hasPointCore } from "./core_hull";
import { SurfacePoint, nearestOnEllipse } from "./ellipse";
import { Frame, Hull, ShapeGeometry } from "./shape_geometry";
import { nearestOnSuperellipse } from "./superellipse";
import { Vec2 } from "./vectors";

// Points against shapes: signed distance, nearest point of the surface and its normal, in closed form and f64.

const FOUND: usize = SCRATCH_RAY + 128;

/** Nearest point of a shape's surface, in the caller's axes (unit: m). */
@unmanaged
export class NearestPoint {
  /** Signed distance; negative inside. */
  distance: f32;
  x: f32;
  y: f32;
  /** Unit outward normal of the surface there. */
  nx: f32;
  ny: f32;
}

/** Point core: the normal of a point on top of it is up. */
function nearestToCentre(px: f64, py: f64, out: SurfacePoint): f64 {
  const distance: f64 = sqrt<f64>(px * px + py * py);
  out.x = 0;
  out.y = 0;
  out.nx = distance > 0 ? px / distance : 0;
  out.ny = distance > 0 ? py / distance : 1;
  return distance;
}

/**
 * Nearest point of a hull. Outside, it lies on the edge nearest as a segment; inside, on the face the point is least
 * deep behind. For a line of two vertices no point is inside.
 */
function nearestOnHull(hull: Hull, px: f64, py: f64, out: SurfacePoint): f64 {
  const vertices: usize = Hull.vertices(hull);
  const count: i32 = hull.count;
  let nearestSq: f64 = Infinity;
  let shallowest: f64 = -Infinity;
  let faceX: f64 = 0;
  let faceY: f64 = 0;
  for (let i: i32 = 0; i < count; i++) {
    const p: usize = Vec2.at(vertices, i);
    const q: usize = Vec2.at(vertices, i + 1 == count ? 0 : i + 1);
    const x: f64 = Vec2.x(p);
    const y: f64 = Vec2.y(p);
    const ex: f64 = <f64>Vec2.x(q) - x;
    const ey: f64 = <f64>Vec2.y(q) - y;
    const lengthSq: f64 = ex * ex + ey * ey;
    const length: f64 = sqrt<f64>(lengthSq);
    const ox: f64 = px - x;
    const oy: f64 = py - y;
    const height: f64 = (ox * ey - oy * ex) / length;
    if (height > shallowest) {
      shallowest = height;
      faceX = ey / length;
      faceY = -ex / length;
    }
    let t: f64 = (ox * ex + oy * ey) / lengthSq;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    const gx: f64 = ox - t * ex;
    const gy: f64 = oy - t * ey;
    const gapSq: f64 = gx * gx + gy * gy;
    if (gapSq < nearestSq) {
      nearestSq = gapSq;
      out.x = x + t * ex;
      out.y = y + t * ey;
    }
  }
  out.nx = faceX;
  out.ny = faceY;
  if (shallowest <= 0 && count > 2) {
    out.x = px - shallowest * faceX;
    out.y = py - shallowest * faceY;
    return shallowest;
  }
  const gap: f64 = sqrt<f64>(nearestSq);
  if (gap > 0) {
    out.nx = (px - out.x) / gap;
    out.ny = (py - out.y) / gap;
  }
  return gap;
}

function nearestOnCore(g: ShapeGeometry, px: f64, py: f64, out: SurfacePoint): f64 {
  if (hasPointCore(g)) {
    return nearestToCentre(px, py, out);
  }
  switch (g.kind) {
    case ShapeKind.Ellipse:
      return nearestOnEllipse(g.hx, g.hy, px, py, out);
    case ShapeKind.Superellipse:
      return nearestOnSuperellipse(g.hx, g.hy, g.exponent, px, py, out);
    case ShapeKind.HalfSpace:
      out.x = 0;
      out.y = py;
      out.nx = 1;
      out.ny = 0;
      return px;
    default:
      return nearestOnHull(coreHull(g, SCRATCH_HULL_A), px, py, out);
  }
}

/** Point (x, y) against a shape placed by `frame`, in the same axes. Returns the signed distance (unit: m). */
export function nearestPoint(g: ShapeGeometry, frame: Frame, x: f32, y: f32, out: NearestPoint): f32 {
  const found: SurfacePoint = changetype<SurfacePoint>(FOUND);
  const c: f64 = frame.c;
  const s: f64 = frame.s;
  const dx: f64 = <f64>x - <f64>frame.x;
  const dy: f64 = <f64>y - <f64>frame.y;
  const radius: f64 = g.radius;
  const distance: f64 = nearestOnCore(g, c * dx + s * dy, c * dy - s * dx, found) - radius;
  const sx: f64 = found.x + radius * found.nx;
  const sy: f64 = found.y + radius * found.ny;
  out.distance = <f32>distance;
  out.x = <f32>(<f64>frame.x + c * sx - s * sy);
  out.y = <f32>(<f64>frame.y + s * sx + c * sy);
  out.nx = <f32>(c * found.nx - s * found.ny);
  out.ny = <f32>(s * found.nx + c * found.ny);
  return out.distance;
}

/** Whether the point (x, y) lies in a shape; its surface belongs to it. */
export function containsPoint(g: ShapeGeometry, frame: Frame, x: f32, y: f32): bool {
  const found: SurfacePoint = changetype<SurfacePoint>(FOUND);
  const c: f64 = frame.c;
  const s: f64 = frame.s;
  const dx: f64 = <f64>x - <f64>frame.x;
  const dy: f64 = <f64>y - <f64>frame.y;
  return nearestOnCore(g, c * dx + s * dy, c * dy - s * dx, found) <= <f64>g.radius;
}
