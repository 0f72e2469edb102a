// Symptom: `contactBegin` was sent for shapes half a metre apart that never touched, and `contactEnd` a step later; `body.contacts` listed
// them.
// Cause: while a body of several shapes lands on one end, shapes that may come down at the other have points ahead, and these counted as
// a touch.
// What must hold: a begin is sent only for shapes that are within 2 cm or have pushed; others get neither event.
import { describe, expect, it } from "vitest";
import { BUILDS, DT } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";

/** Middle and half size of a table's top and feet (unit: m). */
const PARTS = [
  { x: 0, y: 0, hx: 1, hy: 0.05 },
  { x: -0.9, y: -0.4, hx: 0.05, hy: 0.4 },
  { x: 0.9, y: -0.4, hx: 0.05, hy: 0.4 },
];
const CORNERS = [-1, 1].flatMap((sx) => [-1, 1].map((sy) => ({ sx, sy })));

describe.each(BUILDS)("a table that lands on one end (%s)", (_name, { World, box }) => {
  it("sends no begin for a foot that does not come down", () => {
    const random = new Random(2);
    let begins = 0;
    for (let drop = 0; drop < 60; drop++) {
      const world = new World({ events: { hit: true } });
      for (let tile = -4; tile < 4; tile++) {
        world.createBody({ position: { x: 2 * tile + 1, y: -0.5 }, shape: box(2, 1) });
      }
      const table = world.createBody({
        type: "dynamic",
        position: { x: random.between(-0.9, 0.9), y: random.between(1.2, 2) },
        angle: random.between(-0.6, 0.6),
        linearVelocity: { x: random.between(-3, 3), y: -random.between(2, 12) },
        angularVelocity: random.between(-8, 8),
        shapes: PARTS.map(({ x, y, hx, hy }) => box(2 * hx, 2 * hy, { center: { x, y } })),
      });
      /** Height of each part's lowest corner over the tiles. */
      const heights = () =>
        PARTS.map(({ x, y, hx, hy }) =>
          Math.min(...CORNERS.map(({ sx, sy }) => table.toWorld({ x: x + sx * hx, y: y + sy * hy }).y)),
        );
      /** Touching pairs by the ids of their shapes: which part it is, and how low it has been since. */
      const touching = new Map<string, { part: number; lowest: number }>();
      for (let step = 0; step < 60; step++) {
        const before = heights();
        world.step(DT);
        const after = heights();
        const name = (e: { shapeIdA: number; shapeIdB: number }) => `${e.shapeIdA} ${e.shapeIdB}`;
        for (const begin of world.events.contactBegin) {
          expect(touching.has(name(begin))).toBe(false);
          const part = table.shapes.findIndex(({ id }) => id === begin.shapeIdA || id === begin.shapeIdB);
          touching.set(name(begin), { part, lowest: before[part]! });
          begins++;
        }
        for (const touch of touching.values()) {
          touch.lowest = Math.min(touch.lowest, after[touch.part]!);
        }
        for (const hit of world.events.hit) {
          expect(touching.has(name(hit))).toBe(true);
        }
        for (const end of world.events.contactEnd) {
          expect(touching.get(name(end))!.lowest).toBeLessThan(0.025);
          touching.delete(name(end));
        }
        const told = table.contacts.map(name);
        expect(told.sort()).toEqual([...touching.keys()].sort());
      }
      world.dispose();
    }
    expect(begins).toBeGreaterThan(100);
  });
});
