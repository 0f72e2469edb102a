import { describe, expect, it } from "vitest";
import { box, circle, polygon, World } from "../../dist/index.js";
import { run, type Body } from "../helpers/engine.js";

type Point = readonly [x: number, y: number];

/** Nothing may hide behind sleep here. */
function grounded(): InstanceType<typeof World> {
  const world = new World({ sleeping: false });
  world.createBody({ position: { x: 0, y: -1 }, shape: box(200, 2) });
  return world;
}

function speed({ linearVelocity: { x, y } }: Body): number {
  return Math.hypot(x, y);
}

describe("high mass ratios", () => {
  it.each([100, 200, 300, 400])("a pyramid of base 10 bears a block of %d times a stone's mass for 10 s", (ratio) => {
    const world = grounded();
    let top: Body | undefined;
    for (let row = 0; row < 10; row++) {
      for (let i = 0; i < 10 - row; i++) {
        const density = row === 9 ? ratio : 1;
        const position = { x: 2 * (i - (10 - row) / 2), y: 1 + 2 * row };
        top = world.createBody({ type: "dynamic", position, shape: box(2, 2), density });
      }
    }
    expect(top!.mass / 4).toBeCloseTo(ratio, 2);
    let lowest = Infinity;
    run(world, 10, () => {
      lowest = Math.min(lowest, top!.y);
    });
    // The contacts are springs of 30 Hz: they give way by a few centimetres, and no more.
    expect(lowest).toBeGreaterThan(19 - 0.4);
    expect(Math.abs(top!.x + 1)).toBeLessThan(0.2);
    expect(Math.abs(top!.angle)).toBeLessThan(0.02);
    expect(speed(top!)).toBeLessThan(0.05);
  });

  it.each([100, 200, 300, 400])("a block stands on two feet of one %d-th of its mass for 10 s", (ratio) => {
    const world = grounded();
    const feet = [-4.5, 4.5].map((x) =>
      world.createBody({ type: "dynamic", position: { x, y: 0.5 }, shape: box(1, 1) }),
    );
    const block = world.createBody({
      type: "dynamic",
      position: { x: 0, y: 6 },
      shape: box(10, 10),
      density: ratio / 100,
    });
    let lowest = Infinity;
    run(world, 10, () => {
      lowest = Math.min(lowest, block.y);
    });
    expect(lowest).toBeGreaterThan(6 - 0.15);
    expect(Math.abs(block.angle)).toBeLessThan(0.01);
    feet.forEach((foot, i) => expect(Math.abs(foot.x - (i === 0 ? -4.5 : 4.5))).toBeLessThan(0.05));
  });

  it("a crate bears a hundred times its mass for 10 s, with a few centimetres of give", () => {
    const world = grounded();
    const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 0.5 }, shape: box(1, 1) });
    const load = world.createBody({ type: "dynamic", position: { x: 0, y: 1.5 }, shape: box(1, 1), density: 100 });
    run(world, 10);
    expect(Math.abs(load.y - 1.5)).toBeLessThan(0.1);
    expect(Math.abs(load.x)).toBeLessThan(0.05);
    expect(Math.abs(crate.x)).toBeLessThan(0.05);
  });

  it("a ball of 500 times a link's mass hangs on a chain of twenty, stretches it by less than a fifth, and bounces ever less", () => {
    const world = new World({ sleeping: false });
    let before: Body = world.createBody({ type: "static" });
    const links = 20;
    for (let i = 0; i < links; i++) {
      const link = world.createBody({ type: "dynamic", position: { x: 0, y: -0.5 - i }, shape: box(0.25, 1) });
      world.createJoint({ type: "revolute", bodyA: before, bodyB: link, anchor: { x: 0, y: -i } });
      before = link;
    }
    const ball = world.createBody({
      type: "dynamic",
      position: { x: 0, y: -links - 2 },
      shape: circle(2),
      density: 10,
    });
    world.createJoint({ type: "revolute", bodyA: before, bodyB: ball, anchor: { x: 0, y: -links } });
    let first = 0;
    let later = 0;
    run(world, 10, (time) => {
      if (time < 5) {
        first = Math.min(first, ball.y);
      } else {
        later = Math.min(later, ball.y);
      }
    });
    expect(ball.mass / before.mass).toBeGreaterThan(500);
    expect(first).toBeGreaterThan(-(1.2 * links + 2));
    expect(later).toBeGreaterThan(first + 0.1);
    expect(Math.abs(ball.x)).toBeLessThan(0.01);
  });
});

/** Half of the intrados and of the extrados of an arch, from its foot to its keystone (m). */
const INNER: readonly Point[] = [
  [16, 0],
  [14.938, 5.1336],
  [13.7987, 10.2493],
  [12.5625, 15.3411],
  [11.2004, 20.3986],
  [9.6652, 25.4037],
  [7.8718, 30.3179],
  [5.6352, 35.0382],
  [2.4059, 39.0955],
];
const OUTER: readonly Point[] = [
  [24, 0],
  [22.3362, 6.023],
  [20.5494, 12.0096],
  [18.6085, 17.947],
  [16.4677, 23.8137],
  [14.0533, 29.5708],
  [11.2355, 35.1378],
  [7.7526, 40.3045],
  [3.0169, 44.2889],
];

describe("masonry", () => {
  it("an arch of wedges stands by friction and pressure alone, with four beams on its keystone, for 10 s", () => {
    const world = grounded();
    const stone = (corners: readonly Point[], side: number): Body =>
      world.createBody({
        type: "dynamic",
        shape: polygon(corners.map(([x, y]) => ({ x: (side * x) / 4, y: y / 4 }))),
      });
    for (const side of [1, -1]) {
      for (let i = 0; i < 8; i++) {
        stone([INNER[i]!, OUTER[i]!, OUTER[i + 1]!, INNER[i + 1]!], side);
      }
    }
    const [ix, iy] = INNER[8]!;
    const [ox, oy] = OUTER[8]!;
    const key = stone(
      [
        [ix, iy],
        [ox, oy],
        [-ox, oy],
        [-ix, iy],
      ],
      1,
    );
    const beams = Array.from({ length: 4 }, (_, i) =>
      world.createBody({ type: "dynamic", position: { x: 0, y: oy / 4 + 0.5 + i }, shape: box(4, 1) }),
    );
    const start = key.centerOfMass.y;
    let settled = Infinity;
    run(world, 10, (time) => {
      expect(key.centerOfMass.y).toBeGreaterThan(start - 0.6);
      settled = time < 2 ? key.centerOfMass.y : settled;
    });
    // It settles in the first two seconds and does not creep.
    expect(Math.abs(key.centerOfMass.y - settled)).toBeLessThan(0.02);
    for (const beam of beams) {
      expect(Math.abs(beam.angle)).toBeLessThan(0.02);
      expect(Math.abs(beam.x)).toBeLessThan(0.1);
    }
  });

  it("a card house of five storeys stands for 10 s", () => {
    const world = new World({ sleeping: false });
    world.createBody({ position: { x: 0, y: -2 }, shape: box(80, 4), friction: 0.7 });
    const cards: Body[] = [];
    const card = (x: number, y: number, angle: number): void => {
      cards.push(
        world.createBody({ type: "dynamic", position: { x, y }, angle, shape: box(0.002, 0.4), friction: 0.7 }),
      );
    };
    const lean = (25 * Math.PI) / 180;
    for (let pairs = 5; pairs > 0; pairs--) {
      const storey = 5 - pairs;
      const y = 0.18 + 0.37 * storey;
      for (let i = 0; i < pairs; i++) {
        const x = 0.175 * storey + 0.35 * i;
        if (i < pairs - 1) {
          card(x + 0.25, y + 0.185, Math.PI / 2);
        }
        card(x, y, -lean);
        card(x + 0.175, y, lean);
      }
    }
    const start = cards.map(({ y }) => y);
    run(world, 10);
    cards.forEach((each, i) => expect(Math.abs(each.y - start[i]!)).toBeLessThan(0.06));
  });

  it("a push on the first of fifteen dominoes fells one after the other, at a steady pace", () => {
    const world = grounded();
    const dominoes = Array.from({ length: 15 }, (_, i) =>
      world.createBody({ type: "dynamic", position: { x: i, y: 1 }, shape: box(0.25, 2) }),
    );
    run(world, 1);
    for (const domino of dominoes) {
      expect(Math.abs(domino.angle)).toBeLessThan(1e-3);
    }
    dominoes[0]!.applyImpulse({ x: 0.2, y: 0 }, { x: 0, y: 2 });
    const fell: number[] = [];
    run(world, 10, (time) => {
      dominoes.forEach((domino, i) => {
        fell[i] ??= Math.abs(domino.angle) > 0.5 ? time : (undefined as never);
      });
    });
    const gaps = fell.slice(1).map((time, i) => time - fell[i]!);
    expect(gaps.length).toBe(14);
    expect(Math.min(...gaps)).toBeGreaterThan(0);
    // Once under way a wave of dominoes keeps its pace.
    const late = gaps.slice(7, 13);
    expect(Math.max(...late) / Math.min(...late)).toBeLessThan(1.4);
    expect(dominoes.every(({ angle }) => angle < -1)).toBe(true);
  });
});

describe("recovery from overlap", () => {
  it.each([0.25, 0.5])("a pyramid of four rows pressed together by %d parts gently and stands again", (share) => {
    const world = grounded();
    const bodies: { body: Body; row: number }[] = [];
    for (let row = 0; row < 4; row++) {
      for (let i = row; i < 4; i++) {
        const position = { x: (1 - share) * (i - row / 2 - 2), y: 0.5 + (1 - share) * row };
        bodies.push({ row, body: world.createBody({ type: "dynamic", position, shape: box(1, 1) }) });
      }
    }
    let fastest = 0;
    run(world, 10, () => {
      fastest = Math.max(fastest, ...bodies.map(({ body }) => speed(body)));
    });
    // Overlap is pushed apart at 3 m/s; the upper rows ride on the lower ones.
    expect(fastest).toBeLessThan(6);
    for (const { body, row } of bodies) {
      expect(Math.abs(body.y - 0.5 - row)).toBeLessThan(0.02);
      expect(Math.abs(body.angle)).toBeLessThan(0.02);
    }
  });

  it("twenty balls at one place part and come to rest without overlap", () => {
    const world = grounded();
    const balls = Array.from({ length: 20 }, (_, i) =>
      world.createBody({ type: "dynamic", position: { x: 0.001 * i, y: 3 }, shape: circle(0.5), linearDamping: 0.5 }),
    );
    let fastest = 0;
    run(world, 10, () => {
      fastest = Math.max(fastest, ...balls.map(speed));
    });
    expect(fastest).toBeLessThan(40);
    let worst = 0;
    balls.forEach((a, i) => {
      worst = Math.max(worst, 0.5 - a.y);
      for (const b of balls.slice(i + 1)) {
        worst = Math.max(worst, 1 - Math.hypot(a.x - b.x, a.y - b.y));
      }
    });
    expect(worst).toBeLessThan(0.02);
  });
});
