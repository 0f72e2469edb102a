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
import { numberAddress, numberOf, pointsOf } from "../lifecycle/shape_readout";
import { MAILBOX_ADDRESS } from "../memory/fixed";
import { shapeContains } from "../queries/overlaps";
import { Bodies, NONE } from "../world/body";
import { Shape, Shapes } from "../world/shape";
import { world } from "../world/world";
import { CombineRule, MATERIAL_COUNT } from "./material_layout";
import { Code, ShapeField, ShapeFlag } from "./layout";

// The door for shapes.

/** Gives a shape the geometry of the definition in the mailbox; the definition's material is ignored. */
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

/**
 * Id of the part, of kind `kind`, of a tile grid or height field at a point of the body's frame; 0: none, or no such body. `near`: id of
 * a shape of the body that the part is likely to follow, or 0.
 */
export function bodyPartAt(bodyId: u32, kind: u32, x: f32, y: f32, near: u32): u32 {
  const body = Bodies.find(bodyId);
  const hint = Shapes.find(near);
  const first = hint != 0 && Shapes.at(hint).body == body ? hint : NONE;
  const slot = body == 0 ? 0 : partAt(body, kind, x, y, first);
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

export function shapeGet(id: u32, field: i32): f64 {
  const slot = Shapes.find(id);
  return slot == 0 ? NaN : numberOf(slot, field);
}

/** Vertices of a polygon or segment (lifecycle/shape_readout.ts), or minus a Code. */
export function shapePoints(id: u32): i32 {
  const slot = Shapes.find(id);
  return slot == 0 ? -Code.StaleShape : pointsOf(slot);
}

/** Sets a field of a shape. Setting the value that it has changes nothing: contacts stay, and sleepers sleep on. */
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
  let before = x; // stays so for fields that lie in the flags alone
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
