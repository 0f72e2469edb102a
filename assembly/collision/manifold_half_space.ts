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

/** The support point against the normal turned by a small angle. */
function addLowest(
  b: ShapeGeometry,
  frameB: Frame,
  x: f32,
  y: f32,
  radiusA: f32,
  speculative: f32,
  turn: f32,
  id: f32,
  out: Manifold,
): void {
  const c: f32 = frameB.c;
  const s: f32 = frameB.s;
  const nx: f32 = out.nx - turn * out.ny;
  const ny: f32 = out.ny + turn * out.nx;
  supportCore(b, -(c * nx + s * ny), s * nx - c * ny, LOWEST);
  const px = <f32>Vec2d.x(LOWEST);
  const py = <f32>Vec2d.y(LOWEST);
  addAbove(out, x + (c * px - s * py), y + (s * px + c * py), radiusA, b.radius, speculative, id);
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
      addLowest(b, frameB, x, y, a.radius, speculative, 0, 0, out);
      return;
    case ShapeKind.Superellipse:
      addLowest(b, frameB, x, y, a.radius, speculative, -(<f32>FLAT_ANGLE), 1, out);
      addLowest(b, frameB, x, y, a.radius, speculative, <f32>FLAT_ANGLE, 2, out);
      if (out.count > 1 && abs<f32>(out.x2 - out.x1) + abs<f32>(out.y2 - out.y1) < <f32>FLAT_SHARE * b.bound) {
        out.count = 0;
        addLowest(b, frameB, x, y, a.radius, speculative, 0, 0, out);
      }
      return;
    case ShapeKind.HalfSpace:
      return;
    default:
      collideHull(coreHull(b, SCRATCH_HULL_B), frameB, x, y, a.radius, speculative, out);
  }
}
