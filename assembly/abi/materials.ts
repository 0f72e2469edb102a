import { setMaterialPair } from "../lifecycle/materials";
import { MaterialPairs } from "../world/material";
import { isFiniteF32 } from "./check";
import { MATERIAL_COUNT } from "./material_layout";
import { Code } from "./layout";

// The door for the table of material pairs.

/** Sets the entry of materials `a` and `b`; a negative number leaves that one to the rules, four negative ones remove the entry. */
export function materialPairSet(
  a: u32,
  b: u32,
  friction: f32,
  staticFriction: f32,
  restitution: f32,
  rollingResistance: f32,
): i32 {
  if (a >= <u32>MATERIAL_COUNT || b >= <u32>MATERIAL_COUNT) {
    return Code.OutOfRange;
  }
  if (!isFiniteF32(friction + staticFriction) || !isFiniteF32(restitution + rollingResistance)) {
    return Code.NonFinite;
  }
  return setMaterialPair(MaterialPairs.key(a, b), friction, staticFriction, restitution, rollingResistance);
}

/** Number `field` of the entry (friction 0, static friction 1, restitution 2, rolling resistance 3); −1: none. */
export function materialPairGet(a: u32, b: u32, field: u32): f32 {
  const pair = a < <u32>MATERIAL_COUNT && b < <u32>MATERIAL_COUNT ? MaterialPairs.find(MaterialPairs.key(a, b)) : null;
  return pair === null || field > 3 ? -1 : load<f32>(changetype<usize>(pair) + 4 + ((<usize>field) << 2));
}
