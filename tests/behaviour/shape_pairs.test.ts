import { describe, expect, it } from "vitest";
import {
  box,
  capsule,
  chain,
  circle,
  ellipse,
  halfSpace,
  heightField,
  polygon,
  segment,
  superellipse,
  tileGrid,
  World,
} from "../../dist/index.js";
import type { ShapeDescriptor } from "../../dist/index.js";

// The table of docs/shapes.md, cell by cell: every kind that can move rests on every kind, at the right height, and is
// pushed out of every kind that it begins in.

const ngon = (count: number, radius: number, turn = 0): { x: number; y: number }[] =>
  Array.from({ length: count }, (_, i) => ({
    x: radius * Math.cos(turn + (2 * Math.PI * i) / count),
    y: radius * Math.sin(turn + (2 * Math.PI * i) / count),
  }));

/** Shapes that move, scaled by `k`, and the height of their centre when they lie on level ground. */
const MOVERS: Record<string, [shape: (k: number) => ShapeDescriptor, height: number]> = {
  circle: [(k) => circle(0.5 * k), 0.5],
  capsule: [(k) => capsule(k, 0.25 * k), 0.25],
  box: [(k) => box(k, 0.8 * k), 0.4],
  "rounded box": [(k) => box(0.8 * k, 0.6 * k, { radius: 0.1 * k }), 0.4],
  polygon: [(k) => polygon(ngon(6, 0.5 * k)), 0.4330127],
  "rounded polygon": [(k) => polygon(ngon(6, 0.4 * k), { radius: 0.1 * k }), 0.4464102],
  "polygon of 64": [(k) => polygon(ngon(64, 0.5 * k, Math.PI / 64)), 0.4993977],
  ellipse: [(k) => ellipse(0.6 * k, 0.4 * k), 0.4],
  "rounded ellipse": [(k) => ellipse(0.5 * k, 0.3 * k, { radius: 0.1 * k }), 0.4],
  superellipse: [(k) => superellipse(0.6 * k, 0.4 * k, 4), 0.4],
  "rounded superellipse": [(k) => superellipse(0.5 * k, 0.3 * k, 3, { radius: 0.1 * k }), 0.4],
  segment: [(k) => segment({ x: -0.5 * k, y: 0 }, { x: 0.5 * k, y: 0 }, { radius: 0.1 * k }), 0.1],
};
const COMPOUND = [box(0.5, 0.8, { center: { x: -0.25, y: 0 } }), box(0.5, 0.8, { center: { x: 0.25, y: 0 } })];

/** The grounds: wide enough for all movers, with the height of their top above their origin. */
const GROUNDS: Record<string, [shape: ShapeDescriptor, top: number]> = {
  circle: [circle(40), 40],
  capsule: [capsule(4, 1), 1],
  box: [box(4, 2), 1],
  "rounded box": [box(4, 1.6, { radius: 0.2 }), 1],
  polygon: [polygon(ngon(6, 4)), 3.4641016],
  "rounded polygon": [polygon(ngon(6, 3.8), { radius: 0.2 }), 3.4908965],
  "polygon of 64": [polygon(ngon(64, 100, Math.PI / 64)), 99.8795456],
  ellipse: [ellipse(40, 20), 20],
  "rounded ellipse": [ellipse(40, 20, { radius: 1 }), 21],
  superellipse: [superellipse(4, 2, 6), 2],
  "rounded superellipse": [superellipse(4, 2, 6, { radius: 0.5 }), 2.5],
  segment: [segment({ x: -2, y: 0 }, { x: 2, y: 0 }), 0],
  "thick segment": [segment({ x: -2, y: 0 }, { x: 2, y: 0 }, { radius: 0.2 }), 0.2],
  chain: [
    chain([
      { x: -2, y: 0 },
      { x: -0.1, y: 0 },
      { x: 0.2, y: 0 },
      { x: 2, y: 0 },
    ]),
    0,
  ],
  "one-sided chain": [
    chain(
      [
        { x: 2, y: 0 },
        { x: 0.1, y: 0 },
        { x: -2, y: 0 },
      ],
      { oneSided: true },
    ),
    0,
  ],
  "half-space": [halfSpace({ x: 0, y: 1 }), 0],
  "tile grid": [tileGrid({ columns: 7, rows: 3, tileSize: 0.6, center: { x: -2.1, y: -1.8 } }), 0],
  "height field": [heightField(Array(9).fill(0), { spacing: 0.5, center: { x: -2, y: 0 } }), 0],
};

const LINES = new Set(["segment", "chain", "one-sided chain", "height field"]);

/** Finite if all numbers of a body's pose are. */
const sum = (body: { x: number; y: number; angle: number }): number => body.x + body.y + body.angle;

describe("every shape that moves rests on every shape", () => {
  for (const [name, [ground, top]] of Object.entries(GROUNDS)) {
    it(`lying on: ${name}`, () => {
      for (const [mover, [shape, height]] of [...Object.entries(MOVERS), ["compound", [undefined, 0.4]] as const]) {
        const world = new World({ sleeping: false });
        world.createBody({ position: { x: 0, y: -top }, shape: ground });
        const body = world.createBody({
          type: "dynamic",
          position: { x: 0, y: height + 0.2 },
          shapes: shape === undefined ? COMPOUND : [shape(1)],
          locks: { x: true },
          angularDamping: 2,
          rollingResistance: 0.1,
        });
        for (let step = 0; step < 120; step++) {
          world.step();
        }
        // Round ground curves away under wide movers, here by less than 1 cm.
        expect(Math.abs(body.y - height), `${mover} on ${name} at ${body.y}`).toBeLessThan(0.012);
        expect(Math.abs(body.linearVelocity.y), `${mover} on ${name}`).toBeLessThan(0.05);
        expect(world.validate()).toBe(0);
      }
    });
  }
});

describe("every shape that moves is pushed out of every shape", () => {
  for (const [name, [ground, top]] of Object.entries(GROUNDS)) {
    it(`begun in: ${name}`, () => {
      for (const [mover, [shape, height]] of Object.entries(MOVERS)) {
        for (const [x, sunk, angle] of [
          [0, 0.1, 0],
          [0.05, 0.2, 0.7],
          [0, height, 0],
          [0, height, 1.5707963],
        ] as const) {
          // lines have no inside: a body more than slightly through one, or turned, may leave on the other side, or stay turned
          if (LINES.has(name) && (sunk > 0.1 || sunk >= height || angle !== 0)) {
            continue;
          }
          const world = new World({ sleeping: false, gravity: { x: 0, y: 0 } });
          const fixed = world.createBody({ position: { x: 0, y: -top }, shape: ground });
          const body = world.createBody({ type: "dynamic", position: { x, y: height - sunk }, angle, shape: shape(1) });
          for (let step = 0; step < 240; step++) {
            world.step();
          }
          expect(Number.isFinite(sum(body)), `${mover} in ${name}`).toBe(true);
          // a copy of the mover a twentieth smaller must be clear of the ground
          const left = world.overlapShape(shape(0.95), { position: body.position, angle: body.angle });
          expect(
            left.some((other) => other.body === fixed),
            `${mover} in ${name}, sunk ${sunk}, turned ${angle}`,
          ).toBe(false);
          expect(fixed.y).toBe(Math.fround(-top) + 0);
          expect(Math.hypot(body.x, body.y)).toBeLessThan(60);
        }
      }
    });
  }

  it("and out of every other moving shape in nearly the same place", () => {
    for (const [first, [a]] of Object.entries(MOVERS)) {
      for (const [second, [b]] of Object.entries(MOVERS)) {
        const world = new World({ sleeping: false, gravity: { x: 0, y: 0 } });
        const left = world.createBody({ type: "dynamic", shape: a(1) });
        const right = world.createBody({ type: "dynamic", position: { x: 0.05, y: 0.02 }, shape: b(1) });
        for (let step = 0; step < 240; step++) {
          world.step();
        }
        expect(Number.isFinite(sum(left) + sum(right)), `${first}, ${second}`).toBe(true);
        const met = world.overlapShape(a(0.95), { position: left.position, angle: left.angle });
        expect(
          met.some((other) => other.body === right),
          `${first}, ${second}`,
        ).toBe(false);
        expect(Math.hypot(left.x - right.x, left.y - right.y), `${first}, ${second}`).toBeGreaterThan(0.15);
      }
    }
  });
});

describe("curved shapes", () => {
  it("roll down a slope as their inertia says: a superellipse of exponent 2 and a round ellipse like a circle", () => {
    const roll = (shape: ShapeDescriptor): number => {
      const world = new World({ gravity: { x: 3, y: -9.5 }, sleeping: false });
      world.createBody({ shape: halfSpace({ x: 0, y: 1 }), friction: 1 });
      const body = world.createBody({ type: "dynamic", position: { x: 0, y: 0.5 }, shape, friction: 1 });
      for (let step = 0; step < 120; step++) {
        world.step();
      }
      return body.x;
    };
    const exact = (0.5 * 3 * 4) / 1.5;
    expect(roll(circle(0.5))).toBeCloseTo(exact, 1);
    expect(Math.abs(roll(superellipse(0.5, 0.5, 2)) - exact)).toBeLessThan(0.02 * exact);
    expect(Math.abs(roll(ellipse(0.5, 0.5)) - exact)).toBeLessThan(0.02 * exact);
  });

  it("can be stacked: five superellipses of exponent 8 stand for ten seconds", () => {
    const world = new World({ sleeping: false });
    world.createBody({ shape: box(20, 1), position: { x: 0, y: -0.5 } });
    const stack = Array.from({ length: 5 }, (_, i) =>
      world.createBody({ type: "dynamic", position: { x: 0, y: 0.3 + 0.6 * i }, shape: superellipse(0.5, 0.3, 8) }),
    );
    for (let step = 0; step < 600; step++) {
      world.step();
    }
    for (const [i, body] of stack.entries()) {
      expect(body.y).toBeGreaterThan(0.25 + 0.57 * i);
    }
  });

  it("have the area and inertia that integration gives", () => {
    // midpoint sum over a quarter of the shape, in f64
    const quarter = (a: number, b: number, n: number, moment: boolean): number => {
      const steps = 20000;
      let total = 0;
      for (let i = 0; i < steps; i++) {
        const x = (a * (i + 0.5)) / steps;
        const y = b * (1 - (x / a) ** n) ** (1 / n);
        total += (moment ? x * x * y + y ** 3 / 3 : y) * (a / steps);
      }
      return 4 * total;
    };
    const world = new World();
    for (const n of [1.2, 1.5, 2, 3, 8, 20]) {
      const body = world.createBody({ type: "dynamic", shape: superellipse(0.7, 0.4, n), density: 1 });
      expect(Math.abs(body.mass / quarter(0.7, 0.4, n, false) - 1), `n = ${n}`).toBeLessThan(1e-4);
      expect(Math.abs(body.inertia / quarter(0.7, 0.4, n, true) - 1), `n = ${n}`).toBeLessThan(1e-4);
      body.destroy();
    }
  });

  it("are hit by rays on their curve, and contain the points within it", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    for (const n of [1.2, 2, 3.5, 12]) {
      const body = world.createBody({ position: { x: 3, y: 1 }, angle: 0.4, shape: superellipse(0.9, 0.5, n) });
      for (let i = 0; i < 40; i++) {
        const angle = (i * Math.PI) / 20;
        const from = { x: 3 + 5 * Math.cos(angle), y: 1 + 5 * Math.sin(angle) };
        const hit = world.castRay(from, { x: 3 - from.x, y: 1 - from.y })!;
        const { x, y } = body.toLocal(hit.point);
        expect((Math.abs(x) / 0.9) ** n + (Math.abs(y) / 0.5) ** n).toBeCloseTo(1, 3);
        const inner = { x: 3 + 0.98 * (hit.point.x - 3), y: 1 + 0.98 * (hit.point.y - 1) };
        const outer = { x: 3 + 1.02 * (hit.point.x - 3), y: 1 + 1.02 * (hit.point.y - 1) };
        expect(body.shapes[0]!.testPoint(inner)).toBe(true);
        expect(body.shapes[0]!.testPoint(outer)).toBe(false);
      }
      body.destroy();
    }
  });
});

describe("a bowl of parts", () => {
  it("holds balls", () => {
    const world = new World();
    const shapes = Array.from({ length: 12 }, (_, i) => {
      const a = Math.PI + (i * Math.PI) / 12;
      const b = a + Math.PI / 12;
      return polygon([
        { x: 3 * Math.cos(a), y: 3 * Math.sin(a) },
        { x: 3 * Math.cos(b), y: 3 * Math.sin(b) },
        { x: 3.4 * Math.cos(b), y: 3.4 * Math.sin(b) },
        { x: 3.4 * Math.cos(a), y: 3.4 * Math.sin(a) },
      ]);
    });
    world.createBody({ shape: box(20, 1), position: { x: 0, y: -4.5 } });
    const bowl = world.createBody({ type: "dynamic", shapes, position: { x: 0, y: -0.5 }, fixedRotation: true });
    const balls = Array.from({ length: 20 }, (_, i) =>
      world.createBody({ type: "dynamic", position: { x: -1 + 0.5 * (i % 5), y: 1 + 0.5 * i }, shape: circle(0.24) }),
    );
    for (let step = 0; step < 600; step++) {
      world.step();
    }
    for (const ball of balls) {
      expect(Math.hypot(ball.x - bowl.x, ball.y - bowl.y)).toBeLessThan(3);
    }
  });
});
