// Symptom: `staticFriction` of a shape and `sleepThreshold` of a body, once set, could not be set back to the value without one in the
// definition.
// What must hold: undefined is the default again, as it is for `restitution`.
import { describe, expect, it } from "vitest";
import { BUILDS, run, type Engine } from "../helpers/engine.js";

describe.each(BUILDS)("set back to the default (%s)", (_backend, engine: Engine) => {
  const { World, box } = engine;

  it("static friction follows friction again, in existing contacts too", () => {
    const world = new World();
    const slope = world.createBody({ angle: 0.45, shape: box(40, 1), friction: 0.3, staticFriction: 0.9 }).shapes[0]!;
    const up = { x: -0.99 * Math.sin(0.45), y: 0.99 * Math.cos(0.45) };
    const def = { shape: box(1, 1), friction: 0.3, staticFriction: 0.9 };
    const block = world.createBody({ type: "dynamic", position: up, angle: 0.45, ...def, sleep: false });
    run(world, 1);
    expect(block.linearVelocity.x).toBeCloseTo(0, 3);
    for (const shape of [slope, block.shapes[0]!]) {
      shape.staticFriction = undefined;
      expect(shape.staticFriction).toBe(shape.friction);
      shape.friction = 0.25;
      expect(shape.staticFriction).toBe(0.25);
      shape.friction = 0.3;
    }
    run(world, 1);
    const a = 10 * (Math.sin(0.45) - 0.3 * Math.cos(0.45));
    expect(Math.hypot(block.linearVelocity.x, block.linearVelocity.y)).toBeCloseTo(a, 1);
    expect(block.contacts).toHaveLength(1);
  });

  it("static friction ends no contact, and wakes nobody if none was set", () => {
    const world = new World();
    const floor = world.createBody({ shape: box(10, 1) }).shapes[0]!;
    const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 1 }, shape: box(1, 1) });
    run(world, 2);
    expect(crate.awake).toBe(false);
    floor.staticFriction = undefined;
    expect(crate.awake).toBe(false);
    floor.staticFriction = 0.9;
    floor.staticFriction = undefined;
    world.step();
    expect(world.events.contactEnd).toHaveLength(0);
    expect(world.validate()).toBe(0);
  });

  it("the speed below which a body may sleep is the world's again", () => {
    const world = new World();
    const body = world.createBody({ type: "dynamic", shape: box(1, 1), sleepThreshold: 2 });
    expect(body.sleepThreshold).toBe(2);
    body.sleepThreshold = undefined;
    expect(body.sleepThreshold).toBeCloseTo(0.05, 6);
    world.settings.sleepThreshold = 0.5;
    expect(body.sleepThreshold).toBe(0.5);
  });
});
