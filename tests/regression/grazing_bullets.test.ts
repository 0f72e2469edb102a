// Symptom: of 200 bullets that graze a ball of their size 11 left it where it was.
// Cause: such a bullet ended the step beside the ball, within the slop, and with a normal up to 60° from that where they had
// met: it was left to the next step's contact, which let it by. What must hold: a bullet that meets a body strikes it.
import { expect, it } from "vitest";
import { BUILDS, run } from "../helpers/engine.js";

it.each(BUILDS)("a bullet that grazes a ball moves it (%s)", (_, { World, circle }) => {
  for (const [radius, speed] of [
    [0.0285, 5.7],
    [0.1, 20],
  ] as const) {
    for (let k = 0; k < 200; k++) {
      const world = new World({ gravity: { x: 0, y: 0 }, restitutionThreshold: 0, sleeping: false });
      const material = { shape: circle(radius), friction: 0, restitution: 1, bullet: true, type: "dynamic" } as const;
      const position = { x: -0.5 - 4 * radius - 0.031 * k * radius, y: ((k % 40) / 40) * 1.9 * radius };
      world.createBody({ ...material, position, linearVelocity: { x: speed, y: 0 } });
      const ball = world.createBody(material);
      run(world, (1.7 * -position.x) / speed);
      expect(Math.hypot(ball.linearVelocity.x, ball.linearVelocity.y), `shot ${k}`).toBeGreaterThan(0.1 * speed);
      world.dispose();
    }
  }
});
