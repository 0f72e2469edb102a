// Symptom: a door without restitution that met its stop came back with up to half its speed, a pendulum's bob with e = 0.5
// with a third too little or too much; a body locked along an axis kept 0.44 of 5 m/s where it should have stopped.
// Cause: contacts know bodies as if they were free: each pass over contacts undid what joints and locks had done, and the
// impulse of the blow was applied once more in the next sub-step. Restitution did not know of joints at all.
// What must hold: what a joint or a locked axis holds leaves a wall at e times the speed it met it with, e = 0 included.
import { describe, expect, it } from "vitest";
import { box, circle, World } from "../../dist/index.js";
import { run } from "../helpers/engine.js";

/** Swings a box hung by a pin at its left against a post that its face meets `at` the pin's distance. Speed after over before. */
function strike(off: number, size: { w: number; h: number }, at: number, angle: number, e: number, dt: number): number {
  const world = new World({ gravity: { x: 0, y: 0 }, sleeping: false });
  const q = size.h / 2 + 0.1;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const material = { friction: 0, restitution: e };
  world.createBody({ position: { x: at * c - q * s, y: at * s + q * c }, shape: circle(0.1), ...material });
  const bodyA = world.createBody({});
  const shape = box(size.w, size.h, { center: { x: off, y: 0 } });
  const bodyB = world.createBody({ type: "dynamic", angularVelocity: 4, shape, ...material });
  world.createJoint({ type: "revolute", bodyA, bodyB, anchor: { x: 0, y: 0 } });
  run(world, 0.45, undefined, dt);
  return bodyB.angularVelocity / 4;
}

describe.each([1 / 60, 1 / 240])("in steps of %f s", (dt) => {
  it.each([
    ["door, at its middle", 1, { w: 2, h: 0.2 }, 1],
    ["door, a third from its pin", 1, { w: 2, h: 0.2 }, 0.7],
    ["door, near its end", 1, { w: 2, h: 0.2 }, 1.7],
    ["load on an arm", 3, { w: 0.5, h: 0.5 }, 3],
  ])("a %s, leaves its stop at e times its speed", (_, off, size, at) => {
    for (const e of [0, 0.25, 0.5, 1]) {
      for (let k = 0; k < 12; k++) {
        const left = strike(off, size, at, 0.45 + 0.007 * k, e, dt);
        expect(Math.abs(left + e), `e = ${e}, ${k}: ${left}`).toBeLessThan(0.08);
      }
    }
  });
});

describe("a pendulum", () => {
  it.each([0, 0.5, 1])("leaves a wall at its lowest point at %f times its speed", (e) => {
    const world = new World({ sleeping: false });
    const material = { friction: 0, restitution: e };
    const bodyA = world.createBody({
      position: { x: 0.5, y: 0 },
      shape: box(1, 4, { center: { x: 0.5, y: 0 } }),
      ...material,
    });
    const bodyB = world.createBody({
      type: "dynamic",
      position: { x: 0.1 - 2 * Math.sin(1), y: -2 * Math.cos(1) },
      shape: circle(0.4),
      ...material,
    });
    world.createJoint({ type: "revolute", bodyA, bodyB, anchor: { x: 0.1, y: 0 }, collide: true });
    let before = 0;
    let after = 0;
    run(world, 1.1, () => {
      before = Math.max(before, bodyB.linearVelocity.x);
      after = Math.min(after, bodyB.linearVelocity.x);
    });
    expect(-after / before).toBeCloseTo(e, 1);
  });
});

// What strikes such a body: locked_axis.test.ts.
describe("a body locked along an axis", () => {
  const material = { shape: circle(0.5), friction: 0, restitution: 0 };

  it("stops at a post that is in its way, at angles that it can feel", () => {
    for (let angle = 0.5; angle < 2.65; angle += 0.2) {
      const [nx, ny] = [Math.cos(angle), Math.sin(angle)];
      const world = new World({ gravity: { x: 0, y: 0 }, sleeping: false });
      world.createBody({ position: { x: nx, y: ny }, ...material });
      const start = { position: { x: 0, y: -2 }, linearVelocity: { x: 0, y: 5 } };
      const held = world.createBody({ type: "dynamic", locks: { x: true }, ...start, ...material });
      run(world, 1.5);
      expect(Math.abs(held.linearVelocity.y), `at ${angle}`).toBeLessThan(0.1);
    }
  });
});
