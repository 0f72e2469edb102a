// Symptom: ellipses that landed on one end sank with the other as deep as it came down in a step: a thin one of 2 m that fell 10
// m by 17 cm, one of 0.6 m that fell 5 m by 6 cm.
// Cause: ellipses touch in one point, so the end coming down beside it had no contact, and a shape that touches when a step
// begins was not swept.
// What must hold: they sink by less than 4.5 cm.
import { expect, it } from "vitest";
import { BUILDS, run, type Engine } from "../helpers/engine.js";

/** Half the height of an ellipse that is turned, and of a superellipse, of half axes a and b. */
function heightOf(a: number, b: number, exponent: number, angle: number): number {
  const p = exponent / (exponent - 1);
  return ((a * Math.abs(Math.sin(angle))) ** p + (b * Math.abs(Math.cos(angle))) ** p) ** (1 / p);
}

const grounds = {
  "a box": (s: Engine) => [s.box(40, 10, { center: { x: 0, y: -5 } })],
  "boxes in a row": (s: Engine) =>
    Array.from({ length: 40 }, (_, i) => s.box(0.5, 1, { center: { x: (i - 20) / 2, y: -0.5 } })),
  "a half-space": (s: Engine) => [s.halfSpace({ x: 0, y: 1 })],
  "a chain": (s: Engine) => [s.chain([12, 4, 1, 0, -3, -12].map((x) => ({ x, y: 0 })))],
};

it.each(BUILDS.flatMap(([build, scree]) => Object.keys(grounds).map((ground) => [ground, build, scree] as const)))(
  "an ellipse slams down on %s without sinking (%s)",
  (ground, _, scree) => {
    const { World, ellipse, superellipse } = scree;
    for (const [a, b, exponent] of [
      [1, 0.1, 2],
      [1, 0.25, 2],
      [0.3, 0.1, 2],
      [1, 0.2, 4],
    ] as const) {
      for (let start = 0; start < 24; start++) {
        const world = new World();
        world.createBody({ shapes: grounds[ground as keyof typeof grounds](scree) });
        const body = world.createBody({
          type: "dynamic",
          position: { x: 0.1, y: 2 + a + (start % 3) * 4 },
          angle: ((start + 0.5) / 24) * Math.PI,
          angularVelocity: (start % 5) - 2,
          shape: exponent === 2 ? ellipse(a, b) : superellipse(a, b, exponent),
        });
        let deepest = 0;
        run(world, 3, () => {
          deepest = Math.max(deepest, heightOf(a, b, exponent, body.angle) - body.y);
        });
        expect(deepest, `${a} ${b} ${exponent}, start ${start}`).toBeLessThan(0.045);
        world.dispose();
      }
    }
  },
);
