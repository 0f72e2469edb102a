import { describe, expect, it } from "vitest";
import { box, capsule, chain, circle, ellipse, halfSpace, polygon, segment, World } from "../../dist/index.js";
import { Random } from "../helpers/numbers.js";
import { DT, times, type Body, type World as AnyWorld } from "../helpers/engine.js";

type Shape = NonNullable<Parameters<AnyWorld["createBody"]>[0]["shape"]>;

/** The penetration that contacts leave on purpose (m). */
const SLOP = 0.005;
const STEPS = 600;

function anyShape(random: Random): Shape {
  const size = random.between(0.2, 0.8);
  const center = random.chance(0.3) ? { x: random.between(-0.3, 0.3), y: random.between(-0.3, 0.3) } : { x: 0, y: 0 };
  const angle = random.between(-3, 3);
  const radius = random.chance(0.3) ? 0.2 * size : 0;
  switch (random.below(5)) {
    case 0:
      return circle(size, { center });
    case 1:
      return box(2 * size, size * random.between(0.3, 2), { center, angle, radius });
    case 2:
      return capsule(size, size * random.between(0.2, 0.6), { center, angle });
    case 3:
      return ellipse(size, size * random.between(0.4, 1), { center, angle });
    default: {
      const points = Array.from({ length: 3 + random.below(10) }, (_, i) => ({
        x: size * Math.cos(2 * i + random.between(0, 0.5)),
        y: size * Math.sin(2 * i + random.between(0, 0.5)),
      }));
      return polygon(points, { radius, center, angle });
    }
  }
}

interface Place {
  x: number;
  y: number;
}
type Handle = Body["shapes"][number];

/** Corners of a shape's core in its body's frame, counter-clockwise; empty for an ellipse and a half-space. */
function coreOf({ type, halfWidth: hx, halfHeight: hy, center, angle, points }: Handle["geometry"]): Place[] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const at = (x: number, y: number): Place => ({ x: center.x + c * x - s * y, y: center.y + s * x + c * y });
  switch (type) {
    case "circle":
      return [at(0, 0)];
    case "box":
      return [at(-hx, -hy), at(hx, -hy), at(hx, hy), at(-hx, hy)];
    case "capsule":
    case "segment":
      return [at(-hx, 0), at(hx, 0)];
    case "polygon":
      return points;
    default:
      return [];
  }
}

/** How deep a point in a body's frame lies in a shape (m), in f64; for an ellipse a lower bound. */
function depthIn(geometry: Handle["geometry"], { x, y }: Place): number {
  const { type, center, angle, radius } = geometry;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const [u, v] = [c * (x - center.x) + s * (y - center.y), c * (y - center.y) - s * (x - center.x)];
  if (type === "halfSpace") {
    return radius - u;
  }
  if (type === "ellipse") {
    const { halfWidth: a, halfHeight: b } = geometry;
    return (1 - Math.hypot(u / a, v / b)) * Math.min(a, b);
  }
  const core = coreOf(geometry);
  let distance = Infinity;
  let inside = Infinity;
  core.forEach((p, i) => {
    const q = core[(i + 1) % core.length]!;
    const [ex, ey] = [q.x - p.x, q.y - p.y];
    const length = Math.hypot(ex, ey);
    const t = length === 0 ? 0 : ((x - p.x) * ex + (y - p.y) * ey) / length ** 2;
    const along = Math.min(Math.max(t, 0), 1);
    distance = Math.min(distance, Math.hypot(x - p.x - along * ex, y - p.y - along * ey));
    inside = Math.min(inside, ((y - p.y) * ex - (x - p.x) * ey) / length);
  });
  return radius + (core.length > 2 && inside > 0 ? inside : -distance);
}

/** Points of a shape's surface in its body's frame: the corners of its core, rounded, or points of the curve. */
function surface(geometry: Handle["geometry"]): Place[] {
  const { type, center, angle, radius, halfWidth: a, halfHeight: b } = geometry;
  const around = Array.from({ length: 96 }, (_, i) => (2 * Math.PI * i) / 96);
  if (type === "ellipse") {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return around.map((t) => {
      const [u, v] = [a * Math.cos(t), b * Math.sin(t)];
      return { x: center.x + c * u - s * v, y: center.y + s * u + c * v };
    });
  }
  const core = coreOf(geometry);
  return radius === 0
    ? core
    : core.flatMap(({ x, y }) => around.map((t) => ({ x: x + radius * Math.cos(t), y: y + radius * Math.sin(t) })));
}

/** How much two convex shapes overlap: the depth of the deepest point of one's surface in the other (m). */
function overlapOf(a: Handle, b: Handle): number {
  let deepest = 0;
  for (const [one, other] of [
    [a, b],
    [b, a],
  ] as const) {
    const { geometry } = other;
    for (const point of surface(one.geometry)) {
      deepest = Math.max(deepest, depthIn(geometry, other.body.toLocal(one.body.toWorld(point))));
    }
  }
  return deepest;
}

/** An open tray of one of four kinds, 20 m wide. */
function tray(world: AnyWorld, random: Random): Body {
  const wall = (x: number): Shape => box(1, 60, { center: { x, y: 28 } });
  switch (random.below(4)) {
    case 0:
      return world.createBody({ shapes: [box(24, 2, { center: { x: 0, y: -1 } }), wall(-10.5), wall(10.5)] });
    case 1: {
      const [a, b] = [
        { x: -10, y: 0 },
        { x: 10, y: 0 },
      ];
      return world.createBody({ shapes: [segment(a, b), wall(-10.5), wall(10.5)] });
    }
    case 2: {
      const points = Array.from({ length: 21 }, (_, i) => ({ x: i - 10, y: 0.02 * (i - 10) ** 2 }));
      return world.createBody({ shapes: [chain(points), wall(-10.5), wall(10.5)] });
    }
    default:
      return world.createBody({
        shapes: [halfSpace({ x: 0, y: 1 }), wall(-10.5), wall(10.5)],
      });
  }
}

function anyJoint(world: AnyWorld, random: Random, bodyA: Body, bodyB: Body): void {
  const common = {
    bodyA,
    bodyB,
    collide: random.chance(0.5),
    ...(random.chance(0.3) ? { spring: { hertz: random.between(0.5, 10), dampingRatio: random.between(0, 1.5) } } : {}),
    ...(random.chance(0.1) ? { breakForce: 100 } : {}),
  };
  if (random.chance(0.5)) {
    world.createJoint({
      type: "revolute",
      ...common,
      anchor: { x: (bodyA.x + bodyB.x) / 2, y: (bodyA.y + bodyB.y) / 2 },
      ...(random.chance(0.3) ? { limit: { lower: -0.5, upper: 1 } } : {}),
      ...(random.chance(0.3) ? { motor: { speed: random.between(-5, 5), maxTorque: 20 } } : {}),
    });
  } else {
    world.createJoint({
      type: "distance",
      ...common,
      ...(random.chance(0.3) ? { limit: { lower: 0.2, upper: 4 } } : {}),
    });
  }
}

interface Outcome {
  /** The deepest overlap among the bodies at rest at the end (m), leaving joints and sensors aside. */
  overlap: number;
  resting: number;
  trouble: string[];
}

function play(seed: number, jointed: boolean): Outcome {
  const random = new Random(seed);
  const world = new World({ gravity: { x: 0, y: random.pick([-10, -10, -20]) } });
  const trouble: string[] = [];
  const ground = tray(world, random);
  const bodies: Body[] = [];
  for (let i = 0; i < 14; i++) {
    const body = world.createBody({
      type: "dynamic",
      position: { x: random.between(-7, 7), y: 6 + 2 * i },
      angle: random.between(-3, 3),
      linearVelocity: { x: random.between(-9, 9), y: random.between(-9, 9) },
      angularVelocity: random.between(-9, 9),
      bullet: random.chance(0.1),
      shape: anyShape(random),
      density: random.between(0.5, 2),
      friction: random.between(0, 1),
      restitution: random.between(0, 0.6),
      rollingResistance: random.chance(0.5) ? 0.1 : 0,
      angularDamping: 0.3,
    });
    if (random.chance(0.2)) {
      body.addShape(anyShape(random), { sensor: random.chance(0.3) });
    }
    bodies.push(body);
    if (jointed && random.chance(0.4)) {
      anyJoint(world, random, random.chance(0.2) || i === 0 ? ground : bodies[i - 1]!, body);
    }
  }
  for (let step = 1; step <= STEPS; step++) {
    world.step(DT);
    const { transforms, velocities } = world.state;
    for (const body of bodies) {
      const at = 4 * body.slot;
      const [vx, vy] = [velocities[at]!, velocities[at + 1]!];
      const sum = transforms[at]! + transforms[at + 1]! + transforms[at + 2]! + vx + vy + velocities[at + 2]!;
      if (!Number.isFinite(sum)) {
        trouble.push(`seed ${seed}: a ${body.shapes[0]!.type} is no number at step ${step}`);
        world.dispose();
        return { overlap: 0, resting: 0, trouble };
      }
      if (!jointed && Math.hypot(vx, vy) > 200) {
        trouble.push(`seed ${seed}: a ${body.shapes[0]!.type} of ${Math.hypot(vx, vy)} m/s at step ${step}`);
      }
    }
  }
  const broken = world.validate();
  if (broken !== 0) {
    trouble.push(`seed ${seed}: invariant ${broken}`);
  }
  let overlap = 0;
  let resting = 0;
  for (const body of bodies) {
    // A body joined to the tray may pass through it.
    if (!jointed && body.y < -3) {
      trouble.push(`seed ${seed}: a ${body.shapes[0]!.type} fell through to ${body.y}`);
    }
    const { x, y } = body.linearVelocity;
    if (!body.awake || Math.hypot(x, y) < 0.05) {
      resting++;
      for (const { shapeA, shapeB } of body.contacts) {
        overlap = Math.max(overlap, overlapOf(shapeA!, shapeB!));
      }
    }
  }
  world.dispose();
  return { overlap, resting, trouble };
}

describe("random scenes of every shape, 600 steps", () => {
  // A light body may stay impaled where two segments of a chain meet, which push it to both sides (seed 26), or squeezed under a
  // heavy one. (The bound is five slops though the aim is four: under 34 times its mass a contact of 30 Hz gives by 0.0205 m, seed 28.)
  it("without joints stay finite, lose no body, shoot none off, and 98 in 100 end without an overlap of five slops", () => {
    const trouble: string[] = [];
    const squeezed: string[] = [];
    let resting = 0;
    for (let seed = 1; seed <= times(100, 5000); seed++) {
      const outcome = play(seed, false);
      trouble.push(...outcome.trouble);
      resting += outcome.resting;
      if (outcome.overlap > 5 * SLOP) {
        squeezed.push(`seed ${seed}: overlap of ${outcome.overlap}`);
      }
    }
    expect(trouble).toEqual([]);
    expect(squeezed.length, squeezed.join(", ")).toBeLessThanOrEqual(times(2, 50));
    expect(resting).toBeGreaterThan(times(100, 5000) * 8);
  });

  it("with joints, motors, limits and springs stay finite", () => {
    const trouble: string[] = [];
    for (let seed = 10_001; seed <= 10_000 + times(100, 5000); seed++) {
      trouble.push(...play(seed, true).trouble);
    }
    expect(trouble).toEqual([]);
  });
});
