// Symptom: with the arcade solver a turning kinematic plate lifted a box on it at the speed of one end of the contact, and which end
// depended on the side: 1.5 m/s on the right of a plate, 0.5 m/s on its left.
// Cause: the approach speed was taken at the first point of a contact only.
// What must hold: mirrored scenes behave as mirror images, and the plate does not enter the box it lifts.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

describe.each(BUILDS)("the %s build", (_name, { World, box }) => {
  it.each([1, -1])("lifts a box by the faster end of its contact, on a plate turning with sign %s", (side) => {
    const world = new World({ solver: "arcade", sleeping: false });
    world.createBody({ type: "kinematic", angularVelocity: side, shape: box(4, 0.4) });
    const body = world.createBody({
      type: "dynamic",
      position: { x: side, y: 0.7 },
      shape: box(1, 1),
      friction: 0,
    });
    for (let step = 0; step < 6; step++) {
      world.step();
    }
    expect(body.linearVelocity.y).toBeCloseTo(1.523, 2);
  });
});
