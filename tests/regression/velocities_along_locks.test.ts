// A body told the velocity along a locked axis that it was given, pushed to, or had, until the next step took it; a kinematic one
// moved by it.
import { expect, it } from "vitest";
import { World, circle } from "../../dist/index.js";
import type { Body, BodyDef } from "../../dist/index.js";

const DEF: BodyDef = { type: "dynamic", shape: circle(1), linearVelocity: { x: 1, y: 2 }, locks: { x: true } };

it.each<[string, (body: Body) => void]>([
  ["that it was made with", () => {}],
  ["that it was given", (body) => (body.linearVelocity = { x: 3, y: 2 })],
  ["that an impulse gave it", (body) => body.applyImpulse({ x: 1, y: 0 })],
  ["that it was given with others", (body) => body.world.setVelocities([body.id], [3, 2, 0])],
  ["that an impulse gave it with others", (body) => body.world.applyImpulses([body.id], [1, 0])],
  ["that it is to be brought somewhere by", (body) => body.moveTo({ x: 1, y: 2 }, undefined, 1)],
])("has no velocity along a locked axis %s", (_, act) => {
  for (const type of ["dynamic", "kinematic"] as const) {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const body = world.createBody({ ...DEF, type });
    act(body);
    expect(body.linearVelocity).toEqual({ x: 0, y: 2 });
    world.step();
    expect(body.linearVelocity).toEqual({ x: 0, y: 2 });
    expect(body.x).toBe(0);
    expect(body.y).toBeCloseTo(2 / 60, 6);
  }
});

it("loses it when the axis is locked, and gets none of an explosion", () => {
  const world = new World({ gravity: { x: 0, y: 0 } });
  const { locks: _, ...free } = DEF;
  const body = world.createBody(free);
  body.locks = { y: true };
  expect(body.linearVelocity).toEqual({ x: 1, y: 0 });
  world.explode({ position: { x: 1, y: -3 }, radius: 5, impulsePerLength: 1 });
  expect(body.linearVelocity.y).toBe(0);
  expect(body.linearVelocity.x).toBeLessThan(1);
});
