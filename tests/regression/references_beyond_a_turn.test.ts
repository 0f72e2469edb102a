// Symptom: two bodies welded with a `referenceAngle` of 4π were turned against each other by half a turn, a pin with such a reference
// read an angle of −2π and left its limits, and a motor joint whose `angularOffset` was counted up lost its way after a turn.
// Cause: the angle between the bodies minus the reference was brought into −π to π by one turn at most.
import { expect, it, describe } from "vitest";
import { BUILDS, type Engine } from "../helpers/engine.js";

describe.each(BUILDS)("an angle of whole turns (%s)", (_backend, engine: Engine) => {
  function pair() {
    const world = new engine.World({ gravity: { x: 0, y: 0 } });
    const bodyA = world.createBody({ shape: engine.box(1, 1) });
    const bodyB = world.createBody({ type: "dynamic", position: { x: 3, y: 0 }, shape: engine.box(1, 1) });
    return { world, bodyA, bodyB };
  }

  it.each([1, 2, -2, 7, -7])("counts as zero as the reference of a joint (%i turns)", (turns) => {
    for (const type of ["weld", "prismatic", "revolute", "rotary", "ratchet"] as const) {
      const { world, bodyA, bodyB } = pair();
      const referenceAngle = turns * 2 * Math.PI;
      const joint = world.createJoint({ type, bodyA, bodyB, anchorA: { x: 3, y: 0 }, referenceAngle });
      if (joint.type === "revolute" || joint.type === "rotary") {
        joint.limit = { lower: -0.1, upper: 0.1 };
      }
      if (joint.type !== "prismatic") {
        expect(joint.angle, type).toBeCloseTo(0, 4);
      }
      for (let step = 0; step < 20; step++) {
        world.step();
        expect(bodyB.angle, type).toBeCloseTo(0, 4);
      }
    }
  });

  it("is followed by a motor joint whose offset is counted up", () => {
    const { world, bodyA, bodyB } = pair();
    const drive = world.createJoint({ type: "motor", bodyA, bodyB, angularOffset: 0 });
    let offset = 0;
    for (let step = 0; step < 300; step++) {
      offset += 0.1;
      drive.angularOffset = offset;
      world.step();
      const late = offset - bodyB.angle;
      expect(late - 2 * Math.PI * Math.round(late / (2 * Math.PI)), `step ${step}`).toBeLessThan(0.3);
    }
    for (let step = 0; step < 60; step++) {
      world.step();
    }
    expect(Math.cos(bodyB.angle - offset)).toBeCloseTo(1, 4);
  });
});
