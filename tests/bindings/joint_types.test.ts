import { describe, expect, it } from "vitest";
import { BUILDS } from "../helpers/engine.js";
import { Random } from "../helpers/numbers.js";
import { JOINT_KINDS } from "../helpers/joint_kinds.js";
import { randomJoint } from "../helpers/random_joints.js";

const still = { x: 0, y: 0 };

describe.each(BUILDS)("joints of every type (%s)", (_, engine) => {
  const { World, box } = engine;

  function pair(): { world: InstanceType<typeof World>; bodyA: Body; bodyB: Body } {
    const world = new World({ gravity: still });
    const bodyA = world.createBody({ angle: Math.PI / 2 });
    const bodyB = world.createBody({ type: "dynamic", position: { x: 2, y: 0 }, shape: box(1, 1) });
    return { world, bodyA, bodyB };
  }
  type Body = ReturnType<InstanceType<typeof World>["createBody"]>;

  it("have their own class and type, can be destroyed once, and come back on a restore", () => {
    const random = new Random(1);
    for (const kind of JOINT_KINDS) {
      const { world, bodyA, bodyB } = pair();
      const joint = randomJoint(world, random, kind, bodyA, bodyB, []);
      const name = `${kind[0]!.toUpperCase()}${kind.slice(1)}Joint` as "WeldJoint";
      expect(joint).toBeInstanceOf(engine[name]);
      expect([joint.type, joint.alive, joint.bodyA, joint.bodyB]).toEqual([kind, true, bodyA, bodyB]);
      const saved = world.snapshot();
      expect([joint.destroy(), joint.destroy(), joint.alive]).toEqual([true, false, false]);
      expect(() => joint.force).toThrow(expect.objectContaining({ code: "stale-joint" }) as Error);
      world.restore(saved);
      expect([joint.alive, world.joint(joint.id), world.joints]).toEqual([true, joint, [joint]]);
      bodyB.destroy();
      expect(joint.alive).toBe(false);
    }
  });

  it("have defaults and live setters: lengths and springs", () => {
    const { world, bodyA, bodyB } = pair();
    const rope = world.createJoint({ type: "rope", bodyA, bodyB, maxLength: 3 });
    expect([rope.length, rope.limit, rope.distance]).toEqual([3, { lower: 0, upper: 3 }, 2]);
    rope.length = 2.5;
    expect(rope.length).toBe(2.5);
    const loose = world.createJoint({ type: "rope", bodyA, bodyB, limit: { lower: 1, upper: 4 } });
    expect([loose.length, loose.limit]).toEqual([4, { lower: 1, upper: 4 }]);
    loose.limit = { lower: 0, upper: 5 };
    expect(loose.length).toBe(5);
    const both = () => world.createJoint({ type: "rope", bodyA, bodyB, length: 4, limit: { lower: 0, upper: 4 } });
    expect(both).toThrow(expect.objectContaining({ code: "bad-type" }) as Error);
    const spring = world.createJoint({ type: "spring", bodyA, bodyB });
    expect(spring.length).toBe(2);
    expect(spring.spring!.hertz).toBe(2);
    expect(spring.spring!.dampingRatio).toBeCloseTo(0.7, 6);
    expect(spring.springForce).toEqual({ lower: -Infinity, upper: Infinity });
    spring.springForce = { lower: -3, upper: 0 };
    expect(spring.springForce).toEqual({ lower: -3, upper: 0 });
    expect(spring.softness).toBeUndefined();
    spring.softness = { hertz: 30, dampingRatio: 5 };
    expect(spring.softness).toEqual({ hertz: 30, dampingRatio: 5 });
    spring.softness = undefined;
    expect(spring.softness).toBeUndefined();
  });

  it("have defaults and live setters: sliders and wheels", () => {
    const { world, bodyA, bodyB } = pair();
    const slider = world.createJoint({ type: "prismatic", bodyA, bodyB, axis: { x: 2, y: 0 } });
    // Body A is turned by a quarter turn.
    expect([slider.axisA.x, slider.axisA.y]).toEqual([expect.closeTo(0, 6), expect.closeTo(-1, 6)]);
    expect(slider.translation).toBeCloseTo(2, 6);
    expect(slider.referenceAngle).toBeCloseTo(-Math.PI / 2, 6);
    slider.axisA = { x: 3, y: 4 };
    expect(slider.axisA).toEqual({ x: Math.fround(0.6), y: Math.fround(0.8) });
    slider.targetTranslation = -1;
    slider.motor = { speed: 1, maxForce: 2 };
    expect([slider.targetTranslation, slider.motor]).toEqual([-1, { speed: 1, maxForce: 2 }]);
    const wheel = world.createJoint({ type: "wheel", bodyA, bodyB });
    expect([wheel.axisA.x, wheel.axisA.y]).toEqual([expect.closeTo(1, 6), expect.closeTo(0, 6)]);
    expect(wheel.spring!.hertz).toBe(2);
    wheel.spring = undefined;
    wheel.limit = { lower: -1, upper: 1 };
    expect([wheel.spring, wheel.limit]).toEqual([undefined, { lower: -1, upper: 1 }]);
  });

  it("have defaults and live setters: welds, motors and mice", () => {
    const { world, bodyA, bodyB } = pair();
    const weld = world.createJoint({ type: "weld", bodyA, bodyB });
    expect([weld.spring, weld.angularSpring]).toEqual([undefined, undefined]);
    weld.angularSpring = { hertz: 3, dampingRatio: 0.5 };
    expect(weld.angularSpring).toEqual({ hertz: 3, dampingRatio: 0.5 });
    const friction = world.createJoint({ type: "motor", bodyA, bodyB, maxForce: 3 });
    expect([friction.maxForce, friction.maxTorque, friction.linearOffset, friction.angularOffset]).toEqual([
      3,
      0,
      undefined,
      undefined,
    ]);
    const drive = world.createJoint({ type: "motor", bodyA, bodyB, linearOffset: { x: 1, y: 2 }, angularVelocity: 2 });
    expect([drive.maxForce, drive.maxTorque, drive.angularVelocity]).toEqual([Infinity, Infinity, 2]);
    drive.linearOffset = undefined;
    drive.linearVelocity = { x: 1, y: 0 };
    drive.angularOffset = 0.5;
    drive.maxTorque = 7;
    expect([drive.linearOffset, drive.linearVelocity, drive.angularOffset, drive.maxTorque]).toEqual([
      undefined,
      { x: 1, y: 0 },
      0.5,
      7,
    ]);
    const mouse = world.createJoint({ type: "mouse", bodyA, bodyB });
    expect([mouse.target, mouse.maxForce, mouse.distance]).toEqual([{ x: 2, y: 0 }, Infinity, 0]);
    mouse.target = { x: 2, y: 3 };
    expect(mouse.distance).toBe(3);
  });

  it("have defaults and live setters: gears, pulleys, ratchets, rows", () => {
    const { world, bodyA, bodyB } = pair();
    const gear = world.createJoint({ type: "gear", bodyA, bodyB });
    expect([gear.ratio, gear.jointA, gear.error]).toEqual([1, undefined, 0]);
    gear.ratio = -2;
    expect([gear.ratio, gear.error]).toEqual([-2, 0]);
    const ends = { groundAnchorA: { x: 0, y: 3 }, groundAnchorB: { x: 2, y: 4 } };
    const pulley = world.createJoint({ type: "pulley", bodyA, bodyB, ...ends, ratio: 2 });
    expect([pulley.length, pulley.distance, pulley.ratio]).toEqual([11, 11, 2]);
    pulley.groundAnchorB = { x: 2, y: 1 };
    pulley.length = 9;
    expect([pulley.distance, pulley.length, pulley.groundAnchorA]).toEqual([5, 9, { x: 0, y: 3 }]);
    const ratchet = world.createJoint({ type: "ratchet", bodyA, bodyB });
    expect(ratchet.ratchet).toBeCloseTo(Math.PI / 8, 6);
    ratchet.ratchet = -0.25;
    ratchet.phase = 0.5;
    expect([ratchet.ratchet, ratchet.phase]).toEqual([-0.25, 0.5]);
    const row = world.createJoint({ type: "custom", bodyA, bodyB, jacobian: { angularB: 2 } });
    expect(row.jacobian).toEqual({ linearA: still, angularA: 0, linearB: still, angularB: 2 });
    expect([row.error, row.targetSpeed, row.forceRange]).toEqual([undefined, 0, { lower: -Infinity, upper: Infinity }]);
    row.error = 1;
    row.jacobian = { linearA: { x: 1, y: 2 } };
    expect([row.error, row.jacobian.linearA, row.jacobian.angularB]).toEqual([1, { x: 1, y: 2 }, 0]);
  });

  it("have undefined for properties that their type lacks, and refuse to set them", () => {
    const { world, bodyA, bodyB } = pair();
    const weld = world.createJoint({ type: "weld", bodyA, bodyB });
    const hash = world.hash();
    expect([weld.limit, weld.motor]).toEqual([undefined, undefined]);
    for (const set of [
      () => Object.assign(weld, { limit: { lower: 0, upper: 1 } }),
      () => Object.assign(weld, { motor: { speed: 1, maxTorque: 1 } }),
      () => Object.assign(world.createJoint({ type: "gear", bodyA, bodyB }), { spring: { hertz: 1 } }),
    ]) {
      expect(set).toThrow(expect.objectContaining({ name: "PhysicsError", code: "unknown-option" }) as Error);
    }
    expect(world.hash()).toBe(hash);
  });
});
