import { describe, expect, it } from "vitest";
import { box, capsule, chain, circle, ellipse, polygon, segment, World } from "../../dist/index.js";
import type { Body, ShapeDescriptor } from "../../dist/index.js";

// A body that slides over ground made of parts must not notice where they meet.

const LINKS = 34;
const SLOP = 0.005;
const xs = Array.from({ length: LINKS + 1 }, (_, i) => i - 3);
const level = xs.map((x) => ({ x, y: 0 }));
const SLIPPERY = { friction: 0 };

const hexagon = Array.from({ length: 6 }, (_, i) => ({
  x: 0.5 * Math.cos((i * Math.PI) / 3),
  y: 0.5 * Math.sin((i * Math.PI) / 3),
}));

/** Movers, with the height of their centre above the ground. */
const MOVERS: Record<string, [shape: ShapeDescriptor, height: number]> = {
  box: [box(1, 1), 0.5],
  "small box": [box(0.3, 0.3), 0.15],
  "rounded box": [box(0.8, 0.8, { radius: 0.1 }), 0.5],
  circle: [circle(0.5), 0.5],
  "small circle": [circle(0.1), 0.1],
  capsule: [capsule(1, 0.25), 0.25],
  "upright capsule": [capsule(1, 0.25, { angle: Math.PI / 2 }), 0.75],
  polygon: [polygon(hexagon), 0.4330127],
  ellipse: [ellipse(0.6, 0.4), 0.4],
  segment: [segment({ x: -0.5, y: 0 }, { x: 0.5, y: 0 }, { radius: 0.05 }), 0.05],
};

const GROUNDS: Record<string, (world: World) => void> = {
  "a chain": (world) => world.createBody({ shape: chain(level), ...SLIPPERY }),
  "a chain from right to left": (world) => world.createBody({ shape: chain([...level].reverse()), ...SLIPPERY }),
  "a one-sided chain": (world) =>
    world.createBody({ shape: chain([...level].reverse(), { oneSided: true }), ...SLIPPERY }),
  "a row of boxes": (world) => {
    for (const x of xs.slice(1)) {
      world.createBody({ position: { x: x - 0.5, y: -0.5 }, shape: box(1, 1), ...SLIPPERY });
    }
  },
  "a row of boxes on one body": (world) =>
    world.createBody({
      shapes: xs.slice(1).map((x) => box(1, 1, { center: { x: x - 0.5, y: -0.05 } })),
      position: { x: 0, y: -0.45 },
      ...SLIPPERY,
    }),
  "a raft of boxes": (world) =>
    world.createBody({
      type: "dynamic",
      shapes: xs.slice(1).map((x) => box(1, 1, { center: { x: x - 0.5, y: -0.05 } })),
      position: { x: 0, y: -0.45 },
      locks: { y: true, rotation: true },
      density: 1000,
      ...SLIPPERY,
    }),
  "thin planks": (world) => {
    for (const x of xs.slice(1)) {
      world.createBody({ position: { x: x - 0.5, y: -0.02 }, shape: box(1, 0.04), ...SLIPPERY });
    }
  },
  "a row of polygons": (world) => {
    const keystone = [
      { x: -0.5, y: 0 },
      { x: 0.5, y: 0 },
      { x: 0.3, y: -1 },
      { x: -0.3, y: -1 },
    ];
    for (const x of xs.slice(1)) {
      world.createBody({ position: { x: x - 0.5, y: 0 }, shape: polygon(keystone), ...SLIPPERY });
    }
  },
};

/** Slides a mover over 30 joints. Returns how far it left its height, its advance as a share of a free one's, and its turn. */
function slide(
  ground: (world: World) => void,
  mover: string,
  speed: number,
): [rise: number, advance: number, turn: number] {
  const world = new World({ sleeping: false });
  ground(world);
  const [shape, height] = MOVERS[mover]!;
  const fixedRotation = mover === "upright capsule";
  const body = world.createBody({ type: "dynamic", position: { x: 0, y: height }, shape, ...SLIPPERY, fixedRotation });
  for (let step = 0; step < 30; step++) {
    world.step();
  }
  const { x, y } = body;
  body.linearVelocity = { x: speed, y: 0 };
  const steps = Math.round((60 * 30) / speed);
  let rise = 0;
  for (let step = 0; step < steps; step++) {
    world.step(1 / 60);
    rise = Math.max(rise, Math.abs(body.y - y));
  }
  return [rise, ((body.x - x) / (speed * steps)) * 60, Math.abs(body.angle)];
}

describe("sliding over thirty joints", () => {
  for (const [name, ground] of Object.entries(GROUNDS)) {
    for (const speed of [2, 9, 30]) {
      it(`of ${name} at ${speed} m/s neither lifts nor slows a body`, () => {
        for (const mover of Object.keys(MOVERS)) {
          const [rise, advance, turn] = slide(ground, mover, speed);
          expect(rise, mover).toBeLessThanOrEqual(SLOP);
          expect(Math.abs(advance - 1), mover).toBeLessThanOrEqual(0.05);
          expect(turn, mover).toBeLessThan(0.01);
        }
      });
    }
  }

  it("on the underside of a chain is as smooth", () => {
    for (const mover of Object.keys(MOVERS)) {
      const world = new World({ sleeping: false, gravity: { x: 0, y: 10 } });
      world.createBody({ shape: chain(level), ...SLIPPERY });
      const [shape, height] = MOVERS[mover]!;
      const angle = mover === "polygon" ? Math.PI : 0;
      const def = { type: "dynamic", angle, fixedRotation: true, ...SLIPPERY } as const;
      const body = world.createBody({ ...def, position: { x: 0, y: -height }, shape, linearVelocity: { x: 6, y: 0 } });
      for (let step = 0; step < 280; step++) {
        world.step();
        expect(Math.abs(body.y + height), mover).toBeLessThanOrEqual(2 * SLOP);
      }
      expect(body.x, mover).toBeGreaterThan(26.6);
    }
  });
});

describe("a smooth chain", () => {
  it("without friction lets a box slide over hills with its energy constant to 3 %", () => {
    const hills = Array.from({ length: 401 }, (_, i) => ({ x: i / 10 - 20, y: Math.cos((i / 10 - 20) * 0.3) }));
    const world = new World({ sleeping: false });
    world.createBody({ shape: chain(hills), ...SLIPPERY });
    const body = world.createBody({
      type: "dynamic",
      position: { x: 0.5, y: 1.19 },
      linearVelocity: { x: 2, y: 0 },
      shape: box(0.4, 0.4),
      ...SLIPPERY,
    });
    let start = 0;
    for (let step = 0; step < 600 && body.x < 18; step++) {
      world.step();
      const { x, y } = body.linearVelocity;
      const energy = 0.5 * (x * x + y * y) + 10 * (body.y + 1);
      start = step === 30 ? energy : start;
      if (step > 30) {
        expect(Math.abs(energy - start)).toBeLessThan(0.03 * start);
      }
    }
    expect(body.x).toBeGreaterThan(18);
  });

  it("keeps a body in a closed loop inside, and one outside out", () => {
    const ring = Array.from({ length: 24 }, (_, i) => ({
      x: 3 * Math.cos((i * Math.PI) / 12),
      y: 3 * Math.sin((i * Math.PI) / 12),
    }));
    for (const oneSided of [false, true]) {
      // counter-clockwise keeps out, clockwise keeps in
      const outside = new World();
      outside.createBody({ shape: chain(ring, { loop: true, oneSided }) });
      const ball = outside.createBody({
        type: "dynamic",
        position: { x: 0, y: 4 },
        shape: circle(0.5),
        locks: { x: true },
      });
      const inside = new World();
      inside.createBody({ shape: chain([...ring].reverse(), { loop: true, oneSided }) });
      const pea = inside.createBody({ type: "dynamic", position: { x: 0, y: 0 }, shape: box(0.6, 0.6) });
      for (let step = 0; step < 180; step++) {
        outside.step();
        inside.step();
      }
      expect(ball.y).toBeCloseTo(3.5, 1);
      expect(pea.y).toBeCloseTo(-2.67, 1);
      expect(Math.hypot(pea.x, pea.y)).toBeLessThan(3);
    }
  });

  it("with one side lets bodies through from behind, slow or fast, and stops those from the front", () => {
    for (const speed of [3, 60]) {
      const world = new World({ gravity: { x: 0, y: 0 } });
      const shape = chain(
        [
          { x: 5, y: 0 },
          { x: 0, y: 0 },
          { x: -5, y: 0 },
        ],
        { oneSided: true },
      );
      world.createBody({ shape });
      const send = (x: number, y: number, vy: number): Body =>
        world.createBody({
          type: "dynamic",
          position: { x, y },
          linearVelocity: { x: 0, y: vy },
          shape: box(0.5, 0.5),
        });
      const above = send(1, 2, -speed);
      const below = send(-1, -2, speed);
      for (let step = 0; step < 120; step++) {
        world.step();
      }
      expect(above.y).toBeGreaterThan(0.2);
      expect(below.y).toBeGreaterThan(3);
    }
  });

  it("has a material for each link if `materials` gives one", () => {
    const world = new World({ gravity: { x: 0, y: -10 } });
    const shape = chain(
      [
        { x: -8, y: 0 },
        { x: 0, y: 0 },
        { x: 40, y: 0 },
      ],
      {
        materials: [{ friction: 0 }, { friction: 1, surfaceSpeed: 0 }],
      },
    );
    const ground = world.createBody({ shape, friction: 0.5 });
    expect(ground.shapes.map((link) => link.friction)).toEqual([0, 1]);
    const crate = world.createBody({
      type: "dynamic",
      position: { x: -6, y: 0.25 },
      linearVelocity: { x: 5, y: 0 },
      shape: box(0.5, 0.5),
      friction: 1,
    });
    for (let step = 0; step < 60; step++) {
      world.step();
    }
    expect(crate.linearVelocity.x).toBeGreaterThan(4.9);
    for (let step = 0; step < 120; step++) {
      world.step();
    }
    // it stops v² / 2 μ g beyond the joint
    expect(crate.x).toBeGreaterThan(0.9);
    expect(crate.x).toBeLessThan(1.6);
  });

  it("is refused with the wrong number of materials, or an unknown field in one", () => {
    const points = [
      { x: 0, y: 0 },
      { x: 1, y: 0 },
    ];
    expect(() => chain(points, { materials: [{}, {}] })).toThrow(/materials\.length is 2; it must be 1/);
    const world = new World();
    const hash = world.hash();
    const wrong = chain(points, { materials: [{ frction: 1 } as object] });
    expect(() => world.createBody({ shape: wrong })).toThrow(/shape\.materials\[0\]\.frction/);
    expect(() => world.createBody({ shape: chain(points, { materials: [{ friction: -1 }] }) })).toThrow(/friction/);
    expect(world.hash()).toBe(hash);
  });
});

describe("seams do not hide walls", () => {
  const push = (world: World, shape: ShapeDescriptor, y: number, speed: number): number => {
    const body = world.createBody({ type: "dynamic", position: { x: 0, y }, shape, ...SLIPPERY, fixedRotation: true });
    let far = 0;
    for (let step = 0; step < 200; step++) {
      if (step % 40 === 0) {
        body.linearVelocity = { x: speed, y: 0 };
      }
      world.step();
      far = Math.max(far, body.x);
    }
    return far;
  };
  const tile = (world: World, x: number, y: number): Body =>
    world.createBody({ position: { x, y }, shape: box(1, 1), ...SLIPPERY });

  for (const speed of [1, 30]) {
    it(`walls of tiles or links stop bodies at ${speed} m/s, and a step of two centimetres stops boxes`, () => {
      const diamond = polygon([
        { x: 0.5, y: 0 },
        { x: 0, y: 0.5 },
        { x: -0.5, y: 0 },
        { x: 0, y: -0.5 },
      ]);
      for (const shape of [box(1, 1), circle(0.5), diamond, capsule(0.5, 0.25)]) {
        const height = shape.type === "capsule" ? 0.25 : 0.5;
        const tiles = new World({ sleeping: false });
        const links = new World({ sleeping: false });
        const stair = new World({ sleeping: false });
        for (let i = -3; i < 6; i++) {
          tile(tiles, i, -0.5);
          tile(tiles, 3, i + 3.5);
          tile(stair, i, i > 2 ? -0.48 : -0.5);
        }
        links.createBody({
          shape: chain([
            { x: -9, y: 0 },
            { x: 1, y: 0 },
            { x: 2.5, y: 0 },
            { x: 2.5, y: 9 },
          ]),
          ...SLIPPERY,
        });
        expect(push(tiles, shape, height, speed), shape.type).toBeLessThan(2.06);
        expect(push(links, shape, height, speed), shape.type).toBeLessThan(2.06);
        if (shape.type === "box") {
          expect(push(stair, shape, height, speed)).toBeLessThan(2.06);
        }
      }
    });
  }
});
