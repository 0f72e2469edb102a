// Symptom: a character with a crate on its head was in the air at every step: it could not jump, the fall it gathered grew
// without end, and it could not walk out from under the crate.
// Cause: a cast that begins in a shape ends there, whichever way it leads: the crate, which overlapped it by the slop, hid
// the ground below and the way ahead.
// What must hold: a body that lies on a character, or is pressed on it, is neither ground nor wall, and hides none.
import { describe, expect, it } from "vitest";
import { box, capsule, circle, World, type BodyDef } from "../../dist/index.js";
import { Character } from "../../dist/helpers.js";

const loads: Record<string, BodyDef> = {
  "a crate": { type: "dynamic", position: { x: 0, y: 2.2 }, shape: box(2, 1), fixedRotation: true, friction: 0 },
  "a ball": { type: "dynamic", position: { x: 0, y: 2.2 }, shape: circle(0.3), locks: { x: true }, friction: 0 },
};

describe.each(Object.keys(loads))("a character under %s", (name) => {
  it.each([1, -1])("stands on the ground, and walks away on it (%d)", (side) => {
    const world = new World();
    world.createBody({ position: { x: 0, y: -1 }, shape: box(40, 2) });
    const shape = capsule(1, 0.3, { angle: Math.PI / 2 });
    const body = world.createBody({ type: "kinematic", position: { x: 0, y: 0.81 }, shape });
    const hero = new Character(world, { position: body.position, body });
    const load = world.createBody(loads[name]!);
    const run = (steps: number, speed: number): void => {
      for (let step = 0; step < steps; step++) {
        hero.move({ x: speed, y: hero.grounded ? 0 : -1 }, 1 / 60);
        world.step();
        expect(hero.grounded).toBe(true);
        expect(hero.position.y).toBeCloseTo(0.81, 2);
      }
    };
    run(120, 0);
    expect(load.y).toBeGreaterThan(1.8);
    run(120, 2 * side);
    expect(hero.position.x * side).toBeCloseTo(4, 1);
    expect(load.y).toBeLessThan(0.6);
  });
});
