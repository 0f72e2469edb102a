// Properties that a page adds to `Object.prototype`, as old libraries do, were unknown options of every definition.
import { afterEach, beforeEach, expect, it } from "vitest";
import { World, box, heightField } from "../../dist/index.js";

const everything = Object.prototype as unknown as Record<string, unknown>;

beforeEach(() => {
  everything.extend = (): void => {};
});
afterEach(() => {
  delete everything.extend;
});

it("properties of all objects are not read as options of definitions, plain shapes, materials and filters", () => {
  const world = new World({ capacity: { bodies: 2 } });
  const plain = { type: "circle", radius: 1, center: { x: 0, y: 0 } } as const;
  const body = world.createBody({ shapes: [{ ...plain, friction: 0.1 }, plain, box(1, 1)] });
  expect(body.shapes.map(({ friction }) => friction)).toEqual([0.1, 0.6, 0.6].map(Math.fround));
  body.addShape(heightField([0, 0], {}), { density: 1 });
  world.createJoint({ type: "revolute", bodyA: body, bodyB: world.createBody({}), anchor: { x: 0, y: 0 } });
  expect(world.overlapPoint({ x: 0.2, y: 0.2 }, { mask: 1 })).toHaveLength(3);
});

it("unknown properties of a definition itself, or of its class, are still refused", () => {
  const world = new World();
  for (const wrong of [{ extend: 1 }, Object.create({ mass: 1 }) as object]) {
    expect(() => world.createBody(wrong)).toThrow(expect.objectContaining({ code: "unknown-option" }));
  }
});
