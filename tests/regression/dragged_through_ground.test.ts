// Symptom: a body dragged by a mouse joint against the ground, as the joint's description says to, went through the ground.
// Cause: joined bodies do not collide unless `collide` says so, and the ground was the joint's other body.
// What must hold: unless told otherwise a mouse joint lets its bodies collide; other joints do not.
import { expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

it.each(BUILDS)("a crate that is dragged into the ground stays on it (%s)", (_, { World, box }) => {
  const drag = (collide?: boolean): number => {
    const world = new World();
    const ground = world.createBody({ position: { x: 0, y: -1 }, shape: box(40, 2) });
    const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 0.5 }, shape: box(1, 1) });
    const joint = world.createJoint({ type: "mouse", bodyA: ground, bodyB: crate, maxForce: 50, collide });
    expect(joint.collide).toBe(collide ?? true);
    joint.target = { x: 2, y: -1 };
    for (let step = 0; step < 120; step++) {
      world.step();
    }
    return crate.y;
  };
  expect(drag()).toBeGreaterThan(0.45);
  expect(drag(true)).toBeGreaterThan(0.45);
  expect(drag(false)).toBeLessThan(-0.5);
});

it("bodies of other joints do not collide unless told to", () => {
  const { World, box } = BUILDS[0]![1];
  const world = new World();
  const [bodyA, bodyB] = [0, 1].map((x) =>
    world.createBody({ type: "dynamic", position: { x, y: 0 }, shape: box(1, 1) }),
  );
  const both = { bodyA: bodyA!, bodyB: bodyB! };
  expect(world.createJoint({ type: "motor", ...both }).collide).toBe(false);
  expect(world.createJoint({ type: "revolute", ...both }).collide).toBe(false);
});
