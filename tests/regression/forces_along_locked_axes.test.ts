// Symptom: a mass on a spring hung lower where the body it hung from, locked in every direction, had a weight, by 5 % at
// four sub-steps and 23 % at one, and a box standing on such a body was pressed into it by 2 cm.
// Cause: a sub-step's forces gave a locked body a speed along its locks, which loaded constraints until the locks took it
// back.
// What must hold: a locked body feels no force. A mass on a spring hangs by g / ω² below its length, and a box stands on a
// locked body as on ground.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

describe.each(BUILDS)("a body locked in every direction (%s)", (_name, { World, box }) => {
  it.each(["gravity", "gravity of its own"])("feels no %s", (what) => {
    for (const substeps of [1, 4]) {
      const world = new World({ substeps, sleeping: false });
      const at = (x: number, y: number) => world.createBody({ type: "dynamic", position: { x, y }, shape: box(1, 1) });
      const hook = at(0, 0);
      const plate = at(9, 0);
      for (const body of [hook, plate]) {
        body.locks = { x: true, y: true, rotation: true };
        if (what !== "gravity") {
          body.gravity = { x: 0, y: -10 };
        }
      }
      const load = at(0, -2);
      const stands = at(9, 1);
      world.createJoint({
        type: "spring",
        bodyA: hook,
        bodyB: load,
        length: 2,
        spring: { hertz: 2, dampingRatio: 0.7 },
      });
      for (let step = 0; step < 300; step++) {
        world.step();
      }
      const sag = 10 / (4 * Math.PI) ** 2;
      expect(Math.abs(-2 - load.y - sag), `${substeps} sub-steps`).toBeLessThan(0.002 * sag);
      expect(1 - stands.y, `${substeps} sub-steps`).toBeLessThan(0.0005);
    }
  });
});
