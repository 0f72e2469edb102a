import { SolverKind } from "../abi/option_layout";
import { mixFriction } from "../world/mix_materials";
import { List } from "../memory/buffer";
import { Velocity } from "../world/body";
import { COLOUR_COUNT, Lists } from "../world/buffers";
import { Contact, ContactFlag, Contacts } from "../world/contact";
import { world } from "../world/world";
import { Motion } from "./integrate";
import { SolverBodies } from "./solver_body";

/** A contact sticks while its tangent impulse is at most this share of what friction allows. */
const STICKING: f32 = 0.999;
/**
 * A contact that sticks goes on sticking while its surfaces slip by less than this many slops a second, or by less than a
 * quarter of the speed that a sub-step of free fall adds: when a touch begins, the normal impulse takes a while to build up,
 * and the speed that weight adds meanwhile has to be braked first.
 */
const CREEP: f32 = 4;

/**
 * Impulses of the step → the friction coefficient for the next: static while a contact sticks, dynamic once its tangent impulse
 * has reached the limit and its surfaces slip. So a block holds while tan θ < μs, and slides with μd from then on. Friction is
 * static again when the tangent impulse changes its sign: the surfaces were at rest in between, though perhaps at the end of no
 * step.
 */
export function chooseFriction(): void {
  if (world.mixedFriction == 0 || world.solver == SolverKind.Arcade) {
    return; // in the arcade solver static friction replaces friction
  }
  for (let colour: u32 = 0; colour < COLOUR_COUNT; colour++) {
    for (let two: u32 = 0; two < 2; two++) {
      const list = Lists.colour(colour, two);
      for (let k: u32 = 0, n = list.count; k < n; k++) {
        const c = Contacts.at(List.get(list, k));
        if ((c.flags & ContactFlag.StaticFriction) == 0) {
          continue;
        }
        let normal = c.normalImpulse1;
        let tangent = c.tangentImpulse1;
        if (two) {
          normal += c.normalImpulse2;
          tangent += c.tangentImpulse2;
        }
        const stuck = (c.flags & ContactFlag.Sticks) != 0;
        const turned = ((c.flags & ContactFlag.RubsBack) != 0) != tangent < 0;
        const sticks = abs<f32>(tangent) <= STICKING * c.friction * normal || (stuck ? creeps(c) : turned);
        c.flags = tangent < 0 ? c.flags | ContactFlag.RubsBack : c.flags & ~ContactFlag.RubsBack;
        if (sticks != stuck) {
          c.flags ^= ContactFlag.Sticks;
          c.friction = mixFriction(c, sticks);
        }
      }
    }
  }
}

/** Do the surfaces only creep, beside the speed they run at themselves? Looked at where friction acts, at the deeper point. */
function creeps(c: Contact): bool {
  const a = changetype<Velocity>(SolverBodies.of(c.bodyA));
  const b = changetype<Velocity>(SolverBodies.of(c.bodyB));
  const fall: f32 = world.h * sqrt<f32>(Motion.pull(changetype<usize>(a), changetype<usize>(b)));
  const where = Contacts.deepest(c, 0);
  const x = Contacts.driftX(c, a, b, where);
  const y = Contacts.driftY(c, a, b, where);
  const slip: f32 = x * c.ny - y * c.nx - c.tangentSpeed;
  return abs<f32>(slip) < max<f32>(CREEP * world.linearSlop, 0.25 * fall);
}
