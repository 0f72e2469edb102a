// Lasting forces and force fields against closed forms.
import { describe, expect, it } from "vitest";
import { box, capsule, circle, ellipse, halfSpace, polygon, World } from "../../dist/index.js";
import { BUILDS, DT, run, type Engine } from "../helpers/engine.js";
import { Random, relativeError } from "../helpers/numbers.js";

const none = { x: 0, y: 0 };
const up = { x: 0, y: 1 };
type Body = ReturnType<World["createBody"]>;

function ball(world: World, def: Parameters<World["createBody"]>[0] = {}): Body {
  return world.createBody({ type: "dynamic", shape: circle(0.5), ...def });
}

describe("lasting forces", () => {
  it("push until they are changed, and can be read back", () => {
    const world = new World({ gravity: none });
    const body = ball(world, { shape: box(2, 1), force: { x: 3, y: -1 }, torque: 0.5 });
    run(world, 1);
    expect(body.linearVelocity.x).toBeCloseTo(3 / body.mass, 5);
    expect(body.linearVelocity.y).toBeCloseTo(-1 / body.mass, 5);
    expect(body.angularVelocity).toBeCloseTo(0.5 / body.inertia, 5);
    expect([body.force, body.torque]).toEqual([{ x: 3, y: -1 }, 0.5]);
    body.applyForce({ x: 0, y: 120 });
    body.force = none;
    body.torque = 0;
    run(world, 1);
    expect(body.linearVelocity.x).toBeCloseTo(3 / body.mass, 5);
    expect(body.linearVelocity.y).toBeCloseTo((120 * DT - 1) / body.mass, 4);
  });

  it("include a gravity of a body's own, which replaces the world's until it is unset", () => {
    const world = new World();
    const body = ball(world, { gravity: { x: 2, y: 0 }, gravityScale: 2 });
    const other = ball(world, { position: { x: 9, y: 0 } });
    run(world, 1);
    expect(body.linearVelocity.x).toBeCloseTo(4, 4);
    expect(body.linearVelocity.y).toBe(0);
    expect(other.linearVelocity.y).toBeCloseTo(-10, 4);
    expect(body.gravity).toEqual({ x: 2, y: 0 });
    body.gravity = undefined;
    run(world, 1);
    expect(body.gravity).toBeUndefined();
    expect(body.linearVelocity.y).toBeCloseTo(-20, 4);
  });

  it("let a body that rests under them sleep, and wake it when they change", () => {
    const world = new World();
    world.createBody({ position: { x: 0, y: -1 }, shape: box(20, 2) });
    const crate = world.createBody({
      type: "dynamic",
      position: { x: 0, y: 0.5 },
      shape: box(1, 1),
      force: { x: 2, y: 0 },
    });
    run(world, 2);
    expect(crate.awake).toBe(false);
    crate.force = { x: 2, y: 0 };
    expect(crate.awake).toBe(false);
    crate.force = { x: 20, y: 0 };
    expect(crate.awake).toBe(true);
    run(world, 1);
    expect(crate.linearVelocity.x).toBeGreaterThan(5);
  });

  it("are kept by snapshots", () => {
    const world = new World({ gravity: none });
    const body = ball(world, { force: { x: 1, y: 0 } });
    const saved = world.snapshot();
    run(world, 1);
    const hash = world.hash();
    body.force = { x: -5, y: 0 };
    world.restore(saved);
    run(world, 1);
    expect(world.hash()).toBe(hash);
  });
});

describe("drag", () => {
  it.each(["semi-implicit", "explicit", "rk4"] as const)(
    "slows a body as e^(−ct/m) with the integrator %s",
    (integrator) => {
      const world = new World({ gravity: none, substeps: 16, integrator });
      world.createField({ type: "area", linearDrag: 1.5, angularDrag: 0.1 });
      const body = ball(world, { linearVelocity: { x: 4, y: 0 }, angularVelocity: 3 });
      run(world, 1);
      const tolerance = integrator === "rk4" ? 1e-5 : 0.01;
      expect(relativeError(body.linearVelocity.x, 4 * Math.exp(-1.5 / body.mass))).toBeLessThan(tolerance);
      expect(relativeError(body.angularVelocity, 3 * Math.exp(-0.1 / body.inertia))).toBeLessThan(tolerance);
    },
  );

  it("of quadratic form slows a body as 1/(1 + k v₀ t/m)", () => {
    const world = new World({ gravity: none, integrator: "rk4" });
    world.createField({ type: "area", quadraticDrag: 0.7 });
    const body = ball(world, { linearVelocity: { x: 6, y: 8 } });
    run(world, 2);
    const speed = Math.hypot(body.linearVelocity.x, body.linearVelocity.y);
    expect(relativeError(speed, 10 / (1 + (0.7 * 10 * 2) / body.mass))).toBeLessThan(1e-4);
  });

  it.each([
    ["linear", { linearDrag: 2 }, (m: number) => (m * 10) / 2],
    ["quadratic", { quadraticDrag: 0.3 }, (m: number) => Math.sqrt((m * 10) / 0.3)],
  ] as const)("of %s form lets a falling body reach its terminal velocity", (_name, drag, terminal) => {
    const world = new World();
    world.createField({ type: "area", ...drag });
    const body = ball(world);
    run(world, 20);
    expect(relativeError(-body.linearVelocity.y, terminal(body.mass))).toBeLessThan(1e-3);
  });

  it("never speeds a body up, however strong it is", () => {
    const world = new World();
    world.createField({ type: "area", linearDrag: 1e6, quadraticDrag: 1e6 });
    const body = ball(world, { linearVelocity: { x: 100, y: 0 } });
    for (let step = 0; step < 60; step++) {
      const before = Math.hypot(body.linearVelocity.x, body.linearVelocity.y);
      world.step(DT);
      const { x, y } = body.linearVelocity;
      expect(Math.hypot(x, y)).toBeLessThanOrEqual(before);
    }
    expect(Math.abs(body.linearVelocity.x)).toBeLessThan(1e-3);
  });
});

describe("wind", () => {
  it("carries a body along until it has the wind's speed", () => {
    const world = new World({ gravity: none });
    const wind = world.createField({ type: "area", velocity: { x: 5, y: 0 }, linearDrag: 2 });
    const body = ball(world);
    run(world, 10);
    expect(body.linearVelocity.x).toBeCloseTo(5, 3);
    wind.velocity = { x: 0, y: -1 };
    expect(wind.velocity).toEqual({ x: 0, y: -1 });
    run(world, 10);
    expect(body.linearVelocity.x).toBeCloseTo(0, 3);
    expect(body.linearVelocity.y).toBeCloseTo(-1, 3);
  });

  it.each([-60, -20, 0, 10, 45, 80])("lifts a plate at %d° by lift · |u|² sin α cos α across the wind", (degrees) => {
    const world = new World({ gravity: none, substeps: 1 });
    world.createField({ type: "area", velocity: { x: 6, y: 0 }, lift: 0.2 });
    const angle = (degrees * Math.PI) / 180;
    const plate = world.createBody({ type: "dynamic", angle, shape: box(2, 0.1), fixedRotation: true });
    world.step(1e-3);
    // In the plate's frame the wind turns: tan α falls by exp(−lift |u| t / m), and |u| stays.
    const turned = angle + Math.atan(Math.tan(-angle) * Math.exp((-0.2 * 6 * 1e-3) / plate.mass));
    expect(Math.abs(plate.linearVelocity.y + 6 * Math.sin(turned))).toBeLessThan(1e-6);
    expect(Math.abs(plate.linearVelocity.x - 6 * (1 - Math.cos(turned)))).toBeLessThan(1e-6);
    const force = 0.2 * 36 * Math.sin(-angle) * Math.cos(angle);
    expect(Math.abs((plate.linearVelocity.y * plate.mass) / 1e-3 - force)).toBeLessThan(0.02);
  });
});

describe("an attractor", () => {
  it("holds a planet on its ellipse, with the right period and energy", () => {
    const world = new World({ gravity: none, sleeping: false, integrator: "rk4" });
    world.createField({ type: "attractor", position: { x: 3, y: -2 }, strength: 100 });
    const planet = ball(world, { position: { x: 13, y: -2 }, linearVelocity: { x: 0, y: 2.5 }, shape: circle(0.1) });
    // vis viva: 1/a = 2/r − v²/k, T = 2π √(a³/k)
    const a = 1 / (2 / 10 - 6.25 / 100);
    const period = 2 * Math.PI * Math.sqrt(a ** 3 / 100);
    run(world, 2.5 * period, undefined, period / 600);
    // On the other side, at the speed that angular momentum demands: r v = 10 · 2.5.
    expect(Math.hypot(planet.x - (13 - 2 * a), planet.y + 2)).toBeLessThan(0.05);
    expect(Math.abs(planet.linearVelocity.y + 25 / (2 * a - 10))).toBeLessThan(0.02);
    run(world, 0.5 * period, undefined, period / 600);
    expect(Math.hypot(planet.x - 13, planet.y + 2)).toBeLessThan(0.05);
  });

  it.each([-2, -1, 0, 1, 2, 3, 4])("pulls with the distance to the power of −%d, whatever the mass", (falloff) => {
    const world = new World({ gravity: none, substeps: 1 });
    world.createField({ type: "attractor", strength: 3, falloff });
    for (const [i, r] of [0.5, 1, 2, 4].entries()) {
      const body = ball(world, { position: { x: 0.6 * r, y: -0.8 * r }, density: 10 ** i, shape: circle(0.01) });
      world.step(1e-3);
      const pull = (3 * 1e-3) / r ** falloff;
      expect(body.linearVelocity.x / (-0.6 * pull)).toBeCloseTo(1, 3);
      expect(body.linearVelocity.y / (0.8 * pull)).toBeCloseTo(1, 3);
      body.destroy();
    }
  });

  it("pulls no harder than its cap and no farther than its range, and repels if negative", () => {
    const world = new World({ gravity: none, substeps: 1 });
    const field = world.createField({ type: "attractor", strength: 3, cap: 5, range: 10 });
    const pull = (x: number): number => {
      const body = ball(world, { position: { x, y: 0 }, shape: circle(0.01) });
      world.step(1e-3);
      const { x: vx } = body.linearVelocity;
      body.destroy();
      return vx / 1e-3;
    };
    expect(pull(0.01)).toBeCloseTo(-5, 3);
    expect(pull(9.9)).toBeLessThan(0);
    expect(pull(10.1)).toBe(0);
    expect(pull(0)).toBe(0);
    field.strength = -3;
    expect(pull(2)).toBeCloseTo(0.75, 3);
    expect(pull(0.01)).toBeCloseTo(5, 3);
  });
});

describe("areas", () => {
  const regions = [
    ["a box", box(4, 2), (x: number, y: number) => Math.abs(x) < 2 && Math.abs(y) < 1],
    ["a circle", circle(1.5), (x: number, y: number) => Math.hypot(x, y) < 1.5],
    [
      "a polygon",
      polygon([
        { x: -2, y: -1 },
        { x: 2, y: -1 },
        { x: 0, y: 2 },
      ]),
      (x: number, y: number) => y > -1 && y < 2 - 1.5 * Math.abs(x),
    ],
    ["a half-space", halfSpace(up), (_x: number, y: number) => y < 0],
  ] as const;

  it.each(regions)("act on bodies whose centre lies in their region, moved and turned: %s", (_name, region, inside) => {
    const random = new Random(11);
    const [position, angle] = [{ x: 3, y: 5 }, 0.7];
    const world = new World({ gravity: none, substeps: 1 });
    world.createField({ type: "area", region: region as never, position, angle, acceleration: { x: 0, y: 7 } });
    for (let trial = 0; trial < 200; trial++) {
      const [x, y] = [random.between(-3, 3), random.between(-3, 3)];
      const at = {
        x: position.x + x * Math.cos(angle) - y * Math.sin(angle),
        y: position.y + x * Math.sin(angle) + y * Math.cos(angle),
      };
      const body = ball(world, { position: at, shape: circle(0.05) });
      world.step(1e-3);
      expect(body.linearVelocity.y > 0).toBe(inside(x, y));
      body.destroy();
    }
  });

  it("apply the same force or the same acceleration to all bodies, and the gravity of the newest area", () => {
    const world = new World();
    world.createField({ type: "area", force: { x: 4, y: 0 } });
    world.createField({ type: "area", acceleration: { x: 0, y: 1 } });
    const space = world.createField({ type: "area", gravity: none, region: circle(5) });
    const moon = world.createField({ type: "area", gravity: { x: 0, y: -2 }, region: circle(5) });
    const [light, heavy] = [1, 5].map((density) => ball(world, { density, mask: 0 })) as [Body, Body];
    const outside = ball(world, { position: { x: 8, y: 0 } });
    world.step(DT);
    expect(light.linearVelocity.x / (4 * DT)).toBeCloseTo(1 / light.mass, 4);
    expect(heavy.linearVelocity.x / (4 * DT)).toBeCloseTo(1 / heavy.mass, 4);
    expect(heavy.linearVelocity.y / DT).toBeCloseTo(-1, 4);
    expect(outside.linearVelocity.y / DT).toBeCloseTo(-9, 4);
    moon.gravity = undefined;
    expect(moon.gravity).toBeUndefined();
    const { y } = light.linearVelocity;
    world.step(DT);
    expect((light.linearVelocity.y - y) / DT).toBeCloseTo(1, 3);
    expect(space.gravity).toEqual(none);
  });

  it("follow a sensor that is their region, and act no more once it is gone", () => {
    const world = new World({ gravity: none });
    const cloud = world.createBody({
      type: "kinematic",
      shape: box(2, 2),
      sensor: true,
      linearVelocity: { x: 10, y: 0 },
    });
    const field = world.createField({ type: "area", region: cloud.shapes[0]!, acceleration: { x: 0, y: 3 } });
    const [near, far, asleep] = [0, 8, 5].map((x) => ball(world, { position: { x, y: 0.5 }, awake: x !== 5 })) as [
      Body,
      Body,
      Body,
    ];
    run(world, 0.05);
    expect(near.linearVelocity.y).toBeGreaterThan(0.1);
    expect(far.linearVelocity.y).toBe(0);
    expect(asleep.awake).toBe(false);
    run(world, 0.75);
    expect(far.linearVelocity.y).toBeGreaterThan(0.1);
    expect(asleep.awake).toBe(true);
    expect(asleep.linearVelocity.y).toBeGreaterThan(0.1);
    const { y } = far.linearVelocity;
    cloud.shapes[0]!.destroy();
    run(world, 0.2);
    expect(far.linearVelocity.y).toBe(y);
    expect(field.alive).toBe(true);
  });

  it("act only on the layers that they name", () => {
    const world = new World({ gravity: none });
    const field = world.createField({ type: "area", acceleration: up, mask: 2 });
    const [one, two] = [1, 2].map((category) => ball(world, { position: { x: 3 * category, y: 0 }, category })) as [
      Body,
      Body,
    ];
    run(world, 0.5);
    expect([one.linearVelocity.y, two.linearVelocity.y > 0.4]).toEqual([0, true]);
    field.mask = 1;
    run(world, 0.5);
    expect(one.linearVelocity.y).toBeGreaterThan(0.4);
  });
});

describe("sleep", () => {
  it("lasts for a body at rest in a field until that field changes", () => {
    const world = new World();
    world.createBody({ position: { x: 0, y: -1 }, shape: box(100, 2) });
    const field = world.createField({ type: "area", region: box(10, 10), force: { x: 0.5, y: 0 } });
    const crates = [0, 30].map((x) =>
      world.createBody({ type: "dynamic", position: { x, y: 0.5 }, shape: box(1, 1) }),
    ) as [Body, Body];
    const rested = (): boolean[] => crates.map(({ awake }) => awake);
    run(world, 3);
    expect(rested()).toEqual([false, false]);
    const changes: (() => unknown)[] = [
      () => (field.force = { x: 0.4, y: 0 }),
      () => (field.enabled = false),
      () => (field.enabled = true),
      () => (field.position = { x: 1, y: 0 }),
      () => world.createField({ type: "attractor", strength: 0.1, range: 5 }),
      () => field.destroy(),
    ];
    for (const change of changes) {
      change();
      expect(rested()).toEqual([true, false]);
      run(world, 3);
      expect(rested()).toEqual([false, false]);
    }
    const global = world.createField({ type: "area", acceleration: { x: 0, y: 0.1 } });
    expect(rested()).toEqual([true, true]);
    run(world, 3);
    global.position = { x: 5, y: 0 };
    expect(rested()).toEqual([true, true]);
  });
});

describe("a fluid", () => {
  /** Depth to which a body sinks in a fluid of density 1, below the surface at y = 0. */
  function sink(def: Parameters<World["createBody"]>[0], fluid = 1): Body {
    const world = new World();
    world.createField({ type: "fluid", region: halfSpace(up), density: fluid, linearDrag: 4, angularDrag: 2 });
    const body = world.createBody({ type: "dynamic", position: { x: 2, y: 0.3 }, sleep: false, ...def });
    run(world, 30);
    return body;
  }

  it("carries a box at its Archimedes depth: the submerged share is the ratio of the densities", () => {
    for (const density of [0.2, 0.5, 0.8]) {
      const body = sink({ shape: box(2, 1), density, fixedRotation: true });
      expect(0.5 - body.y).toBeCloseTo(density, 3);
    }
  });

  it("carries a ball and an ellipse at their Archimedes depth", () => {
    for (const density of [0.25, 0.5, 0.75]) {
      // The submerged share of a disc with its centre at height y: (θ − sin θ cos θ)/π with cos θ = y/r.
      const round = sink({ shape: circle(1), density });
      const flat = sink({ shape: ellipse(2, 0.5), density });
      for (const [body, r] of [
        [round, 1],
        [flat, 0.5],
      ] as const) {
        const theta = Math.acos(body.y / r);
        expect(Math.abs((theta - Math.sin(theta) * Math.cos(theta)) / Math.PI - density)).toBeLessThan(2e-3);
      }
    }
  });

  it("carries a capsule and a rounded box at their Archimedes depth, and turns a top-heavy body over", () => {
    const pill = sink({ shape: capsule(2, 0.5), density: 0.5 });
    expect(Math.abs(pill.y)).toBeLessThan(2e-3);
    const stone = sink({ shape: box(1, 0.5, { radius: 0.2 }), density: 0.5 });
    expect(Math.abs(stone.y)).toBeLessThan(2e-3);
    const tower = sink({ shape: box(0.4, 3), angle: 0.02, density: 0.5 });
    expect(Math.abs(Math.abs(tower.angle) - Math.PI / 2)).toBeLessThan(0.02);
  });

  it("sinks denser bodies, lifts lighter ones, and pushes a submerged body up by the weight of its area", () => {
    const world = new World();
    world.createField({ type: "fluid", region: halfSpace(up), density: 2 });
    const shapes = [
      circle(0.6),
      box(1, 2),
      capsule(1, 0.3),
      ellipse(1, 0.4),
      box(1, 1, { radius: 0.1 }),
      polygon([none, { x: 2, y: 0 }, { x: 0, y: 1 }]),
    ];
    const bodies = shapes.map((shape, i) =>
      world.createBody({
        type: "dynamic",
        position: { x: 9 * i, y: -20 },
        shape: shape as never,
        density: 3,
        angle: i,
      }),
    );
    world.step(DT);
    for (const body of bodies) {
      expect(body.linearVelocity.y / DT).toBeCloseTo(-10 * (1 - 2 / 3), 4);
      expect(Math.abs(body.angularVelocity)).toBeLessThan(1e-5);
    }
  });

  it("in a pool acts on the bodies in it, and with a current carries them along", () => {
    const world = new World();
    world.createField({
      type: "fluid",
      region: box(10, 4),
      position: { x: 0, y: -2 },
      density: 1,
      linearDrag: 5,
      velocity: { x: 1.5, y: 0 },
    });
    const log = world.createBody({
      type: "dynamic",
      position: { x: -3, y: 0.5 },
      shape: box(1, 1),
      density: 0.5,
      fixedRotation: true,
    });
    const outside = world.createBody({ type: "dynamic", position: { x: 6, y: 0 }, shape: box(1, 1), density: 0.5 });
    // Half of this body is beyond the edge of the pool, so it gets half of the buoyancy.
    const edge = world.createBody({
      type: "dynamic",
      position: { x: 5, y: -2 },
      shape: box(1, 1),
      density: 0.25,
      fixedRotation: true,
    });
    world.step(DT);
    expect(outside.linearVelocity.y / DT).toBeCloseTo(-10, 3);
    expect(Math.abs(edge.linearVelocity.y / DT - 10)).toBeLessThan(2.5);
    edge.destroy();
    run(world, 3);
    expect(log.y).toBeCloseTo(0, 2);
    expect(log.linearVelocity.x).toBeCloseTo(1.5, 1);
  });

  it("wakes a body that sleeps in it when its surface rises", () => {
    const world = new World();
    const tide = world.createField({ type: "fluid", region: halfSpace(up), density: 1, linearDrag: 4, angularDrag: 1 });
    const boat = world.createBody({ type: "dynamic", shape: box(2, 1), density: 0.5 });
    run(world, 20);
    expect(boat.awake).toBe(false);
    tide.position = { x: 0, y: 1 };
    expect(boat.awake).toBe(true);
    run(world, 20);
    expect(boat.y).toBeCloseTo(1, 2);
  });

  it("lifts a shape in any pose by its submerged share, as found by sampling", () => {
    const random = new Random(5);
    for (let trial = 0; trial < 40; trial++) {
      const world = new World({ gravity: { x: 0, y: -10 }, substeps: 1 });
      const [angle, depth] = [random.between(-3, 3), random.between(-0.7, 0.7)];
      const shape = [circle(0.8), capsule(1, 0.4), ellipse(0.9, 0.4), box(1, 0.6, { radius: 0.15 }), box(1.4, 0.7)][
        trial % 5
      ]!;
      world.createField({ type: "fluid", region: halfSpace(up), density: 1 });
      const body = world.createBody({ type: "dynamic", position: { x: 1, y: depth }, angle, shape: shape as never });
      let [under, all] = [0, 0];
      for (let i = 0; i < 40_000; i++) {
        const p = { x: 1 + random.between(-1, 1), y: depth + random.between(-1, 1) };
        if (body.shapes[0]!.testPoint(p)) {
          all++;
          under += p.y < 0 ? 1 : 0;
        }
      }
      world.step(1e-3);
      const share = 1 + body.linearVelocity.y / 1e-2;
      expect(Math.abs(share - under / all)).toBeLessThan(0.015);
      world.dispose();
    }
  });
});

describe("an explosion", () => {
  it("pushes by an impulse per length of shape that faces it: in full within the radius, fading over the falloff", () => {
    const world = new World({ gravity: none });
    const pushes = [
      [2, 1],
      [4.5, 1],
      [6.5, 0.5],
      [7.9, 0.15],
      [8.6, 0],
    ] as const;
    for (const [x, share] of pushes) {
      const body = ball(world, { position: { x, y: 0 } });
      world.explode({ position: none, radius: 5, falloff: 2, impulsePerLength: 3 });
      // The nearest point is half a metre nearer than the centre; the ball is 1 m wide.
      const expected = (3 * share) / body.mass;
      const reach = Math.min(Math.max((7 - (x - 0.5)) / 2, 0), 1);
      expect(body.linearVelocity.x).toBeCloseTo((3 * reach) / body.mass, 4);
      expect(Math.abs(body.linearVelocity.x - expected)).toBeLessThan(share === 1 || share === 0 ? 1e-5 : 2);
      expect(Math.abs(body.linearVelocity.y)).toBeLessThan(1e-6);
      body.destroy();
    }
  });

  it("turns a body hit off centre, wakes a sleeping one, and spares masked, far and static ones", () => {
    const world = new World({ gravity: none });
    const plank = world.createBody({ type: "dynamic", position: { x: 2, y: 1 }, shape: box(0.2, 4), awake: false });
    const wall = world.createBody({ position: { x: -2, y: 0 }, shape: box(1, 1) });
    const ghost = ball(world, { position: { x: 0, y: 2 }, category: 4 });
    expect(world.explode({ position: none, radius: 3, impulsePerLength: 2, mask: ~4 })).toBe(1);
    expect(plank.awake).toBe(true);
    // At the nearest point (1.9, 0): a push along x, 1 m below the centre; the plank's facing length is 4 m.
    expect(plank.linearVelocity.x).toBeCloseTo(8 / plank.mass, 4);
    expect(plank.angularVelocity).toBeCloseTo(8 / plank.inertia, 3);
    expect(ghost.linearVelocity).toEqual(none);
    expect(wall.position).toEqual({ x: -2, y: 0 });
    expect(world.explode({ position: { x: 50, y: 0 }, radius: 3, impulsePerLength: 2 })).toBe(0);
    world.explode({ position: none, radius: 3, impulsePerLength: -2, mask: 4 });
    expect(ghost.linearVelocity.y).toBeLessThan(0);
  });
});

describe("fields", () => {
  it("are listed, are kept in snapshots, and come back as the same objects", () => {
    const world = new World();
    const [a, b, c] = [1, 2, 3].map((strength) => world.createField({ type: "attractor", strength })) as never as [
      ReturnType<World["createField"]>,
      ReturnType<World["createField"]>,
      ReturnType<World["createField"]>,
    ];
    const lake = world.createField({
      type: "fluid",
      region: polygon([none, { x: 5, y: 0 }, { x: 0, y: -5 }]),
      density: 3,
    });
    const saved = world.snapshot();
    expect(b.destroy()).toBe(true);
    expect(b.destroy()).toBe(false);
    expect(b.alive).toBe(false);
    lake.destroy();
    const again = world.createField({ type: "area", force: up });
    expect(again.id).not.toBe(b.id);
    expect(world.fields).toEqual([a, again, c]);
    expect([world.field(a.id), world.field(b.id), world.field(0)]).toEqual([a, undefined, undefined]);
    expect(world.counters.shapes).toBe(0);
    world.restore(saved);
    expect(world.fields).toEqual([a, b, c, lake]);
    expect([b.strength, lake.density]).toEqual([2, 3]);
    expect(again.alive).toBe(false);
    expect(() => again.force).toThrow(/field/);
  });

  it("free the memory of their regions", () => {
    const world = new World();
    const make = (): void => {
      for (let i = 0; i < 50; i++) {
        world
          .createField({ type: "area", region: polygon([none, { x: 5, y: 0 }, { x: 0, y: 5 }]), force: up })
          .destroy();
      }
    };
    make();
    const { bytes, liveBytes } = world.counters;
    make();
    expect([world.counters.bytes, world.counters.liveBytes]).toEqual([bytes, liveBytes]);
  });

  it("give the same bits in all builds, with every integrator, also after a restore", () => {
    const play = (engine: Engine, integrator: "semi-implicit" | "explicit" | "rk4"): string[] => {
      const random = new Random(9);
      const world = new engine.World({ integrator });
      world.createBody({ position: { x: 0, y: -6 }, shape: engine.box(40, 2) });
      const cloud = world.createBody({
        type: "kinematic",
        position: { x: -8, y: 2 },
        shape: engine.circle(2),
        sensor: true,
      });
      cloud.linearVelocity = { x: 2, y: 0 };
      world.createField({
        type: "fluid",
        region: engine.box(12, 5),
        position: { x: 0, y: -3 },
        angle: 0.1,
        density: 1.5,
        linearDrag: 2,
        quadraticDrag: 0.5,
        angularDrag: 1,
      });
      world.createField({ type: "attractor", position: { x: 5, y: 6 }, strength: 40, cap: 30, range: 6 });
      world.createField({
        type: "area",
        region: cloud.shapes[0]!,
        gravity: { x: 0, y: 3 },
        velocity: { x: 3, y: 1 },
        quadraticDrag: 0.3,
        lift: 0.2,
      });
      const shapes = [
        engine.circle(0.4),
        engine.box(0.8, 0.5),
        engine.capsule(0.6, 0.2),
        engine.ellipse(0.5, 0.3),
        engine.box(0.5, 0.5, { radius: 0.1 }),
      ];
      for (let i = 0; i < 25; i++) {
        world.createBody({
          type: "dynamic",
          position: { x: random.between(-7, 7), y: random.between(-2, 6) },
          angle: random.between(-3, 3),
          shape: shapes[i % 5] as never,
          density: random.between(0.5, 2.5),
          ...(i % 4 === 0 ? { force: { x: 0.5, y: 0.2 }, torque: 0.1 } : {}),
          ...(i % 6 === 0 ? { gravity: { x: 1, y: -5 } } : {}),
        });
      }
      const hashes: string[] = [];
      let saved: Uint8Array | undefined;
      for (let step = 0; step < 120; step++) {
        if (step === 40) {
          world.explode({ position: { x: 0, y: -3 }, radius: 2, falloff: 2, impulsePerLength: 4 });
          saved = world.snapshot();
        }
        world.step();
        hashes.push(world.hash());
      }
      expect(world.validate()).toBe(0);
      const other = engine.World.fromSnapshot(saved!);
      for (let step = 40; step < 120; step++) {
        other.step();
        expect(other.hash()).toBe(hashes[step]);
      }
      return hashes;
    };
    for (const integrator of ["semi-implicit", "explicit", "rk4"] as const) {
      const [wanted, ...others] = BUILDS.map(([, engine]) => play(engine, integrator));
      expect(new Set(wanted).size).toBe(120);
      for (const hashes of others) {
        expect(hashes).toEqual(wanted);
      }
    }
  });
});
