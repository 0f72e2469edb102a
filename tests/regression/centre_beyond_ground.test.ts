// Symptom: a body of a small circle and a large sensor, spinning, sank through a chain within ten steps while its contact pushed
// next to nothing (random scene 1297).
// Cause: the motion of a fast body was cut where its centre of mass would pass through ground. This body's centre lies beside its circle
// and may be beyond the ground: it was held there, against the push that lifted the body.
// What must hold: only shapes that collide are kept on their side of the ground.
import { expect, it } from "vitest";
import { circle, segment, World } from "../../dist/index.js";
import { run } from "../helpers/engine.js";

const RADIUS = 0.24;

it.each([6, 9, 12, 15, 18, 25, -6, -12, -18, -25])(
  "a circle with its centre of mass beside it, spinning at %i rad/s, does not sink through a line",
  (angularVelocity) => {
    for (let k = 0; k < 16; k++) {
      const world = new World();
      world.createBody({ shape: segment({ x: -60, y: 0 }, { x: 60, y: 0 }) });
      const body = world.createBody({
        type: "dynamic",
        position: { x: 0, y: 0.8 },
        angle: 0.4 * k,
        linearVelocity: { x: 0, y: -3 },
        angularVelocity,
        shape: circle(RADIUS),
      });
      body.addShape(circle(0.35, { center: { x: 0.5, y: 0 } }), { sensor: true });
      let lowest = Infinity; // a circle that moves by less than half its radius in a step is not swept
      run(world, 3, () => {
        lowest = Math.min(lowest, body.y);
      });
      expect(lowest, `angle ${0.4 * k}`).toBeGreaterThan(RADIUS / 2);
      world.dispose();
    }
  },
);
