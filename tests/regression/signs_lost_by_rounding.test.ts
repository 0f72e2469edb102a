// Symptom: `world.step(-1e-46)` was taken for a step of 0, where a negative one is refused; so was a friction of −1e-46.
// Cause: the sign was checked after rounding to 32 bits, in which so small a number is 0.
// What must hold: a number below 0 is refused, however small, and nothing is changed.
import { expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

it.each(BUILDS)("a number that is barely below 0 is refused (%s)", (_, { World, PhysicsError, box }) => {
  const world = new World();
  const body = world.createBody({ type: "dynamic", shape: box(1, 1) });
  const [shape] = body.shapes;
  const before = world.hash();
  for (const little of [-1e-9, -1e-45, -1e-46, -Number.MIN_VALUE]) {
    const calls: (() => unknown)[] = [
      () => world.step(little),
      () => world.advance(little),
      () => (shape!.friction = little),
      () => (shape!.restitution = little),
      () => (shape!.density = little),
      () => (body.linearDamping = little),
      () => (body.mass = little),
      () => (world.settings.maxSpeed = little),
      () => (world.settings.projectionPercent = little),
      () => body.interpolated(undefined, little),
      () => world.createBody({ shape: box(1, 1), friction: little }),
      () => world.setMaterialPair(1, 2, { friction: little }),
      () => new World({ hitThreshold: little }),
    ];
    for (const call of calls) {
      expect(call, `${String(call)} ${little}`).toThrow(PhysicsError);
      expect(call, `${String(call)} ${little}`).toThrow(expect.objectContaining({ code: "out-of-range" }));
    }
  }
  expect(world.hash()).toBe(before);
  world.step(-0);
  expect(world.counters.bodies).toBe(1);
});
