// Symptom: a tile filled between others joined them all, and gave them the material and filter of the first.
// Cause: neither was compared. What must hold: only tiles alike are joined.
import { expect, it } from "vitest";
import { World, setTile, tileGrid } from "../../dist/index.js";

/** Rock, a gap that is filled, and a tile with `change`. */
function row(change: Record<string, unknown>) {
  const world = new World();
  const grid = tileGrid({ columns: 3, rows: 1, tileSize: 1, tiles: [1, 0, 1] });
  const body = world.createBody({ shape: grid, friction: 0.6 });
  const right = body.shapes.find((shape) => shape.geometry.center.x > 2)!;
  Object.assign(right, change);
  setTile(body, grid, 1, 0, true);
  return body.shapes.map((shape) => ({
    width: 2 * shape.geometry.halfWidth,
    friction: shape.friction,
    mask: shape.mask,
  }));
}

it("tiles of another material or filter are not joined", () => {
  expect(row({ friction: 0.05 })).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ width: 2, friction: expect.closeTo(0.6) }),
      expect.objectContaining({ width: 1, friction: expect.closeTo(0.05) }),
    ]),
  );
  expect(row({ mask: 2 })).toHaveLength(2);
  expect(row({ oneWay: { x: 0, y: 1 } })).toHaveLength(2);
});

it("tiles that are alike become one", () => {
  expect(row({})).toEqual([expect.objectContaining({ width: 3 })]);
});
