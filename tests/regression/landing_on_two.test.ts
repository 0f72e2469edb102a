// Symptom: a body that lands flat on two wheels, two legs or several boxes of the ground, and bounces, was thrown aside by
// up to a quarter of the speed at which it came.
// Cause: contacts bounce one after the other. Friction held the turn that the first one gave; the passes after that set the
// turn right, but could take back only as much friction as they themselves pushed.
// What must hold: a body that lands evenly leaves straight up, at e times its speed, and does not turn.
import { describe, expect, it } from "vitest";
import { BUILDS, run } from "../helpers/engine.js";

describe.each(BUILDS)("a body that lands flat (%s)", (_, scree) => {
  const { World, box, circle } = scree;
  const disc = (x: number) => circle(0.3, { center: { x, y: 0 } });
  const leg = (x: number) => box(0.2, 0.6, { center: { x, y: 0 } });

  it.each([
    ["two wheels", () => [disc(-0.7), disc(0.7)], 40, 0.01],
    ["two legs", () => [leg(-0.6), leg(0.6)], 40, 0.01],
    ["two legs, on boxes of 0.3 m", () => [leg(-0.6), leg(0.6)], 0.3, 0.01],
    ["a box, on boxes of 0.3 m", () => [box(1, 0.6)], 0.3, 0.2],
  ] as const)("leaves straight up: %s", (_name, shapes, width, tolerance) => {
    for (const restitution of [0.3, 0.6, 1]) {
      for (let k = 0; k < 10; k++) {
        const surface = { friction: 0.5, restitution };
        const world = new World({ gravity: { x: 0, y: 0 }, sleeping: false });
        for (let x = -6; x < 6; x += width) {
          world.createBody({ position: { x: x + width / 2, y: -0.5 }, shape: box(width, 1), ...surface });
        }
        const body = world.createBody({
          type: "dynamic",
          position: { x: 0, y: 1.3 + 0.014 * k },
          linearVelocity: { x: 0, y: -5 },
          shapes: shapes(),
          ...surface,
        });
        run(world, 0.5);
        expect(Math.abs(body.linearVelocity.x)).toBeLessThan(tolerance);
        expect(Math.abs(body.angularVelocity)).toBeLessThan(tolerance);
        expect(Math.abs(body.linearVelocity.y - 5 * restitution)).toBeLessThan(tolerance);
      }
    }
  });
});
