// Symptom: a body that met a custom joint with a spring that only pushes (or pulls) at 5 m/s stopped at once, as at a wall, where a
// spring of 1 Hz yields by 0.8 m and throws the body back.
// Cause: an open one-sided row lets through just the speed that closes it, even a spring's, which is soft only once it is met.
import { describe, expect, it } from "vitest";
import { BUILDS, type Engine } from "../helpers/engine.js";

describe.each(BUILDS)("custom joints that push or pull with a spring (%s)", (_backend, engine: Engine) => {
  it.each([
    ["push", { lower: 0, upper: Infinity }, 1],
    ["push with so much", { lower: 0, upper: 1e5 }, 1],
    ["pull", { lower: -Infinity, upper: 0 }, -1],
  ] as const)("%s only once they are met, and throw a ball back as fast", (_name, forceRange, side) => {
    const world = new engine.World({ gravity: { x: 0, y: 0 } });
    const frame = world.createBody({});
    const ball = world.createBody({
      type: "dynamic",
      position: { x: 0, y: 0.503 * side },
      shape: engine.circle(0.1),
      linearVelocity: { x: 0, y: -5 * side },
    });
    const jacobian = { linearB: { x: 0, y: 1 } };
    const spring = { hertz: 1, dampingRatio: 0 };
    world.createJoint({ type: "custom", bodyA: frame, bodyB: ball, jacobian, error: ball.y, spring, forceRange });
    let deepest = 0;
    for (let step = 0; step < 60; step++) {
      world.step();
      deepest = Math.min(deepest, side * ball.y);
    }
    expect(deepest).toBeCloseTo(-5 / (2 * Math.PI), 2);
    expect(side * ball.linearVelocity.y).toBeCloseTo(5, 2);
  });
});
