// Symptom: a ball at 60 m/s flew through a sleeping plate in any world of more than 512 static shapes, and in the first steps of
// a smaller one.
// Cause: a sleeper stays in the tree of moving shapes until that is sorted, or until enough have gathered; fast bodies asked
// that tree only if something static was in it.
// What must hold: a sleeper stops fast bodies as the ground does, whichever tree it is in.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

describe.each(BUILDS)("the %s build", (_name, { World, box, circle }) => {
  it.each([
    [0, 0],
    [600, 0],
    [600, 60],
  ])("stops a ball at a plate, beside %i static boxes, that has slept for %i steps", (boxes, steps) => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    for (let k = 0; k < boxes; k++) {
      world.createBody({ type: "static", position: { x: 100 + 3 * k, y: 50 }, shape: box(1, 1) });
    }
    for (let step = 0; step < 12; step++) {
      world.step();
    }
    const plate = world.createBody({ type: "dynamic", shape: box(0.02, 4), density: 1000 });
    plate.awake = false;
    for (let step = 0; step < steps; step++) {
      world.step();
    }
    const ball = world.createBody({
      type: "dynamic",
      position: { x: -3.3, y: 0 },
      linearVelocity: { x: 60, y: 0 },
      shape: circle(0.1),
    });
    for (let step = 0; step < 10; step++) {
      world.step();
    }
    expect(ball.x).toBeLessThan(0);
  });
});
