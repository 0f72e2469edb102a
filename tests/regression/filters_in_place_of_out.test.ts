// Symptom: `world.closestPoint(point, undefined, filter)`, with the largest distance left at its default, searched without
// the filter and wrote the answer into it.
// Cause: without a distance the third argument is `out`, and only closestPoint took any object as that.
// What must hold: as in casts, an `out` that cannot be filled is refused by name and left as it was. A filter after
// undefined is the filter.
import { expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

it.each(BUILDS)("a filter is not filled with the nearest point (%s)", (_, { World, box }) => {
  const world = new World();
  world.createBody({ shape: box(100, 2), position: { x: 0, y: -1 } });
  const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 3 }, shape: box(1, 1) });
  const point = { x: 0, y: 2 };
  const filter = { types: "static" } as const;
  const refused = expect.objectContaining({ code: "bad-type", message: expect.stringMatching(/^out\.point is/) });
  expect(world.closestPoint(point, undefined, filter)?.distance).toBeCloseTo(2, 5);
  expect(() => world.closestPoint(point, 0, undefined, filter as never)).toThrow(refused);
  expect(filter).toEqual({ types: "static" });
  const nearest = world.closestPoint(point)!;
  expect(nearest.body).toBe(crate);
  expect(world.closestPoint(point, filter, nearest)).toBe(nearest);
  expect(nearest.distance).toBeCloseTo(2, 5);
  expect(world.closestPoint(point, Infinity, filter)?.distance).toBeCloseTo(2, 5);
});
