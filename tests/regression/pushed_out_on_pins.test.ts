// Symptom: a puck hit a rod on a pin and was found up to 10 cm inside it. For up to nine steps, while it was pushed out, the rod
// reported a turn of 0.269 rad/s, and 0.139 m/s for its centre, 1 m from the pin. Its positions were right.
// Cause: the last pass of a sub-step solves joints, then contacts; these took back their push, and no joint answered.
// What must hold: a body joined to nothing that moves ends each step with velocities that its joints allow.
import { expect, it } from "vitest";
import { BUILDS, run } from "../helpers/engine.js";
import { randomFrom } from "../helpers/numbers.js";

it.each(BUILDS)("a rod hit by a puck turns about its pin (%s)", (_, { World, box, circle }) => {
  const random = randomFrom(4);
  const partings: number[] = [];
  for (let blow = 0; blow < 100; blow++) {
    const world = new World({ gravity: { x: 0, y: 0 }, sleeping: false });
    const at = 0.3 + 1.5 * random();
    const speed = 3 + 7 * random();
    const position = { x: 0, y: -1 };
    const shape = box(0.1, 2);
    const bodyB = world.createBody({ type: "dynamic", position, shape, density: 1 + 7 * random(), friction: 0 });
    world.createJoint({ type: "revolute", bodyA: world.createBody({}), bodyB, anchor: { x: 0, y: 0 } });
    const puck = world.createBody({
      type: "dynamic",
      position: { x: -0.4 - 0.12 * random(), y: -at },
      linearVelocity: { x: speed, y: 0 },
      shape: circle(0.2),
      friction: 0,
    });
    const turn = speed / ((bodyB.inertia + bodyB.mass) / (puck.mass * at) + at);
    let parting = 0;
    run(world, 0.5, () => {
      const { x, y } = bodyB.linearVelocity;
      const w = bodyB.angularVelocity;
      parting = Math.max(parting, Math.hypot(x - w * Math.cos(bodyB.angle), y - w * Math.sin(bodyB.angle)));
    });
    expect(bodyB.angularVelocity / turn).toBeCloseTo(1, 1);
    partings.push(parting / turn);
    world.dispose();
  }
  // Before: 0.17 and 0.74. Overlaps of less than two slops, 1 cm, are not looked at.
  partings.sort((a, b) => a - b);
  expect(partings[90]).toBeLessThan(0.05);
  expect(partings[99]).toBeLessThan(0.12);
});
