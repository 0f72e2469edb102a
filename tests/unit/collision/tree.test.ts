import { expect, suite, test } from "vitest";
import { Random } from "../../helpers/numbers";
import { Arena, TARGETS, loadCore, views } from "../core";
import type { Core, Target } from "../core";
import { EMPTY, MOVABLE, MOVED, overlap } from "./pair_finders";
import type { Box } from "./pair_finders";

/** Items with boxes in the columns of a core; item 0 does not count, and its box is empty. */
class Items {
  readonly boxes: number;
  readonly oldBoxes: number;
  /** Bytes of marks: 1 for a mover, 16 for an item that is not static. */
  readonly marks: number;
  readonly space: number;
  readonly order: number;
  readonly header: number;
  readonly results: number;

  constructor(
    readonly core: Core,
    arena: Arena,
    readonly count: number,
  ) {
    this.boxes = arena.take((count + 1) * 16);
    this.oldBoxes = arena.take((count + 1) * 16);
    this.marks = arena.take(count + 1);
    this.space = arena.take(count * 8 + 1024);
    this.order = arena.take(64);
    this.header = arena.take(128);
    this.results = arena.take(16);
    for (let item = 0; item <= count; item++) {
      this.setBox(this.boxes, item, EMPTY);
      this.setBox(this.oldBoxes, item, EMPTY);
    }
  }

  setBox(column: number, item: number, box: Box): void {
    views(this.core).f32.set(box, column / 4 + item * 4);
  }

  box(column: number, item: number): Box {
    const at = column / 4 + item * 4;
    return [...views(this.core).f32.subarray(at, at + 4)] as Box;
  }

  isMover(item: number): boolean {
    return (views(this.core).u8[this.marks + item] & MOVED) !== 0;
  }

  isMovable(item: number): boolean {
    return (views(this.core).u8[this.marks + item] & MOVABLE) !== 0;
  }

  /** Marks an item as a mover or not. */
  setMover(item: number, moved: boolean): void {
    const { u8 } = views(this.core);
    u8[this.marks + item] = (u8[this.marks + item] & MOVABLE) | (moved ? MOVED : 0);
  }
}

/** A tree of the core over some of the items. */
class TestTree {
  /** Items in the order of the tree; 0 where one was removed. */
  order: number[] = [];
  private readonly header: number;
  private readonly orderBuffer: number;

  constructor(
    private readonly items: Items,
    arena: Arena,
  ) {
    this.header = arena.take(64);
    this.orderBuffer = arena.take(16);
    items.core.treeInit(this.header, this.orderBuffer, arena.take(16));
  }

  get address(): number {
    return this.header;
  }

  /** Drops the holes and sorts the rest along a Hilbert curve over a square of ±`window`. */
  sort(window: number): void {
    const { items } = this;
    const cell = (x: number): number => Math.max(0, Math.min(65535, Math.floor(((x + window) / (2 * window)) * 65535)));
    const key = (item: number): number => {
      const [x0, y0, x1, y1] = items.box(items.boxes, item);
      return items.core.hilbertIndex(cell((x0 + x1) / 2), cell((y0 + y1) / 2)) >>> 0;
    };
    const keys = new Map(this.order.filter((item) => item !== 0).map((item) => [item, key(item)]));
    this.order = [...keys.keys()].sort((a, b) => keys.get(a)! - keys.get(b)!);
  }

  /** Lays out the tree, with room for `spare` more items at its end, and refits it. */
  refit(spare = 0): void {
    const { core, boxes, marks, space } = this.items;
    const { order } = this;
    expect(core.bufferEnsure(this.orderBuffer, Math.max(4, order.length * 4))).toBeTruthy();
    const ptr = views(core).u32[this.orderBuffer / 4];
    views(core).u32.set(order, ptr / 4);
    expect(core.treeLayOut(this.header, order.length, order.length + spare)).toBeTruthy();
    core.refitTree(this.header, boxes, marks, space);
  }

  /** Puts an item at a place, even the item already there, and refits only the nodes above it. */
  put(place: number, item: number): void {
    const { core, boxes } = this.items;
    this.order[place] = item;
    views(core).u32[views(core).u32[this.orderBuffer / 4]! / 4 + place] = item;
    core.refitPlace(this.header, place, boxes);
  }
}

/** New pairs of two trees as the core finds them, as sorted strings "lower higher". */
function found(items: Items, a: TestTree, b: TestTree): string[] {
  const { core, oldBoxes, results } = items;
  views(core).u32[results / 4 + 2] = 0;
  // The search stops when the list is full, and goes on from there in the next call.
  for (let from = 0, more = true; more; more = from !== 0) {
    const count = views(core).u32[results / 4 + 2]!;
    expect(core.bufferEnsure(results, (count + 16) * 8)).toBeTruthy();
    from = core.findNewPairs(a.address, b.address, oldBoxes, results, from);
  }
  const [ptr, , count] = views(core).u32.subarray(results / 4, results / 4 + 3);
  const words = views(core).u32;
  const pairs = Array.from({ length: count }, (_, k) => `${words[ptr / 4 + 2 * k + 1]} ${words[ptr / 4 + 2 * k]}`);
  return pairs.sort();
}

/** The new pairs, by looking at every pair. */
function expected(items: Items, a: TestTree, b: TestTree): string[] {
  const read = (column: number): Box[] => Array.from({ length: items.count + 1 }, (_, item) => items.box(column, item));
  const now = read(items.boxes);
  const old = read(items.oldBoxes);
  const movers = now.map((_, item) => items.isMover(item));
  const movable = now.map((_, item) => items.isMovable(item));
  const pairs: string[] = [];
  const look = (x: number, y: number): void => {
    if (!(movers[x] || movers[y]) || !(movable[x] || movable[y]) || !overlap(now[x], now[y]) || overlap(old[x], old[y]))
      return;
    pairs.push(`${Math.min(x, y)} ${Math.max(x, y)}`);
  };
  const inA = a.order.filter((item) => item !== 0);
  const inB = b.order.filter((item) => item !== 0);
  if (a === b) inA.forEach((x, k) => inA.slice(k + 1).forEach((y) => look(x, y)));
  else inA.forEach((x) => inB.forEach((y) => look(x, y)));
  return pairs.sort();
}

/** The items of a tree whose boxes overlap a box, in order. */
function inBox(items: Items, tree: TestTree, query: Box): number[] {
  const { core, results } = items;
  views(core).u32[results / 4 + 2] = 0;
  expect(core.queryTree(tree.address, ...query, results)).toBeTruthy();
  const [ptr, , n] = views(core).u32.subarray(results / 4, results / 4 + 3);
  return [...views(core).u32.subarray(ptr / 4, ptr / 4 + n)].sort((p, q) => p - q);
}

/** A box near the origin, sometimes of no size, sometimes a thousand kilometres away. */
function randomBox(random: Random, spread: number): Box {
  const far = random.chance(0.02) ? random.pick([-1e6, 1e6]) : 0;
  const x = Math.fround(random.between(-spread, spread) + far);
  const y = Math.fround(random.between(-spread, spread) + (random.chance(0.5) ? far : 0));
  const size = (): number => (random.chance(0.1) ? 0 : random.between(0, random.chance(0.05) ? spread : 1));
  return [x, y, Math.fround(x + size()), Math.fround(y + size())];
}

suite.each(TARGETS)("the tree (%s)", (target: Target) => {
  test.each([
    [5, 3, 40],
    [64, 8, 40],
    [300, 20, 40],
    [900, 20, 15],
  ])("of %d moving boxes within %d m finds the new pairs of all-pairs, over %d steps", async (count, spread, steps) => {
    const core = await loadCore("ground", target);
    const arena = new Arena(core, 8);
    core.initHeap();
    const items = new Items(core, arena, count);
    const active = new TestTree(items, arena);
    const rest = new TestTree(items, arena);
    const random = new Random(count);
    for (let item = 1; item <= count; item++) {
      items.setBox(items.boxes, item, randomBox(random, spread));
      const resting = random.chance(0.3);
      (resting ? rest : active).order.push(item);
      views(core).u8[items.marks + item] = (resting ? 0 : MOVED) | (random.chance(0.7) ? MOVABLE : 0);
    }
    let pairs = 0;
    for (let step = 0; step < steps; step++) {
      if (step % 6 === 0) {
        active.sort(spread);
        if (step % 12 === 0) rest.sort(spread);
      }
      active.refit();
      rest.refit();
      for (const other of [active, rest]) {
        const want = expected(items, active, other);
        expect(found(items, active, other)).toEqual(want);
        pairs += want.length;
      }
      // The boxes settle; then some move, and some are removed and put back at the end.
      for (let item = 1; item <= count; item++) items.setBox(items.oldBoxes, item, items.box(items.boxes, item));
      for (let item = 1; item <= count; item++) items.setMover(item, false);
      active.order.forEach((item, place) => {
        if (item === 0) return;
        if (random.chance(0.03)) {
          active.order[place] = 0;
          items.setBox(items.oldBoxes, item, EMPTY);
          active.order.push(item);
          items.setMover(item, true);
        } else if (random.chance(random.pick([0, 0.2, 0.9]))) {
          const [x0, y0, x1, y1] = items.box(items.boxes, item);
          const dx = Math.fround(random.between(-1, 1));
          const moved: Box = random.chance(0.1)
            ? randomBox(random, spread)
            : [Math.fround(x0 + dx), y0, Math.fround(x1 + dx), y1];
          items.setBox(items.boxes, item, moved);
          items.setMover(item, true);
        }
      });
    }
    expect(pairs).toBeGreaterThan(count > 5 ? count : 0);
  });

  test.each([0, 1, 3, 4, 5, 16, 17, 64, 257, 1000])(
    "of %d items finds in a box query what a search of all finds",
    async (count) => {
      const core = await loadCore("ground", target);
      const arena = new Arena(core, 8);
      core.initHeap();
      const items = new Items(core, arena, count);
      const tree = new TestTree(items, arena);
      const random = new Random(3 * count + 1);
      for (let item = 1; item <= count; item++) {
        items.setBox(items.boxes, item, randomBox(random, 15));
        tree.order.push(random.chance(0.05) ? 0 : item);
      }
      if (random.chance(0.7)) tree.sort(15);
      tree.refit();
      const present = tree.order.filter((item) => item !== 0);
      for (let k = 0; k < 200; k++) {
        const query = randomBox(random, 15);
        const got = inBox(items, tree, query);
        const want = present.filter((item) => overlap(items.box(items.boxes, item), query)).sort((p, q) => p - q);
        expect(got).toEqual(want);
      }
    },
  );

  test.each([1, 3, 16, 17, 70, 1000])(
    "of %d items, refitted one by one and extended at its end, finds what a search of all finds",
    async (count) => {
      const core = await loadCore("ground", target);
      const arena = new Arena(core, 8);
      core.initHeap();
      const more = 1 + (count >> 2);
      const items = new Items(core, arena, count + more);
      const tree = new TestTree(items, arena);
      const random = new Random(count);
      for (let item = 1; item <= count; item++) {
        items.setBox(items.boxes, item, randomBox(random, 15));
        tree.order.push(item);
      }
      tree.sort(15);
      tree.refit(more);
      for (let k = 0; k < 200; k++) {
        const grows = tree.order.length < count + more && random.chance(0.3);
        const place = grows ? tree.order.length : random.below(tree.order.length);
        const item = grows ? place + 1 : tree.order[place];
        items.setBox(items.boxes, item, randomBox(random, 15));
        tree.put(place, item);
        const query = randomBox(random, 15);
        const got = inBox(items, tree, query);
        const want = tree.order.filter((other) => overlap(items.box(items.boxes, other), query)).sort((p, q) => p - q);
        expect(got).toEqual(want);
      }
    },
  );

  test("finds no pairs without a mover", async () => {
    const core = await loadCore("ground", target);
    const arena = new Arena(core, 8);
    core.initHeap();
    const items = new Items(core, arena, 50);
    const tree = new TestTree(items, arena);
    for (let item = 1; item <= 50; item++) {
      items.setBox(items.boxes, item, [0, 0, 1, 1]);
      views(core).u8[items.marks + item] = item <= 20 ? 0 : MOVABLE;
      tree.order.push(item);
    }
    tree.refit();
    expect(found(items, tree, tree)).toEqual([]);
    items.setMover(27, true);
    tree.refit();
    expect(found(items, tree, tree)).toHaveLength(49);
    items.setMover(27, false);
    items.setMover(7, true); // a static item: it meets only the thirty that are not static
    tree.refit();
    expect(found(items, tree, tree)).toHaveLength(30);
  });

  test("treats boxes that share an edge or a corner as overlapping, and an empty box as overlapping none", async () => {
    const core = await loadCore("ground", target);
    const arena = new Arena(core, 8);
    const [a, b] = [arena.take(16), arena.take(16)];
    const overlaps = (p: Box, q: Box): boolean => {
      views(core).f32.set(p, a / 4);
      views(core).f32.set(q, b / 4);
      return Boolean(core.boxesOverlap(a, b)) && Boolean(core.boxesOverlap(b, a));
    };
    expect(overlaps([0, 0, 1, 1], [1, 0, 2, 1])).toBe(true);
    expect(overlaps([0, 0, 1, 1], [1, 1, 2, 2])).toBe(true);
    expect(overlaps([0, 0, 1, 1], [1.0000001, 0, 2, 1])).toBe(false);
    expect(overlaps([0, 0, 1, 1], [0, -2, 1, -1e-7])).toBe(false);
    core.storeEmptyBox(b);
    expect(core.boxesOverlap(a, b)).toBeFalsy();
    expect(core.boxesOverlap(b, b)).toBeFalsy();
  });
});

suite("the Hilbert curve", () => {
  test("visits every cell of a 64 × 64 corner once, going from neighbour to neighbour", async () => {
    const core = await loadCore("ground", "scalar");
    const cells: [number, number][] = [];
    for (let x = 0; x < 64; x++) {
      for (let y = 0; y < 64; y++) {
        const place = core.hilbertIndex(x, y) >>> 0;
        expect(place).toBeLessThan(4096);
        expect(cells[place]).toBeUndefined();
        cells[place] = [x, y];
      }
    }
    for (let place = 1; place < 4096; place++) {
      const [x, y] = cells[place];
      const [px, py] = cells[place - 1];
      expect(Math.abs(x - px) + Math.abs(y - py)).toBe(1);
    }
  });

  test("goes from neighbour to neighbour across the whole plane too", async () => {
    const core = await loadCore("ground", "scalar");
    const random = new Random(5);
    for (let k = 0; k < 2000; k++) {
      const x = random.below(65536);
      const y = random.below(65536);
      const place = core.hilbertIndex(x, y) >>> 0;
      const around = [
        [x - 1, y],
        [x + 1, y],
        [x, y - 1],
        [x, y + 1],
      ].filter(([p, q]) => p >= 0 && q >= 0 && p < 65536 && q < 65536);
      const places = around.map(([p, q]) => core.hilbertIndex(p, q) >>> 0);
      expect(place === 2 ** 32 - 1 || places.includes(place + 1)).toBe(true);
      expect(place === 0 || places.includes(place - 1)).toBe(true);
    }
  });
});
