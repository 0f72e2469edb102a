// Symptom: a body inside two static or kinematic blocks that lie side by side, across their seam, fell through them and out of the
// world, or shook in them forever: a ragdoll or a chain put into a wall of tiles at up to 25 m/s, a ball in a concave body of convex
// parts at 97 m/s; and a capsule thrown into the nook of a slope and a wall stood there with 20 m/s for a second.
// Cause: of its two contacts, which press against each other, each step dropped one as the seam of the other, now this one, now that.
// What must hold: such a body is held by both, stays where it is or comes out, and falls asleep, as with box2d3-wasm.
import { describe, expect, it } from "vitest";
import { BUILDS, run } from "../helpers/engine.js";
import type { Engine } from "../helpers/engine.js";
import { randomFrom } from "../helpers/numbers.js";

const UPRIGHT = { angle: Math.PI / 2 };

function movers({ box, capsule, circle }: Engine) {
  return [capsule(0.35, 0.08, UPRIGHT), box(0.2, 0.5), box(0.01, 0.5), circle(0.3), capsule(0.5, 0.15)];
}

describe.each(BUILDS)("a body deep in ground of several shapes (%s)", (_, scree) => {
  const { box, capsule, circle, polygon, World } = scree;
  const gravity = { x: 0, y: -10 };

  it.each([0, 0.001, 0.004])("is held by both of two blocks whose seam is %s m beside it", (beside) => {
    for (const shape of movers(scree)) {
      const world = new World({ gravity });
      for (const side of [-0.5, 0.5]) {
        world.createBody({ position: { x: side, y: 0 }, shape: box(1, 10) });
      }
      const body = world.createBody({ type: "dynamic", position: { x: beside, y: 0 }, shape });
      run(world, 5);
      expect(Math.abs(body.y)).toBeLessThan(0.05);
      expect(body.awake).toBe(false);
      world.dispose();
    }
  });

  it.each([
    ["columns", 1, 10],
    ["tiles", 1, 1],
    ["blocks", 4, 4],
  ])("comes to rest in %s", (_name, width, height) => {
    const rows = Math.ceil(8 / height);
    const shapes = [];
    for (let i = -6; i < 6; i++) {
      for (let j = 0; j < rows; j++) {
        shapes.push({ shape: box(width, height, { center: { x: (i + 0.5) * width, y: -(j + 0.5) * height } }) });
      }
    }
    for (const shape of movers(scree)) {
      for (let seed = 1; seed <= 4; seed++) {
        const next = randomFrom(31 * seed);
        const world = new World({ gravity });
        world.createBody({ shapes });
        const position = { x: 4 * (next() - 0.5), y: -0.3 - 3 * next() };
        const body = world.createBody({ type: "dynamic", position, angle: 0.4 * (next() - 0.5), shape });
        run(world, 10);
        expect(body.y).toBeGreaterThan(-4);
        expect(body.awake).toBe(false);
        world.dispose();
      }
    }
  });

  it("comes to rest in a fan of triangles", () => {
    const corner = (i: number) => ({ x: 5 * Math.cos((i * Math.PI) / 4), y: 5 * Math.sin((i * Math.PI) / 4) });
    const shapes = Array.from({ length: 8 }, (_, i) => ({
      shape: polygon([{ x: 0, y: 0 }, corner(i), corner(i + 1)]),
    }));
    for (let k = 0; k < 8; k++) {
      const world = new World({ gravity });
      world.createBody({ shapes });
      const position = { x: 2 * Math.cos(0.1 + 0.7 * k), y: 2 * Math.sin(0.1 + 0.7 * k) };
      const shape = k % 2 === 0 ? circle(0.3) : capsule(0.4, 0.1);
      const body = world.createBody({ type: "dynamic", position, shape });
      let fastest = 0;
      run(world, 8, (time) => {
        fastest = time > 1 ? Math.max(fastest, Math.hypot(body.linearVelocity.x, body.linearVelocity.y)) : 0;
      });
      expect(fastest).toBeLessThan(3);
      expect(body.awake).toBe(false);
      world.dispose();
    }
  });

  it("is stopped in the nook of a slope and a wall", () => {
    const world = new World({ gravity });
    world.createBody({ position: { x: 2, y: -1.061 }, shape: box(1.062, 2.443) });
    world.createBody({ position: { x: 3, y: -1.206 }, angle: 0.17, shape: box(1.713, 2.101) });
    const body = world.createBody({
      type: "dynamic",
      position: { x: 2.5331, y: -0.2189 },
      angle: -2.97,
      linearVelocity: { x: -20, y: -3.4 },
      shape: capsule(0.253, 0.05),
    });
    run(world, 0.2);
    expect(Math.hypot(body.linearVelocity.x, body.linearVelocity.y)).toBeLessThan(0.5);
    run(world, 3);
    expect(body.awake).toBe(false);
    world.dispose();
  });

  it("is held by doors that close flush on it", () => {
    const world = new World({ gravity });
    world.createBody({ position: { x: 0, y: -1 }, shape: box(20, 2) });
    const doors = [-1, 1].map((side) =>
      world.createBody({ type: "kinematic", position: { x: 2 * side, y: 1.5 }, shape: box(1, 2.9) }),
    );
    const shape = capsule(0.6, 0.1, UPRIGHT);
    const body = world.createBody({ type: "dynamic", position: { x: 0.05, y: 0.45 }, shape });
    doors.forEach((door, i) => (door.linearVelocity = { x: i === 0 ? 1 : -1, y: 0 }));
    run(world, 1.5);
    doors.forEach((door) => (door.linearVelocity = { x: 0, y: 0 }));
    run(world, 3);
    run(world, 2, () => {
      expect(Math.hypot(body.linearVelocity.x, body.linearVelocity.y)).toBeLessThan(0.05);
    });
    world.dispose();
  });
});
