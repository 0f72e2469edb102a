// The solvers other than the soft one: what their formulas promise, and that everything else works with them too.
import { describe, expect, it } from "vitest";
import { box, circle, PhysicsError, segment, World } from "../../dist/index.js";
import { BUILDS, DT, run } from "../helpers/engine.js";
import { momentumOf } from "../helpers/mechanics.js";
import { Random, relativeError } from "../helpers/numbers.js";
import { SCENES } from "../helpers/scenes.js";

const SOLVERS = ["soft", "impulse", "arcade"] as const;
type Solver = (typeof SOLVERS)[number];
const none = { x: 0, y: 0 };

describe("the choice of solver and integrator", () => {
  it("is soft and semi-implicit by default, and is kept in snapshots", () => {
    expect([new World().solver, new World().integrator]).toEqual(["soft", "semi-implicit"]);
    const world = new World({ solver: "arcade", integrator: "rk4", iterations: 3, projectionPercent: 0.5 });
    expect([world.solver, world.integrator, world.settings.iterations]).toEqual(["arcade", "rk4", 3]);
    const other = World.fromSnapshot(world.snapshot());
    expect([other.solver, other.integrator, other.settings.projectionPercent]).toEqual(["arcade", "rk4", 0.5]);
  });

  it("refuses unknown names", () => {
    for (const options of [{ solver: "hard" }, { integrator: "verlet" }, { solver: 1 }, { integrator: null }]) {
      expect(() => new World(options as never)).toThrow(PhysicsError);
      expect(() => new World(options as never)).toThrow(/must be one of/);
    }
  });
});

/** Two balls on a line: returns their velocities after they have met. */
function meet(solver: Solver, e: number, massA: number, massB: number, va: number, vb: number): [number, number] {
  const world = new World({ gravity: none, solver });
  const make = (x: number, vx: number, mass: number): ReturnType<World["createBody"]> => {
    const ball = world.createBody({
      type: "dynamic",
      position: { x, y: 0 },
      linearVelocity: { x: vx, y: 0 },
      shape: circle(0.5),
      friction: 0,
      restitution: e,
    });
    ball.mass = mass;
    return ball;
  };
  const a = make(-2, va, massA);
  const b = make(2, vb, massB);
  run(world, 2);
  return [a.linearVelocity.x, b.linearVelocity.x];
}

describe.each(SOLVERS)("two bodies that meet under the solver %s", (solver) => {
  it.each([
    [1, 1, 1],
    [1, 1, 3],
    [1, 5, 0.5],
    [0.5, 2, 1],
    [0, 1, 4],
  ])("with e = %d and masses %d and %d keep momentum, and part at e times the speed they met at", (e, m, n) => {
    const [va, vb] = [3, -2];
    const [wa, wb] = meet(solver, e, m, n, va, vb);
    const momentum = m * va + n * vb;
    expect(Math.abs(m * wa + n * wb - momentum)).toBeLessThan(1e-4 * (m * 3 + n * 2));
    expect(Math.abs(wb - wa - e * (va - vb))).toBeLessThan(0.005 * (va - vb));
    const before = m * va * va + n * vb * vb;
    const after = m * wa * wa + n * wb * wb;
    expect(after).toBeLessThan(1.01 * before);
    if (e === 1) {
      expect(relativeError(after, before)).toBeLessThan(0.01);
    }
  });

  it("make a ball rebound to e² of its height within 3 %", () => {
    const world = new World({ solver });
    world.createBody({ position: { x: 0, y: -1 }, shape: box(40, 2) });
    for (const e of [0.3, 0.6, 0.9]) {
      const ball = world.createBody({
        type: "dynamic",
        position: { x: 0, y: 3.5 },
        shape: circle(0.5),
        restitution: e,
      });
      let bounced = false;
      let highest = 0;
      run(world, 1.7, () => {
        bounced ||= ball.linearVelocity.y > 0;
        highest = bounced ? Math.max(highest, ball.y - 0.5) : 0;
      });
      expect(relativeError(highest, e * e * 3)).toBeLessThan(0.03);
      ball.destroy();
    }
  });

  it("keep the momentum of many colliding bodies to 1e-4", () => {
    const random = new Random(3);
    const world = new World({ gravity: none, solver, sleeping: false });
    const bodies = Array.from({ length: 40 }, (_, i) =>
      world.createBody({
        type: "dynamic",
        position: { x: (i % 8) * 1.5, y: Math.floor(i / 8) * 1.5 },
        linearVelocity: { x: random.between(-3, 3), y: random.between(-3, 3) },
        shape: i % 2 === 0 ? circle(0.5) : box(0.9, 0.9),
        density: random.between(0.5, 3),
        restitution: 0.3,
      }),
    );
    const before = momentumOf(bodies);
    let touches = 0;
    run(world, 3, () => {
      touches += world.events.contactBegin.length;
    });
    const after = momentumOf(bodies);
    expect(touches).toBeGreaterThan(20);
    expect(Math.hypot(after.x - before.x, after.y - before.y)).toBeLessThan(1e-4 * before.size);
  });

  it("leave a static body bit-identical after ten thousand hits, and never move along a locked axis", () => {
    const world = new World({ solver, sleeping: false, substeps: 1 });
    const anvil = world.createBody({ position: { x: 0.1, y: -1.3 }, angle: 0.1, shape: box(40, 2) });
    const before = JSON.stringify([anvil.position, anvil.angle]);
    const balls = Array.from({ length: 60 }, (_, i) =>
      world.createBody({
        type: "dynamic",
        position: { x: i * 0.3 - 9, y: 1.5 + (i % 5) * 0.7 },
        shape: circle(0.12),
        restitution: 1,
        events: { hit: true },
        locks: { x: i % 3 === 0, rotation: i % 2 === 0 },
      }),
    );
    const places = balls.map(({ x, angle }) => [x, angle]);
    let hits = 0;
    for (let step = 0; step < 60_000 && hits < 10_000; step++) {
      world.step(DT);
      hits += world.events.hit.length;
      for (const ball of step % 100 === 0 ? balls : []) {
        ball.linearVelocity = { x: ball.linearVelocity.x, y: -5 };
      }
    }
    expect(hits).toBeGreaterThanOrEqual(10_000);
    expect(JSON.stringify([anvil.position, anvil.angle])).toBe(before);
    balls.forEach((ball, i) => {
      if (i % 3 === 0) {
        expect(ball.x).toBe(places[i]![0]);
      }
      if (i % 2 === 0 || solver === "arcade") {
        expect(ball.angle).toBe(places[i]![1]);
      }
    });
  });

  it.each(Object.keys(SCENES))("agree in all builds at every step of the scene %s", (name) => {
    const [wanted, ...others] = BUILDS.map(([, engine]) => {
      const world = new engine.World({ solver, integrator: solver === "arcade" ? "rk4" : "explicit" });
      const before = SCENES[name]!(engine, world, 5);
      return Array.from({ length: 90 }, (_, step) => {
        before(step);
        world.step();
        expect(world.validate()).toBe(0);
        return world.hash();
      });
    });
    expect(new Set(wanted).size).toBeGreaterThan(30);
    for (const hashes of others) {
      expect(hashes).toEqual(wanted);
    }
  });
});

describe("the solver impulse", () => {
  it("keeps a stack of ten boxes at rest for a minute, within the slop", () => {
    const world = new World({ solver: "impulse", sleeping: false });
    world.createBody({ position: { x: 0, y: -1 }, shape: box(40, 2) });
    const stack = Array.from({ length: 10 }, (_, i) =>
      world.createBody({ type: "dynamic", position: { x: 0, y: 0.5 + i }, shape: box(1, 1) }),
    );
    run(world, 60);
    stack.forEach((body, i) => {
      expect(Math.abs(body.x)).toBeLessThan(0.01);
      expect(Math.abs(body.y - 0.5 - i)).toBeLessThan(0.005 * (i + 1.5));
    });
  });

  it("removes overlap by linear projection of positions: in each sub-step a share of what is beyond the slop", () => {
    const [percent, slop] = [0.25, 0.02];
    const world = new World({
      gravity: none,
      solver: "impulse",
      substeps: 1,
      sleeping: false,
      projectionPercent: percent,
      projectionSlop: slop,
    });
    world.createBody({ shape: box(4, 2) });
    const body = world.createBody({ type: "dynamic", position: { x: 0.3, y: 1.3 }, shape: box(1, 1) });
    let overlap = 0.2;
    for (let step = 0; step < 30; step++) {
      world.step(DT);
      overlap -= percent * Math.max(overlap - slop, 0);
      expect(body.y).toBeCloseTo(1.5 - overlap, 5);
      // Only the position changes: the body gains no speed and does not turn.
      expect(Math.abs(body.linearVelocity.y)).toBeLessThan(1e-5);
      expect(Math.abs(body.angle)).toBeLessThan(1e-5);
    }
  });

  it("holds a heavy box on light ones better with more iterations", () => {
    const sink = (iterations: number): number => {
      const world = new World({ solver: "impulse", sleeping: false, iterations, substeps: 1 });
      world.createBody({ position: { x: 0, y: -1 }, shape: box(40, 2) });
      const bodies = Array.from({ length: 5 }, (_, i) =>
        world.createBody({
          type: "dynamic",
          position: { x: 0, y: 0.5 + i },
          shape: box(1, 1),
          density: i === 4 ? 30 : 1,
        }),
      );
      run(world, 2);
      return 4.5 - bodies[4]!.y;
    };
    expect(sink(30)).toBeLessThan(0.5 * sink(2));
  });

  it("holds a box on slopes up to atan μ and lets it slide beyond, to a degree", () => {
    const slid = (degrees: number): number => {
      const angle = (degrees * Math.PI) / 180;
      const world = new World({ solver: "impulse", sleeping: false });
      world.createBody({ angle, shape: box(100, 1), friction: 0.5 });
      const block = world.createBody({
        type: "dynamic",
        position: { x: -0.75 * Math.sin(angle), y: 0.75 * Math.cos(angle) },
        angle,
        shape: box(2, 0.5),
        friction: 0.5,
      });
      run(world, 2);
      return Math.abs(block.x + 0.75 * Math.sin(angle));
    };
    const limit = (Math.atan(0.5) * 180) / Math.PI;
    expect(slid(limit - 1)).toBeLessThan(0.02);
    expect(slid(limit + 1)).toBeGreaterThan(0.1);
  });
});

describe("the solver arcade", () => {
  it.each([
    [0, 0],
    [0, 1],
    [0.3, 0.5],
    [1, 0.2],
    [0.25, 0],
  ])("answers with Vt (1 − f) − e Vn, without turning: f = %d, e = %d", (f, e) => {
    const world = new World({ gravity: none, solver: "arcade", restitutionThreshold: 0 });
    // friction is the geometric mean: with f on both sides it is f
    world.createBody({ shape: segment({ x: -20, y: 0 }, { x: 20, y: 0 }), friction: f });
    const shapes = [circle(0.5), box(1, 1)];
    for (const [i, shape] of shapes.entries()) {
      const body = world.createBody({
        type: "dynamic",
        position: { x: 8 * i - 8, y: 2 },
        linearVelocity: { x: 3, y: -4 },
        shape,
        friction: f,
        restitution: e,
      });
      run(world, 1);
      expect(body.linearVelocity.x).toBeCloseTo(3 * (1 - f), 5);
      expect(body.linearVelocity.y).toBeCloseTo(4 * e, 5);
      expect(body.angularVelocity).toBe(0);
      expect(body.angle).toBe(0);
      expect(body.y).toBeGreaterThan(0.4999);
      body.destroy();
    }
  });

  it("reflects a ball perfectly for e = 1 and f = 0, even off a slope", () => {
    const world = new World({ gravity: none, solver: "arcade" });
    const angle = 0.4;
    world.createBody({ angle, shape: box(40, 1) });
    const ball = world.createBody({
      type: "dynamic",
      position: { x: 0, y: 3 },
      linearVelocity: { x: 1, y: -5 },
      shape: circle(0.3),
      friction: 0,
      restitution: 1,
    });
    run(world, 1);
    const [nx, ny] = [-Math.sin(angle), Math.cos(angle)];
    const vn = nx - 5 * ny;
    expect(ball.linearVelocity.x).toBeCloseTo(1 - 2 * vn * nx, 5);
    expect(ball.linearVelocity.y).toBeCloseTo(-5 - 2 * vn * ny, 5);
  });

  it("reports in contacts the impulses that changed the velocities", () => {
    const world = new World({ solver: "arcade", gravity: none });
    world.createBody({ position: { x: 0, y: -1 }, shape: box(40, 2), friction: 0.5, staticFriction: 0.9 });
    const def = { type: "dynamic", linearVelocity: { x: 3, y: -6 }, friction: 0.5, staticFriction: 0.9 } as const;
    const thrown = [box(1, 1), circle(0.5)].map((shape, k) =>
      world.createBody({ ...def, shape, density: 2, restitution: 0.4, position: { x: 5 * k, y: 0.505 } }),
    );
    world.step(1 / 60, 1);
    for (const body of thrown) {
      const [contact] = body.contacts;
      const sum = (of: "normalImpulse" | "tangentImpulse"): number =>
        contact!.points.reduce((total, point) => total + point[of], 0);
      const { x, y } = body.linearVelocity;
      expect(y).toBeCloseTo(2.4, 5);
      expect(relativeError(sum("normalImpulse"), body.mass * (y + 6))).toBeLessThan(1e-5);
      // The tangent is (ny, −nx): towards +x on a floor that is A.
      expect(relativeError(sum("tangentImpulse"), body.mass * (x - 3))).toBeLessThan(1e-5);
      expect(x).toBeCloseTo(0.3, 5); // by static friction
    }
  });

  it("reports in the contacts of a stack the weight that they bear", () => {
    const world = new World({ solver: "arcade", sleeping: false, iterations: 30 });
    world.createBody({ position: { x: 0, y: -1 }, shape: box(40, 2) });
    const boxes = [0.5, 1.5, 2.5].map((y) =>
      world.createBody({ type: "dynamic", shape: box(1, 1), position: { x: 0, y } }),
    );
    run(world, 2);
    const borne = boxes[0]!.contacts.map(({ points }) => points.reduce((sum, point) => sum + point.normalImpulse, 0));
    const weight = (10 * DT) / 4;
    borne.sort((a, b) => a - b);
    expect(relativeError(borne[0]!, 2 * weight)).toBeLessThan(0.05);
    expect(relativeError(borne[1]!, 3 * weight)).toBeLessThan(0.05);
  });

  it("separates overlapping bodies at once, each in inverse proportion to its mass", () => {
    const world = new World({ gravity: none, solver: "arcade" });
    const [a, b] = [1, 3].map((mass, i) => {
      const body = world.createBody({ type: "dynamic", position: { x: 0.6 * i, y: 0 }, shape: circle(0.5) });
      body.mass = mass;
      return body;
    }) as [ReturnType<World["createBody"]>, ReturnType<World["createBody"]>];
    world.step(DT);
    expect(b.x - a.x).toBeCloseTo(1, 5);
    expect(a.x).toBeCloseTo(-0.3, 5);
    expect(b.x).toBeCloseTo(0.7, 5);
    expect(a.linearVelocity).toEqual(none);
  });

  it("lets a crate rest, be carried by a belt, and slide to a stop", () => {
    const world = new World({ solver: "arcade", sleeping: false });
    const belt = world.createBody({ position: { x: 0, y: -1 }, shape: box(60, 2), friction: 0.2, surfaceSpeed: 2 });
    const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 0.5 }, shape: box(1, 1), friction: 0.2 });
    run(world, 3);
    expect(crate.linearVelocity.x).toBeCloseTo(2, 3);
    belt.shapes[0]!.surfaceSpeed = 0;
    let { x } = crate.linearVelocity;
    for (let step = 0; step < 20; step++) {
      world.step(DT);
      expect(crate.linearVelocity.x).toBeCloseTo(x * 0.8, 4);
      ({ x } = crate.linearVelocity);
    }
    run(world, 3);
    expect(Math.abs(crate.y - 0.5)).toBeLessThan(0.006);
  });

  it("lets a pile settle", () => {
    const world = new World({ solver: "arcade" });
    world.createBody({ position: { x: 0, y: -1 }, shape: box(12, 2) });
    world.createBody({ shapes: [box(1, 20, { center: { x: -6, y: 8 } }), box(1, 20, { center: { x: 6, y: 8 } })] });
    const bodies = Array.from({ length: 40 }, (_, i) =>
      world.createBody({
        type: "dynamic",
        position: { x: (i % 8) - 3.5, y: 1 + Math.floor(i / 8) },
        shape: box(0.9, 0.9),
      }),
    );
    run(world, 10);
    for (const body of bodies) {
      expect(body.y).toBeGreaterThan(0.4);
      expect(Math.hypot(body.linearVelocity.x, body.linearVelocity.y)).toBeLessThan(0.5);
    }
  });
});

describe.each(["impulse", "arcade"] as const)("joints under the solver %s", (solver) => {
  it("keep their anchors together, let bodies swing, and report the right force", () => {
    const world = new World({ solver });
    const ground = world.createBody({ position: { x: 0, y: 10 } });
    let before = ground;
    const links = Array.from({ length: 6 }, (_, i) => {
      const link = world.createBody({ type: "dynamic", position: { x: i + 0.5, y: 10 }, shape: box(1, 0.2) });
      world.createJoint({ type: "revolute", bodyA: before, bodyB: link, anchor: { x: i, y: 10 } });
      before = link;
      return link;
    });
    const bob = world.createBody({ type: "dynamic", position: { x: -3, y: 10 }, shape: circle(0.3) });
    const rod = world.createJoint({ type: "distance", bodyA: ground, bodyB: bob });
    let worst = 0;
    // The force that bends the bob's path and holds it up: m v² / L + m g cos θ, towards the pivot.
    const pullNow = (): { x: number; y: number } => {
      const { x: vx, y: vy } = bob.linearVelocity;
      const towards = { x: -bob.x / 3, y: (10 - bob.y) / 3 };
      const pull = bob.mass * ((vx * vx + vy * vy) / 3 + 10 * towards.y);
      return { x: pull * towards.x, y: pull * towards.y };
    };
    let then = pullNow();
    let now = then;
    run(world, 4, () => {
      then = now;
      now = pullNow();
      worst = Math.max(worst, Math.abs(Math.hypot(bob.x, bob.y - 10) - 3));
      for (const [i, link] of links.entries()) {
        const end = (i === 0 ? ground : links[i - 1]!).toWorld({ x: i === 0 ? 0 : 0.5, y: 0 });
        const start = link.toWorld({ x: -0.5, y: 0 });
        worst = Math.max(worst, Math.hypot(end.x - start.x, end.y - start.y));
      }
    });
    expect(worst).toBeLessThan(0.06);
    const pull = { x: (then.x + now.x) / 2, y: (then.y + now.y) / 2 };
    expect(Math.hypot(rod.force.x - pull.x, rod.force.y - pull.y)).toBeLessThan(0.02 * Math.hypot(pull.x, pull.y));
    expect(links.every(({ angle }) => solver !== "arcade" || angle === 0)).toBe(true);
  });
});

describe("bodies at rest for ten minutes", () => {
  it.each(SOLVERS)("drift by less than the slop under the solver %s", (solver) => {
    const world = new World({ solver, sleeping: false });
    world.createBody({ position: { x: 0, y: -1 }, shape: box(40, 2) });
    const bodies = Array.from({ length: 6 }, (_, i) =>
      world.createBody({ type: "dynamic", position: { x: 3 * (i % 3), y: i < 3 ? 0.5 : 1.5 }, shape: box(1, 1) }),
    );
    run(world, 5);
    const places = bodies.map(({ position }) => position);
    run(world, 600);
    bodies.forEach(({ x, y }, i) => {
      expect(Math.hypot(x - places[i]!.x, y - places[i]!.y)).toBeLessThan(0.005);
    });
  });
});
