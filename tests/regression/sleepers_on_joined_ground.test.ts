import { describe, expect, it } from "vitest";
import { BUILDS, run } from "../helpers/engine.js";

// Symptom: a crate asleep on a platform hung in the air after the platform was destroyed, when something else was or had been
// joined to it. The crate's touch had ended without a new one, and everything else that rested on the platform lost its touch as
// well.
// Cause: bodies that may collide again are found by ending all contacts of one of them: of the one that had fewer, even if that
// was the ground on which others rest. Those others were not woken, and their contacts wait until they are.
// What must hold: a pair that a joint, or `ignorePair`, held apart is found anew without a change to others; a body that loses
// its ground wakes.

describe.each(BUILDS)("a crate asleep on a platform that another body is joined to (%s)", (_, { World, box }) => {
  function scene(type: "static" | "kinematic") {
    const world = new World();
    const platform = world.createBody({ type, shape: box(4, 1) });
    for (const x of [10, 12]) {
      world.createBody({ position: { x, y: 0 }, shape: box(2, 1) });
    }
    const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 1 }, shape: box(1, 1) });
    const other = world.createBody({ type: "dynamic", position: { x: 11, y: 1 }, shape: box(3, 1) });
    const rope = world.createJoint({ type: "rope", bodyA: platform, bodyB: other, length: 20 });
    return { world, platform, crate, other, rope };
  }

  it.each(["static", "kinematic"] as const)("falls when a %s platform is destroyed", (type) => {
    const { world, platform, crate } = scene(type);
    run(world, 2);
    expect(crate.awake).toBe(false);
    platform.destroy();
    expect(crate.awake).toBe(true);
    run(world, 1);
    expect(crate.y).toBeLessThan(-1);
  });

  it.each([
    ["the joint is destroyed", ({ rope }: ReturnType<typeof scene>) => rope.destroy()],
    ["the joint lets them collide", ({ rope }: ReturnType<typeof scene>) => (rope.collide = true)],
    [
      "they no longer ignore each other",
      ({ world, platform, other }: ReturnType<typeof scene>) => world.ignorePair(platform, other, false),
    ],
  ])("sleeps on, touching it, when %s", (_how, change) => {
    const made = scene("static");
    const { world, platform, crate, other } = made;
    world.ignorePair(platform, other);
    run(world, 2);
    change(made);
    expect([crate.awake, crate.contacts.length]).toEqual([false, 1]);
    expect(world.events.contactEnd.filter(({ bodyA, bodyB }) => bodyA === crate || bodyB === crate)).toEqual([]);
    run(world, 0.5);
    platform.destroy();
    expect(crate.awake).toBe(true);
  });
});
