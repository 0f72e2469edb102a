// Symptom: castRay among 5,000 static boxes trapped: memory access out of bounds.
// Cause: a place of the tree without an item is an empty box, lower corner at +∞, upper at −∞. The slab test by minimum and maximum
// swapped the two, so the ray entered it and went on to a child that does not exist.
// What must hold: a ray in any direction, also along an axis or of no length, ends, and hits what brute force hits.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";

describe.each(BUILDS)("rays of the %s build", (_name, engine) => {
  it.each([1, 2, 3, 5, 17, 65, 257, 5000])("end among %d static boxes, and meet the first", (count) => {
    const random = new Random(count);
    const world = new engine.World();
    const positions = Float32Array.from({ length: 2 * count }, () => random.between(-150, 150));
    world.createBodies({ count, shape: engine.box(1, 1), positions });
    const directions = [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
      [1, 1],
      [-1, 1],
      [0, 0],
      [1e-20, -1],
    ] as const;
    for (let k = 0; k < 200; k++) {
      // Half of the rays run along x, at the height of a box.
      const at = 2 * random.below(count);
      const from = k % 2 === 0 ? [-200, positions[at + 1]!] : [random.between(-200, 200), random.between(-200, 200)];
      const [x, y] = from.map(Math.fround) as [number, number];
      const [ux, uy] = k % 2 === 0 ? [1, 0] : random.pick(directions);
      const [dx, dy] = [400 * ux, 400 * uy];
      let first = Infinity;
      for (let i = 0; i < 2 * count; i += 2) {
        let [enter, leave] = [0, 1];
        for (const [o, d, c] of [
          [x, dx, positions[i]!],
          [y, dy, positions[i + 1]!],
        ] as const) {
          if (d === 0) {
            enter = Math.abs(o - c) <= 0.5 ? enter : Infinity;
          } else {
            enter = Math.max(enter, Math.min((c - 0.5 - o) / d, (c + 0.5 - o) / d));
            leave = Math.min(leave, Math.max((c - 0.5 - o) / d, (c + 0.5 - o) / d));
          }
        }
        first = enter <= leave ? Math.min(first, enter) : first;
      }
      const hit = world.castRay({ x, y }, { x: dx, y: dy });
      const told = `ray ${k} from ${x}, ${y} along ${dx}, ${dy}`;
      if (k % 2 === 0) {
        expect(hit, told).not.toBeNull();
      }
      if (hit === null || first === Infinity) {
        expect(hit === null ? Infinity : hit.fraction, told).toBe(first);
      } else {
        expect(Math.abs(hit.fraction - first) * 400, told).toBeLessThan(1e-3);
      }
    }
    expect(world.castRay({ x: -1e6, y: 0 }, { x: 2e6, y: 1 }) === undefined).toBe(false);
    world.dispose();
  });
});
