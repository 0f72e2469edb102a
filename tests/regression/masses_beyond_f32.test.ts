// Symptom: bodies with a density of 1e30 and more had a mass or an inertia of Infinity, and those with 1e-45 a mass of 0: they fell, and
// nothing could move them. `body.mass = body.mass` was refused.
// Cause: the mass of shapes is summed in 64 bits and kept in 32.
// What must hold: a mass above the largest number is that number; one below the least is no mass, and such a body weighs 1 kg.
import { expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

const MOST = 3.4028234663852886e38;

it.each(BUILDS)("masses and inertias are numbers, above 0 (%s)", (_, { World, box }) => {
  const make = (sizes: number[], density: number) => {
    const world = new World();
    const shapes = sizes.map((size, i) => box(size, size, { center: { x: i, y: 5 * i } }));
    const body = world.createBody({ type: "dynamic", shapes, density });
    for (let step = 0; step < 10; step++) {
      body.applyImpulse({ x: 1, y: 1 }, { x: 3, y: 4 });
      world.step();
    }
    const { mass, inertia } = body;
    Object.assign(body, { mass, inertia });
    expect(world.validate()).toBe(0);
    expect(Number.isFinite(body.x + body.y + body.angle)).toBe(true);
    return { body, told: [body.mass, body.inertia] };
  };
  expect(make([1e6], 1e30).told).toEqual([MOST, MOST]);
  expect(make([1, 1], 3e38).told).toEqual([MOST, MOST]);
  expect(make([1000], 1e30).told).toEqual([Math.fround(1e6 * Math.fround(1e30)), MOST]);
  const { body: light, told } = make([1e-3], 1e-45);
  expect(told).toEqual([1, 0]);
  expect(light.linearVelocity.x).toBeCloseTo(10, 3);
  light.shapes[0]!.density = 3e38;
  expect(light.mass).toBe(1);
  light.resetMass();
  expect(light.mass).toBeGreaterThan(1e32);
});
