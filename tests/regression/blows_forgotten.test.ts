// Symptom: a ball that had touched a pinned plate, and struck it once it was free, left it with other bits than one that had not, if
// some other pinned body was struck in the same step.
// Cause: a touch that ended before it became a blow stayed marked as one until the next blow.
// What must hold: the mark goes with the touch: a plate that is free is struck like one that was never pinned.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

describe.each(BUILDS)("the %s build", (_name, { World, box, circle }) => {
  const strike = (pinned: boolean): string => {
    const world = new World({ gravity: { x: 0, y: 0 }, sleeping: false });
    const ground = world.createBody({ position: { x: 0, y: -50 } });
    const pair = (x: number, gap: number) => ({
      plate: world.createBody({ type: "dynamic", position: { x, y: 0 }, shape: box(1, 0.5) }),
      ball: world.createBody({
        type: "dynamic",
        position: { x: x + 0.2, y: 0.35 + gap },
        shape: circle(0.1),
        density: 10,
      }),
    });
    const { plate, ball } = pair(0, 0.01);
    const other = pair(20, 0.5);
    world.createJoint({ type: "revolute", bodyA: ground, bodyB: other.plate, anchor: { x: 20.5, y: 0 } });
    const pin =
      pinned && world.createJoint({ type: "revolute", bodyA: ground, bodyB: plate, anchor: { x: -0.5, y: 0 } });
    world.step();
    ball.y = 0.383; // no longer touching, but still a contact
    for (let step = 0; step < 12; step++) {
      world.step();
    }
    if (pin) {
      pin.destroy();
    }
    other.ball.y = 0.383;
    ball.linearVelocity = other.ball.linearVelocity = { x: 0, y: -3 };
    for (let step = 0; step < 6; step++) {
      world.step();
    }
    return world.hash();
  };

  it("strikes a freed plate like one that was never pinned", () => {
    expect(strike(true)).toBe(strike(false));
  });
});
