// Symptom: a body that turned while it passed a one-way platform was stopped or let through unlike its mirror image.
// Cause: whether it moves along the platform's direction was asked at the first point of the contact, which on a turning body
// may move the other way than the end that has come through.
// What must hold: mirrored scenes go mirrored ways, and a rising body passes.
import { describe, expect, it } from "vitest";
import { BUILDS, type World } from "../helpers/engine.js";
import { expectMirrored } from "../helpers/mirror.js";

describe.each(BUILDS)("the %s build", (_name, engine) => {
  const { World, box } = engine;
  const platform = (world: World): void => {
    world.createBody({ shape: box(12, 0.3, { center: { x: 0, y: -0.15 } }), oneWay: { x: 0, y: 1 } });
  };

  it.each([
    [0.4, 1.3, 1.3, 8.8],
    [0.5, 1.1, -1.7, -7.5],
    [0.1, 0.3, 2.8, 8.8],
    [-0.1, 0.6, 2.7, 8.8],
    [0, 0, 2.7, -8.3],
    [-0.1, 0, 2.9, -7.8],
  ])(
    "moves a box as its mirror image, from %s m, turned by %s rad, at %s m/s and %s rad/s",
    (y, angle, speed, turn) => {
      expectMirrored(
        {
          engine,
          ground: platform,
          body: {
            position: { x: 0, y },
            angle,
            linearVelocity: { x: 0, y: speed },
            angularVelocity: turn,
            shape: box(1.4, 0.3),
          },
          steps: 12,
          look: (body, side) => [body.linearVelocity.y, side * body.angularVelocity],
        },
        3,
      );
    },
  );

  it("lets a box through that rises flat and turns", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    platform(world);
    const linearVelocity = { x: 0, y: 2 };
    const body = world.createBody({ type: "dynamic", linearVelocity, angularVelocity: -4, shape: box(1.4, 0.3) });
    world.step();
    expect(body.linearVelocity.y).toBe(2);
    expect(body.angularVelocity).toBe(-4);
  });
});
