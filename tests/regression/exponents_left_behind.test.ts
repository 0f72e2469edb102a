// Symptom: an ellipse made from a superellipse by `setGeometry`, or created where one had been, reported that one's exponent, and was
// drawn as a superellipse.
// Cause: the exponent was only ever written by superellipses.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

describe.each(BUILDS)("the exponent of a shape that is no superellipse (%s)", (_, scree) => {
  const { box, ellipse, superellipse, World } = scree;

  it("is 0 after setGeometry, and where a superellipse was destroyed", () => {
    const world = new World();
    const body = world.createBody({ type: "dynamic", shape: superellipse(1, 0.5, 4) });
    const shape = body.shapes[0]!;
    expect(shape.geometry.exponent).toBe(4);
    shape.setGeometry(ellipse(1, 0.5));
    expect(shape.geometry.exponent).toBe(0);
    shape.setGeometry(superellipse(1, 0.5, 3));
    body.destroy();
    for (const other of [box(1, 1), ellipse(1, 0.5)]) {
      expect(world.createBody({ type: "dynamic", shape: other }).shapes[0]!.geometry.exponent).toBe(0);
    }
    world.dispose();
  });
});
