// Wrong calls about materials, solvers and forces.
import { any, NAN, type Misuse } from "./misuse_scene.js";

export const MATERIALS: Misuse[] = [
  [
    "an unknown rule",
    "unknown-option",
    "frictionRule",
    ({ world, engine: { circle } }) => world.createBody({ shape: circle(1), frictionRule: any("sum") }),
  ],
  [
    "an unknown rule set",
    "unknown-option",
    "restitutionRule",
    ({ crate }) => (crate.shapes[0]!.restitutionRule = any(1)),
  ],
  [
    "a material that is no small number",
    "out-of-range",
    "material",
    ({ crate }) => (crate.shapes[0]!.material = 32768),
  ],
  ["a direction of no length", "out-of-range", "oneWay", ({ crate }) => (crate.shapes[0]!.oneWay = { x: 0, y: 0 })],
  [
    "a direction of NaN",
    "not-finite",
    "oneWay.x",
    ({ world, engine: { circle } }) => world.createBody({ shape: circle(1), oneWay: { x: NAN, y: 0 } }),
  ],
  ["a pair of no number", "bad-type", "b", ({ world }) => world.setMaterialPair(1, any("ice"), { friction: 1 })],
  [
    "a pair of a misspelt field",
    "unknown-option",
    "pair.fricton",
    ({ world }) => world.setMaterialPair(1, 2, any({ fricton: 1 })),
  ],
  [
    "a pair of negative friction",
    "out-of-range",
    "pair.friction",
    ({ world }) => world.setMaterialPair(1, 2, { friction: -1 }),
  ],
  ["a pair of nothing", "bad-type", "pair", ({ world }) => world.setMaterialPair(1, 2, any(undefined))],
  ["a pair asked for by text", "bad-type", "a", ({ world }) => world.materialPair(any("x"), 1)],
];
