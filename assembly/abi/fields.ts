import { explode } from "../lifecycle/explode";
import { createField, destroyField, fieldParam, setField } from "../lifecycle/fields";
import { numberOf, pointsOf } from "../lifecycle/shape_readout";
import { MAILBOX_ADDRESS } from "../memory/fixed";
import { forceFields } from "../world/buffers";
import { FieldFlag, Fields } from "../world/field";
import { Shapes } from "../world/shape";
import { allFinite, isFiniteF32 } from "./check";
import { FIELD_PARAMS, FieldParam } from "./field_layout";
import { Code } from "./layout";

// The door for force fields and explosions.

/** Word of the mailbox where the definition of a region begins. */
const REGION: usize = MAILBOX_ADDRESS + (32 << 2);

function badParam(param: u32, x: f32): bool {
  if (param == FieldParam.Falloff) {
    return x != nearest<f32>(x) || x < -2 || x > 4;
  }
  const signed = param < <u32>FieldParam.Cap || (param >= <u32>FieldParam.ForceX && param <= <u32>FieldParam.GravityY);
  return !signed && x < 0;
}

/**
 * Makes a field from the numbers in the mailbox (FieldParam). `kind`: of the region defined from word 32 on, or −1; `sensor`: handle
 * of a shape that is the region, or 0. Its id, or minus a Code.
 */
export function fieldCreate(kind: i32, sensor: u32, mask: u32, flags: u32): i32 {
  if (!allFinite(MAILBOX_ADDRESS, FIELD_PARAMS)) {
    return -Code.NonFinite;
  }
  for (let k: u32 = 0; k < <u32>FIELD_PARAMS; k++) {
    if (badParam(k, load<f32>(MAILBOX_ADDRESS + ((<usize>k) << 2)))) {
      return -Code.OutOfRange;
    }
  }
  if (sensor != 0 && Shapes.find(sensor) == 0) {
    return -Code.StaleShape;
  }
  if ((flags & FieldFlag.Kind) == 0) {
    return -Code.BadType;
  }
  return createField(flags, mask, sensor, MAILBOX_ADDRESS, kind, REGION);
}

/** Destroys a field. `BadType` means that the handle is of no living field. */
export function fieldDestroy(id: u32): i32 {
  const slot = Fields.find(id);
  if (slot == 0) {
    return Code.BadType;
  }
  destroyField(slot - 1);
  return Code.Ok;
}

/** Id of the field at a place, counted from 0; 0 if none is there, −1 beyond the last place. */
export function fieldAt(place: u32): i32 {
  return place < forceFields.count ? <i32>Fields.id(place) : -1;
}

/** A number of a field; NaN: no such field lives. */
export function fieldGet(id: u32, param: u32): f64 {
  const slot = Fields.find(id);
  if (slot == 0) {
    return NaN;
  }
  const f = Fields.at(slot - 1);
  switch (param) {
    case FieldParam.Mask:
      return <f64>f.mask;
    case FieldParam.Flags:
      return <f64>f.flags;
    case FieldParam.Sensor:
      return <f64>f.sensor;
    default:
      return param < <u32>FIELD_PARAMS ? <f64>load<f32>(fieldParam(f, param)) : NaN;
  }
}

/** Slot of the shape that belongs to a field alone, as its region, or 0. @inline */
function ownRegion(id: u32): u32 {
  const slot = Fields.find(id);
  return slot == 0 ? 0 : Fields.at(slot - 1).region;
}

/** A number (ShapeField) of a field's own region, in the field's frame; NaN: the field has none. */
export function fieldRegionGet(id: u32, field: i32): f64 {
  const region = ownRegion(id);
  return region == 0 ? NaN : numberOf(region, field);
}

/** Corners of a field's own region, in the form of `shapePoints`. */
export function fieldRegionPoints(id: u32): i32 {
  const region = ownRegion(id);
  return region == 0 ? 0 : pointsOf(region);
}

export function fieldSet(id: u32, param: u32, value: f64): i32 {
  const slot = Fields.find(id);
  const x = <f32>value;
  if (slot == 0 || param > <u32>FieldParam.Flags) {
    return Code.BadType;
  }
  if (!isFiniteF32(x)) {
    return Code.NonFinite;
  }
  const isBits = param >= <u32>FieldParam.Mask;
  if (isBits ? !(value >= 0 && value <= 4294967295) : badParam(param, x)) {
    return Code.OutOfRange;
  }
  setField(slot - 1, param, x, isBits ? <u32>value : 0);
  return Code.Ok;
}

/** An explosion (lifecycle/explode.ts). How many shapes it pushed, or minus a Code. */
export function worldExplode(x: f32, y: f32, radius: f32, falloff: f32, impulsePerLength: f32, mask: u32): i32 {
  if (!isFiniteF32(x) || !isFiniteF32(y) || !isFiniteF32(radius + falloff) || !isFiniteF32(impulsePerLength)) {
    return -Code.NonFinite;
  }
  return radius < 0 || falloff < 0 ? -Code.OutOfRange : explode(x, y, radius, falloff, impulsePerLength, mask);
}
