// Symptom: `chain`, `heightField` and `tileGrid` of 125,000 parts and more threw "RangeError: Maximum call stack size
// exceeded", in workers and deep within a program already with fewer; the promised checkerboard of 1,000 by 1,000 tiles was
// among them.
// Cause: the parts were the arguments of one call, and arguments lie on the stack.
// What must hold: ground of as many parts as a body has room for can be described, made, and stood on.
import { describe, expect, it } from "vitest";
import { World, chain, circle, heightField, tileGrid } from "../../dist/index.js";

const SAMPLES = 300_000;
const SIDE = 1000;

describe("ground of very many parts", () => {
  it.each([
    ["a chain", SAMPLES - 1, () => chain(Array.from({ length: SAMPLES }, (_, i) => ({ x: 0.02 * i - 3000, y: 0 })))],
    [
      "a height field",
      SAMPLES - 1,
      () => heightField(new Float32Array(SAMPLES), { spacing: 0.02, center: { x: -3000, y: 0 } }),
    ],
    [
      "a checkerboard",
      (SIDE * SIDE) / 2,
      () =>
        tileGrid({
          columns: SIDE,
          rows: SIDE,
          tiles: (column, row) => (column + row) % 2 === 1,
          center: { x: 0.5 - SIDE, y: -SIDE },
        }),
    ],
  ])("%s is made and stood on", (_, parts, make) => {
    const world = new World();
    const ground = world.createBody({ shape: make() });
    expect(ground.shapes.length).toBe(parts);
    const ball = world.createBody({ type: "dynamic", position: { x: -499, y: 0.5 }, shape: circle(0.3) });
    for (let step = 0; step < 60; step++) {
      world.step();
    }
    expect(ball.y).toBeGreaterThan(0.28);
    expect(ball.y).toBeLessThan(0.32);
  });
});
