// Symptom: 8,000 bodies made in one place that do not collide with one another (debris, kinematic agents) took a gigabyte,
// for good. Cause: the broad phase listed every pair, and filters were asked only when contacts were made.
// What must hold: memory grows with the contacts, not with the pairs of boxes; and the contacts are the same.
import { expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

const COUNT = 1500;
const PAIRS = (COUNT * (COUNT - 1)) / 2;
const none = { x: 0, y: 0 };

it.each(BUILDS)("a crowd whose filters refuse one another takes no memory for its pairs (%s)", (_name, engine) => {
  const shape = engine.circle(0.5);
  const positions = new Float32Array(2 * COUNT);
  for (const crowd of [{ type: "dynamic", mask: 2 }, { type: "dynamic", group: -1 }, { type: "kinematic" }] as const) {
    const world = new engine.World({ gravity: none });
    world.createBodies({ count: COUNT, ...crowd, shape, positions });
    world.step();
    expect(world.counters).toMatchObject({ newPairs: PAIRS, contacts: 0 });
    expect(world.counters.bytes).toBeLessThan(4 << 20); // 9 MB for the pairs alone
    expect(world.validate()).toBe(0);
  }
});

it.each(BUILDS)("a crowd of two kinds has all contacts of one kind with the other (%s)", (_name, engine) => {
  const world = new engine.World({ gravity: none });
  const crowd = (count: number, category: number, mask: number, sensor: boolean): void => {
    const shape = engine.circle(0.5);
    const positions = new Float32Array(2 * count);
    world.createBodies({ count, type: "dynamic", category, mask, sensor, shape, positions });
  };
  crowd(COUNT, 1, 2, false);
  crowd(10, 2, 1, true);
  world.step();
  const all = COUNT + 10;
  expect(world.counters).toMatchObject({ newPairs: (all * (all - 1)) / 2, contacts: COUNT * 10 });
  // Where movers are few among many bodies at rest, each queries the tree by itself.
  const resting = new engine.World({ gravity: none });
  const place = { count: 6000, shape: engine.box(1, 1), positions: new Float32Array(12000) };
  resting.createBodies({ ...place, type: "static", category: 4 });
  resting.step();
  const late = { type: "dynamic", sensor: true, shape: engine.box(1, 1) } as const;
  for (let k = 0; k < 20; k++) resting.createBody({ ...late, mask: 2 });
  resting.createBody({ ...late, category: 2, mask: 4 });
  resting.step();
  expect(resting.counters.contacts).toBe(6000);
  expect(resting.validate()).toBe(0);
});
