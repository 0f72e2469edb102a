// Symptom: one of five rays straight down at a sample of a height field or between two columns, polygons or boxes, of a body, or from
// anywhere at a joint of a chain, went through the ground there.
// Cause: a shape's corners are kept in 32 bits about its own centre, so those of two neighbours are not the same point to the last bit;
// a ray that came between them missed each by less than a millionth.
// What must hold: a ray that aims at a joint, or along a seam, hits one of the two shapes there.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";

describe.each(BUILDS)("a ray at a joint (%s)", (_, { World, box, chain, heightField, polygon }) => {
  it.each([0.1, 0.37, 1])(
    "of a height field with samples every %d m meets it, near and far from the origin",
    (spacing) => {
      const random = new Random(5);
      for (let k = 0; k < 100; k++) {
        const world = new World();
        const heights = Array.from({ length: 12 }, () => random.between(-2, 2));
        const position = { x: random.pick([0, -6, 100.1, 1000]), y: 0 };
        world.createBody({ position, shape: heightField(heights, { spacing }) });
        for (let i = 1; i < 11; i++) {
          const x = Math.fround(Math.fround(position.x) + Math.fround(i * spacing));
          const hit = world.castRay({ x, y: 5 }, { x: 0, y: -10 });
          // Steep links turn a rounding of x into a larger one of y.
          expect(Math.abs((hit?.point.y ?? Infinity) - heights[i]!)).toBeLessThan(1e-4 + 5e-6 * Math.abs(x));
        }
        world.dispose();
      }
    },
  );

  it.each([0.1, 0.37, 1])("between columns %d m wide of one body meets them, polygons and boxes", (width) => {
    const random = new Random(7);
    for (let k = 0; k < 100; k++) {
      const world = new World();
      const heights = Array.from({ length: 12 }, () => random.between(1, 3));
      const position = { x: random.pick([0, -6, 100.1]), y: 0 };
      const columns = heights.slice(1).map((right, i) => {
        const [left, x0, x1] = [heights[i]!, i * width, (i + 1) * width];
        return k % 2 === 0
          ? polygon([
              { x: x0, y: 0 },
              { x: x1, y: 0 },
              { x: x1, y: right },
              { x: x0, y: left },
            ])
          : box(width, 2 * left, { center: { x: 0.5 * (x0 + x1), y: 0 } });
      });
      world.createBody({ position, shapes: columns.map((shape) => ({ shape })) });
      for (let i = 1; i < 11; i++) {
        const x = Math.fround(Math.fround(position.x) + Math.fround(i * width));
        const hit = world.castRay({ x, y: 5 }, { x: 0, y: -10 });
        const highest = k % 2 === 0 ? heights[i]! : Math.max(heights[i - 1]!, heights[i]!);
        expect(Math.abs((hit?.point.y ?? Infinity) - highest)).toBeLessThan(k % 2 === 0 ? 1e-3 : 1e-6);
      }
      world.dispose();
    }
  });

  it("of a chain meets it in any direction", () => {
    const random = new Random(6);
    for (let k = 0; k < 200; k++) {
      const world = new World();
      const count = 3 + random.below(10);
      const points = Array.from({ length: count }, (__, i) => {
        const angle = (2 * Math.PI * (i + random.between(0, 0.4))) / count;
        return { x: Math.fround(3 * Math.cos(angle)), y: Math.fround(3 * Math.sin(angle)) };
      });
      world.createBody({ shape: chain(points, { loop: true }) });
      for (const { x, y } of points) {
        expect(world.castRay({ x: 0, y: 0 }, { x: 2 * x, y: 2 * y })?.fraction).toBeCloseTo(0.5, 5);
      }
      world.dispose();
    }
  });
});
