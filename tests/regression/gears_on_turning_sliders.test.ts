// Symptom: three equal bars, a pendulum that carries a slider and a slider on the ground, were geared, each slider held by a
// motor of speed 0: the pendulum went up to 400 m/s, where without the gear it swings at 5.
// Cause: the gear kept the axis and arms of the slider for the whole step, while they turned with the pendulum.
import { describe, expect, it } from "vitest";
import { BUILDS, DT, run, type Engine } from "../helpers/engine.js";
import { worldOf } from "../helpers/linkages.js";
import { energyOf } from "../helpers/mechanics.js";

function pendulum(engine: Engine, geared: boolean) {
  const world = worldOf(engine);
  const ground = world.createBody({});
  const bar = (x: number, y: number) =>
    world.createBody({ type: "dynamic", position: { x, y }, shape: engine.box(1, 0.2), density: 2, mask: 0 });
  const bodies = [bar(0.5, 0), bar(1, 0.3), bar(4, 0)];
  const [bodyA, carried, other] = bodies as [(typeof bodies)[0], (typeof bodies)[0], (typeof bodies)[0]];
  const hold = { motor: { speed: 0, maxForce: 1e5 } };
  world.createJoint({ type: "revolute", bodyA: ground, bodyB: bodyA, anchor: { x: 0, y: 0 } });
  const axis = { x: 1, y: 0 };
  const anchor = { x: 1, y: 0 };
  const slider = world.createJoint({ type: "prismatic", bodyA, bodyB: carried, anchor, axis, ...hold });
  const up = { anchor: other.position, axis: { x: 0, y: 1 } };
  const jointA = world.createJoint({ type: "prismatic", bodyA: ground, bodyB: other, ...up, ...hold });
  const gear = geared ? world.createJoint({ type: "gear", jointA, jointB: slider, ratio: 1 }) : undefined;
  return { world, bodies, carried, slider, gear };
}

describe.each(BUILDS)("a gear on a turning slider (%s)", (_, engine) => {
  it("leaves a pendulum its energy, as motors alone do", () => {
    const [geared, alone] = [true, false].map((isGeared) => {
      const { world, bodies } = pendulum(engine, isGeared);
      const start = energyOf(bodies, 10);
      const mass = bodies.reduce((sum, body) => sum + body.mass, 0);
      let most = -Infinity;
      run(world, 20, (time) => {
        const gain = (energyOf(bodies, 10) - start) / mass;
        expect(gain).toBeLessThan(0.01);
        if (time > 16) most = Math.max(most, gain);
      });
      return most;
    });
    expect(geared).toBeCloseTo(alone!, 0);
    expect(geared).toBeGreaterThan(-1.5);
  });

  it("reports forces that make up the change of momentum", () => {
    const { world, carried, slider, gear } = pendulum(engine, true);
    run(world, 0.5);
    let before = carried.linearVelocity;
    run(world, 2, () => {
      const after = carried.linearVelocity;
      for (const axis of ["x", "y"] as const) {
        const told = slider.force[axis] + gear!.force[axis] + (axis === "y" ? -10 * carried.mass : 0);
        const change = (carried.mass * (after[axis] - before[axis])) / DT;
        expect(Math.abs(told - change)).toBeLessThan(0.02);
      }
      before = after;
    });
  });
});
