// Symptom: a height of NaN or "3" was refused as `"bad-shape"`, where the same number in any other shape is `"not-finite"`
// or `"bad-type"`.
// Cause: one test, and one code, covered everything that a height may not be.
// What must hold: a refusal's code says what was wrong, as elsewhere.
import { expect, it } from "vitest";
import { World, heightField, setHeights } from "../../dist/index.js";

it.each([
  [Number.NaN, "not-finite"],
  [Infinity, "not-finite"],
  ["3", "bad-type"],
  [null, "bad-type"],
  [5n, "bad-type"],
  [2e6, "bad-shape"],
])("a height that is %s is refused as %s", (height, code) => {
  const heights = [0, height as number, 0];
  const hills = heightField([0, 1, 0]);
  const land = new World().createBody({ shape: hills });
  const refusal: object = {
    name: "PhysicsError",
    code,
    message: expect.stringMatching(/^heights\[1\] is /) as string,
  };
  expect(() => heightField(heights)).toThrow(expect.objectContaining(refusal));
  expect(() => setHeights(land, hills, 0, heights)).toThrow(expect.objectContaining(refusal));
});
