// Symptom: a block pushed up a slope on which it could rest slid back down from its highest point, in four of five runs.
// Cause: static friction came back only to bodies at rest exactly when a step ended; in between the slide had reversed.
// What must hold: a body that comes to rest stays where tan θ < μs, whenever in a step that is, and slides on where it is
// not.
import { describe, expect, it } from "vitest";
import { BUILDS, run } from "../helpers/engine.js";

describe.each(BUILDS)("a block pushed up a slope (%s)", (_, scree) => {
  const { World, box } = scree;

  it.each([
    { slope: 0.4, dynamic: 0.3, sticking: 0.6, stays: true },
    { slope: 0.31, dynamic: 0.3, sticking: 0.35, stays: true },
    { slope: 0.5, dynamic: 0.3, sticking: 0.45, stays: false },
    { slope: 0.2, dynamic: 0.3, sticking: 0.6, stays: true },
  ])("of $slope, friction $dynamic and $sticking: stays $stays", ({ slope, dynamic, sticking, stays }) => {
    const angle = Math.atan(slope);
    const surface = { friction: dynamic, staticFriction: sticking };
    for (const substeps of [1, 4, 8]) {
      for (let k = 0; k < 12; k++) {
        const gravity = { x: -10 * Math.sin(angle), y: -10 * Math.cos(angle) };
        const world = new World({ sleeping: false, substeps, gravity });
        world.createBody({ position: { x: 0, y: -1 }, shape: box(400, 2), ...surface });
        const block = world.createBody({
          type: "dynamic",
          position: { x: 0, y: 0.25 },
          shape: box(1, 0.5),
          linearVelocity: { x: 1 + 0.07 * k, y: 0 },
          ...surface,
        });
        run(world, 3);
        if (stays) {
          expect(Math.abs(block.linearVelocity.x), `${substeps} sub-steps, ${k}`).toBeLessThan(0.01);
          const way = (1 + 0.07 * k) ** 2 / (20 * (Math.sin(angle) + dynamic * Math.cos(angle)));
          expect(Math.abs(block.x - way)).toBeLessThan(0.04);
        } else {
          expect(block.linearVelocity.x).toBeLessThan(-1);
        }
      }
    }
  });
});
