// Symptom: a box that landed on its second corner and let go of the first was braked by 2.7 times what friction allows if it slid
// to the left, and not if it slid to the right.
// Cause: what a bounce lets go of made the limit of its friction negative, and a number held between a limit below 0 and its
// opposite is that opposite: friction always in the direction of the tangent, whichever way the surfaces slipped.
// What must hold: a bounce and its mirror image go the same way, up to rounding.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

describe.each(BUILDS)("a box that rocks and bounces (%s)", (_, scree) => {
  const { World, box } = scree;

  it.each([
    { tilt: -0.4, fall: 5, spin: 0, restitution: 0.2 },
    { tilt: -0.04, fall: 6, spin: -3, restitution: 0.2 },
    { tilt: -0.52, fall: 2, spin: 2, restitution: 0.2 },
  ])("slides the same way in a mirror: $tilt, $fall m/s, $spin rad/s", ({ tilt, fall, spin, restitution }) => {
    const [there, mirrored] = [1, -1].map((side) => {
      const world = new World({ sleeping: false });
      world.createBody({ position: { x: 0, y: -0.5 }, shape: box(40, 1), friction: 0.2, restitution });
      const crate = world.createBody({
        type: "dynamic",
        position: { x: 0, y: 1.2 },
        angle: side * tilt,
        linearVelocity: { x: 3 * side, y: -fall },
        angularVelocity: side * spin,
        shape: box(1, 0.6),
        friction: 0.2,
        restitution,
      });
      return Array.from({ length: 40 }, () => {
        world.step();
        return crate.linearVelocity.x * side;
      });
    });
    mirrored!.forEach((speed, step) => {
      expect(speed, `step ${step}`).toBeCloseTo(there![step]!, 2);
    });
  });
});
