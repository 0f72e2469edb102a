// Symptom: where gravity is slanted, as on a planet, characters could go another way in another JavaScript engine.
// Cause: their capsule stood at the angle of the host's `Math.atan2`, whose last bits the language leaves open.
// What must hold: moves ask the host for nothing that it may answer otherwise.
import { afterEach, expect, it, vi } from "vitest";
import { World, box, circle } from "../../dist/index.js";
import { Character } from "../../dist/helpers.js";

afterEach(() => vi.restoreAllMocks());

/** Where a character is that walks round a planet, up slopes and over stones. */
function walk(): string[] {
  const world = new World();
  world.createBody({ shapes: [circle(5), box(1, 10.6), circle(0.3, { center: { x: 3.6, y: 3.6 } })] });
  const hero = new Character(world, { position: { x: 2, y: 6.2 } });
  return Array.from({ length: 200 }, () => {
    const { x, y } = hero.position;
    const far = Math.sqrt(x * x + y * y);
    const up = { x: x / far, y: y / far };
    world.gravity = { x: -10 * up.x, y: -10 * up.y };
    hero.move({ x: 3 * up.y - up.x, y: -3 * up.x - up.y }, 1 / 60);
    return JSON.stringify(hero.state);
  });
}

it("a character goes the same way where the host's arc tangent is another", () => {
  const here = walk();
  const { atan2 } = Math;
  // By more than hosts differ: what they differ by shows once in millions of moves.
  vi.spyOn(Math, "atan2").mockImplementation((y, x) => atan2(y, x) * (1 + 1e-6));
  expect(walk()).toEqual(here);
});
