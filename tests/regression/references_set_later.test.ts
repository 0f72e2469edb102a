// Symptom: setting another `referenceAngle` on a ratchet turned its bodies by as much; a pin at 3 rad within limits of 0 and 4 was
// thrown back by 3.5 rad when its reference was set half a radian lower, and by a turn if it had just passed half a turn.
// Cause: a ratchet kept the tooth that it had passed by the old reference, and the new angle was taken from −π to π with the turns of
// the old one. A gear on the pin turned its bodies by half as much, for it held the previous sum. A ratchet that was given another phase
// or tooth counted its turns anew, so its teeth lay elsewhere.
import { describe, expect, it } from "vitest";
import { BUILDS, run, type Engine } from "../helpers/engine.js";

describe.each(BUILDS)("a reference angle that is set later (%s)", (_backend, engine: Engine) => {
  function pair() {
    const world = new engine.World({ gravity: { x: 0, y: 0 } });
    const bodyA = world.createBody({});
    const bodyB = world.createBody({ type: "dynamic", shape: engine.box(1, 1) });
    return { world, bodyA, bodyB };
  }

  it.each([0.3, 1, 2, -0.3, 3.5])("turns no body that a ratchet holds (%f rad)", (referenceAngle) => {
    for (const ratchet of [0.5, -0.5]) {
      const { world, bodyA, bodyB } = pair();
      const joint = world.createJoint({ type: "ratchet", bodyA, bodyB, ratchet });
      world.step();
      joint.referenceAngle = referenceAngle;
      run(world, 1);
      expect(bodyB.angle).toBeCloseTo(0, 4);
      bodyB.angularVelocity = ratchet > 0 ? -1 : 1;
      run(world, 2); // back to the tooth that lies there by the new reference
      const teeth = joint.angle / 0.5;
      expect(teeth).toBeCloseTo(Math.round(teeth), 2);
      expect(Math.abs(bodyB.angle)).toBeLessThan(0.51);
    }
  });

  it("is like a phase or tooth set later: a ratchet keeps its turns", () => {
    const { world, bodyA, bodyB } = pair();
    const joint = world.createJoint({ type: "ratchet", bodyA, bodyB, ratchet: 0.5 });
    bodyB.angularVelocity = 5;
    run(world, 2);
    bodyB.angularVelocity = 0;
    joint.phase = 0.1;
    expect(joint.angle).toBeCloseTo(10, 2);
    joint.ratchet = 0.7;
    expect(joint.angle).toBeCloseTo(10, 2);
    bodyB.angularVelocity = -1;
    run(world, 2);
    expect(joint.angle).toBeCloseTo(0.1 + 14 * 0.7, 2);
  });

  it.each(["revolute", "rotary"] as const)("leaves a joint beyond half a turn where it is (%s)", (type) => {
    const { world, bodyA, bodyB } = pair();
    const joint = world.createJoint({ type, bodyA, bodyB, limit: { lower: 0, upper: 4 } });
    bodyB.angularVelocity = 1;
    while (joint.angle < 3) {
      world.step();
    }
    bodyB.angularVelocity = 0;
    world.step();
    joint.referenceAngle = -0.5;
    expect(joint.angle).toBeCloseTo(3.5, 3);
    run(world, 0.5);
    expect(bodyB.angle).toBeCloseTo(3, 3);
  });

  it.each([0.5, -0.5, 4])("moves no gear on a pin (%f rad)", (referenceAngle) => {
    const { world, bodyA, bodyB } = pair();
    const other = world.createBody({ type: "dynamic", position: { x: 3, y: 0 }, shape: engine.box(1, 1) });
    const jointA = world.createJoint({ type: "revolute", bodyA, bodyB });
    const jointB = world.createJoint({ type: "rotary", bodyA, bodyB: other });
    const gear = world.createJoint({ type: "gear", jointA, jointB, ratio: 2 });
    world.step();
    jointA.referenceAngle = referenceAngle;
    jointB.referenceAngle = -referenceAngle;
    expect(gear.error).toBeCloseTo(0, 4);
    run(world, 1);
    expect(bodyB.angle).toBeCloseTo(0, 4);
    expect(other.angle).toBeCloseTo(0, 4);
    bodyB.angularVelocity = 1;
    run(world, 1);
    expect(bodyB.angle).toBeGreaterThan(0.2);
    expect(bodyB.angle + 2 * other.angle).toBeCloseTo(0, 3);
  });

  it("keeps a turn that began in the last step", () => {
    const { world, bodyA, bodyB } = pair();
    const joint = world.createJoint({ type: "revolute", bodyA, bodyB, limit: { lower: 0, upper: 9 } });
    bodyB.angularVelocity = 3;
    while (joint.angle < Math.PI) {
      world.step();
    }
    const angle = joint.angle;
    joint.referenceAngle = 0.001;
    expect(joint.angle).toBeCloseTo(angle - 0.001, 4);
  });
});
