import { describe, expect, it } from "vitest";
import { box, circle, World } from "../../dist/index.js";
import { Crossings, relativeError } from "../helpers/numbers.js";
import { run, type Body } from "../helpers/engine.js";
import { momentumOf } from "../helpers/mechanics.js";

const still = { x: 0, y: 0 };

function room(gravity = -10): { world: World; ground: Body } {
  const world = new World({ sleeping: false, gravity: { x: 0, y: gravity } });
  return { world, ground: world.createBody({ type: "static" }) };
}

function crate(world: World, x: number, y: number, density = 1): Body {
  return world.createBody({ type: "dynamic", position: { x, y }, shape: box(1, 1), density });
}

/** Frequency (Hz) and damping ratio of a value that swings about 0, by its crossings and the ratio of its peaks. */
function oscillation(world: World, seconds: number, value: () => number): { hertz: number; dampingRatio: number } {
  const crossings = new Crossings();
  const peaks: number[] = [];
  let [older, before] = [value(), value()];
  run(world, seconds, (time) => {
    const now = value();
    crossings.add(time, now);
    if (before > older && now <= before) {
      // The top of the parabola through three samples.
      peaks.push(before + (now - older) ** 2 / (8 * (2 * before - older - now)));
    }
    [older, before] = [before, now];
  });
  const decay = Math.log(peaks[0]! / peaks[4]!) / 4;
  return { hertz: 1 / crossings.period, dampingRatio: decay / Math.sqrt(4 * Math.PI ** 2 + decay ** 2) };
}

describe("springs", () => {
  it.each([
    [1, 0.05],
    [2, 0.1],
    [4, 0.2],
  ])("of %d Hz and damping ratio %d swing like that in every joint that has one", (hertz, dampingRatio) => {
    const spring = { hertz, dampingRatio };
    const { world, ground } = room(0);
    const bodies = Array.from({ length: 7 }, (_, i) => crate(world, 4 * i, 0));
    const at = (i: number): { bodyA: Body; bodyB: Body; anchor: { x: number; y: number } } => ({
      bodyA: ground,
      bodyB: bodies[i]!,
      anchor: { x: 4 * i, y: 0 },
    });
    const slider = world.createJoint({ type: "prismatic", ...at(0), spring, targetTranslation: -0.5 });
    const wheel = world.createJoint({ type: "wheel", ...at(1), spring });
    bodies[1]!.setTransform({ x: 4, y: 0.5 }, 0);
    const weld = world.createJoint({ type: "weld", ...at(2), spring, angularSpring: spring });
    bodies[2]!.setTransform({ x: 8.3, y: 0.5 }, 0.4);
    const rotary = world.createJoint({ type: "rotary", ...at(3), spring, targetAngle: -0.5 });
    const hinge = world.createJoint({ type: "revolute", ...at(4), spring, targetAngle: -0.5 });
    const mouse = world.createJoint({
      type: "mouse",
      bodyA: ground,
      bodyB: bodies[5]!,
      target: { x: 20, y: 0 },
      spring,
    });
    mouse.target = { x: 20, y: -0.5 };
    const coil = world.createJoint({
      type: "spring",
      bodyA: ground,
      bodyB: bodies[6]!,
      anchorA: { x: 24, y: -3 },
      length: 2.5,
      spring,
    });
    const values: [string, () => number][] = [
      ["prismatic", () => slider.translation + 0.5],
      ["wheel", () => wheel.translation],
      ["weld x", () => bodies[2]!.x - 8],
      ["weld y", () => bodies[2]!.y],
      ["weld angle", () => weld.angle],
      ["rotary", () => rotary.angle + 0.5],
      ["revolute", () => hinge.angle + 0.5],
      ["mouse", () => bodies[5]!.y + 0.5],
      ["spring", () => coil.distance - 2.5],
    ];
    const start = world.snapshot();
    for (const [name, value] of values) {
      world.restore(start);
      const found = oscillation(world, 12 / hertz, value);
      expect([name, relativeError(found.hertz, hertz * Math.sqrt(1 - dampingRatio ** 2))]).toEqual([
        name,
        expect.toSatisfy((error: number) => error < 0.02),
      ]);
      expect([name, relativeError(found.dampingRatio, dampingRatio)]).toEqual([
        name,
        expect.toSatisfy((error: number) => error < 0.05),
      ]);
    }
  });

  it("a suspension sinks by g / ω² under its load, whatever its damping", () => {
    for (const dampingRatio of [0.2, 0.7, 1]) {
      const { world, ground } = room();
      const wheel = world.createBody({ type: "dynamic", position: { x: 1, y: 3 }, shape: circle(0.5) });
      const joint = world.createJoint({
        type: "wheel",
        bodyA: ground,
        bodyB: wheel,
        anchor: { x: 1, y: 3 },
        spring: { hertz: 2, dampingRatio },
      });
      run(world, 12);
      expect(relativeError(joint.translation, -10 / (4 * Math.PI) ** 2)).toBeLessThan(0.01);
      expect(joint.force.y).toBeCloseTo(wheel.mass * 10, 1);
    }
  });

  it("a spring with a force range never exceeds it", () => {
    const { world, ground } = room();
    const load = crate(world, 0, 0);
    const rope = world.createJoint({ type: "rope", bodyA: ground, bodyB: load, length: 2 });
    const spring = world.createJoint({
      type: "spring",
      bodyA: ground,
      bodyB: load,
      length: 1,
      spring: { hertz: 3, dampingRatio: 1 },
      springForce: { lower: -4, upper: 0 },
    });
    run(world, 5);
    expect(rope.distance).toBeCloseTo(2, 2);
    expect(spring.force.y).toBeCloseTo(4, 3);
    expect(rope.force.y).toBeCloseTo(6, 2);
    spring.springForce = { lower: -100, upper: 0 };
    run(world, 5);
    expect(rope.distance).toBeLessThan(1.2);
  });
});

describe("prismatic joint", () => {
  it("slides only along its axis, stops at its limits, and its motor gives at most its largest force", () => {
    const { world, ground } = room();
    const lift = crate(world, 0, 0);
    const joint = world.createJoint({
      type: "prismatic",
      bodyA: ground,
      bodyB: lift,
      axis: { x: 0, y: 3 },
      limit: { lower: -1, upper: 1 },
    });
    run(world, 3);
    expect(joint.translation).toBeCloseTo(-1, 2);
    expect(joint.force.y).toBeCloseTo(10, 3);
    joint.motor = { speed: 2, maxForce: 5 };
    run(world, 2);
    expect(joint.translation).toBeCloseTo(-1, 2);
    expect(joint.motorForce).toBeCloseTo(5, 4);
    joint.motor = { speed: 2, maxForce: 50 };
    run(world, 0.5);
    expect(joint.speed).toBeCloseTo(2, 3);
    expect(joint.motorForce).toBeCloseTo(10, 2);
    run(world, 2);
    expect(joint.translation).toBeCloseTo(1, 2);
    expect(joint.motorForce).toBeCloseTo(10, 2); // the motor bears the load, and does not press against the limit
    expect([lift.x, lift.angle]).toEqual([expect.closeTo(0, 3), expect.closeTo(0, 3)]);
  });

  it("an inclined slider accelerates by g sin α, and its axis turns with body A", () => {
    const { world, ground } = room();
    ground.setTransform(still, Math.PI / 6);
    const sled = crate(world, 0, 0);
    const joint = world.createJoint({ type: "prismatic", bodyA: ground, bodyB: sled, axisA: { x: 1, y: 0 } });
    run(world, 1);
    expect(joint.speed).toBeCloseTo(-10 * Math.sin(Math.PI / 6), 2);
    expect(sled.y / sled.x).toBeCloseTo(Math.tan(Math.PI / 6), 3);
    expect(joint.axisA).toEqual({ x: 1, y: 0 });
  });

  it("a free pair keeps its momentum and its angular momentum while it slides", () => {
    const { world } = room(0);
    const a = crate(world, 0, 0, 2);
    const b = crate(world, 2, 0);
    world.createJoint({ type: "prismatic", bodyA: a, bodyB: b, spring: { hertz: 1, dampingRatio: 0.1 } });
    b.linearVelocity = { x: 1, y: 2 };
    a.angularVelocity = -1;
    const start = momentumOf([a, b]);
    run(world, 5);
    expect(a.linearVelocity.y).not.toBe(0);
    expect(2 * a.linearVelocity.x + b.linearVelocity.x).toBeCloseTo(1, 3);
    expect(2 * a.linearVelocity.y + b.linearVelocity.y).toBeCloseTo(2, 3);
    expect(relativeError(momentumOf([a, b]).turn, start.turn)).toBeLessThan(0.02);
    expect(b.angle).toBeCloseTo(a.angle, 2);
  });
});

describe("weld joint", () => {
  it("holds a beam by its end: force m g, torque m g L/2", () => {
    const { world, ground } = room();
    const beam = world.createBody({ type: "dynamic", position: { x: 1, y: 0 }, shape: box(2, 0.2) });
    const joint = world.createJoint({ type: "weld", bodyA: ground, bodyB: beam, anchor: still });
    run(world, 3);
    expect([beam.x, beam.y]).toEqual([expect.closeTo(1, 2), expect.closeTo(0, 2)]);
    expect(joint.force.y).toBeCloseTo(beam.mass * 10, 2);
    expect(joint.torque).toBeCloseTo(beam.mass * 10, 1);
  });

  it("a soft weld bends by M / k", () => {
    const { world, ground } = room();
    const beam = world.createBody({ type: "dynamic", position: { x: 1, y: 0 }, shape: box(2, 0.2) });
    const angularSpring = { hertz: 4, dampingRatio: 1 };
    const joint = world.createJoint({ type: "weld", bodyA: ground, bodyB: beam, anchor: still, angularSpring });
    run(world, 8);
    // The stiffness is that which gives the beam's inertia this frequency.
    const stiffness = beam.inertia * (2 * Math.PI * angularSpring.hertz) ** 2;
    expect(joint.torque).toBeCloseTo(beam.mass * 10 * Math.cos(joint.angle), 1);
    expect(relativeError(-joint.angle * stiffness, joint.torque)).toBeLessThan(0.15);
  });

  it("a cantilever of four welded boxes sags by less than two hundredths of its length", () => {
    const { world, ground } = room();
    let before = ground;
    for (let i = 0; i < 4; i++) {
      const link = world.createBody({ type: "dynamic", position: { x: 0.25 + 0.5 * i, y: 0 }, shape: box(0.5, 0.5) });
      world.createJoint({ type: "weld", bodyA: before, bodyB: link, anchor: { x: 0.5 * i, y: 0 } });
      before = link;
    }
    run(world, 10);
    expect(before.y).toBeLessThan(-0.001);
    expect(before.y).toBeGreaterThan(-0.04);
    expect(Math.abs(before.linearVelocity.y)).toBeLessThan(0.01);
  });
});

describe("wheel joint", () => {
  it("a car's wheels turn at the speed of their motors and its suspension bears the chassis", () => {
    const world = new World();
    world.createBody({ type: "static", position: { x: 0, y: -1 }, shape: box(400, 2) });
    const chassis = world.createBody({ type: "dynamic", position: { x: 0, y: 1 }, shape: box(3, 0.5), density: 1 });
    const joints = [-1, 1].map((x) => {
      const wheel = world.createBody({
        type: "dynamic",
        position: { x, y: 0.4 },
        shape: circle(0.4),
        friction: 1.2,
      });
      return world.createJoint({
        type: "wheel",
        bodyA: chassis,
        bodyB: wheel,
        anchor: { x, y: 0.4 },
        spring: { hertz: 4, dampingRatio: 0.7 },
        motor: { speed: -10, maxTorque: 5 },
        limit: { lower: -0.25, upper: 0.25 },
      });
    });
    run(world, 8);
    for (const joint of joints) {
      expect(joint.bodyB.angularVelocity - chassis.angularVelocity).toBeCloseTo(-10, 1);
      expect(Math.abs(joint.translation)).toBeLessThan(0.05);
    }
    expect(chassis.linearVelocity.x).toBeCloseTo(4, 1);
    expect(Math.abs(chassis.angle)).toBeLessThan(0.05);
  });

  it("a motor too weak to reach its speed still gives its full torque", () => {
    const { world, ground } = room(0);
    const wheel = world.createBody({ type: "dynamic", shape: circle(0.5) });
    const motor = { speed: 100, maxTorque: 0.5 };
    const joint = world.createJoint({ type: "wheel", bodyA: ground, bodyB: wheel, motor });
    run(world, 1);
    expect(wheel.angularVelocity).toBeCloseTo(0.5 / wheel.inertia, 3);
    expect(joint.motorTorque).toBeCloseTo(0.5, 4);
  });
});

describe("motor joint", () => {
  it("goes to a pose and holds it against gravity", () => {
    const { world, ground } = room();
    const body = crate(world, 1, 3);
    const joint = world.createJoint({
      type: "motor",
      bodyA: ground,
      bodyB: body,
      linearOffset: { x: 3, y: 4 },
      angularOffset: 1,
    });
    run(world, 3);
    expect([body.x, body.y, body.angle]).toEqual([expect.closeTo(3, 3), expect.closeTo(4, 3), expect.closeTo(1, 3)]);
    expect(joint.force.y).toBeCloseTo(10, 3);
    joint.linearOffset = { x: 0, y: 1 };
    joint.spring = { hertz: 1, dampingRatio: 1 };
    run(world, 6);
    expect(body.x).toBeCloseTo(0, 2);
    expect(body.y).toBeCloseTo(1 - 10 / (2 * Math.PI) ** 2, 2);
  });

  it("acts like top-down friction: slows at F / m and τ / I, straight ahead, until all stops", () => {
    const { world, ground } = room(0);
    const puck = crate(world, 0, 0);
    puck.linearVelocity = { x: 3, y: 4 };
    puck.angularVelocity = 5;
    world.createJoint({ type: "motor", bodyA: ground, bodyB: puck, maxForce: 2, maxTorque: 0.5 });
    run(world, 1);
    const v = puck.linearVelocity;
    expect(Math.hypot(v.x, v.y)).toBeCloseTo(3, 3);
    expect(v.y / v.x).toBeCloseTo(4 / 3, 3);
    expect(puck.angularVelocity).toBeCloseTo(5 - 0.5 / puck.inertia, 3);
    run(world, 3);
    expect([puck.linearVelocity, puck.angularVelocity]).toEqual([still, 0]);
  });

  it("drives to a velocity in the frame of A, or only to an angular velocity", () => {
    const { world, ground } = room(0);
    ground.setTransform(still, Math.PI / 2);
    const body = crate(world, 2, 0);
    const joint = world.createJoint({ type: "motor", bodyA: ground, bodyB: body, linearVelocity: { x: 2, y: 0 } });
    run(world, 1);
    expect([body.linearVelocity.x, body.linearVelocity.y]).toEqual([expect.closeTo(0, 3), expect.closeTo(2, 3)]);
    joint.destroy();
    body.linearVelocity = { x: 1, y: 0 };
    world.createJoint({ type: "motor", bodyA: ground, bodyB: body, motor: { speed: 3, maxTorque: 100 } });
    run(world, 1);
    expect([body.linearVelocity.x, body.angularVelocity]).toEqual([expect.closeTo(1, 5), expect.closeTo(3, 4)]);
  });
});

describe("mouse joint", () => {
  it("pulls a body to its target with a sag of g / ω², never with more than its largest force", () => {
    const { world, ground } = room();
    const body = crate(world, 0, 0);
    const joint = world.createJoint({ type: "mouse", bodyA: ground, bodyB: body });
    joint.target = { x: 3, y: 2 };
    run(world, 4);
    expect(body.x).toBeCloseTo(3, 3);
    expect(2 - body.y).toBeCloseTo(10 / (2 * Math.PI * 5) ** 2, 3);
    expect(joint.force.y).toBeCloseTo(10, 3);
    joint.maxForce = 5;
    const before = body.linearVelocity.y;
    run(world, 1);
    expect(Math.hypot(joint.force.x, joint.force.y)).toBeCloseTo(5, 4);
    expect(body.linearVelocity.y - before).toBeCloseTo(-5, 1);
  });

  it("wakes a sleeping body when its target moves, and never pushes body A", () => {
    const world = new World({ gravity: still });
    const cart = crate(world, 5, 0);
    const body = crate(world, 0, 0);
    const joint = world.createJoint({ type: "mouse", bodyA: cart, bodyB: body, target: { x: 0.2, y: 0.1 } });
    expect(joint.anchorB).toEqual({ x: Math.fround(0.2), y: Math.fround(0.1) });
    run(world, 3);
    expect(body.awake).toBe(false);
    joint.target = { x: 2, y: 0.1 };
    expect(body.awake).toBe(true);
    run(world, 1);
    expect(joint.distance).toBeLessThan(0.2);
    expect([cart.x, cart.y]).toEqual([5, 0]);
  });
});

describe("gear joint", () => {
  it.each([0.5, 2, -3])(
    "two hinges turn in the ratio %d, over many turns, with the inertia of geared wheels",
    (ratio) => {
      const { world, ground } = room(0);
      const a = world.createBody({ type: "dynamic", shape: circle(1) });
      const b = world.createBody({ type: "dynamic", position: { x: 3, y: 0 }, shape: circle(0.5) });
      const jointA = world.createJoint({ type: "revolute", bodyA: ground, bodyB: a, anchor: still });
      const jointB = world.createJoint({ type: "revolute", bodyA: ground, bodyB: b, anchor: { x: 3, y: 0 } });
      const gear = world.createJoint({ type: "gear", jointA, jointB, ratio });
      a.angularVelocity = 3;
      run(world, 20);
      expect(a.angularVelocity).toBeCloseTo((3 * a.inertia) / (a.inertia + b.inertia / ratio ** 2), 3);
      expect(a.angularVelocity).toBeCloseTo(-ratio * b.angularVelocity, 3);
      expect(Math.abs(gear.error)).toBeLessThan(0.002);
      expect([gear.jointA, gear.jointB]).toEqual([jointA, jointB]);
    },
  );

  it("a rack falls with m g / (m + ratio⁻² I) while its pinion turns", () => {
    const { world, ground } = room();
    const pinion = world.createBody({ type: "dynamic", shape: circle(1) });
    const rack = crate(world, 3, 0);
    const jointA = world.createJoint({ type: "revolute", bodyA: ground, bodyB: pinion, anchor: still });
    const jointB = world.createJoint({ type: "prismatic", bodyA: ground, bodyB: rack, axis: { x: 0, y: 1 } });
    const gear = world.createJoint({ type: "gear", jointA, jointB, ratio: 2 });
    const fall = 10 / (1 + 4 * pinion.inertia);
    run(world, 1);
    expect(relativeError(rack.linearVelocity.y, -fall)).toBeLessThan(0.005);
    expect(pinion.angularVelocity).toBeCloseTo(2 * fall, 2);
    expect(gear.force.y).toBeCloseTo(10 - fall, 1);
  });

  it("gears the angles of two bodies if given no joints, and ends with its joints and its bodies", () => {
    const { world, ground } = room(0);
    const a = crate(world, 0, 0);
    const b = crate(world, 5, 0);
    const plain = world.createJoint({ type: "gear", bodyA: a, bodyB: b, ratio: -1 });
    a.angularVelocity = 2;
    run(world, 1);
    expect([a.angularVelocity, b.angularVelocity]).toEqual([expect.closeTo(1, 4), expect.closeTo(1, 4)]);
    const jointA = world.createJoint({ type: "revolute", bodyA: ground, bodyB: a });
    const jointB = world.createJoint({ type: "rotary", bodyA: ground, bodyB: b });
    const gear = world.createJoint({ type: "gear", jointA, jointB });
    jointA.destroy();
    expect([gear.alive, jointB.alive, plain.alive, gear.destroy()]).toEqual([false, true, true, false]);
    b.destroy();
    expect([plain.alive, jointB.alive, world.counters.joints]).toEqual([false, false, 0]);
  });
});

describe("pulley joint", () => {
  it.each([
    [3, 1, 1],
    [1, 2, 2],
    [4, 1, 2],
  ])("masses %d and %d over a ratio of %d move as in Atwood's machine", (heavy, light, ratio) => {
    const { world } = room();
    const a = crate(world, -2, 0, heavy);
    const b = crate(world, 2, 0, light);
    const rope = world.createJoint({
      type: "pulley",
      bodyA: a,
      bodyB: b,
      groundAnchorA: { x: -2, y: 20 },
      groundAnchorB: { x: 2, y: 20 },
      ratio,
    });
    run(world, 1);
    // T on A and ratio · T on B; ratio · aB = −aA.
    const tension = ((1 + ratio) * 10) / (1 / heavy + ratio ** 2 / light);
    expect(a.linearVelocity.y).toBeCloseTo(tension / heavy - 10, 2);
    expect(b.linearVelocity.y).toBeCloseTo((ratio * tension) / light - 10, 2);
    expect(rope.force.y).toBeCloseTo(ratio * tension, 1);
    expect(relativeError(rope.distance, rope.length)).toBeLessThan(0.001);
  });

  it("goes slack: a body thrown up is not pulled until the rope is at full length", () => {
    const { world } = room();
    const a = crate(world, -2, 0, 5);
    const b = crate(world, 2, 0);
    a.linearVelocity = { x: 0, y: 5 };
    const rope = world.createJoint({
      type: "pulley",
      bodyA: a,
      bodyB: b,
      groundAnchorA: { x: -2, y: 20 },
      groundAnchorB: { x: 2, y: 20 },
    });
    run(world, 0.4);
    expect(a.linearVelocity.y).toBeCloseTo(5 - 4, 3);
    expect(b.linearVelocity.y).toBeCloseTo(-4, 3);
    expect(rope.distance).toBeLessThan(39.7);
    run(world, 2);
    expect(rope.distance).toBeLessThan(40.05);
  });
});

describe("ratchet joint", () => {
  it.each([1, -1])("turns freely one way and falls back no further than the last tooth (sense %d)", (sense) => {
    const { world, ground } = room(0);
    const wheel = world.createBody({ type: "dynamic", shape: circle(1) });
    world.createJoint({ type: "revolute", bodyA: ground, bodyB: wheel });
    const joint = world.createJoint({ type: "ratchet", bodyA: ground, bodyB: wheel, ratchet: 0.5 * sense, phase: 0.1 });
    wheel.angularVelocity = 3 * sense;
    run(world, 5.05);
    expect(joint.angle).toBeCloseTo(15.15 * sense, 1);
    expect(wheel.angularVelocity).toBeCloseTo(3 * sense, 4);
    wheel.angularVelocity = -3 * sense;
    run(world, 2);
    const teeth = (joint.angle - 0.1) / 0.5;
    expect(Math.abs(teeth - Math.round(teeth))).toBeLessThan(0.02);
    expect(joint.angle * sense).toBeGreaterThan(14.5);
    expect(joint.angle * sense).toBeLessThan(15.2);
  });
});

describe("rotary joint", () => {
  it("limits and springs count whole turns, and the body's position is free", () => {
    const { world, ground } = room();
    const body = crate(world, 0, 0);
    body.angularVelocity = 5;
    const joint = world.createJoint({ type: "rotary", bodyA: ground, bodyB: body, limit: { lower: -10, upper: 10 } });
    run(world, 5);
    expect(joint.angle).toBeCloseTo(10, 2);
    expect(body.linearVelocity.y).toBeCloseTo(-50, 2);
    joint.limit = undefined;
    joint.spring = { hertz: 1, dampingRatio: 0.5 };
    joint.targetAngle = -9;
    run(world, 8);
    expect(joint.angle).toBeCloseTo(-9, 2);
    joint.spring = undefined;
    joint.motor = { speed: 4, maxTorque: 0.1 };
    run(world, 0.5);
    expect(joint.motorTorque).toBeCloseTo(0.1, 4);
  });

  it("a revolute joint too can have a limit beyond half a turn", () => {
    const { world, ground } = room(0);
    const body = crate(world, 0, 0);
    body.angularVelocity = 6;
    const joint = world.createJoint({ type: "revolute", bodyA: ground, bodyB: body, limit: { lower: 0, upper: 8 } });
    run(world, 3);
    expect(joint.angle).toBeCloseTo(8, 2);
  });
});

describe("filter joint", () => {
  it("keeps two bodies from colliding and does nothing else, until its `collide` is changed", () => {
    const { world } = room();
    const floor = world.createBody({ position: { x: 0, y: -1 }, shape: box(10, 2) });
    const body = crate(world, 0, 0.5);
    const joint = world.createJoint({ type: "filter", bodyA: floor, bodyB: body });
    run(world, 0.5);
    expect(body.linearVelocity.y).toBeCloseTo(-5, 4);
    expect([joint.force, joint.torque, joint.collide]).toEqual([still, 0, false]);
    body.setTransform({ x: 0, y: 0.5 }, 0);
    body.linearVelocity = still;
    joint.collide = true;
    run(world, 1);
    expect(body.y).toBeCloseTo(0.5, 2);
    joint.collide = false;
    run(world, 0.5);
    expect(body.y).toBeLessThan(0);
    joint.destroy();
    expect(joint.destroy()).toBe(false);
  });
});

describe("custom joint", () => {
  it("acts as a floor with a constant Jacobian and a least force of 0", () => {
    const { world, ground } = room();
    const ball = world.createBody({ type: "dynamic", position: { x: 0, y: 2 }, shape: circle(1) });
    const row = world.createJoint({
      type: "custom",
      bodyA: ground,
      bodyB: ball,
      jacobian: { linearB: { x: 0, y: 1 } },
      error: 2,
      forceRange: { lower: 0 },
    });
    run(world, 0.5);
    expect(ball.linearVelocity.y).toBeCloseTo(-5, 3);
    run(world, 2.5);
    expect(ball.y).toBeCloseTo(0, 2);
    expect(row.error).toBeCloseTo(ball.y, 3);
    expect(row.force.y).toBeCloseTo(10 * ball.mass, 2);
  });

  it("holds a speed with a limited force", () => {
    const { world, ground } = room(0);
    const body = crate(world, 0, 0);
    const row = world.createJoint({
      type: "custom",
      bodyA: ground,
      bodyB: body,
      jacobian: { linearB: { x: 1, y: 0 } },
      targetSpeed: 2,
      forceRange: { lower: -0.5, upper: 0.5 },
    });
    run(world, 1);
    expect(body.linearVelocity.x).toBeCloseTo(0.5, 3);
    run(world, 5);
    expect(body.linearVelocity.x).toBeCloseTo(2, 4);
    row.forceRange = { lower: 0, upper: 0 };
    row.targetSpeed = -1;
    run(world, 1);
    expect(body.linearVelocity.x).toBeCloseTo(2, 4);
  });

  it("keeps a bead on a parabola when its row is set anew each step", () => {
    const { world, ground } = room();
    const bead = world.createBody({
      type: "dynamic",
      position: { x: 2, y: 4 },
      fixedRotation: true,
      shape: circle(0.1),
    });
    const row = world.createJoint({ type: "custom", bodyA: ground, bodyB: bead, jacobian: {}, error: 0 });
    const energy = 10 * 4;
    let lowest = Infinity;
    for (let step = 0; step < 600; step++) {
      // y = x²: C = y − x², Ċ = vy − 2 x vx
      row.jacobian = { linearB: { x: -2 * bead.x, y: 1 } };
      row.error = bead.y - bead.x ** 2;
      world.step(1 / 60);
      expect(Math.abs(bead.y - bead.x ** 2)).toBeLessThan(0.1);
      lowest = Math.min(lowest, bead.y);
      const v = bead.linearVelocity;
      expect(10 * bead.y + (v.x ** 2 + v.y ** 2) / 2).toBeLessThan(1.02 * energy);
    }
    expect(lowest).toBeLessThan(0.1);
  });
});

describe("joints that break", () => {
  it.each([
    ["weld", {}, 0.2],
    ["prismatic", { limit: { lower: 0, upper: 0 }, axis: { x: 0, y: 1 } }, 0.2],
    ["motor", { linearOffset: still, angularOffset: 0 }, 0.2],
    ["rope", { length: 0.1 }, 1],
  ] as const)(
    "a %s joint holds a load below its breakForce and breaks with an event above it",
    (type, options, time) => {
      const { world, ground } = room();
      const load = crate(world, 0, 0);
      const joint = world.createJoint({ type, bodyA: ground, bodyB: load, breakForce: 100, ...options } as never);
      run(world, 1);
      expect([type, joint.alive]).toEqual([type, true]);
      joint.breakForce = 9.5;
      let events = 0;
      run(world, time, () => {
        events += [...world.events.jointBreak].filter((event) => event.joint === joint).length;
      });
      expect([joint.alive, events]).toEqual([false, 1]);
    },
  );

  it("a weld breaks by torque alone", () => {
    const { world, ground } = room();
    const beam = world.createBody({ type: "dynamic", position: { x: 1, y: 0 }, shape: box(2, 0.2) });
    const joint = world.createJoint({ type: "weld", bodyA: ground, bodyB: beam, anchor: still });
    run(world, 1);
    joint.breakTorque = 4.5;
    run(world, 1);
    expect(joint.alive).toBe(true);
    joint.breakTorque = 3.5;
    run(world, 0.1);
    expect(joint.alive).toBe(false);
  });
});

describe("motor joint at its largest force", () => {
  // With the anchor off the centre of mass, the force used to depend on the masses, up to 62° off the motion it should brake.
  it("pushes against the motion of its anchor, wherever on the body the anchor is", () => {
    for (const [x, y] of [
      [0, 0],
      [0.45, 0],
      [0.4, 0.4],
      [1.5, 0.5],
    ] as const) {
      for (const turn of [0, 3, -6]) {
        const { world, ground } = room(0);
        const puck = world.createBody({
          type: "dynamic",
          linearVelocity: { x: 4, y: 1 },
          angularVelocity: turn,
          shape: box(1, 1),
        });
        const joint = world.createJoint({
          type: "motor",
          bodyA: ground,
          bodyB: puck,
          anchorB: { x, y },
          maxForce: 0.5,
        });
        run(
          world,
          0.5,
          () => {
            const { angle, angularVelocity: w, linearVelocity: v } = puck;
            const [rx, ry] = [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
            const anchor = { x: v.x - w * ry, y: v.y + w * rx };
            const speed = Math.hypot(anchor.x, anchor.y);
            if (speed > 0.5) {
              expect(Math.hypot(joint.force.x, joint.force.y)).toBeCloseTo(0.5, 3);
              expect(joint.force.x * anchor.x + joint.force.y * anchor.y).toBeLessThan(-0.495 * speed);
            }
          },
          1 / 240,
        );
      }
    }
  });
});
