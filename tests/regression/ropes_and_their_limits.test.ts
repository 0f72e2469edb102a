import { describe, expect, it } from "vitest";
import { BUILDS, run, type Engine } from "../helpers/engine.js";

// Symptom: a rope whose `limit` was set to undefined became a rod, and pushed its bodies apart; a `length` set below the least
//   distance of the limit fought with it.
// Cause: a distance joint with nothing else to hold is a rod, even a rope; and `length` is the limit's upper end, which was not
//   compared with the lower one.
// What must hold: a rope without a limit holds nothing; a length below the least is refused and changes nothing.

describe.each(BUILDS)("a rope (%s)", (_, engine) => {
  function hung(limit: { lower: number; upper: number }) {
    const { World, circle } = engine as Engine;
    const world = new World();
    const hook = world.createBody({});
    const load = world.createBody({ type: "dynamic", position: { x: 0, y: -1 }, shape: circle(0.2) });
    return { world, load, rope: world.createJoint({ type: "rope", bodyA: hook, bodyB: load, limit }) };
  }

  it("without a limit holds nothing, and holds again when it has one", () => {
    const { world, load, rope } = hung({ lower: 0, upper: 2 });
    rope.limit = undefined;
    run(world, 1);
    expect(load.y).toBeCloseTo(-6, 0);
    rope.limit = { lower: 0, upper: 2 };
    run(world, 5);
    expect(rope.distance).toBeLessThan(2.01);
  });

  it("is no shorter than the least distance of its limit", () => {
    const { world, rope } = hung({ lower: 0.5, upper: 2 });
    const before = world.hash();
    expect(() => (rope.length = 0.1)).toThrow(/^length is 0\.1; it must be a number from 0\.5 /);
    expect([rope.limit, world.hash()]).toEqual([{ lower: 0.5, upper: 2 }, before]);
    rope.length = 0.5;
    expect(rope.limit).toEqual({ lower: 0.5, upper: 0.5 });
  });
});
