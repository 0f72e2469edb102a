// Symptom: a leaf of 3 g in a wind of 8 m/s with a lift of 0.03 and more was thrown about at up to 400 m/s, the largest
// speed there is.
// Cause: lift was added as a force of the velocity before the sub-step; where it turns that velocity by more than the angle
// to the plate, the leaf gains energy at each.
// What must hold: lift is across the wind and does no work: whatever its coefficient, the velocity against the medium keeps
// its magnitude, and nears the plate's own line: tan α falls as exp(−lift |u| t / m).
import { describe, expect, it } from "vitest";
import { BUILDS, DT, run } from "../helpers/engine.js";

const WIND = 8;

describe.each(BUILDS)("lift (%s)", (_, { World, box }) => {
  it.each([0, 0.03, 0.3, 3, 1e6, 1e30])("gives no energy to a leaf: %d", (lift) => {
    for (const angle of [0.3, 1.2, Math.PI / 2, 2.5]) {
      for (const gravity of [0, -10]) {
        const world = new World({ gravity: { x: 0, y: gravity } });
        world.createField({ type: "area", velocity: { x: WIND, y: 0 }, lift });
        const leaf = world.createBody({
          type: "dynamic",
          shape: box(0.3, 0.02),
          angle,
          density: 0.5,
          fixedRotation: true,
        });
        run(world, 2, () => {
          const { x, y } = leaf.linearVelocity;
          const energy = 0.5 * ((x - WIND) ** 2 + y * y);
          // Gravity gives −g y in the frame of the wind too, where the height is the same.
          expect(energy / (0.5 * WIND ** 2 + gravity * leaf.y)).toBeLessThan(1.01 + (gravity === 0 ? 0 : 0.01));
          if (gravity === 0) {
            expect(Math.sqrt(2 * energy) / WIND).toBeCloseTo(1, 4);
          }
        });
      }
    }
  });

  it("turns the wind into the plate's line by exp(−lift |u| t / m)", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    world.createField({ type: "area", velocity: { x: WIND, y: 0 }, lift: 0.05 });
    const angle = 0.7;
    const plate = world.createBody({ type: "dynamic", shape: box(2, 0.1), angle, fixedRotation: true });
    run(world, 0.5);
    const { x, y } = plate.linearVelocity;
    const attack = Math.atan2(-y, WIND - x);
    const expected = Math.tan(-angle) * Math.exp((-0.05 * WIND * 0.5) / plate.mass);
    expect(Math.tan(attack - angle) / expected).toBeCloseTo(1, 2);
  });

  it("of several fields together gives no energy either", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    for (let k = 0; k < 3; k++) {
      world.createField({ type: "area", velocity: { x: WIND, y: 0 }, lift: 0.3 });
    }
    const leaf = world.createBody({
      type: "dynamic",
      shape: box(0.3, 0.02),
      angle: 1.2,
      density: 0.5,
      fixedRotation: true,
    });
    for (let step = 0; step < 120; step++) {
      world.step(DT);
      const { x, y } = leaf.linearVelocity;
      expect(Math.hypot(x - WIND, y) / WIND).toBeCloseTo(1, 4);
    }
  });
});
