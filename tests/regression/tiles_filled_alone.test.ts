// Symptom: on ground of 90,000 parts a tile that joins no other took 8 to 12 ms to fill, one that does 2.
// Cause: its material is that of the body's first shape, and for that objects of all shapes of the body were made.
// What must hold: a tile is filled in less time than the body's shapes take to list, and still takes after the first of them.
import { describe, expect, it } from "vitest";
import { World, setTile, tileGrid } from "../../dist/index.js";

const SIDE = 600;

/** The middle one of how long a call takes ten times (ms). */
function timeOf(call: (k: number) => void): number {
  const all = Array.from({ length: 10 }, (_, k) => {
    const start = performance.now();
    call(k);
    return performance.now() - start;
  });
  return all.sort((a, b) => a - b)[5]!;
}

describe("a tile that joins no other", () => {
  it("is filled without looking at all shapes of the body", { retry: 3 }, () => {
    const tiles = (column: number, row: number): boolean => column % 2 === 0 && row % 2 === 0;
    const grid = tileGrid({ columns: SIDE, rows: SIDE, tiles, center: { x: -SIDE / 2, y: -SIDE / 2 } });
    const world = new World();
    const body = world.createBody({ shape: grid, friction: 0.25 });
    world.step();
    expect(body.shapes.length).toBe((SIDE * SIDE) / 4);
    body.shapes[0]!.friction = 0.75;
    const listed = timeOf(() => body.shapes);
    const filled = timeOf((k) => setTile(body, grid, 101 + 2 * k, 101, true));
    expect(filled / listed).toBeLessThan(0.8);
    expect(body.shapes.at(-1)!.friction).toBe(0.75);
  });
});
