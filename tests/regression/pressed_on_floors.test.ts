// Symptom: a press that came down on a character pushed it through a floor of 0.2 m, a segment and a chain, out of the level.
// Cause: the character was moved out of an overlap by its full depth, whatever was there.
// What must hold: moving bodies may press a character against static ones, but not through them, and it walks on afterwards.
import { describe, expect, it } from "vitest";
import { box, chain, segment, World, type BodyDef } from "../../dist/index.js";
import { Character } from "../../dist/helpers.js";

const [left, right] = [
  { x: -10, y: 0 },
  { x: 10, y: 0 },
];
const floors: Record<string, BodyDef> = {
  "a board": { position: { x: 0, y: -0.1 }, shape: box(20, 0.2) },
  "a sheet": { position: { x: 0, y: -0.025 }, shape: box(20, 0.05) },
  "a segment": { shape: segment(left, right) },
  "a chain": { shape: chain([left, { x: -0.5, y: 0 }, { x: 0.4, y: 0 }, right]) },
};

describe.each(Object.keys(floors))("a character on %s", (name) => {
  it.each([1, 5])("is neither pressed through it at %d m/s nor held", (speed) => {
    const world = new World();
    world.createBody(floors[name]!);
    const press = world.createBody({ type: "kinematic", position: { x: 0, y: 4 }, shape: box(4, 1) });
    const hero = new Character(world, { position: { x: 0, y: 0.81 } });
    let fall = 0;
    const run = (seconds: number, walk: number, down: number, least: number): void => {
      for (let step = 0; step < 60 * seconds; step++) {
        press.linearVelocity = { x: 0, y: down < 0 && press.y <= least ? 0 : down };
        fall = hero.grounded ? 0 : fall - 1 / 6;
        hero.move({ x: walk, y: fall }, 1 / 60);
        fall = hero.grounded ? 0 : fall;
        world.step();
        expect(hero.position.y).toBeGreaterThan(0.8 - 1e-3);
      }
    };
    run(4, 0, -speed, 1);
    run(1, 0, 4, 1);
    expect(hero.grounded).toBe(true);
    const { x } = hero.position;
    run(1, 2, 0, 1);
    expect(hero.position.x - x).toBeCloseTo(2, 1);
  });
});
