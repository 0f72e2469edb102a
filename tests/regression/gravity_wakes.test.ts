// Symptom: when gravity was reversed, bodies asleep on the floor stayed there; switching sleeping off left all asleep.
// Cause: neither setter looked at sleeping bodies.
// What must hold: a sleeping body wakes when the forces on it change, and no body sleeps where none may.
import { describe, expect, it } from "vitest";
import { box, World, type Body, type BodyDef } from "../../dist/index.js";
import { run } from "../helpers/engine.js";

/** Crates asleep on a floor, one by one, each with traits of its own. */
function rested(...traits: Partial<BodyDef>[]): { world: World; crates: Body[] } {
  const world = new World();
  world.createBody({ position: { x: 0, y: -1 }, shape: box(200, 2) });
  const crates = traits.map((own, i) =>
    world.createBody({ type: "dynamic", position: { x: 3 * i, y: 0.5 }, shape: box(1, 1), ...own }),
  );
  run(world, 3);
  expect(world.counters.awake).toBe(0);
  return { world, crates };
}

describe("a sleeping body", () => {
  it.each([
    { x: 0, y: 10 },
    { x: 12, y: -10 },
    { x: 0, y: 1 },
  ])("follows gravity when it becomes %o", (gravity) => {
    const { world, crates } = rested({}, { gravityScale: 0.5 });
    world.gravity = gravity;
    run(world, 1);
    for (const [i, crate] of crates.entries()) {
      expect(Math.abs(crate.x - 3 * i) + crate.y - 0.5).toBeGreaterThan(0.02);
    }
  });

  it("sleeps on when gravity is set to its present value, or does not act on the body", () => {
    const { world, crates } = rested({}, { gravity: { x: 0, y: -3 } }, { gravityScale: 0 });
    world.gravity = { x: 0, y: -10 };
    expect(world.counters.awake).toBe(0);
    world.gravity = { x: 0, y: -9 };
    expect(crates.map((crate) => crate.awake)).toEqual([true, false, false]);
  });

  it("wakes when sleeping is switched off", () => {
    const { world, crates } = rested({}, { gravityScale: 0 });
    world.settings.sleeping = true;
    expect(world.counters.awake).toBe(0);
    world.settings.sleeping = false;
    expect(crates.map((crate) => crate.awake)).toEqual([true, true]);
    run(world, 3);
    expect(world.counters.awake).toBe(2);
    expect(world.validate()).toBe(0);
  });
});
