// Symptom: `setHeights` of all samples of a height field took a time that grew with the square of their number: 27 s for 100,000, 1.5 s
// for 25,000, which are made in a twentieth of that.
// Cause: each link was looked for among all shapes of the body, from the first on.
// What must hold: links are looked for beside the previous one, and found wherever they stand in the list. (Times are not tested:
// 100,000 took 27 s and now take 0.35.)
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

const COUNT = 100_000;

describe.each(BUILDS)("many heights set at once (%s)", (_, { World, box, heightAt, heightField, setHeights }) => {
  it("are all set", () => {
    const heights = Array.from({ length: COUNT }, (__, i) => Math.sin(i / 10));
    const field = heightField(heights, { spacing: 0.1, center: { x: -0.05 * COUNT, y: 0 } });
    const world = new World();
    const body = world.createBody({ shape: field });
    world.step();
    setHeights(
      body,
      field,
      0,
      heights.map((height) => height + 1),
    );
    for (let i = 0; i < COUNT; i += 997) {
      expect(heightAt(body, field, i)).toBeCloseTo(heights[i]! + 1, 6);
    }
    world.dispose();
  });

  it("are found among other shapes, and where links are gone", () => {
    const field = heightField(new Float32Array(40), { spacing: 0.5, center: { x: -10, y: 0 } });
    const world = new World();
    const body = world.createBody({ shapes: [box(1, 1), field, box(2, 1)] });
    const links = body.shapes.filter(({ type }) => type === "segment");
    links[0]!.destroy();
    links[20]!.destroy();
    const left = links.at(-1)!.geometry.points[0]!;
    setHeights(
      body,
      field,
      0,
      Array.from({ length: 40 }, (__, i) => i / 4),
    );
    for (const link of body.shapes.filter(({ type }) => type === "segment")) {
      for (const { x, y } of link.geometry.points) {
        expect(y).toBeCloseTo((x + 10) / 2, 5);
      }
    }
    expect(links.at(-1)!.geometry.points[0]!.x).toBeCloseTo(left.x, 5);
    expect(body.shapes.filter(({ type }) => type === "segment").length).toBe(37);
    expect(heightAt(body, field, 20)).toBeUndefined();
    world.dispose();
  });
});
