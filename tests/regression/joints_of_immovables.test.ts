// Symptom: a joint kept reporting the force and torque that it had carried when its bodies became static, and began with them
// when one became dynamic again.
// Cause: a joint that is not solved was not stored either, so its previous impulses stayed.
// What must hold: a joint between bodies that do not move carries nothing.
import { describe, expect, it } from "vitest";
import { BUILDS, run } from "../helpers/engine.js";

describe.each(BUILDS)("a joint that carried a load (%s)", (_, { World, box }) => {
  it.each(["weld", "revolute", "distance", "prismatic"] as const)(
    "carries none as a %s joint of bodies that do not move",
    (type) => {
      for (const still of ["static", "kinematic"] as const) {
        const world = new World();
        const bodyA = world.createBody({ position: { x: -2, y: 0 } });
        const bodyB = world.createBody({ type: "dynamic", shape: box(1, 1) });
        const limit = { lower: -0.1, upper: 2 };
        const places = {
          weld: { anchor: { x: -1, y: 0 } },
          revolute: { anchor: { x: -1, y: 0 }, limit },
          distance: { anchorA: { x: 2, y: 5 } },
          prismatic: { anchor: { x: -1, y: 0 }, axis: { x: 0, y: 1 }, limit },
        };
        const joint = world.createJoint({ type, bodyA, bodyB, ...places[type] } as never) as unknown as {
          force: { x: number; y: number };
          torque: number;
        };
        run(world, 2);
        expect(joint.force.y, type).toBeCloseTo(10, 1);
        bodyB.type = still;
        run(world, 0.1);
        expect([joint.force.x, joint.force.y, joint.torque].map(Math.abs), type).toEqual([0, 0, 0]);
        bodyB.type = "dynamic";
        run(world, 2);
        expect(joint.force.y, type).toBeCloseTo(10, 1);
      }
    },
  );
});
