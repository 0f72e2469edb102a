// Symptom: in a world stepped by the time of each frame, stacks jumped by 5 mm where a frame took twice as long, and never fell
// asleep. After `step(0)`, as in a pause, `force` and `motorTorque` of pins and rods were 0.
// Cause: an impulse is a force times the sub-step, but a step began with the impulses of the one before, whatever its length; a
// step of no time left no rate to turn an impulse into a force.
// What must hold: steps of mixed lengths leave a stack at rest and make no blow stronger; a step of no time leaves the forces
// that are read.
import { describe, expect, it } from "vitest";
import { BUILDS, run } from "../helpers/engine.js";
import { randomFrom } from "../helpers/numbers.js";

describe.each(BUILDS)("steps of other lengths (%s)", (_name, { World, box }) => {
  it.each([
    ["twice as long", 1 / 30, 4],
    ["half as long", 1 / 120, 4],
    ["of half as many parts", 1 / 60, 2],
  ])("every third %s, leave a stack at rest", (_what, dt, substeps) => {
    const world = new World();
    world.createBody({ position: { x: 0, y: -0.5 }, shape: box(20, 1) });
    const stack = Array.from({ length: 10 }, (_, i) =>
      world.createBody({ type: "dynamic", position: { x: 0, y: 0.5 + i }, shape: box(1, 1), sleep: false }),
    );
    run(world, 2);
    let fastest = 0;
    for (let step = 0; step < 240; step++) {
      world.step(...(step % 3 === 0 ? ([dt, substeps] as const) : ([1 / 60, 4] as const)));
      fastest = Math.max(fastest, ...stack.map((body) => Math.hypot(body.linearVelocity.x, body.linearVelocity.y)));
    }
    expect(fastest).toBeLessThan(0.05);
  });

  it("every third twice as long, leave a stack at rest that forces press in a world without gravity", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    world.createBody({ position: { x: 0, y: -0.5 }, shape: box(20, 1) });
    const stack = Array.from({ length: 5 }, (_, i) =>
      world.createBody({ type: "dynamic", position: { x: 0, y: 0.5 + i }, shape: box(1, 1), sleep: false }),
    );
    let fastest = 0;
    for (let step = 0; step < 360; step++) {
      for (const body of stack) {
        body.applyForce({ x: 0, y: -10 * body.mass });
      }
      world.step(step % 3 === 0 ? 1 / 30 : 1 / 60);
      fastest = step < 120 ? 0 : Math.max(fastest, ...stack.map((body) => Math.abs(body.linearVelocity.y)));
    }
    expect(fastest).toBeLessThan(0.01);
  });

  // Crates that no force acts on bear no load: scaled with the step, the impulses of a blow drove the crate back at 9 m/s
  // (box2d3-wasm 5.6).
  it.each([
    [20, 1 / 60, 1 / 20, 4.5],
    [20, 1 / 60, 1 / 30, 4.5],
    [20, 1 / 144, 1 / 36, 3.5],
    [5, 1 / 60, 1 / 20, 4.5],
  ])(
    "let a crate of %i kg that drives a light one against a wall come back no faster (%f and %f s)",
    (mass, dt, long, most) => {
      const random = randomFrom(mass);
      let fastest = 0;
      for (let order = 0; order < 40; order++) {
        const world = new World({ gravity: { x: 0, y: 0 }, sleeping: false });
        world.createBody({ position: { x: 2.1, y: 0 }, shape: box(1, 4), friction: 0 });
        const crate = (x: number) =>
          world.createBody({ type: "dynamic", position: { x, y: 0 }, shape: box(1, 1), friction: 0 });
        const heavy = crate(0);
        heavy.mass = mass;
        heavy.linearVelocity = { x: 5, y: 0 };
        crate(1.05);
        for (let step = 0; step < 90; step++) {
          world.step(random() < 0.25 ? long : dt);
          fastest = Math.max(fastest, -heavy.linearVelocity.x);
        }
        world.dispose();
      }
      expect(fastest).toBeLessThan(most);
    },
  );

  it("of no time leave the forces of joints", () => {
    const world = new World();
    const beam = world.createBody({});
    const load = world.createBody({ type: "dynamic", position: { x: 1, y: 0 }, shape: box(1, 1) });
    const pin = world.createJoint({
      type: "revolute",
      bodyA: beam,
      bodyB: load,
      anchor: beam,
      motor: { speed: 0, maxTorque: 100 },
    });
    const hung = world.createBody({ type: "dynamic", position: { x: 5, y: -2 }, shape: box(1, 1) });
    const rod = world.createJoint({ type: "distance", bodyA: beam, bodyB: hung, anchorA: { x: 5, y: 0 } });
    run(world, 1);
    const read = () => [pin.force.y, pin.motorTorque, rod.force.y];
    const before = read();
    world.step(0);
    expect(read()).toEqual(before);
    expect(before.map(Math.round)).toEqual([10, 10, 10]);
  });
});
