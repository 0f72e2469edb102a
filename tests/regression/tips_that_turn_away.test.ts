// Symptom: a bullet whose long ellipse spun fast hung in the air for seconds, one tip on kinematic ground, while its velocity
// grew as in free fall.
// Cause: where it began a step on the ground and ended beyond, it was put back to where it began, turn and all. The tip that
// touches there may turn away at once, so that no contact stops the body, and the next step is the same again.
// What must hold: a body that is held back goes on turning, until the part of it that strikes has a contact.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

describe.each(BUILDS)("a tip that turns away from moving ground (%s)", (_, scree) => {
  const { chain, ellipse, superellipse } = scree;
  const flat = chain([
    { x: 30, y: 0 },
    { x: -30, y: 0 },
  ]);

  it.each([
    ["ellipse", ellipse(0.15, 0.6)],
    ["superellipse", superellipse(0.19, 0.53, 1.3)],
  ])("leaves no bullet hanging in the air: %s", (__, shape) => {
    const hung: string[] = [];
    for (const [speed, spin] of [
      [20, 60],
      [35, 80],
      [40, 50],
    ] as const) {
      for (let k = 20; k < 72; k += 2) {
        const angle = 0.0314 * k;
        const world = new scree.World({ sleeping: false });
        world.createBody({ type: "kinematic", shape: flat, friction: 0 });
        const way = world.castShape(shape, { x: 0, y: 1, angle }, { x: 0, y: -2 })!.fraction * 2;
        const body = world.createBody({
          type: "dynamic",
          bullet: true,
          position: { x: 0, y: 0.996 - way },
          angle,
          shape,
          friction: 0,
          linearVelocity: { x: 0, y: -speed },
          angularVelocity: spin,
        });
        let still = 0;
        for (let step = 0; step < 60 && still < 3; step++) {
          const { y, angle: before } = body;
          world.step();
          still = body.y === y && body.angle === before && body.linearVelocity.y < -5 ? still + 1 : 0;
        }
        if (still >= 3 || body.y < 0) {
          hung.push(`${speed} m/s, ${spin} rad/s, ${k}: at ${body.y}`);
        }
        world.dispose();
      }
    }
    expect(hung).toEqual([]);
  });
});
