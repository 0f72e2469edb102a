// Symptom: pendulums gained height, and chains of them whirled ever faster.
// Cause: a joint's impulse of the last sub-step was taken over unchanged, though the arm had turned meanwhile: a part of it
// drove the bob along its path.
// What must hold: a pendulum, of one arm or of several, pinned or roped, never has more energy than it began with.
import { describe, expect, it } from "vitest";
import { box, World } from "../../dist/index.js";
import { run, type Body } from "../helpers/engine.js";
import { energyOf } from "../helpers/mechanics.js";

describe("a swinging chain", () => {
  it.each([
    ["revolute", 1, 90],
    ["revolute", 1, 170],
    ["revolute", 4, 90],
    ["distance", 1, 90],
    ["distance", 4, 90],
  ] as const)(
    "of %s joints, %d arms, let go at %d°, never has more energy than at the start",
    (type, arms, degrees) => {
      const world = new World({ sleeping: false });
      const angle = (degrees * Math.PI) / 180 - Math.PI / 2;
      const along = { x: Math.cos(angle), y: Math.sin(angle) };
      let before: Body = world.createBody({ type: "static" });
      const bodies: Body[] = [];
      for (let i = 0; i < arms; i++) {
        const at = (s: number): { x: number; y: number } => ({ x: s * along.x, y: s * along.y });
        const body = world.createBody({ type: "dynamic", position: at(i + 0.5), angle, shape: box(1, 0.1) });
        if (type === "revolute") {
          world.createJoint({ type, bodyA: before, bodyB: body, anchor: at(i) });
        } else {
          world.createJoint({ type, bodyA: before, bodyB: body });
        }
        bodies.push(body);
        before = body;
      }
      const start = energyOf(bodies, 10);
      // From the lowest to the highest place of all arms.
      const range = bodies.reduce((sum, body, i) => sum + body.mass * 10 * 2 * (i + 0.5), 0);
      let most = -Infinity;
      let moving = 0;
      run(world, 20, () => {
        most = Math.max(most, energyOf(bodies, 10));
        moving = Math.max(moving, energyOf(bodies));
      });
      expect(moving / range).toBeGreaterThan(0.2);
      expect((most - start) / range).toBeLessThan(0.01);
    },
  );
});
