import { describe, expect, it } from "vitest";
import { box, capsule, circle, World } from "../../dist/index.js";
import { Random, relativeError } from "../helpers/numbers.js";
import { DT, run } from "../helpers/engine.js";

const COUNT = 10_000;

/** Ten thousand bodies on a grid, each with a motion of its own that keeps it near its place for a second. */
function motions(): { positions: Float32Array; angles: Float32Array; velocities: Float32Array } {
  const random = new Random(41);
  const positions = new Float32Array(2 * COUNT);
  const angles = new Float32Array(COUNT);
  const velocities = new Float32Array(3 * COUNT);
  for (let i = 0; i < COUNT; i++) {
    positions.set([10 * (i % 100), 10 * Math.floor(i / 100)], 2 * i);
    angles[i] = random.between(-3, 3);
    velocities.set([random.between(-2, 2), random.between(-2, 2), random.between(-2, 2)], 3 * i);
  }
  return { positions, angles, velocities };
}

describe("ten thousand bodies made by one call", () => {
  it("fly as Newton says, each with its own velocity, in the views and in the objects", () => {
    const { positions, angles, velocities } = motions();
    const world = new World({ gravity: { x: 0, y: 0 }, sleeping: false });
    const ids = world.createBodies({
      count: COUNT,
      type: "dynamic",
      shape: box(1, 0.5),
      density: 3,
      positions,
      angles,
      velocities,
    });
    expect(new Set(ids).size).toBe(COUNT);
    expect(world.counters.bodies).toBe(COUNT);
    run(world, 1);
    const { transforms, velocities: speeds } = world.state;
    let worst = 0;
    ids.forEach((id, i) => {
      const body = world.body(id)!;
      const at = 4 * body.slot;
      const angle = angles[i]! + velocities[3 * i + 2]!;
      worst = Math.max(
        worst,
        Math.abs(transforms[at]! - positions[2 * i]! - velocities[3 * i]!),
        Math.abs(transforms[at + 1]! - positions[2 * i + 1]! - velocities[3 * i + 1]!),
        Math.abs(transforms[at + 2]! - Math.cos(angle)),
        Math.abs(transforms[at + 3]! - Math.sin(angle)),
      );
      // No forces act, so velocities keep every bit.
      expect([...speeds.subarray(at, at + 3)]).toEqual([...velocities.subarray(3 * i, 3 * i + 3)]);
      if (i % 97 === 0) {
        expect(body.position).toEqual({ x: transforms[at], y: transforms[at + 1] });
        expect(body.linearVelocity).toEqual({ x: speeds[at], y: speeds[at + 1] });
        expect(body.angularVelocity).toBe(speeds[at + 2]);
        expect(relativeError(body.mass, 1.5)).toBeLessThan(1e-6);
      }
    });
    // The grid is a kilometre wide: this is the rounding of 240 sub-steps in f32 that far out.
    expect(worst).toBeLessThan(240 * 6e-5);
    expect(world.moved.length).toBe(COUNT);
    expect(world.validate()).toBe(0);
  });

  it("fall onto a floor and lie there, and none is lost", () => {
    const world = new World({ sleeping: false });
    world.createBody({ position: { x: 500, y: -1 }, shape: box(1100, 2) });
    const positions = Float32Array.from({ length: 2 * COUNT }, (_, i) =>
      i % 2 === 0 ? (i / 2) % 1000 : 0.6 + 1.1 * Math.floor(i / 2000),
    );
    const ids = world.createBodies({ count: COUNT, type: "dynamic", shape: box(0.9, 1), positions });
    run(world, 1.5);
    const { transforms } = world.state;
    let worst = 0;
    ids.forEach((id, i) => {
      const y = transforms[4 * world.body(id)!.slot + 1]!;
      worst = Math.max(worst, Math.abs(y - 0.5 - Math.floor(i / 1000)));
    });
    expect(worst).toBeLessThan(0.05);
    expect(world.counters.touching).toBeGreaterThanOrEqual(COUNT);
  });

  it("take no more memory after the third time they are created and destroyed with a step in between", () => {
    const world = new World();
    const positions = Float32Array.from({ length: 2 * COUNT }, (_, i) => 3 * (i % 2 === 0 ? (i >> 1) % 100 : i / 200));
    const bytes: number[] = [];
    for (let round = 0; round < 8; round++) {
      const ids = world.createBodies({ count: COUNT, type: "dynamic", shape: circle(0.5), positions });
      world.step();
      for (const id of ids) {
        world.body(id)!.destroy();
      }
      world.step();
      bytes.push(world.counters.bytes);
      expect(world.counters.bodies).toBe(0);
    }
    expect(new Set(bytes.slice(2)).size).toBe(1);
  });

  it("can be destroyed one by one and made anew in the same slots, with ids that never recur", () => {
    const world = new World();
    const def = { count: COUNT, shape: circle(0.5), positions: new Float32Array(2 * COUNT) } as const;
    const first = world.createBodies(def);
    for (const id of first) {
      world.body(id)!.destroy();
    }
    expect(world.counters.bodies).toBe(0);
    const second = world.createBodies(def);
    const old = new Set(first);
    expect([...second].some((id) => old.has(id))).toBe(false);
    expect(first.every((id) => world.body(id) === undefined)).toBe(true);
    expect(world.state.slots).toBe(COUNT + 1);
    expect(world.counters.bodies).toBe(COUNT);
    expect(world.body(second[COUNT - 1]!)!.shapes.length).toBe(1);
    expect(world.validate()).toBe(0);
  });
});

describe("the views", () => {
  it("read the same before and after the memory has grown, whichever call makes it grow", () => {
    const world = new World();
    const body = world.createBody({
      type: "dynamic",
      position: { x: 3, y: 50 },
      angle: 0.5,
      linearVelocity: { x: 1, y: 2 },
      angularVelocity: 3,
      shape: capsule(1, 0.2),
    });
    const read = (): number[] => {
      const { transforms, velocities, flags } = world.state;
      const at = 4 * body.slot;
      return [...transforms.subarray(at, at + 4), ...velocities.subarray(at, at + 3), flags[body.slot]!];
    };
    const before = read();
    const rays = new Float32Array(4 * 20_000).fill(1e3);
    const positions = Float32Array.from({ length: 40_000 }, (_, i) => 2 * (i % 2 === 0 ? (i >> 1) % 200 : i / 400));
    const growers: Record<string, () => unknown> = {
      createBodies: () => world.createBodies({ count: 20_000, shape: box(1, 1), positions }),
      castRays: () => world.castRays(rays),
      snapshot: () => world.snapshot(),
      overlapAABB: () => world.overlapAABB({ x: -9, y: -9 }, { x: 999, y: 999 }),
      addShape: () => Array.from({ length: 1_000 }, () => body.addShape(circle(0.01), { density: 0 })),
    };
    let grown = 0;
    for (const [name, grow] of Object.entries(growers)) {
      const { buffer } = world.state.transforms;
      grow();
      expect(read(), name).toEqual(before);
      grown += world.state.transforms.buffer === buffer ? 0 : 1;
    }
    expect(grown).toBeGreaterThan(1);
    expect(body.position).toEqual({ x: before[0], y: before[1] });
  });

  it("show a value as soon as it is set", () => {
    const world = new World();
    const body = world.createBody({ type: "dynamic", shape: box(1, 1) });
    const { transforms, velocities } = world.state;
    const at = 4 * body.slot;
    body.setTransform({ x: 5, y: 6 }, Math.PI / 2);
    body.linearVelocity = { x: 7, y: 8 };
    body.angularVelocity = 9;
    expect([...transforms.subarray(at, at + 2)]).toEqual([5, 6]);
    expect(transforms[at + 2]).toBeCloseTo(0, 6);
    expect(transforms[at + 3]).toBeCloseTo(1, 6);
    expect([...velocities.subarray(at, at + 3)]).toEqual([7, 8, 9]);
  });

  it("hold the velocity of the centre of mass, for each type of body", () => {
    const world = new World({ gravity: { x: 0, y: -10 } });
    const shape = circle(0.5, { center: { x: 3, y: 0 } });
    const [still, moved, free] = (["static", "kinematic", "dynamic"] as const).map((type, i) =>
      world.createBody({ type, position: { x: 20 * i, y: 0 }, shape }),
    );
    for (const body of [moved, free]) {
      body!.linearVelocity = { x: 1, y: 0 };
      body!.angularVelocity = 2;
    }
    run(world, 0.5);
    const of = (body: typeof still): number[] => [
      ...world.state.velocities.subarray(4 * body!.slot, 4 * body!.slot + 3),
    ];
    expect(of(still)).toEqual([0, 0, 0]);
    expect(of(moved)).toEqual([1, 0, 2]);
    expect(of(free)[0]).toBe(1);
    expect(of(free)[1]).toBeCloseTo(-5, 4);
    expect(of(free)[2]).toBe(2);
  });

  it("list as moved all slots whose transforms changed, and neither slot 0 nor a sleeper", () => {
    const world = new World();
    world.createBody({ position: { x: 0, y: -1 }, shape: box(200, 2) });
    const sleeper = world.createBody({ type: "dynamic", position: { x: 50, y: 0.5 }, shape: box(1, 1), awake: false });
    world.createBody({ type: "kinematic", position: { x: 0, y: 20 }, shape: box(1, 1), angularVelocity: 1 });
    for (let i = 0; i < 60; i++) {
      const position = { x: (i % 20) - 10, y: 1 + 2 * Math.floor(i / 20) };
      world.createBody({ type: "dynamic", position, shape: circle(0.4) });
    }
    let changes = 0;
    for (let step = 0; step < 240; step++) {
      const before = world.state.transforms.slice();
      world.step(DT);
      const moved = new Set(world.moved);
      expect(moved.size).toBe(world.moved.length);
      const { transforms } = world.state;
      for (let at = 0; at < transforms.length; at += 4) {
        const changed = [0, 1, 2, 3].some((k) => transforms[at + k] !== before[at + k]);
        changes += changed ? 1 : 0;
        if (changed) {
          expect(moved.has(at / 4)).toBe(true);
        }
      }
      expect(moved.has(0)).toBe(false);
      expect(moved.has(sleeper.slot)).toBe(false);
    }
    expect(changes).toBeGreaterThan(1000);
    // In the end only the spinning body still moves.
    run(world, 6);
    expect(world.moved.length).toBe(1);
  });
});
