// Symptom: a body put to sleep on a moving platform floated in place after the platform had left; the touch was reported as ended.
// Cause: a touch that ends woke nobody, and only a kinematic body can leave a body that sleeps on it.
// What must hold: a body that loses its support wakes, and so does its island.
import { describe, expect, it } from "vitest";
import { BUILDS, DT } from "../helpers/engine.js";

describe.each(BUILDS)("a platform that moves (%s)", (_, { World, box }) => {
  it.each([
    ["sinks", { x: 0, y: -2 }],
    ["slides away", { x: 6, y: 0 }],
  ])("wakes the crates that sleep on it when it %s", (__, linearVelocity) => {
    const world = new World();
    const platform = world.createBody({ type: "kinematic", shape: box(4, 0.5) });
    const crates = [0.75, 1.75].map((y) =>
      world.createBody({ type: "dynamic", position: { x: 0, y }, shape: box(1, 1) }),
    );
    for (let step = 0; step < 30; step++) {
      world.step(DT);
    }
    platform.linearVelocity = linearVelocity;
    crates[1]!.awake = false;
    expect(crates.map(({ awake }) => awake)).toEqual([false, false]);
    let ended = 0;
    for (let step = 0; step < 60; step++) {
      world.step(DT);
      ended += world.events.contactEnd.length;
      expect(world.validate()).toBe(0);
    }
    expect(ended).toBeGreaterThan(0);
    expect(crates[1]!.y).toBeLessThan(1.5);
  });

  it("sleeps on when a crate that lay on it leaves", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const platform = world.createBody({ type: "kinematic", shape: box(4, 0.5) });
    const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 0.75 }, shape: box(1, 1), sleep: false });
    for (let step = 0; step < 60; step++) {
      world.step(DT);
    }
    expect(platform.awake).toBe(false);
    crate.linearVelocity = { x: 0, y: 1 };
    for (let step = 0; step < 10; step++) {
      world.step(DT);
    }
    expect(platform.awake).toBe(false);
  });
});
