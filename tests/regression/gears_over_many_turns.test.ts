// Symptom: gears that had been turned at 150 rad/s for half an hour ran unsteadily, by 1.3 rad/s, and their motor felt 9 N·m
// without a load; after three minutes at 3 rad/s it felt 0.1 N·m.
// Cause: their angles were summed in single precision, turns included, which leaves steps of 4 mrad after 10,000 turns.
import { describe, expect, it } from "vitest";
import { BUILDS, run, type Engine } from "../helpers/engine.js";

describe.each(BUILDS)("gears (%s)", (_backend, engine: Engine) => {
  it("turn as steadily after 10,000 turns as at first", () => {
    const world = new engine.World({ gravity: { x: 0, y: 0 } });
    const ground = world.createBody({});
    const wheel = (x: number, radius: number) => {
      const body = world.createBody({ type: "dynamic", position: { x, y: 0 }, shape: engine.circle(radius), mask: 0 });
      return world.createJoint({ type: "revolute", bodyA: ground, bodyB: body, anchor: body.position });
    };
    const jointA = wheel(0, 0.3);
    const jointB = wheel(2, 0.9);
    const gear = world.createJoint({ type: "gear", jointA, jointB, ratio: 3 });
    jointA.motor = { speed: 150, maxTorque: 1000 };
    run(world, 420);
    expect(jointA.turns).toBeGreaterThan(10_000);
    run(world, 5, () => {
      expect(Math.abs(jointA.motorTorque)).toBeLessThan(0.02);
      expect(Math.abs(gear.error)).toBeLessThan(0.001);
      expect(jointB.bodyB.angularVelocity).toBeCloseTo(-50, 1);
    });
  });
});
