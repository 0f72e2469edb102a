// Symptom: thin curved shapes shot into an acute corner came out at its tip: of 401 flat ellipses in a V of 44° at 40 m/s 39; of
// 1,500 in Vs of 40° to 70° 1, 9, 33, 61 and 82 at 20, 30, 40, 50 and 60 m/s.
// Cause: where a turning shape does not fit between two walls, each pushed the end of its path into the other, by turns; the
// last wall won, and a round of both that ended as it began passed for agreed. A shape stopped at one wall while it slid along
// the other and turned was deep in the other, for it had been held out at the end of its path before that was cut short.
// What must hold: none comes out, and hardly one in a thousand stands in a corner with a speed that nothing answers.
import { describe, expect, it } from "vitest";
import type { ShapeDescriptor } from "../../dist/index.js";
import { BUILDS } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";

describe.each(BUILDS)("the %s build", (build, { World, box, chain, ellipse, polygon, segment, superellipse }) => {
  const walls: Record<string, (tip: number) => ShapeDescriptor[]> = {
    "a chain": (a) => [
      chain([
        { x: 8 * Math.cos(a), y: 8 * Math.sin(a) },
        { x: 0, y: 0 },
        { x: 8, y: 0 },
      ]),
    ],
    "two segments": (a) => [
      segment({ x: 0, y: 0 }, { x: 8, y: 0 }),
      segment({ x: 0, y: 0 }, { x: 8 * Math.cos(a), y: 8 * Math.sin(a) }),
    ],
    "two blocks": (a) => [
      box(8, 1, { center: { x: 4, y: -0.5 } }),
      box(8, 1, {
        center: { x: 4 * Math.cos(a) - 0.5 * Math.sin(a), y: 4 * Math.sin(a) + 0.5 * Math.cos(a) },
        angle: a,
      }),
    ],
  };
  const ring = (corners: number, x: number, y: number): ShapeDescriptor =>
    polygon(
      Array.from({ length: corners }, (_, k) => {
        const angle = (2 * Math.PI * k) / corners;
        return { x: x * Math.cos(angle), y: y * Math.sin(angle) };
      }),
    );

  it.each(Object.entries(walls))("keeps thin shapes in the corner of %s", (_walls, cornerOf) => {
    const random = new Random(5);
    let standing = 0;
    for (let k = 0; k < (build === "simd" ? 600 : 100); k++) {
      const a = random.between(0.7, 1.2);
      const world = new World({ gravity: { x: 0, y: 0 } });
      world.createBody({ shapes: cornerOf(a).map((shape) => ({ shape })) });
      const rx = random.between(0.15, 0.35);
      const ry = rx * random.between(0.15, 0.3);
      const speed = random.between(25, 60);
      const way = a / 2 + random.between(-0.4, 0.4);
      const from = random.between(2.5, 4);
      const body = world.createBody({
        type: "dynamic",
        position: { x: from * Math.cos(a / 2), y: from * Math.sin(a / 2) },
        angle: random.between(-3, 3),
        linearVelocity: { x: -speed * Math.cos(way), y: -speed * Math.sin(way) },
        shape: random.pick([
          () => ellipse(rx, ry),
          () => superellipse(rx, ry, 4),
          () => ring(8, rx, ry),
          () => ring(12, rx, ry),
        ])(),
      });
      let stood = 0;
      for (let step = 0; step < 60; step++) {
        const { x, y } = body;
        world.step();
        const gone = Math.hypot(body.x - x, body.y - y);
        const { linearVelocity: v } = body;
        const fast = Math.hypot(v.x, v.y);
        stood = fast > 1 && gone < (0.1 * fast) / 60 ? stood + 1 : 0;
        standing += stood === 8 ? 1 : 0;
        if (Math.hypot(body.x, body.y) < 7) {
          const inside = Math.min(body.y, body.x * Math.sin(a) - body.y * Math.cos(a));
          expect(inside, `number ${k} in step ${step}`).toBeGreaterThan(0);
        }
      }
      world.dispose();
    }
    expect(standing).toBeLessThan(2); // a shape that turns by π a step may stand for long: five of 15,000 do
  });
});
