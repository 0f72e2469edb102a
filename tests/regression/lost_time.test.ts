// Symptom: `advance(0)` took a step after a call that had lost time, for 514 of the whole numbers of steps from 9 to 2,000.
// Cause: the time left over was the remainder by the step, which rounding leaves within 1e-9 of a whole step as often as at 0.
// What must hold: a call without time takes no step.
import { describe, expect, it } from "vitest";
import { BUILDS, DT } from "../helpers/engine.js";

describe.each(BUILDS)("time that is lost (%s)", (_name, { World }) => {
  it("is lost in whole steps", () => {
    const world = new World();
    for (let count = 9; count < 400; count++) {
      const alpha = world.advance(count * DT);
      const { steps } = world.counters;
      expect(alpha, `${count} steps`).toBeLessThan(1e-9);
      world.advance(0);
      expect(world.counters.steps, `${count} steps`).toBe(steps);
    }
    expect(world.advance(20.25 * DT)).toBeCloseTo(0.25, 9);
  });
});
