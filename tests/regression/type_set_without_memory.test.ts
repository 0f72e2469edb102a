// Symptom: a body whose type was set while memory was out met nothing any more, even when there was room again; nothing reported
// it.
// Cause: its shapes left the trees of boxes, and found no room to join one.
// What must hold: the call is refused and changes nothing; with room, queries and touches find the body where it was.
import { expect, it } from "vitest";
import { box, circle } from "../../dist/index.js";
import { cappedCore, cappedWorld, fillMemory, regularPolygon } from "../helpers/capped_core.js";

it.each(["simd", "scalar"] as const)("a body whose type is set without memory is still met (%s)", (build) => {
  const world = cappedWorld(cappedCore(build, 14));
  const floor = world.createBody({ type: "kinematic", shape: box(4, 1) });
  const ball = world.createBody({ type: "dynamic", position: { x: 0, y: 2 }, shape: circle(0.5) });
  const hog = world.createBody({ position: { x: 0, y: 500 } });
  fillMemory(hog, [64, 31, 3].map(regularPolygon).concat(circle(1) as never));
  let refused = 0;
  // Each change leaves a hole in the tree's order, until that has to grow.
  for (let k = 0; k < 5000; k++) {
    const hash = world.hash();
    try {
      floor.type = k % 2 === 0 ? "static" : "kinematic";
    } catch (error) {
      expect(error).toMatchObject({ code: "out-of-memory" });
      expect(world.hash()).toBe(hash);
      refused++;
    }
  }
  expect(world.validate()).toBe(0);
  expect(refused).toBeGreaterThan(0);
  hog.destroy();
  for (let step = 0; step < 60; step++) {
    world.step();
  }
  expect(ball.y).toBeCloseTo(1, 1);
  floor.type = "static";
  expect(world.overlapPoint({ x: 0, y: 0 }).length).toBe(1);
});
