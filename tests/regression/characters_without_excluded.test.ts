import { expect, it } from "vitest";
import { World, box, capsule } from "../../dist/index.js";
import { Character } from "../../dist/helpers.js";

// Symptom: a character whose filter excludes a body could no longer move once that body was destroyed: every `move` threw, and its
//   filter cannot be set. Where its own body was destroyed the error spoke of an argument that nobody had given.
// Cause: the filter of its queries kept the bodies it was made with, and a query refuses destroyed ones.
// What must hold: a destroyed body is no longer excluded, and is again when a restore brings it back; the character needs its own body.

it("a character goes on when a body that its filter excludes is destroyed", () => {
  const world = new World();
  world.createBody({ shape: box(20, 1) });
  const ghost = world.createBody({ position: { x: 2, y: 1.5 }, shape: box(1, 2) });
  const hero = new Character(world, { position: { x: 0, y: 1.31 }, filter: { exclude: [ghost] } });
  const walk = (): number => {
    hero.position = { x: 0, y: 1.31 };
    for (let step = 0; step < 120; step++) {
      hero.move({ x: 2, y: 0 }, 1 / 60);
    }
    return hero.position.x;
  };
  const saved = world.snapshot();
  const through = walk();
  expect(through).toBeCloseTo(4, 1);
  ghost.destroy();
  const other = world.createBody({ position: { x: 2, y: 1.5 }, shape: box(1, 2) });
  expect(walk()).toBeLessThan(1.5);
  world.restore(saved);
  expect([ghost.alive, other.alive, walk()]).toEqual([true, false, through]);
});

it("a character whose own body is destroyed stays in place and throws an error that names the body", () => {
  const world = new World();
  const body = world.createBody({ type: "kinematic", shape: capsule(1, 0.3, { angle: Math.PI / 2 }) });
  const hero = new Character(world, { position: { x: 0, y: 0 }, body });
  body.destroy();
  expect(() => hero.move({ x: 1, y: 0 }, 1 / 60)).toThrow(/^options\.body: this body was destroyed/);
  expect(hero.position).toEqual({ x: 0, y: 0 });
});
