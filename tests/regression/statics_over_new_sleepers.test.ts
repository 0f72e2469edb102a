import { describe, expect, it } from "vitest";
import { BUILDS, run, type Body, type Engine, type World } from "../helpers/engine.js";

// Symptom: a world that was rolled back, or in which a ray had been cast, went on to other hashes: only there did a wall wake a
// sleeper that it was put over.
// Cause: the sleepers under a static shape were looked up in the trees as the last step had left them. A body created asleep
// since then, given a shape, or put to sleep in motion was missing there, or at its old place; a restore and a query bring the
// trees up to date.
// What must hold: a static shape wakes the sleepers it is put over, whatever was asked or restored before.

const WAYS: readonly (readonly [how: string, make: (engine: Engine, world: World) => Body])[] = [
  [
    "made asleep",
    ({ box }, world) =>
      world.createBody({ type: "dynamic", position: { x: 10, y: 0.5 }, awake: false, shape: box(1, 1) }),
  ],
  [
    "asleep and given a shape",
    ({ box }, world) => {
      const body = world.createBody({ type: "dynamic", position: { x: 10, y: 0.5 }, awake: false });
      world.step();
      body.addShape(box(1, 1));
      return body;
    },
  ],
  [
    "put to sleep in its fall",
    ({ box }, world) => {
      const body = world.createBody({
        type: "dynamic",
        position: { x: 10, y: 9 },
        linearVelocity: { x: 0, y: -30 },
        shape: box(0.2, 0.2),
      });
      run(world, 0.1);
      body.awake = false;
      return body;
    },
  ],
];
const BETWEEN: readonly (readonly [string, (world: World) => unknown])[] = [
  ["nothing", () => undefined],
  ["a ray", (world) => world.castRay({ x: -9, y: 5 }, { x: 1, y: 0 })],
  ["a restore", (world) => world.restore(world.snapshot())],
];

describe.each(BUILDS)("the %s build", (_, engine) => {
  it.each(WAYS)("wakes a body that was %s, with a ray, a restore or nothing in between", (_how, make) => {
    const [first, ...others] = BETWEEN.map(([, between]) => {
      const world = new engine.World();
      world.createBody({ position: { x: 0, y: -1 }, shape: engine.box(40, 2) });
      const body = make(engine, world);
      expect(body.awake).toBe(false);
      between(world);
      world.createBody({ position: { x: body.x, y: body.y }, shape: engine.box(0.2, 0.2) });
      expect(body.awake).toBe(true);
      const hashes: string[] = [];
      run(world, 0.5, () => hashes.push(world.hash()));
      return hashes;
    });
    for (const other of others) {
      expect(other).toEqual(first);
    }
  });
});
