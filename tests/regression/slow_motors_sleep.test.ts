// Symptom: a body that a motor drove slower than 0.05 m/s stopped after half a second: 0.02 m in 10 s instead of 0.4.
// Cause: so slow a body counted as at rest, whether or not a motor moved it.
// What must hold: a motor that asks for a speed and gets at least half of it keeps its bodies awake; a stalled one lets them
// sleep.
import { describe, expect, it } from "vitest";
import { BUILDS, run, type Body, type Engine, type World } from "../helpers/engine.js";

const SPEED = 0.04;

type Drive = (world: World, base: Body, body: Body) => unknown;
const slides: Record<string, Drive> = {
  prismatic: (world, bodyA, bodyB) =>
    world.createJoint({ type: "prismatic", bodyA, bodyB, axis: { x: 1, y: 0 }, motor: { speed: SPEED, maxForce: 20 } }),
  distance: (world, bodyA, bodyB) =>
    world.createJoint({
      type: "distance",
      bodyA,
      bodyB,
      anchorA: { x: -5, y: 0 },
      spring: { hertz: 0, dampingRatio: 0 },
      motor: { speed: SPEED, maxForce: 20 },
    }),
  motor: (world, bodyA, bodyB) =>
    world.createJoint({ type: "motor", bodyA, bodyB, linearVelocity: { x: SPEED, y: 0 }, maxForce: 20, maxTorque: 20 }),
  custom: (world, bodyA, bodyB) =>
    world.createJoint({
      type: "custom",
      bodyA,
      bodyB,
      jacobian: { linearB: { x: 1, y: 0 } },
      targetSpeed: SPEED,
      forceRange: { lower: -20, upper: 20 },
    }),
};
const turns: Record<string, Drive> = {
  revolute: (world, bodyA, bodyB) =>
    world.createJoint({ type: "revolute", bodyA, bodyB, motor: { speed: SPEED, maxTorque: 20 } }),
  wheel: (world, bodyA, bodyB) =>
    world.createJoint({ type: "wheel", bodyA, bodyB, axis: { x: 0, y: 1 }, motor: { speed: SPEED, maxTorque: 20 } }),
  rotary: (world, bodyA, bodyB) =>
    world.createJoint({ type: "rotary", bodyA, bodyB, motor: { speed: SPEED, maxTorque: 20 } }),
  motor: (world, bodyA, bodyB) =>
    world.createJoint({ type: "motor", bodyA, bodyB, angularVelocity: SPEED, maxForce: 20, maxTorque: 20 }),
};

function scene({ World, box }: Engine, wall?: number) {
  const world = new World({ gravity: { x: 0, y: 0 } });
  const base = world.createBody({});
  const body = world.createBody({ type: "dynamic", shape: box(1, 1) });
  if (wall !== undefined) {
    world.createBody({ position: { x: wall, y: 0 }, shape: box(1, 4) });
  }
  return { world, base, body };
}

describe.each(BUILDS)("a motor slower than the sleep threshold (%s)", (_name, engine) => {
  it.each([
    ...Object.entries(slides).map(([type, drive]) => [type, "x", drive] as const),
    ...Object.entries(turns).map(([type, drive]) => [type, "angle", drive] as const),
  ])("of a %s joint goes on: %s", (_type, way, drive) => {
    const { world, base, body } = scene(engine);
    const joint = drive(world, base, body);
    run(world, 10);
    expect(body[way]).toBeCloseTo(10 * SPEED, 2);
    expect(body.whyAwake).toMatchObject({ reason: "motor", body, joint });
  });

  it.each(Object.entries(slides))("of a %s joint that a wall stalls lets its body sleep", (_type, drive) => {
    const { world, base, body } = scene(engine, 1.1);
    drive(world, base, body);
    run(world, 10);
    expect(body.x).toBeCloseTo(0.1, 1);
    expect(body.awake).toBe(false);
  });

  it("carries a box that lies on the lift it moves", () => {
    const { World, box } = engine;
    const world = new World();
    const base = world.createBody({});
    const lift = world.createBody({ type: "dynamic", shape: box(4, 1) });
    const axis = { x: 0, y: 1 };
    const motor = { speed: SPEED, maxForce: 1000 };
    const joint = world.createJoint({ type: "prismatic", bodyA: base, bodyB: lift, axis, motor });
    const rider = world.createBody({ type: "dynamic", position: { x: 0, y: 1 }, shape: box(1, 1) });
    run(world, 10);
    expect(rider.y).toBeCloseTo(1 + 10 * SPEED, 1);
    expect(rider.whyAwake).toMatchObject({ reason: "motor", joint });
    joint.limit = { lower: 0, upper: 0.42 };
    run(world, 5);
    expect([lift.awake, rider.awake]).toEqual([false, false]);
    joint.limit = undefined;
    run(world, 1);
    joint.motor = { speed: 0, maxForce: 1000 };
    run(world, 2);
    expect([lift.awake, rider.awake]).toEqual([false, false]);
  });
});
