// Symptom: a slider's spring of 1 Hz swung with a period of 2.6 s when anchored a metre beside the body's centre, and of 7.4 s at
// three metres. With the anchor 100 m away a lift fell through its limit, and with 1,000 m it flew off at 400 m/s. A rack on a
// slider anchored 20 m away moved by 9 % less than its gear asks for.
// Cause: the slider's rows were taken at the anchor. A slider does not turn, so any point of it will do; but with a long arm the rows
// are nearly the row of the angle, and what distinguishes them is lost, first to slow convergence, then to rounding.
// What must hold: the anchor's place changes nothing but the point at which the joint's force is reported to act.
import { describe, expect, it } from "vitest";
import { BUILDS, run } from "../helpers/engine.js";
import { Crossings } from "../helpers/numbers.js";

describe.each(BUILDS)("a slider in the %s build", (_, { World, box, circle }) => {
  it.each([0, 1, 3, 50, 1000])("swings at the frequency of its spring, anchored %i m to the side", (off) => {
    for (const type of ["static", "dynamic"] as const) {
      const world = new World({ sleeping: false, gravity: { x: 0, y: 0 } });
      const bodyA = world.createBody({ type, position: { x: -2, y: 0 }, shape: box(1, 1) });
      const bodyB = world.createBody({ type: "dynamic", position: { x: 1, y: 0 }, shape: box(1, 1) });
      const slider = world.createJoint({
        type: "prismatic",
        bodyA,
        bodyB,
        anchor: { x: 1, y: off },
        axis: { x: 1, y: 0 },
        spring: { hertz: 1, dampingRatio: 0 },
        targetTranslation: 0.3,
      });
      const crossings = new Crossings();
      run(world, 10, (time) => crossings.add(time, slider.translation - 0.3));
      expect(crossings.period).toBeCloseTo(1, 2); // was 2.65 at 1 m
      world.dispose();
    }
  });

  it.each([0, 30, 100, 1000])("holds its limit and reports its load, anchored %i m to the side", (off) => {
    for (const angle of [0.7, Math.PI / 2]) {
      const world = new World({ sleeping: false });
      const bodyA = world.createBody({});
      const bodyB = world.createBody({ type: "dynamic", shape: box(1, 1) });
      const axis = { x: Math.cos(angle), y: Math.sin(angle) };
      const anchor = { x: off, y: 0 };
      const slider = world.createJoint({
        type: "prismatic",
        bodyA,
        bodyB,
        anchor,
        axis,
        limit: { lower: -0.5, upper: 0.5 },
      });
      let fastest = 0;
      run(world, 4, () => {
        fastest = Math.max(fastest, Math.hypot(bodyB.linearVelocity.x, bodyB.linearVelocity.y));
      });
      expect(fastest).toBeLessThan(Math.sqrt(2 * 10 * axis.y * 0.5) + 0.01); // was 400 m/s
      expect(bodyB.x * axis.x + bodyB.y * axis.y).toBeCloseTo(-0.5, 3); // was −0.54 at 100 m
      expect(slider.force.x).toBeCloseTo(0, 2);
      expect(slider.force.y).toBeCloseTo(10, 2);
      expect(slider.torque / 10 + off).toBeCloseTo(0, 2);
      world.dispose();
    }
  });

  it.each([0, 20, 300])("as a rack moves as fast as gear and masses say, anchored %i m to the side", (off) => {
    const world = new World({ sleeping: false, gravity: { x: 0, y: 0 } });
    const ground = world.createBody({});
    const pinion = world.createBody({ type: "dynamic", shape: circle(0.5) });
    const rack = world.createBody({ type: "dynamic", position: { x: 3, y: 0 }, shape: box(2, 0.2) });
    const jointA = world.createJoint({ type: "revolute", bodyA: ground, bodyB: pinion, anchor: { x: 0, y: 0 } });
    const jointB = world.createJoint({
      type: "prismatic",
      bodyA: ground,
      bodyB: rack,
      anchor: { x: 3, y: off },
      axis: { x: 1, y: 0 },
    });
    const ratio = 10;
    world.createJoint({ type: "gear", jointA, jointB, ratio });
    pinion.torque = 1;
    run(world, 1);
    const spin = 1 / (pinion.inertia + rack.mass / ratio ** 2);
    expect(pinion.angularVelocity / spin).toBeCloseTo(1, 3);
    expect((-rack.linearVelocity.x * ratio) / spin).toBeCloseTo(1, 3); // was 0.917 at 20 m
    world.dispose();
  });
});
