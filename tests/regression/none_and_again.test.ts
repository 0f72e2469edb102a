// Symptom: `joint.motor = undefined` on a motor joint changed nothing, and one driven by `angularVelocity` had no `motor`; a rope whose
// `limit` had been set to `undefined` reported a `length`, accepted another, and held at neither.
// Cause: a motor joint does not go by the flags of motor and limit, nor does a rope's `length` set them.
// What must hold: undefined has the same effect as leaving it out of the definition; a length that is set holds.
import { describe, expect, it } from "vitest";
import { World, box } from "../../dist/index.js";
import { run } from "../helpers/engine.js";

function spinner(world: World) {
  const bodyA = world.createBody({});
  return { bodyA, bodyB: world.createBody({ type: "dynamic", shape: box(1, 1) }) };
}

describe("a motor joint", () => {
  it("lets go when its motor is set to undefined", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const { bodyA, bodyB } = spinner(world);
    const motor = { speed: 3, maxTorque: 100 };
    const joint = world.createJoint({ type: "motor", bodyA, bodyB, motor });
    run(world, 0.5);
    expect(joint.motor).toEqual(motor);
    expect(bodyB.angularVelocity).toBeCloseTo(3, 3);
    joint.motor = undefined;
    bodyB.angularVelocity = 1;
    run(world, 0.5);
    expect(joint.motor).toBeUndefined();
    expect(bodyB.angularVelocity).toBeCloseTo(1, 5);
  });

  it("reports its motor however it was given, and accepts the report", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const { bodyA, bodyB } = spinner(world);
    const joint = world.createJoint({ type: "motor", bodyA, bodyB, angularVelocity: 3 });
    expect(joint.motor).toEqual({ speed: 3, maxTorque: Infinity });
    const copy = world.createJoint({ type: "motor", bodyA, bodyB, motor: joint.motor! });
    expect([copy.angularVelocity, copy.maxTorque]).toEqual([3, Infinity]);
    copy.motor = joint.motor;
    expect(copy.motor).toEqual(joint.motor);
  });

  it("goes on holding its angle without a motor", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const { bodyA, bodyB } = spinner(world);
    const joint = world.createJoint({ type: "motor", bodyA, bodyB, angularOffset: 1, maxTorque: 50 });
    joint.motor = undefined;
    run(world, 3);
    expect(bodyB.angle).toBeCloseTo(1, 2);
  });
});

describe("a rope", () => {
  it("holds at a length given after it had none", () => {
    const world = new World();
    const bodyA = world.createBody({});
    const bodyB = world.createBody({ type: "dynamic", position: { x: 0, y: -2 }, shape: box(1, 1) });
    const rope = world.createJoint({ type: "rope", bodyA, bodyB });
    rope.limit = undefined;
    run(world, 0.3);
    expect(bodyB.y).toBeLessThan(-2.3);
    rope.length = 3;
    expect(rope.limit).toEqual({ lower: 0, upper: 3 });
    run(world, 2);
    expect(bodyB.y).toBeCloseTo(-3, 2);
  });
});
