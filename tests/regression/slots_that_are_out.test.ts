// Past 1,048,575 bodies or shapes calls told that memory was out, and a capacity of one more than that was asked for in vain.
import { expect, it } from "vitest";
import { World, circle } from "../../dist/index.js";

const MOST = 0xfffff;
const refused = (code: string): unknown => expect.objectContaining({ name: "PhysicsError", code });

it("a world that has all the bodies it can have says so", () => {
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

it("no more capacity can be asked for than there are slots", () => {
  for (const capacity of [MOST + 1, { bodies: MOST + 1 }, { shapes: MOST + 1 }, { joints: MOST + 1 }]) {
    expect(() => new World({ capacity })).toThrow(refused("out-of-range"));
  }
  new World({ capacity: { bodies: MOST } }).dispose();
});
