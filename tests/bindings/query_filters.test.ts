import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

describe.each(BUILDS)("a query's filter (%s)", (_, { World, box, circle }) => {
  /** One body of each kind and a sensor in a row, each in its own layer. */
  function row() {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const at = (x: number) => ({ position: { x, y: 0 }, shape: circle(0.4) });
    const fixed = world.createBody({ type: "static", ...at(1), category: 1 });
    const driven = world.createBody({ type: "kinematic", ...at(2), category: 2 });
    const free = world.createBody({ type: "dynamic", ...at(3), category: 4 });
    const sensor = world.createBody({ type: "static", ...at(4), category: 8, sensor: true });
    return { world, fixed, driven, free, sensor, all: [fixed, driven, free, sensor] };
  }
  type Filter = NonNullable<Parameters<InstanceType<typeof World>["castRay"]>[2]>;
  const from = { x: 0, y: 0 };
  const to = { x: 10, y: 0 };

  it("selects by body type, sensor, exclusion, layer and predicate, alike in every query", () => {
    const { world, fixed, driven, free, sensor, all } = row();
    const cases: [Filter | undefined, readonly unknown[]][] = [
      [undefined, [fixed, driven, free]],
      [{}, [fixed, driven, free]],
      [{ sensors: true }, [fixed, driven, free, sensor]],
      [{ types: "dynamic" }, [free]],
      [{ types: ["static", "kinematic"] }, [fixed, driven]],
      [{ types: "static", sensors: true }, [fixed, sensor]],
      [{ types: [] }, []],
      [{ exclude: driven }, [fixed, free]],
      [{ exclude: [fixed, free, fixed] }, [driven]],
      [{ mask: 6 }, [driven, free]],
      [{ predicate: (shape) => shape.body !== fixed }, [driven, free]],
      [{ predicate: () => false }, []],
      [
        { exclude: fixed, types: ["static", "dynamic"], sensors: true, mask: 12, predicate: () => true },
        [free, sensor],
      ],
    ];
    for (const [filter, expected] of cases) {
      const first = expected[0] ?? undefined;
      const bodies = (list: readonly { body: unknown }[]): unknown[] => list.map(({ body }) => body);
      expect(bodies(world.castRayAll(from, to, filter))).toEqual(expected);
      expect(world.castRay(from, to, filter)?.body).toBe(first);
      expect(world.castRayAny(from, to, filter)).toBe(expected.length > 0);
      expect(world.castCircle(from, 0.1, to, filter)?.body).toBe(first);
      expect(world.castShape(box(0.1, 0.1), from, to, filter)?.body).toBe(first);
      expect(bodies(world.castShapeAll(box(0.1, 0.1), from, to, filter))).toEqual(expected);
      expect(bodies(world.overlapAABB({ x: 0, y: -1 }, { x: 9, y: 1 }, filter))).toEqual(expected);
      expect(bodies(world.overlapShape(box(20, 1), from, filter))).toEqual(expected);
      expect(all.flatMap(({ position }) => bodies(world.overlapPoint(position, filter)))).toEqual(expected);
      expect(world.closestPoint(from, filter)?.body).toBe(first);
      if (filter?.predicate === undefined) {
        const hits = world.castRays(Float32Array.of(0, 0, 10, 0, 0, 5, 10, 0), undefined, filter);
        const ids = new Uint32Array(hits.buffer);
        expect([ids[0], ids[8]]).toEqual([world.castRay(from, to, filter)?.shape.id ?? 0, 0]);
        const points = Float32Array.from(all.flatMap(({ x, y }) => [x, y]));
        const pairs = world.overlapPoints(points, undefined, filter);
        const inside = all.flatMap((body, i) => (expected.includes(body) ? [i, body.shapes[0]!.id] : []));
        expect([...pairs]).toEqual(inside);
        const around = Float32Array.from(all.flatMap(({ x, y }) => [x - 0.1, y - 0.1, x + 0.1, y + 0.1]));
        expect([...world.overlapAABBs(around, undefined, filter)]).toEqual(inside);
      }
    }
    expect(world.validate()).toBe(0);
  });

  it("leaves the hash and the flags as they were, even after a refusal", () => {
    const { world, fixed, free } = row();
    const gone = world.createBody({});
    gone.destroy();
    const { flags } = world.state;
    const before = [world.hash(), ...flags];
    world.castRay(from, to, { exclude: [fixed, free] });
    expect(() => world.castRay(from, to, { exclude: [fixed, gone] })).toThrow(/exclude/);
    expect([world.hash(), ...world.state.flags]).toEqual(before);
    expect(world.castRay(from, to)!.body).toBe(fixed);
  });

  it("lets a predicate query the world", () => {
    const { world, fixed, driven } = row();
    const seen: unknown[] = [];
    const hit = world.castRay(from, to, {
      predicate: ({ body }) => {
        seen.push(body, world.castRay({ x: 0, y: 3 }, to), world.overlapPoint(body.position).length);
        return body !== fixed;
      },
    })!;
    expect(hit.body).toBe(driven);
    expect(seen).toEqual([fixed, null, 1, driven, null, 1]);
  });

  it("does not keep answers from being written into given objects", () => {
    const { world, fixed, driven } = row();
    const out = world.castRay(from, to)!;
    const { point, normal } = out;
    expect(world.castRay({ x: 1.5, y: 0 }, to, undefined, out)).toBe(out);
    expect(out.body).toBe(driven);
    expect(out.point).toBe(point);
    expect(out.normal).toBe(normal);
    expect(point.x).toBeCloseTo(1.6, 5);
    expect(world.castRay(from, to, { predicate: ({ body }) => body === fixed }, out)).toBe(out);
    expect(out.body).toBe(fixed);
    const list = world.castRayAll(from, to);
    const [first] = list;
    expect(world.castRayAll({ x: 1.5, y: 0 }, to, undefined, list)).toBe(list);
    expect(list).toHaveLength(2);
    expect(list[0]).toBe(first);
    const shapes: never[] = [];
    expect(world.overlapPoint({ x: 1, y: 0 }, undefined, shapes)).toBe(shapes);
    expect(shapes).toHaveLength(1);
    expect(world.overlapAABB({ lower: from, upper: from }, undefined, shapes)).toHaveLength(0);
    const nearest = world.closestPoint(from)!;
    const parts = [nearest.point, nearest.normal];
    expect(world.closestPoint({ x: 2, y: 2 }, undefined, nearest)).toBe(nearest);
    expect(nearest.point).toBe(parts[0]);
    expect(nearest.normal).toBe(parts[1]);
    expect(nearest.body).toBe(driven);
    const pairs = new Uint32Array(16);
    const found = world.overlapPoints(Float32Array.of(1, 0, 7, 7, 2, 0), pairs);
    expect(found.buffer).toBe(pairs.buffer);
    expect([...found]).toEqual([0, fixed.shapes[0]!.id, 2, driven.shapes[0]!.id]);
  });

  it("does not disturb the order of thousands of hits on one ray", () => {
    const world = new World();
    const count = 3000;
    const positions = Float32Array.from({ length: 2 * count }, (_v, i) => (i % 2 === 0 ? ((i * 7919) % count) + 5 : 0));
    world.createBodies({ count, positions, shape: circle(0.3) });
    const hits = world.castRayAll(from, { x: 2 * count, y: 0 });
    expect(hits).toHaveLength(count);
    expect(hits.every(({ fraction }, i) => i === 0 || fraction >= hits[i - 1]!.fraction)).toBe(true);
  });
});

// In a process of its own that compiles on one thread and never collects, so that nothing else on the machine affects the count.
const ASK = `import { World, circle } from "./dist/index.js";
const world = new World();
const body = world.createBody({ shape: circle(1) });
const origin = { x: -5, y: 0 };
const translation = { x: 10, y: 0 };
const out = world.castRay(origin, translation);
const list = [...body.shapes];
function ask(count) {
  const before = process.memoryUsage().heapUsed;
  for (let k = 0; k < count; k++) {
    world.castRay(origin, translation, undefined, out);
    world.overlapPoint(body, undefined, list);
  }
  return (process.memoryUsage().heapUsed - before) / (2 * count);
}
ask(30_000);
console.log(ask(10_000));`;

describe("a query with an object to fill", () => {
  it("costs less than 200 bytes of garbage", () => {
    const flags = ["--single-threaded", "--min-semi-space-size=64", "--max-semi-space-size=64", "--input-type=module"];
    const root = fileURLToPath(new URL("../..", import.meta.url));
    const bytes = Number(execFileSync(process.execPath, [...flags, "-e", ASK], { cwd: root, encoding: "utf8" }));
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(200);
  });
});
