import { hullCode } from "../lifecycle/shape_definitions";
import {
  densityChanged,
  destroyShape,
  filterChanged,
  materialChanged,
  partAt,
  replaceGeometry,
  setFlags,
} from "../lifecycle/shapes";
import { coreHull } from "../collision/core_hull";
import { Hull } from "../collision/shape_geometry";
import { SCRATCH_HULL_A } from "../memory/scratch";
import { MAILBOX_ADDRESS } from "../memory/fixed";
import { atan2 } from "../math/trig";
import { shapeContains } from "../queries/overlaps";
import { Bodies, NONE } from "../world/body";
import { Shape, Shapes } from "../world/shape";
import { world } from "../world/world";
import { CombineRule, MATERIAL_COUNT } from "./material_layout";
import { Code, ShapeField, ShapeFlag, ShapeKind } from "./layout";

// The door for shapes.

/** Gives a shape the geometry of the definition in the mailbox, whose material is ignored. */
export function shapeSetGeometry(id: u32, kind: u32): i32 {
  const slot = Shapes.find(id);
  if (slot == 0) {
    return Code.StaleShape;
  }
  const code = replaceGeometry(slot, kind, MAILBOX_ADDRESS);
  if (code == Code.BadShape) {
    store<i32>(MAILBOX_ADDRESS, hullCode());
  }
  return code;
}

/** Id of the part of kind `kind` of a tile grid or height field at a point of the body's frame; 0: none, or no such body. */
export function bodyPartAt(bodyId: u32, kind: u32, x: f32, y: f32): u32 {
  const body = Bodies.find(bodyId);
  const slot = body == 0 ? 0 : partAt(body, kind, x, y);
  return slot == 0 ? 0 : Shapes.id(slot);
}

export function shapeDestroy(id: u32): i32 {
  const slot = Shapes.find(id);
  if (slot == 0) {
    return Code.StaleShape;
  }
  destroyShape(slot);
  return Code.Ok;
}

export function shapeFind(id: u32): u32 {
  return Shapes.find(id);
}

/** Of a number of the material: in the record they lie in the order of their fields. @inline */
function numberAddress(s: Shape, field: i32): usize {
  return changetype<usize>(s) + offsetof<Shape>("density") + ((<usize>field) << 2);
}

export function shapeGet(id: u32, field: i32): f64 {
  const slot = Shapes.find(id);
  if (slot == 0) {
    return NaN;
  }
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

/** Vertices of a polygon or segment in its body's frame, x y pairs in the mailbox. Count, 0 for other shapes, or minus a Code. */
export function shapePoints(id: u32): i32 {
  const slot = Shapes.find(id);
  if (slot == 0) {
    return -Code.StaleShape;
  }
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

/** What is set to what it is changes nothing: contacts stay, and what sleeps sleeps on. */
export function shapeSet(id: u32, field: i32, value: f64): i32 {
  const slot = Shapes.find(id);
  if (slot == 0) {
    return Code.StaleShape;
  }
  const x = <f32>value;
  if (!(x - x == 0)) {
    return Code.NonFinite;
  }
  const s = Shapes.at(slot);
  if (field <= ShapeField.RollingResistance && x < 0) {
    return Code.OutOfRange;
  }
  const flags = s.flags;
  let before = x; // of what lies in the flags alone
  if (<u32>field <= <u32>ShapeField.SurfaceSpeed) {
    before = load<f32>(numberAddress(s, field));
    store<f32>(numberAddress(s, field), x);
  }
  switch (field) {
    case ShapeField.Density:
      if (x != before) {
        densityChanged(s.body);
      }
      return Code.Ok;
    case ShapeField.Friction:
      if ((s.flags & ShapeFlag.NamesStaticFriction) == 0) {
        s.staticFriction = x;
      }
      break;
    case ShapeField.StaticFriction:
      s.flags |= ShapeFlag.NamesStaticFriction;
      world.mixedFriction = 1;
      break;
    case ShapeField.Restitution:
      s.flags |= ShapeFlag.NamesRestitution;
      break;
    case ShapeField.RollingResistance:
    case ShapeField.SurfaceSpeed:
      break;
    case ShapeField.Category:
    case ShapeField.Mask:
    case ShapeField.Group: {
      const signed = field == ShapeField.Group;
      const least: f64 = signed ? -2147483648 : 0;
      if (!(value >= least && value <= least + 4294967295)) {
        return Code.OutOfRange;
      }
      const bits = signed ? <u32>(<i32>value) : <u32>value;
      const p = changetype<usize>(s) + ((<usize>(field - ShapeField.Category)) << 2) + offsetof<Shape>("category");
      if (load<u32>(p) != bits) {
        store<u32>(p, bits);
        filterChanged(slot);
      }
      return Code.Ok;
    }
    case ShapeField.Flags:
      if (!(value >= 0 && value <= 65535)) {
        return Code.OutOfRange;
      }
      if ((((<u32>value) ^ (flags & 0xffff)) & ~(ShapeFlag.NamesRestitution | ShapeFlag.NamesStaticFriction)) != 0) {
        setFlags(slot, (flags & 0xffff0000) | (<u32>value));
        return Code.Ok;
      }
      s.flags = (flags & 0xffff0000) | (<u32>value);
      if ((s.flags & ShapeFlag.NamesStaticFriction) == 0) {
        s.staticFriction = s.friction;
      }
      break;
    case ShapeField.FrictionRule:
    case ShapeField.RestitutionRule: {
      if (!(value >= 0 && value <= CombineRule.Max)) {
        return Code.OutOfRange;
      }
      const unit: u32 = field == ShapeField.FrictionRule ? ShapeFlag.FrictionRule : ShapeFlag.RestitutionRule;
      s.flags = (s.flags & ~(7 * unit)) | (<u32>value * unit);
      break;
    }
    case ShapeField.Material:
      if (!(value >= 0 && value < MATERIAL_COUNT)) {
        return Code.OutOfRange;
      }
      s.flags = (s.flags & 0x8000ffff) | ((<u32>value) << 16);
      break;
    case ShapeField.OneWay:
      before = s.passAngle;
      s.passAngle = x;
      s.flags |= ShapeFlag.OneWay;
      world.oneWay = 1;
      break;
    default:
      return Code.BadType;
  }
  if (s.flags != flags || before != x) {
    materialChanged(slot);
  }
  return Code.Ok;
}

/** 1 if the shape contains the point, 0 if not, minus a Code. */
export function shapeTestPoint(id: u32, x: f32, y: f32): i32 {
  const slot = Shapes.find(id);
  if (slot == 0) {
    return -Code.StaleShape;
  }
  if (!(x - x == 0) || !(y - y == 0)) {
    return -Code.NonFinite;
  }
  return shapeContains(slot, x, y) ? 1 : 0;
}
