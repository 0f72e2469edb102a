// Symptom: a press that came down on a character pushed it through kinematic floors, a lift of 0.2 m: it fell out of the level. A wall
// that pushed a character against a slope, of 0.2 rad at 6 m/s, of 0.46 at 1.5, went through it.
// Cause: on its way out of an overlap, a character was held by static bodies alone, and stopped there at once.
// What must hold: no floor, standing or moving, lets a character through, and a wall pushes it up a slope.
import { expect, it } from "vitest";
import { box, polygon, World } from "../../dist/index.js";
import { Character } from "../../dist/helpers.js";

const DT = 1 / 60;

it.each([0, 0.5, 2, -2])("a press over a floor rising at %d m/s pushes no character through, nor holds it", (rise) => {
  for (const depth of [0.05, 0.2, 1]) {
    for (const speed of [1, 5]) {
      const world = new World();
      const linearVelocity = { x: 0, y: rise };
      const floor = world.createBody({ type: "kinematic", shape: box(20, depth), linearVelocity });
      const press = world.createBody({ type: "kinematic", position: { x: 0, y: 4 }, shape: box(4, 1) });
      const hero = new Character(world, { position: { x: 0, y: depth / 2 + 0.81 } });
      let fall = 0;
      const run = (seconds: number, walk: number, way: number): void => {
        for (let step = 0; step < 60 * seconds; step++) {
          const stops = way < 0 && press.y - floor.y < 1;
          press.linearVelocity = { x: 0, y: rise + (stops ? 0 : way) };
          fall = hero.grounded ? 0 : fall - 10 * DT;
          hero.move({ x: walk, y: fall }, DT);
          world.step(DT);
          expect(hero.position.y - floor.y - depth / 2).toBeGreaterThan(0.8 - 1e-3);
        }
      };
      run(4, 0, -speed);
      run(1, 0, 4);
      expect(hero.grounded).toBe(true);
      const { x } = hero.position;
      run(1, 2, 0);
      expect(hero.position.x - x).toBeCloseTo(2, 1);
    }
  }
});

it.each([0.2, 0.46, 0.7, 0.85])("a wall pushes a character up a slope of %d rad", (angle) => {
  for (const speed of [1.5, 6]) {
    const world = new World();
    world.createBody({ position: { x: 0, y: -0.5 }, shape: box(40, 1) });
    const slope = [
      { x: 2, y: 0 },
      { x: 12, y: 0 },
      { x: 12, y: 10 * Math.tan(angle) },
    ];
    world.createBody({ shape: polygon(slope) });
    const wall = world.createBody({
      type: "kinematic",
      position: { x: -4, y: 10 },
      shape: box(1, 19.8),
      linearVelocity: { x: speed, y: 0 },
    });
    const hero = new Character(world, { position: { x: 0, y: 0.81 } });
    for (let step = 0; step < (8 / speed) * 60; step++) {
      hero.move({ x: 0, y: hero.grounded ? 0 : -1 / 6 }, DT);
      world.step(DT);
      // The character leaves the wall before the step, in which the wall goes on.
      expect(hero.position.x - 0.3 - (wall.x + 0.5)).toBeGreaterThan(-speed * DT - 0.005);
      expect(hero.grounded).toBe(true);
    }
    expect(hero.position.x).toBeGreaterThan(4.6);
  }
});
