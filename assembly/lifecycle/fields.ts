import { FIELD_PARAMS, FieldParam } from "../abi/field_layout";
import { Code } from "../abi/layout";
import { Field, FieldFlag, Fields } from "../world/field";
import { Shapes } from "../world/shape";
import { world } from "../world/world";
import { freeShape } from "./bodies";
import { wakeReached } from "./field_wakes";
import { takeShape } from "./shapes";

/** Address of a field's number. */
export function fieldParam(f: Field, param: u32): usize {
  return changetype<usize>(f) + offsetof<Field>("x") + ((<usize>param) << 2);
}

/**
 * Makes a field from the numbers at `params`, with a region of its own defined at `def` (`kind` below 0: none). Its handle, or
 * minus a Code.
 */
export function createField(flags: u32, mask: u32, sensor: u32, params: usize, kind: i32, def: usize): i32 {
  let region = 0;
  if (kind >= 0) {
    region = takeShape(kind, def);
    if (region < 0) {
      return region;
    }
    // No handle leads to the region's shape, and it is not counted.
    Shapes.at(region).flags = 0;
    world.shapeCount--;
  }
  const slot = Fields.take();
  if (slot < 0) {
    if (region != 0) {
      dropRegion(region);
    }
    return -Code.OutOfMemory;
  }
  const f = Fields.at(slot);
  f.flags |= flags & (FieldFlag.Enabled | FieldFlag.Gravity | FieldFlag.Kind);
  f.mask = mask;
  f.sensor = sensor;
  f.region = region;
  memory.copy(fieldParam(f, 0), params, FIELD_PARAMS << 2);
  wakeReached(f);
  return <i32>Fields.id(slot);
}

function dropRegion(slot: u32): void {
  world.shapeCount++;
  freeShape(slot);
}

export function destroyField(slot: u32): void {
  const f = Fields.at(slot);
  wakeReached(f);
  if (f.region != 0) {
    dropRegion(f.region);
  }
  Fields.free(slot);
}

/**
 * Sets a number, or the layers or flags of a field; bodies wake that it acted on before, or acts on now. Setting the same value again
 * wakes nothing: a wind or a tide may be set anew in each frame.
 */
export function setField(slot: u32, param: u32, x: f32, bits: u32): void {
  const f = Fields.at(slot);
  if (param == FieldParam.Flags) {
    bits = FieldFlag.Alive | (f.flags & FieldFlag.Kind) | (bits & (FieldFlag.Enabled | FieldFlag.Gravity));
  }
  if (isSet(f, param, x, bits)) {
    return;
  }
  wakeReached(f);
  if (param == FieldParam.Mask) {
    f.mask = bits;
  } else if (param == FieldParam.Flags) {
    f.flags = bits;
  } else {
    store<f32>(fieldParam(f, param), x);
  }
  wakeReached(f);
}

/** Does the field have this value already? */
function isSet(f: Field, param: u32, x: f32, bits: u32): bool {
  if (param == FieldParam.Mask) {
    return f.mask == bits;
  }
  return param == FieldParam.Flags ? f.flags == bits : load<f32>(fieldParam(f, param)) == x;
}
