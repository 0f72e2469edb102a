// Symptom: two boxes welded by springs of 4 Hz beside the line of their centres, turning at 3 rad/s in space, turned at 16 after
// 20 seconds, with a hundred times the energy; with a sprung motor joint they flew apart.
// Cause: the force of both rows depends on the masses, and does not act along the line between the anchors. Each body was pushed
// at its own anchor, so the moment of the two forces turned the pair.
// What must hold: a force between two bodies leaves their momentum and angular momentum alone, and dampers give no energy.
import { describe, expect, it } from "vitest";
import { BUILDS, run } from "../helpers/engine.js";
import { energyOf, momentumOf } from "../helpers/mechanics.js";

describe.each(BUILDS)("springs between two bodies in space (%s)", (_, { World, box }) => {
  const kinds = ["weld", "motor", "pushing motor"] as const;

  it.each(kinds.flatMap((kind) => [-0.4, 0, 0.4].map((y) => [kind, y] as const)))(
    "do not turn them: a %s at %d m beside their centres",
    (kind, y) => {
      for (const density of [1, 3, 10]) {
        const world = new World({ gravity: { x: 0, y: 0 }, sleeping: false });
        const a = world.createBody({ type: "dynamic", position: { x: -0.5, y: 0 }, shape: box(0.8, 0.5) });
        const b = world.createBody({ type: "dynamic", position: { x: 0.5, y: 0 }, shape: box(0.6, 0.8), density });
        const spring = { hertz: 4, dampingRatio: 0.3 };
        const pair = { bodyA: a, bodyB: b, anchor: { x: 0, y }, collide: false };
        if (kind === "weld") {
          world.createJoint({ type: "weld", ...pair, spring, angularSpring: spring });
        } else {
          // the pushing motor drives apart the anchors that a limited force holds together
          const push = kind === "motor" ? { spring } : { maxForce: 2, linearVelocity: { x: 0.1, y: 0.2 } };
          world.createJoint({ type: "motor", ...pair, linearOffset: { x: 0, y: 0 }, angularOffset: 0, ...push });
        }
        const centre = (b.mass - a.mass) / (2 * (a.mass + b.mass));
        for (const body of [a, b]) {
          body.angularVelocity = 3;
          body.linearVelocity = { x: 0, y: 3 * (body.x - centre) };
        }
        const turning = momentumOf([a, b]).turn;
        const before = energyOf([a, b]);
        run(world, 20);
        expect(momentumOf([a, b]).turn / turning).toBeCloseTo(1, 2);
        if (kind !== "pushing motor") {
          expect(energyOf([a, b])).toBeLessThan(before);
        }
        world.dispose();
      }
    },
  );
});
