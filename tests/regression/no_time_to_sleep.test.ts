// Symptom: with `timeToSleep: 0` everything stopped in the eighth step: falling bodies, platforms, and bodies that may not sleep.
// Cause: a rest of no duration was long enough, and a moving body has that.
// What must hold: a body that moves, or may not sleep, stays awake, whatever the time; a body at rest falls asleep at once.
import { describe, expect, it } from "vitest";
import { BUILDS, run } from "../helpers/engine.js";

describe.each(BUILDS)("a world with no time to sleep (%s)", (_, { World, box }) => {
  it("stops nothing that moves, and lets bodies at rest sleep", () => {
    const world = new World({ timeToSleep: 0 });
    world.createBody({ position: { x: 0, y: -1 }, shape: box(40, 2) });
    const crate = (x: number, y: number, sleep: boolean) =>
      world.createBody({ type: "dynamic", position: { x, y }, shape: box(1, 1), sleep });
    const [falling, resting, sleepless] = [crate(-3, 20, true), crate(3, 0.5, true), crate(6, 0.5, false)];
    const linearVelocity = { x: 0.01, y: 0 };
    const platform = world.createBody({
      type: "kinematic",
      position: { x: 0, y: 5 },
      shape: box(1, 1),
      linearVelocity,
    });
    run(world, 1);
    expect(falling.y).toBeLessThan(16);
    expect(platform.x).toBeCloseTo(0.01, 5);
    expect([falling, resting, sleepless, platform].map(({ awake }) => awake)).toEqual([true, false, true, true]);
    run(world, 4);
    expect(falling.awake).toBe(false);
    expect(falling.y).toBeCloseTo(0.5, 1);
  });
});
