// Symptom: a wheel that had made 100,000 turns reported them, and its copy refused them. Cause: the bound was a guess.
// What must hold: `turns` takes any number that it reports, and counts one by one as far as 32 bits do.
import { describe, expect, it } from "vitest";
import { BUILDS, run } from "../helpers/engine.js";

describe.each(BUILDS)("turns of a pin (%s)", (_, { World, circle }) => {
  it("are set to those of another pin, beyond 100,000 and to the last", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const bodyA = world.createBody({});
    const bodyB = world.createBody({ type: "dynamic", shape: circle(0.5) });
    const other = world.createBody({ type: "dynamic", position: { x: 2, y: 0 }, shape: circle(0.5) });
    const wheel = world.createJoint({ type: "revolute", bodyA, bodyB, motor: { speed: 180, maxTorque: 1e5 } });
    const copy = world.createJoint({ type: "rotary", bodyA, bodyB: other });
    for (const from of [99_990, 2 ** 24 - 5]) {
      wheel.turns = from;
      run(world, 1);
      expect(wheel.turns).toBe(Math.min(from + 29, 2 ** 24));
      copy.turns = wheel.turns;
      expect(copy.turns).toBe(wheel.turns);
    }
    expect(() => (copy.turns = 2 ** 24 + 1)).toThrow(expect.objectContaining({ code: "out-of-range" }));
    expect(world.validate()).toBe(0);
  });
});
