// A body locked along y that slid along x, pushed by a force, reported 3 cm/s along y once it was swept to a wall: gravity's
// pull beyond the place where it was stopped was taken back, though the lock had let it do nothing.
import { expect, it } from "vitest";
import { BUILDS, run } from "../helpers/engine.js";

const { World, box } = BUILDS[0]![1];

it.each([8, 40])("a swept body has no velocity along its locked axis: %d m/s", (speed) => {
  const world = new World();
  world.createBody({ position: { x: 5, y: 0 }, shape: box(1, 40) });
  const start = { linearVelocity: { x: speed, y: 0 }, locks: { y: true, rotation: true } };
  const body = world.createBody({ type: "dynamic", ...start, shape: box(1, 1) });
  run(world, 1, () => {
    expect(body.linearVelocity.y).toBe(0);
    body.applyForce({ x: 20, y: 0 });
  });
});
