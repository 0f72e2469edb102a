import { Buffer } from "../memory/buffer";
import { Handle, MAX_GENERATION, MAX_SLOTS } from "../memory/handle";
import { forceFields } from "./buffers";
import { world } from "./world";

/**
 * A force field: a region, and what acts on bodies in it. The numbers from `x` on are those of `FieldParam`, in its order.
 * Units: lengths m, forces N, accelerations m/s².
 */
@unmanaged
export class Field {
  generation: u32;
  /** FieldFlag bits. */
  flags: u32;
  /** A shape that belongs to the field alone, in the field's frame; 0: none. */
  region: u32;
  /** Handle of a shape of a body that is the region; 0: none. With neither, the field is everywhere. */
  sensor: u32;
  /** Bits of the layers that it acts on. */
  mask: u32;
  /** Place of the region, or of the attractor. */
  x: f32;
  y: f32;
  angle: f32;
  /** Velocity of the medium: wind or current (unit: m/s). */
  velocityX: f32;
  velocityY: f32;
  /** Attraction as an acceleration at a distance of 1; it falls with the distance to the power of `falloff`. */
  strength: f32;
  falloff: f32;
  /** Largest attraction and farthest reach; 0: no limit. */
  cap: f32;
  range: f32;
  forceX: f32;
  forceY: f32;
  accelerationX: f32;
  accelerationY: f32;
  /** In place of the world's gravity, with FieldFlag.Gravity. */
  gravityX: f32;
  gravityY: f32;
  /** Coefficients of drag (unit: kg/s, kg/m, kg·m²/s); in a fluid, per area that is submerged. */
  linearDrag: f32;
  quadraticDrag: f32;
  angularDrag: f32;
  /** Of a plate along the body's x axis (unit: kg/m). */
  lift: f32;
  /** Of a fluid (unit: kg/m²); 0: none. */
  density: f32;
  /** Higher than that of every living field made before: places are reused, and do not tell which field was made last. */
  order: u32;
}
const BYTES: usize = offsetof<Field>();

export const enum FieldFlag {
  Alive = 1,
  Enabled = 2,
  /** Names a gravity. */
  Gravity = 4,
  /** Both bits of `FieldKind`. */
  Kind = 24,
}

export abstract class Fields {
  @inline static at(slot: u32): Field {
    return changetype<Field>(forceFields.ptr + <usize>slot * BYTES);
  }

  /** Place of a handle plus one, or 0 if it is not (or no longer) a field's. */
  static find(id: u32): u32 {
    const slot = Handle.slot(id);
    if (slot == 0 || slot > forceFields.count) {
      return 0;
    }
    const f = Fields.at(slot - 1);
    return (f.flags & FieldFlag.Alive) != 0 && f.generation == Handle.generation(id) ? slot : 0;
  }

  /** Handle of a place, 0 if none lives there. */
  static id(slot: u32): u32 {
    const f = Fields.at(slot);
    return f.flags & FieldFlag.Alive ? Handle.make(slot + 1, f.generation) : 0;
  }

  /** The first free place, made if there is none; −1 when out of memory. The record is zero except for generation, order and flags. */
  static take(): i32 {
    const n = forceFields.count;
    let slot: u32 = 0;
    while (
      slot < n &&
      ((Fields.at(slot).flags & FieldFlag.Alive) != 0 || Fields.at(slot).generation == MAX_GENERATION)
    ) {
      slot++;
    }
    if (slot == n) {
      if (n + 2 >= MAX_SLOTS || !Buffer.ensure(forceFields, (<usize>n + 1) * BYTES)) {
        return -1;
      }
      forceFields.count = n + 1;
      Fields.at(slot).generation = 0;
    }
    const f = Fields.at(slot);
    const generation = f.generation + 1;
    memory.fill(changetype<usize>(f), 0, BYTES);
    let last: u32 = 0;
    for (let k: u32 = 0; k < forceFields.count; k++) {
      last = max<u32>(last, Fields.at(k).order);
    }
    f.order = last + 1;
    f.generation = generation;
    f.flags = FieldFlag.Alive;
    world.fieldCount++;
    return slot;
  }

  static free(slot: u32): void {
    Fields.at(slot).flags = 0;
    Fields.at(slot).order = 0;
    world.fieldCount--;
  }
}
