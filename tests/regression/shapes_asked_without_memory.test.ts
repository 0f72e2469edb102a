// Symptom: `body.shapes` threw a RangeError of the host when memory was out.
// Cause: the code that the core gave in place of a count was taken for one.
// What must hold: it says that memory is out, and tells the shapes once there is room.
import { expect, it } from "vitest";
import { circle } from "../../dist/index.js";
import { cappedCore, cappedWorld, fillMemory, regularPolygon } from "../helpers/capped_core.js";

/** More than the list of results has room for at first. */
const MANY = 65;

it("a body whose shapes find no memory to be told in says so", () => {
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
