// A copy of a height field that inherits its fields had a spacing of 1 and no centre where heights were read and changed.
import { expect, it } from "vitest";
import { World, heightAt, heightField, setHeights } from "../../dist/index.js";
import type { HeightFieldShape } from "../../dist/index.js";

it("heights are found with a copy that inherits the fields of the shape", () => {
  const field = heightField([0, 1, 2], { spacing: 3, center: { x: 4, y: 5 } });
  const body = new World().createBody({ shape: field });
  const copy = Object.create({ ...field }) as HeightFieldShape;
  expect([0, 1, 2].map((i) => heightAt(body, copy, i))).toEqual([0, 1, 2]);
  setHeights(body, copy, 1, [7]);
  expect([0, 1, 2].map((i) => heightAt(body, field, i))).toEqual([0, 7, 2]);
});
