// Symptom: a revolute joint whose motor, spring and limit were all switched off reported their last torque forever, and the motor began
// with it when switched on again.
// Cause: rows that are not solved were not stored either, so their old impulses stayed.
// What must hold: a part that is off has no torque.
import { describe, expect, it } from "vitest";
import { BUILDS, DT } from "../helpers/engine.js";

describe.each(BUILDS)("a revolute joint (%s)", (_, { World, box }) => {
  it.each(["motor", "limit", "spring"] as const)("reports no torque of a %s that is switched off", (part) => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const bodyA = world.createBody({});
    const bodyB = world.createBody({ type: "dynamic", shape: box(1, 1), angularDamping: 50 });
    const joint = world.createJoint({ type: "revolute", bodyA, bodyB, anchor: { x: 0, y: 0 } });
    if (part === "motor") {
      joint.motor = { speed: 5, maxTorque: 100 };
    } else if (part === "limit") {
      joint.limit = { lower: -1, upper: 0 };
    } else {
      joint.spring = { hertz: 2, dampingRatio: 0 };
    }
    bodyB.torque = part === "motor" ? 0 : 30;
    for (let step = 0; step < 60; step++) {
      world.step(DT);
    }
    expect(Math.abs(joint.torque)).toBeGreaterThan(5);
    joint[part] = undefined;
    bodyB.torque = 0;
    for (let step = 0; step < 2; step++) {
      expect([joint.torque, joint.motorTorque]).toEqual([0, 0]);
      world.step(DT);
    }
  });
});
