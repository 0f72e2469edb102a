// A world can be read completely enough to build another that goes on in the same way.
import { describe, expect, it } from "vitest";
import type { Body, GearJoint } from "../../dist/index.js";
import { BUILDS, run, type Engine } from "../helpers/engine.js";

describe.each(BUILDS)("reading a world in order to copy it (%s)", (_backend, engine: Engine) => {
  const { World, box, capsule, chain, circle, ellipse, halfSpace, polygon, superellipse } = engine;

  it("gives the time step and the sub-steps", () => {
    const usual = new World();
    expect([usual.timeStep, usual.substeps]).toEqual([1 / 60, 4]);
    const other = new World({ timeStep: 1 / 50, substeps: 7 });
    expect([other.timeStep, other.substeps]).toEqual([1 / 50, 7]);
    expect(() => ((other as { timeStep: number }).timeStep = 1)).toThrow(TypeError);
  });

  it("gives the regions of fields", () => {
    const world = new World();
    const at = { center: { x: 0.5, y: -0.25 }, angle: 0.5 };
    const corners = [
      { x: 0, y: 0 },
      { x: 2, y: 0 },
      { x: 0, y: 3 },
    ];
    for (const region of [
      circle(2, { center: at.center }),
      capsule(3, 0.5, at),
      box(3, 2, { radius: 0.25, ...at }),
      ellipse(2, 1, at),
      superellipse(2, 1, 4, at),
      halfSpace({ x: 0, y: 1 }, { center: at.center }),
      polygon(corners, { radius: 0.5 }),
    ]) {
      const field = world.createField({
        type: "area",
        position: { x: 3, y: 4 },
        angle: 0.75,
        region,
        force: { x: 1, y: 0 },
      });
      const read = field.region as unknown as Record<string, unknown>;
      expect(Object.keys(read)).toEqual(Object.keys(region));
      for (const [key, value] of Object.entries(region)) {
        if (typeof value === "number") {
          expect(read[key], `${region.type}.${key}`).toBeCloseTo(value, 6);
        }
      }
      // A field made with it has the same region.
      const copy = world.createField({
        type: "area",
        region: field.region!,
        position: field.position,
        angle: field.angle,
      });
      expect(copy.region).toEqual(read);
    }
    const { points } = world.createField({ type: "area", region: polygon(corners) }).region as unknown as {
      points: unknown[];
    };
    expect(points).toHaveLength(3);
    for (const { x, y } of corners) {
      expect(points).toContainEqual({ x: expect.closeTo(x, 6), y: expect.closeTo(y, 6) });
    }
  });

  it("tells apart fields everywhere and fields that follow a shape", () => {
    const world = new World();
    expect(world.createField({ type: "attractor", strength: 1 }).region).toBeUndefined();
    const pool = world.createBody({ shape: box(4, 4), sensor: true }).shapes[0]!;
    const field = world.createField({ type: "fluid", density: 1, region: pool });
    expect(field.region).toBe(pool);
    const saved = world.snapshot();
    pool.body.destroy();
    expect(field.region).toBe(pool);
    expect(pool.alive).toBe(false);
    world.restore(saved);
    expect(pool.alive).toBe(true);
    expect(() => chain([])).toThrow();
    field.destroy();
    expect(() => field.region).toThrow(/^field\.region/);
  });

  it("gives the whole turns of a pin, which can be set", () => {
    for (const type of ["revolute", "rotary"] as const) {
      const make = () => {
        const world = new World({ gravity: { x: 0, y: 0 } });
        const bodyA = world.createBody({});
        const bodyB = world.createBody({ type: "dynamic", shape: box(1, 1) });
        const limit = { lower: -1, upper: 20 };
        return { world, bodyB, pin: world.createJoint({ type, bodyA, bodyB, limit }) };
      };
      const first = make();
      first.bodyB.angularVelocity = 6;
      run(first.world, 3);
      expect(first.pin.angle).toBeCloseTo(18, 2);
      expect(first.pin.turns).toBe(3);

      const copy = make();
      copy.bodyB.angle = first.bodyB.angle;
      copy.bodyB.angularVelocity = first.bodyB.angularVelocity;
      copy.pin.turns = first.pin.turns;
      expect(copy.pin.angle).toBeCloseTo(first.pin.angle, 5);
      for (const { world } of [first, copy]) {
        run(world, 1);
      }
      expect(first.pin.angle).toBeLessThan(20.1);
      expect(copy.pin.angle).toBeCloseTo(first.pin.angle, 4);
      expect(() => (copy.pin.turns = 0.5)).toThrow(/^turns is 0\.5/);
    }
  });

  it("counts no turns of a pin that turns freely", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const bodyA = world.createBody({});
    const bodyB = world.createBody({ type: "dynamic", angularVelocity: 6, shape: box(1, 1) });
    const pin = world.createJoint({ type: "revolute", bodyA, bodyB });
    run(world, 3);
    expect(pin.turns).toBe(0);
    expect(Math.abs(pin.angle)).toBeLessThanOrEqual(Math.PI + 1e-6);
  });

  it("gives the phase of a gear, which can be set", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const bodyA = world.createBody({ type: "dynamic", angle: 0.5, shape: circle(1) });
    const bodyB = world.createBody({ type: "dynamic", position: { x: 3, y: 0 }, angle: 0.25, shape: circle(1) });
    const gear = world.createJoint({ type: "gear", bodyA, bodyB, ratio: 2 });
    expect(gear.phase).toBeCloseTo(1, 6);
    expect(gear.error).toBeCloseTo(0, 6);
    gear.phase += 0.3;
    expect(gear.error).toBeCloseTo(-0.3, 6);
    run(world, 1);
    expect(gear.error).toBeCloseTo(0, 3);
    expect(bodyA.angle + 2 * bodyB.angle).toBeCloseTo(1.3, 3);
    expect(() => (gear.phase = Number.NaN)).toThrow(/^phase is NaN/);
  });

  it("lets a gear that has turned be copied, along with its error", () => {
    const make = () => {
      const world = new World({ gravity: { x: 0, y: 0 }, sleeping: false });
      const plate = world.createBody({});
      const wheels = [0, 3].map((x) => world.createBody({ type: "dynamic", position: { x, y: 0 }, shape: circle(1) }));
      const copyOf = (original?: { wheels: Body[]; gear: GearJoint }) => {
        wheels.forEach((wheel, k) => {
          wheel.angle = original?.wheels[k]!.angle ?? 0;
          wheel.angularVelocity = original?.wheels[k]!.angularVelocity ?? 0;
        });
        const [jointA, jointB] = wheels.map((bodyB) =>
          world.createJoint({
            type: "revolute",
            bodyA: plate,
            bodyB,
            anchor: { x: bodyB.x, y: bodyB.y },
            referenceAngle: 0,
          }),
        );
        return world.createJoint({ type: "gear", jointA: jointA!, jointB: jointB!, ratio: 2 });
      };
      return { world, wheels, copyOf };
    };
    const first = make();
    const gear = first.copyOf();
    first.wheels[0]!.angularVelocity = 7;
    run(first.world, 3);
    gear.phase += 0.05; // gives the gear an error, which must be copied too

    const second = make();
    const copy = second.copyOf({ wheels: first.wheels, gear });
    copy.phase -= gear.error;
    expect(copy.error).toBeCloseTo(gear.error, 5);
    run(first.world, 1);
    run(second.world, 1);
    expect(Math.abs(gear.error)).toBeLessThan(1e-3);
    second.wheels.forEach((wheel, k) => {
      expect(Math.sin(wheel.angle - first.wheels[k]!.angle)).toBeCloseTo(0, 3);
    });
  });
});
