// Symptom: a crate put to sleep by hand on a moving lift stayed where it was: the lift went through it, 0.5 m in a second, and a crate
// welded to the lift was left behind. A body created asleep there woke, and so did one that slept before the lift began to move.
// Cause: the touch was there already, so no step saw one begin, and nothing else wakes a sleeper.
import { describe, expect, it } from "vitest";
import { BUILDS, DT, run } from "../helpers/engine.js";

describe.each(BUILDS)("the %s build", (_, { World, box }) => {
  const lift = (vx: number, vy: number, joined: boolean) => {
    const world = new World();
    const carrier = world.createBody({ type: "kinematic", shape: box(3, 0.5), linearVelocity: { x: vx, y: vy } });
    const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 0.75 }, shape: box(1, 1), friction: 1 });
    const upper = world.createBody({ type: "dynamic", position: { x: 0, y: 1.75 }, shape: box(1, 1), friction: 1 });
    if (joined) {
      world.createJoint({ type: "weld", bodyA: carrier, bodyB: crate, anchor: { x: 0, y: 0.5 } });
    }
    run(world, 0.5);
    return { world, carrier, crate, upper };
  };

  it.each([
    [0, 1, false],
    [0, 0.02, false],
    [0, -0.5, false],
    [0.5, 0, false],
    [0.3, 0.6, true],
  ])("wakes a crate put to sleep on a lift at (%f, %f) m/s, welded to it: %s", (vx, vy, joined) => {
    const { world, carrier, crate, upper } = lift(vx, vy, joined);
    upper.awake = false;
    expect([crate.awake, upper.awake]).toEqual([false, false]);
    world.step(DT);
    expect([crate.awake, upper.awake]).toEqual([true, true]);
    run(world, 1, () => {
      expect(Math.abs(crate.y - carrier.y - 0.75)).toBeLessThan(0.02);
      expect(Math.abs(crate.x - carrier.x)).toBeLessThan(0.03);
    });
  });

  it("wakes such a crate in a restored snapshot too", () => {
    const { world, crate } = lift(0, 1, false);
    crate.awake = false;
    const other = World.fromSnapshot(world.snapshot());
    other.step(DT);
    world.step(DT);
    expect(other.body(crate.id)!.awake).toBe(true);
    expect(other.hash()).toBe(world.hash());
  });

  it("lets a crate on a lift that has stopped sleep on", () => {
    const { world, carrier, crate } = lift(0, 1, false);
    crate.awake = false;
    carrier.linearVelocity = { x: 0, y: 0 };
    crate.awake = false;
    run(world, 0.5);
    expect(crate.awake).toBe(false);
  });
});
