// Symptom: the first step of a large world took a tenth more time, and a fifth more memory, than it had to.
// Cause: the column of contacts grew by doubling while contacts were made one by one, so that it left blocks of half, a quarter … of its
// size behind, all of them touched.
// What must hold: one step that makes many contacts gives the column its size at once.
import { expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

it.each(BUILDS)("outgrown blocks of contacts are not left behind (%s)", (_, { World, box }) => {
  const side = 64;
  const world = new World();
  const positions = new Float32Array(2 * side * side);
  for (let k = 0; k < side * side; k++) {
    positions.set([k % side, Math.floor(k / side)], 2 * k);
  }
  world.createBodies({ type: "dynamic", count: side * side, shape: box(1, 1), positions });
  const bytes = () => world.state.transforms.buffer.byteLength;
  const before = bytes();
  world.step();
  expect(world.counters.contacts).toBe(16002);
  // 2 MB for contacts, the rest for their constraint blocks, lists and events: 7.7 MB, 9.6 with what was left behind
  expect((bytes() - before) / 2 ** 20).toBeLessThan(8.5);
});
