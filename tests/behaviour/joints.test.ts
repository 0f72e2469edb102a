import { describe, expect, it } from "vitest";
import { box, circle, World } from "../../dist/index.js";
import { Crossings, pendulumPeriod, relativeError } from "../helpers/numbers.js";
import { DT, run } from "../helpers/engine.js";
import { energyOf, momentumOf } from "../helpers/mechanics.js";

const still = { x: 0, y: 0 };
const degrees = Math.PI / 180;

function pendulum(
  type: "distance" | "revolute",
  amplitude: number,
): { period: number; worstGap: number; last: number } {
  const world = new World({ sleeping: false });
  const length = 2;
  const pivot = world.createBody({ type: "static" });
  const x = length * Math.sin(amplitude);
  const y = -length * Math.cos(amplitude);
  const bob = world.createBody({ type: "dynamic", position: { x, y }, shape: circle(0.1), density: 10 });
  let effective = length;
  if (type === "distance") {
    world.createJoint({ type, bodyA: pivot, bodyB: bob });
  } else {
    world.createJoint({ type, bodyA: pivot, bodyB: bob, anchor: still });
    // The bob turns with its arm, so this is a physical pendulum: L' = L + I/(m L).
    effective = length + bob.inertia / (bob.mass * length);
  }
  const crossings = new Crossings();
  let worstGap = 0;
  let last = 0;
  run(world, 60, (time) => {
    crossings.add(time, bob.x);
    worstGap = Math.max(worstGap, Math.abs(Math.hypot(bob.x, bob.y) - length));
    last = time > 50 ? Math.max(last, Math.atan2(Math.abs(bob.x), -bob.y)) : 0;
  });
  expect(crossings.times.length).toBeGreaterThan(15);
  return { period: crossings.period / pendulumPeriod(effective, 10, amplitude), worstGap, last };
}

describe("pendulum", () => {
  it.each([
    ["distance", 5, 0.005],
    ["distance", 90, 0.01],
    ["revolute", 5, 0.005],
    ["revolute", 90, 0.01],
  ] as const)(
    "on a %s joint at %d° keeps the period of the elliptic integral over 60 s",
    (type, amplitude, tolerance) => {
      const { period, worstGap, last } = pendulum(type, amplitude * degrees);
      expect(Math.abs(period - 1)).toBeLessThan(tolerance);
      expect(worstGap).toBeLessThan(0.02);
      expect(last / degrees).toBeGreaterThan(0.8 * amplitude);
      expect(last / degrees).toBeLessThan(1.02 * amplitude);
    },
  );

  it("a double pendulum does not gain energy", () => {
    const world = new World({ sleeping: false });
    const pivot = world.createBody({ type: "static" });
    const arm = { type: "dynamic", shape: box(1, 0.1) } as const;
    const first = world.createBody({ ...arm, position: { x: 0.5, y: 0 } });
    const second = world.createBody({ ...arm, position: { x: 1.5, y: 0 } });
    world.createJoint({ type: "revolute", bodyA: pivot, bodyB: first, anchor: still });
    world.createJoint({ type: "revolute", bodyA: first, bodyB: second, anchor: { x: 1, y: 0 } });
    let most = -Infinity;
    let lowest = 0;
    run(world, 30, () => {
      most = Math.max(most, energyOf([first, second], 10));
      lowest = Math.min(lowest, second.y);
    });
    expect(lowest).toBeLessThan(-1.3);
    // Rows of pins that were stiff under load and soft without gained 5 % of the energy.
    const scale = (first.mass + second.mass) * 10 * 2;
    expect(most).toBeLessThan(0.004 * scale);
  });
});

describe("spring", () => {
  function oscillate(hertz: number, dampingRatio: number): { crossings: Crossings; peaks: number[] } {
    const world = new World({ gravity: still, sleeping: false });
    const wall = world.createBody({ type: "static" });
    const body = world.createBody({ type: "dynamic", position: { x: 3, y: 0 }, shape: circle(0.5) });
    world.createJoint({ type: "distance", bodyA: wall, bodyB: body, length: 2, spring: { hertz, dampingRatio } });
    const crossings = new Crossings();
    const peaks: number[] = [];
    let before = 0;
    let speed = 0;
    run(world, 10, (time) => {
      const x = body.x - 2;
      const v = body.linearVelocity.x;
      crossings.add(time, x);
      if (speed > 0 && v <= 0) {
        peaks.push(before + (speed * DT * 0.5 * speed) / (speed - v));
      }
      before = x;
      speed = v;
    });
    return { crossings, peaks };
  }

  it.each([0.5, 1, 2, 4])("of %d Hz oscillates at that frequency to 2 %%", (hertz) => {
    expect(relativeError(1 / oscillate(hertz, 0).crossings.period, hertz)).toBeLessThan(0.02);
  });

  it.each([
    [1, 0.05],
    [1, 0.1],
    [2, 0.1],
    [1, 0.2],
  ])("of %d Hz and damping ratio %d shrinks each swing by exp(−2πζ/√(1−ζ²))", (hertz, ratio) => {
    const { peaks } = oscillate(hertz, ratio);
    const decrement = Math.log(peaks[0]! / peaks[2]!) / 2;
    const zeta = decrement / Math.sqrt(4 * Math.PI ** 2 + decrement ** 2);
    expect(relativeError(zeta, ratio)).toBeLessThan(0.05);
  });

  it("has the frequency that `hertz` says, whatever the mass", () => {
    for (const density of [0.1, 100]) {
      const world = new World({ gravity: still, sleeping: false });
      const wall = world.createBody({ type: "static" });
      const body = world.createBody({ type: "dynamic", position: { x: 3, y: 0 }, shape: circle(0.5), density });
      world.createJoint({
        type: "distance",
        bodyA: wall,
        bodyB: body,
        length: 2,
        spring: { hertz: 1, dampingRatio: 0 },
      });
      const crossings = new Crossings();
      run(world, 10, (time) => crossings.add(time, body.x - 2));
      expect(relativeError(crossings.period, 1)).toBeLessThan(0.02);
    }
  });

  it("sags by g / (2πf)² under a hanging weight", () => {
    const world = new World({ sleeping: false });
    const hook = world.createBody({ type: "static" });
    const body = world.createBody({ type: "dynamic", position: { x: 0, y: -2 }, shape: circle(0.3) });
    world.createJoint({ type: "distance", bodyA: hook, bodyB: body, spring: { hertz: 1, dampingRatio: 0.7 } });
    run(world, 10);
    expect(relativeError(-body.y - 2, 10 / (2 * Math.PI) ** 2)).toBeLessThan(0.02);
  });
});

/** A disc pinned at its centre, with a motor. */
function wheel(speed: number, maxTorque: number) {
  const world = new World({ gravity: still, sleeping: false });
  const frame = world.createBody({ type: "static" });
  const disc = world.createBody({ type: "dynamic", shape: circle(1) });
  const joint = world.createJoint({
    type: "revolute",
    bodyA: frame,
    bodyB: disc,
    anchor: still,
    motor: { speed, maxTorque },
  });
  return { world, disc, joint };
}

describe("revolute joint", () => {
  it("has a motor that reaches its speed", () => {
    const { world, disc, joint } = wheel(5, 100);
    run(world, 2);
    expect(relativeError(disc.angularVelocity, 5)).toBeLessThan(1e-3);
    expect(Math.abs(joint.speed - 5)).toBeLessThan(0.01);
  });

  it("has a motor that saturates at its largest torque: α = τ / I", () => {
    const { world, disc, joint } = wheel(1000, 2);
    run(world, 1);
    expect(relativeError(disc.angularVelocity, 2 / disc.inertia)).toBeLessThan(0.01);
    expect(relativeError(joint.motorTorque, 2)).toBeLessThan(0.01);
  });

  it("lifts a load if its motor is strong enough, and lets it sink otherwise", () => {
    for (const [torque, lifts] of [
      [4, false],
      [6, true],
    ] as const) {
      const world = new World({ sleeping: false });
      const frame = world.createBody({ type: "static" });
      const arm = world.createBody({ type: "dynamic", position: { x: 0.5, y: 0 }, shape: box(1, 0.1), density: 10 });
      world.createJoint({
        type: "revolute",
        bodyA: frame,
        bodyB: arm,
        anchor: still,
        motor: { speed: 2, maxTorque: torque },
        limit: { lower: -0.5, upper: 0.5 },
      });
      run(world, 3);
      expect(arm.mass * 10 * 0.5).toBeCloseTo(5, 4);
      expect(arm.angle > 0.4).toBe(lifts);
      expect(arm.angle < -0.4).toBe(!lifts);
    }
  });

  it("has limits that hold an arm that falls on them, from either side", () => {
    for (const direction of [1, -1]) {
      const world = new World({ sleeping: false });
      const frame = world.createBody({ type: "static" });
      const arm = world.createBody({ type: "dynamic", position: { x: direction, y: 0 }, shape: box(2, 0.1) });
      const joint = world.createJoint({
        type: "revolute",
        bodyA: frame,
        bodyB: arm,
        anchor: still,
        limit: { lower: -0.6, upper: 0.6 },
      });
      let worst = 0;
      run(world, 5, () => {
        worst = Math.max(worst, Math.abs(joint.angle) - 0.6);
      });
      expect(worst).toBeLessThan(0.05);
      expect(Math.abs(arm.angle + direction * 0.6)).toBeLessThan(0.02);
      expect(Math.abs(arm.angularVelocity)).toBeLessThan(0.01);
    }
  });

  it("reports the force that holds the weight", () => {
    const world = new World({ sleeping: false });
    const frame = world.createBody({ type: "static" });
    const arm = world.createBody({ type: "dynamic", position: { x: 0, y: -1 }, shape: box(0.2, 2), density: 3 });
    const joint = world.createJoint({ type: "revolute", bodyA: frame, bodyB: arm, anchor: still });
    run(world, 2);
    expect(relativeError(joint.force.y, arm.mass * 10)).toBeLessThan(0.01);
    expect(Math.abs(joint.force.x)).toBeLessThan(0.01 * arm.mass * 10);
  });
});

describe("distance joint", () => {
  it("a rod keeps its length while a heavy bob whirls on it", () => {
    const world = new World({ gravity: still, sleeping: false });
    const hub = world.createBody({ type: "static" });
    const bob = world.createBody({
      type: "dynamic",
      position: { x: 2, y: 0 },
      linearVelocity: { x: 0, y: 10 },
      shape: circle(0.3),
      density: 20,
    });
    const rod = world.createJoint({ type: "distance", bodyA: hub, bodyB: bob });
    let worst = 0;
    run(world, 10, () => {
      worst = Math.max(worst, Math.abs(rod.distance - 2));
    });
    expect(worst).toBeLessThan(0.02);
    expect(relativeError(Math.hypot(rod.force.x, rod.force.y), (bob.mass * 100) / 2)).toBeLessThan(0.05);
  });

  it("a rope is slack below its upper limit and taut at it", () => {
    const world = new World({ sleeping: false });
    const hook = world.createBody({ type: "static" });
    const body = world.createBody({ type: "dynamic", position: { x: 0, y: -1 }, shape: circle(0.2) });
    world.createJoint({
      type: "distance",
      bodyA: hook,
      bodyB: body,
      limit: { lower: 0, upper: 3 },
      spring: { hertz: 0 },
    });
    run(world, 0.5);
    expect(relativeError(-body.linearVelocity.y, 5)).toBeLessThan(1e-3);
    run(world, 3);
    expect(Math.abs(body.y + 3)).toBeLessThan(0.02);
  });

  it("a lower limit keeps two bodies apart", () => {
    const world = new World({ gravity: still, sleeping: false });
    const hook = world.createBody({ type: "static" });
    const body = world.createBody({
      type: "dynamic",
      position: { x: 3, y: 0 },
      linearVelocity: { x: -2, y: 0 },
      shape: circle(0.2),
    });
    world.createJoint({
      type: "distance",
      bodyA: hook,
      bodyB: body,
      limit: { lower: 1, upper: 5 },
      spring: { hertz: 0 },
    });
    let nearest = 9;
    run(world, 3, () => {
      nearest = Math.min(nearest, body.x);
    });
    expect(nearest).toBeGreaterThan(0.98);
    expect(nearest).toBeLessThan(1.02);
  });
});

describe("every joint", () => {
  it("keeps its two bodies from colliding unless it is told to let them", () => {
    for (const collide of [false, true]) {
      const world = new World({ gravity: still });
      const a = world.createBody({ type: "dynamic", shape: box(1, 1) });
      const b = world.createBody({ type: "dynamic", position: { x: 0.8, y: 0 }, shape: box(1, 1) });
      world.createJoint({
        type: "distance",
        bodyA: a,
        bodyB: b,
        collide,
        limit: { lower: 0, upper: 9 },
        spring: { hertz: 0 },
      });
      run(world, 1);
      expect(b.x - a.x > 0.9).toBe(collide);
    }
  });

  it("breaks beyond its break force, with exactly one event", () => {
    for (const [breakForce, breaks] of [
      [20, true],
      [60, false],
    ] as const) {
      const world = new World({ sleeping: false });
      const hook = world.createBody({ type: "static" });
      const body = world.createBody({ type: "dynamic", position: { x: 0, y: -1 }, shape: box(2, 2) });
      const joint = world.createJoint({ type: "distance", bodyA: hook, bodyB: body, breakForce });
      let told = 0;
      run(world, 1, () => {
        told += world.events.jointBreak.length;
      });
      expect(told).toBe(breaks ? 1 : 0);
      expect(joint.alive).toBe(!breaks);
    }
  });

  it("conserves the momentum and angular momentum of the bodies it joins", () => {
    const world = new World({ gravity: still, sleeping: false });
    const bodies = Array.from({ length: 8 }, (_, i) =>
      world.createBody({ type: "dynamic", position: { x: i, y: 0 }, shape: box(0.9, 0.3), density: 1 + i }),
    );
    for (let i = 1; i < bodies.length; i++) {
      world.createJoint({ type: "revolute", bodyA: bodies[i - 1]!, bodyB: bodies[i]!, anchor: { x: i - 0.5, y: 0 } });
    }
    bodies[7]!.applyImpulse({ x: 3, y: 10 });
    const before = momentumOf(bodies);
    run(world, 5);
    const after = momentumOf(bodies);
    expect(bodies[0]!.linearVelocity.y).not.toBe(0);
    expect(Math.abs(after.x - before.x)).toBeLessThan(1e-3);
    expect(Math.abs(after.y - before.y)).toBeLessThan(1e-3);
    expect(relativeError(after.turn, before.turn)).toBeLessThan(0.02);
  });
});
