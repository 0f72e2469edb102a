// Symptom: arms whose motors drive them to the limits of their joints and hold them there, as those of excavators do, swung about them
// forever: arms of two balls at 6 m/s, those of five at 90 m/s (box2d3-wasm 5.2: 180 and 270).
// Cause: a motor at its limit kept the speed that had closed what was left of the way.
import { describe, expect, it } from "vitest";
import { World } from "../../dist/index.js";
import { buildArm } from "../helpers/arm.js";
import type { ArmJoint } from "../helpers/arm.js";
import { run } from "../helpers/engine.js";
import { fastest } from "../helpers/standing.js";

const turns = { limit: { lower: -0.01, upper: 0.5 }, motor: { speed: -1, maxTorque: 1e5 } } as const;
const slides = { limit: { lower: -0.01, upper: 0.5 }, motor: { speed: -1, maxForce: 1e5 } } as const;
const drives = {
  pins: [{ type: "revolute", ...turns }],
  "pins beside rotary joints": [{ type: "revolute" }, { type: "rotary", ...turns }],
  "sliders up": [{ type: "prismatic", axis: { x: 0, y: 1 }, ...slides }],
  "sliders along": [{ type: "prismatic", axis: { x: 1, y: 0 }, ...slides }],
} as const;

/** Greatest speed of an arm, and by how much it overruns a limit, after its first 5 s. */
function arm(defs: readonly ArmJoint[], count: number, radius: number): { speed: number; overrun: number } {
  const world = new World({ sleeping: false });
  const { balls, joints } = buildArm(world, defs, count, radius);
  const worst = { speed: 0, overrun: 0 };
  run(world, 10, (time) => {
    if (time < 5) {
      return;
    }
    worst.speed = Math.max(worst.speed, fastest(balls));
    for (const joint of joints as { angle?: number; translation?: number }[]) {
      worst.overrun = Math.max(worst.overrun, -0.01 - (joint.translation ?? joint.angle ?? 0));
    }
  });
  world.dispose();
  return worst;
}

describe("arms driven to their limits", () => {
  for (const [name, defs] of Object.entries(drives)) {
    for (const [count, radius] of [
      [1, 0.3],
      [2, 0.5],
      [2, 0.3],
      [3, 0.5],
      [3, 0.3],
    ] as const) {
      it(`come to rest there: ${count} balls of ${radius} m on ${name}`, () => {
        const worst = arm(defs, count, radius);
        expect(worst.speed).toBeLessThan(0.1);
        expect(worst.overrun).toBeLessThan(0.05);
      });
    }
  }
});
