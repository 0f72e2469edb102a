import { BodyFlag, BodyType } from "../abi/layout";
import { Bodies, NONE } from "../world/body";
import { Contact, ContactFlag, Contacts } from "../world/contact";
import { world } from "../world/world";

/** Slops of overlap that a body may be placed with before the touch is marked. */
const DEEP: f32 = 4;

/**
 * Marks a touch of bodies that were placed inside each other since the last step. Until they are apart, the push between them makes
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
 * Called when the step has dealt with bodies placed inside awake ones. A sleeper that was placed, and the sleepers beside it, have to
 * wait until one of them wakes: until then they are marked as lying where they were laid. A body that strikes them later has moved, and
 * was not placed there.
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

/** Marks any touch: the solver takes the mark back from bodies that do not overlap. */
export function markOverlap(c: Contact): void {
  c.flags |= ContactFlag.Overlapping;
  world.overlapping = 1;
}
