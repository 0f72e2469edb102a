// Symptom: a tile that was set where it joined none, on a body whose first shape is no tile, was solid and could never be taken
// away: `hasTile` did not see it, and each further `setTile` laid another box there.
// Cause: a new piece took over the flags of the body's first shape with its material, among them whether it is a piece at all.
// What must hold: `hasTile` reports what `setTile` sets, whatever else the body has; nor is a tile one-sided because the first
// shape is.
import { describe, expect, it } from "vitest";
import { BUILDS, times, type Body, type Engine } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";

const COLUMNS = 8;
const ROWS = 6;
const SQUARE = { center: { x: -9, y: 0 } };

type Shape = Parameters<Body["addShape"]>[0];

const FIRST: readonly [string, (engine: Engine) => Shape][] = [
  ["a box", ({ box }) => box(2, 1, SQUARE)],
  ["a circle", ({ circle }) => circle(1, SQUARE)],
  ["a half-space", ({ halfSpace }) => halfSpace({ x: 0, y: 1 }, { center: { x: 0, y: -20 } })],
  [
    "a one-sided chain",
    ({ chain }) =>
      chain(
        [
          { x: -3, y: -9 },
          { x: -4, y: -9 },
          { x: -5, y: -9 },
        ],
        { oneSided: true },
      ),
  ],
];

describe.each(BUILDS)("the %s build", (_, engine) => {
  const { World, circle, hasTile, setTile, tileGrid } = engine;

  it.each(FIRST)("sets and takes away tiles behind %s", (_name, first) => {
    for (let seed = times(10, 200); seed > 0; seed--) {
      const random = new Random(seed);
      const world = new World();
      const filled = seed % 3 === 0;
      const tiles = Array.from({ length: COLUMNS * ROWS }, () => filled && random.below(2) === 1);
      const grid = tileGrid({ columns: COLUMNS, rows: ROWS, tiles: (c, r) => tiles[r * COLUMNS + c]! });
      const land = world.createBody({ shapes: [first(engine), grid] });
      for (let k = 0; k < 40; k++) {
        const [c, r, on] = [random.below(COLUMNS), random.below(ROWS), random.below(3) > 0];
        expect(setTile(land, grid, c, r, on)).toBe(tiles[r * COLUMNS + c] !== on);
        tiles[r * COLUMNS + c] = on;
      }
      tiles.forEach((on, i) => {
        const [c, r] = [i % COLUMNS, Math.floor(i / COLUMNS)];
        expect(hasTile(land, grid, c, r)).toBe(on);
        expect(world.overlapPoint({ x: c + 0.5, y: r + 0.5 })).toHaveLength(Number(on));
      });
    }
  });

  it.each(FIRST)("stops balls from all sides at a tile behind %s", (_name, first) => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const grid = tileGrid({ columns: 3, rows: 3, tiles: () => false });
    const land = world.createBody({ shapes: [first(engine), grid] });
    setTile(land, grid, 1, 1, true);
    const balls = [0, 1, 2, 3].map((k) => {
      const [x, y] = [Math.round(Math.cos((k * Math.PI) / 2)), Math.round(Math.sin((k * Math.PI) / 2))];
      const position = { x: 1.5 + 1.5 * x, y: 1.5 + 1.5 * y };
      return world.createBody({ type: "dynamic", position, linearVelocity: { x: -x, y: -y }, shape: circle(0.2) });
    });
    for (let step = 0; step < 90; step++) world.step();
    for (const ball of balls) expect(Math.hypot(ball.x - 1.5, ball.y - 1.5)).toBeGreaterThan(0.65);
  });

  it("weighs a boat by its tiles", () => {
    const world = new World();
    const grid = tileGrid({ columns: 3, rows: 3, tiles: () => false });
    const boat = world.createBody({ type: "dynamic", shapes: [engine.box(2, 2, SQUARE), grid] });
    for (let k = 0; k < 3; k++) setTile(boat, grid, 1, 1, true);
    expect(boat.mass).toBeCloseTo(5, 5);
    setTile(boat, grid, 1, 1, false);
    expect(boat.mass).toBeCloseTo(4, 5);
  });
});
