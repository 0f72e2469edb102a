import { coreHull } from "../collision/core_hull";
import { Hull } from "../collision/shape_geometry";
import { ShapeField, ShapeFlag, ShapeKind } from "../abi/layout";
import { MAILBOX_ADDRESS } from "../memory/fixed";
import { SCRATCH_HULL_A } from "../memory/scratch";
import { atan2 } from "../math/trig";
import { Bodies, NONE } from "../world/body";
import { Shape, Shapes } from "../world/shape";

// Reads the numbers of a shape, whether of a body or of a field's region.

/** Address of a number of the material: in the record they lie in the order of their fields. @inline */
export function numberAddress(s: Shape, field: i32): usize {
  return changetype<usize>(s) + offsetof<Shape>("density") + ((<usize>field) << 2);
}

/** A number of a shape (abi/layout.ts: ShapeField). */
export function numberOf(slot: u32, field: i32): f64 {
  const s = Shapes.at(slot);
  const g = Shapes.geometry(slot);
  const local = Shapes.local(slot);
  if (<u32>field <= <u32>ShapeField.SurfaceSpeed) {
    return <f64>load<f32>(numberAddress(s, field));
  }
  switch (field) {
    case ShapeField.Category:
      return <f64>s.category;
    case ShapeField.Mask:
      return <f64>s.mask;
    case ShapeField.Group:
      return <f64>s.group;
    case ShapeField.Flags:
      return <f64>(s.flags & 0xffff);
    case ShapeField.Kind:
      return <f64>g.kind;
    case ShapeField.Body:
      return <f64>Bodies.id(s.body);
    case ShapeField.HalfX:
      return <f64>g.hx;
    case ShapeField.HalfY:
      return <f64>g.hy;
    case ShapeField.Radius:
      return <f64>g.radius;
    case ShapeField.CenterX:
      return <f64>local.x;
    case ShapeField.CenterY:
      return <f64>local.y;
    case ShapeField.Angle:
      return atan2(<f64>local.s, <f64>local.c);
    case ShapeField.Exponent:
      return <f64>g.exponent;
    case ShapeField.PointCount:
      return g.hull != 0 ? <f64>changetype<Hull>(g.hull).count : 0;
    case ShapeField.FrictionRule:
      return <f64>((s.flags / ShapeFlag.FrictionRule) & 7);
    case ShapeField.RestitutionRule:
      return <f64>((s.flags / ShapeFlag.RestitutionRule) & 7);
    case ShapeField.Material:
      return <f64>Shapes.material(slot);
    case ShapeField.OneWay:
      return <f64>Shapes.at(slot).passAngle;
    case ShapeField.Next:
      return s.next == NONE ? 0 : <f64>Shapes.id(s.next);
    default:
      return 0;
  }
}

/** Puts the vertices of a polygon or segment, in its body's or field's frame, into the mailbox as x y pairs. Count; 0 for other shapes. */
export function pointsOf(slot: u32): i32 {
  const g = Shapes.geometry(slot);
  if (g.kind != ShapeKind.Polygon && g.kind != ShapeKind.Segment) {
    return 0;
  }
  const hull = coreHull(g, SCRATCH_HULL_A);
  const local = Shapes.local(slot);
  for (let k: usize = 0; k < <usize>hull.count; k++) {
    const x = load<f32>(Hull.vertices(hull) + (k << 3));
    const y = load<f32>(Hull.vertices(hull) + (k << 3), 4);
    store<f32>(MAILBOX_ADDRESS + (k << 3), local.x + (local.c * x - local.s * y));
    store<f32>(MAILBOX_ADDRESS + (k << 3), local.y + (local.s * x + local.c * y), 4);
  }
  return hull.count;
}
