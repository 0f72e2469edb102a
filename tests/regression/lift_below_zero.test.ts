// Symptom: a `lift` below 0 was refused by a sentence that did not name it.
// Cause: only the core looked at it.
// What must hold: it is refused as the drags are.
import { expect, it } from "vitest";
import { World } from "../../dist/index.js";

it.each(["linearDrag", "lift"] as const)("a %s below 0 is named", (name) => {
  const world = new World();
  const refusal = expect.objectContaining({ code: "out-of-range", message: `${name} is -1; give 0 or more.` });
  expect(() => world.createField({ type: "area", [name]: -1 })).toThrow(refusal);
  const field = world.createField({ type: "area", [name]: 1 });
  expect(() => (field[name] = -1)).toThrow(refusal);
  expect(field[name]).toBe(1);
});
