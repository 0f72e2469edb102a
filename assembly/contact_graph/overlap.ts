import { BodyFlag, BodyType, JointFlag, JointType } from "../abi/layout";
import { Bodies, NONE } from "../world/body";
import { Contact, ContactFlag } from "../world/contact";
import { Joints } from "../world/joint";
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
  if (((a | b) & BodyFlag.Placed) != 0 && isFree(c.bodyA) && isFree(c.bodyB)) {
    const separation: f32 = c.count > 1 ? min<f32>(c.separation1, c.separation2) : c.separation1;
    if (separation < -DEEP * world.linearSlop) {
      c.flags |= ContactFlag.Overlapping;
      world.overlapping = 1;
    }
  }
}

/** Does nothing drive a body: is it not kinematic, and no motor moves it? */
function isFree(slot: u32): bool {
  if ((Bodies.flags(slot) & BodyFlag.TypeMask) == BodyType.Kinematic) {
    return false;
  }
  for (let edge = Bodies.at(slot).jointHead; edge != NONE; edge = load<u32>(Joints.edge(edge))) {
    const j = Joints.at(edge >> 1);
    if ((j.flags & JointFlag.Motor) != 0 || j.type == JointType.Motor || j.type == JointType.Mouse) {
      return false;
    }
  }
  return true;
}
