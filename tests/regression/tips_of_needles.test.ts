// Symptom: a polygon of 2.6 m that ran out in a tip at a flat angle was 10 to 25 cm shorter than its points say.
// Cause: corners that hardly leave the line through their neighbours are dropped, and a tip beyond both neighbours lies near
// that line as well, though not between them. With the tip kept, so little was left beside it of the thinnest polygons that they
// were refused, as other polygons thinner than a thousandth of their length were, though boxes of that thickness are not.
// What must hold: dropped corners move the outline by no more than the detail that a polygon keeps, a thousandth of its extent.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

describe.each(BUILDS)("a polygon with a flat tip (%s)", (_, { World, polygon }) => {
  it.each([0.1, 1, 100])("reaches to its tip, at %d times the size", (size) => {
    for (const mirror of [1, -1]) {
      const points = [
        { x: -1.3, y: 0 },
        { x: 0.8, y: -0.004 },
        { x: 1.3, y: 0.0005 },
        { x: -1.2, y: 0.001 },
      ].map(({ x, y }) => ({ x: mirror * size * x, y: size * y }));
      const world = new World({ gravity: { x: 0, y: 0 } });
      world.createBody({ shape: polygon(points) });
      for (const side of [-1, 1]) {
        const nearest = world.closestPoint({ x: 10 * size * side, y: 0 })!;
        expect(nearest.point.x / (mirror * size)).toBeCloseTo(1.3 * side * mirror, 2);
      }
      world.dispose();
    }
  });

  it("keeps its length and thickness if thin and without a tip", () => {
    const corners = [-1.3, 1.3].flatMap((x) => [-0.001, 0.001].map((y) => ({ x, y })));
    const world = new World({ gravity: { x: 0, y: 0 } });
    const body = world.createBody({ type: "dynamic", shape: polygon(corners) });
    expect(body.mass).toBeCloseTo(2.6 * 0.002, 7);
    expect(world.closestPoint({ x: 0.5, y: 1 })!.distance).toBeCloseTo(0.999, 5);
    world.dispose();
  });
});
