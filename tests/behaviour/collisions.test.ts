import { describe, expect, it } from "vitest";
import { box, capsule, circle, ellipse, polygon, segment, World } from "../../dist/index.js";
import { Random, relativeError } from "../helpers/numbers.js";
import { DT, run, type Body } from "../helpers/engine.js";
import { energyOf, momentumOf } from "../helpers/mechanics.js";

const still = { x: 0, y: 0 };

describe("two bodies", () => {
  it.each([
    ["equal masses exchange their velocities", 1, 1],
    ["a light ball rebounds from one three times as heavy", 1, 3],
    ["a heavy ball goes on behind one it has hit", 3, 1],
  ])("in a head-on elastic collision %s", (_name, m1, m2) => {
    for (const [v1, v2] of [
      [5, 0],
      [5, -5],
      [10, 3],
    ] as const) {
      const world = new World({ gravity: still });
      const ball = (x: number, v: number, mass: number): Body =>
        world.createBody({
          type: "dynamic",
          position: { x, y: 0 },
          linearVelocity: { x: v, y: 0 },
          shape: circle(0.5),
          density: mass / (Math.PI / 4),
          restitution: 1,
          friction: 0,
        });
      const a = ball(-2, v1, m1);
      const b = ball(1, v2, m2);
      run(world, 2);
      const u1 = ((m1 - m2) * v1 + 2 * m2 * v2) / (m1 + m2);
      const u2 = ((m2 - m1) * v2 + 2 * m1 * v1) / (m1 + m2);
      expect(Math.abs(a.linearVelocity.x - u1)).toBeLessThan(0.01 * Math.abs(v1 - v2));
      expect(Math.abs(b.linearVelocity.x - u2)).toBeLessThan(0.01 * Math.abs(v1 - v2));
      expect(a.linearVelocity.y).toBe(0);
    }
  });

  it("move on together after a perfectly inelastic collision", () => {
    const world = new World({ gravity: still });
    const a = world.createBody({
      type: "dynamic",
      position: { x: -2, y: 0 },
      linearVelocity: { x: 6, y: 0 },
      shape: circle(0.5),
      restitution: 0,
    });
    const b = world.createBody({ type: "dynamic", shape: circle(0.5), density: 2, restitution: 0 });
    run(world, 1);
    expect(Math.abs(a.linearVelocity.x - 2)).toBeLessThan(0.02);
    expect(Math.abs(b.linearVelocity.x - 2)).toBeLessThan(0.02);
  });

  it("an oblique elastic collision of equal balls leaves at right angles", () => {
    const world = new World({ gravity: still });
    const ball = { type: "dynamic", shape: circle(0.5), restitution: 1, friction: 0 } as const;
    const a = world.createBody({ ...ball, position: { x: -2, y: 0.35 }, linearVelocity: { x: 8, y: 0 } });
    const b = world.createBody(ball);
    run(world, 1);
    const u = a.linearVelocity;
    const w = b.linearVelocity;
    const cosine = (u.x * w.x + u.y * w.y) / (Math.hypot(u.x, u.y) * Math.hypot(w.x, w.y));
    expect(Math.abs(cosine)).toBeLessThan(0.03);
    expect(relativeError(energyOf([a, b]), 0.5 * a.mass * 64)).toBeLessThan(0.01);
  });
});

describe("many bodies", () => {
  it("without gravity a hundred bodies keep their momentum to one part in ten thousand", () => {
    const random = new Random(5);
    const world = new World({ gravity: still });
    const shapes = [
      circle(0.4),
      box(0.8, 0.6),
      capsule(0.5, 0.2),
      ellipse(0.5, 0.3),
      polygon([
        { x: 0, y: 0 },
        { x: 0.8, y: 0 },
        { x: 0.3, y: 0.7 },
      ]),
    ];
    const bodies = Array.from({ length: 100 }, (_, i) =>
      world.createBody({
        type: "dynamic",
        // Placed apart: bodies that begin inside each other are held back as they part.
        position: { x: (i % 10) * 1.7, y: Math.floor(i / 10) * 1.7 },
        angle: random.between(-3, 3),
        linearVelocity: { x: random.between(-5, 5) + 1, y: random.between(-5, 5) },
        angularVelocity: random.between(-3, 3),
        shape: shapes[i % shapes.length]!,
        density: random.between(0.5, 2),
        restitution: random.between(0, 1),
      }),
    );
    const before = momentumOf(bodies);
    let touches = 0;
    run(world, 5, () => {
      touches += world.events.contactBegin.length;
    });
    const after = momentumOf(bodies);
    expect(touches).toBeGreaterThan(50);
    expect(Math.hypot(after.x - before.x, after.y - before.y) / before.size).toBeLessThan(1e-4);
  });

  it("an elastic ball that bounces under gravity never rises above 1.01 times its first height", () => {
    const world = new World({ sleeping: false });
    world.createBody({ position: { x: 0, y: -1 }, shape: box(20, 2) });
    const ball = world.createBody({ type: "dynamic", position: { x: 0, y: 4.5 }, shape: circle(0.5), restitution: 1 });
    let highest = 0;
    let bounces = 0;
    run(world, 30, (time) => {
      highest = time > 1 ? Math.max(highest, ball.y - 0.5) : 0;
      bounces += world.events.contactBegin.length;
    });
    expect(bounces).toBeGreaterThan(10);
    expect(highest).toBeLessThanOrEqual(1.01 * 4);
    expect(highest).toBeGreaterThan(0.97 * 4);
  });
});

describe("restitution", () => {
  it.each([0, 0.25, 0.5, 0.75, 1])("a ball of restitution %d rebounds to e² of the height it fell", (e) => {
    for (const fall of [2, 5, 10]) {
      const world = new World({ sleeping: false });
      world.createBody({ position: { x: 0, y: -1 }, shape: box(20, 2) });
      const ball = world.createBody({
        type: "dynamic",
        position: { x: 0, y: fall + 0.5 },
        shape: circle(0.5),
        restitution: e,
      });
      let rising = false;
      let top = 0;
      let ended = false;
      run(world, 4, () => {
        const vy = ball.linearVelocity.y;
        rising ||= vy > -1e-3 && ball.y < 0.6;
        ended ||= rising && top > 0.02 && vy < 0;
        top = rising && !ended ? Math.max(top, ball.y - 0.5) : top;
      });
      expect(rising).toBe(true);
      expect(Math.abs(top - e * e * fall), `from ${fall} m`).toBeLessThan(0.03 * fall);
      if (e > 0) {
        expect(relativeError(top, e * e * fall), `from ${fall} m`).toBeLessThan(0.03);
      }
    }
  });

  it("the smaller restitution decides if both surfaces name one; a surface that names none has no say", () => {
    const rebound = (floor: number | undefined, own: number | undefined): number => {
      const world = new World();
      world.createBody({
        position: { x: 0, y: -1 },
        shape: box(20, 2),
        ...(floor === undefined ? {} : { restitution: floor }),
      });
      const ball = world.createBody({
        type: "dynamic",
        position: { x: 0, y: 0.6 },
        linearVelocity: { x: 0, y: -10 },
        shape: circle(0.5),
        ...(own === undefined ? {} : { restitution: own }),
      });
      run(world, 0.1);
      return ball.linearVelocity.y;
    };
    expect(rebound(undefined, undefined)).toBeLessThan(0.5);
    expect(rebound(undefined, 0.8)).toBeGreaterThan(6);
    expect(rebound(0.8, undefined)).toBeGreaterThan(6);
    expect(Math.abs(rebound(0.2, 0.8) - rebound(0.8, 0.2))).toBeLessThan(1e-5);
    expect(rebound(0.2, 0.8)).toBeLessThan(2.5);
  });
});

describe("friction", () => {
  /** How far a box slides along a slope in two seconds (m), and its acceleration during the second of them. */
  function slide(degrees: number, friction: number): { moved: number; acceleration: number } {
    const angle = (degrees * Math.PI) / 180;
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    const world = new World({ sleeping: false });
    world.createBody({ angle: -angle, shape: box(400, 1), friction });
    const crate = world.createBody({
      type: "dynamic",
      position: { x: s, y: c },
      angle: -angle,
      shape: box(2, 1),
      friction,
    });
    run(world, 1);
    const along = (): number => crate.x * c - crate.y * s;
    const speed = (): number => crate.linearVelocity.x * c - crate.linearVelocity.y * s;
    const first = speed();
    const start = along();
    run(world, 1);
    return { moved: along() - start, acceleration: speed() - first };
  }

  it.each([0.1, 0.3, 0.6, 1])("a box on a slope slips exactly when tan θ exceeds μ = %d, to a degree", (friction) => {
    const limit = (Math.atan(friction) * 180) / Math.PI;
    expect(slide(limit - 1, friction).moved).toBeLessThan(0.01);
    expect(slide(limit + 1, friction).moved).toBeGreaterThan(0.1);
  });

  it.each([
    [20, 0.1],
    [30, 0.2],
    [30, 0.5],
    [45, 0.3],
    [45, 0.6],
    [10, 0],
  ])("a box on a slope of %d° with μ = %d accelerates by g (sin θ − μ cos θ)", (degrees, friction) => {
    const angle = (degrees * Math.PI) / 180;
    const expected = 10 * (Math.sin(angle) - friction * Math.cos(angle));
    expect(relativeError(slide(degrees, friction).acceleration, expected)).toBeLessThan(0.02);
  });

  it("a sliding box stops after v² / 2μg", () => {
    const world = new World({ sleeping: false });
    world.createBody({ position: { x: 0, y: -1 }, shape: box(200, 2), friction: 0.4 });
    const crate = world.createBody({
      type: "dynamic",
      position: { x: 0, y: 0.5 },
      linearVelocity: { x: 8, y: 0 },
      shape: box(2, 1),
      friction: 0.4,
    });
    run(world, 4);
    expect(relativeError(crate.x, 64 / (2 * 0.4 * 10))).toBeLessThan(0.02);
    expect(Math.abs(crate.linearVelocity.x)).toBeLessThan(1e-3);
  });

  it("the friction between two surfaces is the geometric mean of theirs", () => {
    const world = new World({ sleeping: false });
    world.createBody({ position: { x: 0, y: -1 }, shape: box(200, 2), friction: 0.8 });
    const crate = world.createBody({
      type: "dynamic",
      position: { x: 0, y: 0.5 },
      linearVelocity: { x: 8, y: 0 },
      shape: box(2, 1),
      friction: 0.2,
    });
    run(world, 1);
    expect(relativeError(8 - crate.linearVelocity.x, 10 * Math.sqrt(0.8 * 0.2))).toBeLessThan(0.02);
  });

  it("a sliding ball ends up rolling without slipping at 2/3 of its first speed, as a disc must", () => {
    const world = new World({ sleeping: false });
    world.createBody({ position: { x: 0, y: -1 }, shape: box(200, 2) });
    const ball = world.createBody({
      type: "dynamic",
      position: { x: 0, y: 0.5 },
      linearVelocity: { x: 6, y: 0 },
      shape: circle(0.5),
    });
    run(world, 3);
    expect(relativeError(ball.linearVelocity.x, 4)).toBeLessThan(0.02);
    expect(relativeError(-ball.angularVelocity * 0.5, ball.linearVelocity.x)).toBeLessThan(0.01);
  });

  it("a conveyor carries a crate at its surface speed", () => {
    const world = new World({ sleeping: false });
    world.createBody({ position: { x: 0, y: -1 }, shape: box(200, 2), surfaceSpeed: 2 });
    const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 0.5 }, shape: box(1, 1) });
    run(world, 2);
    expect(Math.abs(Math.abs(crate.linearVelocity.x) - 2)).toBeLessThan(0.02);
  });
});

describe("placement", () => {
  const shapes = {
    circle: circle(0.5),
    box: box(1, 1),
    capsule: capsule(0.6, 0.3),
    ellipse: ellipse(0.6, 0.3),
    polygon: polygon([
      { x: -0.5, y: -0.4 },
      { x: 0.5, y: -0.4 },
      { x: 0, y: 0.6 },
    ]),
  };
  const names = Object.keys(shapes) as (keyof typeof shapes)[];

  it.each(names.flatMap((a) => names.map((b) => [a, b] as const)))(
    "a %s and a %s in the very same place part without a NaN",
    (a, b) => {
      const world = new World({ gravity: still, sleeping: false });
      const first = world.createBody({ type: "dynamic", shape: shapes[a] });
      const second = world.createBody({ type: "dynamic", shape: shapes[b] });
      run(world, 3, () => {
        expect(Number.isFinite(first.x + first.y + first.angle + second.x + second.y + second.angle)).toBe(true);
        expect(Math.hypot(first.linearVelocity.x, first.linearVelocity.y)).toBeLessThan(4);
      });
      expect(Math.hypot(first.x - second.x, first.y - second.y)).toBeGreaterThan(0.3);
      expect(world.validate()).toBe(0);
    },
  );

  it("a body inside a static box is pushed out through the nearest face", () => {
    const world = new World({ gravity: still });
    world.createBody({ shape: box(4, 2) });
    const ball = world.createBody({ type: "dynamic", position: { x: 0.5, y: 0.7 }, shape: circle(0.4) });
    run(world, 3);
    expect(ball.y).toBeGreaterThan(1.38);
    expect(Math.abs(ball.x - 0.5)).toBeLessThan(0.05);
  });

  it("boxes that overlap by a quarter part at less than 4 m/s", () => {
    const world = new World({ sleeping: false });
    world.createBody({ position: { x: 0, y: -1 }, shape: box(100, 2) });
    // A pyramid of four, pressed together by a quarter in both directions.
    const bodies: Body[] = [];
    for (let row = 0; row < 4; row++) {
      for (let i = row; i < 4; i++) {
        const position = { x: 0.75 * (i - row / 2 - 2), y: 0.5 + 0.75 * row };
        bodies.push(world.createBody({ type: "dynamic", position, shape: box(1, 1) }));
      }
    }
    let fastest = 0;
    run(world, 3, () => {
      for (const body of bodies) {
        fastest = Math.max(fastest, Math.hypot(body.linearVelocity.x, body.linearVelocity.y));
      }
    });
    expect(fastest).toBeGreaterThan(1);
    expect(fastest).toBeLessThan(4);
  });

  it("a ball rests on a segment from either side", () => {
    for (const side of [1, -1]) {
      const world = new World({ gravity: { x: 0, y: -10 * side } });
      world.createBody({ shape: segment({ x: -5, y: 0 }, { x: 5, y: 0 }) });
      const ball = world.createBody({ type: "dynamic", position: { x: 0, y: 2 * side }, shape: circle(0.5) });
      run(world, 3);
      expect(Math.abs(ball.y - 0.5 * side)).toBeLessThan(0.01);
    }
  });
});

describe("hits", () => {
  it("a hit event reports the speed of approach and a point on the surface", () => {
    const world = new World({ gravity: still });
    world.createBody({ position: { x: 0, y: -1 }, shape: box(20, 2) });
    const ball = world.createBody({
      type: "dynamic",
      position: { x: 1, y: 1 },
      linearVelocity: { x: 0, y: -6 },
      shape: circle(0.5),
      events: { hit: true },
    });
    const hits: { speed: number; x: number; y: number; impulse: number; normal: number }[] = [];
    for (let step = 0; step < 30; step++) {
      world.step(DT);
      for (const hit of world.events.hit) {
        hits.push({
          speed: hit.speed,
          x: hit.point.x,
          y: hit.point.y,
          impulse: hit.impulse,
          normal: Math.abs(hit.normal.y),
        });
      }
    }
    expect(hits.length).toBe(1);
    const [hit] = hits;
    expect(relativeError(hit!.speed, 6)).toBeLessThan(0.01);
    expect(Math.abs(hit!.x - 1)).toBeLessThan(0.01);
    expect(Math.abs(hit!.y)).toBeLessThan(0.06);
    expect(hit!.normal).toBeCloseTo(1, 3);
    expect(relativeError(hit!.impulse, 6 * ball.mass)).toBeLessThan(0.1);
  });
});
