// Only in 11 of 24 falls did a rope break under a load that fell into it: the load of a joint was read off the last
// sub-step, and a jolt is over within the one in which it happens.
import { describe, expect, it } from "vitest";
import { BUILDS, DT, run, type World } from "../helpers/engine.js";

const FALLS = Array.from({ length: 12 }, (_, i) => 3 + 0.13 * i);

describe.each(BUILDS)("a rope into which a load falls (%s)", (_, { World, circle }) => {
  function fall(length: number, breakForce: number, substeps: number): World {
    const world = new World({ substeps });
    const bodyA = world.createBody({});
    const bodyB = world.createBody({ type: "dynamic", shape: circle(0.3) });
    bodyB.mass = 1;
    world.createJoint({ type: "rope", bodyA, bodyB, length, breakForce });
    return world;
  }

  it.each([1, 4, 16])(
    "breaks by the impulse that stops the load over a step, or over two that share it, with %d sub-steps",
    (substeps) => {
      for (const length of FALLS) {
        const jolt = Math.sqrt(2 * 10 * length) / DT;
        const [weak, strong] = [0.5, 1.1].map((share) => fall(length, share * jolt, substeps));
        let broken = 0;
        run(weak!, 1.5, () => (broken += weak!.events.jointBreak.length));
        expect([broken, weak!.joints.length]).toEqual([1, 0]);
        run(strong!, 1.5);
        expect(strong!.joints.length).toBe(1);
        expect([weak!.validate(), strong!.validate()]).toEqual([0, 0]);
      }
    },
  );

  it("holds the load at rest up to its breaking force", () => {
    for (const [breakForce, left] of [
      [9.9, 0],
      [10.1, 1],
    ] as const) {
      const world = fall(0.01, 0, 4);
      run(world, 1);
      world.joints[0]!.breakForce = breakForce;
      run(world, 1);
      expect(world.joints.length).toBe(left);
    }
  });
});
