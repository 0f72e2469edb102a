// Symptom: now and then a world into which triangles or heptagons were put died in a step, with `faulted` (memory access out
// of bounds).
// Cause: corners of hulls are read four at a time. A hull of 3, 7, 15 or 31 fills its block, so that the read went past it,
// and where it was the last block, past the end of memory.
// What must hold: wherever a hull comes to lie, the world steps, as in the other builds. (`SLACK` in
// assembly/memory/allocator.ts.)
import { describe, expect, it } from "vitest";
import { BUILDS, DT } from "../helpers/engine.js";

const TRIANGLE = [
  { x: 0.5, y: 0 },
  { x: -0.25, y: 0.43 },
  { x: -0.25, y: -0.43 },
];

describe("a hull that lies at the very end of memory", () => {
  // with 6 to 45 circles, one of the triangles was the last block before memory had to grow
  it.each([0, 6, 20, 45, 60])("does no harm, with %i circles before it", (circles) => {
    const hashes = BUILDS.map(([, { World, box, circle, polygon }]) => {
      const world = new World({ capacity: 200 });
      world.createBody({ position: { x: 0, y: -1 }, shape: box(400, 2) });
      for (let i = 0; i < circles; i++) {
        world.createBody({ position: { x: i, y: 50 }, shape: circle(0.3) });
      }
      for (let i = 0; i < 200; i++) {
        world.createBody({ type: "dynamic", position: { x: i * 1.2 - 190, y: 0.3 }, shape: polygon(TRIANGLE) });
        world.step(DT);
      }
      return world.hash();
    });
    expect(new Set(hashes).size).toBe(1);
  });
});
