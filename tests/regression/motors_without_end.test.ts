// Symptom: `motor: { speed, maxTorque: Infinity }` was refused (`not-finite`), though `maxTorque: Infinity` of a motor joint means no
// limit.
// Cause: the effort of a motor was read like any other number, except for motor joints.
// What must hold: every motor takes ∞, reports it, and drives at its speed against what would stop any other.
import { describe, expect, it } from "vitest";
import { BUILDS, run } from "../helpers/engine.js";

const DRIVES = [
  ["revolute", "maxTorque"],
  ["wheel", "maxTorque"],
  ["rotary", "maxTorque"],
  ["prismatic", "maxForce"],
  ["distance", "maxForce"],
] as const;

describe.each(BUILDS)("motors of endless effort (%s)", (_, { World, box }) => {
  it.each(DRIVES)("drive a %s joint", (type, effort) => {
    const world = new World();
    const ground = world.createBody({});
    const far = { x: type === "distance" ? 2 : 0, y: 0 };
    const arm = world.createBody({ type: "dynamic", position: far, shape: box(4, 1), density: 1000 });
    const made = { type, bodyA: ground, bodyB: arm, anchorA: { x: 0, y: 0 }, anchorB: { x: 0, y: 0 } };
    const joint = world.createJoint({
      ...made,
      ...(type === "wheel" || type === "prismatic" ? { axis: { x: 0, y: 1 } } : {}),
      motor: { speed: 0.5, [effort]: Infinity },
    } as never) as unknown as { speed: number; motor: Record<string, number> };
    const driven = () => (effort === "maxTorque" ? arm.angularVelocity : joint.speed); // `speed` of a wheel joint is its suspension's
    expect(joint.motor).toEqual({ speed: 0.5, [effort]: Infinity });
    run(world, 1);
    expect(driven()).toBeCloseTo(0.5, 3);
    joint.motor = { speed: -0.5, [effort]: Infinity };
    expect(joint.motor).toEqual({ speed: -0.5, [effort]: Infinity });
    run(world, 1);
    expect(driven()).toBeCloseTo(-0.5, 3);
    for (const wrong of [-Infinity, NaN, -1]) {
      expect(() => (joint.motor = { speed: 1, [effort]: wrong })).toThrow(effort);
    }
  });
});
