// A restore that memory is too short for leaves the world as it was, even if the only thing without room is one that a snapshot leaves
// out: the tree nodes of bodies that no step has seen before the snapshot.
import { expect, it } from "vitest";
import { box } from "../../dist/index.js";
import { cappedCore, cappedWorld } from "../helpers/capped_core.js";

const BODIES = 3000;

it.each(["simd", "scalar"] as const)("a restore is refused before anything changes (%s)", (build) => {
  // Room made ahead is one block a column: none is freed in which the nodes would find a place.
  const large = cappedWorld(cappedCore(build, 200), { capacity: { bodies: BODIES + 1, shapes: BODIES + 1 } });
  for (let k = 0; k < BODIES; k++) {
    large.createBody({ type: "dynamic", position: { x: k % 60, y: k / 60 }, shape: box(0.9, 0.9) });
  }
  const bytes = large.snapshot();
  const outcomes = new Set<string>();
  for (let pages = 10; pages < 60; pages++) {
    for (const given of [bytes, bytes.slice()]) {
      const world = cappedWorld(cappedCore(build, pages));
      world.createBody({ type: "dynamic", position: { x: 0, y: 3 }, shape: box(1, 1) });
      world.step();
      const hash = world.hash();
      try {
        world.restore(given);
        expect(world.hash()).toBe(large.hash());
        outcomes.add("restored");
      } catch (error) {
        expect(error).toMatchObject({ code: "out-of-memory" });
        expect(world.hash(), `${pages} pages`).toBe(hash);
        expect(world.bodies.length).toBe(1);
        world.step();
        outcomes.add("refused");
      }
      expect(world.validate()).toBe(0);
    }
  }
  expect([...outcomes].sort()).toEqual(["refused", "restored"]);
});
