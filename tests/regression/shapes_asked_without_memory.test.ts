// Symptom: `body.shapes` threw a RangeError of the host when memory was out.
// Cause: the error code that the core returned in place of a count was taken for a count.
// What must hold: `body.shapes` reports that memory is out, and lists the shapes once there is room.
import { expect, it } from "vitest";
import { circle } from "../../dist/index.js";
import { cappedCore, cappedWorld, fillMemory, regularPolygon } from "../helpers/capped_core.js";

/** More shapes than the list of results first has room for. */
const MANY = 65;

it("body.shapes reports that there is no memory to list them", () => {
  const world = cappedWorld(cappedCore("scalar", 10), { capacity: { shapes: 1000 } });
  const many = world.createBody({ type: "kinematic", shapes: Array.from({ length: 60 }, () => circle(1)) });
  const hog = world.createBody({ type: "kinematic" });
  fillMemory(hog, [64, 31, 15, 3].map(regularPolygon));
  for (let count = 60; count < MANY; count++) {
    many.addShape(circle(1));
  }
  expect(() => many.shapes).toThrow(expect.objectContaining({ name: "PhysicsError", code: "out-of-memory" }));
  hog.destroy();
  expect(many.shapes.length).toBe(MANY);
});
