// Symptom: a fluid whose region is a capsule or a rounded box displaced up to 0.3 % too much, where docs/forces.md says a
// thousandth.
// Cause: round parts of an outline are drawn a little outside the curve, to have its area, and the straight sides, which end
// on them, moved out too.
// What must hold: a body that covers a region is lifted by all of its area.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

describe.each(BUILDS)("the %s build", (_name, { World, box, capsule, polygon }) => {
  const corners = [0, 1, 2, 3, 4].map((k) => ({ x: 2 * Math.cos(1.256637 * k), y: 2 * Math.sin(1.256637 * k) }));
  const side = 4 * Math.sin(Math.PI / 5);
  const pentagon = 10 * Math.sin((2 * Math.PI) / 5) + 5 * side * 0.5 + Math.PI * 0.25;
  it.each([
    ["capsule", capsule(5, 0.2), 2 + 0.04 * Math.PI],
    ["short capsule", capsule(0.2, 1), 0.4 + Math.PI],
    ["rounded box", box(1, 1, { radius: 0.5 }), 3 + 0.25 * Math.PI],
    ["rounded pentagon", polygon(corners, { radius: 0.5 }), pentagon],
  ] as const)("a box that covers a %s of fluid is lifted by its area", (_region, region, area) => {
    for (const angle of [0, 0.3, 1.2, 2.9]) {
      const world = new World();
      world.createField({ type: "fluid", density: 1, region, angle });
      const body = world.createBody({ type: "dynamic", shape: box(20, 20), gravityScale: 0 });
      world.step(1e-3, 1);
      expect((body.linearVelocity.y * body.mass) / 1e-2 / area).toBeCloseTo(1, 3);
      world.dispose();
    }
  });
});
