import { BodyFlag, BodyType } from "../abi/layout";
import { Bodies } from "../world/body";
import { Contact, ContactFlag } from "../world/contact";
import { world } from "../world/world";

/** Slops of overlap with which a body may be placed. */
const DEEP: f32 = 4;

/**
 * Marks a touch of bodies that were put into each other since the last step. Until they are apart, the push between them makes
 * neither faster than `contactPushSpeed` (solver/recovery.ts). Beside what is driven it does not count: that does as it is told.
 */
export function noteOverlap(c: Contact): void {
  const a = Bodies.flags(c.bodyA);
  const b = Bodies.flags(c.bodyB);
  if (((a | b) & BodyFlag.Placed) != 0 && isFree(a) && isFree(b)) {
    const separation: f32 = c.count > 1 ? min<f32>(c.separation1, c.separation2) : c.separation1;
    if (separation < -DEEP * world.linearSlop) {
      c.flags |= ContactFlag.Overlapping;
      world.overlapping = 1;
    }
  }
}

function isFree(flags: u32): bool {
  return (flags & BodyFlag.TypeMask) != BodyType.Kinematic;
}
