// Symptom: with a predicate closestPoint took a thousand times as long among 16,000 bodies, and casts tens of times, though the
// predicate was called once or twice.
// Cause: the core was asked for all shapes there are, in order, in case the predicate refuses.
// What must hold: only refused shapes cost time. The predicate is asked about the same shapes in the same order as ever: nearest first,
// each once, until it accepts one.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";

describe.each(BUILDS)("a predicate (%s)", (name, { World, box, circle }) => {
  it("takes little more time than none, among many bodies", () => {
    const world = new World();
    const many = name === "js" ? 4000 : 16_000;
    const side = Math.ceil(Math.sqrt(many));
    for (let i = 0; i < many; i++) {
      world.createBody({ position: { x: (i % side) * 3, y: Math.floor(i / side) * 3 }, shape: box(1, 1) });
    }
    const point = { x: 10, y: 10 };
    const me = world.closestPoint(point)!.body;
    const out = world.closestPoint(point)!;
    const least = (ask: () => unknown): number => {
      let best = Infinity;
      for (let round = 0; round < 30; round++) {
        const start = performance.now();
        for (let i = 0; i < 10; i++) {
          ask();
        }
        best = Math.min(best, performance.now() - start);
      }
      return best;
    };
    let calls = 0;
    const predicate = ({ body }: { body: unknown }): boolean => ++calls > 0 && body !== me;
    const plain = least(() => world.closestPoint(point, { exclude: me }, out));
    // A handful of queries with a handful of answers each, among thousands of shapes.
    expect(least(() => world.closestPoint(point, { predicate: () => true }, out)) / plain).toBeLessThan(30);
    expect(least(() => world.closestPoint(point, { predicate }, out)) / plain).toBeLessThan(100);
    const [from, way] = [
      { x: -5, y: 0.1 },
      { x: 3 * side + 9, y: 0 },
    ];
    const ray = least(() => world.castRay(from, way));
    expect(least(() => world.castRay(from, way, { predicate: () => true })) / ray).toBeLessThan(20);
    calls = 0;
    world.closestPoint(point, { predicate });
    expect(calls).toBe(2);
    world.dispose();
  });

  it("is asked about the same shapes in the same order, each once", () => {
    const random = new Random(5);
    for (let round = 0; round < 40; round++) {
      const world = new World();
      const span = random.pick([0.5, 5, 100, 2000]);
      for (let i = 0; i < 40; i++) {
        const type = random.pick(["static", "dynamic"] as const);
        const place = { x: random.between(-span, span), y: random.pick([0, 1, random.between(-span, span)]) };
        world.createBody({ type, position: place, shape: random.chance(0.5) ? box(1, 1) : circle(0.4) });
      }
      const point = { x: random.between(-span, span), y: 0 };
      for (const limit of [Infinity, 3, 0]) {
        // the order by other means: the nearest, the nearest without that, and so on
        const order: number[] = [];
        const gone: ReturnType<typeof world.createBody>[] = [];
        for (
          let next = world.closestPoint(point, limit);
          next;
          next = world.closestPoint(point, limit, { exclude: gone })
        ) {
          order.push(next.shape.id);
          gone.push(next.body);
        }
        for (const take of [0, 1, 7, order.length - 1, Infinity]) {
          const asked: number[] = [];
          const predicate = ({ id }: { id: number }): boolean => {
            world.castShape(circle(9), point, { x: 1, y: 1 }, { mask: 0, exclude: gone }); // a query in between
            return asked.push(id) > take;
          };
          const hit = world.closestPoint(point, limit, { predicate });
          expect(asked).toEqual(order.slice(0, take + 1));
          expect(hit?.shape.id).toBe(order[take]);
        }
      }
      const way = { x: random.between(-1, 1) * span, y: random.between(-1, 1) };
      for (const take of [0, 1, 4, Infinity]) {
        for (const [all, one] of [
          [world.castRayAll(point, way), "ray"],
          [world.castShapeAll(box(1, 0.4), point, way), "shape"],
        ] as const) {
          const asked: number[] = [];
          const predicate = ({ id }: { id: number }): boolean => {
            world.castShape(circle(9), way, point, { mask: 0, exclude: world.body(all[0]!.body.id)! });
            return asked.push(id) > take;
          };
          const hit =
            one === "ray"
              ? world.castRay(point, way, { predicate })
              : world.castShape(box(1, 0.4), point, way, { predicate });
          expect(asked).toEqual(all.slice(0, take + 1).map(({ shape }) => shape.id));
          expect(hit).toEqual(all[take] ?? null);
        }
      }
      world.dispose();
    }
  });

  it("may destroy an excluded body, and changes nothing in `out` if it refuses all", () => {
    const world = new World();
    const [a, b, c] = [1, 2, 3].map((x) => world.createBody({ position: { x, y: 0 }, shape: circle(0.4) }));
    const out = world.closestPoint({ x: 0, y: 5 })!;
    const before = structuredClone([out.point, out.normal, out.distance]);
    expect(world.closestPoint({ x: 0, y: 0 }, Infinity, { predicate: () => false }, out)).toBeNull();
    expect([out.point, out.normal, out.distance]).toEqual(before);
    const seen: unknown[] = [];
    const predicate = (shape: { body: unknown }): boolean => {
      if (a!.alive) {
        a!.destroy();
      }
      seen.push(shape.body);
      return false;
    };
    expect(world.closestPoint({ x: 0, y: 0 }, { exclude: a!, predicate })).toBeNull();
    expect(seen).toEqual([b, c]);
    world.dispose();
  });

  it("or other options may follow a distance of undefined, which means any", () => {
    const world = new World();
    const [near, far] = [1, 2].map((x) => world.createBody({ position: { x, y: 0 }, shape: circle(0.4) }));
    const from = { x: 0, y: 0 };
    expect(world.closestPoint(from, undefined, { exclude: near! })?.body).toBe(far);
    expect(world.closestPoint(from, undefined, {})?.body).toBe(near);
    const out = world.closestPoint(from)!;
    expect(world.closestPoint(from, undefined, { exclude: near! }, out)).toBe(out);
    expect(out.body).toBe(far);
    expect(world.closestPoint(from, undefined, undefined, out)?.body).toBe(near);
    expect(world.closestPoint(from, undefined, out)).toBe(out);
    expect(() => world.closestPoint(from, undefined, { excluded: near } as never)).toThrow(/filter/);
    expect(() => world.closestPoint(from, undefined, 5 as never)).toThrow(/out/);
    world.dispose();
  });
});
