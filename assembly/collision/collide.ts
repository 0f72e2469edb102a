import { ShapeKind } from "../abi/layout";
import { hasPointCore } from "./core_hull";
import { collideHalfSpace } from "./manifold_half_space";
import { collideHulls } from "./manifold_hull";
import { swapManifold } from "./manifold_point";
import { collideBoxCircle, collideCircles, collideEllipseCircle, collideHullCircle } from "./manifold_round";
import { collideSupport } from "./manifold_support";
import { Frame, Hull, Manifold, ShapeGeometry } from "./shape_geometry";

/** What a shape's core is, for choosing a routine. Values are digits of a pair number in base 5. */
const enum Core {
  Point = 0,
  Box = 1,
  Hull = 2,
  Ellipse = 3,
  HalfSpace = 4,
}

/** @inline */
function coreOf(g: ShapeGeometry): i32 {
  if (hasPointCore(g)) {
    return Core.Point;
  }
  switch (g.kind) {
    case ShapeKind.Capsule:
    case ShapeKind.Segment:
    case ShapeKind.Box:
      return Core.Box;
    case ShapeKind.Polygon:
      return Core.Hull;
    case ShapeKind.Ellipse:
    case ShapeKind.Superellipse:
      return Core.Ellipse;
    default:
      return Core.HalfSpace;
  }
}

/**
 * Contact manifold of any two shapes. Frames are positions in common axes, near each other (relative to a body, say, so
 * that the numbers are small), and rotations in them. The normal points from A to B in those axes; points are relative
 * to the position of A's frame and lie midway between the surfaces. Shapes with a gap above `speculative` (unit: m) have no point, and
 * `count` is 0; where two faces face each other and one end is within that gap, the other end counts, too. `slop` (unit: m) is what
 * resting shapes may overlap by.
 *
 * A routine exists for one order of each pair; the other order calls it with the shapes exchanged and turns the result.
 */
export function collide(
  a: ShapeGeometry,
  frameA: Frame,
  b: ShapeGeometry,
  frameB: Frame,
  speculative: f32,
  slop: f32,
  out: Manifold,
): void {
  const superellipse = a.kind == ShapeKind.Superellipse || b.kind == ShapeKind.Superellipse;
  if (superellipse && a.kind != ShapeKind.HalfSpace && b.kind != ShapeKind.HalfSpace) {
    collideSupport(a, frameA, b, frameB, speculative, out);
    return;
  }
  switch (coreOf(a) * 5 + coreOf(b)) {
    case 0: // point, point
      collideCircles(a, frameA, b, frameB, speculative, out);
      return;
    case 1: // point, box
      collideBoxCircle(b, frameB, a, frameA, speculative, out);
      break;
    case 2: // point, hull
      collideHullCircle(changetype<Hull>(b.hull), frameB, a, frameA, speculative, out);
      break;
    case 3: // point, ellipse
      collideEllipseCircle(b, frameB, a, frameA, speculative, out);
      break;
    case 5: // box, point
      collideBoxCircle(a, frameA, b, frameB, speculative, out);
      return;
    case 10: // hull, point
      collideHullCircle(changetype<Hull>(a.hull), frameA, b, frameB, speculative, out);
      return;
    case 15: // ellipse, point
      collideEllipseCircle(a, frameA, b, frameB, speculative, out);
      return;
    case 6: // box, box
    case 7: // box, hull
    case 11: // hull, box
    case 12: // hull, hull
      collideHulls(a, frameA, b, frameB, speculative, slop, out);
      return;
    case 8: // box, ellipse
    case 13: // hull, ellipse
    case 16: // ellipse, box
    case 17: // ellipse, hull
    case 18: // ellipse, ellipse
      collideSupport(a, frameA, b, frameB, speculative, out);
      return;
    case 4: // point, half-space
    case 9: // box, half-space
    case 14: // hull, half-space
    case 19: // ellipse, half-space
      collideHalfSpace(b, frameB, a, frameA, speculative, out);
      break;
    default: // half-space, anything
      collideHalfSpace(a, frameA, b, frameB, speculative, out);
      return;
  }
  swapManifold(out, frameA, frameB);
}
