// Symptom: a motor that in a step would pass its limit never got there. A lift of 100 kg with 1,500 N and a speed of 1,000
// m/s rose by 0.2 m in 10 s instead of 3 m in 1.1, one of 20 m/s at 30 Hz took 4.6 s, and a flipper of 20 rad/s stopped half-way.
// Cause: within a step's way of its limit, the motor closed the rest as a rigid joint does, whose relaxing pass takes back the
// speed that closed it. A force that cannot close it in a step crept.
// What must hold: a motor brings its joint to the limit in the time that its force takes.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

const acceleration = 5;
const limit = { lower: 0, upper: 1 };
const types = ["prismatic", "distance", "revolute", "rotary"] as const;

describe.each(BUILDS)("in the build %s", (_, { World, box }) => {
  it.each(
    types.flatMap((type) => [2, 20, 1000].flatMap((speed) => [30, 60, 120].map((hz) => [type, speed, hz] as const))),
  )("the motor of a %s joint that asks for %d brings it to its limit at %d Hz", (type, speed, rate) => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const bodyA = world.createBody({});
    const turns = type === "revolute" || type === "rotary";
    const position = { x: type === "prismatic" || type === "rotary" ? 0 : 1, y: 0 };
    const bodyB = world.createBody({ type: "dynamic", position, shape: box(2, 0.2) });
    const inertia = bodyB.inertia + (type === "revolute" ? bodyB.mass : 0);
    const most = acceleration * (turns ? inertia : bodyB.mass);
    const motor = turns ? { speed, maxTorque: most } : { speed, maxForce: most };
    const more = {
      prismatic: { axis: { x: 1, y: 0 } },
      distance: { spring: { hertz: 0, dampingRatio: 0 }, limit: { lower: 1, upper: 2 } },
      revolute: { anchor: { x: 0, y: 0 } },
      rotary: {},
    }[type];
    const joint = world.createJoint({ type, bodyA, bodyB, limit, motor, ...more } as never) as never as {
      angle?: number;
      translation?: number;
      distance?: number;
    };
    const way = (): number => joint.translation ?? joint.angle ?? joint.distance! - 1;
    const due = speed === 2 ? 0.4 + 0.6 / 2 : Math.sqrt(2 / acceleration);
    let [time, high] = [0, 0];
    while (way() < 0.99 && time < 3) {
      world.step(1 / rate);
      time += 1 / rate;
    }
    expect(time).toBeLessThan(due + 3 / rate);
    for (let step = 0; step < rate; step++) {
      world.step(1 / rate);
      high = Math.max(high, way());
    }
    expect(high).toBeLessThan(1.005);
    expect(way()).toBeCloseTo(1, 3);
  });
});
