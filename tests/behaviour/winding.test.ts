// Lengths that are set anew each step have a speed (docs/decisions/0041-winding.md). "Before" below: without that.
import { describe, expect, it } from "vitest";
import type { Body, DistanceJoint, DistanceJointDef, RopeJoint } from "../../dist/index.js";
import { gapOf } from "../../examples/scenes/linkages.mjs";
import { BUILDS, run, type Engine, type World } from "../helpers/engine.js";
import { worldOf } from "../helpers/linkages.js";

const [, scree] = BUILDS[0]!;
const TYPES = ["distance", "rope"] as const;
const WEIGHTLESS = { x: 0, y: 0 };

type Winch = DistanceJoint | RopeJoint;

/** A load of `mass` that hangs from a hook of 1 kg, 8 m below a winch; `drive`: further options of the winch's joint. */
function crane(world: World, type: (typeof TYPES)[number], mass: number, drive: Partial<DistanceJointDef> = {}) {
  const hook = world.createBody({ type: "dynamic", shape: scree.circle(0.1), density: 1 / (Math.PI * 0.01), mask: 0 });
  const load = world.createBody({
    type: "dynamic",
    position: { x: 0, y: -1.5 },
    shape: scree.box(1, 1),
    density: mass,
  });
  const top = world.createBody({ position: { x: 0, y: 8 } });
  const winch = world.createJoint({ ...drive, type, bodyA: top, bodyB: hook });
  const sling = world.createJoint({ type: "distance", bodyA: hook, bodyB: load, anchorB: { x: 0, y: 0.5 } });
  return { hook, load, winch, sling };
}

/** Winds at `speed` for so many seconds, from the present length, calling `each` after each step. */
function wind(world: World, winch: Winch, speed: number, seconds: number, each?: () => void): void {
  const length = winch.length;
  for (let step = 1; step <= 60 * seconds; step++) {
    winch.length = length + (speed * step) / 60;
    world.step();
    each?.();
  }
}

describe.each(TYPES)("a winch whose length is set each step (%s)", (type) => {
  // Before: the load was 0.6 m too low, and its speed read 0.
  it.each([10, 1000])("lifts %d times its hook's mass as fast as it winds, and holds it when it stops", (mass) => {
    const world = worldOf();
    const { load, winch, sling } = crane(world, type, mass);
    run(world, 2);
    const [from, still] = [load.y, gapOf(sling)];
    let widest = 0;
    wind(world, winch, -0.5, 6, () => (widest = Math.max(widest, gapOf(sling))));
    expect(load.y - from).toBeGreaterThan(2.985);
    expect(load.y - from).toBeLessThan(3.015);
    expect(load.linearVelocity.y).toBeCloseTo(0.5, 2);
    expect(widest).toBeLessThan(still + 0.005);
    run(world, 2);
    expect(Math.abs(load.linearVelocity.y)).toBeLessThan(0.01);
    expect(Math.abs(load.y - from - 3)).toBeLessThan(0.015);
  });

  // Before: it fell behind by 0.8 m.
  it("lifts a load of a thousand times its hook's mass by 5 cm ten times a second", () => {
    const world = worldOf();
    const { load, winch } = crane(world, type, 1000);
    run(world, 2);
    const from = load.y;
    for (let lift = 1; lift <= 80; lift++) {
      winch.length -= 0.05;
      run(world, 0.1);
      expect(load.y - from - 0.05 * lift).toBeGreaterThan(-0.1);
    }
  });

  // The frames of a display are never of one length. Before: a step covered the way of the one before it if that was shorter, and a load
  // lifted at 0.5 m/s read 0.34 to 0.5, or 0.1 to 0.5 if two lengths alternate, and weighed up to six times its weight.
  it.each([
    ["of 1/60 s, a fifth more or less", (step: number) => (1 + 0.2 * Math.sin(step * step)) / 60],
    ["of 1/30 and 1/144 s in turn", (step: number) => (step % 2 ? 1 / 30 : 1 / 144)],
    ["of 1/60 s, and a fifth of them of 1 ms", (step: number) => (step % 5 ? 1 / 60 : 0.001)],
    ["of 1/60 s, and a third of them of none", (step: number) => (step % 3 ? 1 / 60 : 0)],
  ] as const)("lifts and lowers as fast as it winds if steps are %s", (_name, time) => {
    for (const speed of [-0.5, 0.5]) {
      const world = worldOf();
      const bodyA = world.createBody({ position: { x: 0, y: 10 } });
      const load = world.createBody({ type: "dynamic", position: { x: 0, y: 2 }, shape: scree.box(1, 1) });
      const winch = world.createJoint({ type, bodyA, bodyB: load });
      for (let step = 1; step < 300; step++) {
        const dt = time(step);
        winch.length += speed * dt;
        world.step(dt);
        if (step > 60) {
          expect(load.linearVelocity.y).toBeCloseTo(-speed, 2);
          expect(winch.force.y).toBeCloseTo(10, 0);
          expect(Math.abs(load.y + winch.length - 10)).toBeLessThan(0.001);
        }
      }
    }
  });

  it("does not throw a stuck load when it releases it", () => {
    const world = worldOf();
    const { load, winch } = crane(world, type, 10);
    world.createBody({ shape: scree.box(4, 0.4), position: { x: 0, y: 0.7 } });
    wind(world, winch, -0.5, 4);
    winch.destroy();
    let fastest = 0;
    run(world, 2, () => (fastest = Math.max(fastest, load.linearVelocity.y)));
    expect(fastest).toBeLessThan(0.5);
    expect(load.y).toBeLessThan(-10);
  });
});

// Before: the load fell behind by 0.13 m (docs/decisions/0039-machines.md).
it("a motor winds in a load of a thousand times its hook's mass", () => {
  const world = worldOf();
  const drive = { limit: { lower: 0.5, upper: 20 }, motor: { speed: -0.5, maxForce: 1e6 } };
  const { load } = crane(world, "distance", 1000, drive);
  run(world, 10, (time) => {
    if (time > 1) expect(Math.abs(load.y + 1.5 - 0.5 * time)).toBeLessThan(0.03);
  });
});

it("a rod whose length is set once does not keep moving", () => {
  const world = worldOf(scree, WEIGHTLESS);
  const { load, winch } = crane(world, "distance", 10);
  winch.length = 7;
  run(world, 0.5);
  expect(Math.abs(load.y + 0.5)).toBeLessThan(0.01);
  expect(Math.abs(load.linearVelocity.y)).toBeLessThan(0.01);
});

// r² ω is conserved: from 4 m at 3 m/s to 2 m at 6. Before, the speed towards the centre read 0.
it.each(BUILDS)("a ball that is drawn in as it circles speeds up (%s)", (_, engine: Engine) => {
  const world = worldOf(engine, WEIGHTLESS);
  const ball: Body = world.createBody({ type: "dynamic", position: { x: 4, y: 0 }, shape: engine.circle(0.3) });
  ball.linearVelocity = { x: 0, y: 3 };
  const winch = world.createJoint({ type: "rope", bodyA: world.createBody({}), bodyB: ball });
  wind(world, winch, -1, 2, () => {
    const { x, y } = ball;
    const v = ball.linearVelocity;
    const r = Math.hypot(x, y);
    expect(x * v.y - y * v.x).toBeCloseTo(12, 2);
    if (winch.length < 3.95) {
      expect(r).toBeCloseTo(winch.length, 2);
      expect((x * v.x + y * v.y) / r).toBeCloseTo(-1, 1);
    }
  });
  expect(Math.hypot(ball.linearVelocity.x, ball.linearVelocity.y)).toBeGreaterThan(6);
});

it("a strut that is let out, by its length or its lower limit, lifts a load at its own speed", () => {
  for (const limited of [false, true]) {
    const world = worldOf();
    const load = world.createBody({ type: "dynamic", position: { x: 0, y: 1 }, shape: scree.box(1, 1), density: 100 });
    const bodyA = world.createBody({});
    world.createJoint({ type: "prismatic", bodyA, bodyB: load, axis: { x: 0, y: 1 } });
    const strut = world.createJoint({
      type: "distance",
      bodyA,
      bodyB: load,
      ...(limited && { limit: { lower: 1, upper: 10 } }),
    });
    for (let step = 1; step <= 120; step++) {
      if (limited) {
        strut.limit = { lower: 1 + step / 60, upper: 10 };
      } else {
        strut.length = 1 + step / 60;
      }
      world.step();
    }
    expect(load.y).toBeCloseTo(3, 2);
    expect(load.linearVelocity.y).toBeCloseTo(1, 2);
  }
});

it("a snapshot taken while a winch winds goes on the same way", () => {
  const world = worldOf();
  const { winch } = crane(world, "rope", 100);
  wind(world, winch, -0.5, 1);
  const image = world.snapshot();
  const ahead = (): string[] => {
    const hashes: string[] = [];
    wind(world, winch, -0.5, 1, () => hashes.push(String(world.hash())));
    return hashes;
  };
  const first = ahead();
  world.restore(image);
  expect(ahead()).toEqual(first);
});

it("the other solvers still reach a length that is set each step", () => {
  for (const solver of ["impulse", "arcade"] as const) {
    const world = new scree.World({ solver, sleeping: false });
    const { load, winch } = crane(world, "distance", 10);
    wind(world, winch, -0.5, 4);
    run(world, 2);
    expect(Math.abs(load.y - 0.5)).toBeLessThan(solver === "impulse" ? 0.1 : 0.5);
  }
});
