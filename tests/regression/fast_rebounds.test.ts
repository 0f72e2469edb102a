// Symptom: an elastic ball that falls more than half its radius a step rose higher with every bounce: dropped from 5 m in steps
// of 1/30 s to 7.6 m after fourteen, from 200 m in steps of 1/60 s to 204 m after nine, under 100 g to five times its height.
// Cause: put back to where it first touched, it kept the speed that gravity had given it over the rest of its way.
// What must hold: a rebound keeps e² of the energy, however fast the fall and however long the step.
import { describe, expect, it } from "vitest";
import { World, box, circle } from "../../dist/index.js";

interface Fall {
  height: number;
  dt: number;
  gravity?: number;
  restitution?: number;
  drift?: number;
  bullet?: boolean;
  substeps?: number;
  ground?: { type: "static" | "dynamic"; density: number; gravityScale: number };
}

/** Heights of the centre above its lowest place at the tops of the next bounces. */
function tops(fall: Fall, count: number): number[] {
  const { height, dt, gravity = 10, restitution = 1, drift = 0, bullet = false, substeps = 4 } = fall;
  const ground = fall.ground ?? { type: "static", density: 1, gravityScale: 1 };
  const world = new World({ gravity: { x: 0, y: -gravity } });
  const material = { restitution, friction: 0 };
  world.createBody({ ...ground, ...material, position: { x: 0, y: -5 }, shape: box(1e5, 10) });
  const shape = circle(0.5);
  const start = { position: { x: 0, y: height + 0.5 }, linearVelocity: { x: drift, y: 0 } };
  const ball = world.createBody({ type: "dynamic", bullet, shape, ...start, ...material });
  const found: number[] = [];
  let rising = false;
  for (let step = 0; step < 60_000 && found.length < count; step++) {
    const { y } = ball;
    world.step(dt, substeps);
    if (rising && ball.y < y) {
      found.push(y - 0.5);
    }
    rising = ball.y > y;
  }
  expect(Math.abs(ball.linearVelocity.x - drift)).toBeLessThan(1e-3 * Math.max(1, drift));
  return found;
}

describe("a fast ball rebounds", () => {
  it.each<Fall>([
    { height: 5, dt: 1 / 60 },
    { height: 5, dt: 1 / 30 },
    { height: 5, dt: 1 / 10 },
    { height: 5, dt: 1 / 30, substeps: 1 },
    { height: 5, dt: 1 / 30, substeps: 20 },
    { height: 200, dt: 1 / 60 },
    { height: 200, dt: 1 / 60, drift: 80 },
    { height: 200, dt: 1 / 60, drift: 80, bullet: true },
    { height: 5, dt: 1 / 60, gravity: 100 },
    { height: 5, dt: 1 / 60, gravity: 1000 },
  ])("to the height from which it fell: %j", (fall) => {
    for (const top of tops(fall, 12)) {
      expect(top / fall.height).toBeGreaterThan(0.94);
      expect(top / fall.height).toBeLessThan(1.01);
    }
  });

  it.each<Fall>([
    { height: 20, dt: 1 / 30, restitution: 0.8 },
    { height: 200, dt: 1 / 60, restitution: 0.6 },
  ])("to e² of the height from which it fell: %j", (fall) => {
    const [first, second] = tops(fall, 2) as [number, number];
    expect(first / fall.height).toBeCloseTo(fall.restitution! ** 2, 2);
    expect(second / first).toBeCloseTo(fall.restitution! ** 2, 2);
  });

  it("as a bullet from a heavy body that may move", () => {
    const ground = { type: "dynamic", density: 1000, gravityScale: 0 } as const;
    for (const top of tops({ height: 20, dt: 1 / 30, bullet: true, ground }, 8)) {
      expect(top / 20).toBeGreaterThan(0.95);
      expect(top / 20).toBeLessThan(1.01);
    }
  });
});

describe("a ball that a wall stops within a step", () => {
  it("has its speed at the wall, not at the end of the step: up a shaft, and along a floor", () => {
    const world = new World();
    world.createBody({ position: { x: 0, y: 10 }, shape: box(10, 1), restitution: 1 });
    const ball = world.createBody({ type: "dynamic", shape: circle(0.1), linearVelocity: { x: 0, y: 60 } });
    const start = 0.5 * 60 ** 2;
    let least = Infinity;
    let most = 0;
    for (let step = 0; step < 40; step++) {
      world.step();
      const energy = 10 * ball.y + 0.5 * ball.linearVelocity.y ** 2;
      least = Math.min(least, energy);
      most = Math.max(most, energy);
    }
    expect(ball.linearVelocity.y).toBeLessThan(0);
    expect(least / start).toBeGreaterThan(0.99);
    expect(most / start).toBeLessThan(1.003);
    const slide = new World();
    slide.createBody({ position: { x: 0, y: -0.5 }, shape: box(1000, 1), friction: 0 });
    slide.createBody({ position: { x: 20, y: 1 }, shape: box(1, 10), restitution: 0, friction: 0 });
    const puck = slide.createBody({ type: "dynamic", position: { x: 0, y: 0.1 }, shape: circle(0.1), friction: 0 });
    puck.linearVelocity = { x: 90, y: 0 };
    let highest = 0;
    for (let step = 0; step < 60; step++) {
      slide.step();
      highest = Math.max(highest, puck.y);
    }
    expect(highest).toBeLessThan(0.11);
    expect(Math.abs(puck.linearVelocity.x)).toBeLessThan(0.01);
  });
});
