import { List } from "../memory/buffer";
import { COLOUR_COUNT, Lists } from "../world/buffers";
import { Contacts } from "../world/contact";
import { world } from "../world/world";

/** A contact sticks while its tangent impulse stays this share below what friction allows. */
const STICKING: f32 = 0.999;

/**
 * Impulses of the step → the coefficient in force for the next: static while a contact sticks, dynamic once its tangent
 * impulse has reached the limit. A block so holds while tan θ < μs, and slides with μd from then on.
 */
export function chooseFriction(): void {
  if (world.mixedFriction == 0) {
    return;
  }
  for (let colour: u32 = 0; colour < COLOUR_COUNT; colour++) {
    for (let two: u32 = 0; two < 2; two++) {
      const list = Lists.colour(colour, two);
      for (let k: u32 = 0, n = list.count; k < n; k++) {
        const c = Contacts.at(List.get(list, k));
        if (c.staticFriction == c.dynamicFriction) {
          continue;
        }
        let normal = c.normalImpulse1;
        let tangent = abs<f32>(c.tangentImpulse1);
        if (two) {
          normal += c.normalImpulse2;
          tangent += abs<f32>(c.tangentImpulse2);
        }
        const sticks = tangent <= STICKING * c.friction * normal;
        c.friction = sticks ? c.staticFriction : c.dynamicFriction;
      }
    }
  }
}
