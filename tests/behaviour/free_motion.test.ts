import { describe, expect, it } from "vitest";
import { box, capsule, circle, ellipse, polygon, World } from "../../dist/index.js";
import { Random, relativeError } from "../helpers/numbers.js";
import { DT, run } from "../helpers/engine.js";

const SUBSTEPS = 4;
const H = DT / SUBSTEPS;

/** Height lost and speed gained from rest in n sub-steps of semi-implicit Euler: v = n h g, y = h² g n(n+1)/2. */
function fallen(seconds: number, gravity: number): { depth: number; speed: number } {
  const n = Math.round(seconds / DT) * SUBSTEPS;
  return { depth: (gravity * H * H * n * (n + 1)) / 2, speed: n * H * gravity };
}

describe("free fall", () => {
  it.each([
    ["a circle", circle(0.5)],
    ["a box", box(1, 2)],
    ["a capsule", capsule(1, 0.25)],
    ["an ellipse", ellipse(1, 0.3)],
  ])("%s falls as semi-implicit Euler says, to a hundred-thousandth", (_name, shape) => {
    const world = new World({ gravity: { x: 0, y: -10 } });
    const body = world.createBody({ type: "dynamic", shape });
    run(world, 5);
    const { depth, speed } = fallen(5, 10);
    expect(relativeError(-body.y, depth)).toBeLessThan(1e-5);
    expect(relativeError(-body.linearVelocity.y, speed)).toBeLessThan(1e-5);
    expect(body.x).toBe(0);
  });

  it("all bodies fall alike, whatever their mass", () => {
    const world = new World();
    const bodies = [1e-3, 1, 1e3, 1e6].map((density, i) =>
      world.createBody({ type: "dynamic", position: { x: 10 * i, y: 0 }, shape: circle(0.5), density }),
    );
    run(world, 2);
    for (const body of bodies) {
      expect(relativeError(body.y, bodies[0]!.y)).toBeLessThan(1e-6);
    }
  });

  it("twice the sub-steps halve the error of the fall against ½ g t²", () => {
    const error = (substeps: number): number => {
      const world = new World({ substeps });
      const body = world.createBody({ type: "dynamic", shape: circle(0.5) });
      run(world, 1);
      return Math.abs(-body.y - 5);
    };
    expect(error(1) / error(2)).toBeCloseTo(2, 1);
    expect(error(2) / error(4)).toBeCloseTo(2, 1);
  });

  it.each([0, 0.5, 2, -1])("a body with gravity scale %d falls with that share of gravity", (gravityScale) => {
    const world = new World();
    const body = world.createBody({ type: "dynamic", shape: circle(0.5), gravityScale });
    run(world, 1);
    expect(body.linearVelocity.y).toBeCloseTo(-10 * gravityScale, 4);
  });

  it("gravity points where the world says, also after it was changed", () => {
    const world = new World({ gravity: { x: 3, y: 0 } });
    const body = world.createBody({ type: "dynamic", shape: circle(0.5) });
    run(world, 1);
    expect(body.linearVelocity.x).toBeCloseTo(3, 4);
    world.gravity = { x: 0, y: 4 };
    run(world, 1);
    expect(body.linearVelocity.x).toBeCloseTo(3, 4);
    expect(body.linearVelocity.y).toBeCloseTo(4, 4);
  });
});

describe("a projectile", () => {
  it("flies the parabola of its sub-steps", () => {
    const world = new World();
    const body = world.createBody({ type: "dynamic", linearVelocity: { x: 30, y: 40 }, shape: circle(0.1) });
    let worst = 0;
    run(world, 8, (time) => {
      const n = Math.round(time / H);
      const y = 40 * time - (10 * H * H * n * (n + 1)) / 2;
      worst = Math.max(worst, Math.hypot(body.x - 30 * time, body.y - y));
    });
    expect(worst).toBeLessThan(240 * 1e-5);
  });
});

describe("rotation", () => {
  it("a body spins freely at a constant rate and keeps its place", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const body = world.createBody({ type: "dynamic", shape: box(2, 1), angularVelocity: 3 });
    run(world, 10);
    expect(body.angularVelocity).toBe(3);
    const angle = 30 - 2 * Math.PI * Math.round(30 / (2 * Math.PI));
    expect(Math.abs(body.angle - angle)).toBeLessThan(3e-4);
    expect(body.position).toEqual({ x: 0, y: 0 });
  });

  it("a torque gives α = τ / I", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const body = world.createBody({ type: "dynamic", shape: box(2, 1) });
    const inertia = (2 * (4 + 1)) / 12;
    expect(relativeError(body.inertia, inertia)).toBeLessThan(1e-6);
    for (let step = 0; step < 60; step++) {
      body.applyTorque(0.5);
      world.step(DT);
    }
    expect(relativeError(body.angularVelocity, 0.5 / inertia)).toBeLessThan(1e-5);
  });

  it("a force off the centre turns a body, one through the centre does not", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const turned = world.createBody({ type: "dynamic", shape: box(1, 1) });
    const pushed = world.createBody({ type: "dynamic", position: { x: 5, y: 0 }, shape: box(1, 1) });
    turned.applyForce({ x: 0, y: 6 }, { x: 0.5, y: 0 });
    pushed.applyForce({ x: 0, y: 6 });
    world.step(DT);
    expect(relativeError(turned.linearVelocity.y, 6 * DT)).toBeLessThan(1e-6);
    expect(relativeError(turned.angularVelocity, (3 * DT) / (1 / 6))).toBeLessThan(1e-6);
    expect(pushed.angularVelocity).toBe(0);
  });

  it("a force acts for one step only", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const body = world.createBody({ type: "dynamic", shape: box(1, 1) });
    body.applyForce({ x: 6, y: 0 });
    world.step(DT);
    const { x } = body.linearVelocity;
    run(world, 1);
    expect(body.linearVelocity.x).toBe(x);
  });
});

describe("impulses", () => {
  it("an impulse at a point changes the motion at once: Δv = J/m, Δω = r×J/I", () => {
    const random = new Random(7);
    const shapes = [
      box(1, 2),
      circle(0.7),
      capsule(1, 0.3),
      polygon(
        [
          [0, 0],
          [2, 0],
          [0, 1],
        ].map(([x, y]) => ({ x: x!, y: y! })),
      ),
    ];
    for (let trial = 0; trial < 200; trial++) {
      const world = new World({ gravity: { x: 0, y: 0 } });
      const body = world.createBody({
        type: "dynamic",
        position: { x: random.between(-50, 50), y: random.between(-50, 50) },
        angle: random.between(-3, 3),
        linearVelocity: { x: random.between(-5, 5), y: random.between(-5, 5) },
        angularVelocity: random.between(-5, 5),
        shape: random.pick(shapes),
        density: random.between(0.1, 10),
      });
      const { x: vx, y: vy } = body.linearVelocity;
      const w = body.angularVelocity;
      const center = body.centerOfMass;
      const j = { x: random.between(-9, 9), y: random.between(-9, 9) };
      const r = { x: random.between(-2, 2), y: random.between(-2, 2) };
      body.applyImpulse(j, { x: center.x + r.x, y: center.y + r.y });
      const turn = (r.x * j.y - r.y * j.x) / body.inertia;
      expect(Math.abs(body.linearVelocity.x - vx - j.x / body.mass)).toBeLessThan(
        1e-5 * (10 + Math.abs(j.x / body.mass)),
      );
      expect(Math.abs(body.linearVelocity.y - vy - j.y / body.mass)).toBeLessThan(
        1e-5 * (10 + Math.abs(j.y / body.mass)),
      );
      expect(Math.abs(body.angularVelocity - w - turn)).toBeLessThan(3e-5 * (10 + Math.abs(turn)));
      world.dispose();
    }
  });

  it("an angular impulse changes only the rotation", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    const body = world.createBody({ type: "dynamic", shape: circle(1), density: 2 });
    body.applyAngularImpulse(5);
    expect(relativeError(body.angularVelocity, 5 / (0.5 * 2 * Math.PI))).toBeLessThan(1e-6);
    expect(body.linearVelocity).toEqual({ x: 0, y: 0 });
  });

  it("forces and impulses do nothing to static and kinematic bodies", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    for (const type of ["static", "kinematic"] as const) {
      const body = world.createBody({ type, shape: box(1, 1) });
      body.applyImpulse({ x: 5, y: 5 }, { x: 1, y: 0 });
      body.applyForce({ x: 5, y: 5 });
      body.applyTorque(5);
      body.applyAngularImpulse(5);
      world.step(DT);
      expect(body.linearVelocity).toEqual({ x: 0, y: 0 });
      expect(body.angularVelocity).toBe(0);
      expect(body.position).toEqual({ x: 0, y: 0 });
    }
  });
});

describe("damping", () => {
  it.each([0.1, 1, 5])("at rate %d speed decays as (1 + h c)^-n in sub-steps of h", (rate) => {
    const world = new World({ gravity: { x: 0, y: 0 }, sleeping: false });
    const body = world.createBody({
      type: "dynamic",
      shape: box(1, 1),
      linearVelocity: { x: 8, y: -6 },
      angularVelocity: 4,
      linearDamping: rate,
      angularDamping: rate / 2,
    });
    run(world, 1);
    const left = (c: number): number => (1 + H * c) ** -240;
    expect(relativeError(body.linearVelocity.x, 8 * left(rate))).toBeLessThan(1e-4);
    expect(relativeError(body.linearVelocity.y, -6 * left(rate))).toBeLessThan(1e-4);
    expect(relativeError(body.angularVelocity, 4 * left(rate / 2))).toBeLessThan(1e-4);
    expect(relativeError(left(rate), Math.exp(-rate))).toBeLessThan(0.06);
  });

  it("under gravity a damped body reaches its terminal speed g / c", () => {
    const world = new World();
    const body = world.createBody({ type: "dynamic", shape: circle(0.5), linearDamping: 2 });
    run(world, 10);
    expect(relativeError(-body.linearVelocity.y, 5)).toBeLessThan(1e-3);
  });
});

describe("locks", () => {
  it("a body never moves along a locked axis, whatever pushes it", () => {
    const random = new Random(11);
    const world = new World();
    world.createBody({ position: { x: 0, y: -1 }, shape: box(40, 2) });
    const x = world.createBody({ type: "dynamic", position: { x: 0.3, y: 2 }, shape: box(1, 1), locks: { x: true } });
    const y = world.createBody({ type: "dynamic", position: { x: 3.3, y: 2.7 }, shape: box(1, 1), locks: { y: true } });
    const turn = world.createBody({
      type: "dynamic",
      position: { x: -3, y: 2 },
      shape: box(1, 1),
      fixedRotation: true,
    });
    const start = { x: x.x, y: y.y };
    for (let ball = 0; ball < 40; ball++) {
      world.createBody({
        type: "dynamic",
        position: { x: random.between(-6, 6), y: random.between(4, 12) },
        linearVelocity: { x: random.between(-20, 20), y: -20 },
        shape: circle(0.3),
        density: 5,
      });
    }
    for (const body of [x, y, turn]) {
      body.applyImpulse({ x: 7, y: 3 }, { x: body.x + 0.4, y: body.y + 0.2 });
    }
    run(world, 5, () => {
      expect(x.x).toBe(start.x);
      expect(y.y).toBe(start.y);
      expect(turn.angle).toBe(0);
    });
    expect(turn.x).not.toBe(-3);
    expect(x.y).not.toBe(2);
    expect(y.angle).not.toBe(0);
  });

  it("a static body is bit-identical after ten thousand hits", () => {
    const world = new World({ sleeping: false });
    const body = world.createBody({ position: { x: 0.1, y: 0.2 }, angle: 0.3, shape: box(60, 1) });
    const pose = (): number[] => [...world.state.transforms.slice(4 * body.slot, 4 * body.slot + 4)];
    const before = pose();
    const balls = Array.from({ length: 100 }, () =>
      world.createBody({ type: "dynamic", shape: circle(0.2), density: 100 }),
    );
    let hits = 0;
    for (let round = 0; round < 110 && hits < 10_000; round++) {
      balls.forEach((ball, i) => {
        ball.position = { x: 0.5 * (i - 50), y: 1.2 + 0.309 * 0.5 * (i - 50) };
        ball.linearVelocity = { x: 0, y: -20 };
      });
      for (let step = 0; step < 6; step++) {
        world.step(DT);
        hits += world.events.contactBegin.filter((touch) => touch.bodyA === body || touch.bodyB === body).length;
      }
    }
    expect(hits).toBeGreaterThanOrEqual(10_000);
    expect(pose()).toEqual(before);
    expect(body.linearVelocity).toEqual({ x: 0, y: 0 });
  });
});

describe("kinematic bodies", () => {
  it("move by exactly their velocity, and nothing stops them", () => {
    const world = new World();
    const lift = world.createBody({ type: "kinematic", shape: box(4, 0.5), linearVelocity: { x: 0, y: 2 } });
    const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 0.75 }, shape: box(1, 1), density: 1000 });
    run(world, 2);
    expect(relativeError(lift.y, 4)).toBeLessThan(1e-5);
    expect(lift.linearVelocity).toEqual({ x: 0, y: 2 });
    expect(Math.abs(crate.y - lift.y - 0.75)).toBeLessThan(0.01);
    expect(Math.abs(crate.linearVelocity.y - 2)).toBeLessThan(0.05);
  });

  it("carry along by friction a crate that lies on them", () => {
    const world = new World();
    const belt = world.createBody({ type: "kinematic", shape: box(40, 1), linearVelocity: { x: 1, y: 0 } });
    const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 1 }, shape: box(1, 1) });
    run(world, 3);
    expect(Math.abs(crate.linearVelocity.x - 1)).toBeLessThan(0.01);
    expect(belt.linearVelocity.x).toBe(1);
  });

  // Positions change once a step, by whole multiples of their resolution, as docs/units.md says.
  it.each([
    [1000, 0.01, 0.099],
    [3000, 0.01, 0.465],
    [1000, 0.1, -0.011],
    [3000, 0.1, 0.025],
    [3000, 0.001, -1],
  ])(
    "that are %i m out and slow, at %f m/s, are off by a share of %f, but not when led by moveTo",
    (far, speed, off) => {
      const world = new World();
      const motion = { type: "kinematic", shape: box(10, 1), linearVelocity: { x: speed, y: 0 } } as const;
      const free = world.createBody({ ...motion, position: { x: far, y: 0 } });
      const led = world.createBody({ ...motion, position: { x: far, y: 9 } });
      run(world, 100, (time) => led.moveTo({ x: far + speed * (time + 1 / 60), y: 9 }, undefined, 1 / 60));
      expect(Math.abs((free.x - far) / (100 * speed) - 1 - off)).toBeLessThan(0.001);
      expect(Math.abs(led.x - far - 100 * speed)).toBeLessThan(far * 2 ** -23);
    },
  );

  it("sweep a ball along when they turn", () => {
    const world = new World({ gravity: { x: 0, y: 0 } });
    world.createBody({ type: "kinematic", shape: box(10, 0.2), angularVelocity: 1 });
    const ball = world.createBody({ type: "dynamic", position: { x: 4, y: 0.5 }, shape: circle(0.3) });
    run(world, 1);
    expect(ball.linearVelocity.y).toBeGreaterThan(2);
  });
});

describe("time", () => {
  it("a step of zero seconds moves nothing", () => {
    const world = new World();
    world.createBody({ position: { x: 0, y: -1 }, shape: box(20, 2) });
    for (let i = 0; i < 5; i++) {
      world.createBody({ type: "dynamic", position: { x: 0.1 * i, y: 0.5 + i }, shape: box(1, 1) });
    }
    run(world, 0.5);
    const before = world.hash();
    const bytes = world.snapshot();
    for (let i = 0; i < 100; i++) {
      world.step(0);
    }
    expect(world.hash()).toBe(before);
    world.step();
    const after = world.hash();
    world.restore(bytes);
    world.step();
    expect(world.hash()).toBe(after);
  });

  it("advance() gives the same trajectory at any frame rate", () => {
    const trajectory = (frames: () => number): string[] => {
      const world = new World();
      world.createBody({ position: { x: 0, y: -1 }, shape: box(20, 2) });
      const ball = world.createBody({
        type: "dynamic",
        position: { x: 0, y: 3 },
        linearVelocity: { x: 2, y: 0 },
        angularVelocity: 3,
        shape: box(0.5, 0.5),
        restitution: 0.5,
      });
      const path: string[] = [];
      const seen = new Set<number>([0]);
      while (path.length < 60) {
        world.advance(frames());
        const { steps } = world.counters;
        if (!seen.has(steps)) {
          seen.add(steps);
          path.push(`${steps}:${ball.x}:${ball.y}:${ball.angle}`);
        }
      }
      return path;
    };
    const random = new Random(3);
    const fast = trajectory(() => 1 / 240);
    expect(trajectory(() => 1 / 60)).toEqual(fast);
    expect(trajectory(() => 1 / 61.7)).toEqual(fast);
    expect(trajectory(() => random.between(0, 1 / 61))).toEqual(fast);
    const slow = new Set(trajectory(() => 1 / 30).slice(0, 30));
    expect([...slow].filter((entry) => !fast.includes(entry)).length).toBeLessThanOrEqual(15);
  });

  it("advance() returns the fraction of a step that is left", () => {
    const world = new World();
    expect(world.advance(0.01)).toBeCloseTo(0.6, 6);
    expect(world.counters.steps).toBe(0);
    expect(world.advance(0.01)).toBeCloseTo(0.2, 6);
    expect(world.counters.steps).toBe(1);
  });
});
