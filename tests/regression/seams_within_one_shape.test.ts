// Symptom: a body of a box and a ball was thrown under the end of a bar, and the ball went 6 cm into that end.
// Cause: a contact that begins while bodies slide is left out if other ground that the mover touches hides it, as at a seam. What
// the mover's box touched counted as other ground though it was the same bar.
// What must hold: a shape has no seam with itself. The ball stops at the bar.
import { expect, it } from "vitest";
import { BUILDS, DT, type Body, type Engine } from "../helpers/engine.js";

/** A box with a ball, and a bar with a box and a ball, shortly before they meet. */
function meet({ World, box, circle }: Engine): { thrown: Body; bar: Body; step: () => void } {
  const world = new World({ gravity: { x: 0, y: -10 } });
  world.createBody({ position: { x: 10, y: -1 }, shape: box(60, 2) });
  const bar = world.createBody({
    type: "dynamic",
    position: { x: 11.4715, y: 0.588 },
    angle: 2.84725,
    linearVelocity: { x: 7.75, y: -4.21 },
    angularVelocity: -3.185,
    shapes: [
      box(0.2, 0.56, { center: { x: 0.446, y: -0.643 } }),
      box(1, 0.3, { center: { x: 0.797, y: 0.412 } }),
      circle(0.35, { center: { x: -0.074, y: -0.389 } }),
    ],
  });
  const thrown = world.createBody({
    type: "dynamic",
    position: { x: 10.5495, y: 0.8273 },
    angle: 2.50165,
    linearVelocity: { x: 5.37, y: -0.53 },
    angularVelocity: 8.747,
    shapes: [
      box(0.266, 0.282, { center: { x: 0.1756, y: -0.0247 } }),
      circle(0.15, { center: { x: 0.4253, y: 0.4488 } }),
    ],
  });
  return { thrown, bar, step: () => world.step(DT) };
}

it.each(BUILDS)("a ball does not enter a bar that the box beside it touches (%s)", (_, engine) => {
  const { thrown, bar, step } = meet(engine);
  let deepest = 0;
  for (let k = 0; k < 10; k++) {
    step();
    const contacts = thrown.contacts.filter(({ bodyA, bodyB }) => bodyA === bar || bodyB === bar);
    deepest = Math.max(deepest, ...contacts.flatMap(({ points }) => points.map(({ separation }) => -separation)));
  }
  expect(deepest).toBeGreaterThan(0);
  expect(deepest).toBeLessThan(0.03);
});
