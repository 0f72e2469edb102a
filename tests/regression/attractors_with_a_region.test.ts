// Symptom: an attractor with a region of its own pulled towards the region: with a box whose centre is 5 m off, to a place 5 m off; with
// a triangle, to its centroid. `range` counted from there, too.
// Cause: the region's place was taken for the attractor's.
import { describe, expect, it } from "vitest";
import { BUILDS, DT } from "../helpers/engine.js";

describe.each(BUILDS)("the %s build", (_, { World, box, circle, polygon }) => {
  const regions = [
    ["a box with a centre", () => box(20, 20, { center: { x: 5, y: 0 } })],
    [
      "a triangle",
      () =>
        polygon([
          { x: -20, y: -19 },
          { x: 20, y: -19 },
          { x: 0, y: 29 },
        ]),
    ],
  ] as const;
  const at = { x: 3, y: -2 };

  it.each(regions)("an attractor within %s pulls towards its position", (_name, shape) => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    world.createField({ type: "attractor", position: at, strength: 4, falloff: 1, region: shape() });
    for (const angle of [0.3, 2, 4, 5.5]) {
      const away = { x: 1.5 * Math.cos(angle), y: 1.5 * Math.sin(angle) };
      const ball = world.createBody({
        type: "dynamic",
        position: { x: at.x + away.x, y: at.y + away.y },
        shape: circle(0.1),
        mask: 0,
      });
      world.step(DT);
      const { x, y } = ball.linearVelocity;
      expect(Math.hypot(x, y)).toBeCloseTo((4 / 1.5) * DT, 3);
      expect(x * away.y - y * away.x).toBeCloseTo(0, 3);
    }
  });

  it.each(regions)("the range of an attractor within %s counts from its position", (_name, shape) => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    world.createField({ type: "attractor", position: at, strength: 4, range: 2, region: shape() });
    const [near, far] = [1.5, 2.5].map((x) =>
      world.createBody({ type: "dynamic", position: { x: at.x - x, y: at.y }, shape: circle(0.1), mask: 0 }),
    );
    world.step(DT);
    expect(near!.linearVelocity.x).toBeGreaterThan(0.01);
    expect(far!.linearVelocity.x).toBe(0);
  });
});
