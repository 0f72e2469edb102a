// Symptom: polygons with unevenly spaced corners, such as random ones on a circle, had an outline up to 2 mm from that of their
// points at 2 m across: an eighth of those of 8 corners, nearly all of 32; thin ones of four weighed up to 12 % less.
// Cause: corners near the line through their neighbours are dropped, since a body resting on two nearly parallel faces rocks. A corner
// close to a neighbour is near that line too, however sharp, and was dropped as well.
// What must hold: a polygon is the hull of its points to a ten-thousandth of its extent, and to two where the dropped corner is a flat
// bend; and a polygon with such bends comes to rest.
import { describe, expect, it } from "vitest";
import { convexHull, massOf } from "../../dist/geometry.js";
import { BUILDS, run } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";

describe.each(BUILDS)("a polygon with corners close together (%s)", (_, { World, box, polygon }) => {
  it.each([0.1, 1, 4])("has the outline and the mass of its points at a radius of %d m", (radius) => {
    const random = new Random(8);
    const world = new World();
    for (let k = 0; k < 200; k++) {
      const points = Array.from({ length: 3 + random.below(30) }, () => {
        const angle = random.between(0, 2 * Math.PI);
        return { x: radius * Math.cos(angle), y: 0.6 * radius * Math.sin(angle) };
      });
      const [hull, exact] = [convexHull(points), massOf(points)];
      if (exact.area < 0.1 * radius ** 2) continue;
      const body = world.createBody({ type: "dynamic", shape: polygon(points) });
      expect(Math.abs(body.mass / exact.mass - 1)).toBeLessThan(1e-3);
      expect(Math.abs(body.inertia / exact.inertia - 1)).toBeLessThan(1e-3);
      for (const corner of hull) {
        expect(Math.abs(world.closestPoint(corner)!.distance)).toBeLessThan(3e-4 * radius);
      }
      body.destroy();
    }
    world.dispose();
  });

  it("rests on sides with bends too small to see, and on doubled corners", () => {
    const random = new Random(9);
    const world = new World();
    world.createBody({ position: { x: 0, y: -1 }, shape: box(80, 2) });
    const outline = [-0.5, 0, 0.5].flatMap((x) => [-0.4, 0.4].map((y) => ({ x, y: y * (x === 0 ? 1.0005 : 1) })));
    const bodies = Array.from({ length: 20 }, (_, k) =>
      world.createBody({
        type: "dynamic",
        position: { x: 2 * k - 20, y: 0.5 },
        shape: polygon(
          [...outline, ...outline].map(({ x, y }) => ({
            x: x + random.between(-1e-5, 1e-5),
            y: y + random.between(-1e-5, 1e-5),
          })),
        ),
      }),
    );
    run(world, 3);
    expect(bodies.filter((body) => body.awake)).toEqual([]);
    world.dispose();
  });
});
