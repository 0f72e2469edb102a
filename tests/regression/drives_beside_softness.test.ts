// Symptom: `joint.motor`, `limit`, `spring` or `collide` set on a joint with a `softness`, or on a link of a chain that had once
// borne a load, turned on all of them: a limit from 0 to 0, a spring of 0 Hz, collisions between the joined bodies.
// Cause: the flags that are read and written back have some of the core's own above the settable ones, and were clamped to those
// by size, which sets them all.
// What must hold: setting an option changes no other, on every joint; set later it does what it does in a definition.
import { describe, expect, it } from "vitest";
import type { RevoluteJoint } from "../../dist/index.js";
import { BUILDS, run, type Engine } from "../helpers/engine.js";

const options = ({ limit, motor, spring, collide }: RevoluteJoint): unknown[] => [limit, motor, spring, collide];

describe.each(BUILDS)("options of a joint (%s)", (_, { World, box, circle }: Engine) => {
  it("are set one by one where it has a softness", () => {
    const world = new World();
    const bodyA = world.createBody({});
    const bodyB = world.createBody({ type: "dynamic", shape: box(1, 1) });
    const joint = world.createJoint({ type: "revolute", bodyA, bodyB, softness: { hertz: 30 } });
    const motor = { speed: 1, maxTorque: 5 };
    joint.motor = motor;
    expect(options(joint)).toEqual([undefined, motor, undefined, false]);
    joint.collide = true;
    expect(options(joint)).toEqual([undefined, motor, undefined, true]);
    joint.motor = undefined;
    expect(options(joint)).toEqual([undefined, undefined, undefined, true]);
  });

  it("are set one by one on links that bear a load", () => {
    const world = new World();
    let bodyA = world.createBody({});
    const joints = Array.from({ length: 10 }, (_unused, i) => {
      const bodyB = world.createBody({ type: "dynamic", position: { x: 0, y: -0.5 - i }, shape: box(0.25, 1) });
      const joint = world.createJoint({ type: "revolute", bodyA, bodyB, anchor: { x: 0, y: -i } });
      bodyA = bodyB;
      return joint;
    });
    const ball = world.createBody({ type: "dynamic", position: { x: 0, y: -12 }, shape: circle(2), density: 10 });
    world.createJoint({ type: "revolute", bodyA, bodyB: ball, anchor: { x: 0, y: -10 } });
    run(world, 1);
    const limit = { lower: -2, upper: 2 };
    for (const joint of joints) {
      joint.limit = limit;
      expect(options(joint)).toEqual([limit, undefined, undefined, false]);
    }
    expect(world.validate()).toBe(0);
  });

  it("do the same set later as in a definition", () => {
    const angles = [false, true].map((later) => {
      const world = new World({ gravity: { x: 0, y: 0 } });
      const bodyA = world.createBody({});
      const bodyB = world.createBody({ type: "dynamic", shape: box(1, 1) });
      const spring = { hertz: 2, dampingRatio: 0.1 };
      const joint = world.createJoint({
        type: "rotary",
        bodyA,
        bodyB,
        targetAngle: 0.4,
        softness: { hertz: 40 },
        ...(later ? {} : { spring }),
      });
      if (later) {
        joint.spring = spring;
      }
      run(world, 0.5);
      return bodyB.angle;
    });
    expect(angles[1]).toBe(angles[0]);
    expect(angles[0]).toBeGreaterThan(0.1);
  });
});
