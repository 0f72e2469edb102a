// Symptom: the least value that a refusal named was itself refused: "lengthUnit is 0.00001; give a number from 0.00001 to
// 100000".
// Cause: the number was rounded to 32 bits and its limit was not; 1e-5, 1e-6 and 2e-5 become less by that.
import { expect, it } from "vitest";
import { World, box, capsule, circle, ellipse } from "../../dist/index.js";

it("the limits that refusals name are accepted", () => {
  expect(new World({ lengthUnit: 1e-5 }).lengthUnit).toBeCloseTo(1e-5, 12);
  expect(new World({ lengthUnit: 1e5 }).lengthUnit).toBe(1e5);
  expect(new World({ timeStep: 1e-6 }).timeStep).toBe(1e-6);
  const world = new World();
  const shapes = [circle(1e-5), box(2e-5, 2e-5), ellipse(1e-5, 1e-5), capsule(1, 1e-5), circle(1e6), box(2e6, 2e6)];
  for (const shape of shapes) {
    expect(world.createBody({ type: "dynamic", shape }).alive).toBe(true);
  }
  expect(world.validate()).toBe(0);
});

it("values below the limits are refused", () => {
  expect(() => new World({ lengthUnit: 9.99e-6 })).toThrow("lengthUnit");
  expect(() => new World({ timeStep: 9.99e-7 })).toThrow("timeStep");
  expect(() => circle(9.99e-6)).toThrow("radius");
  expect(() => box(1, 1.99e-5)).toThrow("height");
});
