// Symptom: an explosion where a ray, a bullet or `closestPoint` met a shape pushed the shape in any direction: of 720 turned crates 318
// straight up, 127 towards the shooter and 91 across.
// Cause: the push went in the direction from the position to the nearest point, which was rounding alone, and up where there was none.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

describe.each(BUILDS)("the %s build", (_, scree) => {
  const { World, box, capsule, circle, ellipse, polygon } = scree;
  const triangle = [
    { x: -0.6, y: -0.4 },
    { x: 0.6, y: -0.4 },
    { x: 0, y: 0.7 },
  ];
  it.each([
    ["box", () => box(1, 1)],
    ["circle", () => circle(0.6)],
    ["capsule", () => capsule(1, 0.3)],
    ["triangle", () => polygon(triangle)],
    ["ellipse", () => ellipse(0.7, 0.3)],
  ] as const)("an explosion where a ray meets a %s pushes it against the normal there", (_name, shape) => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    for (let k = 0; k < 120; k++) {
      const body = world.createBody({
        type: "dynamic",
        position: { x: 10 + ((0.37 * k) % 7), y: 5 },
        angle: 0.01 + k * 0.035,
        shape: shape(),
      });
      const angle = (k * Math.PI) / 6 + 0.1;
      const from = { x: body.x + 9 * Math.cos(angle), y: body.y + 9 * Math.sin(angle) };
      const hit = world.castRay(from, { x: 2 * (body.x - from.x), y: 2 * (body.y - from.y) })!;
      expect(world.explode({ position: hit.point, radius: 1, falloff: 1, impulsePerLength: 1 })).toBe(1);
      const v = body.linearVelocity;
      const speed = Math.hypot(v.x, v.y);
      expect(speed).toBeGreaterThan(0.1);
      expect(-(v.x * hit.normal.x + v.y * hit.normal.y) / speed).toBeGreaterThan(0.99);
      body.destroy();
    }
  });
});
