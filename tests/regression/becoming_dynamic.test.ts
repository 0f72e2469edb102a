// Symptom: a heap of overlapping static or kinematic bodies that became dynamic flew apart at 26 m/s, where one created dynamic did at
// 3; in a world with the solver "arcade", where nothing turns, a body that turned while kinematic went on turning.
// Cause: only bodies that are created, moved or given a shape were noted as placed, and the turning was not looked at.
// What must hold: a body that becomes dynamic is treated as one that is created dynamic.
import { describe, expect, it } from "vitest";
import { BUILDS, DT } from "../helpers/engine.js";

describe.each(BUILDS)("a body that becomes dynamic (%s)", (_, { World, box }) => {
  it.each(["static", "kinematic", "dynamic"] as const)("separates no faster than allowed, having been %s", (type) => {
    const world = new World();
    world.createBody({ position: { x: 0, y: -1 }, shape: box(100, 2) });
    const bodies = [];
    for (let row = 0; row < 12; row++) {
      for (let k = 0; k < 12 - row; k++) {
        const position = { x: (k - (12 - row) / 2) * 0.8, y: 0.4 + 0.75 * row };
        bodies.push(world.createBody({ type, position, shape: box(1, 1) }));
      }
    }
    world.step(DT);
    let fastest = 0;
    for (const body of bodies) {
      body.type = "dynamic";
    }
    for (let step = 0; step < 120; step++) {
      world.step(DT);
      for (const { linearVelocity } of bodies) {
        fastest = Math.max(fastest, Math.hypot(linearVelocity.x, linearVelocity.y));
      }
    }
    expect(fastest).toBeLessThan(1.5 * world.settings.contactPushSpeed);
  });

  it("does not turn under the arcade solver", () => {
    const world = new World({ solver: "arcade", gravity: { x: 0, y: 0 } });
    const body = world.createBody({
      type: "kinematic",
      shape: box(1, 1),
      linearVelocity: { x: 1, y: 0 },
      angularVelocity: 2,
    });
    world.step(DT);
    body.type = "dynamic";
    const angle = body.angle;
    world.step(DT);
    expect(body.angle).toBeCloseTo(angle, 6);
    expect([body.angularVelocity, body.linearVelocity.x]).toEqual([0, 1]);
  });
});
