import { ShapeKind } from "../abi/layout";
import { Scalar } from "../math/scalar";
import { addPoint, clearManifold, rotateManifold } from "./manifold_point";
import { SurfacePoint, nearestOnEllipse } from "./ellipse";
import { Frame, Hull, Manifold, ShapeGeometry } from "./shape_geometry";
import { SCRATCH_CAST } from "../memory/scratch";
import { Vec2 } from "./vectors";

// Manifolds against a circle: one point, in closed form. The circle is always the second shape and feature ids are 0:
// with a single point there is nothing to tell apart, and its impulse should survive rolling from face to face.

/** Squares of lengths below this have lost their direction in f32 (unit: m²). */
const TINY_SQ: f32 = 1e-30;

/** The point between surface points of the core of A at (x, y) and of a circle `gap` along the normal in `out`. */
function writeRound(out: Manifold, x: f32, y: f32, gap: f32, radiusA: f32, radiusB: f32): void {
  const middle: f32 = 0.5 * (gap + radiusA - radiusB);
  addPoint(out, x + middle * out.nx, y + middle * out.ny, gap - radiusA - radiusB, 0);
}

/** Two circles, or cores that are points. Concentric ones part upwards. */
export function collideCircles(
  a: ShapeGeometry,
  frameA: Frame,
  b: ShapeGeometry,
  frameB: Frame,
  speculative: f32,
  out: Manifold,
): void {
  clearManifold(out);
  const dx: f32 = frameB.x - frameA.x;
  const dy: f32 = frameB.y - frameA.y;
  const lengthSq: f32 = dx * dx + dy * dy;
  const length: f32 = sqrt<f32>(lengthSq);
  if (!(length <= speculative + a.radius + b.radius)) {
    return;
  }
  if (lengthSq > TINY_SQ) {
    out.nx = dx / length;
    out.ny = dy / length;
  } else {
    out.nx = 0;
    out.ny = 1;
  }
  writeRound(out, 0, 0, length, a.radius, b.radius);
}

/** Box, capsule or segment against a circle. A centre inside the core leaves through the nearest face. */
export function collideBoxCircle(
  a: ShapeGeometry,
  frameA: Frame,
  b: ShapeGeometry,
  frameB: Frame,
  speculative: f32,
  out: Manifold,
): void {
  clearManifold(out);
  const c: f32 = frameA.c;
  const s: f32 = frameA.s;
  const dx: f32 = frameB.x - frameA.x;
  const dy: f32 = frameB.y - frameA.y;
  const px: f32 = c * dx + s * dy;
  const py: f32 = c * dy - s * dx;
  const hx: f32 = a.hx;
  const hy: f32 = a.kind == ShapeKind.Box ? a.hy : 0;
  const qx: f32 = Scalar.clamp(px, -hx, hx);
  const qy: f32 = Scalar.clamp(py, -hy, hy);
  const gx: f32 = px - qx;
  const gy: f32 = py - qy;
  const gapSq: f32 = gx * gx + gy * gy;
  const reach: f32 = speculative + a.radius + b.radius;
  if (gapSq > TINY_SQ) {
    const gap: f32 = sqrt<f32>(gapSq);
    if (gap > reach) {
      return;
    }
    out.nx = gx / gap;
    out.ny = gy / gap;
    writeRound(out, qx, qy, gap, a.radius, b.radius);
  } else if (gapSq <= TINY_SQ) {
    const depthX: f32 = hx - abs<f32>(px);
    const depthY: f32 = hy - abs<f32>(py);
    if (depthX < depthY) {
      const side: f32 = Scalar.sign(px);
      out.nx = side;
      writeRound(out, side * hx, py, -depthX, a.radius, b.radius);
    } else {
      const side: f32 = Scalar.sign(py);
      out.ny = side;
      writeRound(out, px, side * hy, -depthY, a.radius, b.radius);
    }
  }
  rotateManifold(out, frameA);
}

/** Polygon against a circle. A centre inside the polygon leaves through the nearest face. */
export function collideHullCircle(
  hull: Hull,
  frameA: Frame,
  b: ShapeGeometry,
  frameB: Frame,
  speculative: f32,
  out: Manifold,
): void {
  clearManifold(out);
  const c: f32 = frameA.c;
  const s: f32 = frameA.s;
  const dx: f32 = frameB.x - frameA.x;
  const dy: f32 = frameB.y - frameA.y;
  const px: f32 = c * dx + s * dy;
  const py: f32 = c * dy - s * dx;
  const vertices: usize = Hull.vertices(hull);
  const normals: usize = Hull.normals(hull);
  const count: i32 = hull.count;
  let best: f32 = -f32.MAX_VALUE;
  let face: i32 = 0;
  for (let i: i32 = 0; i < count; i++) {
    const v: usize = Vec2.at(vertices, i);
    const n: usize = Vec2.at(normals, i);
    const d: f32 = Vec2.x(n) * (px - Vec2.x(v)) + Vec2.y(n) * (py - Vec2.y(v));
    if (d > best) {
      best = d;
      face = i;
    }
  }
  const reach: f32 = speculative + hull.radius + b.radius;
  if (!(best <= reach)) {
    return;
  }
  // nearest point of the face; for a centre outside it is the nearest of the hull
  const v: usize = Vec2.at(vertices, face);
  const w: usize = Vec2.at(vertices, face + 1 == count ? 0 : face + 1);
  const vx: f32 = Vec2.x(v);
  const vy: f32 = Vec2.y(v);
  const ex: f32 = Vec2.x(w) - vx;
  const ey: f32 = Vec2.y(w) - vy;
  const along: f32 = (px - vx) * ex + (py - vy) * ey;
  const lengthSq: f32 = ex * ex + ey * ey;
  const beyond: bool = along < 0 || along > lengthSq;
  const cornerX: f32 = along < 0 ? vx : vx + ex;
  const cornerY: f32 = along < 0 ? vy : vy + ey;
  const gx: f32 = px - cornerX;
  const gy: f32 = py - cornerY;
  const gapSq: f32 = gx * gx + gy * gy;
  if (best > 0 && beyond && gapSq > TINY_SQ) {
    const gap: f32 = sqrt<f32>(gapSq);
    if (gap > reach) {
      return;
    }
    out.nx = gx / gap;
    out.ny = gy / gap;
    writeRound(out, cornerX, cornerY, gap, hull.radius, b.radius);
  } else {
    const n: usize = Vec2.at(normals, face);
    out.nx = Vec2.x(n);
    out.ny = Vec2.y(n);
    writeRound(out, px - best * out.nx, py - best * out.ny, best, hull.radius, b.radius);
  }
  rotateManifold(out, frameA);
}

/** Ellipse against a circle. A centre inside leaves through the nearest point of the curve. */
export function collideEllipseCircle(
  a: ShapeGeometry,
  frameA: Frame,
  b: ShapeGeometry,
  frameB: Frame,
  speculative: f32,
  out: Manifold,
): void {
  clearManifold(out);
  const c: f32 = frameA.c;
  const s: f32 = frameA.s;
  const dx: f32 = frameB.x - frameA.x;
  const dy: f32 = frameB.y - frameA.y;
  const nearest: SurfacePoint = changetype<SurfacePoint>(SCRATCH_CAST);
  const gap: f32 = <f32>nearestOnEllipse(a.hx, a.hy, c * dx + s * dy, c * dy - s * dx, nearest);
  if (!(gap <= speculative + a.radius + b.radius)) {
    return;
  }
  out.nx = <f32>nearest.nx;
  out.ny = <f32>nearest.ny;
  writeRound(out, <f32>nearest.x, <f32>nearest.y, gap, a.radius, b.radius);
  rotateManifold(out, frameA);
}
