// The drag of a fluid acts on each shape at the centroid of its submerged part: wheels, planks and boats are compared with closed forms
// and with the equations of motion integrated in 64 bits.
import { describe, expect, it } from "vitest";
import {
  box,
  capsule,
  circle,
  ellipse,
  halfSpace,
  polygon,
  superellipse,
  World,
  type ShapeDescriptor,
  type Vector,
} from "../../dist/index.js";
import { BUILDS, DT, run, times, type Body, type Engine } from "../helpers/engine.js";
import { Random, relativeError } from "../helpers/numbers.js";

const none = { x: 0, y: 0 };
const up = { x: 0, y: 1 };
const INTEGRATORS = ["semi-implicit", "explicit", "rk4"] as const;
type Integrator = (typeof INTEGRATORS)[number];
type Fluid = Omit<Extract<Parameters<World["createField"]>[0], { type: "fluid" }>, "type">;

function still(integrator: Integrator = "semi-implicit", substeps = 4): World {
  return new World({ gravity: none, sleeping: false, integrator, substeps });
}

function pour(world: World, def: Partial<Fluid>): void {
  world.createField({ type: "fluid", density: 1, ...def });
}

/** A wheel of small floats around the origin, on an axle. */
function wheelOf(world: World, radius: number, count: number): Body {
  const shapes = Array.from({ length: count }, (_, k) => {
    const angle = (2 * Math.PI * k) / count;
    return { shape: circle(0.05, { center: { x: radius * Math.cos(angle), y: radius * Math.sin(angle) } }) };
  });
  const wheel = world.createBody({ type: "dynamic", shapes });
  world.createJoint({ type: "revolute", bodyA: world.createBody({}), bodyB: wheel, anchor: none });
  return wheel;
}

/** Outlines of boxes about a centre of mass: [width, height, x, y] each. */
type Boxes = readonly (readonly [number, number, number, number])[];

function boxesOf(boxes: Boxes): { shape: ShapeDescriptor }[] {
  return boxes.map(([width, height, x, y]) => ({ shape: box(width, height, { center: { x, y } }) }));
}

interface Motion {
  x: number;
  y: number;
  angle: number;
  vx: number;
  vy: number;
  w: number;
}

/** The area and centroid of the part of a polygon where p · n < d. */
function cut(points: readonly Vector[], n: Vector, d: number): [area: number, x: number, y: number] {
  const height = (p: Vector): number => p.x * n.x + p.y * n.y - d;
  const kept: Vector[] = [];
  points.forEach((q, i) => {
    const p = points.at(i - 1)!;
    const [a, b] = [height(p), height(q)];
    if (a < 0 !== b < 0) {
      const t = a / (a - b);
      kept.push({ x: p.x + t * (q.x - p.x), y: p.y + t * (q.y - p.y) });
    }
    if (b < 0) {
      kept.push(q);
    }
  });
  let [area, x, y] = [0, 0, 0];
  kept.forEach((q, i) => {
    const p = kept.at(i - 1)!;
    const cross = p.x * q.y - p.y * q.x;
    area += cross / 2;
    x += (cross * (p.x + q.x)) / 6;
    y += (cross * (p.y + q.y)) / 6;
  });
  return area > 0 ? [area, x / area, y / area] : [0, 0, 0];
}

/** The force and torque that fluid in the half-plane p · n < d exerts on a moving body made of boxes. */
function dragOn(boxes: Boxes, s: Motion, fluid: Fluid, n: Vector, d: number): [x: number, y: number, torque: number] {
  const { linearDrag = 0, quadraticDrag = 0, velocity = none } = fluid;
  const [c, t] = [Math.cos(s.angle), Math.sin(s.angle)];
  let [fx, fy, torque] = [0, 0, 0];
  for (const [width, height, x, y] of boxes) {
    const corners = [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ].map(([i, j]) => {
      const [px, py] = [x + (i! * width) / 2, y + (j! * height) / 2];
      return { x: s.x + c * px - t * py, y: s.y + t * px + c * py };
    });
    const [area, px, py] = cut(corners, n, d);
    const [rx, ry] = [px - s.x, py - s.y];
    const [ux, uy] = [s.vx - s.w * ry - velocity.x, s.vy + s.w * rx - velocity.y];
    const k = area * (linearDrag + quadraticDrag * Math.hypot(ux, uy));
    fx -= k * ux;
    fy -= k * uy;
    torque += k * (ry * ux - rx * uy);
  }
  return [fx, fy, torque];
}

/** The body's motion over time, by Heun's method, with steps far smaller than the engine's. `axle`: it only turns. */
function predict(body: Body, boxes: Boxes, fluid: Fluid, n: Vector, d: number, time: number, axle: boolean): Motion {
  const { mass, inertia } = body;
  const steps = 20_000;
  const h = time / steps;
  const rate = (s: Motion): Motion => {
    const [fx, fy, torque] = dragOn(boxes, s, fluid, n, d);
    const [vx, vy] = axle ? [0, 0] : [fx / mass, fy / mass];
    return { x: s.vx, y: s.vy, angle: s.w, vx, vy, w: torque / inertia };
  };
  const add = (s: Motion, r: Motion, h: number): Motion => ({
    x: s.x + h * r.x,
    y: s.y + h * r.y,
    angle: s.angle + h * r.angle,
    vx: s.vx + h * r.vx,
    vy: s.vy + h * r.vy,
    w: s.w + h * r.w,
  });
  const { linearVelocity: v, angularVelocity: w } = body;
  let s: Motion = { x: body.x, y: body.y, angle: body.angle, vx: v.x, vy: v.y, w };
  for (let step = 0; step < steps; step++) {
    const first = rate(s);
    const second = rate(add(s, first, h));
    s = add(add(s, first, h / 2), second, h / 2);
  }
  return s;
}

describe("a water wheel", () => {
  it.each(INTEGRATORS)(
    "half immersed in a current turns until its rim moves at 2/π of the current: %s",
    (integrator) => {
      // Σ K (r × u − ω r²) = 0 over the lower half: ω R = u · mean depth / R.
      for (const velocity of [3, -1]) {
        const world = still(integrator);
        pour(world, { region: halfSpace(up), linearDrag: 5, velocity: { x: velocity, y: 0 } });
        const wheel = wheelOf(world, 2, 48);
        run(world, 60);
        expect(relativeError(wheel.angularVelocity * 2, (velocity * 2) / Math.PI)).toBeLessThan(0.01);
        expect(Math.hypot(wheel.x, wheel.y)).toBeLessThan(1e-3);
      }
    },
  );

  it("comes up to speed as its equation of motion says, with linear and with quadratic drag", () => {
    const paddles: Boxes = [
      [0.3, 1, 0, -1.5],
      [0.3, 1, 0, 1.5],
      [1, 0.3, -1.5, 0],
      [1, 0.3, 1.5, 0],
    ];
    for (const drag of [{ linearDrag: 6 }, { quadraticDrag: 3 }, { linearDrag: 1, quadraticDrag: 2 }]) {
      for (const integrator of INTEGRATORS) {
        const world = still(integrator, 16);
        const fluid = { density: 1, velocity: { x: 2, y: 0 }, ...drag };
        pour(world, { ...fluid, region: halfSpace(up), position: { x: 0, y: -0.8 } });
        const wheel = world.createBody({ type: "dynamic", shapes: boxesOf(paddles) });
        world.createJoint({ type: "revolute", bodyA: world.createBody({}), bodyB: wheel, anchor: none });
        const wanted = predict(wheel, paddles, fluid, up, -0.8, 4, true);
        run(world, 4);
        expect(wheel.angularVelocity).toBeGreaterThan(0.5);
        expect(relativeError(wheel.angularVelocity, wanted.w)).toBeLessThan(0.01);
        expect(Math.abs(Math.sin((wheel.angle - wanted.angle) / 2))).toBeLessThan(0.01);
      }
    }
  });
});

describe("a free body", () => {
  it.each(INTEGRATORS)("with one half in a current turns as its equations of motion say: %s", (integrator) => {
    const plank: Boxes = [[4, 0.5, 0, 0]];
    const raft: Boxes = [
      [1, 1, -2, 0],
      [1, 1, 2, 0],
    ];
    const right = { x: -1, y: 0 };
    for (const boxes of [plank, raft]) {
      for (const drag of [{ linearDrag: 1.5 }, { quadraticDrag: 0.8 }]) {
        const world = still(integrator, 16);
        const fluid = { density: 1, velocity: { x: 0, y: 2 }, ...drag };
        pour(world, { ...fluid, region: halfSpace(right) });
        const body = world.createBody({
          type: "dynamic",
          shapes: boxesOf(boxes),
          position: { x: 0.2, y: 0 },
          linearVelocity: { x: 0.3, y: -0.2 },
        });
        const wanted = predict(body, boxes, fluid, right, 0, 1.5, false);
        run(world, 1.5);
        expect(body.angularVelocity).toBeGreaterThan(0.3);
        expect(Math.abs(body.angularVelocity - wanted.w)).toBeLessThan(0.01);
        expect(Math.abs(body.angle - wanted.angle)).toBeLessThan(0.01);
        expect(Math.hypot(body.x - wanted.x, body.y - wanted.y)).toBeLessThan(0.01);
      }
    }
  });

  it("of two submerged balls turns ever slower: I ω' = −Σ K r² ω", () => {
    const world = still();
    pour(world, { linearDrag: 2 });
    const shapes = [-1.5, 1.5].map((x) => ({ shape: circle(0.5, { center: { x, y: 0 } }) }));
    const body = world.createBody({ type: "dynamic", shapes, angularVelocity: 4, linearVelocity: { x: 1, y: 0 } });
    const area = 0.25 * Math.PI;
    run(world, 1);
    const shrink = (rate: number): number => (1 + rate / 240) ** -240;
    expect(body.angularVelocity).toBeCloseTo(4 * shrink((2 * 2 * area * 1.5 ** 2) / body.inertia), 4);
    expect(body.linearVelocity.x).toBeCloseTo(shrink((2 * 2 * area) / body.mass), 5);
  });

  it("between two opposite currents is turned by their difference", () => {
    const world = still();
    for (const side of [-1, 1]) {
      pour(world, { region: halfSpace({ x: 0, y: -side }), linearDrag: 2, velocity: { x: 3 * side, y: 0 } });
    }
    const shapes = [-1.5, 1.5].map((y) => ({ shape: circle(0.5, { center: { x: 0, y } }) }));
    const body = world.createBody({ type: "dynamic", shapes });
    world.step(DT);
    const rate = (2 * 2 * 0.25 * Math.PI * 1.5 ** 2) / body.inertia;
    // valid while it has hardly turned
    expect(body.angularVelocity).toBeCloseTo(-2 * (1 - (1 + rate / 240) ** -4), 3);
    expect(Math.hypot(body.linearVelocity.x, body.linearVelocity.y)).toBeLessThan(1e-6);
  });

  it.each(INTEGRATORS)("of one fully submerged shape keeps its angular velocity, wherever it is: %s", (integrator) => {
    const world = still(integrator);
    pour(world, { linearDrag: 2, quadraticDrag: 1, velocity: { x: 1, y: 0.5 } });
    const shapes = [circle(0.5), box(1, 2), capsule(1, 0.3), polygon([none, { x: 2, y: 0 }, { x: 0, y: 1 }])];
    const bodies = shapes.map((shape, i) =>
      world.createBody({
        type: "dynamic",
        position: { x: 700.3 * i, y: 0.1 },
        shape: shape as never,
        angularVelocity: 3,
      }),
    );
    run(world, 2);
    for (const body of bodies) {
      expect(Math.abs(body.angularVelocity - 3)).toBeLessThan(1e-5);
      expect(body.linearVelocity.x).toBeGreaterThan(0.5);
    }
  });
});

describe("a paddle boat", () => {
  function voyage(engine: Engine, speed: number): [hull: Body, hash: string] {
    const world = new engine.World();
    pour(world as World, { region: engine.halfSpace(up), linearDrag: 0.5, quadraticDrag: 4, angularDrag: 1 });
    const hull = world.createBody({ type: "dynamic", shape: engine.box(5, 1), density: 0.4 });
    const position = { x: -3.2, y: 0.5 };
    const blades = [0, 1].map((k) => ({ shape: engine.box(2.4, 0.15, { angle: (k * Math.PI) / 2 }), density: 0.3 }));
    const wheel = world.createBody({ type: "dynamic", position, shapes: blades });
    const motor = { speed, maxTorque: 60 };
    world.createJoint({ type: "revolute", bodyA: hull, bodyB: wheel, anchor: position, motor });
    run(world, 10);
    return [hull, world.hash()];
  }

  it("is driven ahead and astern by the wheel that its motor turns", () => {
    const [ahead] = voyage(BUILDS[0]![1], -5);
    expect(ahead.x).toBeGreaterThan(3);
    expect(ahead.linearVelocity.x).toBeGreaterThan(0.3);
    expect(voyage(BUILDS[0]![1], 5)[0].x).toBeLessThan(-3);
    expect(Math.abs(voyage(BUILDS[0]![1], 0)[0].x)).toBeLessThan(0.3);
  });

  it("goes the same way in all builds, to the bit", () => {
    expect(new Set(BUILDS.map(([, engine]) => voyage(engine, -5)[1])).size).toBe(1);
  });
});

describe("drag without bound", () => {
  function anyShape(random: Random): ShapeDescriptor {
    const center = { x: random.between(-2, 2), y: random.between(-2, 2) };
    if (random.chance(0.03)) {
      return superellipse(random.scale(0.2, 1), random.scale(0.2, 1), random.between(2, 5), { center });
    }
    return random.pick([
      circle(random.scale(0.05, 1), { center }),
      box(random.scale(0.1, 2), random.scale(0.1, 2), { center, angle: random.between(0, 3) }),
      capsule(random.scale(0.1, 2), random.scale(0.1, 1), { center }),
      ellipse(random.scale(0.1, 1), random.scale(0.1, 1), { center }),
      polygon([center, { x: center.x + 1, y: center.y }, { x: center.x, y: center.y + random.scale(0.1, 2) }]),
    ]) as ShapeDescriptor;
  }

  it.each(INTEGRATORS)("never raises a body's energy relative to the medium: %s", (integrator) => {
    const random = new Random(77);
    const world = still(integrator);
    for (let trial = 0; trial < times(150, 5000); trial++) {
      const body = world.createBody({
        type: "dynamic",
        position: { x: random.between(-2, 2), y: random.between(-2, 2) },
        angle: random.between(-3, 3),
        shapes: Array.from({ length: 1 + random.below(4) }, () => ({
          shape: anyShape(random),
          density: random.scale(0.01, 100),
        })),
        angularVelocity: random.between(-9, 9),
      });
      body.linearVelocity = { x: random.between(-9, 9), y: random.between(-9, 9) };
      const velocity = trial % 2 === 0 ? none : { x: random.between(-9, 9), y: random.between(-9, 9) };
      // The other integrators are stable where h (K/m + K r²/I) is small; r and the submerged area are below 5.
      const most = 24 / (1 / body.mass + 25 / body.inertia);
      const drag = (): number =>
        integrator === "semi-implicit" ? random.scale(1e-2, 1e15) : random.between(0, most / 25);
      const fluid = { density: 1, linearDrag: drag(), quadraticDrag: drag() / 50, velocity };
      pour(world, { ...fluid, region: halfSpace(up) });
      if (random.chance(0.5)) {
        pour(world, { ...fluid, linearDrag: drag(), angularDrag: drag() / 10, region: circle(2) });
      }
      const energy = (): number => {
        const { linearVelocity: v, angularVelocity: w, mass, inertia } = body;
        return mass * ((v.x - velocity.x) ** 2 + (v.y - velocity.y) ** 2) + inertia * w * w;
      };
      const noise = 1e-6 * (energy() + body.mass * 200);
      let before = energy();
      for (let step = 0; step < 30; step++) {
        world.step(DT);
        expect(energy(), `trial ${trial}, step ${step}`).toBeLessThan(before + noise);
        before = energy();
      }
      body.destroy();
      world.fields.forEach((field) => field.destroy());
    }
  });

  it("of any strength pins the point where the fluid acts", () => {
    for (const linearDrag of [1e4, 1e8, 1e16, 1e30]) {
      const world = still();
      pour(world, { region: halfSpace({ x: -1, y: 0 }), position: { x: 1, y: 0 }, linearDrag });
      const shapes = [-2, 2].map((x) => ({ shape: circle(0.5, { center: { x, y: 0 } }) }));
      const body = world.createBody({ type: "dynamic", shapes, linearVelocity: { x: 0, y: 3 } });
      world.step(DT);
      // ω' = −m c v / (I + m c²): the body turns about the submerged ball, which stands still
      const expected = (-body.mass * 2 * 3) / (body.inertia + body.mass * 4);
      expect(Math.abs(body.angularVelocity / expected - 1)).toBeLessThan(0.01);
      expect(Math.abs(body.linearVelocity.y + 2 * body.angularVelocity)).toBeLessThan(0.01);
    }
  });

  it("keeps chains in it slow, however strong it is", () => {
    for (const linearDrag of [1, 1e3, 1e6, 1e12]) {
      const world = still();
      pour(world, { linearDrag, region: halfSpace({ x: 0.6, y: 0.8 }) });
      let before = world.createBody({});
      const links = Array.from({ length: 12 }, (_, i) => {
        const link = world.createBody({
          type: "dynamic",
          position: { x: i + 0.5 - 6, y: 0 },
          shapes: [-0.4, 0.4].map((x) => ({ shape: box(0.2, 0.3, { center: { x, y: 0.1 } }) })),
          linearVelocity: { x: 0, y: Math.sin(i) },
        });
        world.createJoint({ type: "revolute", bodyA: before, bodyB: link, anchor: { x: i - 6, y: 0 } });
        before = link;
        return link;
      });
      run(world, 3, () => {
        for (const { linearVelocity: v, angularVelocity: w } of links) {
          expect(Math.hypot(v.x, v.y)).toBeLessThan(3);
          expect(Math.abs(w)).toBeLessThan(12);
        }
      });
    }
  });
});
