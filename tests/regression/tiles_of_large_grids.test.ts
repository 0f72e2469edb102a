// Symptom: reading a tile of ground of 30,000 parts took 0.1 ms, of 250,000 1.6, setting one up to 4: the parts were gone
// through one by one.
// Cause: the trees were not asked where a tile is.
// What must hold: tiles and heights are those set last, wherever the body is and whatever has changed since the last step.
// (Times are not tested.)
import { describe, expect, it } from "vitest";
import { World, circle, hasTile, heightAt, heightField, setHeights, setTile, tileGrid } from "../../dist/index.js";
import type { BodyDef } from "../../dist/index.js";
import { makeRandom } from "../../examples/scenes/random.mjs";

const SIDE = 48;
const SAMPLES = 400;

/** Static and moving, turned by any angle, far out: the parts lie in the body's frame. */
const homes: (BodyDef & { name: string })[] = [
  { name: "ground" },
  { name: "ground turned by a half", position: { x: 300, y: -200 }, angle: Math.PI },
  { name: "slanted ground", position: { x: -4000, y: 3000 }, angle: 0.7 },
  { name: "a lift", type: "kinematic", linearVelocity: { x: 3, y: 40 } },
  { name: "a drum", type: "kinematic", position: { x: 50, y: 0 }, angularVelocity: 5 },
  { name: "a ship", type: "dynamic", position: { x: 0, y: 99 }, angle: -2, angularVelocity: 1 },
];

function worldWithBalls(): World {
  const world = new World();
  for (let i = 0; i < 100; i++) {
    world.createBody({ type: "dynamic", position: { x: i, y: 200 }, shape: circle(0.4) });
  }
  return world;
}

describe.each(homes)("$name", ({ name, ...def }) => {
  it("has the tiles that were set last", () => {
    const random = makeRandom(name.length);
    const tiles = Array.from({ length: SIDE * SIDE }, () => random() < 0.5);
    const grid = tileGrid({ columns: SIDE, rows: SIDE, tiles, center: { x: -20, y: -10 } });
    const world = worldWithBalls();
    const body = world.createBody({ ...def, shape: grid });
    expect(body.shapes.length).toBeGreaterThan(400);
    let others = 0;
    for (let turn = 0; turn < 6; turn++) {
      for (let edit = 0; edit < 60; edit++) {
        const at = Math.floor(random() * tiles.length);
        tiles[at] = !tiles[at];
        setTile(body, grid, at % SIDE, Math.floor(at / SIDE), tiles[at]!);
        const near = Math.floor(random() * tiles.length);
        others += hasTile(body, grid, near % SIDE, Math.floor(near / SIDE)) === tiles[near] ? 0 : 1;
      }
      for (let step = 0; step < turn; step++) {
        world.step();
      }
      others += tiles.filter((solid, at) => solid !== hasTile(body, grid, at % SIDE, Math.floor(at / SIDE))).length;
    }
    expect(others).toBe(0);
  });

  it("has the heights that were set last", () => {
    const random = makeRandom(name.length);
    const heights = Array.from({ length: SAMPLES }, () => Math.floor(random() * 8));
    const field = heightField(heights, { center: { x: -100, y: 0 }, spacing: 0.5 });
    const world = worldWithBalls();
    const body = world.createBody({ density: 0, ...def, shape: field });
    let off = 0;
    for (let turn = 0; turn < 6; turn++) {
      for (let edit = 0; edit < 20; edit++) {
        const at = Math.floor(random() * (SAMPLES - 2));
        heights.splice(at, 2, Math.floor(random() * 8), Math.floor(random() * 8));
        setHeights(body, field, at, heights.slice(at, at + 2));
      }
      for (let step = 0; step < turn; step++) {
        world.step();
      }
      off = Math.max(off, ...heights.map((height, index) => Math.abs(heightAt(body, field, index)! - height)));
    }
    expect(off).toBeLessThan(1e-4);
  });
});
