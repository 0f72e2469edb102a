// Symptom: an elastic ball that a torque spins up rose by less with every bounce on a floor without friction, from 3 m to 2.6, 1.5 and 0.5.
// Cause: the energy balance of a blow left out the work of torques, which looked like a gain of the blow. What must hold: a spin that has
// nothing to do with a blow does not change it.
import { expect, it } from "vitest";
import { BUILDS, DT } from "../helpers/engine.js";

it.each(BUILDS)("an elastic ball rises just as high while a torque spins it (%s)", (_, { World, box, circle }) => {
  const heights = [0, 5, -20].map((torque) => {
    const world = new World({ gravity: { x: 0, y: -10 }, sleeping: false });
    const smooth = { friction: 0, restitution: 1 };
    world.createBody({ position: { x: 0, y: -1 }, shape: box(20, 2), ...smooth });
    const ball = world.createBody({ type: "dynamic", position: { x: 0, y: 3 }, shape: circle(0.5), ...smooth });
    let top = 0;
    for (let step = 0; step < 240; step++) {
      ball.applyTorque(torque);
      world.step(DT);
      top = step > 130 ? Math.max(top, ball.y) : 0; // after the second bounce
    }
    world.dispose();
    return top;
  });
  expect(heights[0]).toBeGreaterThan(2.9);
  expect(heights[1]).toBeCloseTo(heights[0]!, 2);
  expect(heights[2]).toBeCloseTo(heights[0]!, 2);
});
