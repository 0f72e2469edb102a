// Lanes of columns are packed into blocks of four where there is memory for them, and solved one by one where there is none.
import { expect, test } from "vitest";
import { BodyType, RawWorld } from "../raw_world";

const HEIGHTS = [8, 11, 14, 9, 12, 20, 13];
const PAGES = 64;
/** So light, towers bear no columns. */
const LIGHT = -0.5;
const GRAVITY = 1;

async function towers(): Promise<RawWorld> {
  const world = await RawWorld.make("simd", LIGHT, PAGES);
  world.box(BodyType.Static, 0, -1, 40, 1);
  HEIGHTS.forEach((height, tower) => {
    for (let k = 0; k < height; k++) world.box(BodyType.Dynamic, 3 * tower + (k % 2) * 0.01, 0.5 + k, 0.5, 0.5);
  });
  world.step(60); // gives everything else its memory
  return world;
}

test("towers move alike whether or not there is memory to pack their contacts", async () => {
  const [packed, single] = [await towers(), await towers()];
  const before = packed.core.columnCapacity();
  single.core.takeMemory();
  for (const world of [packed, single]) {
    world.core.worldSetOption(GRAVITY, -10);
    world.step(240);
  }
  expect(packed.core.columnCapacity()).toBeGreaterThan(before);
  expect(single.core.columnCapacity()).toBe(before);
  expect(single.hash).toBe(packed.hash);
});
