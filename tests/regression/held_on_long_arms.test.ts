import { describe, expect, it } from "vitest";
import { BUILDS, run, type Engine } from "../helpers/engine.js";

// Symptom: a motor joint that holds a body on an arm gave by a pin's softness times R = m r² / I, a ball of 0.1 m at 2 m by 0.10 m,
// and in a world stepped by the time of each frame it reported forces a third off, and broke by them.
// Cause: its angle and its point were solved one after the other, and undid each other, as those of welds and pins once did.
// What must hold: it holds a lone body as a weld does, and reports its load as force and torque, whatever the step.

describe.each(BUILDS)("a motor joint (%s)", (_, engine) => {
  const { World, circle } = engine as Engine;

  const hold = (
    radius: number,
    { gravity = -10, ...motor }: { gravity?: number; angularOffset: number; maxTorque?: number },
  ) => {
    const world = new World({ sleeping: false, gravity: { x: 0, y: gravity } });
    const bodyA = world.createBody({});
    const ball = world.createBody({ type: "dynamic", position: { x: 2, y: 0 }, shape: circle(radius) });
    const anchor = { x: 0, y: 0 };
    const joint = world.createJoint({ type: "motor", bodyA, bodyB: ball, anchor, linearOffset: anchor, ...motor });
    return { world, ball, joint };
  };

  it.each([0.1, 0.3, 1])("holds a ball of %s m on an arm", (radius) => {
    const { world, ball, joint } = hold(radius, { angularOffset: 0 });
    run(world, 4);
    let off = 0;
    for (let step = 0; step < 120; step++) {
      world.step([1 / 60, 1 / 50, 1 / 70][step % 3]);
      const weight = ball.mass * 10;
      off = Math.max(off, Math.abs(joint.force.y / weight - 1), Math.abs(joint.torque / (2 * weight) - 1));
    }
    expect(off).toBeLessThan(0.02);
    expect(Math.abs(ball.y)).toBeLessThan(0.001);
    expect(Math.abs(ball.angle)).toBeLessThan(0.001);
  });

  it("with a torque that just suffices brings a ball to its angle", () => {
    const { world, ball } = hold(0.2, { gravity: 0, angularOffset: 1, maxTorque: Math.PI * 0.2 ** 2 * 4 * 5 });
    let past = 0;
    run(world, 5, () => (past = Math.max(past, ball.angle - 1)));
    expect(past).toBeLessThan(0.02);
    expect(ball.angle).toBeCloseTo(1, 2);
  });
});
