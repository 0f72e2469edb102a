import { BodyFlag, BodyType } from "../abi/layout";
import { Bodies, NONE } from "../world/body";
import { Contact, ContactFlag, Contacts } from "../world/contact";
import { world } from "../world/world";

/** Slops of overlap with which a body may be placed. */
const DEEP: f32 = 4;

/**
 * Marks a touch of bodies that were put into each other since the last step. Until they are apart, the push between them makes
 * neither faster than `contactPushSpeed` (solver/recovery.ts).
 */
export function noteOverlap(c: Contact): void {
  const a = Bodies.flags(c.bodyA);
  const b = Bodies.flags(c.bodyB);
  if (((a | b) & BodyFlag.Placed) != 0 || (staysLaid(a) && staysLaid(b))) {
    const separation: f32 = Contacts.gap(c);
    if (separation < -DEEP * world.linearSlop) {
      markOverlap(c);
    }
  }
}

/** @inline */
function staysLaid(flags: u32): bool {
  return (flags & BodyFlag.Laid) != 0 || (flags & BodyFlag.TypeMask) == BodyType.Static;
}

/**
 * A step has looked at what was put into something awake. What was placed and sleeps has yet to be seen with what sleeps beside it,
 * when one of them wakes: both are as they were laid until they are solved. What strikes them then has moved, and was not put there.
 */
export function notePlacedSleepers(): void {
  if (world.sleepersPlaced == 0) {
    return;
  }
  world.sleepersPlaced = 0;
  for (let slot: u32 = 1; slot < world.bodyEnd; slot++) {
    const flags = Bodies.flags(slot);
    if ((flags & (BodyFlag.Placed | BodyFlag.Awake)) != BodyFlag.Placed) {
      continue;
    }
    Bodies.setFlags(slot, (flags & ~BodyFlag.Placed) | BodyFlag.Laid);
    for (let edge = Bodies.at(slot).contactHead; edge != NONE; edge = load<u32>(Contacts.edge(edge))) {
      const other = Contacts.across(edge);
      if (!Bodies.isAwake(other) && Bodies.type(other) != BodyType.Static) {
        Bodies.setFlags(other, Bodies.flags(other) | BodyFlag.Laid);
      }
    }
  }
}

/** The same of any touch: the solver takes the mark back from what does not overlap. */
export function markOverlap(c: Contact): void {
  c.flags |= ContactFlag.Overlapping;
  world.overlapping = 1;
}
