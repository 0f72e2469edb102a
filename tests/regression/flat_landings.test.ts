// Boxes that fell flat came to rest up to 16 mm aside: the two points of the landing were solved one after the other, which
// turned the box a little (docs/decisions/0022-points-of-a-contact.md).
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

const HEIGHTS = Array.from({ length: 11 }, (_, i) => 0.5 + 0.25 * i);

describe.each(BUILDS)("the %s build", (_name, { World, box }) => {
  it.each([
    [1, 1, 0.3],
    [1, 1, 0.6],
    [2, 0.5, 0.3],
    [2, 0.5, 0.6],
    [0.5, 2, 0.6],
  ])("lands a box of %s × %s m flat, friction %s, and leaves it there", (width, height, friction) => {
    for (const above of HEIGHTS) {
      const world = new World({ sleeping: false });
      world.createBody({ position: { x: 0, y: -5 }, shape: box(100, 10), friction });
      const position = { x: 0, y: above + height / 2 };
      const body = world.createBody({ type: "dynamic", position, shape: box(width, height), friction });
      let turn = 0;
      for (let step = 0; step < 180; step++) {
        world.step();
        turn = Math.max(turn, Math.abs(body.angle));
      }
      expect(turn).toBeLessThan(1e-5);
      expect(Math.abs(body.x)).toBeLessThan(1e-5);
    }
  });
});
