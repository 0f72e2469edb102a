// Symptom: a plank that landed on one end kept static friction there or slid, depending on which end it was: mirrored, it
// went another way.
// Cause: whether the surfaces slip was asked at the first point of the contact, which may be the end that is in the air.
// What must hold: a scene and its mirror image go the same way, up to rounding.
import { describe, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";
import { expectMirrored, velocities } from "../helpers/mirror.js";

describe.each(BUILDS)("a plank that lands on one end (%s)", (_, engine) => {
  const { box, capsule } = engine;

  it.each([
    { name: "capsule", shape: capsule(0.8, 0.25) },
    { name: "box", shape: box(1, 0.8) },
    { name: "plank", shape: box(2, 0.2) },
  ])("goes the same way in a mirror: $name", ({ shape }) => {
    const surface = { friction: 0.3, staticFriction: 1 };
    for (let k = -4; k <= 4; k++) {
      expectMirrored(
        {
          engine,
          ground: (world) => world.createBody({ position: { x: 0, y: -0.5 }, shape: box(10, 1), ...surface }),
          body: {
            position: { x: 0.13, y: 1.3 },
            angle: 0.15 * k + 0.01,
            linearVelocity: { x: 1.5, y: -2 },
            angularVelocity: 0.7,
            shape,
            ...surface,
          },
          steps: 24,
          look: (body, side) => [side * body.x, body.y, ...velocities(body, side)],
        },
        2,
      );
    }
  });
});
