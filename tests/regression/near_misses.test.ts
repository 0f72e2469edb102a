// Symptom: a body that flew past a corner at more than half its size a step, 1 or 2 mm off, was thrown off by up to 44°: all of 40
// starts.
// Cause: the sweep counts 2.5 mm as a touch, and put the body there; the contact of the next step turned it.
// What must hold: a body that touches nothing on its way goes on, unless a step ends so near that contacts see it; one that touches is
// stopped.
import { describe, expect, it } from "vitest";
import { BUILDS, DT, type Engine } from "../helpers/engine.js";

const STARTS = 40;

/** How many flyers, of `STARTS` along a step's way, are turned or slowed while they pass over a corner, `gap` above it (m). */
function turned(engine: Engine, kind: "circle" | "box" | "capsule", speed: number, gap: number): number {
  const { World, box, circle, capsule } = engine;
  const shapes = { circle: circle(0.2), box: box(0.4, 0.4), capsule: capsule(0.4, 0.1) };
  const height = kind === "capsule" ? 0.1 : 0.2;
  return Array.from({ length: STARTS }, (_, start) => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    world.createBody({ shape: box(1, 1) });
    const flyer = world.createBody({
      type: "dynamic",
      position: { x: -3 - (start / STARTS) * speed * DT, y: 0.5 + height + gap },
      shape: shapes[kind],
      linearVelocity: { x: speed, y: 0 },
    });
    for (let step = 0; step < 60; step++) {
      world.step(DT);
    }
    const { x, y } = flyer.linearVelocity;
    world.dispose();
    return Math.hypot(x - speed, y) > 1e-3 * speed;
  }).filter(Boolean).length;
}

describe.each(BUILDS)("a body that flies past a corner (%s)", (_, engine) => {
  it.each([
    ["circle", 20, 10],
    ["circle", 60, 4],
    ["box", 20, 2],
    ["box", 60, 0],
    ["capsule", 20, 8],
    ["capsule", 60, 3],
  ] as const)("goes on: a %s at %d m/s", (kind, speed, seen) => {
    for (const gap of [0.001, 0.002]) {
      expect(turned(engine, kind, speed, gap)).toBeLessThanOrEqual(seen);
    }
    expect(turned(engine, kind, speed, -0.01)).toBe(STARTS);
  });
});
