// Symptom: past 1,048,575 bodies or shapes, calls reported that memory was out, and a capacity of one more was asked for in
// vain.
// Cause: a lack of slots was reported as a lack of memory.
// What must hold: the errors are "too-many" and "out-of-range".
import { expect, it } from "vitest";
import { World, circle } from "../../dist/index.js";

const MOST = 0xfffff;
const refused = (code: string): unknown => expect.objectContaining({ name: "PhysicsError", code });

it("a world that has all the bodies it can have reports too-many", () => {
  const world = new World();
  world.createBodies({ count: MOST, positions: new Float32Array(2 * MOST), shape: circle(0.1) });
  const body = world.body((1 << 20) | 1)!;
  expect(() => world.createBody({})).toThrow(refused("too-many"));
  expect(() => world.createBodies({ count: 1, positions: [0, 0], shape: circle(1) })).toThrow(refused("too-many"));
  expect(() => body.addShape(circle(1))).toThrow(refused("too-many"));
  expect(world.counters).toMatchObject({ bodies: MOST, shapes: MOST });
  body.destroy();
  expect(world.createBody({ shape: circle(1) }).alive).toBe(true);
});

it("a capacity of more than there are slots is refused", () => {
  for (const capacity of [MOST + 1, { bodies: MOST + 1 }, { shapes: MOST + 1 }, { joints: MOST + 1 }]) {
    expect(() => new World({ capacity })).toThrow(refused("out-of-range"));
  }
  new World({ capacity: { bodies: MOST } }).dispose();
});
