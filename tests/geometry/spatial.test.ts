// The quadtree and the k-d tree against a list that looks at every box.
import { describe, expect, it } from "vitest";
import { AllPairs, type Bounds, KdTree, PhysicsError, Quadtree, type SpatialIndex } from "../../dist/geometry.js";
import { times } from "../helpers/engine";
import { Random } from "../helpers/numbers";

function randomBox(random: Random, spread: number): Bounds {
  const grid = random.chance(0.3);
  const at = (): number => (grid ? random.below(spread) : random.between(-spread, spread));
  const lower = { x: at(), y: at() };
  const size = random.chance(0.1) ? 0 : 10 ** random.between(-2, 1.5);
  return {
    lower,
    upper: { x: lower.x + size * random.between(0, 1), y: lower.y + (grid ? 1 : size * random.between(0, 1)) },
  };
}

function compare(random: Random, index: SpatialIndex, oracle: SpatialIndex, spread: number): void {
  for (let k = 0; k < 20; k++) {
    const box = randomBox(random, spread);
    expect(index.queryBox(box)).toEqual(oracle.queryBox(box));
    expect(index.queryPoint(box.lower)).toEqual(oracle.queryPoint(box.lower));
    const by = { x: random.between(-2, 2) * spread, y: random.chance(0.2) ? 0 : random.between(-2, 2) * spread };
    expect(index.queryRay(box.upper, by)).toEqual(oracle.queryRay(box.upper, by));
  }
  expect(index.pairs()).toEqual(oracle.pairs());
}

describe("an index of boxes", () => {
  it("finds as a k-d tree what a search of every box finds", () => {
    const random = new Random(1);
    for (let i = 0; i < times(60, 2000); i++) {
      const spread = 10 ** random.between(0, 4);
      const boxes = Array.from({ length: random.below(300) }, () => randomBox(random, Math.ceil(spread)));
      compare(random, new KdTree(boxes), new AllPairs(boxes), Math.ceil(spread));
    }
    const same = Array.from({ length: 100 }, () => ({ lower: { x: 1, y: 1 }, upper: { x: 1, y: 1 } }));
    expect(new KdTree(same).pairs()).toHaveLength(4950);
  });

  it("finds as a quadtree what a search of every box finds, while boxes come, go and wander off", () => {
    const random = new Random(2);
    for (let i = 0; i < times(40, 1000); i++) {
      const spread = 10 ** random.between(0, 4);
      const tree = new Quadtree({ smallest: 10 ** random.between(-2, 1) });
      const boxes = new Map<number, Bounds>();
      for (let step = 0; step < 4; step++) {
        for (let k = 0; k < 60; k++) {
          const id = random.below(100);
          if (random.chance(0.3)) {
            expect(tree.delete(id)).toBe(boxes.delete(id));
          } else {
            const box = randomBox(random, Math.ceil(spread));
            tree.set(id, box);
            boxes.set(id, box);
          }
        }
        const ids = [...boxes.keys()].toSorted((a, b) => a - b);
        expect(tree.size).toBe(ids.length);
        const oracle = new AllPairs(ids.map((id) => boxes.get(id)!));
        for (let k = 0; k < 10; k++) {
          const box = randomBox(random, Math.ceil(spread));
          expect(tree.queryBox(box)).toEqual(oracle.queryBox(box).map((n) => ids[n]));
          const by = { x: random.between(-spread, spread), y: random.between(-spread, spread) };
          expect(tree.queryRay(box.lower, by)).toEqual(oracle.queryRay(box.lower, by).map((n) => ids[n]));
        }
        expect(tree.pairs()).toEqual(oracle.pairs().map(([a, b]) => [ids[a], ids[b]]));
      }
    }
  });

  it("takes a small share of the time of searching many boxes", { retry: 3 }, () => {
    const random = new Random(3);
    const boxes = Array.from({ length: 20_000 }, () => {
      const lower = { x: random.between(-500, 500), y: random.between(-500, 500) };
      return { lower, upper: { x: lower.x + 1, y: lower.y + 1 } };
    });
    const time = (index: SpatialIndex): number => {
      const start = performance.now();
      for (let k = 0; k < 200; k++) {
        index.queryBox({ lower: { x: k, y: k }, upper: { x: k + 5, y: k + 5 } });
      }
      return performance.now() - start;
    };
    const tree = new Quadtree();
    boxes.forEach((box, id) => tree.set(id, box));
    const all = time(new AllPairs(boxes));
    expect(time(tree)).toBeLessThan(0.2 * all);
    expect(time(new KdTree(boxes))).toBeLessThan(0.2 * all);
  });

  it("refuses anything but a box", () => {
    const wrong = [null, {}, { lower: { x: 0, y: 0 } }, { lower: { x: 1, y: 0 }, upper: { x: 0, y: 1 } }];
    const tree = new Quadtree();
    for (const box of wrong as Bounds[]) {
      expect(() => new KdTree([box])).toThrow(PhysicsError);
      expect(() => new AllPairs([box])).toThrow(PhysicsError);
      expect(() => tree.set(1, box)).toThrow(PhysicsError);
      expect(() => tree.queryBox(box)).toThrow(PhysicsError);
    }
    for (const list of [null, {}, "boxes", 1]) {
      expect(() => new AllPairs(list as never)).toThrow(PhysicsError);
    }
    expect(() => tree.set(-1, { lower: { x: 0, y: 0 }, upper: { x: 1, y: 1 } })).toThrow(PhysicsError);
    expect(() => new Quadtree({ smallest: 0 })).toThrow(PhysicsError);
    expect(() => new KdTree(7 as never)).toThrow(PhysicsError);
    expect([tree.size, tree.delete(3), tree.queryPoint({ x: 0, y: 0 })]).toEqual([0, false, []]);
  });
});
