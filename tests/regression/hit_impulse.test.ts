// Symptom: the impulse of every hit event was 0.
// Cause: it was read from the impulse kept for the next step, which is 0 once the bodies part, instead of from the sum over
// the step.
// What must hold: without friction and gravity the impulse is the change of momentum, m v (1 + e).
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";
import { relativeError } from "../helpers/numbers.js";

describe.each(BUILDS)("a hit (%s)", (_name, engine) => {
  it.each([
    [0, 3],
    [0.5, 6],
    [1, 6],
    [1, 40],
  ])("of restitution %d at %d m/s reports the impulse that turned the ball round", (restitution, speed) => {
    const world = new engine.World({ gravity: { x: 0, y: 0 } });
    world.createBody({ position: { x: 0, y: -1 }, shape: engine.box(20, 2), friction: 0 });
    const ball = world.createBody({
      type: "dynamic",
      position: { x: 0, y: 1 },
      linearVelocity: { x: 0, y: -speed },
      shape: engine.circle(0.5),
      density: 3,
      friction: 0,
      restitution,
      events: { hit: true },
    });
    const told: number[] = [];
    const before = ball.linearVelocity.y;
    for (let step = 0; step < 30 && told.length === 0; step++) {
      world.step(1 / 60);
      told.push(...world.events.hit.map(({ impulse }) => impulse));
    }
    expect(told.length).toBe(1);
    expect(told[0]).toBeGreaterThan(0);
    expect(relativeError(told[0]!, ball.mass * (ball.linearVelocity.y - before))).toBeLessThan(0.02);
    expect(relativeError(told[0]!, ball.mass * speed * (1 + restitution))).toBeLessThan(0.1);
  });
});
