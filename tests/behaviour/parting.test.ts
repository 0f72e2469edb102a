// Bodies created inside each other in free space: the forces that part them act between them, so the total momentum may not change.
import { describe, expect, it } from "vitest";
import { box, capsule, circle, polygon } from "../../dist/index.js";
import { BUILDS, run, times, type Body, type World } from "../helpers/engine.js";
import { momentumOf } from "../helpers/mechanics.js";
import { Random } from "../helpers/numbers.js";

const [, { World: SimdWorld }] = BUILDS[0]!;

/** The scale of what parting bodies give each other: the speed at which overlap is pushed apart, and its arm on these bodies (m/s, m). */
const PUSH = 3;
const ARM = 0.5;

const SHAPES = [
  circle(0.5),
  box(1, 0.7),
  capsule(0.6, 0.3),
  polygon([
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 0.3, y: 0.9 },
  ]),
];

/** By this step most have parted; later meetings are collisions, which use the arms of the step's beginning. */
const PARTING = 20;

/** Mixed bodies in a square that is too small for them, all moving in one direction. */
function heap(world: World, seed: number, count: number, side: number, material: object): Body[] {
  const random = new Random(seed);
  return Array.from({ length: count }, (_, i) =>
    world.createBody({
      type: "dynamic",
      position: { x: random.between(0, side), y: random.between(0, side) },
      angle: random.between(0, 6),
      linearVelocity: { x: 1, y: -0.5 },
      shape: SHAPES[i % SHAPES.length]!,
      density: random.between(0.5, 2.5),
      ...material,
    }),
  );
}

describe("bodies created inside each other", () => {
  it.each([
    [3, 1, 0.6],
    [6, 1.2, 0],
    [30, 4, 0.6],
    [30, 4, 0],
    [60, 4, 0.6],
  ])("keep momentum and angular momentum to 1e-4 while %d of them part in free space", (count, side, friction) => {
    let fastest = 0;
    for (let seed = 1; seed <= times(10, 60); seed++) {
      const world = new SimdWorld({ gravity: { x: 0, y: 0 }, sleeping: false });
      const bodies = heap(world, seed, count, side, { friction });
      const before = momentumOf(bodies);
      const pushed = PUSH * bodies.reduce((sum, { mass }) => sum + mass, 0);
      for (let step = 0; step < 300; step++) {
        world.step();
        const now = momentumOf(bodies);
        expect(Math.hypot(now.x - before.x, now.y - before.y) / pushed, `momentum, seed ${seed}`).toBeLessThan(1e-4);
        const most = step < PARTING ? 1e-4 : 1e-2;
        expect(Math.abs(now.turn - before.turn) / (pushed * ARM), `angular momentum, seed ${seed}`).toBeLessThan(most);
      }
      fastest = Math.max(fastest, ...bodies.map(({ linearVelocity: v }) => Math.hypot(v.x - 1, v.y + 0.5)));
    }
    expect(fastest).toBeGreaterThan(0.5);
  });

  it.each(["explicit", "rk4"] as const)("keep both with %s too, where they used to lose up to 86 %%", (integrator) => {
    for (let seed = 1; seed <= 10; seed++) {
      const world = new SimdWorld({ gravity: { x: 0, y: 0 }, sleeping: false, integrator });
      const bodies = heap(world, seed, 6, 1.2, { friction: 0.6 });
      const before = momentumOf(bodies);
      const pushed = PUSH * bodies.reduce((sum, { mass }) => sum + mass, 0);
      run(world, PARTING / 60);
      const now = momentumOf(bodies);
      expect(Math.abs(now.x - before.x)).toBeLessThan(1e-4 * pushed);
      expect(Math.abs(now.y - before.y)).toBeLessThan(1e-4 * pushed);
      expect(Math.abs(now.turn - before.turn)).toBeLessThan(1e-4 * pushed * ARM);
      world.dispose();
    }
  });

  it("keep their momentum if they cannot turn", () => {
    const world = new SimdWorld({ gravity: { x: 0, y: 0 }, sleeping: false });
    const bodies = heap(world, 3, 20, 3, { fixedRotation: true });
    const before = momentumOf(bodies);
    for (let step = 0; step < 120; step++) {
      world.step();
      const now = momentumOf(bodies);
      expect(Math.hypot(now.x - before.x, now.y - before.y)).toBeLessThan(1e-4 * Math.hypot(before.x, before.y));
    }
  });

  it("drift on as a whole, none of them fast, if they are a row of twenty balls", () => {
    const world = new SimdWorld({ gravity: { x: 0, y: 0 }, sleeping: false });
    const balls = Array.from({ length: 20 }, (_, i) =>
      world.createBody({
        type: "dynamic",
        position: { x: 0.3 * i, y: 0 },
        linearVelocity: { x: 2, y: 0 },
        shape: circle(0.5),
        density: i < 10 ? 1 : 3,
      }),
    );
    const middle = (): number =>
      balls.reduce((sum, { mass, x }) => sum + mass * x, 0) / balls.reduce((sum, { mass }) => sum + mass, 0);
    const start = middle();
    let fastest = 0;
    for (let step = 0; step < 300; step++) {
      world.step();
      fastest = Math.max(fastest, ...balls.map(({ linearVelocity: v }) => Math.hypot(v.x - 2, v.y)));
    }
    expect(middle() - start).toBeCloseTo(10, 3);
    expect(fastest).toBeLessThan(6);
    const xs = balls.map(({ x }) => x).sort((a, b) => a - b);
    xs.slice(1).forEach((x, i) => expect(x - xs[i]!).toBeGreaterThan(0.98));
  });

  it("go the same way in every build", () => {
    const hashes = BUILDS.map(([, engine]) => {
      const world = new engine.World({ gravity: { x: 0, y: 0 } });
      heap(world as World, 7, 30, 4, {});
      return Array.from({ length: 60 }, () => {
        world.step();
        return world.hash();
      });
    });
    expect(hashes[1]).toEqual(hashes[0]);
    expect(hashes[2]).toEqual(hashes[0]);
  });

  it("part on the ground without flying off, also with locks", () => {
    // Momentum is not corrected where the outside takes part.
    for (const held of [{ locks: { x: true } }, { fixedRotation: true }, {}]) {
      const world = new SimdWorld({ sleeping: false });
      world.createBody({ shape: box(100, 1), position: { x: 0, y: -0.5 } });
      const bodies = heap(world, 11, 12, 1.5, held);
      let fastest = 0;
      for (let step = 0; step < 600; step++) {
        world.step();
        fastest = Math.max(fastest, ...bodies.map(({ linearVelocity: v }) => Math.hypot(v.x, v.y)));
      }
      expect(fastest).toBeLessThan(9);
      bodies.forEach(({ y }) => expect(y).toBeGreaterThan(-0.1));
    }
  });
});
