// Symptom: a box that landed on its second corner and let go of the first was braked by 2.7 times what friction allows if it
// slid to the left, and not if it slid to the right.
// Cause: at a point that a bounce lets go of, the limit of friction became negative, and a number held between a limit below
// 0 and its opposite is that opposite: friction always in the direction of the tangent, whichever way the surfaces slipped.
// What must hold: a bounce and its mirror image go the same way, up to rounding.
import { describe, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";
import { expectMirrored } from "../helpers/mirror.js";

describe.each(BUILDS)("a box that rocks and bounces (%s)", (_, engine) => {
  const { box } = engine;

  it.each([
    { tilt: -0.4, fall: 5, spin: 0, restitution: 0.2 },
    { tilt: -0.04, fall: 6, spin: -3, restitution: 0.2 },
    { tilt: -0.52, fall: 2, spin: 2, restitution: 0.2 },
  ])("slides the same way in a mirror: $tilt, $fall m/s, $spin rad/s", ({ tilt, fall, spin, restitution }) => {
    const surface = { friction: 0.2, restitution };
    expectMirrored(
      {
        engine,
        ground: (world) => world.createBody({ position: { x: 0, y: -0.5 }, shape: box(40, 1), ...surface }),
        body: {
          position: { x: 0, y: 1.2 },
          angle: tilt,
          linearVelocity: { x: 3, y: -fall },
          angularVelocity: spin,
          shape: box(1, 0.6),
          ...surface,
        },
        steps: 40,
        look: (body, side) => [side * body.linearVelocity.x],
      },
      2,
    );
  });
});
