// Symptom: a pinball bumper of restitution 1.5 sent a ball that came at 4 m/s away at 4 instead of 6 m/s, if static or dynamic; kinematic
// bumpers and the arcade solver did as told. Cause: the rule that a blow gives no energy was applied whatever the restitution.
// What must hold: bodies part e times as fast as they met and keep their momentum; friction adds no energy to what that gives, which
// for a pair of the reduced mass μ that meets at v along the normal is (e² − 1) μ v² / 2.
import { describe, expect, it } from "vitest";
import { BUILDS, DT, run, type Body, type Engine, type World } from "../helpers/engine.js";

const SPEED = 4;

function still({ World }: Engine, solver: "soft" | "impulse" = "soft"): World {
  return new World({ solver, gravity: { x: 0, y: 0 } });
}

function energy(...bodies: Body[]): number {
  return bodies.reduce((sum, body) => {
    const { x, y } = body.linearVelocity;
    return sum + 0.5 * body.mass * (x * x + y * y) + 0.5 * body.inertia * body.angularVelocity ** 2;
  }, 0);
}

describe.each(BUILDS)("a body that bounces with e above 1 (%s)", (_, scree) => {
  const { box, circle } = scree;

  it.each([1.1, 1.5, 3])("leaves a static bumper e times as fast: %d", (e) => {
    for (const solver of ["soft", "impulse"] as const) {
      for (const bumper of [circle(1), box(2, 2)]) {
        for (const shape of [circle(0.2), box(0.4, 0.4)]) {
          const world = still(scree, solver);
          world.createBody({ shape: bumper, restitution: e });
          const ball = world.createBody({ type: "dynamic", position: { x: -3, y: 0 }, shape });
          ball.linearVelocity = { x: SPEED, y: 0 };
          run(world, 1);
          expect(ball.linearVelocity.x / (-e * SPEED)).toBeCloseTo(1, 2);
        }
      }
    }
  });

  it.each([1.5, 2.5])("parts from another e times as fast as they met, with their momentum kept: %d", (e) => {
    for (const solver of ["soft", "impulse"] as const) {
      for (const [left, right] of [
        [circle(0.5), circle(0.3)],
        [box(1, 1), circle(0.2)],
        [box(1, 1), box(0.6, 0.6)],
      ] as const) {
        const world = still(scree, solver);
        const a = world.createBody({ type: "dynamic", shape: left, restitution: e });
        const b = world.createBody({ type: "dynamic", position: { x: 3, y: 0 }, shape: right, restitution: e });
        a.linearVelocity = { x: 1, y: 0 };
        b.linearVelocity = { x: 1 - SPEED, y: 0 };
        const momentum = a.mass + b.mass * (1 - SPEED);
        const mean = momentum / (a.mass + b.mass);
        run(world, 1.2);
        expect(b.linearVelocity.x - a.linearVelocity.x).toBeCloseTo(e * SPEED, 1);
        expect(a.linearVelocity.x - mean).toBeCloseTo((-e * SPEED * b.mass) / (a.mass + b.mass), 1);
        expect(a.mass * a.linearVelocity.x + b.mass * b.linearVelocity.x).toBeCloseTo(momentum, 4);
      }
    }
  });

  it("rises from a floor to e² times the height of its fall, every time", () => {
    const e = 1.2;
    const world = new scree.World();
    world.createBody({ position: { x: 0, y: -1 }, shape: box(10, 2), restitution: e });
    const ball = world.createBody({ type: "dynamic", position: { x: 0, y: 1.5 }, shape: circle(0.5) });
    let top = 0;
    const tops: number[] = [];
    run(world, 5, () => {
      const rises = ball.linearVelocity.y > 0;
      if (!rises && top > 0) {
        tops.push(top);
      }
      top = rises ? ball.y - 0.5 : 0;
    });
    expect(tops.length).toBeGreaterThan(2);
    for (const [k, height] of tops.entries()) {
      expect(height / e ** (2 * (k + 1))).toBeGreaterThan(0.96);
      expect(height / e ** (2 * (k + 1))).toBeLessThan(1.04);
    }
  });

  it("leaves along its own path though others bounce off the same bumper in the same step", () => {
    const world = still(scree);
    world.createBody({ shape: circle(1), restitution: 1.5 });
    const ways = Array.from({ length: 7 }, (_, k) => ({ x: Math.cos(0.9 * k), y: Math.sin(0.9 * k) }));
    const balls = ways.map(({ x, y }) =>
      world.createBody({
        type: "dynamic",
        position: { x: 3 * x, y: 3 * y },
        linearVelocity: { x: -SPEED * x, y: -SPEED * y },
        shape: circle(0.2),
      }),
    );
    run(world, 1);
    for (const [k, ball] of balls.entries()) {
      expect(ball.linearVelocity.x).toBeCloseTo(1.5 * SPEED * ways[k]!.x, 1);
      expect(ball.linearVelocity.y).toBeCloseTo(1.5 * SPEED * ways[k]!.y, 1);
    }
  });

  it("keeps its speed along a smooth bumper, and gains by friction no more than the bounce gives", () => {
    for (const friction of [0, 0.3, 1]) {
      for (const [k, shape] of [circle(0.3), box(0.5, 0.3), box(0.3, 0.3)].entries()) {
        for (let turn = 0; turn < 12; turn++) {
          const world = still(scree);
          world.createBody({ position: { x: 0, y: -1 }, shape: box(40, 2), friction, restitution: 1.5 });
          const body = world.createBody({
            type: "dynamic",
            position: { x: 0, y: 1 },
            angle: 0.5 * turn,
            shape,
            friction,
            linearVelocity: { x: 3, y: -SPEED },
          });
          const before = energy(body);
          let gained = 0;
          for (let step = 0; step < 30 && gained === 0; step++) {
            world.step(DT);
            gained = Math.abs(body.linearVelocity.y + SPEED) > 1e-3 ? energy(body) - before : 0;
          }
          const whole = 0.5 * (1.5 ** 2 - 1) * body.mass * SPEED ** 2;
          expect(gained, `${k} at ${turn}, friction ${friction}`).toBeLessThan(1.01 * whole);
          if (friction === 0) {
            expect(body.linearVelocity.x).toBeCloseTo(3, 4);
            if (k === 0) {
              expect(body.linearVelocity.y / (1.5 * SPEED)).toBeCloseTo(1, 2);
            }
          }
          world.dispose();
        }
      }
    }
  });
});
