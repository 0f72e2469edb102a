// Symptom: a body that left a floor, was put to sleep and then put back before the next step fell through the floor, 45 m in three
// seconds, and sensors that it was put into did not see it.
// Cause: a contact whose boxes parted in the last step dies when its bodies fall asleep, while the boxes of the step before still said
// that the pair was known.
// What must hold: a body stands where it is put, whatever it did before.
import { describe, expect, it } from "vitest";
import { BUILDS, DT, run } from "../helpers/engine.js";

describe.each(BUILDS)("a sleeping body that is put back (%s)", (_, { World, box, circle }) => {
  it.each([5, 10, 15, 20, 25])("stands on the floor that it had left at %f m/s", (speed) => {
    const world = new World();
    world.createBody({ position: { x: 0, y: -1 }, shape: box(100, 2) });
    const ball = world.createBody({ type: "dynamic", position: { x: 0, y: 0.5 }, shape: circle(0.5) });
    for (let steps = 1; steps <= 12; steps++) {
      run(world, 0.5);
      ball.linearVelocity = { x: 0, y: speed };
      run(world, steps * DT);
      ball.awake = false;
      ball.position = { x: steps, y: 0.5 };
      run(world, 0.5);
      expect(ball.y).toBeGreaterThan(0.48);
      expect(ball.contacts).toHaveLength(1);
    }
  });

  it("is seen by the sensor that it had left", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    world.createBody({ shape: box(2, 2), sensor: true });
    const ball = world.createBody({ type: "dynamic", shape: circle(0.5) });
    for (let steps = 1; steps <= 12; steps++) {
      world.step();
      ball.linearVelocity = { x: 12, y: 0 };
      run(world, steps * DT);
      ball.awake = false;
      ball.position = { x: 0, y: 0 };
      world.step();
      expect(world.events.sensorEnd.length - world.events.sensorBegin.length).toBeLessThanOrEqual(0);
      ball.position = { x: 9, y: 0 };
      world.step();
      expect(world.events.sensorEnd).toHaveLength(1);
      ball.position = { x: 0, y: 0 };
    }
  });
});
