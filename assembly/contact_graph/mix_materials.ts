import { CombineRule } from "../abi/material_layout";
import { ShapeFlag } from "../abi/layout";
import { materialPairs } from "../world/buffers";
import { Contact, ContactFlag } from "../world/contact";
import { MaterialPair, MaterialPairs } from "../world/material";
import { Shapes } from "../world/shape";
import { world } from "../world/world";

/** The higher rule of two shapes' flags, `unit` being the place of the rule's bits. */
function ruleOf(a: u32, b: u32, unit: u32): u32 {
  return max<u32>((a / unit) & 7, (b / unit) & 7);
}

function combine(rule: u32, a: f32, b: f32): f32 {
  switch (rule) {
    case CombineRule.Average:
      return 0.5 * (a + b);
    case CombineRule.Min:
      return min<f32>(a, b);
    case CombineRule.Multiply:
      return a * b;
    case CombineRule.Max:
      return max<f32>(a, b);
    default:
      return sqrt<f32>(a * b);
  }
}

/**
 * Mixes the two materials. Friction: by the rule, else the geometric mean. Restitution: where both surfaces name one, by
 * the rule, else the smaller; a surface that names none does not veto the other's. Rolling resistance: the larger. Surface
 * speeds add up. The table of pairs has the last word.
 */
export function mixMaterials(c: Contact): void {
  const a = Shapes.at(c.shapeA);
  const b = Shapes.at(c.shapeB);
  const either = a.flags | b.flags;
  const rule = ruleOf(a.flags, b.flags, ShapeFlag.FrictionRule);
  let friction = combine(rule, a.friction, b.friction);
  let staticFriction = combine(rule, a.staticFriction, b.staticFriction);
  let restitution: f32 = 0;
  if (a.flags & b.flags & ShapeFlag.NamesRestitution) {
    const bounce = ruleOf(a.flags, b.flags, ShapeFlag.RestitutionRule);
    restitution = combine(bounce == CombineRule.Default ? CombineRule.Min : bounce, a.restitution, b.restitution);
  } else if (either & ShapeFlag.NamesRestitution) {
    restitution = a.flags & ShapeFlag.NamesRestitution ? a.restitution : b.restitution;
  }
  let rolling: f32 = max<f32>(a.rollingResistance, b.rollingResistance);
  if (materialPairs.count != 0) {
    const found = MaterialPairs.find(MaterialPairs.key(Shapes.material(c.shapeA), Shapes.material(c.shapeB)));
    if (found !== null) {
      const pair: MaterialPair = found;
      if (pair.friction >= 0) {
        friction = pair.friction;
        staticFriction = friction;
      }
      staticFriction = pair.staticFriction >= 0 ? pair.staticFriction : staticFriction;
      restitution = pair.restitution >= 0 ? pair.restitution : restitution;
      rolling = pair.rollingResistance >= 0 ? pair.rollingResistance : rolling;
    }
  }
  c.dynamicFriction = friction;
  c.staticFriction = staticFriction;
  c.friction = staticFriction; // sticks until the solver sees it slide (solver/static_friction.ts)
  c.restitution = restitution;
  // An arm: what rolls resists in proportion to its rounding.
  const radius: f32 = max<f32>(Shapes.geometry(c.shapeA).radius, Shapes.geometry(c.shapeB).radius);
  c.rollingResistance = rolling * radius;
  c.tangentSpeed = a.surfaceSpeed + b.surfaceSpeed;
  if (world.oneWay != 0) {
    const oneWay = (either & ShapeFlag.OneWay) != 0 && (c.flags & ContactFlag.Sensor) == 0;
    c.flags = oneWay ? c.flags | ContactFlag.OneWay : c.flags & ~(ContactFlag.OneWay | ContactFlag.Passing);
  }
}
