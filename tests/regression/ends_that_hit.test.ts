// Symptom: boxes that landed on their left corner reported a hit at the other end, with up to fifty times the momentum they lost; on the
// right corner they did not.
// Cause: which of two points had hit was decided by their impulses of the last sub-step, when neither pushed any more. The one taken
// then was still coming down, so the blow was thought to go on.
// What must hold: a hit is reported at the end that hit, with the impulse that stops the body, on both sides.
import { describe, expect, it } from "vitest";
import { BUILDS, DT } from "../helpers/engine.js";

describe.each(BUILDS)("a tilted box that lands (%s)", (_, { World, box }) => {
  const half = { x: 0.5, y: 0.25 };
  const lands = [1, -1].flatMap((side) => [0, 0.3, 0.6].map((restitution) => ({ side, restitution })));

  it.each(lands)("reports the corner that hit, and how hard: side $side, restitution $restitution", (given) => {
    const { side, restitution } = given;
    for (let n = 0; n < 60; n++) {
      const world = new World({ sleeping: false });
      world.createBody({ position: { x: 0, y: -1 }, shape: box(40, 2) });
      const body = world.createBody({
        type: "dynamic",
        position: { x: 0, y: 1 + 0.4 * Math.floor(n / 12) },
        angle: side * (0.02 + 0.025 * (n % 12)),
        shape: box(2 * half.x, 2 * half.y),
        restitution,
        events: { hit: true },
      });
      for (let step = 0; step < 60; step++) {
        const corner = body.toWorld({ x: -side * half.x, y: -half.y });
        const before = body.linearVelocity.y;
        world.step(DT);
        const hits = [...world.events.hit];
        if (hits.length === 0) {
          continue;
        }
        expect(Math.abs(hits[0]!.point.x - corner.x)).toBeLessThan(0.2);
        const taken = body.linearVelocity.y - before + 10 * DT;
        world.step(DT);
        const both = body.linearVelocity.y - before + 20 * DT;
        expect(hits[0]!.impulse).toBeLessThan(1.2 * body.mass * Math.max(taken, both));
        break;
      }
      world.dispose();
    }
  });
});
