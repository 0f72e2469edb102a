// Symptom: a game that caps the speed of its bodies in each frame, or keeps another program's copies of them in step, and so
// sets velocities to the values that they have, had bodies at rest that never fell asleep.
// Cause: a body that lies still has a little velocity left in its last bits, and any that was set but 0 began its rest anew.
// What must hold: setting a velocity to the value it has changes nothing. Any other wakes; and a kinematic body moves as long as
// it is told to, and takes along bodies that lie on it.
import { describe, expect, it } from "vitest";
import { BUILDS, run, type Body, type World } from "../helpers/engine.js";

const WAYS: [name: string, give: (world: World, body: Body) => void][] = [
  ["linearVelocity", (_, body) => void (body.linearVelocity = { ...body.linearVelocity })],
  ["angularVelocity", (_, body) => void (body.angularVelocity = Number(body.angularVelocity))],
  [
    "setVelocities",
    (world, { id, linearVelocity: { x, y }, angularVelocity }) => world.setVelocities([id], [x, y, angularVelocity]),
  ],
];

describe.each(BUILDS)("velocities that are given back (%s)", (_name, { World, box, circle }) => {
  it.each(WAYS)("let bodies that lie still fall asleep: %s", (_, give) => {
    const world = new World();
    world.createBody({ angle: 0.2, shape: box(60, 1), friction: 1 });
    const at = (far: number, up: number) => ({
      x: far * Math.cos(0.2) - up * Math.sin(0.2),
      y: far * Math.sin(0.2) + up * Math.cos(0.2),
    });
    const bodies = [0, 1, 2, 3, 4, 5].map((k) =>
      world.createBody({
        type: "dynamic",
        angle: 0.2,
        position: at(2 * (k >> 1), 1 + (k & 1)),
        shape: box(1, 1),
        friction: 1,
      }),
    );
    run(world, 5, () => bodies.forEach((body) => give(world, body)));
    expect(bodies.map(({ awake }) => awake)).toEqual(bodies.map(() => false));
    world.dispose();
  });

  it.each(WAYS)("change nothing of a moving body: %s", (_, give) => {
    const world = new World();
    world.createBody({ position: { x: 0, y: -0.5 }, shape: box(20, 1) });
    const ball = world.createBody({
      type: "dynamic",
      position: { x: 0, y: 3 },
      shape: circle(0.5),
      angularVelocity: 3,
    });
    run(world, 2, () => {
      const before = world.hash();
      give(world, ball);
      expect(world.hash()).toBe(before);
    });
    world.dispose();
  });

  it("wake a body if they differ", () => {
    for (const change of [{ linearVelocity: { x: 1e-6, y: 0 } }, { angularVelocity: 1e-6 }]) {
      const world = new World();
      world.createBody({ position: { x: 0, y: -0.5 }, shape: box(20, 1) });
      const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 0.5 }, shape: box(1, 1) });
      run(world, 3);
      expect(crate.awake).toBe(false);
      Object.assign(crate, change);
      expect(crate.awake).toBe(true);
      world.dispose();
    }
  });

  it("of a kinematic body, set in each frame, take along a crate that lies on it", () => {
    const world = new World();
    const lift = world.createBody({ type: "kinematic", shape: box(4, 0.2) });
    const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 0.6 }, shape: box(1, 1) });
    run(world, 5, () => (lift.linearVelocity = { x: 0, y: 0.02 }));
    expect([lift.awake, crate.awake]).toEqual([true, true]);
    expect(crate.y - lift.y).toBeCloseTo(0.6, 2);
    expect(lift.y).toBeCloseTo(0.1, 2);
    world.dispose();
  });

  it("of a creeping body that nothing slows, set in each frame, move it by as much", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const body = world.createBody({ type: "dynamic", shape: box(1, 1) });
    run(world, 5, () => (body.linearVelocity = { x: 0.03, y: 0 }));
    expect(body.x).toBeCloseTo(0.15, 2);
    world.dispose();
  });
});
