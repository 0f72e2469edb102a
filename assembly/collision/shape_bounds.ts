import { ShapeKind } from "../abi/layout";
import { Hull, ShapeGeometry } from "./shape_geometry";

/**
 * Sets the radii of a shape about its centre, all else being set: `bound` around it, `inner` within it. For a support function `hx` says
 * how far it reaches from its centre.
 */
export function setBounds(g: ShapeGeometry): void {
  let outer: f32 = 0;
  let inner: f32 = 0;
  switch (g.kind) {
    case ShapeKind.Circle:
      break;
    case ShapeKind.Capsule:
    case ShapeKind.Segment:
    case ShapeKind.Support:
      outer = g.hx;
      break;
    case ShapeKind.Box:
      outer = sqrt<f32>(g.hx * g.hx + g.hy * g.hy);
      inner = min<f32>(g.hx, g.hy);
      break;
    case ShapeKind.Ellipse:
      outer = max<f32>(g.hx, g.hy);
      inner = min<f32>(g.hx, g.hy);
      break;
    case ShapeKind.Superellipse:
      // within the box around it, and around the diamond within it
      outer = sqrt<f32>(g.hx * g.hx + g.hy * g.hy);
      inner = g.exponent < 2 ? (g.hx * g.hy) / outer : min<f32>(g.hx, g.hy);
      break;
    case ShapeKind.Polygon: {
      const hull = changetype<Hull>(g.hull);
      const v = Hull.vertices(hull);
      const n = Hull.normals(hull);
      inner = Infinity;
      for (let k: i32 = 0; k < hull.count; k++) {
        const x = load<f32>(v + ((<usize>k) << 3));
        const y = load<f32>(v + ((<usize>k) << 3), 4);
        const nx = load<f32>(n + ((<usize>k) << 3));
        const ny = load<f32>(n + ((<usize>k) << 3), 4);
        outer = max<f32>(outer, sqrt<f32>(x * x + y * y));
        inner = min<f32>(inner, x * nx + y * ny);
      }
      break;
    }
    default:
      outer = Infinity;
      inner = Infinity;
      break;
  }
  g.bound = outer + g.radius;
  g.inner = inner + g.radius;
}
