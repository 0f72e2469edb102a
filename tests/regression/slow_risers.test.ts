// Symptom: a character on a ladder that rose by less than 0.6 m/s at 60 Hz, or 1.4 m/s at 144 Hz, stayed on the ground, and so
// did one that jumped at 5 m/s at 1,000 Hz.
// Cause: a character that had gone less than its skin in one move still found the ground within reach, and was taken back down
// to it.
// What must hold: a character that parts from the ground leaves it, however slowly; one that walks along a slope by a velocity
// of its own, or rises more slowly than what comes up under it, stays on it.
import { expect, it } from "vitest";
import { box, polygon, World } from "../../dist/index.js";
import { Character } from "../../dist/helpers.js";

const floor = { position: { x: 0, y: -1 }, shape: box(40, 2) };

it.each([
  [30, 0.1, 1],
  [60, 0.5, 1],
  [144, 1, 1],
  [1000, 5, 1],
  [60, 0.5, 32],
])("at %d Hz a character that rises by %d m/s leaves the ground, a metre being %d units", (rate, speed, unit) => {
  const world = new World({ lengthUnit: unit });
  world.createBody({ position: { x: 0, y: -unit }, shape: box(40 * unit, 2 * unit) });
  const hero = new Character(world, { position: { x: 0, y: 0.81 * unit } });
  hero.move({ x: 0, y: 0 }, 1 / rate);
  expect(hero.grounded).toBe(true);
  for (let step = 0; step < rate; step++) {
    hero.move({ x: 0, y: speed * unit }, 1 / rate);
    world.step(1 / rate);
    expect(hero.grounded).toBe(false);
  }
  expect(hero.position.y / unit - 0.81).toBeCloseTo(speed, 3);
});

it("a character that parts from a rising lift more slowly than 0.6 m/s leaves it", () => {
  const world = new World();
  world.createBody({ type: "kinematic", linearVelocity: { x: 0, y: 2 }, shape: box(4, 0.4) });
  const hero = new Character(world, { position: { x: 0, y: 1.01 } });
  for (let step = 0; step < 30; step++) {
    hero.move({ x: 0, y: 0 }, 1 / 60);
    world.step();
  }
  expect(hero.grounded).toBe(true);
  hero.move({ x: 0, y: 0.3 }, 1 / 60);
  expect(hero.grounded).toBe(false);
});

it("a character stays on a slope that it walks up by a velocity along it, and on a lift that rises faster than it", () => {
  const world = new World();
  world.createBody(floor);
  const points = [
    { x: 0, y: 0 },
    { x: 20, y: 10 },
    { x: 20, y: 0 },
  ];
  world.createBody({ shape: polygon(points) });
  const hero = new Character(world, { position: { x: -1, y: 0.81 } });
  for (let step = 0; step < 60; step++) {
    hero.move({ x: 2, y: 0 }, 1 / 60);
    world.step();
  }
  for (let step = 0; step < 60; step++) {
    hero.move({ x: 2, y: 1 }, 1 / 60);
    world.step();
    expect(hero.grounded).toBe(true);
  }
  const lift = world.createBody({ type: "kinematic", position: { x: -10, y: 1.7 }, shape: box(4, 0.4) });
  lift.linearVelocity = { x: 0, y: 3 };
  const rider = new Character(world, { position: { x: -10, y: 2.72 } });
  for (let step = 0; step < 30; step++) {
    rider.move({ x: 0, y: 0.5 }, 1 / 60);
    world.step();
    lift.linearVelocity = { x: 0, y: 3 };
  }
  expect(rider.position.y - lift.y).toBeGreaterThan(1);
});
