import { BodyFlag } from "../abi/layout";
import { Bodies } from "../world/body";
import { Contact, ContactFlag } from "../world/contact";
import { Joints } from "../world/joint";
import { world } from "../world/world";

/** Steps after a touch began in which it may become a blow: the 2 cm that it is seen ahead take five of 1/240 s at 1 m/s. */
const STEPS: u32 = 8;
/** What is so many times heavier than what strikes it is as good as free of what holds it. */
const HEAVY: f32 = 8;

/**
 * Marks a touch that begins on a body that joints hold to what does not move alone, or a locked axis does: a blow there is solved
 * with them (solver/blows.ts). Not so the links of rows: their contacts bear what the row does, and loaded ones came apart.
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
