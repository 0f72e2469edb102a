// Symptom: a small ball on a long arm, with a pin and a drive of the angle in a joint of its own, such as a rotary joint, was driven away.
// Cause: a drive that held a speed and was made after the pin was solved after it too, and took from the ball the turn with which it
// follows its pin. A drive made first was solved first, and held.
import { describe, expect, it } from "vitest";
import { World } from "../../dist/index.js";
import { buildArm } from "../helpers/arm.js";
import type { ArmJoint } from "../helpers/arm.js";
import { run } from "../helpers/engine.js";
import { fastest } from "../helpers/standing.js";

const drives: Record<string, ArmJoint> = {
  "rotary joint": { type: "rotary", motor: { speed: 0, maxTorque: 1e4 } },
  "motor joint": { type: "motor", maxTorque: 1e4 },
  "custom joint": { type: "custom", jacobian: { angularA: -1, angularB: 1 } },
};
const holders: Record<string, ArmJoint> = {
  pin: { type: "revolute" },
  wheel: { type: "wheel", limit: { lower: -0.01, upper: 0.01 } },
};

/** Greatest speed after 5 s of an arm with two joints per ball. */
function arm(defs: readonly ArmJoint[], count: number, radius: number, disturb?: (world: World) => void): number {
  const world = new World({ sleeping: false });
  const { balls } = buildArm(world, defs, count, radius);
  disturb?.(world);
  let most = 0;
  run(world, 10, (time) => {
    most = time < 5 ? 0 : Math.max(most, fastest(balls));
  });
  world.dispose();
  return most;
}

describe("a ball on a long arm with a brake of its own", () => {
  for (const [name, drive] of Object.entries(drives)) {
    for (const [held, holder] of Object.entries(holders)) {
      for (const order of [
        [holder, drive],
        [drive, holder],
      ] as const) {
        it(`comes to rest, ${order[0] === drive ? `${name} before ${held}` : `${held} before ${name}`}`, () => {
          expect(arm(order, 1, 0.1)).toBeLessThan(0.02);
          expect(arm(order, 2, 0.2)).toBeLessThan(0.05);
        });
      }
    }
    it(`comes to rest after sleep, pin before ${name}`, () => {
      const slept = arm([{ type: "revolute" }, drive], 1, 0.1, (world) => {
        for (const body of world.bodies) {
          body.awake = false;
        }
        world.step();
        for (const body of world.bodies) {
          body.wake();
        }
      });
      expect(slept).toBeLessThan(0.02);
    });
  }
});
