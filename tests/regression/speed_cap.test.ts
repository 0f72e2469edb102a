// Symptom: a body set to 1,000 m/s flew backwards at 400, one set to turn at 400 rad/s turned the other way.
// Cause: sub-steps after the first add the change that impulses made to a velocity in the one before; what the cap cut off
// counted as such an impulse and was cut off again. Along a diagonal the cap was √2 times as high.
// What must hold: the cap shortens a velocity and never turns it round, with and without impulses beside it.
import { describe, expect, it } from "vitest";
import { BUILDS, type Engine } from "../helpers/engine.js";

function hashes(engine: Engine, speed: number): string[] {
  const { World, box, circle } = engine;
  const world = new World({ gravity: { x: 0, y: 0 }, sleeping: false });
  const fast = world.createBody({ type: "dynamic", shape: box(1, 2), linearVelocity: { x: speed, y: 0.9 * speed } });
  const top = world.createBody({ type: "dynamic", position: { x: 0, y: 9 }, shape: box(1, 2), angularVelocity: speed });
  // A ball that slides along a wall, pressed to it: an impulse in every sub-step, across the cut.
  world.createBody({ position: { x: 0, y: -20.5 }, shape: box(200, 1) });
  const slider = world.createBody({
    type: "dynamic",
    position: { x: -90, y: -19.5 },
    linearVelocity: { x: speed, y: 0 },
    shape: circle(0.5),
    friction: 0,
  });
  const out: string[] = [];
  for (let step = 1; step <= 6; step++) {
    slider.applyForce({ x: 0, y: -100 });
    world.step(1 / 60);
    const { x, y } = fast.linearVelocity;
    const factor = Math.min(400 / Math.hypot(speed, 0.9 * speed), 1);
    expect(x / (factor * speed)).toBeCloseTo(1, 5);
    expect(y / (0.9 * factor * speed)).toBeCloseTo(1, 5);
    expect(fast.x).toBeCloseTo((factor * speed * step) / 60, 3);
    expect(top.angularVelocity).toBeCloseTo(Math.min(speed, (Math.PI / 4) * 240), 2);
    expect(slider.linearVelocity.x / Math.min(speed, 400)).toBeCloseTo(1, 4);
    expect(Math.abs(slider.y + 19.5)).toBeLessThan(0.02);
    out.push(world.hash());
  }
  world.dispose();
  return out;
}

describe("the cap on speed", () => {
  it.each([150, 390, 450, 1e3, 1e6])("shortens %d m/s and rad/s without turning them round", (speed) => {
    const [first, ...others] = BUILDS.map(([, engine]) => hashes(engine, speed));
    for (const other of others) {
      expect(other).toEqual(first);
    }
  });
});
