// Symptom: a body that lay over the rounded end of another capsule or box, and then flat on it, did not move as its mirror image.
// Cause: a contact of two corners was always named after one end of the face. Once the faces met, its impulse was applied at that end,
// even if it was the far one.
// What must hold: mirrored scenes move as mirror images.
import { describe, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";
import { expectMirrored } from "../helpers/mirror.js";

describe.each(BUILDS)("the %s build", (_name, engine) => {
  const { box, capsule } = engine;

  it("lands a capsule on the end of a rounded box as its mirror image", () => {
    expectMirrored(
      {
        engine,
        ground: (world) => world.createBody({ shape: box(2, 0.4, { radius: 0.2 }) }),
        body: {
          position: { x: 0.62, y: 0.74 },
          angle: -0.71,
          linearVelocity: { x: 0.49, y: -3.04 },
          angularVelocity: 3.13,
          shape: capsule(1, 0.25),
        },
        steps: 12,
      },
      3,
    );
  });
});
