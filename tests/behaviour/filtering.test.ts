import { describe, expect, it } from "vitest";
import { BUILDS, run, type Body, type World as AnyWorld } from "../helpers/engine.js";

type Filter = { category: number; mask: number; group: number };

describe.each(BUILDS)("filters (%s)", (_, { World, box, circle }) => {
  const meet = (world: AnyWorld): boolean => {
    world.step();
    return world.counters.touching > 0;
  };

  it("collide by the rule in every combination of category, mask and group, and queries agree", () => {
    const values = [0, 1, 2, 3];
    const groups = [0, 1, 2, -1];
    const filters: Filter[] = values.flatMap((category) =>
      values.flatMap((mask) => groups.map((group) => ({ category, mask, group }))),
    );
    const world = new World({ gravity: { x: 0, y: 0 }, sleeping: false });
    const pairs: [Filter, Filter, Body][] = [];
    for (const [i, a] of filters.entries()) {
      for (const [j, b] of filters.entries()) {
        const position = { x: 4 * i, y: 4 * j };
        world.createBody({ type: "static", position, shape: circle(0.5), ...a });
        pairs.push([
          a,
          b,
          world.createBody({
            type: "dynamic",
            position: { ...position, x: position.x + 0.9 },
            shape: circle(0.5),
            ...b,
          }),
        ]);
      }
    }
    world.step();
    const wrong = pairs.filter(([a, b, body]) => {
      const bits = (a.mask & b.category) !== 0 && (b.mask & a.category) !== 0;
      const collide = a.group === b.group && a.group !== 0 ? a.group > 0 : bits;
      return body.contacts.length !== (collide ? 1 : 0);
    });
    expect(pairs).toHaveLength(64 * 64);
    expect(wrong).toEqual([]);
  });

  it("let a pair collide if one body is dynamic, and a sensor see all pairs but two static bodies", () => {
    const kinds = ["static", "kinematic", "dynamic"] as const;
    for (const a of kinds) {
      for (const b of kinds) {
        for (const sensor of [false, true]) {
          const world = new World({ gravity: { x: 0, y: 0 } });
          world.createBody({ type: a, shape: circle(0.5), sensor });
          const other = world.createBody({ type: b, position: { x: 0.8, y: 0 }, shape: circle(0.5) });
          world.step();
          const touching = sensor ? world.events.sensorBegin.length > 0 : other.contacts.length > 0;
          const moves = a === "dynamic" || b === "dynamic";
          expect([a, b, sensor, touching]).toEqual([a, b, sensor, sensor ? a !== "static" || b !== "static" : moves]);
        }
      }
    }
  });

  it("take effect with the next step when changed", () => {
    const world = new World();
    const ground = world.createBody({ shape: box(20, 1) });
    const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 1 }, shape: box(1, 1) });
    const [shape] = crate.shapes as [Body["shapes"][number]];
    run(world, 2);
    expect([crate.awake, crate.contacts.length]).toEqual([false, 1]);
    for (const change of [
      { off: () => (shape.mask = 0), on: () => (shape.mask = 0xffffffff) },
      { off: () => (shape.category = 0), on: () => (shape.category = 1) },
      { off: () => (shape.group = ground.shapes[0]!.group = -3), on: () => (shape.group = 0) },
      { off: () => (shape.sensor = true), on: () => (shape.sensor = false) },
    ]) {
      change.off();
      expect([crate.awake, meet(world)]).toEqual([true, false]);
      change.on();
      expect(meet(world)).toBe(true);
      run(world, 2);
      expect(world.validate()).toBe(0);
    }
    expect(crate.y).toBeGreaterThan(0.9);
  });
});

describe.each(BUILDS)("a pair that ignores each other (%s)", (_, { World, PhysicsError, box, circle }) => {
  function stack() {
    const world = new World();
    const ground = world.createBody({ shape: box(20, 1) });
    const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 1 }, shape: box(1, 1) });
    const other = world.createBody({ type: "dynamic", position: { x: 3, y: 1 }, shape: box(1, 1) });
    return { world, ground, crate, other };
  }

  it("parts at once and wakes, and the crate falls through while another stays", () => {
    const { world, ground, crate, other } = stack();
    run(world, 2);
    expect(crate.awake).toBe(false);
    world.ignorePair(crate, ground);
    expect(world.ignoresPair(ground, crate)).toBe(true);
    expect(world.events.contactEnd.map(({ bodyA, bodyB }) => new Set([bodyA, bodyB]))).toContainEqual(
      new Set([crate, ground]),
    );
    expect([crate.awake, crate.contacts.length]).toEqual([true, 0]);
    run(world, 1);
    expect(crate.y).toBeLessThan(-2);
    expect(other.y).toBeGreaterThan(0.95);
    expect(world.validate()).toBe(0);
  });

  it("collides again when told to, and is awake from then on", () => {
    const { world, ground, crate } = stack();
    run(world, 2);
    world.ignorePair(ground, crate);
    world.ignorePair(ground, crate, true); // a second time changes nothing
    world.step();
    world.ignorePair(crate, ground, false);
    expect(world.ignoresPair(crate, ground)).toBe(false);
    expect(crate.awake).toBe(true);
    world.step();
    expect(crate.contacts).toHaveLength(1);
    run(world, 1);
    expect(crate.y).toBeGreaterThan(0.95);
  });

  it("is kept in snapshots, and also lets a fast body through", () => {
    const { world, ground, crate } = stack();
    const before = world.snapshot();
    world.ignorePair(crate, ground);
    crate.linearVelocity = { x: 0, y: -300 };
    const bytes = world.snapshot();
    world.restore(before);
    expect(world.ignoresPair(crate, ground)).toBe(false);
    world.restore(bytes);
    expect(world.ignoresPair(crate, ground)).toBe(true);
    world.step();
    expect(crate.y).toBeLessThan(-3);
  });

  it("ends with either body: a new body in the same slot is not ignored", () => {
    const { world, ground, crate } = stack();
    world.ignorePair(crate, ground);
    crate.destroy();
    const next = world.createBody({ type: "dynamic", position: { x: 0, y: 1 }, shape: box(1, 1) });
    expect(next.slot).toBe(crate.slot);
    expect(world.ignoresPair(next, ground)).toBe(false);
    run(world, 1);
    expect(next.y).toBeGreaterThan(0.95);
    expect(world.validate()).toBe(0);
  });

  it("is told apart from every other pair among many", () => {
    const world = new World({ gravity: { x: 0, y: 0 }, sleeping: false });
    const bodies = Array.from({ length: 40 }, (_v, i) =>
      world.createBody({ type: "dynamic", position: { x: 0.01 * i, y: 0 }, shape: circle(1), fixedRotation: true }),
    );
    const told = (i: number, j: number): boolean => (i * 7 + j * 13) % 3 === 0;
    const each = (f: (a: Body, b: Body, ignored: boolean) => void): void => {
      bodies.forEach((a, i) => bodies.slice(i + 1).forEach((b, k) => f(a, b, told(i, i + 1 + k))));
    };
    each((a, b) => world.ignorePair(b, a));
    each((a, b, ignored) => world.ignorePair(a, b, ignored));
    world.step();
    const touching = new Set(
      world.events.contactBegin.map(
        ({ bodyIdA, bodyIdB }) => Math.min(bodyIdA, bodyIdB) * 1e6 + Math.max(bodyIdA, bodyIdB),
      ),
    );
    each((a, b, ignored) => {
      expect(world.ignoresPair(a, b)).toBe(ignored);
      expect(touching.has(a.id * 1e6 + b.id)).toBe(!ignored);
    });
  });

  it("is refused unless it is two live bodies of this world", () => {
    const { world, crate, ground } = stack();
    const hash = world.hash();
    const stranger = stack().crate;
    const gone = world.createBody({});
    gone.destroy();
    for (const [a, b, ignore, code] of [
      [crate, crate, true, "same-body"],
      [crate, stranger, true, "wrong-world"],
      [gone, ground, true, "stale-body"],
      [crate, undefined, true, "bad-type"],
      [crate, ground, 1, "bad-type"],
    ] as [never, never, never, string][]) {
      let caught: unknown;
      try {
        world.ignorePair(a, b, ignore);
      } catch (error) {
        caught = error;
      }
      expect(caught).toBeInstanceOf(PhysicsError);
      expect((caught as { code: string }).code).toBe(code);
    }
    expect(world.hash()).toBe(hash);
  });
});
