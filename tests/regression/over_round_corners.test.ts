// Symptom: what lay over the rounded end of another capsule or box, and then flat on it, went otherwise than its mirror image.
// Cause: a contact of two corners was always named after one end of the face. Once the faces met, what it had pushed was applied at
// that end, be it the far one.
// What must hold: mirrored scenes go mirrored ways.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

describe.each(BUILDS)("the %s build", (_name, { World, box, capsule }) => {
  it("lands a capsule on the end of a rounded box as its mirror image", () => {
    const [ways, mirrored] = [1, -1].map((side) => {
      const world = new World({ sleeping: false });
      world.createBody({ shape: box(2, 0.4, { radius: 0.2 }) });
      const body = world.createBody({
        type: "dynamic",
        position: { x: 0.62 * side, y: 0.74 },
        angle: -0.71 * side,
        linearVelocity: { x: 0.49 * side, y: -3.04 },
        angularVelocity: 3.13 * side,
        shape: capsule(1, 0.25),
      });
      return Array.from({ length: 12 }, () => {
        world.step();
        return [side * body.linearVelocity.x, body.linearVelocity.y, side * body.angularVelocity];
      });
    }) as [number[][], number[][]];
    ways.forEach((way, step) => way.forEach((value, k) => expect(mirrored[step]![k]).toBeCloseTo(value, 3)));
  });
});
