// Symptom: a capsule that landed beside a seam of the ground met the end of the next box there and turned; its mirror image did not.
// Cause: the height of the ground's surface was read off the first point of the contact that the body stands on. That point was at the
// body's other end, which had lifted: with the tilted normal the surface seemed lower, and the seam a step.
// What must hold: mirrored scenes move as mirror images, and the only contact is with the box that the capsule stands on.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";
import { expectMirrored, velocities } from "../helpers/mirror.js";

describe.each(BUILDS)("the %s build", (_name, engine) => {
  const { box, capsule } = engine;

  it.each([0, 0.2])("lands a capsule beside a seam as its mirror image, rolling resistance %s", (rollingResistance) => {
    const ways = expectMirrored(
      {
        engine,
        ground: (world, side) => {
          const ground = world.createBody({});
          for (const x of [-2, 0, 2]) {
            ground.addShape(box(2, 1, { center: { x: side * x, y: -0.5 } }), { rollingResistance });
          }
        },
        body: {
          position: { x: 0.13, y: 1 },
          angle: 0.3,
          linearVelocity: { x: 1.5, y: -2 },
          angularVelocity: 0.7,
          shape: capsule(0.8, 0.25),
          rollingResistance,
        },
        steps: 24,
        look: (body, side) => [body.contacts.length, ...velocities(body, side)],
      },
      3,
    );
    expect(Math.max(...ways.map(([touches]) => touches!))).toBe(1);
  });
});
