import { CombineRule } from "../abi/material_layout";
import { ShapeFlag } from "../abi/layout";
import { materialPairs } from "../world/buffers";
import { Contact, ContactFlag } from "../world/contact";
import { MaterialPair, MaterialPairs } from "../world/material";
import { Shapes } from "../world/shape";
import { world } from "../world/world";

/**
 * Upper bound of mixed numbers. Mixing numbers near the end of f32 may give infinity, and infinite friction times no push is NaN, whose
 * bits differ between builds. This bound is as good as infinite, but products with it remain numbers.
 */
const MOST: f32 = 1e9;

/** The higher of two rules in the flags of two shapes; `unit` is the lowest bit of the rule. */
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

/** The table's entry for the two materials, or null. */
function pairOf(c: Contact): MaterialPair | null {
  return materialPairs.count != 0
    ? MaterialPairs.find(MaterialPairs.key(Shapes.material(c.shapeA), Shapes.material(c.shapeB)))
    : null;
}

/** Friction of the two materials, sticking or sliding: by the rule, else the geometric mean; the table has the last word. */
export function mixFriction(c: Contact, sticks: bool): f32 {
  const a = Shapes.at(c.shapeA);
  const b = Shapes.at(c.shapeB);
  const rule = ruleOf(a.flags, b.flags, ShapeFlag.FrictionRule);
  const mixed = sticks ? combine(rule, a.staticFriction, b.staticFriction) : combine(rule, a.friction, b.friction);
  const found = pairOf(c);
  if (found === null) {
    return min<f32>(mixed, MOST);
  }
  const pair: MaterialPair = found;
  if (sticks && pair.staticFriction >= 0) {
    return min<f32>(pair.staticFriction, MOST);
  }
  return min<f32>(pair.friction >= 0 ? pair.friction : mixed, MOST);
}

/** Rolling resistance of the two shapes as a lever arm (m): the larger one, or the table's, times the larger rounding radius. */
export function mixRolling(c: Contact): f32 {
  let rolling: f32 = max<f32>(Shapes.at(c.shapeA).rollingResistance, Shapes.at(c.shapeB).rollingResistance);
  const found = pairOf(c);
  if (found !== null) {
    const pair: MaterialPair = found;
    rolling = pair.rollingResistance >= 0 ? pair.rollingResistance : rolling;
  }
  const radius: f32 = max<f32>(Shapes.geometry(c.shapeA).radius, Shapes.geometry(c.shapeB).radius);
  return min<f32>(rolling * radius, MOST);
}

/**
 * Mixes the two materials. Friction: see `mixFriction`; the contact sticks until the solver sees it slide (solver/static_friction.ts).
 * Restitution: if both surfaces name one, by the rule, else the smaller; if only one names it, that one's.
 * Rolling resistance: see `mixRolling`. Surface speeds add up. The table of pairs has the last word.
 */
export function mixMaterials(c: Contact): void {
  const a = Shapes.at(c.shapeA);
  const b = Shapes.at(c.shapeB);
  const either = a.flags | b.flags;
  let restitution: f32 = 0;
  if (a.flags & b.flags & ShapeFlag.NamesRestitution) {
    const bounce = ruleOf(a.flags, b.flags, ShapeFlag.RestitutionRule);
    restitution = combine(bounce == CombineRule.Default ? CombineRule.Min : bounce, a.restitution, b.restitution);
  } else if (either & ShapeFlag.NamesRestitution) {
    restitution = a.flags & ShapeFlag.NamesRestitution ? a.restitution : b.restitution;
  }
  const found = pairOf(c);
  if (found !== null) {
    const pair: MaterialPair = found;
    restitution = pair.restitution >= 0 ? pair.restitution : restitution;
  }
  c.friction = mixFriction(c, true);
  const differs = world.mixedFriction != 0 && c.friction != mixFriction(c, false);
  const marks = ContactFlag.Sticks | ContactFlag.StaticFriction;
  c.flags = (c.flags & ~marks) | (differs ? marks : 0);
  c.restitution = restitution;
  c.rollingResistance = mixRolling(c);
  c.tangentSpeed = max<f32>(-MOST, min<f32>(a.surfaceSpeed + b.surfaceSpeed, MOST));
  if (world.oneWay != 0) {
    const oneWay = (either & ShapeFlag.OneWay) != 0 && (c.flags & ContactFlag.Sensor) == 0;
    c.flags = oneWay ? c.flags | ContactFlag.OneWay : c.flags & ~(ContactFlag.OneWay | ContactFlag.Passing);
  }
}
