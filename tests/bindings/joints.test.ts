import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

describe.each(BUILDS)("joints (%s)", (_, { World, box, circle, DistanceJoint, RevoluteJoint }) => {
  it("of type distance keep the distance they find", () => {
    const world = new World();
    const hook = world.createBody({ position: { x: 0, y: 5 } });
    const ball = world.createBody({ type: "dynamic", position: { x: 3, y: 1 }, shape: circle(0.5) });
    const rod = world.createJoint({ type: "distance", bodyA: hook, bodyB: ball, userData: "rod" });
    expect(rod.userData).toBe("rod");
    expect(rod).toBeInstanceOf(DistanceJoint);
    expect(rod.type).toBe("distance");
    expect(rod.length).toBe(5);
    expect([rod.bodyA, rod.bodyB]).toEqual([hook, ball]);
    expect(world.joint(rod.id)).toBe(rod);
    for (let step = 0; step < 120; step++) {
      world.step();
      expect(rod.distance).toBeCloseTo(5, 1);
    }
    expect(Math.hypot(rod.force.x, rod.force.y)).toBeGreaterThan(0);
  });

  it("of type revolute pin two bodies together at a point of the world", () => {
    const world = new World();
    const wall = world.createBody({ position: { x: -1, y: 0 }, angle: 0.25 });
    const door = world.createBody({ type: "dynamic", position: { x: 1, y: 0 }, angle: 0.75, shape: box(2, 0.2) });
    const hinge = world.createJoint({ type: "revolute", bodyA: wall, bodyB: door, anchor: { x: 0, y: 0 } });
    expect(hinge).toBeInstanceOf(RevoluteJoint);
    expect(hinge.referenceAngle).toBeCloseTo(0.5, 5);
    expect(hinge.angle).toBeCloseTo(0, 5);
    expect(wall.toWorld(hinge.anchorA).x).toBeCloseTo(0, 5);
    expect(door.toWorld(hinge.anchorB).y).toBeCloseTo(0, 5);
    for (let step = 0; step < 60; step++) {
      world.step();
      const pin = door.toWorld(hinge.anchorB);
      expect(Math.hypot(pin.x, pin.y)).toBeLessThan(0.02);
    }
    expect(hinge.angle).toBeLessThan(-0.2);
  });

  it("take motor, limit and spring from their definition, and by setters later", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const base = world.createBody({});
    const wheel = world.createBody({ type: "dynamic", shape: circle(1) });
    const axle = world.createJoint({
      type: "revolute",
      bodyA: base,
      bodyB: wheel,
      motor: { speed: 3, maxTorque: 1000 },
      limit: { lower: -0.5, upper: 0.5 },
      collide: true,
    });
    expect(axle.motor).toEqual({ speed: 3, maxTorque: 1000 });
    expect(axle.limit).toEqual({ lower: -0.5, upper: 0.5 });
    expect([axle.spring, axle.collide, axle.breakForce]).toEqual([undefined, true, 0]);
    for (let step = 0; step < 60; step++) {
      world.step();
    }
    expect(axle.angle).toBeCloseTo(0.5, 1);
    axle.limit = undefined;
    axle.motor = { speed: -2, maxTorque: 500 };
    for (let step = 0; step < 60; step++) {
      world.step();
    }
    expect(wheel.angularVelocity).toBeCloseTo(-2, 2);
    expect(axle.speed).toBeCloseTo(-2, 2);
    axle.motor = undefined;
    axle.spring = { hertz: 2 };
    expect(axle.spring).toEqual({ hertz: 2, dampingRatio: 1 });
    for (let step = 0; step < 300; step++) {
      world.step();
    }
    expect(axle.angle).toBeCloseTo(0, 2);
  });

  it("are destroyed with either of their bodies", () => {
    const world = new World();
    const [a, b] = [0, 2].map((x) => world.createBody({ type: "dynamic", position: { x, y: 0 }, shape: circle(0.5) }));
    const joint = world.createJoint({ type: "distance", bodyA: a!, bodyB: b! });
    b!.destroy();
    expect(joint.alive).toBe(false);
    expect(world.counters.joints).toBe(0);
    expect(joint.destroy()).toBe(false);
    world.step();
    expect(world.validate()).toBe(0);
  });

  it("come back as the same objects when a snapshot is restored", () => {
    const world = new World();
    const [a, b] = [0, 2].map((x) => world.createBody({ type: "dynamic", position: { x, y: 0 }, shape: circle(0.5) }));
    const joint = world.createJoint({
      type: "distance",
      bodyA: a!,
      bodyB: b!,
      spring: { hertz: 1, dampingRatio: 0.5 },
    });
    const saved = world.snapshot();
    joint.destroy();
    world.restore(saved);
    expect(joint.alive).toBe(true);
    expect(world.joint(joint.id)).toBe(joint);
    expect(joint.spring).toEqual({ hertz: 1, dampingRatio: 0.5 });
    const twin = World.fromSnapshot(saved).joint(joint.id)!;
    expect(twin).toBeInstanceOf(DistanceJoint);
    expect(twin.bodyA.id).toBe(a!.id);
  });
});
