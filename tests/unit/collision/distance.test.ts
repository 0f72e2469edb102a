// Distance (GJK) and depth (EPA) compared with brute force: the Minkowski difference of two polygons as the hull of all vertex
// differences, in f64.
import { beforeAll, describe, expect, it } from "vitest";
import {
  Kind,
  Memory,
  type Pose,
  Random,
  type Shape,
  type Vec,
  box,
  circle,
  distanceToSegment,
  ellipse,
  loadCore,
  pointDistance,
  pose,
  randomShape,
  segment,
  toWorld,
} from "./harness";
import { Pairs } from "./pairs";

let pairs: Pairs;
let m: Memory;
let relative: number;
let cache: number;
let result: number;
let axis: number;
let nearest: number;

beforeAll(async () => {
  pairs = new Pairs(await loadCore());
  m = pairs.m;
  relative = m.take(32);
  cache = m.take(16);
  result = m.take(64);
  axis = m.take(16);
  nearest = m.take(32);
});

function hullOf(points: Vec[]): Vec[] {
  points.sort((p, q) => p.x - q.x || p.y - q.y);
  if (points.length === 1) return points;
  const chain: Vec[] = [];
  for (const list of [points, points.slice().reverse()]) {
    const start = chain.length;
    for (const p of list) {
      while (chain.length >= start + 2) {
        const a = chain[chain.length - 2];
        const b = chain[chain.length - 1];
        if ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) > 0) break;
        chain.pop();
      }
      chain.push(p);
    }
    chain.pop();
  }
  return chain;
}

/** Signed distance of two placed polygons (or lines, or points) with radii, from the hull of all differences. */
function bruteForce(a: Shape, poseA: Pose, b: Shape, poseB: Pose): number {
  const differences: Vec[] = [];
  for (const v of a.vertices) {
    const p = toWorld(poseA, v);
    for (const w of b.vertices) {
      const q = toWorld(poseB, w);
      differences.push({ x: q.x - p.x, y: q.y - p.y });
    }
  }
  const hull = hullOf(differences);
  let distance = Infinity;
  let inside = hull.length > 2;
  const origin = { x: 0, y: 0 };
  for (let i = 0; i < hull.length; i++) {
    const p = hull[i];
    const q = hull[(i + 1) % hull.length];
    distance = Math.min(distance, distanceToSegment(origin, p, q));
    if (p.x * q.y - p.y * q.x < 0) inside = false;
  }
  return (inside ? -distance : distance) - a.radius - b.radius;
}

/** The support layer's pose of B in the axes of A. */
function relate(poseA: Pose, poseB: Pose): void {
  const dx = poseB.x - poseA.x;
  const dy = poseB.y - poseA.y;
  const at = relative / 8;
  m.f64[at] = poseA.c * poseB.c + poseA.s * poseB.s;
  m.f64[at + 1] = poseA.c * poseB.s - poseA.s * poseB.c;
  m.f64[at + 2] = poseA.c * dx + poseA.s * dy;
  m.f64[at + 3] = poseA.c * dy - poseA.s * dx;
}

const POLYGONAL = [Kind.Circle, Kind.Capsule, Kind.Segment, Kind.Box, Kind.Polygon];

describe("the distance of two shapes", () => {
  it("agrees with brute force within 1e-6 of their size, apart and overlapping", () => {
    const random = new Random(1);
    for (let i = 0; i < 60_000; i++) {
      const a = randomShape(random, pairs.slotA, POLYGONAL[random.below(5)], 1);
      const b = randomShape(random, pairs.slotB, POLYGONAL[random.below(5)], random.scale(0.1, 10));
      pairs.write(a, b);
      const poseA = pose(0, 0, random.between(-4, 4));
      const poseB = pairs.placeNear(random, a, poseA, b);
      pairs.place(poseA, poseB);
      const found = pairs.distance().distance;
      const exact = bruteForce(a, poseA, b, poseB);
      if (!(Math.abs(found - exact) <= 1e-6 * (1 + b.bound + a.bound))) {
        throw new Error(JSON.stringify({ found, exact, a, poseA, b, poseB }));
      }
    }
  });

  it("is negative exactly if the shapes overlap", () => {
    const random = new Random(2);
    for (let i = 0; i < 30_000; i++) {
      const a = randomShape(random, pairs.slotA, random.below(7), 1);
      const b = randomShape(random, pairs.slotB, random.below(6), random.scale(0.1, 10));
      pairs.write(a, b);
      const poseA = pose(0, 0, random.between(-4, 4));
      pairs.place(poseA, pairs.placeNear(random, a, poseA, b));
      const found = pairs.distance().distance;
      const { slotA, slotB } = pairs;
      const overlap = pairs.core.shapesOverlap(slotA.geometry, slotA.frame, slotB.geometry, slotB.frame) !== 0;
      if (Math.abs(found) > 1e-6 * (1 + b.bound)) expect(overlap).toBe(found < 0);
    }
  });

  it("between an ellipse and a point is that to its curve", () => {
    const random = new Random(3);
    for (let i = 0; i < 20_000; i++) {
      const a = ellipse(random.scale(0.1, 10), random.scale(0.1, 10));
      const b = circle(0);
      pairs.write(a, b);
      const poseA = pose(0, 0, random.between(-4, 4));
      const poseB = pose(random.between(-12, 12), random.between(-12, 12), 0);
      pairs.place(poseA, poseB);
      const exact = pointDistance(a, poseA, poseB);
      const found = pairs.distance().distance;
      // EPA approaches a curve from the inside
      expect(Math.abs(found - exact)).toBeLessThan(exact < 0 ? 1e-4 : 2e-5);
    }
  });

  it("takes at most 12 support points, and at most 5 from the cache of an earlier call", () => {
    const random = new Random(4);
    let worst = 0;
    let again = 0;
    let total = 0;
    for (let i = 0; i < 20_000; i++) {
      const a = randomShape(random, pairs.slotA, Kind.Polygon, 1);
      const b = randomShape(random, pairs.slotB, Kind.Box, random.scale(0.1, 10));
      pairs.write(a, b);
      const poseA = pose(0, 0, random.between(-4, 4));
      const poseB = pose(random.between(2, 4) * (1 + b.bound), random.between(-1, 1), random.between(-4, 4));
      relate(poseA, poseB);
      m.f64[cache / 8] = 0;
      m.f64[cache / 8 + 1] = 0;
      const { slotA, slotB } = pairs;
      pairs.core.closestCores(slotA.geometry, slotB.geometry, relative, cache, result);
      worst = Math.max(worst, m.i32[result / 4 + 15]);
      pairs.core.closestCores(slotA.geometry, slotB.geometry, relative, cache, result);
      again = Math.max(again, m.i32[result / 4 + 15]);
      total += m.i32[result / 4 + 15];
    }
    expect(worst).toBeLessThanOrEqual(12);
    expect(again).toBeLessThanOrEqual(5);
    expect(total / 20_000).toBeLessThan(3.5);
  });

  it("ends on every input: flat, coincident, vanishing, enormous and not a number", () => {
    const random = new Random(5);
    const odd = [0, -0, 1e-38, 1e-20, 1e-7, 1, 1 + 1e-7, 1e7, 1e18, 3e38, Infinity, NaN];
    const pick = (): number => odd[random.below(odd.length)] * (random.between(0, 1) < 0.5 ? 1 : -1);
    for (let i = 0; i < 100_000; i++) {
      for (const slot of [pairs.slotA, pairs.slotB]) {
        const kind = random.below(7);
        const shape: Shape =
          kind === Kind.Polygon
            ? {
                ...circle(0),
                kind,
                radius: Math.abs(pick()),
                vertices: Array.from({ length: 2 + random.below(5) }, () => ({ x: pick(), y: pick() })),
              }
            : { ...circle(0), kind, hx: Math.abs(pick()), hy: Math.abs(pick()), radius: Math.abs(pick()) };
        slot.write(shape);
        slot.place(
          random.between(0, 1) < 0.9
            ? pose(pick(), pick(), random.between(-4, 4))
            : { x: 0, y: 0, c: pick(), s: pick() },
        );
      }
      pairs.distance();
      const { slotA, slotB } = pairs;
      pairs.core.collide(slotA.geometry, slotA.frame, slotB.geometry, slotB.frame, 0.02, 0.005, result);
      relate(pose(0, 0, 0), pose(pick(), pick(), 1));
      pairs.core.closestCores(slotA.geometry, slotB.geometry, relative, cache, result);
      expect(m.i32[result / 4 + 15]).toBeLessThanOrEqual(64);
      pairs.core.penetrationOfCores(slotA.geometry, slotB.geometry, relative, result);
      expect(m.i32[result / 4 + 14]).toBeLessThanOrEqual(4200);
    }
  });
});

describe("the separating axis test", () => {
  it("decides without a division whether two hulls overlap, and remembers the separating axis", () => {
    const random = new Random(6);
    const { slotA, slotB } = pairs;
    let apart = 0;
    for (let i = 0; i < 100_000; i++) {
      const a = { ...randomShape(random, slotA, Kind.Polygon, 1), radius: 0 };
      const b = { ...randomShape(random, slotB, Kind.Polygon, random.scale(0.1, 10)), radius: 0 };
      pairs.write(a, b);
      const poseA = pose(0, 0, random.between(-4, 4));
      pairs.place(poseA, pairs.placeNear(random, a, poseA, b));
      const distance = pairs.distance().distance;
      m.i32[axis / 4] = 0;
      const ask = (): boolean => pairs.core.hullsOverlap(slotA.hull, slotA.frame, slotB.hull, slotB.frame, axis) !== 0;
      const first = ask();
      if (Math.abs(distance) > 1e-6 * (1 + b.bound) && first !== distance < 0) throw new Error(`${first} ${distance}`);
      if ((m.i32[axis / 4] !== 0) === first) throw new Error("the axis that parts them is not remembered");
      if (!first) apart++;
      if (ask() !== first) throw new Error("a second answer");
    }
    expect(apart).toBeGreaterThan(20_000);
  });

  it("ignores a remembered axis of another shape", () => {
    const { slotA, slotB } = pairs;
    const triangle = slotA.polygon(
      [
        { x: 0, y: 0 },
        { x: 1, y: 0 },
        { x: 0, y: 1 },
      ],
      0,
    )!;
    slotB.polygon(
      [
        { x: 0, y: 0 },
        { x: 1, y: 0 },
        { x: 0, y: 1 },
      ],
      0,
    );
    pairs.write(triangle, triangle);
    pairs.place(pose(0, 0, 0), pose(0.1, 0, 0));
    for (const stale of [60, -60, 3, -3]) {
      m.i32[axis / 4] = stale;
      expect(pairs.core.hullsOverlap(slotA.hull, slotA.frame, slotB.hull, slotB.frame, axis)).toBe(1);
    }
  });
});

describe("the point of a surface nearest to a point", () => {
  it("lies on the surface, as far away as brute force says, in the direction of the normal", () => {
    const random = new Random(7);
    const { slotA, core } = pairs;
    for (let i = 0; i < 60_000; i++) {
      const size = random.scale(1e-2, 100);
      const shape = randomShape(random, slotA, random.below(7), size);
      const at = pose(random.between(-3, 3), random.between(-3, 3), random.between(-4, 4));
      slotA.write(shape);
      slotA.place(at);
      const x = Math.fround(at.x + size * random.between(-2, 2));
      const y = Math.fround(at.y + size * random.between(-2, 2));
      core.nearestPoint(slotA.geometry, slotA.frame, x, y, nearest);
      const [distance, sx, sy, nx, ny] = m.f32.subarray(nearest / 4, nearest / 4 + 5);
      const exact = pointDistance(shape, at, { x, y });
      const allowed = 2e-6 * (6 + size);
      const what = JSON.stringify({ shape, at, x, y, distance, sx, sy, nx, ny, exact });
      if (!(Math.abs(distance - exact) <= allowed)) throw new Error(`distance: ${what}`);
      if (!(Math.abs(pointDistance(shape, at, { x: sx, y: sy })) <= allowed)) throw new Error(`surface: ${what}`);
      if (!(Math.abs(Math.hypot(nx, ny) - 1) < 1e-5)) throw new Error(`normal: ${what}`);
      if (!(Math.hypot(sx + distance * nx - x, sy + distance * ny - y) <= 3 * allowed)) throw new Error(`way: ${what}`);
      if (Math.abs(exact) > allowed)
        expect(core.containsPoint(slotA.geometry, slotA.frame, x, y)).toBe(exact < 0 ? 1 : 0);
    }
  });

  it("has a normal even for a point on a line or in the middle of a box", () => {
    const { slotA, core } = pairs;
    for (const shape of [segment(1), box(1, 1), box(0, 0), circle(0)]) {
      slotA.write(shape);
      slotA.place(pose(0, 0, 0));
      core.nearestPoint(slotA.geometry, slotA.frame, 0, 0, nearest);
      expect(Math.hypot(m.f32[nearest / 4 + 3], m.f32[nearest / 4 + 4])).toBeCloseTo(1, 6);
    }
  });
});
