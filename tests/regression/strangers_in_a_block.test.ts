// Symptom: a crate thrown on a floor went elsewhere, by up to 10 cm, because of one capsule that stood on end half a kilometre
// away.
// Cause: the further passes of a contact that bears a column were made for its whole block of four contacts, and the others may
// be anybody's.
// What must hold: bodies that stand, fall or roll far away change no bit of what goes on here.
import { describe, expect, it } from "vitest";
import { BUILDS, run, type Engine, type World } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";

const FAR: readonly [string, (engine: Engine, world: World, at: number) => void][] = [
  [
    "capsules on end stand",
    ({ capsule }, world, x) => {
      world.createBody({ type: "dynamic", position: { x, y: 0.65 }, angle: Math.PI / 2, shape: capsule(0.8, 0.25) });
    },
  ],
  [
    "towers stand",
    ({ box }, world, x) => {
      for (let i = 0; i < 12; i++) {
        world.createBody({ type: "dynamic", position: { x, y: 0.25 + 0.5 * i }, shape: box(0.5, 0.5) });
      }
    },
  ],
  [
    "crates fall",
    ({ box }, world, x) => {
      world.createBody({ type: "dynamic", position: { x, y: 3 }, angle: 0.3, shape: box(1, 1) });
    },
  ],
];

describe.each(BUILDS)("the %s build", (_, engine) => {
  const { World, box, capsule, polygon } = engine;
  const triangle = polygon([
    { x: -0.5, y: -0.3 },
    { x: 0.5, y: -0.3 },
    { x: 0, y: 0.6 },
  ]);

  it.each(FAR)("throws a body alike where far away %s", (_name, populate) => {
    const paths = (strangers: number): number[] => {
      const random = new Random(7);
      const end: number[] = [];
      for (let k = 0; k < 9; k++) {
        const world = new World({ sleeping: false });
        world.createBody({ position: { x: 0, y: -1 }, shape: box(60, 2) });
        const thrown = world.createBody({
          type: "dynamic",
          position: { x: 0, y: random.between(1, 3) },
          angle: random.between(-3, 3),
          linearVelocity: { x: random.between(-5, 5), y: 0 },
          angularVelocity: random.between(-5, 5),
          shape: [box(1, 1), triangle, capsule(0.8, 0.25)][k % 3]!,
        });
        world.createBody({ position: { x: 500, y: -1 }, shape: box(60, 2) });
        for (let i = 0; i < strangers; i++) populate(engine, world, 490 + 3 * i);
        run(world, 1.5);
        end.push(thrown.x, thrown.y, thrown.angle);
      }
      return end;
    };
    const alone = paths(0);
    for (const strangers of [1, 2, 3, 5]) expect(paths(strangers)).toEqual(alone);
  });
});
