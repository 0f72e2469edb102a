import { describe, expect, it } from "vitest";
import {
  box,
  circle,
  hasTile,
  heightAt,
  heightField,
  polygon,
  setHeights,
  setTile,
  superellipse,
  tileGrid,
  World,
} from "../../dist/index.js";
import type { Body, TileGridShape } from "../../dist/index.js";

/** A reproducible stream of numbers in [0, 1). */
function stream(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

/** Checks that exactly one part covers each solid tile, and that none covers any other. */
function covers(body: Body, grid: TileGridShape, solid: (column: number, row: number) => boolean): void {
  const counts = Array.from({ length: grid.columns * grid.rows }, () => 0);
  for (const { geometry } of body.shapes) {
    const { center, halfWidth, halfHeight } = geometry;
    const index = (x: number): number => Math.round(x / grid.tileSize);
    for (let c = index(center.x - halfWidth - grid.center.x); c < index(center.x + halfWidth - grid.center.x); c++) {
      for (
        let r = index(center.y - halfHeight - grid.center.y);
        r < index(center.y + halfHeight - grid.center.y);
        r++
      ) {
        counts[r * grid.columns + c]! += 1;
      }
    }
  }
  for (let r = 0; r < grid.rows; r++) {
    for (let c = 0; c < grid.columns; c++) {
      expect(counts[r * grid.columns + c], `tile ${c}, ${r}`).toBe(solid(c, r) ? 1 : 0);
      expect(hasTile(body, grid, c, r)).toBe(solid(c, r));
    }
  }
}

describe("a tile grid", () => {
  it("merges neighbours: a full grid is one box, a level with hills a few", () => {
    const world = new World();
    const full = world.createBody({ shape: tileGrid({ columns: 300, rows: 200, tileSize: 0.5 }) });
    expect(full.shapes.length).toBe(1);
    const hills = tileGrid({ columns: 60, rows: 8, tiles: (c, r) => r < 2 || (c % 20 > 10 && r < 5) });
    const level = world.createBody({ shape: hills });
    expect(level.shapes.length).toBe(4);
    covers(level, hills, (c, r) => r < 2 || (c % 20 > 10 && r < 5));
  });

  it("stays right through five hundred edits, and after a restore to their middle", () => {
    const next = stream(7);
    const columns = 12;
    const rows = 9;
    const map = Array.from({ length: columns * rows }, () => next() < 0.5);
    const grid = tileGrid({ columns, rows, tileSize: 0.75, tiles: map, center: { x: -3, y: 2 } });
    const world = new World();
    const body = world.createBody({ position: { x: 5, y: 1 }, angle: 0.3, shape: grid, friction: 0.25 });
    const edit = (): void => {
      const c = Math.floor(next() * columns);
      const r = Math.floor(next() * rows);
      const solid = next() < 0.5;
      expect(setTile(body, grid, c, r, solid)).toBe(map[r * columns + c] !== solid);
      map[r * columns + c] = solid;
    };
    for (let k = 0; k < 250; k++) {
      edit();
    }
    covers(body, grid, (c, r) => map[r * columns + c]!);
    const saved = world.snapshot();
    const then = [...map];
    for (let k = 0; k < 250; k++) {
      edit();
      world.step();
    }
    covers(body, grid, (c, r) => map[r * columns + c]!);
    expect(world.validate()).toBe(0);
    world.restore(saved);
    covers(body, grid, (c, r) => then[r * columns + c]!);
    expect(body.shapes.every((part) => part.friction === 0.25)).toBe(true);
  });

  it("drops a body that slept on a removed tile, and does not drop one beside it", () => {
    const grid = tileGrid({ columns: 20, rows: 1 });
    const world = new World();
    const body = world.createBody({ position: { x: -10, y: -1 }, shape: grid });
    const left = world.createBody({ type: "dynamic", position: { x: -7.5, y: 0.25 }, shape: box(0.5, 0.5) });
    const right = world.createBody({ type: "dynamic", position: { x: 7.5, y: 0.25 }, shape: box(0.5, 0.5) });
    for (let step = 0; step < 120; step++) {
      world.step();
    }
    expect(left.awake || right.awake).toBe(false);
    expect(setTile(body, grid, 2, 0, false)).toBe(true);
    for (let step = 0; step < 60; step++) {
      world.step();
    }
    expect(left.y).toBeLessThan(-2);
    expect(right.y).toBeCloseTo(0.25, 1);
    expect(setTile(body, grid, 2, 0, true)).toBe(true);
    expect(body.shapes.length).toBe(1);
  });

  it("is smooth where tiles were removed and put back", () => {
    const grid = tileGrid({ columns: 40, rows: 2 });
    const world = new World({ sleeping: false });
    const body = world.createBody({ position: { x: -5, y: -2 }, shape: grid, friction: 0 });
    for (let c = 6; c < 36; c += 2) {
      setTile(body, grid, c, 1, false);
      setTile(body, grid, c + 1, 0, false);
    }
    for (let c = 6; c < 36; c += 2) {
      setTile(body, grid, c, 1, true);
    }
    const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 0.5 }, shape: box(1, 1), friction: 0 });
    world.step();
    crate.linearVelocity = { x: 6, y: 0 };
    for (let step = 0; step < 300; step++) {
      world.step();
      expect(Math.abs(crate.y - 0.5)).toBeLessThanOrEqual(0.005);
    }
    expect(crate.x).toBeGreaterThan(28.5);
  });

  it("refuses wrong arguments with a code, and stays as it was", () => {
    const code = (call: () => unknown): string => {
      try {
        call();
      } catch (error) {
        return (error as { code: string }).code;
      }
      return "";
    };
    expect(code(() => tileGrid({ columns: 0, rows: 1 }))).toBe("out-of-range");
    expect(code(() => tileGrid({ columns: 2, rows: Number.NaN }))).toBe("not-finite");
    expect(code(() => tileGrid({ columns: 1e5, rows: 1e5 }))).toBe("bad-shape");
    expect(code(() => tileGrid({ columns: 2, rows: 2, tiles: [1, 0, 1] }))).toBe("bad-shape");
    expect(code(() => tileGrid({ columns: 1, rows: 1, tiles: [2] }))).toBe("bad-type");
    expect(code(() => tileGrid({ columns: 1, rows: 1, tileSize: -1 }))).toBe("bad-shape");
    const grid = tileGrid({ columns: 2, rows: 2 });
    const world = new World();
    const body = world.createBody({ shape: grid });
    expect(code(() => setTile(body, grid, 2, 0, false))).toBe("out-of-range");
    expect(code(() => setTile(body, grid, 0.5, 0, false))).toBe("out-of-range");
    expect(code(() => setTile(body, grid, 0, 0, 0 as unknown as boolean))).toBe("bad-type");
    covers(body, grid, () => true);
    const empty = tileGrid({ columns: 2, rows: 2, tiles: () => false });
    expect(code(() => body.addShape(empty))).toBe("bad-shape");
    const bare = world.createBody({ shape: empty });
    expect(bare.shapes.length).toBe(0);
    expect(setTile(bare, empty, 1, 1, true)).toBe(true);
    expect(hasTile(bare, empty, 1, 1)).toBe(true);
    bare.destroy();
    expect(code(() => hasTile(bare, empty, 1, 1))).toBe("stale-body");
  });
});

describe("a height field", () => {
  it("has the heights it was made with, and those set later", () => {
    for (const oneSided of [false, true]) {
      const heights = Array.from({ length: 50 }, (_, i) => Math.fround(Math.sin(i / 3)));
      const field = heightField(heights, { spacing: 0.5, center: { x: -3, y: 1 }, oneSided });
      const world = new World();
      const body = world.createBody({ position: { x: 2, y: 3 }, shape: field });
      const agree = (): void => heights.forEach((h, i) => expect(heightAt(body, field, i)).toBeCloseTo(h, 5));
      agree();
      for (const [first, list] of [
        [0, [1]],
        [49, [-2]],
        [10, [3, 4, 5]],
        [0, heights.map((_, i) => i / 10)],
      ] as const) {
        setHeights(body, field, first, list);
        list.forEach((h, i) => (heights[first + i] = h));
        agree();
      }
      expect(world.validate()).toBe(0);
    }
  });

  it("carries a ball, and when dug out below it wakes it and lets it down", () => {
    const field = heightField(new Float32Array(41), { spacing: 0.5, center: { x: -10, y: 0 } });
    const world = new World();
    const body = world.createBody({ shape: field });
    const ball = world.createBody({ type: "dynamic", position: { x: 0, y: 0.3 }, shape: circle(0.3) });
    for (let step = 0; step < 120; step++) {
      world.step();
    }
    expect(ball.awake).toBe(false);
    setHeights(body, field, 18, [-0.5, -1, -1.5, -1, -0.5]);
    for (let step = 0; step < 180; step++) {
      world.step();
    }
    expect(ball.y).toBeLessThan(-1);
    expect(ball.y).toBeGreaterThan(-1.5);
  });

  it("is refused with too few samples, a sample that is not finite, or no spacing", () => {
    expect(() => heightField([1])).toThrow(/heights\.length/);
    expect(() => heightField([1, Number.NaN])).toThrow(/heights\[1\]/);
    expect(() => heightField([1, 2], { spacing: 0 })).toThrow(/spacing/);
    const field = heightField([0, 0, 0]);
    const world = new World();
    const body = world.createBody({ shape: field });
    expect(() => setHeights(body, field, 2, [1, 2])).toThrow(/at most 1/);
    expect(() => setHeights(body, field, 0, [Number.POSITIVE_INFINITY])).toThrow(/heights\[0\]/);
    expect(heightAt(body, field, 0)).toBe(0);
  });
});

describe("geometry changed in place", () => {
  it("keeps the shape object, and updates mass and contacts", () => {
    const world = new World();
    world.createBody({ position: { x: 0, y: -0.5 }, shape: box(20, 1) });
    const body = world.createBody({ type: "dynamic", position: { x: 0, y: 0.5 }, shape: box(1, 1), density: 2 });
    const shape = body.shapes[0]!;
    for (let step = 0; step < 120; step++) {
      world.step();
    }
    expect(body.awake).toBe(false);
    shape.setGeometry(box(2, 0.5));
    expect(body.awake).toBe(true);
    expect(body.mass).toBeCloseTo(2, 5);
    expect(body.inertia).toBeCloseTo((2 * (4 + 0.25)) / 12, 5);
    expect(shape.geometry.halfWidth).toBe(1);
    for (const [next, height] of [
      [circle(0.75), 0.75],
      [
        polygon([
          { x: -1, y: -0.2 },
          { x: 1, y: -0.2 },
          { x: 0, y: 1 },
        ]),
        0.2,
      ],
      [superellipse(0.8, 0.5, 5), 0.5],
      [box(0.4, 3), 1.5],
    ] as const) {
      body.setTransform({ x: 0, y: height + 0.05 }, 0);
      body.linearVelocity = { x: 0, y: 0 };
      body.angularVelocity = 0;
      shape.setGeometry(next);
      for (let step = 0; step < 60; step++) {
        world.step();
      }
      expect(body.y).toBeCloseTo(height, 1);
      expect(shape.alive && body.shapes[0] === shape).toBe(true);
      expect(world.validate()).toBe(0);
    }
  });

  it("of ground moves the crates that slept on it, or where it now is", () => {
    const world = new World();
    const ground = world.createBody({ position: { x: 0, y: -0.5 }, shape: box(20, 1) });
    const crate = world.createBody({ type: "dynamic", position: { x: 6, y: 0.5 }, shape: box(1, 1) });
    const rest = (steps: number): void => {
      for (let step = 0; step < steps; step++) {
        world.step();
      }
    };
    rest(120);
    expect(crate.awake).toBe(false);
    ground.shapes[0]!.setGeometry(box(20, 1.4));
    rest(120);
    expect(crate.y).toBeCloseTo(0.7, 1);
    expect(crate.awake).toBe(false);
    const lift = ground.addShape(box(2, 1, { center: { x: 6, y: 0.5 } }));
    rest(1);
    expect(crate.awake).toBe(true);
    rest(120);
    expect(crate.y).toBeCloseTo(1, 1);
    lift.destroy();
    rest(120);
    expect(crate.y).toBeCloseTo(0.7, 1);
    ground.shapes[0]!.setGeometry(box(4, 1));
    rest(120);
    expect(crate.y).toBeLessThan(-3);
  });

  it("is refused if the shape is impossible, with nothing changed", () => {
    const world = new World();
    const flat = [
      { x: 0, y: 0 },
      { x: 1, y: 1 },
      { x: 2, y: 2 },
    ];
    expect(() => world.createBody({ shape: polygon(flat) })).toThrow(/line/);
    const body = world.createBody({ type: "dynamic", shape: box(1, 1) });
    const shape = body.shapes[0]!;
    world.step();
    const before = [world.hash(), body.mass, JSON.stringify(shape.geometry)];
    const line = [
      { x: 0, y: 0 },
      { x: 1, y: 1 },
      { x: 2, y: 2 },
    ];
    expect(() => shape.setGeometry(polygon(line))).toThrow(/line/);
    expect(() => shape.setGeometry({ type: "circle", radius: Number.NaN, center: { x: 0, y: 0 } })).toThrow(/radius/);
    expect(() => shape.setGeometry({ type: "halfSpace", normal: { x: 0, y: 1 }, center: { x: 0, y: 0 } })).toThrow(
      /half-space/,
    );
    expect(() => shape.setGeometry(tileGrid({ columns: 1, rows: 2, tiles: [1, 0] }))).not.toThrow();
    shape.setGeometry(box(1, 1));
    expect(() => shape.setGeometry(heightField([0, 1, 0]))).toThrow(/^shape has 2 pieces/);
    expect([body.mass, JSON.stringify(shape.geometry)]).toEqual(before.slice(1));
    shape.destroy();
    expect(() => shape.setGeometry(box(1, 1))).toThrow(/shape/);
  });
});
