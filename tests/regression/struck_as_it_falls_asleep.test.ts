// Symptom: a body struck by a fast kinematic body in the very step in which it fell asleep was taken along and slept on where it
// was put: a crate struck off its post at 40 or 80 m/s by a bat that was then taken away hung in the air forever.
// Cause: how long a body has been at rest was known before the continuous stage moved it, and put it to sleep after that.
// What must hold: a body that is moved is not at rest.
import { describe, expect, it } from "vitest";
import { BUILDS, DT, run } from "../helpers/engine.js";

describe.each(BUILDS)("a crate struck as it falls asleep (%s)", (_, { World, box }) => {
  it.each([40, 80])("at %s m/s falls off its post", (speed) => {
    let wasAsleep = 0;
    for (let steps = 28; steps < 36; steps++) {
      const world = new World();
      world.createBody({ position: { x: 0, y: -1 }, shape: box(0.4, 2) });
      const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 0.5 }, shape: box(1, 1) });
      const bat = world.createBody({ type: "kinematic", position: { x: -20, y: 0.5 }, shape: box(1, 1) });
      for (let step = 0; step < steps; step++) {
        world.step(DT);
      }
      wasAsleep += crate.awake ? 0 : 1;
      bat.position = { x: -1 - 0.45 * speed * DT, y: 0.5 };
      bat.linearVelocity = { x: speed, y: 0 };
      world.step(DT);
      expect(crate.x).toBeGreaterThan(0.2);
      bat.destroy();
      run(world, 2);
      expect(crate.y).toBeLessThan(-2);
    }
    expect(wasAsleep % 8).toBeGreaterThan(0); // it fell asleep among these steps
  });
});
