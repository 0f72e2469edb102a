// A body that a motor joint holds at an offset or angle set anew each step has a speed (docs/decisions/0041-winding.md).
// "Before" below: without that.
import { describe, expect, it } from "vitest";
import type { Body, MotorJoint, MotorJointDef } from "../../dist/index.js";
import { BUILDS, run, type Engine, type World } from "../helpers/engine.js";
import { worldOf } from "../helpers/linkages.js";

const [, scree] = BUILDS[0]!;
const H = 1 / 60;
const WEIGHTLESS = { x: 0, y: 0 };

interface Lift {
  platform: Body;
  move: (x: number, y: number, angle?: number) => void;
}

/** A platform of 4 × 0.5 m, either held by a motor joint or moved by `moveTo`. */
function liftOf(engine: Engine, world: World, drive: Partial<MotorJointDef> | "moveTo" = {}): Lift {
  const shape = engine.box(4, 0.5);
  if (drive === "moveTo") {
    const platform = world.createBody({ type: "kinematic", shape });
    return { platform, move: (x, y, angle = 0) => platform.moveTo({ x, y }, angle, H) };
  }
  const platform = world.createBody({ type: "dynamic", shape, density: 20 });
  const joint: MotorJoint = world.createJoint({
    type: "motor",
    bodyA: world.createBody({}),
    bodyB: platform,
    linearOffset: { x: 0, y: 0 },
    angularOffset: 0,
    ...drive,
  });
  const move = (x: number, y: number, angle = 0): void => {
    joint.linearOffset = { x, y };
    joint.angularOffset = angle;
  };
  return { platform, move };
}

function crateOn(engine: Engine, world: World): Body {
  return world.createBody({ type: "dynamic", position: { x: 0, y: 0.75 }, shape: engine.box(1, 1), friction: 0.6 });
}

const DRIVES = [
  ["without end", {}],
  ["of a force and torque", { maxForce: 1e5, maxTorque: 1e5 }],
] as const;

describe.each(BUILDS)("a platform whose offset is set each step (%s)", (_, engine) => {
  // Before: the crate stayed behind and fell off the end; the platform reported a speed of 0.
  it.each(DRIVES)("carries a crate as a platform led by moveTo does, with a motor %s", (_name, drive) => {
    const carried = [drive, "moveTo" as const].map((by) => {
      const world = worldOf(engine);
      const { platform, move } = liftOf(engine, world, by);
      const crate = crateOn(engine, world);
      for (let step = 1; step <= 180; step++) {
        move(step * H, 0);
        world.step(H);
        if (step > 2) {
          expect(platform.linearVelocity.x).toBeCloseTo(1, 3);
          expect(Math.abs(platform.x - step * H)).toBeLessThan(0.001);
        }
      }
      return crate.x;
    });
    expect(carried[0]! / carried[1]!).toBeCloseTo(1, 2);
    expect(carried[0]).toBeGreaterThan(2.88);
  });

  // Before: the crate stayed on the platform.
  it.each(DRIVES)("throws a crate as high as a platform led by moveTo does, with a motor %s", (_name, drive) => {
    const highest = [drive, "moveTo" as const].map((by) => {
      const world = worldOf(engine);
      const { platform, move } = liftOf(engine, world, by);
      const crate = crateOn(engine, world);
      let top = 0;
      for (let step = 1; step <= 180; step++) {
        const time = Math.min(step * H, 1);
        move(0, 1.5 * time * time);
        world.step(H);
        top = Math.max(top, crate.y);
      }
      expect(platform.y).toBeCloseTo(1.5, 3);
      expect(Math.abs(platform.linearVelocity.y)).toBeLessThan(1e-3);
      return top;
    });
    expect(highest[0]! - 2.25).toBeGreaterThan(0.4);
    expect(highest[0]! / highest[1]!).toBeCloseTo(1, 2);
  });

  it("goes through the same states again after a restore", () => {
    const world = worldOf(engine);
    const { move } = liftOf(engine, world);
    crateOn(engine, world);
    const go = (from: number): string[] => {
      const hashes: string[] = [];
      for (let step = from; step < from + 60; step++) {
        move(Math.sin(step * H), 0.2 * Math.cos(step * H), 0.3 * step * H);
        world.step(H);
        hashes.push(String(world.hash()));
      }
      return hashes;
    };
    go(0);
    const image = world.snapshot();
    const first = go(60);
    world.restore(image);
    expect(go(60)).toEqual(first);
  });
});

it("every build leads a platform to the same states", () => {
  const hashes = BUILDS.map(([, engine]) => {
    const world = worldOf(engine);
    const lifts = [0, 1, 2].map(() => liftOf(engine, world)); // lanes of one block, only one of which is led
    for (let step = 1; step <= 120; step++) {
      lifts[1]!.move(Math.sin(step * H), 0.3 * step * H, 2 * step * H);
      world.step(H);
    }
    return String(world.hash());
  });
  expect(new Set(hashes).size).toBe(1);
});

it("a platform led round a circle, in steps of equal or varying length, has the right speed and position", () => {
  for (const vary of [0, 0.3]) {
    const world = worldOf(scree, WEIGHTLESS);
    const { platform, move } = liftOf(scree, world);
    let time = 0;
    for (let step = 1; step <= 300; step++) {
      const dt = (1 + vary * Math.sin(step * step)) * H;
      time += dt;
      move(2 * Math.cos(time) - 2, 2 * Math.sin(time), 3 * time);
      world.step(dt);
      if (step > 5) {
        const { x, y } = platform.linearVelocity;
        expect(Math.hypot(x, y)).toBeCloseTo(2, 2);
        expect(platform.angularVelocity).toBeCloseTo(3, 2);
        expect(Math.hypot(platform.x - (2 * Math.cos(time) - 2), platform.y - 2 * Math.sin(time))).toBeLessThan(1e-3);
      }
    }
  }
});

// Before: the turntable reported 0, and the ball moved at 0.1 m/s. The angle may also be given within one turn.
it.each(["over turns", "within a turn"])(
  "a turntable whose angle is set %s reports its speed and takes a ball with it",
  (how) => {
    const world = worldOf(scree, WEIGHTLESS);
    const { platform, move } = liftOf(scree, world);
    const ball = world.createBody({ type: "dynamic", position: { x: 1.8, y: 0.5 }, shape: scree.circle(0.2) });
    for (let step = 1; step <= 300; step++) {
      const angle = 3 * step * H;
      move(0, 0, how === "over turns" ? angle : Math.atan2(Math.sin(angle), Math.cos(angle)));
      world.step(H);
      if (step > 2) {
        expect(platform.angularVelocity).toBeCloseTo(3, 2);
      }
    }
    expect(Math.hypot(ball.linearVelocity.x, ball.linearVelocity.y)).toBeGreaterThan(4);
  },
);

it("an offset that is set once, or leaps, throws nothing", () => {
  for (const leaps of [1, 2, 3]) {
    const world = worldOf(scree);
    const { platform, move } = liftOf(scree, world);
    const crate = crateOn(scree, world);
    run(world, 0.5);
    // Nudges of 1 mm first, 0.06 m/s: after moving so little, a leap gives no more than twice that speed.
    for (let leap = 1; leap < leaps; leap++) {
      move(0, 0.001 * leap);
      world.step(H);
    }
    move(0, 0.3, 0.01);
    let [top, fastest] = [0, 0];
    run(world, 2, () => {
      top = Math.max(top, crate.y);
      fastest = Math.max(fastest, Math.abs(platform.linearVelocity.y));
    });
    expect(platform.y).toBeCloseTo(0.3, 3);
    expect(fastest).toBeLessThan(leaps === 1 ? 0.18 : 0.3);
    expect(top).toBeLessThan(1.051);
  }
});

it("two free bodies keep their momentum, and part at the speed that is set", () => {
  const world = worldOf(scree, WEIGHTLESS);
  const bodyA = world.createBody({ type: "dynamic", shape: scree.box(1, 1) });
  const bodyB = world.createBody({ type: "dynamic", position: { x: 2, y: 0 }, shape: scree.box(1, 1), density: 3 });
  const joint = world.createJoint({ type: "motor", bodyA, bodyB, linearOffset: { x: 2, y: 0 }, angularOffset: 0 });
  for (let step = 1; step <= 120; step++) {
    joint.linearOffset = { x: 2 + step * H, y: 0 };
    world.step(H);
    const [a, b] = [bodyA.linearVelocity, bodyB.linearVelocity];
    expect(Math.abs(a.x * bodyA.mass + b.x * bodyB.mass)).toBeLessThan(1e-4);
    if (step > 2) expect(b.x - a.x).toBeCloseTo(1, 3);
  }
  expect(bodyB.x - bodyA.x).toBeCloseTo(4, 3);
});

// A damped spring lags behind a moving target by 2 ζ v / ω.
it.each([
  ["with a velocity of its own has that", { linearVelocity: { x: 1, y: 0 } }, 1],
  ["that is a spring follows as springs do", { spring: { hertz: 2, dampingRatio: 1 } }, 1 - 2 / (4 * Math.PI)],
] as const)("a motor %s, whose offset is set each step", (_name, drive, x) => {
  const world = worldOf(scree, WEIGHTLESS);
  const { platform, move } = liftOf(scree, world, drive);
  for (let step = 1; step <= 60; step++) {
    move(step * H, 0);
    world.step(H);
  }
  expect(platform.linearVelocity.x).toBeCloseTo(1, 2);
  expect(Math.abs(platform.x - x)).toBeLessThan(0.02);
});

it("the other solvers still reach an offset that is set each step", () => {
  for (const solver of ["impulse", "arcade"] as const) {
    const world = new scree.World({ solver, sleeping: false, gravity: WEIGHTLESS });
    const { platform, move } = liftOf(scree, world);
    for (let step = 1; step <= 120; step++) {
      move(step * H, 0);
      world.step(H);
    }
    run(world, 1);
    expect(platform.x).toBeCloseTo(2, 1);
    expect(Math.abs(platform.linearVelocity.x)).toBeLessThan(0.05);
  }
});
