import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

describe.each(BUILDS)("queries (%s)", (_, { World, box, circle, halfSpace }) => {
  it("find the shapes along a ray, nearest first, and see changes since the last step", () => {
    const world = new World();
    const boxes = [2, 4, 6].map((x) => world.createBody({ position: { x, y: 0 }, shape: box(1, 1) }));
    const from = { x: 0, y: 0 };
    const to = { x: 10, y: 0 };
    expect(world.castRayAll(from, to).map((hit) => hit.body)).toEqual(boxes);
    expect(world.castRay(from, to)!.point.x).toBeCloseTo(1.5, 5);
    expect(world.castRay(from, to)!.normal).toEqual({ x: -1, y: 0 });
    boxes[0]!.y = 5;
    expect(world.castRay(from, to)!.body).toBe(boxes[1]);
    boxes[1]!.destroy();
    expect(world.castRay(from, to)!.body).toBe(boxes[2]);
    expect(world.castRay(from, { x: 0, y: 0 })).toBeNull();
    expect(world.castRayAll(from, { x: -10, y: 0 })).toEqual([]);
  });

  it("are filtered as two shapes are", () => {
    const world = new World();
    const [a, b] = [2, 4].map((x, i) =>
      world.createBody({ position: { x, y: 0 }, shape: circle(0.5), category: 1 << i, mask: i === 0 ? 8 : 0xffffffff }),
    );
    const from = { x: 0, y: 0 };
    const to = { x: 10, y: 0 };
    expect(world.castRay(from, to)!.body).toBe(a);
    expect(world.castRay(from, to, { mask: 2 })!.body).toBe(b);
    expect(world.castRay(from, to, { category: 4 })!.body).toBe(b);
    expect(world.castRay(from, to, { category: 8 })!.body).toBe(a);
    expect(world.castRay(from, to, { mask: 4 })).toBeNull();
    expect(world.overlapPoint({ x: 4, y: 0 }, { mask: 1 })).toEqual([]);
  });

  it("find the shapes at a point and in a box", () => {
    const world = new World();
    const big = world.createBody({ shape: box(4, 4) });
    const small = world.createBody({ position: { x: 1, y: 1 }, shape: circle(0.5) });
    const floor = world.createBody({ position: { x: 0, y: -10 }, shape: halfSpace({ x: 0, y: 1 }) });
    const owners = (list: { body: unknown }[]): Set<unknown> => new Set(list.map((shape) => shape.body));
    expect(owners(world.overlapPoint({ x: 1, y: 1 }))).toEqual(new Set([big, small]));
    expect(owners(world.overlapPoint({ x: -1, y: 0 }))).toEqual(new Set([big]));
    expect(owners(world.overlapPoint({ x: 500, y: -11 }))).toEqual(new Set([floor]));
    expect(world.overlapPoint({ x: 30, y: 30 })).toEqual([]);
    expect(owners(world.overlapAABB({ x: -9, y: -12 }, { x: 9, y: 9 }))).toEqual(new Set([big, small, floor]));
    floor.destroy();
    expect(owners(world.overlapAABB({ x: 0.5, y: 0.5 }, { x: 3, y: 3 }))).toEqual(new Set([big, small]));
    expect(world.overlapAABB({ lower: { x: 3, y: 3 }, upper: { x: 4, y: 4 } })).toEqual([]);
  });

  it("do not see sensors, and find the right point of a round surface", () => {
    const world = new World();
    world.createBody({ position: { x: 2, y: 0 }, shape: circle(1), sensor: true });
    const ball = world.createBody({ position: { x: 6, y: 0 }, shape: circle(2) });
    const hit = world.castRay({ x: 0, y: 1 }, { x: 10, y: 0 })!;
    expect(hit.body).toBe(ball);
    expect(hit.point.x).toBeCloseTo(6 - Math.sqrt(3), 4);
    expect(hit.normal.y).toBeCloseTo(0.5, 4);
  });

  it("find as many bodies along a ray as a plain search", () => {
    const world = new World();
    const circles = Array.from({ length: 3000 }, (_, i) => ({
      x: 150 * Math.sin(i * 1.7),
      y: 150 * Math.cos(i * 2.3),
    }));
    for (const position of circles) {
      world.createBody({ position, shape: circle(0.5) });
    }
    for (let i = 0; i < 100; i++) {
      const from = { x: 140 * Math.sin(i), y: 140 * Math.cos(i * 1.3) };
      const dx = 50 * Math.cos(i * 0.7);
      const dy = 50 * Math.sin(i * 0.7);
      const clear = circles.filter(({ x, y }) => {
        const t = Math.min(Math.max(((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy), 0), 1);
        const gap = Math.hypot(from.x + t * dx - x, from.y + t * dy - y) - 0.5;
        const inside = Math.hypot(from.x - x, from.y - y) < 0.5;
        return gap < -1e-3 && !inside;
      }).length;
      const found = world.castRayAll(from, { x: dx, y: dy }).length;
      expect(found).toBeGreaterThanOrEqual(clear);
      expect(found).toBeLessThanOrEqual(clear + 3);
    }
  });
});
