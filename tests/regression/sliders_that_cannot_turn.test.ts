// Symptom: a slider between two bodies of fixed rotation, put together 0.1 rad off its angle, reported a torque of 14 kN·m, and
// broke at any breakTorque; under the arcade solver every slider whose bodies were turned did so.
// Cause: where neither body can turn, the row of the angle has no mass, and was solved with one of 1.
// What must hold: bodies that cannot turn get no torque from the joint, as with a weld.
import { describe, expect, it } from "vitest";
import { BUILDS, run } from "../helpers/engine.js";

describe.each(BUILDS)("a slider whose bodies cannot turn (%s)", (_, { World, box }) => {
  it.each(["soft", "impulse", "arcade"] as const)(
    "reports no torque and does not break under the %s solver",
    (solver) => {
      const world = new World({ solver });
      const [bodyA, bodyB] = [0, 1].map((k) =>
        world.createBody({
          type: "dynamic",
          position: { x: 2 * k, y: 0.3 * k },
          angle: 0.1 * k,
          shape: box(1, 1),
          fixedRotation: true,
        }),
      );
      const slider = world.createJoint({
        type: "prismatic",
        bodyA: bodyA!,
        bodyB: bodyB!,
        anchor: { x: 2, y: 0.3 },
        referenceAngle: 0,
        breakTorque: 1e-3,
      });
      run(world, 1);
      expect(slider.alive).toBe(true);
      expect(slider.torque).toBe(0);
      expect(bodyB!.angle).toBeCloseTo(0.1, 6);
    },
  );
});
