import { describe, expect, it } from "vitest";
import { buildPile } from "../../examples/scenes/pile.mjs";
import { confined, heavyCrate, overlap, pyramid, rowsOf, stack } from "../../examples/scenes/stability.mjs";
import { ScreeBuilder } from "../../examples/scenes/scree_builder.mjs";
import * as scree from "../../dist/index.js";
import { run, type Body } from "../helpers/engine.js";
import { farthest, fastest, places, speed, standing } from "../helpers/standing.js";

const { World, box, circle } = scree;

/** A world with a floor, without sleep, which could hide motion. */
function grounded(friction = 0.6): scree.World {
  const world = new World({ sleeping: false });
  world.createBody({ position: { x: 0, y: -1 }, shape: box(400, 2), friction });
  return world;
}

/** A stack of boxes of any size, anywhere; stacks of boxes of a metre at the middle are scenes. */
function column(world: scree.World, count: number, off: number, size: number, x: number): Body[] {
  return Array.from({ length: count }, (_, i) =>
    world.createBody({
      type: "dynamic",
      position: { x: x + (i % 2 === 0 ? 0 : off), y: size * (0.5 + i) },
      shape: box(size, size),
      friction: 0.3,
    }),
  );
}

describe("columns", () => {
  it.each([10, 15, 20, 30])("a stack of %d boxes, each 1 cm off the one below, stands for 60 s", (count) => {
    const { world, bodies } = standing(stack(count));
    const start = places(bodies);
    let most = 0;
    run(world, 60, () => {
      most = Math.max(most, farthest(bodies, start));
    });
    expect(most).toBeLessThan(0.1);
    const top = bodies[count - 1]!;
    expect(Math.abs(top.angle)).toBeLessThan(0.01);
    expect(speed(top)).toBeLessThan(0.005);
  });

  it.each([20, 30])("a stack of %d boxes, exactly aligned, stands for 60 s", (count) => {
    const { world, bodies } = standing(stack(count, 0));
    const start = places(bodies);
    run(world, 60, () => {
      expect(bodies[count - 1]!.y).toBeGreaterThan(count - 0.6);
    });
    expect(farthest(bodies, start)).toBeLessThan(0.1);
  });

  it("a stack of 15 boxes of 10 cm, which buckle sooner than large ones, stands for 60 s", () => {
    const world = grounded(0.3);
    const bodies = column(world, 15, 0.001, 0.1, 0);
    const start = places(bodies);
    run(world, 60);
    expect(farthest(bodies, start)).toBeLessThan(0.02);
  });

  it("stacks of 20 stand beside each other", () => {
    const world = grounded(0.3);
    const bodies = Array.from({ length: 8 }, (_, i) => column(world, 20, 0.01, 1, 3 * i)).flat();
    const start = places(bodies);
    run(world, 20);
    expect(farthest(bodies, start)).toBeLessThan(0.1);
  });

  it("a stack of 20 that is hit falls, and its boxes come to rest on the ground", () => {
    const { world, bodies } = standing(stack(20));
    run(world, 5);
    world.createBody({
      type: "dynamic",
      position: { x: -8, y: 12 },
      linearVelocity: { x: 30, y: 0 },
      shape: circle(1),
      density: 2,
    });
    let most = 0;
    run(world, 20, () => {
      most = Math.max(most, fastest(bodies));
    });
    // The speed of a fall of twenty metres, and what the ball added.
    expect(most).toBeLessThan(40);
    expect(bodies[19]!.y).toBeLessThan(12);
    for (const { y } of bodies) {
      expect(y).toBeGreaterThan(0.45);
    }
    expect(fastest(bodies)).toBeLessThan(0.2);
  });

  it("a crate bears 400 times its mass, and three crates a hundred times theirs, giving by less than 4 cm", () => {
    for (const [ratio, crates] of [
      [400, 1],
      [100, 3],
    ] as const) {
      const { world, bodies } = standing(heavyCrate(ratio, crates));
      const load = bodies.at(-1)!;
      const { y } = load;
      run(world, 20);
      expect(load.y - y, `${ratio}:1`).toBeGreaterThan(-0.04);
      expect(Math.abs(load.x)).toBeLessThan(0.04);
      expect(Math.abs(load.angle)).toBeLessThan(0.01);
    }
  });
});

describe("piles", () => {
  it.each([
    [40, 10, 0.13],
    [100, 4, 1.3],
  ])("a pyramid on a base of %d stands for %d s and sinks by no more than its contacts give", (base, seconds, most) => {
    const { world, bodies } = standing(pyramid(base));
    const start = places(bodies);
    run(world, seconds);
    expect(farthest(bodies, start)).toBeLessThan(most);
  });

  it("2,500 balls that fell into a bin overlap by at most 9 mm on average, and 9 cm at worst", () => {
    const world = new World({ sleeping: false });
    const builder = new ScreeBuilder(scree, world);
    buildPile(builder, { columns: 50, rows: 50 });
    run(world, 500 / 60);
    const at = places(builder.bodies.slice(1));
    const overlaps = at
      .flatMap((a, i) => at.slice(i + 1).map((b) => 1 - Math.hypot(a.x - b.x, a.y - b.y)))
      .filter((overlap) => overlap > 0);
    expect(overlaps.length).toBeGreaterThan(4000);
    expect(overlaps.reduce((sum, overlap) => sum + overlap) / overlaps.length).toBeLessThan(0.009);
    expect(Math.max(...overlaps)).toBeLessThan(0.09);
  });

  it("625 circles, 2 cm too wide for their box, come to rest without gravity and stay in their places", () => {
    const { world, bodies } = standing(confined);
    const start = places(bodies);
    run(world, 10);
    expect(farthest(bodies, start)).toBeLessThan(0.05);
    expect(fastest(bodies)).toBeLessThan(1e-3);
  });
});

describe("recovery from overlap", () => {
  it.each([4, 6, 10, 20])(
    "a pyramid on a base of %d, overlapping by a quarter, parts at less than 4 m/s and stands",
    (base) => {
      const { world, bodies } = standing(overlap(base));
      let most = 0;
      run(world, 10, () => {
        most = Math.max(most, fastest(bodies));
      });
      expect(most).toBeLessThan(4);
      rowsOf(base).forEach((row, i) => {
        expect(Math.abs(bodies[i]!.y - 0.5 - row)).toBeLessThan(0.07);
        expect(Math.abs(bodies[i]!.angle)).toBeLessThan(0.04);
      });
    },
  );

  it("a box created in a row at rest, or moved there, parts it at less than 4 m/s until nothing overlaps", () => {
    const world = grounded();
    const row = Array.from({ length: 8 }, (_, i) =>
      world.createBody({ type: "dynamic", position: { x: i, y: 0.5 }, shape: box(1, 1) }),
    );
    const settle = (): void => {
      let most = 0;
      run(world, 4, () => {
        most = Math.max(most, fastest(row));
      });
      expect(most).toBeLessThan(4);
      const xs = row.map(({ x }) => x).sort((a, b) => a - b);
      xs.slice(1).forEach((x, i) => expect(x - xs[i]!).toBeGreaterThan(0.98));
      row.forEach(({ y }) => expect(y).toBeCloseTo(0.5, 1));
    };
    run(world, 1);
    row.push(world.createBody({ type: "dynamic", position: { x: 3.3, y: 0.5 }, shape: box(1, 1) }));
    settle();
    row[0]!.setTransform({ x: row[5]!.x + 0.4, y: 0.5 }, 0);
    settle();
  });

  it("a shot fired from inside its gun keeps its speed", () => {
    const world = new World({ sleeping: false, gravity: { x: 0, y: 0 } });
    world.createBody({ type: "dynamic", shape: box(2, 1), density: 100 });
    const shot = world.createBody({
      type: "dynamic",
      position: { x: 0.8, y: 0 },
      linearVelocity: { x: 100, y: 0 },
      shape: circle(0.1),
      bullet: true,
    });
    run(world, 0.5);
    expect(shot.linearVelocity.x).toBeGreaterThan(99);
    expect(shot.linearVelocity.x).toBeLessThan(104);
  });

  it("a snapshot taken in the middle of recovery goes on to the same hash", () => {
    const world = grounded();
    for (let i = 0; i < 10; i++) {
      world.createBody({ type: "dynamic", position: { x: 0.5 * i, y: 0.5 }, shape: box(1, 1) });
    }
    column(world, 15, 0.01, 1, 20);
    run(world, 0.2);
    const bytes = world.snapshot();
    run(world, 2);
    const hash = world.hash();
    const other = World.fromSnapshot(bytes);
    run(other, 2);
    expect(other.hash()).toBe(hash);
  });
});
