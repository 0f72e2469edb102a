import { describe, expect, it } from "vitest";
import { BUILDS, run, type Engine } from "../helpers/engine.js";
import { SCENES, hashes } from "../helpers/scenes.js";

/** A box put to sleep on a turning table, and one that stands awake on the ground elsewhere. */
function table(engine: Engine): { hash: string; moved: number } {
  const world = new engine.World();
  world.createBody({ position: { x: 0, y: -1 }, shape: engine.box(100, 2), friction: 1 });
  world.createBody({ type: "kinematic", position: { x: -20, y: 3 }, angularVelocity: 0.2, shape: engine.box(8, 1) });
  const sleeper = world.createBody({
    type: "dynamic",
    position: { x: -19, y: 4 },
    shape: engine.box(1, 1),
    friction: 1,
  });
  const beside = world.createBody({
    type: "dynamic",
    position: { x: 9, y: 0.5 },
    shape: engine.box(1, 1),
    friction: 1,
  });
  run(world, 0.5);
  const { x } = beside;
  sleeper.awake = false;
  run(world, 1, () => {
    beside.wake();
  });
  return { hash: String(world.hash()), moved: Math.abs(beside.x - x) };
}

describe("sleepers beside awake static and kinematic bodies", () => {
  it("on a turning table move no other body, in every build", () => {
    const [first, ...others] = BUILDS.map(([, engine]) => table(engine));
    expect(first!.moved).toBeLessThan(1e-5);
    for (const other of others) {
      expect(other).toEqual(first);
    }
  });

  it.each([19, 21, 29])("and bodies that change type go the same way in every build, seed %d", (seed) => {
    const [first, ...others] = BUILDS.map(([, engine]) => hashes(engine, SCENES.churn!, 400, seed));
    for (const other of others) {
      expect(other).toEqual(first);
    }
  });
});
