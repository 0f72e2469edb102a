import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

describe.each(BUILDS)("bulk calls (%s)", (_, { World, box, circle }) => {
  it("make the same bodies as single calls", () => {
    const count = 500;
    const positions = new Float32Array(2 * count);
    const angles = new Float32Array(count);
    const velocities = new Float32Array(3 * count);
    for (let i = 0; i < count; i++) {
      positions.set([2 * (i % 25), 2 * Math.floor(i / 25)], 2 * i);
      angles[i] = 0.1 * i;
      velocities.set([i % 3, -(i % 5), 0.25 * (i % 7)], 3 * i);
    }
    const material = { density: 2, friction: 0.25, restitution: 0.5 };
    const bulk = new World();
    const ids = bulk.createBodies({
      count,
      type: "dynamic",
      shape: box(1, 1),
      positions,
      angles,
      velocities,
      ...material,
    });
    const single = new World();
    for (let i = 0; i < count; i++) {
      single.createBody({
        type: "dynamic",
        position: { x: positions[2 * i]!, y: positions[2 * i + 1]! },
        angle: angles[i]!,
        linearVelocity: { x: velocities[3 * i]!, y: velocities[3 * i + 1]! },
        angularVelocity: velocities[3 * i + 2]!,
        shape: box(1, 1),
        ...material,
      });
    }
    expect(ids).toBeInstanceOf(Uint32Array);
    expect(ids.length).toBe(count);
    expect([...ids]).toEqual(single.bodies.map((body) => body.id));
    for (let step = 0; step < 30; step++) {
      expect(bulk.hash()).toBe(single.hash());
      bulk.step();
      single.step();
    }
    const body = bulk.body(ids[7]!)!;
    expect(body.mass).toBeCloseTo(2, 5);
    expect(body.shapes[0]!.restitution).toBe(0.5);
  });

  it("take plain arrays, velocities without rotation, and a count of 0", () => {
    const world = new World();
    const shape = circle(1);
    const ids = world.createBodies({
      count: 2,
      type: "kinematic",
      shape,
      positions: [1, 2, 3, 4],
      velocities: [5, 6, 7, 8],
    });
    expect(Array.from(ids, (id) => world.body(id)!.linearVelocity)).toEqual([
      { x: 5, y: 6 },
      { x: 7, y: 8 },
    ]);
    expect(world.createBodies({ count: 0, shape, positions: [] })).toEqual(new Uint32Array(0));
    const fresh = new World();
    expect(fresh.createBodies({ count: 0, shape, positions: [] })).toEqual(new Uint32Array(0));
    expect(fresh.bodies).toHaveLength(0);
  });

  it("make a hundred thousand bodies", () => {
    const world = new World();
    const count = 100_000;
    const positions = Float32Array.from({ length: 2 * count }, (_, i) =>
      i % 2 === 0 ? (i >> 1) % 1000 : (i >> 1) / 500,
    );
    const ids = world.createBodies({ count, shape: circle(0.1), positions });
    expect(world.counters.bodies).toBe(count);
    expect(world.body(ids[count - 1]!)!.x).toBe(positions[2 * count - 2]);
    expect(world.validate()).toBe(0);
  });

  it("cast the same rays as single calls", () => {
    const world = new World();
    for (let i = 0; i < 200; i++) {
      world.createBody({
        position: { x: 40 * Math.sin(i * 1.7), y: 40 * Math.cos(i * 2.3) },
        angle: i,
        shape: box(1, 2),
      });
    }
    const count = 300;
    const rays = Float32Array.from({ length: 4 * count }, (_, i) => 50 * Math.sin(i * 0.37 + 1));
    const out = new Float32Array(8 * count);
    expect(world.castRays(rays, out)).toBe(out);
    const ids = new Uint32Array(out.buffer);
    let hits = 0;
    for (let i = 0; i < count; i++) {
      const [x, y, dx, dy] = rays.subarray(4 * i) as unknown as [number, number, number, number];
      const hit = world.castRay({ x, y }, { x: dx, y: dy });
      expect(ids[8 * i]).toBe(hit === null ? 0 : hit.shape.id);
      if (hit !== null) {
        hits++;
        const found = { x: out[8 * i + 2], y: out[8 * i + 3] };
        expect(found).toEqual(hit.point);
        expect(ids[8 * i + 1]).toBe(hit.body.id);
        expect(out[8 * i + 6]).toBe(hit.fraction);
        expect(hit.point.x).toBeCloseTo(x + hit.fraction * dx, 3);
      }
    }
    expect(hits).toBeGreaterThan(100);
    expect(world.castRays(new Float32Array(0)).length).toBe(0);
    const blind = world.castRays(rays, undefined, { mask: 2 });
    expect(blind.every((word) => word === 0)).toBe(true); // nothing is left of what earlier rays met
  });

  /** Two identical worlds, with the ids of their bodies. */
  function twins() {
    return [0, 1].map(() => {
      const world = new World();
      world.createBody({ shape: box(100, 1), position: { x: 0, y: -1 } });
      const ids = world.createBodies({
        count: 20,
        type: "dynamic",
        shape: box(1, 1),
        positions: Float32Array.from({ length: 40 }, (_unused, i) => (i % 2 === 0 ? i : 1 + (i % 3))),
      });
      return { world, ids };
    });
  }
  const rows = Float32Array.from({ length: 60 }, (_unused, i) => ((i * 37) % 11) - 5);

  it.each([
    ["setTransforms", (body: any, x: number, y: number, turn: number) => body.setTransform({ x, y }, turn)],
    [
      "setVelocities",
      (body: any, x: number, y: number, turn: number) => {
        body.linearVelocity = { x, y };
        body.angularVelocity = turn;
      },
    ],
    [
      "applyForces",
      (body: any, x: number, y: number, turn: number) => {
        body.applyForce({ x, y });
        body.applyTorque(turn);
      },
    ],
    [
      "applyImpulses",
      (body: any, x: number, y: number, turn: number) => {
        body.applyImpulse({ x, y });
        body.applyAngularImpulse(turn);
      },
    ],
  ] as const)("do by %s what one call per body does", (name, single) => {
    const [many, each] = twins() as [ReturnType<typeof twins>[number], ReturnType<typeof twins>[number]];
    for (let step = 0; step < 20; step++) {
      if (step % 5 === 0) {
        many.world[name](many.ids, rows);
        each.ids.forEach((id, i) => single(each.world.body(id), rows[3 * i]!, rows[3 * i + 1]!, rows[3 * i + 2]!));
      }
      many.world.step();
      each.world.step();
      expect(many.world.hash()).toBe(each.world.hash());
    }
  });

  it("push without torque, wake sleepers, and take empty lists", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const body = world.createBody({ type: "dynamic", shape: box(1, 1), awake: false });
    world.applyImpulses([], []);
    world.applyImpulses([body.id], [2, 3]);
    expect(body.awake).toBe(true);
    expect(body.linearVelocity).toEqual({ x: 2, y: 3 });
    expect(body.angularVelocity).toBe(0);
    world.applyForces([body.id, body.id], [60, 0, 60, 0]);
    world.step(1 / 60);
    expect(body.linearVelocity.x).toBeCloseTo(4, 5);
  });

  it("refuse a wrong element before anything moves, and name it", () => {
    const [{ world, ids }] = twins() as [ReturnType<typeof twins>[number]];
    const before = world.hash();
    const bad = rows.slice();
    bad[31] = Number.NaN;
    expect(() => world.setTransforms(ids, bad)).toThrow(/transforms\[31\].*finite/);
    bad[31] = 1e9;
    expect(() => world.setTransforms(ids, bad)).toThrow(/transforms\[31\]/);
    expect(() => world.applyForces(ids, rows.subarray(1))).toThrow(/forces has 59 numbers/);
    expect(() => world.setVelocities(ids, rows.subarray(0, 40))).toThrow(/velocities has 40 numbers/);
    expect(() => world.applyForces(undefined as never, rows)).toThrow(/ids/);
    expect(() => world.applyForces([1.5], [0, 0])).toThrow(/ids\[0\]/);
    world.body(ids[7]!)!.destroy();
    const after = world.hash();
    expect(after).not.toBe(before);
    expect(() => world.applyImpulses(ids, rows)).toThrow(expect.objectContaining({ code: "stale-body" }));
    expect(() => world.applyImpulses(ids, rows)).toThrow(/ids\[7\]/);
    expect(world.hash()).toBe(after);
    world.step();
  });
});
