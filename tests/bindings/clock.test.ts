import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

const [[, { World, box, circle }]] = BUILDS as [(typeof BUILDS)[number]];

function falling(options = {}): InstanceType<typeof World> {
  const world = new World(options);
  world.createBody({ type: "dynamic", position: { x: 0, y: 100 }, shape: circle(1) });
  return world;
}

describe("advance", () => {
  it("takes the same steps at any frame rate", () => {
    const reference = falling();
    for (let step = 0; step < 120; step++) {
      reference.step();
    }
    for (const rate of [24, 30, 59.94, 60, 75, 144, 240]) {
      const world = falling();
      for (let frame = 1; frame <= Math.ceil(2.001 * rate); frame++) {
        world.advance(1 / rate);
        if (world.counters.steps === 120) {
          break;
        }
      }
      expect(world.counters.steps).toBe(120);
      expect(world.hash()).toBe(reference.hash());
    }
  });

  it("returns the fraction of a step that is left", () => {
    const world = falling({ timeStep: 0.01 });
    expect(world.advance(0.025)).toBeCloseTo(0.5, 9);
    expect(world.counters.steps).toBe(2);
    expect(world.advance(0.005)).toBeCloseTo(0, 9);
    expect(world.counters.steps).toBe(3);
    expect(world.advance(0)).toBeCloseTo(0, 9);
    for (let frame = 0; frame < 1000; frame++) {
      const alpha = world.advance(0.0037);
      expect(alpha).toBeGreaterThanOrEqual(0);
      expect(alpha).toBeLessThan(1);
    }
    expect(world.counters.steps).toBe(3 + 370);
  });

  it("calls a function in place of each step, so that forces and events come once a step at any frame rate", () => {
    const run = (rate: number): { hash: string; touches: number } => {
      const world = falling();
      world.createBody({ shape: circle(50), restitution: 1 });
      const ball = world.bodies[0]!;
      let [touches, pushes] = [0, 0];
      for (let frame = 0; pushes < 600; frame++) {
        world.advance(1 / rate, () => {
          if (pushes++ < 600) {
            ball.applyForce({ x: 0, y: -9 });
            world.step();
            touches += world.events.contactBegin.length;
          }
        });
      }
      return { hash: world.hash(), touches };
    };
    const usual = run(60);
    expect(usual.touches).toBeGreaterThan(1);
    for (const rate of [20, 24, 144]) {
      expect(run(rate), `${rate}`).toEqual(usual);
    }
  });

  it("reports the events of all its steps, once, at any frame rate", () => {
    const run = (rate: number): Record<string, number> => {
      const world = new World({ events: { hit: true } });
      world.createBody({ shape: box(60, 1) });
      world.createBody({ shape: box(60, 1), position: { x: 0, y: 3 }, sensor: true });
      for (let k = 0; k < 20; k++) {
        world.createBody({
          type: "dynamic",
          position: { x: 2 * k - 20, y: 5 + 0.1 * k },
          shape: circle(0.5),
          restitution: 0.7,
        });
      }
      const told = { contactBegin: 0, contactEnd: 0, hit: 0, sensorBegin: 0, sensorEnd: 0, sleep: 0 };
      const names = Object.keys(told) as (keyof typeof told)[];
      while (world.counters.steps < 600) {
        world.advance(1 / rate);
        for (const name of names) {
          told[name] += world.events[name].length;
          expect(world.events.raw(name).count).toBe(world.events[name].length);
        }
      }
      expect(world.counters.steps).toBe(600);
      return told;
    };
    const usual = run(60);
    expect(Math.min(...Object.values(usual))).toBeGreaterThan(10);
    for (const rate of [10, 20, 30, 120, 240]) {
      expect(run(rate), `${rate}`).toEqual(usual);
    }
  });

  it("reports nothing if it takes no step, except unread events that calls have caused since", () => {
    const world = new World();
    world.createBody({ shape: box(60, 1) });
    const crates = [0, 2].map((x) => world.createBody({ type: "dynamic", position: { x, y: 1 }, shape: box(1, 1) }));
    world.advance(1 / 60);
    expect(world.events.contactBegin).toHaveLength(2);
    expect(() => world.advance(-1)).toThrow("elapsed");
    expect(world.events.contactBegin).toHaveLength(2);
    crates[0]!.destroy();
    world.advance(0);
    expect([world.events.contactBegin.length, world.events.contactEnd.length]).toEqual([0, 1]);
    world.paused = true;
    world.advance(1);
    expect([world.events.contactBegin.length, world.events.contactEnd.length]).toEqual([0, 0]);
    world.paused = false;
    crates[1]!.destroy();
    world.advance(3 / 60);
    expect(world.events.contactEnd).toHaveLength(1);
  });

  it("leaves each step's events to be read alone if a function takes the steps", () => {
    const world = falling();
    world.createBody({ shape: box(60, 1), position: { x: 0, y: 98 } });
    const seen: number[] = [];
    for (let frame = 0; frame < 30; frame++) {
      world.advance(1 / 20, () => {
        world.step();
        seen.push(world.events.contactBegin.length);
      });
    }
    expect(seen).toHaveLength(90);
    expect(seen.reduce((a, b) => a + b, 0)).toBe(1);
    world.step();
    world.step();
    expect(world.events.contactBegin).toHaveLength(0);
  });

  it("calls no function while the world is paused, and refuses anything but a function", () => {
    const world = falling();
    let calls = 0;
    const step = (): void => {
      calls++;
      world.step();
    };
    world.paused = true;
    world.advance(1, step);
    expect(calls).toBe(0);
    world.paused = false;
    world.advance(2 / 60, step);
    expect([calls, world.counters.steps]).toEqual([2, 2]);
    expect(() => world.advance(1 / 60, 4 as never)).toThrow(
      expect.objectContaining({
        name: "PhysicsError",
        code: "bad-type",
        message: expect.stringContaining("step") as string,
      }),
    );
    expect(world.counters.steps).toBe(2);
  });

  it("loses time instead of falling behind forever", () => {
    const world = falling({ maxSteps: 5 });
    expect(world.advance(1000)).toBeLessThan(1);
    expect(world.counters.steps).toBe(5);
    world.advance(1 / 60);
    expect(world.counters.steps).toBeLessThanOrEqual(7);
  });

  it("times the stages of a step when profiling", () => {
    const world = falling({ profiling: true });
    world.step();
    const { total, ...stages } = world.profile;
    expect(Object.keys(stages)).toEqual([
      "pairs",
      "collide",
      "graph",
      "solve",
      "refit",
      "continuous",
      "sleep",
      "events",
    ]);
    const sum = Object.values(stages).reduce((a, b) => a + b, 0);
    expect(total).toBeGreaterThan(0);
    expect(sum).toBeLessThanOrEqual(total + 1e-6);
    const plain = falling();
    plain.step();
    expect(plain.hash()).toBe(world.hash());
    expect(plain.profile.total).toBe(0);
  });
});
