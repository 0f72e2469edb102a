import { expect, it } from "vitest";
import { World } from "../../dist/index.js";

// Symptom: a world that a game paused in a step of `advance`, for a menu or a hit, still took up to seven more steps.
// Cause: `paused` was read once a call.
// What must hold: no step is taken while the world is paused; the time is not made up for.

it("a world that is paused in a step takes no further one", () => {
  const world = new World({ timeStep: 1 / 60 });
  const step = (): void => {
    world.step();
    world.paused = world.counters.steps === 2;
  };
  const alpha = world.advance(5.5 / 60, step);
  expect([world.counters.steps, world.advance(1, step), world.counters.steps]).toEqual([2, alpha, 2]);
  expect(alpha).toBeCloseTo(0.5, 9);
  world.paused = false;
  world.advance(1 / 60, step);
  expect(world.counters.steps).toBe(3);
});
