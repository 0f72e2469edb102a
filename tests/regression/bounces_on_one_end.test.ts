// Symptom: a plank or box that landed tilted, fast enough to be flat within the step, bounced like one that lands flat: at e = 0.5 it
// left at 6 m/s where it should go on down at 6 m/s and turn.
// Cause: the end that the step turned down had pushed as well, so it bounced with the speed that it had before the first end did.
// What must hold: the first end bounces alone, as the closed form says, and neither end sinks.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";
import type { Body } from "../helpers/engine.js";

const SPEED = -12;

describe.each(BUILDS)("the %s build", (_name, { World, box, halfSpace, polygon }) => {
  const grounds = [
    { shape: box(60, 1), y: -0.5 },
    { shape: halfSpace({ x: 0, y: 1 }), y: 0 },
    { shape: polygon([-30, 30].flatMap((x) => [-0.5, 0.5].map((y) => ({ x, y })))), y: -0.5 },
  ];

  it.each([
    [3, 0.3, 0.1, 0.5],
    [3, 0.3, -0.06, 0.5],
    [4, 0.1, 0.05, 0.2],
    [1, 0.5, 0.06, 0.5],
    [1, 0.5, -0.06, 0.8],
  ])(
    "lets the end that lands first bounce alone: %f × %f m, tilted by %f, e = %f",
    (width, height, angle, restitution) => {
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const arm = -Math.sign(angle) * ((c * width) / 2 - (Math.abs(s) * height) / 2);
      const inertia = (width * width + height * height) / 12;
      const impulse = (-(1 + restitution) * SPEED) / (1 + (arm * arm) / inertia);
      const lowest = (body: Body): number =>
        body.y - (Math.abs(Math.sin(body.angle)) * width) / 2 - (Math.abs(Math.cos(body.angle)) * height) / 2;
      for (const { shape, y } of grounds) {
        const world = new World({ sleeping: false, gravity: { x: 0, y: 0 } });
        world.createBody({ position: { x: 0, y }, shape });
        const body = world.createBody({
          type: "dynamic",
          position: { x: 0, y: 1.5 },
          angle,
          linearVelocity: { x: 0, y: SPEED },
          shape: box(width, height),
          restitution,
          friction: 0,
        });
        let depth = 0;
        const speeds = Array.from({ length: 40 }, () => {
          world.step();
          depth = Math.max(depth, -lowest(body));
          return [body.linearVelocity.y, body.angularVelocity] as const;
        });
        expect(depth).toBeLessThan(0.01);
        const [speed, turning] = speeds.find(([v]) => v > SPEED + 0.1)!;
        expect(Math.abs(speed - (SPEED + impulse))).toBeLessThan(0.5);
        expect(Math.abs(turning - (arm * impulse) / inertia)).toBeLessThan(0.08 * Math.abs(turning));
      }
    },
  );
});
