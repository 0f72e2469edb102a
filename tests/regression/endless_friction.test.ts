// Symptom: contacts of two surfaces with frictions of 1e20 and more behaved differently in `scree/scalar` and `scree/js` than in
// `scree`. (Random programs found it, no. 800292.)
// Cause: the mixed friction was infinite, as the product under its root was; times a push of 0 it is NaN, and limits that are
// NaN bound in one build and not in the other. Rolling resistance times a radius, and surface speeds, may overflow as well.
// What must hold: one hash in every build, whatever numbers materials are made of.
import { expect, it } from "vitest";
import { BUILDS, type Engine } from "../helpers/engine.js";

type Surface = Parameters<ReturnType<InstanceType<Engine["World"]>["createBody"]>["addShape"]>[1];

/** The hash in each build of a heap of bodies that overlap, land and turn. */
function hashes(surface: Surface, pair?: number): string[] {
  return BUILDS.map(([, { World, box, circle, ellipse, segment }]) => {
    const world = new World();
    if (pair !== undefined) {
      world.setMaterialPair(0, 0, { friction: pair, rollingResistance: pair });
    }
    world.createBody({ shape: box(20, 1), ...surface });
    for (let i = 0; i < 12; i++) {
      world.createBody({
        type: "dynamic",
        position: { x: 0.7 * (i % 4) - 1, y: 1 + 0.8 * (i >> 2) },
        angle: i,
        linearVelocity: { x: i % 3, y: -1 },
        angularVelocity: i - 6,
        shape: [ellipse(0.6, 0.4), circle(0.5), box(0.9, 0.7), segment({ x: -0.5, y: 0 }, { x: 0.5, y: 0 })][i % 4]!,
        ...surface,
      });
    }
    for (let step = 0; step < 40; step++) {
      world.step();
      expect(world.bodies.every(({ x, y, angle }) => Number.isFinite(x + y + angle))).toBe(true);
    }
    expect(world.validate()).toBe(0);
    return world.hash();
  });
}

const MUCH = 3e38;

it.each<[string, Surface, number?]>([
  ["friction", { friction: MUCH }],
  ["friction by the mean", { friction: MUCH, frictionRule: "average" }],
  ["friction by the product", { friction: 1e25, frictionRule: "multiply", restitution: 0.5 }],
  ["static friction", { staticFriction: MUCH, friction: 0.5 }],
  ["friction that bounces", { friction: MUCH, restitution: 0.5, rollingResistance: 1 }],
  ["friction and rolling resistance of a pair", {}, MUCH],
  ["rolling resistance", { rollingResistance: MUCH }],
  ["belts", { surfaceSpeed: MUCH }],
  ["belts and friction", { surfaceSpeed: -MUCH, friction: MUCH, rollingResistance: MUCH }],
])("every build gives the same hash with endless %s", (_, surface, pair) => {
  const [simd, ...others] = hashes(surface, pair);
  expect(others).toEqual(others.map(() => simd));
});
