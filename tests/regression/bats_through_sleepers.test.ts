// Symptom: a kinematic bat of 10 cm went through a box of 40 cm that lay asleep on the ground: from 8 of 40 places at 20 m/s, and from 29
// of 40 at 60 m/s, 18 of which did not even wake the box. It never passed awake boxes. Balls on a tee were missed alike.
// Cause: a slow body in the way of a fast kinematic one was swept against it only if awake.
// What must hold: a sleeper that a bat meets wakes and is taken along like an awake body, with the same events; one it passes sleeps on.
import { describe, expect, it } from "vitest";
import { BUILDS, DT, run, type Body, type World } from "../helpers/engine.js";

describe.each(BUILDS)("a bat that meets sleeping bodies (%s)", (_, { World, box, circle }) => {
  const STARTS = Array.from({ length: 20 }, (_none, k) => k);

  /** A box on smooth ground, at rest for 1.5 s, and a bat 2 m or more before it, the further the higher `start`. */
  function lying(speed: number, start: number, asleep: boolean): { world: World; body: Body; bat: Body } {
    const world = new World({ events: { hit: true } });
    world.createBody({ position: { x: 0, y: -1 }, shape: box(400, 2), friction: 0 });
    const body = world.createBody({ type: "dynamic", position: { x: 0, y: 0.2 }, shape: box(0.4, 0.4), friction: 0 });
    run(world, 1.5);
    body.sleep = asleep;
    expect(body.awake).toBe(!asleep);
    const position = { x: -2 - (start * speed) / 540, y: 1.05 };
    const linearVelocity = { x: speed, y: 0 };
    const bat = world.createBody({ type: "kinematic", position, shape: box(0.1, 2), friction: 0, linearVelocity });
    return { world, body, bat };
  }

  /** The events of a bat in so many steps. */
  function told(world: World, bat: Body, steps: number): string[] {
    const log: string[] = [];
    for (let step = 0; step < steps; step++) {
      world.step();
      const { contactBegin: begin, contactEnd: end, hit } = world.events;
      for (const [name, list] of Object.entries({ begin, end, hit })) {
        log.push(...list.filter(({ bodyA, bodyB }) => bodyA === bat || bodyB === bat).map(() => `${name} ${step}`));
      }
    }
    return log;
  }

  it.each([15, 20, 30, 60, 120])("at %d m/s takes a box along as if it were awake", (speed) => {
    for (const start of STARTS) {
      const [asleep, awake] = [true, false].map((sleeps) => {
        const { world, body, bat } = lying(speed, start, sleeps);
        const log = told(world, bat, 20);
        expect(body.x - bat.x).toBeGreaterThan(0.2);
        expect(world.validate()).toBe(0);
        return { log, x: body.x - bat.x, v: body.linearVelocity.x };
      });
      expect(asleep!.log).toEqual(awake!.log);
      expect(asleep!.log[0]).toMatch(/^begin/);
      expect(asleep!.x).toBeCloseTo(awake!.x, 1);
      expect(asleep!.v / speed).toBeCloseTo(awake!.v / speed, 2);
    }
  });

  it.each([20, 30, 60])("at %d m/s takes a box along, and another that sleeps behind it", (speed) => {
    for (const gap of [0.02, 0.5, 1]) {
      for (const start of STARTS) {
        const { world, body, bat } = lying(speed, start, true);
        const position = { x: 0.4 + gap, y: 0.2 };
        const shape = box(0.4, 0.4);
        const other = world.createBody({ type: "dynamic", position, shape, friction: 0, awake: false });
        run(world, 30 * DT);
        expect(Math.min(body.x, other.x)).toBeGreaterThan(bat.x);
        world.dispose();
      }
    }
  });

  it("wakes a box with one event, and goes on alike from a snapshot", () => {
    const { world, body } = lying(60, 3, true);
    let copy = World.fromSnapshot(world.snapshot());
    let wakes = 0;
    for (let step = 0; step < 30; step++) {
      world.step();
      copy.step();
      wakes += world.events.sleep.filter((told) => told.body === body && !told.asleep).length;
      expect(copy.hash()).toBe(world.hash());
      copy = World.fromSnapshot(world.snapshot());
    }
    expect(wakes).toBe(1);
  });

  it.each([10, 20, 30])("swung at %d rad/s misses no ball on a tee", (angularVelocity) => {
    for (const start of STARTS) {
      const world = new World();
      world.createBody({ position: { x: 1.5, y: -0.25 }, shape: box(0.2, 0.5) });
      const position = { x: 1.5, y: 0.12 };
      const ball = world.createBody({ type: "dynamic", position, shape: circle(0.12), rollingResistance: 0.2 });
      ball.shapes[0]!.category = 3;
      run(world, 1.5);
      expect(ball.awake).toBe(false);
      const bat = world.createBody({
        type: "kinematic",
        position: { x: 0, y: 0.12 },
        angle: -1.2 - 0.031 * start,
        shape: box(2, 0.08, { center: { x: 1, y: 0 } }),
        mask: 2,
        angularVelocity,
      });
      run(world, 2.2 / angularVelocity + 2 * DT);
      expect(Math.hypot(ball.linearVelocity.x, ball.linearVelocity.y)).toBeGreaterThan(5);
      bat.destroy();
    }
  });

  it("wakes a whole stack that stood until then by meeting one box of it", () => {
    for (const start of STARTS) {
      const world = new World();
      world.createBody({ position: { x: 0, y: -1 }, shape: box(400, 2) });
      const stack = [0, 1, 2, 3, 4].map((k) =>
        world.createBody({ type: "dynamic", position: { x: 0, y: 0.2 + 0.4 * k }, shape: box(0.4, 0.4) }),
      );
      run(world, 3);
      expect(stack.some((body) => body.awake)).toBe(false);
      const position = { x: -3 - 0.05 * start, y: 1 };
      world.createBody({ type: "kinematic", position, shape: box(0.1, 0.2), linearVelocity: { x: 60, y: 0 } });
      run(world, 0.1, () => {
        expect(stack.filter((body) => body.awake).length % 5).toBe(0);
        expect(world.validate()).toBe(0);
      });
      expect(stack.every((body) => body.awake)).toBe(true);
      expect(stack[2]!.x - stack[4]!.x).toBeGreaterThan(0.5);
    }
  });

  it("wakes no body that it misses, is filtered from, or meets as a sensor", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const def = { type: "dynamic" } as const;
    const shapes = [box(1, 1), circle(0.5)];
    const sleepers = STARTS.flatMap((k) => [
      world.createBody({ ...def, position: { x: 1.2 * k, y: 0.55 }, shape: shapes[k % 2]! }),
      world.createBody({ ...def, position: { x: 1.2 * k, y: -2.55 }, angle: Math.PI / 2, shape: shapes[k % 2]! }),
      world.createBody({ ...def, position: { x: 1.2 * k, y: -1 }, shape: circle(0.3), category: 2, mask: 2 }),
      world.createBody({ ...def, position: { x: 1.2 * k + 0.6, y: -1 }, shape: circle(0.2), sensor: true }),
    ]);
    run(world, 1.5);
    for (const x of [-1, -1.3, -1.7]) {
      const linearVelocity = { x: 60, y: 0 };
      const bat = world.createBody({
        type: "kinematic",
        position: { x, y: -1 },
        shape: box(0.1, 2),
        linearVelocity,
        mask: 1,
      });
      run(world, 0.5);
      expect(bat.x).toBeGreaterThan(25);
    }
    expect(sleepers.some((body) => body.awake)).toBe(false);
    expect(sleepers[0]!.x).toBe(0);
  });
});
