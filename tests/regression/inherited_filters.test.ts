// A filter that inherits its fields, such as one made by `Object.create` of another, lost them for characters: walls of a
// layer outside its mask stopped them. Queries took the filter as it was meant.
import { expect, it } from "vitest";
import { World, box } from "../../dist/index.js";
import type { Filter } from "../../dist/index.js";
import { Character } from "../../dist/helpers.js";

it("a character obeys the inherited fields of its filter", () => {
  const world = new World();
  world.createBody({ position: { x: 0, y: -1 }, shape: box(40, 2), category: 2 });
  world.createBody({ position: { x: 3, y: 2 }, shape: box(1, 4), category: 4 });
  const filter = Object.create({ mask: 2 } satisfies Filter) as Filter;
  const hero = new Character(world, { position: { x: 0, y: 0.81 }, filter });
  for (let step = 0; step < 120; step++) {
    hero.move({ x: 3, y: 0 }, 1 / 60);
    world.step();
  }
  expect(hero.grounded).toBe(true);
  expect(hero.position.x).toBeCloseTo(6, 1);
});
