// Symptom: 10,000 static shapes created in one place took 1.6 GB and seconds, and no pair of them could ever collide.
// Cause: the broad phase listed every pair of static shapes as new, and only making contacts refused them.
// What must hold: two static shapes are never listed; a body that moves among them still meets each.
import { expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

it.each(BUILDS)("static shapes in one place make no pairs, and a falling ball meets each (%s)", (_name, engine) => {
  const world = new engine.World();
  const count = 10_000;
  const ids = world.createBodies({
    count,
    type: "static",
    shape: engine.box(1, 1),
    positions: new Float32Array(2 * count),
  });
  world.step();
  expect(world.counters).toMatchObject({ newPairs: 0, contacts: 0 });
  expect(world.counters.bytes).toBeLessThan(16 << 20);
  for (const id of ids.subarray(500)) world.body(id)?.destroy();
  world.createBody({ type: "dynamic", position: { x: 0, y: 0.9 }, shape: engine.circle(0.5) });
  world.step();
  expect(world.counters).toMatchObject({ newPairs: 500, contacts: 500 });
  // Moved onto one another later, by hand and by a change of type, they make none either.
  for (const id of ids.subarray(0, 250)) world.body(id)!.position = { x: 50, y: 0 };
  world.step();
  const crate = world.createBody({ type: "dynamic", position: { x: 50, y: 0 }, shape: engine.box(1, 1) });
  crate.type = "static";
  world.step();
  expect(world.counters).toMatchObject({ newPairs: 0, contacts: 250 });
  crate.type = "dynamic";
  world.step();
  expect(world.counters).toMatchObject({ newPairs: 250, contacts: 500 });
  expect(world.validate()).toBe(0);
});
