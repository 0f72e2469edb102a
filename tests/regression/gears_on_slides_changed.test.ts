// Symptom: setting a slider's anchor half a metre further along its axis, which moves nothing, turned the pinion geared to
// it by half a radian in one step, and moved the slider by a quarter of a metre; reversing the axis turned the pinion by 2
// rad.
// Cause: the gear still held the previous sum, as it did for another reference angle of a pin
// (references_set_later.test.ts).
import { describe, expect, it } from "vitest";
import { BUILDS, run, type Engine } from "../helpers/engine.js";

describe.each(BUILDS)("a gear on a slider (%s)", (_backend, engine: Engine) => {
  it.each([
    ["anchorA", { x: 0.5, y: 0 }],
    ["anchorB", { x: 0.5, y: 0 }],
    ["axisA", { x: -1, y: 0 }],
  ] as const)("stays where it is when %s is set", (option, value) => {
    const world = new engine.World({ gravity: { x: 0, y: 0 } });
    const ground = world.createBody({});
    const pinion = world.createBody({ type: "dynamic", position: { x: 0, y: 1 }, shape: engine.circle(0.5) });
    const rack = world.createBody({ type: "dynamic", position: { x: 1, y: 0 }, shape: engine.box(2, 0.2) });
    const jointA = world.createJoint({ type: "revolute", bodyA: ground, bodyB: pinion, anchor: pinion.position });
    const jointB = world.createJoint({ type: "prismatic", bodyA: ground, bodyB: rack });
    const gear = world.createJoint({ type: "gear", jointA, jointB, ratio: 2 });
    run(world, 1);
    jointB[option] = value;
    expect(gear.error).toBeCloseTo(0, 5);
    run(world, 1);
    expect(pinion.angle).toBeCloseTo(0, 4);
    expect(rack.x).toBeCloseTo(1, 4);
    rack.linearVelocity = { x: 1, y: 0 };
    run(world, 0.5);
    const sense = option === "axisA" ? -1 : 1;
    expect(pinion.angle).toBeCloseTo(-2 * sense * (rack.x - 1), 3);
    expect(Math.abs(pinion.angle)).toBeGreaterThan(0.1);
  });
});
