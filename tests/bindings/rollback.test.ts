// A restored world hands out the same ids again: to newly created objects, and to the owners in another world's snapshot.
import { describe, expect, it } from "vitest";
import { BUILDS, type Engine, type World } from "../helpers/engine.js";

const pair = (engine: Engine, world: World) => ({
  bodyA: world.createBody({ shape: engine.circle(0.5) }),
  bodyB: world.createBody({ type: "dynamic", position: { x: 2, y: 0 }, shape: engine.circle(0.5) }),
});

describe.each(BUILDS)("handles over restores (%s)", (_, engine) => {
  const { World, PhysicsError, DistanceJoint, RevoluteJoint, circle } = engine;

  it("a joint created after a restore has the class of its type, whatever had its id before", () => {
    const world = new World();
    const bodies = pair(engine, world);
    const saved = world.snapshot();
    const hinge = world.createJoint({ type: "revolute", ...bodies });
    const later = world.snapshot();
    world.restore(saved);
    const rod = world.createJoint({ type: "distance", ...bodies });
    expect(rod.id).toBe(hinge.id);
    expect(rod).toBeInstanceOf(DistanceJoint);
    expect([rod.type, rod.length]).toEqual(["distance", 2]);
    expect([world.joint(rod.id), world.joints[0]]).toEqual([rod, rod]);

    // The hinge went with the other future, and comes back with it.
    expect(hinge.alive).toBe(false);
    for (const use of [() => hinge.angle, () => (hinge.motor = { speed: 1, maxTorque: 1 }), () => hinge.bodyA]) {
      expect(use).toThrow(PhysicsError);
    }
    expect(hinge.destroy()).toBe(false);
    expect(rod.alive).toBe(true);
    world.restore(later);
    expect([hinge.alive, rod.alive]).toEqual([true, false]);
    expect(hinge.angle).toBe(0);
    expect(world.joint(hinge.id)).toBe(hinge);
    world.restore(saved);
    expect(world.createJoint({ type: "distance", ...bodies })).toBe(rod);
  });

  it("a joint of another world's snapshot has the class of its type", () => {
    const here = new World();
    const hinge = here.createJoint({ type: "revolute", ...pair(engine, here) });
    const there = new World();
    there.createJoint({ type: "distance", ...pair(engine, there), length: 3 });
    const mine = here.snapshot();
    here.restore(there.snapshot());
    expect(here.joints[0]).toBeInstanceOf(DistanceJoint);
    expect(here.joints[0]).toMatchObject({ type: "distance", length: 3 });
    expect(() => hinge.limit).toThrow(PhysicsError);
    here.restore(mine);
    expect(here.joints[0]).toBe(hinge);
    expect(hinge).toBeInstanceOf(RevoluteJoint);
    expect(hinge.alive).toBe(true);
  });

  it("a joint that breaks is reported with its own object", () => {
    const world = new World();
    const bodies = pair(engine, world);
    const saved = world.snapshot();
    world.createJoint({ type: "revolute", ...bodies });
    world.restore(saved);
    const rod = world.createJoint({ type: "distance", ...bodies, breakForce: 1e-3 });
    for (let step = 0; step < 10 && rod.alive; step++) {
      world.step();
    }
    expect(world.events.jointBreak[0]!.joint).toBe(rod);
  });

  it("bodies created in bulk begin without the data of those that had their ids before a restore", () => {
    const world = new World();
    const saved = world.snapshot();
    const before = world.createBody({ userData: "of another future" });
    world.restore(saved);
    const [id] = world.createBodies({ count: 1, positions: [0, 0], shape: circle(1) });
    expect(id).toBe(before.id);
    expect(world.body(id!)!.userData).toBeUndefined();
  });

  it("shapes created after a restore begin without the data of those that had their ids before", () => {
    const world = new World();
    const body = world.createBody({ shape: circle(1) });
    body.shapes[0]!.userData = "kept";
    const saved = world.snapshot();
    const add = () => {
      const [id] = world.createBodies({ count: 1, positions: [0, 0], shape: circle(1) });
      body.addShape(engine.chain([0, 1, 2].map((x) => ({ x, y: 0 }))));
      return [...world.createBody({ shape: circle(1) }).shapes, ...world.body(id!)!.shapes, ...body.shapes.slice(1)];
    };
    const before = add();
    for (const shape of before) {
      shape.userData = "of another future";
    }
    world.restore(saved);
    const after = add();
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after.map(({ userData }) => userData)).toEqual(after.map(() => undefined));
    expect(body.shapes[0]!.userData).toBe("kept");
  });

  it("twenty thousand bodies destroyed and replaced come back as the same objects with their data", () => {
    const world = new World();
    const bodies = Array.from({ length: 20_000 }, (_, i) => world.createBody({ userData: i + 1 }));
    const saved = world.snapshot();
    for (const body of bodies) {
      body.destroy();
    }
    for (let i = 0; i < bodies.length; i++) {
      world.createBody({});
    }
    world.restore(saved);
    expect(bodies.filter((body, i) => world.body(body.id) !== body || body.userData !== i + 1)).toEqual([]);
  });
});
