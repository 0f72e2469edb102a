// Symptom: a flat superellipse floated a tenth of its area too high or too low: the share of it under a fluid was wrong by
// up to 17 hundredths.
// Cause: its outline was drawn through points whose normals are evenly spaced; on a flat one these crowd at the ends.
// What must hold: the share under the fluid is that of the closed form, to a hundredth, however flat the shape is
// (docs/forces.md).
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

/** The share of |x/a|ⁿ + |y/b|ⁿ = 1 below y = b · height. */
function below(height: number, n: number): number {
  let [whole, part] = [0, 0];
  const slices = 20000;
  for (let i = 0; i < slices; i++) {
    const y = -1 + (2 * (i + 0.5)) / slices;
    const width = (1 - Math.abs(y) ** n) ** (1 / n);
    whole += width;
    part += y < height ? width : 0;
  }
  return part / whole;
}

describe.each(BUILDS)("a superellipse in a fluid (%s)", (_, { World, superellipse, halfSpace }) => {
  it.each([
    [1, 1],
    [2, 0.5],
    [4, 0.25],
    [8, 0.2],
    [0.25, 4],
  ])("of half-axes %d and %d is lifted by the share under it", (a, b) => {
    for (const n of [1.2, 2, 3, 4, 6, 20]) {
      for (let k = -9; k <= 9; k++) {
        const world = new World({ gravity: { x: 0, y: -10 } });
        const body = world.createBody({ type: "dynamic", shape: superellipse(a, b, n), gravityScale: 0 });
        world.createField({
          type: "fluid",
          density: 1,
          region: halfSpace({ x: 0, y: 1 }),
          position: { x: 0, y: (b * k) / 10 },
        });
        world.step(1e-3, 1);
        const error = body.linearVelocity.y / 1e-2 - below(k / 10, n);
        expect(Math.abs(error), `exponent ${n} at ${k / 10}`).toBeLessThan(0.01);
      }
    }
  });
});
