// Symptom: a gear whose joints have the same second body reported no force and no torque, and never broke.
// Cause: the parts of a body of both joints are summed in its first place, but its last place, then empty, was reported.
import { describe, expect, it } from "vitest";
import { BUILDS, run, type Engine } from "../helpers/engine.js";

describe.each(BUILDS)("a gear of two joints to one body (%s)", (_backend, engine: Engine) => {
  const make = (breakTorque: number) => {
    const world = new engine.World({ gravity: { x: 0, y: 0 } });
    const frame = world.createBody({});
    const [wheel, crank] = [0, 1].map(() =>
      world.createBody({ type: "dynamic", position: { x: 0, y: 5 }, shape: engine.circle(1) }),
    );
    const anchor = { x: 0, y: 5 };
    const jointA = world.createJoint({ type: "revolute", bodyA: frame, bodyB: wheel!, anchor });
    const jointB = world.createJoint({ type: "revolute", bodyA: crank!, bodyB: wheel!, anchor });
    const gear = world.createJoint({ type: "gear", jointA, jointB, ratio: 2, breakTorque });
    return { world, wheel: wheel!, crank: crank!, gear };
  };

  it("reports the torque on it", () => {
    const { world, wheel, crank, gear } = make(0);
    wheel.torque = 10;
    run(world, 0.5);
    // Their speeds have 3 w = 2 c, and 3 λ and −2 λ act on them: the wheel is turned by 10 + 3 λ.
    expect(crank.angularVelocity).toBeCloseTo(1.5 * wheel.angularVelocity, 3);
    const gained = (wheel.inertia * wheel.angularVelocity) / 0.5;
    expect(gear.torque).toBeCloseTo(gained - 10, 1);
    expect(gear.torque).toBeLessThan(-5);
  });

  it("breaks by that torque", () => {
    const { world, wheel, gear } = make(4);
    wheel.torque = 10;
    run(world, 0.5);
    expect(gear.alive).toBe(false);
  });
});
