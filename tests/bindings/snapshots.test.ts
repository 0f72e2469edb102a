import { describe, expect, it } from "vitest";
import { BUILDS, type Body, type Engine, type World } from "../helpers/engine.js";

function scene({ World, box, circle }: Engine): { world: World; bodies: Body[] } {
  const world = new World();
  world.createBody({ position: { x: 0, y: -1 }, shape: box(50, 2) });
  const bodies = Array.from({ length: 30 }, (_, i) =>
    world.createBody({
      type: "dynamic",
      position: { x: (i % 5) - 2 + 0.01 * i, y: 1 + 1.2 * Math.floor(i / 5) },
      shape: i % 3 === 0 ? circle(0.5) : box(1, 1),
      userData: i,
    }),
  );
  world.createJoint({ type: "revolute", bodyA: bodies[0]!, bodyB: bodies[1]!, anchor: { x: -1.5, y: 1 } });
  return { world, bodies };
}

describe.each(BUILDS)("snapshots (%s)", (_, engine) => {
  it("replay to the same hash at every step", () => {
    const { world, bodies } = scene(engine);
    for (let step = 0; step < 40; step++) {
      world.step();
    }
    const saved = world.snapshot();
    const first = Array.from({ length: 60 }, () => (world.step(), world.hash()));
    world.restore(saved);
    expect(Array.from({ length: 60 }, () => (world.step(), world.hash()))).toEqual(first);
    expect(world.validate()).toBe(0);
    expect(world.body(bodies[3]!.id)).toBe(bodies[3]);
  });

  it("bring destroyed bodies back as the same objects, with their user data", () => {
    const { world, bodies } = scene(engine);
    const shapes = bodies.map((body) => body.shapes[0]!);
    const joint = world.joints[0]!;
    joint.userData = "hinge";
    shapes.forEach((shape, i) => (shape.userData = -i));
    const saved = world.snapshot();
    const hash = world.hash();
    for (const body of bodies) {
      body.destroy();
    }
    const late = bodies.map(() => world.createBody({ type: "dynamic", shape: engine.circle(1), userData: "late" }));
    world.step();
    expect(bodies.every((body) => !body.alive)).toBe(true);
    world.restore(saved);
    expect(world.hash()).toBe(hash);
    bodies.forEach((body, i) => {
      expect(body.alive).toBe(true);
      expect(world.body(body.id)).toBe(body);
      expect(body.userData).toBe(i);
      expect(body.shapes[0]).toBe(shapes[i]);
      expect(shapes[i]!.userData).toBe(-i);
    });
    expect(world.joints).toEqual([joint]);
    expect(joint.userData).toBe("hinge");
    expect(late.every((body) => !body.alive)).toBe(true);
    expect(world.events.contactBegin).toEqual([]);
  });

  it("can make a new world", () => {
    const { world, bodies } = scene(engine);
    world.gravity = { x: 1, y: -3 };
    for (let step = 0; step < 20; step++) {
      world.step();
    }
    const twin = engine.World.fromSnapshot(world.snapshot(), { substeps: 4 });
    expect(twin).toBeInstanceOf(engine.World);
    expect(twin.gravity).toEqual({ x: 1, y: -3 });
    expect(twin.hash()).toBe(world.hash());
    world.step();
    twin.step();
    expect(twin.hash()).toBe(world.hash());
    const copy = twin.body(bodies[5]!.id)!;
    expect(copy).not.toBe(bodies[5]);
    expect(copy.position).toEqual(bodies[5]!.position);
    expect(twin.bodies.length).toBe(31);
  });

  it("are written into a given array if it is long enough", () => {
    const { world } = scene(engine);
    const saved = world.snapshot();
    const again = world.snapshot(saved);
    expect(again.buffer).toBe(saved.buffer);
    const hash = world.hash();
    world.step();
    world.restore(again);
    expect(world.hash()).toBe(hash);
    const short = new Uint8Array(10);
    const fresh = world.snapshot(short);
    expect(fresh.buffer).not.toBe(short.buffer);
    world.step();
    world.restore(fresh);
    expect(world.hash()).toBe(hash);
  });

  it("are refused if any byte was changed, and then change nothing", () => {
    const { world } = scene(engine);
    for (let step = 0; step < 20; step++) {
      world.step();
    }
    const saved = world.snapshot();
    const hash = world.hash();
    const refused = (bytes: unknown): void => {
      expect(() => world.restore(bytes as Uint8Array)).toThrow(
        expect.objectContaining({ name: "PhysicsError", code: "bad-snapshot" }),
      );
      expect(world.hash()).toBe(hash);
    };
    for (let i = 0; i < 200; i++) {
      const bad = saved.slice();
      bad[(i * 7919) % bad.length]! ^= 1 << (i % 8);
      refused(bad);
    }
    refused(saved.subarray(0, saved.length - 1));
    refused(saved.subarray(0, 8));
    refused(new Uint8Array(0));
    refused(new Uint8Array(1000).fill(7));
    const longer = new Uint8Array(saved.length + 64);
    longer.set(saved);
    refused(longer);
    refused("a string");
    refused(undefined);
    refused(null);
    expect(() => engine.World.fromSnapshot(new Uint8Array(3))).toThrow(
      expect.objectContaining({ code: "bad-snapshot" }),
    );
    world.step();
    expect(world.validate()).toBe(0);
  });

  it("do not grow the memory when taken and restored over and over", () => {
    const { world } = scene(engine);
    world.restore(world.snapshot());
    const { bytes } = world.counters;
    const { length } = world.snapshot();
    for (let i = 0; i < 100; i++) {
      world.restore(world.snapshot());
    }
    expect(world.counters.bytes).toBe(bytes);
    expect(world.snapshot().length).toBe(length);
  });
});

it("a snapshot of one build goes on in another", () => {
  const [, simd] = BUILDS[0]!;
  const { world } = scene(simd);
  for (let step = 0; step < 30; step++) {
    world.step();
  }
  const saved = world.snapshot();
  world.step();
  for (const [, { World }] of BUILDS) {
    const other = World.fromSnapshot(saved);
    other.step();
    expect(other.hash()).toBe(world.hash());
  }
});
