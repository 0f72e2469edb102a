// Symptom: closestPoint of a world and of scree/geometry gave for a superellipse of exponent 20 a point of its flat side up
// to a fifth of its half axis beside the nearest one (exponent 8: 1.5 %), with the right distance and normal. An explosion
// beside it pushed there, and turned bodies it should not turn.
// Cause: the nearest point was the one with the normal found. Along a flat side all points have the same normal to fifteen
// digits.
// What must hold: going from the point along its normal by the distance leads to the point asked about.
import { describe, expect, it } from "vitest";
import * as geometry from "../../dist/geometry.js";
import { BUILDS } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";

describe.each(BUILDS)("the point of a superellipse nearest to a point (%s)", (_, { World, superellipse }) => {
  it.each([1.2, 2, 4, 8, 20])("lies at the foot of its normal, for exponent %d", (exponent) => {
    const random = new Random(7);
    const world = new World();
    const shape = superellipse(1, 0.7, exponent, { radius: 0.1 });
    const angle = Math.fround(0.4);
    world.createBody({ shape, angle });
    for (let k = 0; k < 200; k++) {
      const [x, y] = [random.between(-3, 3), random.between(-3, 3)];
      for (const found of [
        world.closestPoint({ x, y })!,
        geometry.closestPoint({ shape: geometry.superellipse(1, 0.7, exponent, { radius: 0.1 }), angle }, { x, y }),
      ]) {
        const { point, normal, distance } = found;
        expect(Math.abs(point.x + distance * normal.x - x)).toBeLessThan(3e-6);
        expect(Math.abs(point.y + distance * normal.y - y)).toBeLessThan(3e-6);
      }
    }
  });

  it("is where an explosion pushes: off the middle of a side it turns the body", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const body = world.createBody({ type: "dynamic", shape: superellipse(1, 1, 20) });
    world.explode({ position: { x: 0.1, y: 3 }, radius: 5, impulsePerLength: 1 });
    const { x, y } = body.linearVelocity;
    // The impulse goes straight down through (0.1, 1).
    expect(Math.abs(x)).toBeLessThan(1e-6);
    expect(body.angularVelocity).toBeCloseTo((0.1 * y * body.mass) / body.inertia, 5);
  });
});
