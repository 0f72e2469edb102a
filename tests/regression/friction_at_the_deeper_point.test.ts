// Symptom: a plank that lands on one end kept static friction there or slid, by which of its ends that was: mirrored, it went
// another way.
// Cause: whether the surfaces slip was asked at the first point of the contact, which may be the end that is in the air.
// What must hold: a scene and its mirror image go the same way, up to rounding.
import { describe, expect, it } from "vitest";
import { BUILDS, run } from "../helpers/engine.js";

describe.each(BUILDS)("a plank that lands on one end (%s)", (_, scree) => {
  const { World, box, capsule } = scree;

  it.each([
    { name: "capsule", shape: capsule(0.8, 0.25) },
    { name: "box", shape: box(1, 0.8) },
    { name: "plank", shape: box(2, 0.2) },
  ])("goes the same way in a mirror: $name", ({ shape }) => {
    const land = (side: number, tilt: number): number[] => {
      const surface = { friction: 0.3, staticFriction: 1 };
      const world = new World({ sleeping: false });
      world.createBody({ position: { x: 0, y: -0.5 }, shape: box(10, 1), ...surface });
      const plank = world.createBody({
        type: "dynamic",
        position: { x: 0.13 * side, y: 1.3 },
        angle: tilt * side,
        linearVelocity: { x: 1.5 * side, y: -2 },
        angularVelocity: 0.7 * side,
        shape,
        ...surface,
      });
      run(world, 0.4);
      const { x, y } = plank.linearVelocity;
      return [plank.x * side, plank.y, x * side, y, plank.angularVelocity * side];
    };
    for (let k = -4; k <= 4; k++) {
      const there = land(1, 0.15 * k + 0.01);
      land(-1, 0.15 * k + 0.01).forEach((number, i) => {
        expect(number, `${k}`).toBeCloseTo(there[i]!, 2);
      });
    }
  });
});
