import { BodyFlag } from "../abi/layout";
import { Bodies } from "../world/body";
import { Contact, ContactFlag, Contacts } from "../world/contact";
import { world } from "../world/world";

/** Slops of overlap with which a body may be placed. */
const DEEP: f32 = 4;

/**
 * Marks a touch of bodies that were put into each other since the last step. Until they are apart, the push between them makes
 * neither faster than `contactPushSpeed` (solver/recovery.ts).
 */
export function noteOverlap(c: Contact): void {
  if (((Bodies.flags(c.bodyA) | Bodies.flags(c.bodyB)) & BodyFlag.Placed) != 0) {
    const separation: f32 = Contacts.gap(c);
    if (separation < -DEEP * world.linearSlop) {
      markOverlap(c);
    }
  }
}

/** The same of any touch: the solver takes the mark back from what does not overlap. */
export function markOverlap(c: Contact): void {
  c.flags |= ContactFlag.Overlapping;
  world.overlapping = 1;
}
