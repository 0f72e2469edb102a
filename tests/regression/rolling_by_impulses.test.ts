// Symptom: under the solver "impulse" a ball with rolling resistance slowed down a quarter too fast.
// Cause: the torque was limited by the normal impulses of the passes that push, which are larger than those that remain.
// What must hold: a ball that rolls with resistance ρ slows down by ρ g / (1 + I / (m r²)), whatever the solver.
import { describe, expect, it } from "vitest";
import { box, circle, World } from "../../dist/index.js";
import { run } from "../helpers/engine.js";

describe("rolling resistance", () => {
  it.each([
    ["soft", 0.5, 8],
    ["soft", 5, 8],
    ["impulse", 0.5, 8],
    ["impulse", 5, 8],
    ["impulse", 0.5, 2],
  ] as const)("slows a ball as it should: solver %s, radius %d m, %i iterations", (solver, radius, iterations) => {
    const world = new World({ solver, iterations, sleeping: false });
    world.createBody({ position: { x: 0, y: -1 }, shape: box(200, 2), friction: 1 });
    const ball = world.createBody({
      type: "dynamic",
      position: { x: 0, y: radius },
      linearVelocity: { x: 5, y: 0 },
      angularVelocity: -5 / radius,
      shape: circle(radius),
      friction: 1,
      rollingResistance: 0.05,
    });
    run(world, 0.5);
    const start = ball.linearVelocity.x;
    run(world, 2);
    expect((start - ball.linearVelocity.x) / 2 / ((0.05 * 10) / 1.5)).toBeCloseTo(1, 1);
  });
});
