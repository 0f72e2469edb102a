import { describe as suite, expect, test } from "vitest";
import { times } from "../../helpers/engine";
import { Random } from "../../helpers/numbers";
import { TARGETS } from "../core";
import type { Target } from "../core";
import { Boxes, Method } from "./pair_finders";
import type { Box } from "./pair_finders";

/** A box near the origin, or sometimes a thousand kilometres away: empty, of usual size, as large as the scene, or unbounded. */
function randomBox(random: Random, spread: number): Box {
  const far = random.chance(0.02) ? random.pick([-1e6, 1e6, 3e7]) : 0;
  const x = random.between(-spread, spread) + far;
  const y = random.between(-spread, spread) + (random.chance(0.5) ? far : 0);
  if (random.chance(0.003)) return [-Infinity, -Infinity, Infinity, y];
  const usual = random.chance(0.8);
  const size = (): number =>
    random.chance(0.05) ? 0 : usual ? random.between(0.3, 1) : 10 ** random.between(-3, Math.log10(2 * spread));
  return [x, y, x + size(), y + size()].map(Math.fround) as Box;
}

/** Steps in which some boxes move a little or far, rest, go and come back. Returns the number of pairs met. */
async function churn(target: Target, method: number, count: number, spread: number, steps: number): Promise<number> {
  const boxes = await Boxes.make(target, count);
  const random = new Random(count + 7 * method);
  for (let item = 1; item <= count; item++) boxes.add(item, randomBox(random, spread), random.chance(0.25));
  let pairs = 0;
  for (let step = 0; step < steps; step++) {
    const expected = boxes.expected();
    const found = boxes.find(method);
    // The grid may name a pair twice if a box much larger than a cell meets a resting one; the caller drops the duplicate.
    expect(method === Method.Grid ? [...new Set(found)] : found, `step ${step}`).toEqual(expected);
    pairs += expected.length;
    boxes.settle();
    if (step % 5 === 4) boxes.rest(random, 0.5);
    const share = random.pick([0.02, 0.3, 0.95]);
    for (let item = 1; item <= count; item++) {
      if (!boxes.has(item)) {
        if (random.chance(0.3)) boxes.add(item, randomBox(random, spread), random.chance(0.25));
      } else if (random.chance(0.02)) {
        boxes.remove(item);
        if (random.chance(0.5)) boxes.add(item, randomBox(random, spread), random.chance(0.25));
      } else if (random.chance(share)) {
        const [x0, y0, x1, y1] = boxes.box(item);
        const [dx, dy] = [random.between(-0.4, 0.4), random.between(-0.4, 0.4)];
        const moved = [x0 + dx, y0 + dy, x1 + dx, y1 + dy].map(Math.fround) as Box;
        boxes.move(item, random.chance(0.05) ? randomBox(random, spread) : moved);
      }
    }
  }
  return pairs;
}

suite.each(TARGETS)("finding pairs (%s)", (target) => {
  suite.each(Object.entries(Method))("%s", (_name, method) => {
    test.each([
      [1, 1, 20],
      [4, 2, 60],
      [33, 4, 60],
      [300, 20, 40],
      [900, 30, 12],
    ])(
      "among %d boxes within %d m, through %d steps of churn, gives the pairs of all-pairs, each once",
      async (count, spread, steps) => {
        const pairs = await churn(target, method, count, spread, times(steps, 10 * steps));
        expect(pairs).toBeGreaterThanOrEqual(count > 4 ? 2 * count : 0);
      },
    );

    test("gives all pairs of boxes in one place, but none of two static ones", async () => {
      const boxes = await Boxes.make(target, 200);
      for (let item = 1; item <= 200; item++) boxes.add(item, [3, 4, 5, 6], item > 120);
      const pairs = boxes.find(method);
      expect(pairs).toHaveLength((120 * 119) / 2 + 120 * 80);
      expect(new Set(pairs).size).toBe(pairs.length);
      boxes.settle();
      boxes.move(150, [3, 4, 5, 7]);
      expect(boxes.find(method)).toEqual([]);
    });
  });
});

suite("the dynamic tree", () => {
  const n = 1000;
  /** Checks heights, parents and boxes; returns the number of leaves. */
  function check(boxes: Boxes): number {
    const { core } = boxes;
    const words = new Uint32Array(core.memory.buffer, core.treeNodes());
    const floats = new Float32Array(core.memory.buffer, core.treeNodes());
    let leaves = 0;
    const visit = (node: number, parent: number): number => {
      expect(words[8 * node + 4]).toBe(parent);
      if (node % 2 === 0) {
        leaves++;
        expect([...floats.subarray(8 * node, 8 * node + 4)]).toEqual([...boxes.box(node / 2)]);
        return 0;
      }
      const [a, b] = [words[8 * node + 5], words[8 * node + 6]];
      const heights = [visit(a, node), visit(b, node)];
      const height = Math.max(...heights) + 1;
      expect(words[8 * node + 7] & 255).toBe(height);
      expect(Math.abs(heights[0] - heights[1])).toBeLessThanOrEqual(2);
      for (let side = 0; side < 4; side++) {
        const two = [floats[8 * a + side], floats[8 * b + side]];
        expect(floats[8 * node + side]).toBe(side < 2 ? Math.min(...two) : Math.max(...two));
      }
      return height;
    };
    for (const isStatic of [0, 1]) if (core.treeRoot(isStatic) !== 0) visit(core.treeRoot(isStatic), 0);
    return leaves;
  }

  test("is valid and at most 2 log₂ n + 4 high after 100,000 random insertions, removals and moves", async () => {
    const boxes = await Boxes.make("simd", n);
    const random = new Random(5);
    let living = 0;
    for (let k = 0; k < 100_000; k++) {
      const item = 1 + random.below(n);
      if (!boxes.has(item)) {
        boxes.add(item, randomBox(random, 50), random.chance(0.2));
        living++;
      } else if (random.chance(0.3)) {
        boxes.remove(item);
        living--;
      } else {
        const [x0, y0, x1, y1] = boxes.box(item);
        const far = random.chance(0.2);
        boxes.move(item, far ? randomBox(random, 50) : ([x0 - 0.1, y0, x1 - 0.1, y1 + 0.1].map(Math.fround) as Box));
      }
      // Searching after each change makes every change an update of the tree.
      boxes.find(Method.Tree);
      boxes.settle();
      if (k % 5000 === 4999) {
        expect(check(boxes)).toBe(living);
        expect(boxes.core.height()).toBeLessThanOrEqual(2 * Math.log2(living) + 4);
      }
    }
  });

  test.each(["in a row", "in one place", "ever larger"])(
    "does not degenerate into a list when boxes are inserted in order, %s",
    async (how) => {
      const boxes = await Boxes.make("scalar", n);
      for (let item = 1; item <= n; item++) {
        const [x, size] = [how === "in a row" ? 2 * item : 0, how === "ever larger" ? item : 1];
        boxes.add(item, [x, 0, x + size, size]);
        if (item % 50 === 0) {
          boxes.find(Method.Tree);
          boxes.settle();
        }
      }
      expect(check(boxes)).toBe(n);
      expect(boxes.core.height()).toBeLessThanOrEqual(2 * Math.log2(n) + 4);
    },
  );

  test("starts its stamps anew when they are used up", async () => {
    const boxes = await Boxes.make("simd", 3);
    boxes.core.setStamp(0xfffffe);
    boxes.add(1, [0, 0, 1, 1]);
    boxes.add(2, [5, 0, 6, 1]);
    boxes.add(3, [9, 0, 10, 1]);
    for (let step = 0; step < 6; step++) {
      boxes.find(Method.Tree);
      boxes.settle();
      boxes.move(2, step % 2 === 0 ? [0.5, 0, 1.5, 1] : [5, 0, 6, 1]);
      expect(boxes.expected()).toEqual(boxes.find(Method.Tree));
      expect(boxes.expected()).toHaveLength(step % 2 === 0 ? 1 : 0);
    }
  });
});

suite("sort and sweep", () => {
  /** Boxes on a line at an angle, one unit apart, that wander a little each step. */
  async function line(count: number): Promise<{ boxes: Boxes; place: (angle: number, random: Random) => void }> {
    const boxes = await Boxes.make("simd", count);
    const place = (angle: number, random: Random): void => {
      for (let item = 1; item <= count; item++) {
        const along = item + random.between(-0.02, 0.02);
        const [x, y] = [along * Math.cos(angle), along * Math.sin(angle)];
        const box = [x, y, x + 0.8, y + 0.8].map(Math.fround) as Box;
        if (boxes.has(item)) boxes.move(item, box);
        else boxes.add(item, box);
      }
    };
    return { boxes, place };
  }

  test("takes O(n) swaps in a coherent scene, however many boxes there are", async () => {
    const random = new Random(9);
    for (const count of [500, 1000, 2000]) {
      const boxes = await Boxes.make("simd", count);
      const at = Array.from({ length: count }, () => [random.between(0, count), random.between(0, 10)]);
      const speed = at.map(() => [random.between(-1, 1), random.between(-1, 1)]);
      let [swaps, steps] = [0, 0];
      for (let step = 0; step < 40; step++) {
        at.forEach((p, k) => {
          p[0] += speed[k][0] / 10;
          p[1] += speed[k][1] / 10;
          const box = [p[0], p[1], p[0] + 0.5, p[1] + 0.5].map(Math.fround) as Box;
          if (step === 0) boxes.add(k + 1, box);
          else boxes.move(k + 1, box);
        });
        boxes.find(Method.Sweep);
        boxes.settle();
        if (step > 0) {
          swaps += boxes.core.sweepSwaps();
          steps++;
        }
      }
      expect(swaps).toBeGreaterThan(0);
      expect(swaps / steps / count).toBeLessThan(0.2);
    }
  });

  test("changes its axis when the scene is turned, and keeps it if the scene has no long side", async () => {
    const { boxes, place } = await line(400);
    const random = new Random(3);
    const axes: number[] = [];
    for (let step = 0; step <= 160; step++) {
      place(((step / 80) * Math.PI) / 2, random);
      const expected = step % 8 === 0 ? boxes.expected() : undefined;
      const found = boxes.find(Method.Sweep);
      if (expected !== undefined) expect(found).toEqual(expected);
      boxes.settle();
      axes.push(boxes.core.sweepAxis());
    }
    expect([axes[0], axes[80], axes[160]]).toEqual([0, 1, 0]);
    expect(axes.filter((axis, step) => step > 0 && axis !== axes[step - 1])).toHaveLength(2);
    const even = await Boxes.make("simd", 400);
    for (let step = 0; step < 100; step++) {
      for (let item = 1; item <= 400; item++) {
        const [x, y] = [random.between(0, 30), random.between(0, 30)].map(Math.fround);
        if (even.has(item)) even.move(item, [x, y, x, y]);
        else even.add(item, [x, y, x, y]);
      }
      even.find(Method.Sweep);
      even.settle();
      expect(even.core.sweepAxis()).toBe(0);
    }
  });

  test("sorts a shuffled scene anew after 8 swaps a box, instead of in n² swaps", async () => {
    const boxes = await Boxes.make("simd", 2000);
    const random = new Random(4);
    for (let step = 0; step < 3; step++) {
      for (let item = 1; item <= 2000; item++) {
        const x = Math.fround(random.between(0, 4000));
        if (step === 0) boxes.add(item, [x, 0, x + 1, 1]);
        else boxes.move(item, [x, 0, x + 1, 1]);
      }
      const expected = boxes.expected();
      expect(boxes.find(Method.Sweep)).toEqual(expected);
      expect(boxes.core.sweepSwaps()).toBeLessThanOrEqual(8 * 2000 + 2000);
      boxes.settle();
    }
  });
});

suite("the spatial hash", () => {
  test("does not grow for a box that falls forever, and finds pairs at any distance", async () => {
    const boxes = await Boxes.make("simd", 40);
    for (let item = 1; item <= 38; item++) boxes.add(item, [item, 0, item + 0.5, 0.5]);
    boxes.add(39, [0, 0, 1, 1]);
    boxes.add(40, [0.5, 0.5, 1.5, 1.5]);
    boxes.find(Method.Grid);
    const bytes = boxes.core.heapLive();
    for (let y = 1; y < 1e30; y *= 3) {
      boxes.settle();
      const [top, apart] = [Math.fround(-y), Math.fround(y / 1e4)];
      boxes.box(39, 1).set([0, 0, 0, 0]);
      boxes.box(40, 1).set([1, 1, 1, 1]);
      boxes.move(39, [0, Math.fround(top - 1), 1, top]);
      boxes.move(40, [0.5, Math.fround(top - 1), 1.5, top]);
      expect(boxes.find(Method.Grid)).toEqual([(39n << 32n) | 40n]);
      boxes.settle();
      boxes.move(40, [2 + apart, top, 3 + apart, top].map(Math.fround) as Box);
      expect(boxes.find(Method.Grid)).toEqual(boxes.expected());
    }
    expect(boxes.core.heapLive()).toBe(bytes);
  });
});
