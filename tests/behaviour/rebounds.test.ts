// A body that lands flat on two points bounces as one that lands on one, and elastic bodies of any shape gain no energy.
import { describe, expect, it } from "vitest";
import { box, capsule, circle, polygon, superellipse, type ShapeDescriptor, World } from "../../dist/index.js";
import type { Body } from "../helpers/engine.js";
import { energyOf } from "../helpers/mechanics.js";
import { Random, relativeError } from "../helpers/numbers.js";

const SOLVERS = ["soft", "impulse"] as const;
const trapezium = polygon([
  { x: -1, y: -0.5 },
  { x: 1, y: -0.5 },
  { x: 0.5, y: 0.5 },
  { x: -0.5, y: 0.5 },
]);

describe.each(SOLVERS)("with the %s solver", (solver) => {
  it.each<[name: string, shape: ShapeDescriptor, low: number]>([
    ["ball", circle(0.5), 0.5],
    ["box", box(1, 1), 0.5],
    ["plank", box(4, 0.5), 0.25],
    ["rounded box", box(1, 1, { radius: 0.1 }), 0.6],
    ["capsule", capsule(2, 0.3), 0.3],
    ["trapezium", trapezium, 0.5],
    ["superellipse", superellipse(0.5, 0.5, 6), 0.5],
  ])("a %s that lands flat rises to e² of its height without turning", (_, shape, low) => {
    for (const angle of [0, Math.PI / 2, 0.7]) {
      for (const e of [0.25, 0.5, 1]) {
        const down = { x: Math.sin(angle), y: -Math.cos(angle) };
        const fall = 4;
        const world = new World({ solver, sleeping: false, gravity: { x: 10 * down.x, y: 10 * down.y } });
        world.createBody({ angle, position: down, shape: box(20, 2) });
        const body = world.createBody({
          type: "dynamic",
          angle,
          position: { x: -(low + fall) * down.x, y: -(low + fall) * down.y },
          shape,
          restitution: e,
        });
        const start = body.centerOfMass;
        const fallen = ({ x, y }: { x: number; y: number }): number => (x - start.x) * down.x + (y - start.y) * down.y;
        let rising = false;
        let top = 0;
        for (let step = 0; step < 200; step++) {
          world.step();
          const v = body.linearVelocity;
          const up = -v.x * down.x - v.y * down.y;
          if (rising && up < 0) break;
          rising ||= up > 0;
          top = rising ? Math.max(top, fall - fallen(body.centerOfMass)) : 0;
        }
        expect(relativeError(top, e * e * fall), `e = ${e}`).toBeLessThan(0.03);
        expect(Math.abs(body.angularVelocity), `e = ${e}`).toBeLessThan(0.1);
      }
    }
  });

  it("boxes that meet face to face exchange momentum as balls do, up to a thousand times their mass", () => {
    for (const ratio of [1, 10, 1000]) {
      for (const e of [0, 0.5, 1]) {
        const world = new World({ solver, gravity: { x: 0, y: 0 } });
        const [a, b] = [-1, 1].map((side) =>
          world.createBody({
            type: "dynamic",
            position: { x: side, y: 0 },
            linearVelocity: { x: side < 0 ? 10 : 0, y: 0 },
            shape: box(1, 1),
            density: side < 0 ? ratio : 1,
            restitution: e,
          }),
        ) as [Body, Body];
        for (let step = 0; step < 30; step++) world.step();
        const together = (10 * ratio) / (ratio + 1);
        expect(Math.abs(b.linearVelocity.x - a.linearVelocity.x - 10 * e)).toBeLessThan(0.1);
        expect((ratio * a.linearVelocity.x + b.linearVelocity.x) / (ratio + 1)).toBeCloseTo(together, 3);
        expect(Math.abs(a.angularVelocity) + Math.abs(b.angularVelocity)).toBeLessThan(0.15);
      }
    }
  });

  const ELASTIC = { friction: 0, restitution: 1 };
  /** The energy that 25 of them may end up with, as a share: shapes without corners gain least. */
  const shapes: [name: string, shape: ShapeDescriptor, most: number][] = [
    ["ball", circle(0.4), 1.01],
    ["box", box(0.7, 0.7), 1.03],
    ["plank", box(1.2, 0.25), 1.03],
    ["capsule", capsule(0.6, 0.2), 1.03],
    [
      "triangle",
      polygon([
        { x: -0.5, y: -0.4 },
        { x: 0.5, y: -0.4 },
        { x: 0, y: 0.5 },
      ]),
      1.03,
    ],
  ];

  /** Elastic bodies thrown about a room: their greatest energy at any time, as a share of that at the start. */
  const gain = (seed: number, shape: ShapeDescriptor, count: number): number => {
    const random = new Random(seed);
    const world = new World({ solver, gravity: { x: 0, y: 0 } });
    for (const [x, y, w, h] of [
      [0, -6, 14, 2],
      [0, 6, 14, 2],
      [-6, 0, 2, 14],
      [6, 0, 2, 14],
    ] as const) {
      world.createBody({ position: { x, y }, shape: box(w, h), ...ELASTIC });
    }
    const bodies = Array.from({ length: count }, (_, i) =>
      world.createBody({
        type: "dynamic",
        position: { x: 1.6 * (i % 5) - 3.2, y: 1.6 * Math.floor(i / 5) - 3.2 },
        angle: random.between(-3, 3),
        linearVelocity: { x: random.between(-6, 6), y: random.between(-6, 6) },
        angularVelocity: random.between(-5, 5),
        shape,
        ...ELASTIC,
      }),
    );
    const start = energyOf(bodies);
    let most = 0;
    let touches = 0;
    for (let step = 0; step < 900; step++) {
      world.step();
      touches += world.events.contactBegin.length;
      most = Math.max(most, energyOf(bodies));
    }
    expect(touches).toBeGreaterThanOrEqual(count);
    expect(energyOf(bodies)).toBeGreaterThan(0.3 * start);
    world.dispose();
    return most / start;
  };

  it.each(shapes)("an elastic %s alone in a room gains no energy, nor do 25 of them", (_, shape, most) => {
    for (let seed = 0; seed < 12; seed++) {
      expect(gain(seed, shape, 1), `seed ${seed}`).toBeLessThan(1.01);
    }
    for (let seed = 0; seed < 3; seed++) {
      expect(gain(seed, shape, 25), `25, seed ${seed}`).toBeLessThan(most);
    }
  });
});
