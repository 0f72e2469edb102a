import { ShapeKind } from "../abi/layout";
import { hostSupport } from "./host_support";
import { Frame, Hull, ShapeGeometry } from "./shape_geometry";
import { supportSuperellipse } from "./superellipse";
import { VEC2_BYTES, Vec2, Vec2d } from "./vectors";

// Support functions: the point of a core farthest along a direction, in f64. The rounding radius is left to the caller,
// because GJK and EPA are exact on cores and a radius only moves their answer along the normal.

/** Where shape B sits in the axes of shape A, in f64. */
@unmanaged
export class RelativePose {
  c: f64;
  s: f64;
  x: f64;
  y: f64;

  static set(out: RelativePose, frameA: Frame, frameB: Frame): void {
    const ca: f64 = frameA.c;
    const sa: f64 = frameA.s;
    const cb: f64 = frameB.c;
    const sb: f64 = frameB.s;
    const dx: f64 = <f64>frameB.x - <f64>frameA.x;
    const dy: f64 = <f64>frameB.y - <f64>frameA.y;
    out.c = ca * cb + sa * sb;
    out.s = ca * sb - sa * cb;
    out.x = ca * dx + sa * dy;
    out.y = ca * dy - sa * dx;
  }
}

function supportHull(hull: Hull, dx: f64, dy: f64, out: usize): void {
  const end: usize = Hull.normals(hull);
  let best: usize = Hull.vertices(hull);
  let farthest: f64 = -Infinity;
  for (let p: usize = best; p < end; p += VEC2_BYTES) {
    const d: f64 = dx * <f64>Vec2.x(p) + dy * <f64>Vec2.y(p);
    if (d > farthest) {
      farthest = d;
      best = p;
    }
  }
  Vec2d.set(out, Vec2.x(best), Vec2.y(best));
}

/**
 * The point of the core of `g` farthest along (dx, dy), of any length, in the shape's own axes: two f64 at `out`
 * (unit: m). A half-space has no farthest point; the point on its surface below the origin stands in for one.
 */
export function supportCore(g: ShapeGeometry, dx: f64, dy: f64, out: usize): void {
  const hx: f64 = g.hx;
  const hy: f64 = g.hy;
  switch (g.kind) {
    case ShapeKind.Capsule:
    case ShapeKind.Segment:
      Vec2d.set(out, dx < 0 ? -hx : hx, 0);
      return;
    case ShapeKind.Box:
      Vec2d.set(out, dx < 0 ? -hx : hx, dy < 0 ? -hy : hy);
      return;
    case ShapeKind.Polygon:
      supportHull(changetype<Hull>(g.hull), dx, dy, out);
      return;
    case ShapeKind.Ellipse: {
      const ux: f64 = hx * dx;
      const uy: f64 = hy * dy;
      const length: f64 = sqrt<f64>(ux * ux + uy * uy);
      if (length > 0) {
        Vec2d.set(out, (hx * ux) / length, (hy * uy) / length);
      } else {
        Vec2d.set(out, hx, 0);
      }
      return;
    }
    case ShapeKind.Superellipse:
      supportSuperellipse(hx, hy, g.exponent, dx, dy, out);
      return;
    default:
      Vec2d.set(out, 0, 0);
      if (isDefined(HOST_SUPPORT)) {
        if (g.kind == ShapeKind.Support) {
          hostSupport(g.hull, dx, dy, out);
        }
      }
  }
}

/** A vertex of the Minkowski difference B − A: w = b − a, with the two points it came from, all in the axes of A. */
@unmanaged
export class MinkowskiVertex {
  wx: f64;
  wy: f64;
  ax: f64;
  ay: f64;
  bx: f64;
  by: f64;
  /** Share of this vertex in the closest point. */
  weight: f64;
}

/** Copies a vertex with its weight; seven fields cost less than a call of memory.copy. */
export function copyVertex(to: MinkowskiVertex, from: MinkowskiVertex): void {
  to.wx = from.wx;
  to.wy = from.wy;
  to.ax = from.ax;
  to.ay = from.ay;
  to.bx = from.bx;
  to.by = from.by;
  to.weight = from.weight;
}

/** Bytes from one vertex of a list to the next. */
export const MINKOWSKI_VERTEX_BYTES: usize = 56;

/** The point of the core of B farthest along (dx, dy), both in the axes of A: two f64 at `out`. */
export function supportPlaced(b: ShapeGeometry, pose: RelativePose, dx: f64, dy: f64, out: usize): void {
  supportCore(b, pose.c * dx + pose.s * dy, pose.c * dy - pose.s * dx, out);
  const x: f64 = Vec2d.x(out);
  const y: f64 = Vec2d.y(out);
  Vec2d.set(out, pose.x + (pose.c * x - pose.s * y), pose.y + (pose.s * x + pose.c * y));
}

/** Support vertex of B − A along (dx, dy): B's support along it and A's against it. */
export function supportDifference(
  a: ShapeGeometry,
  b: ShapeGeometry,
  pose: RelativePose,
  dx: f64,
  dy: f64,
  out: MinkowskiVertex,
): void {
  const pair: usize = changetype<usize>(out) + offsetof<MinkowskiVertex>("ax");
  supportCore(a, -dx, -dy, pair);
  supportPlaced(b, pose, dx, dy, pair + 16);
  out.wx = out.bx - out.ax;
  out.wy = out.by - out.ay;
}
