// The public contract, as its page states it, on every build.
import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";

describe.each(BUILDS)("the contract's example (%s)", (backend, engine) => {
  const { World, box, circle, capsule, polygon, segment, chain, ellipse, halfSpace } = engine;

  it("runs as written", () => {
    const world = new World({ gravity: { x: 0, y: -10 } });
    const ground = world.createBody({ type: "static", position: { x: 0, y: -1 }, shape: box(100, 2) });
    const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 5 }, shape: box(1, 1), density: 1 });
    const ball = world.createBody({ type: "dynamic", position: { x: 2, y: 5 } });
    ball.addShape(circle(0.5), { density: 2, friction: 0.4, restitution: 0.8 });
    expect(world.backend).toBe(backend);

    world.step(1 / 60);
    const alpha = world.advance(1 / 40);
    expect(alpha).toBeCloseTo(0.5, 6);

    expect(crate.x).toBe(0);
    expect(crate.y).toBeLessThan(5);
    expect(crate.angle).toBe(0);
    expect(crate.position).toEqual({ x: crate.x, y: crate.y });
    expect(crate.linearVelocity.y).toBeLessThan(0);
    expect(crate.angularVelocity).toBe(0);
    expect(crate.awake).toBe(true);

    const touched = new Set<unknown>();
    for (let step = 0; step < 120; step++) {
      world.step();
      for (const touch of world.events.contactBegin) {
        touched.add(touch.bodyA);
        touched.add(touch.bodyB);
      }
    }
    expect(touched).toEqual(new Set([ground, crate, ball]));

    const hit = world.castRay({ x: 0, y: 9 }, { x: 0, y: -20 });
    expect(hit!.body).toBe(crate);
    expect(hit!.shape).toBe(crate.shapes[0]);
    expect(hit!.point.y).toBeCloseTo(crate.y + 0.5, 3);
    expect(hit!.normal.y).toBeCloseTo(1, 4);
    expect(hit!.fraction).toBeCloseTo((9 - hit!.point.y) / 20, 4);
    expect(world.castRay({ x: 70, y: 9 }, { x: 0, y: -20 })).toBeNull();

    const saved = world.snapshot();
    expect(saved).toBeInstanceOf(Uint8Array);
    const then = world.hash();
    expect(then).toMatch(/^[0-9a-f]{16}$/);
    world.step();
    expect(world.hash()).not.toBe(then);
    world.restore(saved);
    expect(world.hash()).toBe(then);
    expect(crate.y).toBeGreaterThan(0.4);
    world.dispose();
  });

  it("makes a body of every shape", () => {
    const world = new World();
    const square = [
      { x: 0, y: 0 },
      { x: 1, y: 0 },
      { x: 1, y: 1 },
      { x: 0, y: 1 },
    ];
    const shapes = {
      box: box(1, 2, { radius: 0.1, center: { x: 0.5, y: 0 }, angle: 0.3 }),
      circle: circle(0.5),
      capsule: capsule(1, 0.25),
      polygon: polygon(square, { radius: 0.05 }),
      segment: segment({ x: -1, y: 0 }, { x: 1, y: 0 }),
      ellipse: ellipse(1, 0.5),
    };
    for (const [type, shape] of Object.entries(shapes)) {
      const body = world.createBody({ type: "dynamic", position: { x: 0, y: 9 }, shape });
      expect(body.shapes.map((item) => item.type)).toEqual([type]);
      expect(body.mass).toBeGreaterThan(0);
    }
    const floor = world.createBody({ shape: halfSpace({ x: 0, y: 1 }) });
    expect(floor.shapes[0]!.type).toBe("halfSpace");
    const hill = world.createBody({ shape: chain(square, { loop: true }) });
    expect(hill.shapes.map((item) => item.type)).toEqual(["segment", "segment", "segment", "segment"]);
    for (let step = 0; step < 30; step++) {
      world.step();
    }
    expect(world.validate()).toBe(0);
  });

  it("has the documented defaults", () => {
    const world = new World();
    expect(world.gravity).toEqual({ x: 0, y: -10 });
    const body = world.createBody({ type: "dynamic", shape: circle(1) });
    const shape = body.shapes[0]!;
    expect(shape.density).toBe(1);
    expect(shape.friction).toBeCloseTo(0.6, 6);
    expect(shape.restitution).toBeUndefined();
    expect(body.mass).toBeCloseTo(Math.PI, 5);
    expect(world.settings.sleeping).toBe(true);
    expect(world.settings.continuous).toBe(true);
    expect(world.createBody({}).type).toBe("static");
    // step() takes 1/60 s in 4 sub-steps
    const other = new World();
    other.createBody({ type: "dynamic", shape: circle(1) });
    const same = new World();
    same.createBody({ type: "dynamic", shape: circle(1) });
    other.step();
    same.step(1 / 60, 4);
    expect(other.hash()).toBe(same.hash());
  });

  it("moves nothing in a step of 0 seconds", () => {
    const world = new World();
    const body = world.createBody({ type: "dynamic", linearVelocity: { x: 3, y: 1 }, shape: circle(1) });
    world.step();
    const hash = world.hash();
    world.step(0);
    expect(world.hash()).toBe(hash);
    expect(world.moved.length).toBe(0);
    expect(body.linearVelocity.x).toBe(3);
  });

  it("gives objects small integer ids by which they are found again", () => {
    const world = new World();
    const body = world.createBody({ type: "dynamic", shape: circle(1) });
    expect(Number.isInteger(body.id)).toBe(true);
    expect(body.id).toBeGreaterThan(0);
    expect(body.id).toBeLessThan(2 ** 30);
    expect(world.body(body.id)).toBe(body);
    expect(world.shape(body.shapes[0]!.id)).toBe(body.shapes[0]);
    body.destroy();
    expect(world.body(body.id)).toBeUndefined();
    const next = world.createBody({});
    expect(next.slot).toBe(body.slot);
    expect(next.id).not.toBe(body.id);
    for (const nonsense of [0, -1, 1.5, Number.NaN, 2 ** 40, "1", null, undefined, {}]) {
      expect(world.body(nonsense as number)).toBeUndefined();
    }
  });

  it("reads and writes a body", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const body = world.createBody({
      type: "dynamic",
      position: { x: 1, y: 2 },
      angle: 0.5,
      linearVelocity: { x: 3, y: 4 },
      angularVelocity: 5,
      linearDamping: 0.25,
      angularDamping: 0.5,
      gravityScale: 2,
      locks: { x: true },
      bullet: true,
      sleep: false,
      userData: "mine",
      shape: box(1, 1),
    });
    expect(body.userData).toBe("mine");
    expect(body.angle).toBeCloseTo(0.5, 6);
    expect([body.linearDamping, body.angularDamping, body.gravityScale]).toEqual([0.25, 0.5, 2]);
    expect([body.bullet, body.sleep, body.fixedRotation]).toEqual([true, false, false]);
    expect(body.locks).toEqual({ x: true, y: false, rotation: false });
    expect(body.world).toBe(world);

    // Off the centre of mass by (2, −1): ω × r is (5, 10).
    const { x, y } = body.centerOfMass;
    const there = body.velocityAt({ x: x + 2, y: y - 1 });
    expect([there.x, there.y]).toEqual([expect.closeTo(8, 5), expect.closeTo(14, 5)]);

    body.setTransform({ x: -1, y: 7 }, 1);
    expect(body.position).toEqual({ x: -1, y: 7 });
    expect(body.angle).toBeCloseTo(1, 6);
    body.position = { x: 4, y: 5 };
    expect(body.angle).toBeCloseTo(1, 6);
    body.x = 6;
    body.y = 8;
    body.angle = -1;
    expect([body.x, body.y]).toEqual([6, 8]);
    expect(body.angle).toBeCloseTo(-1, 6);
    body.locks = {};
    body.linearVelocity = { x: 0, y: 0 };
    body.angularVelocity = 0;
    body.applyImpulse({ x: 2, y: 0 });
    expect(body.linearVelocity).toEqual({ x: 2, y: 0 });
    body.applyImpulse({ x: 0, y: 1 }, { x: 6.5, y: 8 });
    expect(body.angularVelocity).toBeCloseTo(0.5 / body.inertia, 5);
    body.applyAngularImpulse(-0.5);
    expect(body.angularVelocity).toBeCloseTo(0, 6);
    body.linearDamping = 0;
    body.linearVelocity = { x: 0, y: 0 };
    body.applyForce({ x: 6, y: 0 });
    body.applyTorque(1);
    world.step(0.5);
    expect(body.linearVelocity.x).toBeCloseTo(3, 5);
    expect(body.angularVelocity).toBeGreaterThan(0);
    body.mass = 4;
    expect(body.mass).toBe(4);
    body.inertia = 2;
    expect(body.inertia).toBe(2);
    body.type = "kinematic";
    expect(body.type).toBe("kinematic");
    expect(body.toLocal(body.toWorld({ x: 1, y: 2 })).x).toBeCloseTo(1, 5);
  });

  it("reads and writes a shape", () => {
    const world = new World();
    const body = world.createBody({ type: "dynamic" });
    const shape = body.addShape(box(2, 1), {
      friction: 0.25,
      staticFriction: 0.5,
      restitution: 0.5,
      rollingResistance: 0.125,
      surfaceSpeed: -2,
      category: 2,
      mask: ~4,
      group: -3,
      events: { contact: false },
    });
    expect(shape.body).toBe(body);
    expect([shape.friction, shape.staticFriction, shape.restitution]).toEqual([0.25, 0.5, 0.5]);
    expect([shape.rollingResistance, shape.surfaceSpeed, shape.group]).toEqual([0.125, -2, -3]);
    expect([shape.category, shape.mask]).toEqual([2, 0xfffffffb]);
    expect(shape.events).toEqual({ contact: false, hit: false, sensor: true, swept: false });
    shape.restitution = undefined;
    expect(shape.restitution).toBeUndefined();
    shape.density = 3;
    expect(body.mass).toBeCloseTo(6, 5);
    shape.mask = 0xffffffff;
    expect(shape.mask).toBe(0xffffffff);
    shape.sensor = true;
    shape.events = true;
    expect([shape.sensor, shape.events]).toEqual([true, { contact: true, hit: true, sensor: true, swept: true }]);
    expect(shape.geometry).toMatchObject({ type: "box", halfWidth: 1, halfHeight: 0.5, radius: 0 });
    expect(shape.testPoint({ x: 0.9, y: 0.4 })).toBe(true);
    expect(shape.testPoint({ x: 1.1, y: 0 })).toBe(false);
    expect(shape.destroy()).toBe(true);
    expect(shape.destroy()).toBe(false);
    expect(body.shapes).toEqual([]);
  });
});
