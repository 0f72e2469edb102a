// Symptom: a load that hung on a kinematic body fell off half a second after the body had come to rest, and rows of pins that led to
// the body made the core read beyond its memory.
// Cause: a kinematic body that fell asleep took its joints out of the lists of the solver, also those of bodies awake.
import { describe, expect, it } from "vitest";
import { BUILDS, run } from "../helpers/engine.js";

describe.each(BUILDS)("joints of a kinematic body that has come to rest (%s)", (_name, { World, box }) => {
  it.each(["rests", "is put to sleep"])("hold the row that hangs on it when it %s", (way) => {
    const world = new World();
    const hook = world.createBody({ type: "kinematic", shape: box(0.2, 0.2), linearVelocity: { x: 1, y: 0 } });
    let before = hook;
    const row = [1, 2, 3].map((x) => {
      const link = world.createBody({ type: "dynamic", position: { x, y: 0 }, shape: box(0.8, 0.2) });
      world.createJoint({ type: "revolute", bodyA: before, bodyB: link, anchor: { x: x - 0.5, y: 0 } });
      before = link;
      return link;
    });
    run(world, 0.5);
    hook.linearVelocity = { x: 0, y: 0 };
    if (way === "is put to sleep") {
      hook.awake = false;
    }
    run(world, 5, () => {
      expect(world.validate()).toBe(0);
      expect(Math.hypot(row[2]!.x - hook.x, row[2]!.y - hook.y)).toBeLessThan(3.1);
    });
    // The hook wakes with them when it goes on.
    hook.linearVelocity = { x: 0, y: 2 };
    run(world, 2);
    expect(Math.hypot(row[0]!.x - hook.x, row[0]!.y - hook.y)).toBeLessThan(1.1);
    expect(world.validate()).toBe(0);
  });
});
