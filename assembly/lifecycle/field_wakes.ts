import { keepAwake } from "../contact_graph/sleep";
import { carrierOf, reaches, sees } from "../solver/field_forces";
import { Bodies } from "../world/body";
import { forceFields } from "../world/buffers";
import { Field, FieldFlag, Fields } from "../world/field";
import { world } from "../world/world";

// Force fields wake what they act on when they change: by a setter, or as the body moves whose shape is their region.

/** Wakes the sleeping bodies that a field acts on, or may have a moment ago: what floats on its edge is now in, now out. */
export function wakeReached(f: Field): void {
  if ((f.flags & FieldFlag.Enabled) == 0) {
    return;
  }
  for (let slot = Bodies.nextDynamic(0); slot != 0; slot = Bodies.nextDynamic(slot)) {
    const mass = Bodies.mass(slot);
    if (
      sees(f, slot) &&
      reaches(f, mass.x, mass.y, f.density > 0 ? Bodies.at(slot).maxExtent : world.linearSlop, false)
    ) {
      keepAwake(slot);
    }
  }
}

/** Fields whose region is a shape of a body that moves wake what they come over. */
export function wakeMovingFields(): void {
  for (let k: u32 = 0, n = forceFields.count; k < n; k++) {
    const f = Fields.at(k);
    const body = carrierOf(f);
    if (body != 0 && Bodies.moves(body)) {
      wakeReached(f);
    }
  }
}

/** A body is about to be moved, changed or destroyed, or has just been: fields whose region is a shape of it go along. */
export function wakeFieldsOf(body: u32): void {
  if (world.fieldCount == 0) {
    return;
  }
  for (let k: u32 = 0, n = forceFields.count; k < n; k++) {
    const f = Fields.at(k);
    if (carrierOf(f) == body) {
      wakeReached(f);
    }
  }
}
