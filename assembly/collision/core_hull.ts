import { ShapeKind } from "../abi/layout";
import { Hull, ShapeGeometry } from "./shape_geometry";
import { Vec2 } from "./vectors";

// Boxes, capsules and segments as hulls, so that one routine collides them with polygons. A core without height has two
// vertices and two faces, back to back: clipping then needs no case of its own for lines.

/** Vertex i and its normal, which belongs to the edge towards vertex i + 1. */
function writeVertex(hull: Hull, i: i32, x: f32, y: f32, nx: f32, ny: f32): void {
  Vec2.set(Vec2.at(Hull.vertices(hull), i), x, y);
  Vec2.set(Vec2.at(Hull.normals(hull), i), nx, ny);
}

/** Writes the core of half-extents hx, hy as a hull to `out`: four vertices, or two where one extent is 0. */
function writeBoxHull(hx: f32, hy: f32, radius: f32, out: usize): void {
  const hull: Hull = changetype<Hull>(out);
  hull.radius = radius;
  if (hy <= 0) {
    hull.count = 2;
    writeVertex(hull, 0, -hx, 0, 0, -1);
    writeVertex(hull, 1, hx, 0, 0, 1);
  } else if (hx <= 0) {
    hull.count = 2;
    writeVertex(hull, 0, 0, -hy, 1, 0);
    writeVertex(hull, 1, 0, hy, -1, 0);
  } else {
    hull.count = 4;
    writeVertex(hull, 0, -hx, -hy, 0, -1);
    writeVertex(hull, 1, hx, -hy, 1, 0);
    writeVertex(hull, 2, hx, hy, 0, 1);
    writeVertex(hull, 3, -hx, hy, -1, 0);
  }
}

/** The hull of a shape with a box core or of a polygon: the polygon's own, or one written to `scratch`. */
export function coreHull(g: ShapeGeometry, scratch: usize): Hull {
  if (g.kind == ShapeKind.Polygon) {
    return changetype<Hull>(g.hull);
  }
  writeBoxHull(g.hx, g.kind == ShapeKind.Box ? g.hy : 0, g.radius, scratch);
  return changetype<Hull>(scratch);
}

/** A distance from its centre that every edge of that hull keeps (unit: m). @inline */
export function coreInner(g: ShapeGeometry): f32 {
  return 0.999 * (g.inner - g.radius); // their sum was rounded
}

/** A core that has shrunk to a point: a circle, or a box, capsule or segment of no extent. */
export function hasPointCore(g: ShapeGeometry): bool {
  switch (g.kind) {
    case ShapeKind.Circle:
      return true;
    case ShapeKind.Capsule:
    case ShapeKind.Segment:
      return g.hx <= 0;
    case ShapeKind.Box:
      return g.hx <= 0 && g.hy <= 0;
    default:
      return false;
  }
}
