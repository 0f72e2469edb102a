// Symptom: chains of pins with limits, and of sliders, of 1e16 kg a link and more flew apart; the documents allow 1e18 kg.
// Cause: determinants, which are products of two inverse masses, were raised to 1e-30 where they are less.
// What must hold: a chain swings like one of light links.
import { describe, expect, it } from "vitest";
import { BUILDS, run } from "../helpers/engine.js";

describe.each(BUILDS)("a chain of heavy links (%s)", (_, { World, box }) => {
  const swung = (density: number) => {
    const world = new World({ sleeping: false });
    let last = world.createBody({});
    for (let i = 0; i < 4; i++) {
      const link = world.createBody({ type: "dynamic", position: { x: i + 0.5, y: 0 }, shape: box(1, 0.2), density });
      const limit = { lower: -0.2, upper: 0.2 };
      world.createJoint({ type: "revolute", bodyA: last, bodyB: link, anchor: { x: i, y: 0 }, limit });
      last = link;
    }
    run(world, 2);
    return last;
  };

  it.each([1e15, 1e17, 1e18])("swings like a light one at %d kg a square metre", (density) => {
    const light = swung(1);
    const heavy = swung(density);
    expect(heavy.x).toBeCloseTo(light.x, 2);
    expect(heavy.y).toBeCloseTo(light.y, 2);
  });
});
