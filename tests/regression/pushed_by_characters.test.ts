// Symptom: a character that walked at 2 m/s and pushed with 1,000 N drove a crate of 1 kg to 15 m/s.
// Cause: the whole force acted in every step in which the crate was met, whatever its speed.
// What must hold: a pushed body gets no faster than its pusher, and `push` is the largest force.
import { expect, it } from "vitest";
import { World, box, circle, type ShapeDescriptor } from "../../dist/index.js";
import { Character } from "../../dist/helpers.js";
import { DT } from "../helpers/engine.js";

interface Walk {
  fastest: number;
  gone: number;
  /** Largest force by which it was pushed (N), friction aside. */
  hardest: number;
}

function walk(push: number, density: number, friction: number, shape: ShapeDescriptor = box(1, 1)): Walk {
  const world = new World();
  world.createBody({ position: { x: 0, y: -1 }, shape: box(200, 2), friction });
  const thing = world.createBody({ type: "dynamic", position: { x: 1.5, y: 0.5 }, shape, density, friction });
  const hero = new Character(world as never, { position: { x: 0, y: 0.81 }, push });
  const result = { fastest: 0, gone: -thing.x, hardest: 0 };
  for (let step = 0; step < 180; step++) {
    const before = thing.linearVelocity.x;
    hero.move({ x: 2, y: hero.grounded ? 0 : -1 }, DT);
    world.step(DT);
    const { x } = thing.linearVelocity;
    result.fastest = Math.max(result.fastest, x);
    result.hardest = Math.max(result.hardest, ((x - before) * thing.mass) / DT);
  }
  result.gone += thing.x;
  return result;
}

it.each([
  ["light", 1, 0.6],
  ["very light", 0.01, 0.6],
  ["slippery", 1, 0],
  ["heavy", 20, 0.6],
])("a crate that is %s goes ahead of its pusher, no faster", (_, density, friction) => {
  const { fastest, gone } = walk(1000, density, friction);
  expect(fastest).toBeLessThan(2.1);
  expect(fastest).toBeGreaterThan(1.5);
  expect(gone).toBeGreaterThan(3);
});

it("a ball that is met above its middle is not flung either", () => {
  const { fastest, gone } = walk(1000, 1, 0.6, circle(0.5));
  expect(fastest).toBeLessThan(3.1); // rolls on by itself: 3/2 at most, for a push at the rim
  expect(gone).toBeGreaterThan(3);
});

it("the push is the largest force", () => {
  const { hardest, fastest } = walk(30, 1, 0);
  expect(hardest).toBeGreaterThan(25);
  expect(hardest).toBeLessThan(30.1);
  expect(fastest).toBeLessThan(2.05);
  expect(walk(100, 20, 0.6).gone).toBeLessThan(0.01); // friction holds 120 N
});

it("a character on a moving belt pushes as on the ground", () => {
  const world = new World();
  const belt = world.createBody({ type: "kinematic", position: { x: 0, y: -1 }, shape: box(60, 2) });
  const crate = world.createBody({ type: "dynamic", position: { x: 1.5, y: 0.5 }, shape: box(1, 1) });
  const hero = new Character(world as never, { position: { x: 0, y: 0.81 }, push: 1000 });
  belt.linearVelocity = { x: 3, y: 0 };
  let fastest = 0;
  for (let step = 0; step < 180; step++) {
    hero.move({ x: step > 60 ? 2 : 0, y: hero.grounded ? 0 : -1 }, DT);
    world.step(DT);
    fastest = Math.max(fastest, crate.linearVelocity.x);
  }
  expect(fastest).toBeGreaterThan(4.5);
  expect(fastest).toBeLessThan(5.15); // as the crate tips, it is pushed against friction that is not there: 0.1 m/s in a step
  expect(crate.x - belt.x).toBeGreaterThan(3);
});
