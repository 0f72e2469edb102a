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

const up = { x: 0, y: 1 };

export const FORCES: Misuse[] = [
  [
    "an unknown integrator",
    "unknown-option",
    "options.integrator",
    ({ engine: { World } }) => new World({ integrator: any("leap") }),
  ],
  ["no iterations", "out-of-range", "options.iterations", ({ engine: { World } }) => new World({ iterations: 0 })],
  ["half an iteration", "out-of-range", "settings.iterations", ({ world }) => (world.settings.iterations = 1.5)],
  [
    "a negative projection",
    "out-of-range",
    "settings.projectionPercent",
    ({ world }) => (world.settings.projectionPercent = -1),
  ],
  [
    "a projection in percent",
    "out-of-range",
    "options.projectionPercent",
    ({ engine: { World } }) => new World({ projectionPercent: 20 }),
  ],
  ["a lasting force of NaN", "not-finite", "force.x", ({ crate }) => (crate.force = { x: NAN, y: 0 })],
  ["a lasting torque of text", "bad-type", "torque", ({ crate }) => (crate.torque = any("1"))],
  ["a gravity of null", "bad-type", "gravity", ({ crate }) => (crate.gravity = any(null))],
  [
    "a body made with a force of a number",
    "bad-type",
    "force",
    ({ world, engine: { circle } }) => world.createBody({ type: "dynamic", shape: circle(1), force: any(3) }),
  ],
  ["a force on what is gone", "stale-body", "body.force", ({ gone }) => (gone.force = up)],
  ["no field", "bad-type", "def", ({ world }) => world.createField(any(undefined))],
  ["a field of no type", "bad-type", "type", ({ world }) => world.createField(any({ strength: 1 }))],
  ["a field of an unknown type", "bad-type", "type", ({ world }) => world.createField(any({ type: "tornado" }))],
  [
    "an attractor without strength",
    "bad-type",
    "strength",
    ({ world }) => world.createField(any({ type: "attractor" })),
  ],
  ["a fluid without density", "bad-type", "density", ({ world }) => world.createField(any({ type: "fluid" }))],
  ["a fluid of no weight", "out-of-range", "density", ({ world }) => world.createField({ type: "fluid", density: 0 })],
  [
    "an attractor with drag",
    "unknown-option",
    "def.linearDrag",
    ({ world }) => world.createField(any({ type: "attractor", strength: 1, linearDrag: 1 })),
  ],
  [
    "a falloff that is no whole number",
    "out-of-range",
    "falloff",
    ({ world }) => world.createField({ type: "attractor", strength: 1, falloff: 1.5 }),
  ],
  ["negative drag", "out-of-range", "linearDrag", ({ world }) => world.createField({ type: "area", linearDrag: -1 })],
  [
    "a wind of NaN",
    "not-finite",
    "velocity.y",
    ({ world }) => world.createField({ type: "area", velocity: { x: 0, y: NAN } }),
  ],
  [
    "a region of a line",
    "bad-shape",
    "region",
    ({ world, engine: { segment } }) => world.createField({ type: "area", region: segment({ x: 0, y: 0 }, up) }),
  ],
  ["a region of text", "bad-type", "region", ({ world }) => world.createField({ type: "area", region: any("lake") })],
  [
    "a region that is gone",
    "stale-shape",
    "region",
    ({ world, goneShape }) => world.createField({ type: "area", region: goneShape }),
  ],
  [
    "a region of another world",
    "wrong-world",
    "region",
    ({ world, foreign }) => world.createField({ type: "area", region: foreign.shapes[0]! }),
  ],
  [
    "a destroyed field set",
    "stale-field",
    "field.strength",
    ({ world }) => {
      const field = world.createField({ type: "attractor", strength: 0 });
      field.destroy();
      field.strength = 1;
    },
  ],
  ["no explosion", "bad-type", "def", ({ world }) => world.explode(any(null))],
  [
    "an explosion nowhere",
    "bad-type",
    "position",
    ({ world }) => world.explode(any({ radius: 1, impulsePerLength: 1 })),
  ],
  [
    "an explosion of negative radius",
    "out-of-range",
    "radius",
    ({ world }) => world.explode({ position: up, radius: -1, impulsePerLength: 1 }),
  ],
  [
    "an explosion of no strength",
    "bad-type",
    "impulsePerLength",
    ({ world }) => world.explode(any({ position: up, radius: 1 })),
  ],
];
