import { Code } from "../abi/layout";
import { mixMaterials } from "../world/mix_materials";
import { keepAwake } from "../contact_graph/sleep";
import { NONE } from "../world/body";
import { Contact, ContactFlag, Contacts } from "../world/contact";
import { MaterialPair, MaterialPairs } from "../world/material";
import { Shapes } from "../world/shape";
import { world } from "../world/world";

/**
 * Sets the entry of two materials, or removes it if all numbers are negative. Unless that changes nothing, contacts between the two are
 * mixed anew.
 */
export function setMaterialPair(
  key: u32,
  friction: f32,
  staticFriction: f32,
  restitution: f32,
  rollingResistance: f32,
): i32 {
  const none = max<f32>(max<f32>(friction, staticFriction), max<f32>(restitution, rollingResistance)) < 0;
  const before = MaterialPairs.find(key);
  if (before === null ? none : !none && holds(before, friction, staticFriction, restitution, rollingResistance)) {
    return Code.Ok;
  }
  if (none) {
    MaterialPairs.remove(key);
  } else {
    const made = MaterialPairs.make(key);
    if (made === null) {
      return Code.OutOfMemory;
    }
    const pair: MaterialPair = made;
    pair.friction = friction;
    pair.staticFriction = staticFriction;
    pair.restitution = restitution;
    pair.rollingResistance = rollingResistance;
    world.mixedFriction |= <u32>(staticFriction >= 0);
  }
  for (let slot: u32 = 1; slot < world.contactEnd; slot++) {
    const c = Contacts.at(slot);
    if (c.bodyA != NONE && MaterialPairs.key(Shapes.material(c.shapeA), Shapes.material(c.shapeB)) == key) {
      mixAnew(c);
    }
  }
  return Code.Ok;
}

/** Are these the numbers of a pair? */
function holds(pair: MaterialPair, friction: f32, staticFriction: f32, restitution: f32, rollingResistance: f32): bool {
  return (
    pair.friction == friction &&
    pair.staticFriction == staticFriction &&
    pair.restitution == restitution &&
    pair.rollingResistance == rollingResistance
  );
}

/** Mixes the materials of a contact anew. Its bodies wake if they touch, or may touch without a step having looked yet. */
export function mixAnew(c: Contact): void {
  mixMaterials(c);
  if (c.flags & (ContactFlag.Touching | ContactFlag.Unmade)) {
    keepAwake(c.bodyA);
    keepAwake(c.bodyB);
  }
}
