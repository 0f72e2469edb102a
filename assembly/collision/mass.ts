import { ShapeKind } from "../abi/layout";
import { atan2, cos, sin } from "../math/trig";
import { Hull, ShapeGeometry } from "./shape_geometry";
import { superellipseIntegral } from "./superellipse";
import { Vec2, Vec2d } from "./vectors";

// Area, centroid and polar second moment ∫|x|² dA of every shape. A rounded shape is cut into its core, a rectangle of
// width r over every edge, and a sector of radius r at every vertex; the pieces are integrated exactly (Steiner's
// decomposition of a parallel body). Everything is summed in f64: a thin needle's area is a difference of products.

const PI: f64 = 3.141592653589793;

/** Boundary points of a quarter at which the curve around a rounded ellipse is sampled; the sum converges geometrically. */
const ELLIPSE_SAMPLES: i32 = 128;

/** Area (unit: m²) and centroid relative to the first vertex (unit: m). */
@unmanaged
export class HullMoments {
  area: f64;
  x: f64;
  y: f64;
}

/**
 * Area and centroid of a convex polygon of `count` f64 pairs, counter-clockwise, rounded by `radius`. Rectangles and
 * sectors balance about the edge midpoints and the vertices: their outward parts cancel around any closed polygon, so
 * each weighs on the point it grew from.
 */
export function hullMoments(points: usize, count: i32, radius: f64, out: HullMoments): void {
  const ox: f64 = Vec2d.x(points);
  const oy: f64 = Vec2d.y(points);
  let area: f64 = 0;
  let mx: f64 = 0;
  let my: f64 = 0;
  const last: usize = Vec2d.at(points, count - 1);
  let px: f64 = Vec2d.x(last) - ox;
  let py: f64 = Vec2d.y(last) - oy;
  for (let i: i32 = 0; i < count; i++) {
    const at: usize = Vec2d.at(points, i);
    const after: usize = Vec2d.at(points, i + 1 == count ? 0 : i + 1);
    const x: f64 = Vec2d.x(at) - ox;
    const y: f64 = Vec2d.y(at) - oy;
    const inX: f64 = x - px;
    const inY: f64 = y - py;
    const triangle: f64 = 0.5 * (px * y - py * x);
    const rectangle: f64 = radius * sqrt<f64>(inX * inX + inY * inY);
    const outX: f64 = Vec2d.x(after) - ox - x;
    const outY: f64 = Vec2d.y(after) - oy - y;
    const sector: f64 = 0.5 * radius * radius * atan2(inX * outY - inY * outX, inX * outX + inY * outY);
    area += triangle + rectangle + sector;
    mx += (px + x) * (triangle / 3.0 + 0.5 * rectangle) + x * sector;
    my += (py + y) * (triangle / 3.0 + 0.5 * rectangle) + y * sector;
    px = x;
    py = y;
  }
  out.area = area;
  out.x = mx / area;
  out.y = my / area;
}

/** Area of a hull with its rounding (unit: m²). */
export function hullArea(hull: Hull): f32 {
  const vertices: usize = Hull.vertices(hull);
  const count: i32 = hull.count;
  const radius: f64 = hull.radius;
  let area: f64 = PI * radius * radius;
  let previous: usize = Vec2.at(vertices, count - 1);
  for (let i: i32 = 0; i < count; i++) {
    const at: usize = Vec2.at(vertices, i);
    const px: f64 = Vec2.x(previous);
    const py: f64 = Vec2.y(previous);
    const x: f64 = Vec2.x(at);
    const y: f64 = Vec2.y(at);
    const ex: f64 = x - px;
    const ey: f64 = y - py;
    area += 0.5 * (px * y - py * x) + radius * sqrt<f64>(ex * ex + ey * ey);
    previous = at;
  }
  return <f32>area;
}

/** Polar second moment of a hull with its rounding about its frame's origin, for density 1 (unit: m⁴). */
export function hullInertia(hull: Hull): f32 {
  const vertices: usize = Hull.vertices(hull);
  const count: i32 = hull.count;
  const r: f64 = hull.radius;
  const last: usize = Vec2.at(vertices, count - 1);
  let px: f64 = Vec2.x(last);
  let py: f64 = Vec2.y(last);
  let sum: f64 = 0;
  for (let i: i32 = 0; i < count; i++) {
    const at: usize = Vec2.at(vertices, i);
    const after: usize = Vec2.at(vertices, i + 1 == count ? 0 : i + 1);
    const x: f64 = Vec2.x(at);
    const y: f64 = Vec2.y(at);
    const cross: f64 = px * y - py * x;
    // mean of |p|² over the edge, ⅓ (|a|² + a·b + |b|²), shared by the triangle to the origin and the rectangle
    const meanSq: f64 = (px * px + py * py + px * x + py * y + x * x + y * y) / 3.0;
    sum += 0.25 * cross * meanSq;
    if (r > 0) {
      const inX: f64 = x - px;
      const inY: f64 = y - py;
      const inLength: f64 = sqrt<f64>(inX * inX + inY * inY);
      const outX: f64 = <f64>Vec2.x(after) - x;
      const outY: f64 = <f64>Vec2.y(after) - y;
      const outLength: f64 = sqrt<f64>(outX * outX + outY * outY);
      // the rectangle: |p + s n|² = |p|² + 2 s (p·n) + s², and p·n · length is the cross product above
      sum += inLength * (r * meanSq + (r * r * r) / 3.0) + r * r * cross;
      // the sector from the incoming to the outgoing normal; (ux, uy) is the integral of its unit vectors
      const angle: f64 = atan2(inX * outY - inY * outX, inX * outX + inY * outY);
      const ux: f64 = inX / inLength - outX / outLength;
      const uy: f64 = inY / inLength - outY / outLength;
      const outward: f64 = x * ux + y * uy;
      sum += r * r * (angle * (0.5 * (x * x + y * y) + 0.25 * r * r) + (2.0 / 3.0) * r * outward);
    }
    px = x;
    py = y;
  }
  return <f32>sum;
}

/** Length of the boundary of an ellipse grown outwards by r times its contribution to the area: ∮ r ds. */
function ellipseIntegral(a: f64, b: f64, r: f64, moment: bool): f64 {
  const step: f64 = (0.5 * PI) / <f64>ELLIPSE_SAMPLES;
  let sum: f64 = 0;
  for (let i: i32 = 0; i < ELLIPSE_SAMPLES; i++) {
    const c: f64 = cos(step * (<f64>i + 0.5));
    const s: f64 = sin(step * (<f64>i + 0.5));
    // speed of the ellipse's own point, and of its normal's angle
    const speed: f64 = sqrt<f64>(a * a * s * s + b * b * c * c);
    const turn: f64 = (a * b) / (speed * speed);
    const nx: f64 = (b * c) / speed;
    const ny: f64 = (a * s) / speed;
    const x: f64 = a * c + r * nx;
    const y: f64 = b * s + r * ny;
    // x × dx/dφ = (x·n) · |dx/dφ|, since the boundary moves along its tangent
    const swept: f64 = (x * nx + y * ny) * (speed + r * turn);
    sum += moment ? 0.25 * (x * x + y * y) * swept : 0.5 * swept;
  }
  return 4 * sum * step;
}

/** Area of any shape (unit: m²); 0 for a line and a half-space, which never move by their own mass. */
export function shapeArea(g: ShapeGeometry): f32 {
  const hx: f64 = g.hx;
  const hy: f64 = g.hy;
  const r: f64 = g.radius;
  switch (g.kind) {
    case ShapeKind.Circle:
      return <f32>(PI * r * r);
    case ShapeKind.Capsule:
    case ShapeKind.Segment:
    case ShapeKind.Box:
      return <f32>(4.0 * hx * hy + 4.0 * r * (hx + hy) + PI * r * r);
    case ShapeKind.Polygon:
      return changetype<Hull>(g.hull).area;
    case ShapeKind.Ellipse:
      return r > 0 ? <f32>ellipseIntegral(hx, hy, r, false) : <f32>(PI * hx * hy);
    case ShapeKind.Superellipse:
      return <f32>superellipseIntegral(hx, hy, g.exponent, r, false);
    default:
      return 0;
  }
}

/** Polar second moment of any shape about its frame's origin, for density 1 (unit: m⁴); 0 where the area is 0. */
export function shapeInertia(g: ShapeGeometry): f32 {
  const hx: f64 = g.hx;
  const hy: f64 = g.hy;
  const r: f64 = g.radius;
  switch (g.kind) {
    case ShapeKind.Circle:
      return <f32>(0.5 * PI * r * r * r * r);
    case ShapeKind.Capsule:
    case ShapeKind.Segment:
    case ShapeKind.Box: {
      const xx: f64 = hx * hx;
      const yy: f64 = hy * hy;
      const core: f64 = (4.0 / 3.0) * hx * hy * (xx + yy);
      const sides: f64 = 4.0 * hy * r * (xx + yy / 3.0 + r * hx + (r * r) / 3.0);
      const ends: f64 = 4.0 * hx * r * (yy + xx / 3.0 + r * hy + (r * r) / 3.0);
      const corners: f64 = r * r * (PI * (xx + yy) + (8.0 / 3.0) * r * (hx + hy) + 0.5 * PI * r * r);
      return <f32>(core + sides + ends + corners);
    }
    case ShapeKind.Polygon:
      return changetype<Hull>(g.hull).inertia;
    case ShapeKind.Ellipse:
      return r > 0 ? <f32>ellipseIntegral(hx, hy, r, true) : <f32>(0.25 * PI * hx * hy * (hx * hx + hy * hy));
    case ShapeKind.Superellipse:
      return <f32>superellipseIntegral(hx, hy, g.exponent, r, true);
    default:
      return 0;
  }
}
