// Symptom: rounded boxes and capsules with thin ones at their corners overlapped by up to 5 cm without a touch, or reported 11 cm
// less overlap than there was: a capsule of radius 0.5 m with a board of 40 by 10 cm at its end, one pose of 500.
// Cause: faces that do not face each other meet with their corners. Of the incident face the end nearer along the other face was
// taken; the end farther along it may be the nearer one to the corner, by up to half of the edge's length.
// What must hold: in any poses rounded boxes and capsules touch if they overlap, by as much as they do.
import { describe, expect, it } from "vitest";
import { distance, penetration } from "../../dist/geometry.js";
import { BUILDS, times } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";

const PAIRS = 48;
/** By how much another face must be better to replace the present one (m), with rounding. */
const BIAS = 0.0006;

describe.each(BUILDS)("corners that meet (%s)", (_, { World, box, capsule }) => {
  it.each([
    ["a capsule and a board", capsule(1, 0.5), box(0.4, 0.1)],
    ["two rounded boxes", box(0.2, 0.2, { radius: 0.4 }), box(0.2, 0.2, { radius: 0.4 })],
  ])("report how deep %s are in each other", (_pair, a, b) => {
    const random = new Random(7);
    let overlaps = 0;
    for (let round = 0; round < times(40, 1000); round++) {
      const world = new World({ gravity: { x: 0, y: 0 }, continuous: false });
      const pairs = Array.from({ length: PAIRS }, (__, k) => {
        const filter = { mask: 0, group: k + 1 }; // each meets only its partner
        const [way, far] = [random.between(-4, 4), random.between(0.5, 1.4)];
        const position = { x: far * Math.cos(way), y: far * Math.sin(way) };
        return [
          world.createBody({ type: "dynamic", angle: random.between(-4, 4), shape: a, ...filter }),
          world.createBody({ type: "dynamic", position, angle: random.between(-4, 4), shape: b, ...filter }),
        ] as const;
      });
      const gaps = pairs.map(([left, right]) => {
        const first = { shape: a, position: left.position, angle: left.angle };
        const second = { shape: b, position: right.position, angle: right.angle };
        const deep = penetration(first, second);
        return deep ? -deep.depth : distance(first, second).distance;
      });
      world.step(1e-7, 1);
      for (const [k, [left]] of pairs.entries()) {
        if (gaps[k]! < 0) {
          overlaps++;
          const points = left.contacts.flatMap((contact) => contact.points.map(({ separation }) => separation));
          expect(Math.abs(Math.min(...points) - gaps[k]!), `pair ${k} of round ${round}`).toBeLessThan(BIAS);
        }
      }
    }
    expect(overlaps).toBeGreaterThan(500);
  });
});
