// A pin and a drive of the angle in a joint of its own, as a rotary joint, between the same two bodies. What held a speed and was made
// after the pin was solved after it too: it took from a small ball on a long arm the turn with which it follows its pin, and drove it
// away. What was made first was solved first, and held.
import { describe, expect, it } from "vitest";
import { World, circle } from "../../dist/index.js";
import type { Body, JointDef } from "../../dist/index.js";
import { run } from "../helpers/engine.js";

type Plain<K extends JointDef["type"]> = Omit<Extract<JointDef, { type: K }>, "bodyA" | "bodyB">;
const drives: Record<string, Plain<"rotary"> | Plain<"motor"> | Plain<"custom">> = {
  "rotary joint": { type: "rotary", motor: { speed: 0, maxTorque: 1e4 } },
  "motor joint": { type: "motor", maxTorque: 1e4 },
  "custom joint": { type: "custom", jacobian: { angularA: -1, angularB: 1 } },
};
const holders: Record<string, Plain<"revolute"> | Plain<"wheel">> = {
  pin: { type: "revolute" },
  wheel: { type: "wheel", limit: { lower: -0.01, upper: 0.01 } },
};

/** Greatest speed after 5 s of balls in a row, each held by the one before at a metre's arm by two joints. */
function arm(defs: readonly object[], count: number, radius: number, disturb?: (world: World) => void): number {
  const world = new World({ sleeping: false });
  let before = world.createBody({});
  const balls: Body[] = [];
  for (let i = 1; i <= count; i++) {
    const ball = world.createBody({ type: "dynamic", position: { x: i, y: 0 }, shape: circle(radius), mask: 0 });
    for (const def of defs) {
      const { type } = def as JointDef;
      const place = type === "revolute" || type === "wheel" ? { anchor: { x: i - 1, y: 0 } } : {};
      world.createJoint({ ...def, ...place, bodyA: before, bodyB: ball } as JointDef);
    }
    balls.push(ball);
    before = ball;
  }
  disturb?.(world);
  let fastest = 0;
  run(world, 10, (time) => {
    for (const { linearVelocity: v } of balls) {
      fastest = time < 5 ? 0 : Math.max(fastest, Math.hypot(v.x, v.y));
    }
  });
  world.dispose();
  return fastest;
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
