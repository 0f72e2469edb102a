import { keepAwake } from "../contact_graph/sleep";
import { carrierOf, reaches, sees } from "../solver/field_forces";
import { Bodies } from "../world/body";
import { forceFields } from "../world/buffers";
import { Field, FieldFlag, Fields } from "../world/field";
import { world } from "../world/world";

// Force fields wake the bodies that they act on when they change: by a setter, or when the body whose shape is their region moves.

/** Wakes the bodies that a field acts on, or may have acted on a moment ago: one that floats at its edge is now in, now out. */
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

/** Lets fields whose region is a shape of a moving body wake the bodies that they reach. */
export function wakeMovingFields(): void {
  for (let k: u32 = 0, n = forceFields.count; k < n; k++) {
    const f = Fields.at(k);
    const body = carrierOf(f);
    if (body != 0 && Bodies.moves(body)) {
      wakeReached(f);
    }
  }
}

/** Called before and after a body is moved, changed or destroyed: fields whose region is a shape of it wake the bodies they reach. */
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
