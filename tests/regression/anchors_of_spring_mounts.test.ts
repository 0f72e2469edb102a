// Symptom: a weld with a `spring` of 1 Hz and a rigid angle swung with a period of 2.6 s when anchored a metre beside the body's
// centre, and of 7.4 s at three metres; under a load it gave by the square of that.
// Cause: the spring used the effective mass at the anchor of a body that may turn, although the rigid angle keeps it from turning.
// What must hold: the anchor's place changes neither frequency nor sag, the angle stays, and the load is reported at the anchor.
import { describe, expect, it } from "vitest";
import { BUILDS, run } from "../helpers/engine.js";
import { Crossings } from "../helpers/numbers.js";

describe.each(BUILDS)("a mount on a spring in the %s build", (_, { World, box }) => {
  it.each([0, 1, 3, 30])("swings at its set frequency, anchored %i m to the side", (off) => {
    for (const type of ["static", "dynamic"] as const) {
      const world = new World({ sleeping: false, gravity: { x: 0, y: 0 } });
      const bodyA = world.createBody({ type, position: { x: -2, y: 0 }, shape: box(1, 1) });
      const bodyB = world.createBody({ type: "dynamic", position: { x: 1, y: 0 }, shape: box(1, 1) });
      const anchor = { x: 1, y: off };
      world.createJoint({ type: "weld", bodyA, bodyB, anchor, spring: { hertz: 1, dampingRatio: 0 } });
      bodyB.linearVelocity = { x: 0.3, y: 0 };
      const crossings = new Crossings();
      run(world, 10, (time) => crossings.add(time, bodyB.x - bodyA.x - 3));
      expect(crossings.period).toBeCloseTo(1, 2); // was 2.65 at 1 m
      expect(bodyB.angle).toBeCloseTo(0, 5);
      world.dispose();
    }
  });

  it.each([0, 1, 3, 30])("sags by g / ω² under its weight, anchored %i m to the side", (off) => {
    const world = new World({ sleeping: false });
    const bodyA = world.createBody({});
    const bodyB = world.createBody({ type: "dynamic", shape: box(1, 1) });
    const anchor = { x: off, y: 0 };
    const mount = world.createJoint({ type: "weld", bodyA, bodyB, anchor, spring: { hertz: 3, dampingRatio: 0.7 } });
    run(world, 5);
    expect(-bodyB.y).toBeCloseTo(10 / (6 * Math.PI) ** 2, 4);
    expect(bodyB.angle).toBeCloseTo(0, 5);
    expect(mount.force.y).toBeCloseTo(10, 2);
    expect(mount.torque / 10 + off).toBeCloseTo(0, 2);
    world.dispose();
  });
});
