import { BodyFlag } from "../abi/layout";
import { Bodies } from "../world/body";
import { Contact, ContactFlag } from "../world/contact";
import { Joints } from "../world/joint";
import { world } from "../world/world";

/** Steps after its begin in which a touch may become a blow: the 2 cm that contacts look ahead take five of 1/240 s at 1 m/s. */
const STEPS: u32 = 8;
/** A body this many times heavier than what strikes it counts as not held. */
const HEAVY: f32 = 8;

/**
 * Marks a touch that begins on a body that is joined only to immovable ones, or has a locked axis: a blow there is solved together with
 * the joints or locks (solver/blows.ts). Links of rows are left out: their contacts bear what the row does, and loaded rows came apart.
 */
export function markBlow(c: Contact): void {
  if (isHeld(c.bodyA, c.bodyB) || isHeld(c.bodyB, c.bodyA)) {
    c.flags |= ContactFlag.Blow;
    world.blowSteps = STEPS;
  }
}

function isHeld(slot: u32, other: u32): bool {
  const invMass = Bodies.mass(slot).invMass;
  const held = Joints.isPinned(slot) || (Bodies.flags(slot) & BodyFlag.LockedAxes) != 0;
  return held && invMass > 0 && HEAVY * invMass > Bodies.mass(other).invMass;
}
