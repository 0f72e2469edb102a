// Symptom: a kinematic platform that was given a velocity after all had fallen asleep moved into the box that slept on it.
// Cause: setting a velocity woke the platform alone. What must hold: bodies that lie on it or are joined to it go along.
import { expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

it.each(BUILDS)(
  "a kinematic body that begins to move wakes the bodies it touches and those joined to it (%s)",
  (_, scree) => {
    const { World, box, circle } = scree;
    const world = new World();
    const lift = world.createBody({ type: "kinematic", shape: box(10, 1) });
    const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 1 }, shape: box(1, 1) });
    const bob = world.createBody({ type: "dynamic", position: { x: 8, y: -2 }, shape: circle(0.5) });
    world.createJoint({ type: "distance", bodyA: lift, bodyB: bob, anchorA: { x: 8, y: 0 }, anchorB: { x: 0, y: 0 } });
    for (let step = 0; step < 300; step++) world.step();
    expect([lift.awake, crate.awake, bob.awake]).toEqual([false, false, false]);
    lift.linearVelocity = { x: 0, y: 0.5 };
    expect([lift.awake, crate.awake, bob.awake]).toEqual([true, true, true]);
    for (let step = 0; step < 120; step++) world.step();
    expect(lift.y).toBeCloseTo(1, 3);
    expect(crate.y).toBeCloseTo(2, 1);
    expect(bob.y).toBeCloseTo(-1, 1);
    expect(world.validate()).toBe(0);
  },
);

// Symptom: a bob on a rope slept on in the air when the hook that it hung from was moved elsewhere. Cause: a body without
// shapes, or one that does not move, has no contacts and no island to wake.
it.each(BUILDS)("a static or kinematic body that is put elsewhere wakes bodies joined to it (%s)", (_, scree) => {
  const { World, circle } = scree;
  for (const type of ["static", "kinematic"] as const) {
    const world = new World();
    const hook = world.createBody({ type });
    const bob = world.createBody({ type: "dynamic", position: { x: 0, y: -2 }, shape: circle(0.5) });
    world.createJoint({ type: "rope", bodyA: hook, bodyB: bob, length: 2 });
    for (let step = 0; step < 300; step++) world.step();
    expect(bob.awake).toBe(false);
    hook.setTransform({ x: 0, y: 1 });
    expect(bob.awake).toBe(true);
    for (let step = 0; step < 300; step++) world.step();
    expect(bob.y).toBeCloseTo(-1, 1);
    expect(world.validate()).toBe(0);
  }
});
