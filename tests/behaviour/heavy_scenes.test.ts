import { describe, expect, it } from "vitest";
import {
  arch,
  cardHouse,
  dominoes,
  heavyBlock,
  heavyCrate,
  heavyTop,
  overlap,
  rowsOf,
} from "../../examples/scenes/stability.mjs";
import { box, circle, World } from "../../dist/index.js";
import { run, type Body } from "../helpers/engine.js";
import { fastest, speed, standing } from "../helpers/standing.js";

describe("high mass ratios", () => {
  it.each([100, 200, 300, 400])("a pyramid of base 10 bears a block with %d times a stone's mass for 10 s", (ratio) => {
    const { world, bodies } = standing(heavyTop(ratio));
    const top = bodies.at(-1)!;
    expect(top.mass / 4).toBeCloseTo(ratio, 2);
    let lowest = Infinity;
    run(world, 10, () => {
      lowest = Math.min(lowest, top.y);
    });
    // The contacts are springs of 30 Hz: each gives by a few centimetres, and no more.
    expect(lowest).toBeGreaterThan(19 - 0.4);
    expect(Math.abs(top.x + 1)).toBeLessThan(0.2);
    expect(Math.abs(top.angle)).toBeLessThan(0.02);
    expect(speed(top!)).toBeLessThan(0.05);
  });

  it.each([100, 200, 300, 400])("a block stands on two feet of one %d-th of its mass for 10 s", (ratio) => {
    const { world, bodies } = standing(heavyBlock(ratio));
    const [left, right, block] = bodies as [Body, Body, Body];
    let lowest = Infinity;
    run(world, 10, () => {
      lowest = Math.min(lowest, block.y);
    });
    expect(lowest).toBeGreaterThan(6 - 0.15);
    expect(Math.abs(block.angle)).toBeLessThan(0.01);
    expect(Math.abs(left.x + 4.5)).toBeLessThan(0.05);
    expect(Math.abs(right.x - 4.5)).toBeLessThan(0.05);
  });

  it("a crate bears a hundred times its mass for 10 s, giving by a few centimetres", () => {
    const { world, bodies } = standing(heavyCrate(100));
    const [crate, load] = bodies as [Body, Body];
    run(world, 10);
    expect(Math.abs(load.y - 1.5)).toBeLessThan(0.1);
    expect(Math.abs(load.x)).toBeLessThan(0.05);
    expect(Math.abs(crate.x)).toBeLessThan(0.05);
  });

  it("a ball with 500 times a link's mass hangs still on a chain of twenty, stretching it by less than a hundredth", () => {
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
    expect(Math.min(first, later)).toBeGreaterThan(-(1.01 * links + 2));
    expect(Math.abs(ball.linearVelocity.y)).toBeLessThan(0.001);
    expect(Math.abs(ball.x)).toBeLessThan(0.01);
  });
});

describe("masonry", () => {
  it("an arch of wedges stands by friction and pressure alone, with four beams on its keystone, for 10 s", () => {
    const { world, bodies } = standing(arch);
    const key = bodies[16]!;
    const beams = bodies.slice(17);
    expect(beams).toHaveLength(4);
    const start = key.centerOfMass.y;
    let settled = Infinity;
    run(world, 10, (time) => {
      expect(key.centerOfMass.y).toBeGreaterThan(start - 0.6);
      settled = time < 2 ? key.centerOfMass.y : settled;
    });
    // The arch settles in the first two seconds and does not creep after that.
    expect(Math.abs(key.centerOfMass.y - settled)).toBeLessThan(0.02);
    for (const beam of beams) {
      expect(Math.abs(beam.angle)).toBeLessThan(0.02);
      expect(Math.abs(beam.x)).toBeLessThan(0.1);
    }
  });

  it("a card house of five storeys stands for 10 s", () => {
    const { world, bodies: cards } = standing(cardHouse);
    const start = cards.map(({ y }) => y);
    run(world, 10);
    cards.forEach((each, i) => expect(Math.abs(each.y - start[i]!)).toBeLessThan(0.06));
  });

  it("a push on the first of fifteen dominoes fells them one after the other, at a steady pace", () => {
    const { world, bodies } = standing(dominoes);
    run(world, 1);
    for (const domino of bodies) {
      expect(Math.abs(domino.angle)).toBeLessThan(1e-3);
    }
    bodies[0]!.applyImpulse({ x: 0.2, y: 0 }, { x: 0, y: 2 });
    const fell: number[] = [];
    run(world, 10, (time) => {
      bodies.forEach((domino, i) => {
        fell[i] ??= Math.abs(domino.angle) > 0.5 ? time : (undefined as never);
      });
    });
    const gaps = fell.slice(1).map((time, i) => time - fell[i]!);
    expect(gaps.length).toBe(14);
    expect(Math.min(...gaps)).toBeGreaterThan(0);
    // Once under way, a wave of dominoes keeps its pace.
    const late = gaps.slice(7, 13);
    expect(Math.max(...late) / Math.min(...late)).toBeLessThan(1.4);
    expect(bodies.every(({ angle }) => angle < -1)).toBe(true);
  });
});

describe("recovery from overlap", () => {
  it.each([0.25, 0.5])("a pyramid of four rows pressed together by %d parts gently and stands again", (share) => {
    const { world, bodies } = standing(overlap(4, share));
    let most = 0;
    run(world, 10, () => {
      most = Math.max(most, fastest(bodies));
    });
    // Overlap parts at 3 m/s, and the upper rows ride on the lower ones.
    expect(most).toBeLessThan(6);
    rowsOf(4).forEach((row, i) => {
      expect(Math.abs(bodies[i]!.y - 0.5 - row)).toBeLessThan(0.02);
      expect(Math.abs(bodies[i]!.angle)).toBeLessThan(0.02);
    });
  });

  it("twenty balls in one place part and come to rest without overlap", () => {
    const world = new World({ sleeping: false });
    world.createBody({ position: { x: 0, y: -1 }, shape: box(200, 2) });
    const balls = Array.from({ length: 20 }, (_, i) =>
      world.createBody({ type: "dynamic", position: { x: 0.001 * i, y: 3 }, shape: circle(0.5), linearDamping: 0.5 }),
    );
    let most = 0;
    run(world, 10, () => {
      most = Math.max(most, fastest(balls));
    });
    expect(most).toBeLessThan(40);
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
