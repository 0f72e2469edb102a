// A motor joint with a largest force crept to its offset: it closed the way at force · (sub-step) / mass (0.4 m/s for 100 N
// on a kilogram), while the body reported no speed, for the relaxing pass took the speed back in every sub-step. So did a
// custom row of limited force, and a row that was to hold C ≤ 0 also held a body short of it.
import { describe, expect, it } from "vitest";
import { BUILDS, run } from "../helpers/engine.js";

describe.each(BUILDS)("a motor joint with a largest force (%s)", (_, { World, box }) => {
  it.each([
    [1, 100, 2],
    [1, 10, 2],
    [5, 20, 8],
    [1, 1e4, 3],
    [0.01, 1, 0.5],
  ])("drives %d kg with %d N over %d m by accelerating, brakes in time and stays there", (mass, maxForce, way) => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const bodyA = world.createBody({});
    const bodyB = world.createBody({ type: "dynamic", shape: box(1, 1) });
    bodyB.mass = mass;
    const aim = { x: 0.6 * way, y: 0.8 * way };
    const joint = world.createJoint({ type: "motor", bodyA, bodyB, linearOffset: aim, maxForce, maxTorque: 1000 });
    const a = maxForce / mass;
    const left = (): number => way - (0.6 * bodyB.x + 0.8 * bodyB.y);
    let least = way;
    let fastest = 0;
    // Full force until the speed is √(a e / 2), at e = 4/5 of the way; from there e falls accordingly.
    const time = Math.sqrt((2 * way) / 5 / a) + 2 * Math.sqrt((2 * 0.8 * way) / a);
    run(world, time + 0.3, () => {
      least = Math.min(least, left());
      fastest = Math.max(fastest, bodyB.linearVelocity.x);
      expect(Math.hypot(joint.force.x, joint.force.y)).toBeLessThan(1.001 * maxForce);
      expect(Math.abs(0.8 * bodyB.x - 0.6 * bodyB.y)).toBeLessThan(1e-3 * way);
    });
    expect(Math.abs(left())).toBeLessThan(0.01 * way);
    expect(least).toBeGreaterThan(-0.01 * way);
    if (a * 0.1 < way) {
      expect(fastest).toBeGreaterThan(0.6 * 0.8 * Math.sqrt(0.4 * a * way));
    }
  });

  it("turns as it pushes, and holds a load within its force", () => {
    const world = new World();
    const bodyA = world.createBody({});
    const bodyB = world.createBody({ type: "dynamic", shape: box(1, 1) });
    const offset = { linearOffset: { x: 0, y: 1 }, angularOffset: -2 };
    const joint = world.createJoint({ type: "motor", bodyA, bodyB, ...offset, maxForce: 25, maxTorque: 3 });
    run(world, 3);
    expect([bodyB.x, bodyB.y, bodyB.angle]).toEqual([
      expect.closeTo(0, 3),
      expect.closeTo(1, 3),
      expect.closeTo(-2, 3),
    ]);
    expect(joint.force.y).toBeCloseTo(10, 2);
    bodyB.mass = 3;
    run(world, 1);
    expect(bodyB.y).toBeCloseTo(1 - (0.5 * 5) / 3, 1);
  });
});

describe.each(BUILDS)("a custom row of limited force (%s)", (_, { World, circle }) => {
  /** A kilogram at C = x, with gravity g along x, and its row. */
  function at(x: number, forceRange: { lower?: number; upper?: number }, speed = 0, g = 0) {
    const world = new World({ gravity: { x: g, y: 0 }, sleeping: false });
    const bodyA = world.createBody({});
    const shape = circle(0.5);
    const body = world.createBody({
      type: "dynamic",
      position: { x, y: 0 },
      linearVelocity: { x: speed, y: 0 },
      shape,
    });
    body.mass = 1;
    const jacobian = { linearB: { x: 1, y: 0 } };
    const joint = world.createJoint({ type: "custom", bodyA, bodyB: body, jacobian, error: x, forceRange });
    return { world, body, joint };
  }

  it.each([{ lower: -10, upper: 10 }, { lower: -10 }])("removes an error of 5 m in 2.3 s, with %j", (range) => {
    const { world, body } = at(5, range);
    run(world, 2.3, () => expect(body.x).toBeGreaterThan(-0.01));
    expect(body.x).toBeLessThan(0.01);
    expect(body.linearVelocity.x).toBeCloseTo(0, 2);
  });

  it("pushes a body back from beyond its one side, and holds a load within its force there", () => {
    const { world, body, joint } = at(5, { lower: -30, upper: 0 }, 0, 10);
    run(world, 4, () => expect(Math.abs(joint.force.x)).toBeLessThan(30.01));
    expect(body.x).toBeCloseTo(0, 2);
    expect(joint.force.x).toBeCloseTo(-10, 2);
  });

  it("lets a body short of its side come to it, and stops it there", () => {
    const { world, body } = at(-2, { upper: 0 }, 3);
    run(world, 0.6);
    expect(body.x).toBeCloseTo(-0.2, 3);
    run(world, 0.4, () => expect(body.x).toBeLessThan(1e-3));
    expect(body.x).toBeCloseTo(0, 3);
  });

  it("moves a body with C ≤ 0 as the mirror image of C ≥ 0", () => {
    for (const force of [undefined, 20]) {
      const above = at(0.5, { lower: 0, ...(force && { upper: force }) }, -4, -3);
      const below = at(-0.5, { upper: 0, ...(force && { lower: -force }) }, 4, 3);
      run(above.world, 2, () => {
        below.world.step();
        expect(Math.abs(below.body.x + above.body.x)).toBe(0);
      });
      expect(Math.abs(below.joint.force.x + above.joint.force.x)).toBe(0);
    }
  });
});
