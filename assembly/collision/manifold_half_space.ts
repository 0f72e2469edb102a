import { ShapeKind } from "../abi/layout";
import { SCRATCH_CAST, SCRATCH_HULL_B } from "../memory/scratch";
import { coreHull, hasPointCore } from "./core_hull";
import { addPoint, clearManifold } from "./manifold_point";
import { FLAT_ANGLE, FLAT_SHARE } from "./manifold_support";
import { deepestVertex, incidentFace } from "./sat";
import { Frame, Hull, Manifold, ShapeGeometry } from "./shape_geometry";
import { supportCore } from "./support";
import { Vec2, Vec2d } from "./vectors";

const LOWEST: usize = SCRATCH_CAST;
/** Ends of a part that is nearly flat. */
const ENDS: usize = SCRATCH_CAST + 16;

// Manifolds of a half-space (always the first shape) with everything else. Its surface has no ends, so nothing is
// clipped: the face that looks at it touches with both vertices. The normal is the half-space's own, its frame's x axis.

/** A point of the core of B, relative to the half-space's frame and in the caller's axes, if it is within reach. */
function addAbove(out: Manifold, x: f32, y: f32, radiusA: f32, radiusB: f32, speculative: f32, id: f32): void {
  const height: f32 = x * out.nx + y * out.ny;
  const separation: f32 = height - radiusA - radiusB;
  if (separation <= speculative) {
    const down: f32 = 0.5 * (radiusA - radiusB - height);
    addPoint(out, x + down * out.nx, y + down * out.ny, separation, id);
  }
}

/** Half-space against a hull: the edge that looks at the surface. Ids are the vertices of the hull. */
function collideHull(hull: Hull, frameB: Frame, x: f32, y: f32, radiusA: f32, speculative: f32, out: Manifold): void {
  const c: f32 = frameB.c;
  const s: f32 = frameB.s;
  // the surface normal in the axes of the hull
  const nx: f32 = c * out.nx + s * out.ny;
  const ny: f32 = c * out.ny - s * out.nx;
  const vertices: usize = Hull.vertices(hull);
  const vertex: i32 = deepestVertex(hull, nx, ny);
  const edge: i32 = incidentFace(hull, vertex, nx, ny);
  const edgeEnd: i32 = edge + 1 == hull.count ? 0 : edge + 1;
  const p: usize = Vec2.at(vertices, edge);
  const q: usize = Vec2.at(vertices, edgeEnd);
  const px: f32 = Vec2.x(p);
  const py: f32 = Vec2.y(p);
  const qx: f32 = Vec2.x(q);
  const qy: f32 = Vec2.y(q);
  const x1: f32 = x + (c * px - s * py);
  const y1: f32 = y + (s * px + c * py);
  const x2: f32 = x + (c * qx - s * qy);
  const y2: f32 = y + (s * qx + c * qy);
  const rise: f32 = (x2 - x1) * out.nx + (y2 - y1) * out.ny;
  const run: f32 = (x2 - x1) * out.ny - (y2 - y1) * out.nx;
  const lowest: f32 = x1 * out.nx + y1 * out.ny + min<f32>(rise, 0) - radiusA - hull.radius;
  // An edge that faces the surface may land on one end and turn the other down within the step: both count, however far one is.
  const reach: f32 = lowest <= speculative && abs<f32>(rise) < abs<f32>(run) ? Infinity : speculative;
  addAbove(out, x1, y1, radiusA, hull.radius, reach, <f32>edge);
  addAbove(out, x2, y2, radiusA, hull.radius, reach, <f32>edgeEnd);
}

/** The point of the core of B farthest against the normal turned by a small angle, from the centre of B, at `point`. */
function findLowest(b: ShapeGeometry, frameB: Frame, normal: Manifold, turn: f64, point: usize): void {
  const c: f64 = frameB.c;
  const s: f64 = frameB.s;
  const nx: f64 = normal.nx - turn * normal.ny;
  const ny: f64 = normal.ny + turn * normal.nx;
  supportCore(b, -(c * nx + s * ny), s * nx - c * ny, point);
  const x: f64 = Vec2d.x(point);
  const y: f64 = Vec2d.y(point);
  Vec2d.set(point, c * x - s * y, s * x + c * y);
}

/** Half-space against a superellipse: two points where it is nearly flat, else one. */
function collideSuperellipse(
  b: ShapeGeometry,
  frameB: Frame,
  x: f32,
  y: f32,
  radiusA: f32,
  speculative: f32,
  out: Manifold,
): void {
  findLowest(b, frameB, out, 0, LOWEST);
  findLowest(b, frameB, out, -FLAT_ANGLE, ENDS);
  findLowest(b, frameB, out, FLAT_ANGLE, ENDS + 16);
  const px: f64 = Vec2d.x(LOWEST);
  const py: f64 = Vec2d.y(LOWEST);
  const dx: f64 = Vec2d.x(ENDS + 16) - Vec2d.x(ENDS);
  const dy: f64 = Vec2d.y(ENDS + 16) - Vec2d.y(ENDS);
  if (abs<f64>(dx) + abs<f64>(dy) < FLAT_SHARE * b.bound) {
    addAbove(out, x + <f32>px, y + <f32>py, radiusA, b.radius, speculative, 0);
    return;
  }
  // the curve bulges beyond the chord between its ends
  const rise: f64 = dx * out.nx + dy * out.ny;
  const ex: f64 = Vec2d.x(ENDS);
  const ey: f64 = Vec2d.y(ENDS);
  const bulge: f64 = (ex - px) * out.nx + (ey - py) * out.ny + min<f64>(rise, 0);
  const ax = <f32>(ex - bulge * out.nx);
  const ay = <f32>(ey - bulge * out.ny);
  addAbove(out, x + ax, y + ay, radiusA, b.radius, speculative, 1);
  addAbove(out, x + (ax + <f32>dx), y + (ay + <f32>dy), radiusA, b.radius, speculative, 2);
}

/** Half-space A against any shape B. Two half-spaces never collide: both are the world's immovable ends. */
export function collideHalfSpace(
  a: ShapeGeometry,
  frameA: Frame,
  b: ShapeGeometry,
  frameB: Frame,
  speculative: f32,
  out: Manifold,
): void {
  clearManifold(out);
  const x: f32 = frameB.x - frameA.x;
  const y: f32 = frameB.y - frameA.y;
  out.nx = frameA.c;
  out.ny = frameA.s;
  if (hasPointCore(b)) {
    addAbove(out, x, y, a.radius, b.radius, speculative, 0);
    return;
  }
  switch (b.kind) {
    case ShapeKind.Ellipse:
      findLowest(b, frameB, out, 0, LOWEST);
      addAbove(out, x + <f32>Vec2d.x(LOWEST), y + <f32>Vec2d.y(LOWEST), a.radius, b.radius, speculative, 0);
      return;
    case ShapeKind.Superellipse:
      collideSuperellipse(b, frameB, x, y, a.radius, speculative, out);
      return;
    case ShapeKind.HalfSpace:
      return;
    default:
      collideHull(coreHull(b, SCRATCH_HULL_B), frameB, x, y, a.radius, speculative, out);
  }
}
