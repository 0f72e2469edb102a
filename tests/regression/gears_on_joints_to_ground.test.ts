// Symptom: two wheels were geared at rest, and the joint of one had the ground as its second body: that wheel, pushed,
// turned alone at twice the speed, 10.2 rad/s; the other, pushed, stood as if it were held. Two joints to the ground could
// not be geared at all.
// Cause: a gear sleeps and wakes with its two bodies, and took the second of each joint: here the ground, so that the gear
// and the wheels did not know of each other.
import { describe, expect, it } from "vitest";
import { BUILDS, run, type Body, type Engine } from "../helpers/engine.js";

describe.each(BUILDS)("a gear on joints to the ground (%s)", (_backend, engine: Engine) => {
  it.each([
    [true, false],
    [false, true],
    [true, true],
  ])("wakes both wheels, whichever is pushed (grounds second: %s, %s)", (...second) => {
    for (const pushed of [0, 1]) {
      const world = new engine.World({ gravity: { x: 0, y: 0 } });
      const ground = world.createBody({});
      const wheels = [0, 1].map((x) =>
        world.createBody({ type: "dynamic", position: { x: 3 * x, y: 0 }, shape: engine.circle(0.5) }),
      );
      const [jointA, jointB] = wheels.map((wheel, k) => {
        const bodies = second[k] ? { bodyA: wheel, bodyB: ground } : { bodyA: ground, bodyB: wheel };
        return world.createJoint({ type: "revolute", ...bodies, anchor: wheel.position });
      });
      const gear = world.createJoint({ type: "gear", jointA: jointA!, jointB: jointB! });
      run(world, 3);
      expect(wheels.map(({ awake }) => awake)).toEqual([false, false]);
      wheels[pushed]!.applyAngularImpulse(1);
      run(world, 1);
      expect(wheels[pushed]!.angularVelocity).toBeCloseTo(1 / (2 * wheels[pushed]!.inertia), 3);
      expect(Math.abs(wheels[1 - pushed]!.angularVelocity)).toBeCloseTo(1 / (2 * wheels[pushed]!.inertia), 3);
      expect(gear.error).toBeCloseTo(0, 4);
    }
  });

  it("takes the body that moves: a dynamic one before a kinematic one, of two the second", () => {
    const world = new engine.World();
    const [ground, platform, wheel, other] = (["static", "kinematic", "dynamic", "dynamic"] as const).map((type) =>
      world.createBody({ type, shape: engine.circle(0.5) }),
    );
    const joint = (bodyA: Body, bodyB: Body) => world.createJoint({ type: "rotary", bodyA, bodyB });
    const free = joint(ground!, other!);
    for (const [a, b, held] of [
      [ground, platform, platform],
      [platform, ground, platform],
      [wheel, platform, wheel],
      [platform, wheel, wheel],
      [other, wheel, wheel],
      [wheel, other, wheel], // the other side has `other` already
      [other, ground, ground],
    ]) {
      const gear = world.createJoint({ type: "gear", jointA: free, jointB: joint(a!, b!) });
      expect([gear.bodyA, gear.bodyB]).toEqual([other, held]);
      const turned = world.createJoint({ type: "gear", jointA: joint(a!, b!), jointB: free, bodyB: other! });
      expect([turned.bodyA, turned.bodyB]).toEqual([held, other]);
    }
  });
});
