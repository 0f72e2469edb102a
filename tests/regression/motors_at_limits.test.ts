// Symptom: a lift of 0.9 kg with a motor of 5,000 N stood 4 cm above its limit at 60 Hz and 16 cm at 30 Hz, one with 100 kN 0.8 m, and
// motors of 1 MN drove on through it; so did the motors of revolute, rotary and distance joints.
// Cause: the motor drove on at its limit, and the limit, which is soft, yielded to the motor's force.
// What must hold: a motor, however strong, brings its joint to the limit and no further, carries a load there, lets it rest, and leaves
// at its own speed when reversed.
import { describe, expect, it } from "vitest";
import * as simd from "../../dist/index.js";
import * as scalar from "../../dist/scalar.js";
import * as js from "../../dist/js.js";

const limit = { lower: 0, upper: 1 };
const slider = (motor: object): object => ({ type: "prismatic", axis: { x: 0, y: 1 }, limit, motor });
const joints: Record<string, (speed: number, most: number) => object> = {
  prismatic: (speed, maxForce) => slider({ speed, maxForce }),
  distance: (speed, maxForce) => ({
    type: "distance",
    anchorA: { x: 0, y: -1 },
    spring: { hertz: 0, dampingRatio: 0 },
    limit: { lower: 1, upper: 2 },
    motor: { speed, maxForce },
  }),
  revolute: (speed, maxTorque) => ({ type: "revolute", limit, motor: { speed, maxTorque } }),
  rotary: (speed, maxTorque) => ({ type: "rotary", limit, motor: { speed, maxTorque } }),
};

describe.each(Object.entries({ simd, scalar, js }))("in the build %s", (_, { World, box }) => {
  it.each(
    Object.keys(joints).flatMap((type) => [50, 5e3, 1e6].flatMap((most) => [30, 60].map((hz) => [type, most, hz]))),
  )("the motor of a %s joint with %d N stops at its limits at %d Hz", (type, most, rate) => {
    const world = new World({ gravity: { x: 0, y: type === "prismatic" ? -10 : 0 } });
    const bodyA = world.createBody({});
    const bodyB = world.createBody({ type: "dynamic", shape: box(3, 0.3) });
    const joint = world.createJoint({
      ...joints[type as string]!(2, most as number),
      bodyA,
      bodyB,
    } as never) as never as {
      motor: object;
      angle?: number;
      translation?: number;
      distance?: number;
    };
    const at = (): number => joint.translation ?? joint.angle ?? joint.distance! - 1;
    let [high, low] = [-Infinity, Infinity];
    const run = (seconds: number): void => {
      for (let step = 0; step < seconds * (rate as number); step++) {
        world.step(1 / (rate as number));
        [high, low] = [Math.max(high, at()), Math.min(low, at())];
      }
    };
    run(4);
    expect(at()).toBeCloseTo(1, 3);
    expect(bodyB.awake).toBe(false);
    const key = type === "revolute" || type === "rotary" ? "maxTorque" : "maxForce";
    joint.motor = { speed: -2, [key]: most };
    run(0.2);
    expect(at()).toBeCloseTo(0.6, 1);
    run(4);
    expect(at()).toBeCloseTo(0, 3);
    expect(high).toBeLessThan(1.005);
    expect(low).toBeGreaterThan(-0.005);
  });
});
