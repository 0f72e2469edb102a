// Symptom: Quadtree.set and delete threw "Cannot read properties of undefined" for a box whose centre lies on the border of a cell, as
// in a grid, or counted it out of another cell, whose boxes were no longer found.
// Cause: a box was looked for from the root down, by quarters. The first root holds the boxes on its border, and is a quarter of the
// next root, where boxes on that border belong to the next quarter.
// What must hold: boxes anywhere are added, moved and deleted, and found as by looking at every box.
import { expect, it } from "vitest";
import { AllPairs, Quadtree } from "../../dist/geometry.js";
import { Random } from "../helpers/numbers.js";

it.each([1, 0.1])("a quadtree takes boxes of a grid of %d out again, in any order", (step) => {
  const random = new Random(3);
  for (let round = 0; round < 200; round++) {
    const tree = new Quadtree({ smallest: random.pick([1, 2, 0.5]) * step });
    const boxes = new Map<number, { lower: { x: number; y: number }; upper: { x: number; y: number } }>();
    const reach = random.pick([2, 8, 40]);
    for (let k = 0; k < 60; k++) {
      const id = random.below(12);
      if (random.below(3) === 0) {
        expect(tree.delete(id)).toBe(boxes.delete(id));
      } else {
        const half = random.pick([0.5, 1, 2, 0.25]) * step;
        const [x, y] = [0.5 * random.below(reach) * step, 0.5 * random.below(reach) * step];
        const box = { lower: { x: x - half, y: y - half }, upper: { x: x + half, y: y + half } };
        tree.set(id, box);
        boxes.set(id, box);
      }
      const ids = [...boxes.keys()];
      const oracle = new AllPairs([...boxes.values()]);
      const area = { lower: { x: 0, y: 0 }, upper: { x: 0.25 * reach * step, y: 0.25 * reach * step } };
      const wanted = oracle.queryBox(area).map((place) => ids[place]!);
      expect(tree.queryBox(area)).toEqual(wanted.sort((a, b) => a - b));
      expect(tree.size).toBe(boxes.size);
    }
  }
});
