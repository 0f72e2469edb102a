// Hulls, convexity and decomposition of random input: every accepted answer is right, and every refusal has a reason.
// SCREE_LONG=1 takes 10^5 cases of each.
import { describe, expect, it } from "vitest";
import {
  PhysicsError,
  type Vector,
  convexHull,
  decompose,
  isConvex,
  massOf,
  polygon,
  signedArea,
  validatePolygon,
  winding,
} from "../../dist/geometry.js";
import { times } from "../helpers/engine";
import { Random } from "../helpers/numbers";

const turn = (a: Vector, b: Vector, c: Vector): number => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

function area(points: readonly Vector[]): number {
  return 0.5 * points.reduce((sum, p, i) => sum + turn(points[0]!, p, points[(i + 1) % points.length]!), 0);
}

/** Distance of p from the nearest edge. */
function clearance(p: Vector, ring: readonly Vector[]): number {
  return Math.min(
    ...ring.map((a, i) => {
      const b = ring[(i + 1) % ring.length]!;
      const [ex, ey] = [b.x - a.x, b.y - a.y];
      const t = Math.min(1, Math.max(0, ((p.x - a.x) * ex + (p.y - a.y) * ey) / (ex * ex + ey * ey)));
      return Math.hypot(p.x - a.x - t * ex, p.y - a.y - t * ey);
    }),
  );
}

/** By the winding number, which is independent of counting crossings to one side. */
function contains(p: Vector, ring: readonly Vector[]): boolean {
  let angle = 0;
  ring.forEach((a, i) => {
    const b = ring[(i + 1) % ring.length]!;
    angle += Math.atan2(turn(p, a, b), (a.x - p.x) * (b.x - p.x) + (a.y - p.y) * (b.y - p.y));
  });
  return Math.abs(angle) > 3;
}

/** Random points untangled by reversing what lies between two edges that cross (2-opt). */
function untangled(random: Random, count: number, grid: boolean): Vector[] {
  const seen = new Set<string>();
  const points: Vector[] = [];
  while (points.length < count) {
    const at = (): number => (grid ? random.below(8) : random.between(0, 8));
    const p = { x: at(), y: at() };
    if (!seen.has(`${p.x},${p.y}`)) {
      seen.add(`${p.x},${p.y}`);
      points.push(p);
    }
  }
  const cross = (a: Vector, b: Vector, c: Vector, d: Vector): boolean =>
    turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
  for (let again = true, rounds = 0; again && rounds < 200; rounds++) {
    again = false;
    for (let i = 0; i < count; i++) {
      for (let j = i + 2; j < count; j++) {
        if (cross(points[i]!, points[i + 1]!, points[j]!, points[(j + 1) % count]!)) {
          points.splice(i + 1, j - i, ...points.slice(i + 1, j + 1).toReversed());
          again = true;
        }
      }
    }
  }
  return points;
}

function star(random: Random, count: number): Vector[] {
  const spiky = random.chance(0.3);
  return Array.from({ length: count }, (_, i) => {
    const angle = ((i + random.between(0, 0.9)) * 2 * Math.PI) / count;
    const r = spiky && i % 2 ? random.between(0.05, 0.3) : random.between(1, 4);
    return { x: 4 + r * Math.cos(angle), y: 4 + r * Math.sin(angle) };
  });
}

/** A polygon of steps, with many collinear points and right angles. */
function staircase(random: Random, steps: number): Vector[] {
  const up: Vector[] = [{ x: 0, y: 0 }];
  let [x, y] = [0, 0];
  for (let i = 0; i < steps; i++) {
    x += 1 + random.below(2);
    up.push({ x, y });
    y = random.below(5) + 1;
    up.push({ x, y });
  }
  return [...up, { x, y: 7 }, { x: x * 0.5, y: 7 }, { x: 0, y: 7 }];
}

/** The numbers of polygons, refused polygons, parts, and parts that a world would refuse. */
const counted = { polygons: 0, refused: 0, parts: 0, thin: 0 };

function check(random: Random, points: readonly Vector[], holes: readonly (readonly Vector[])[], most = 32): void {
  const report = validatePolygon(points, holes);
  if (!report.valid) {
    counted.refused++;
    expect(report.message.length).toBeGreaterThan(20);
    expect(() => decompose(points, { holes })).toThrow(PhysicsError);
    return;
  }
  const parts = decompose(points, { holes, maxVertices: most });
  const whole = Math.abs(area(points)) - holes.reduce((sum, hole) => sum + Math.abs(area(hole)), 0);
  const sum = parts.reduce((total, part) => total + area(part), 0);
  const fail = (why: string): never => {
    throw new Error(`${why}: ${JSON.stringify({ points, holes, parts, whole, sum })}`);
  };
  counted.polygons++;
  if (!(Math.abs(sum - whole) <= 1e-9 * Math.abs(area(points)))) fail("the areas do not add up");
  const own = new Set([...points, ...holes.flat()].map(({ x, y }) => `${x},${y}`));
  for (const part of parts) {
    counted.parts++;
    if (part.length < 3 || part.length > most) fail("a part of so many corners");
    if (!(area(part) > 0) || !isConvex(part) || winding(part) !== 1) fail("a part that is not convex");
    if (!part.every(({ x, y }) => own.has(`${x},${y}`))) fail("a point that was not given");
    try {
      const { mass, inertia } = massOf(polygon(part));
      if (!(mass > 0) || !(inertia > 0)) fail("a part without mass");
    } catch (error) {
      if (!(error instanceof PhysicsError)) throw error;
      counted.thin++;
    }
  }
  const rings = [points, ...holes];
  for (let i = 0; i < 6; i++) {
    const p = { x: random.between(-0.5, 9), y: random.between(-0.5, 9) };
    if (rings.every((ring) => clearance(p, ring) > 1e-9) && parts.every((part) => clearance(p, part) > 1e-9)) {
      const inside = contains(p, points) && !holes.some((hole) => contains(p, hole));
      const held = parts.filter((part) => contains(p, part)).length;
      if (held !== (inside ? 1 : 0)) fail(`a point in ${held} parts: ${JSON.stringify(p)}`);
    }
  }
}

describe("the decomposition of a polygon", () => {
  it("covers it with convex parts, each point once, or says why it cannot", () => {
    const random = new Random(1);
    const count = times(2000, 100_000);
    for (let i = 0; i < count; i++) {
      const n = random.chance(0.05) ? 3 + random.below(60) : 3 + random.below(14);
      const choice = random.below(4);
      let points =
        choice === 0
          ? star(random, n)
          : choice === 1
            ? staircase(random, n >> 1 || 1)
            : untangled(random, n, choice === 2);
      points = random.chance(0.5) ? points : points.toReversed();
      const holes: Vector[][] = [];
      if (random.chance(0.3)) {
        // holes on a grid of their own; a hole across an edge causes a refusal
        for (let k = random.below(4); k >= 0; k--) {
          const [x, y, s] = [1 + 1.5 * random.below(5), 1 + 1.5 * random.below(5), random.chance(0.5) ? 0.5 : 0.05];
          const hole = random.chance(0.5)
            ? [
                { x, y },
                { x: x + s, y },
                { x: x + s, y: y + s },
                { x, y: y + s },
              ]
            : star(random, 3 + random.below(6)).map((p) => ({
                x: x + (p.x - 4) * s * 0.2,
                y: y + (p.y - 4) * s * 0.2,
              }));
          holes.push(random.chance(0.5) ? hole : hole.toReversed());
        }
      }
      check(random, points, holes, random.chance(0.3) ? 3 + random.below(6) : 32);
    }
    console.log(`${count} cases: ${JSON.stringify(counted)}`);
    expect(counted.polygons).toBeGreaterThan(0.4 * count);
    expect(counted.refused).toBeGreaterThan(0.01 * count);
    expect(counted.thin).toBeLessThan(0.001 * counted.parts);
  });

  it("leaves a convex polygon whole, and cuts an L in two", () => {
    const square = [
      { x: 0, y: 0 },
      { x: 0, y: 1 },
      { x: 1, y: 1 },
      { x: 1, y: 0 },
    ];
    expect(decompose(square)).toHaveLength(1);
    expect(decompose([...square, square[0]!])).toHaveLength(1);
    const corner = [
      { x: 0, y: 0 },
      { x: 2, y: 0 },
      { x: 2, y: 1 },
      { x: 1, y: 1 },
      { x: 1, y: 2 },
      { x: 0, y: 2 },
    ];
    expect(decompose(corner)).toHaveLength(2);
  });

  it("copes with many holes", () => {
    const random = new Random(3);
    const holes: Vector[][] = [];
    for (let x = 0; x < 8; x++) {
      for (let y = 0; y < 8; y++) {
        holes.push(star(random, 7).map((p) => ({ x: x + 0.5 + 0.1 * (p.x - 4), y: y + 0.5 + 0.1 * (p.y - 4) })));
      }
    }
    check(
      random,
      [
        { x: 0, y: 0 },
        { x: 8, y: 0 },
        { x: 8, y: 8 },
        { x: 0, y: 8 },
      ],
      holes,
    );
  });
});

describe("the hull of points", () => {
  it("is convex, consists of given points, encloses all of them, and has a positive mass", () => {
    const random = new Random(4);
    const count = times(5000, 100_000);
    for (let i = 0; i < count; i++) {
      const scale = 10 ** random.between(-4, 4);
      const kind = random.below(3);
      const points = Array.from({ length: 1 + random.below(kind === 0 ? 5 : 40) }, () => {
        const p =
          kind === 1
            ? { x: random.below(4), y: random.below(4) }
            : { x: random.between(-1, 1), y: random.between(-1, 1) };
        const flat = kind === 2 ? 1e-7 : 1;
        return { x: p.x * scale, y: p.y * flat * scale };
      });
      const hull = convexHull(points);
      const n = hull.length;
      const fail = (why: string): never => {
        throw new Error(`${why}: ${JSON.stringify({ points, hull })}`);
      };
      if (!hull.every((h) => points.some((p) => p.x === h.x && p.y === h.y))) fail("a point that was not given");
      if (n > 2) {
        const noise = 1e-15 * scale * scale;
        hull.forEach((a, k) => {
          const b = hull[(k + 1) % n]!;
          if (!(turn(a, b, hull[(k + 2) % n]!) > -noise)) fail("not convex");
          if (!points.every((p) => turn(a, b, p) >= -noise)) fail("a point outside");
        });
        if (!isConvex(hull)) fail("not convex by exact signs");
        if (area(hull) < 1e-12 * scale * scale) continue; // a hair: its area is lost in rounding
        if (winding(hull) !== 1 || !(signedArea(hull) > 0)) fail("no convex polygon");
        const { area: measured, inertia } = massOf(points);
        if (!(measured > 0) || !(inertia > 0)) fail("no mass");
      }
    }
  });

  it("keeps the ends of a line, and one of several equal points", () => {
    expect(
      convexHull([
        { x: 1, y: 1 },
        { x: 0, y: 0 },
        { x: 3, y: 3 },
        { x: 2, y: 2 },
      ]),
    ).toEqual([
      { x: 0, y: 0 },
      { x: 3, y: 3 },
    ]);
    expect(
      convexHull([
        { x: 1, y: 2 },
        { x: 1, y: 2 },
      ]),
    ).toEqual([{ x: 1, y: 2 }]);
  });
});

describe("a check of a polygon", () => {
  const at = (...numbers: number[]): Vector[] =>
    Array.from({ length: numbers.length / 2 }, (_, i) => ({ x: numbers[2 * i]!, y: numbers[2 * i + 1]! }));

  it.each([
    ["a triangle", at(0, 0, 1, 0, 0, 1), true],
    ["a triangle the other way", at(0, 0, 0, 1, 1, 0), true],
    ["a square with a point on its side", at(0, 0, 1, 0, 2, 0, 2, 2, 0, 2), true],
    ["an arrow", at(0, 0, 2, 1, 0, 2, 1, 1), false],
    ["a five-pointed star", at(0, 3, 2, -3, -3, 1, 3, 1, -2, -3), false],
    ["a triangle gone round twice", at(0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1), false],
    ["a line there and back", at(0, 0, 1, 0, 2, 0), false],
  ])("tells whether %s is convex", (_, points, convex) => {
    expect(isConvex(points)).toBe(convex);
  });

  it("tells its winding, and why it is refused", () => {
    expect(winding(at(0, 0, 1, 0, 0, 1))).toBe(1);
    expect(winding(at(0, 0, 0, 1, 1, 0))).toBe(-1);
    expect(winding(at(0, 0, 1, 1, 2, 2))).toBe(0);
    const reasons: [string, Vector[], Vector[][]][] = [
      ["too-few-points", at(0, 0, 1, 0), []],
      ["too-few-points", at(1, 1, 1, 1, 1, 1), []],
      ["no-area", at(0, 0, 1, 1, 2, 2), []],
      ["self-crossing", at(0, 0, 1, 1, 1, 0, 0, 1), []],
      ["self-crossing", at(0, 0, 4, 0, 4, 4, 2, 0, 0, 4), []],
      ["self-crossing", at(0, 0, 4, 0, 6, 0, 4, 0, 4, 4), []],
      ["not-finite", at(0, 0, NaN, 0, 1, 1), []],
      ["not-finite", at(0, 0, Infinity, 0, 1, 1), []],
      ["out-of-range", at(0, 0, 1e8, 0, 1, 1), []],
      ["bad-type", [{ x: 0, y: 0 }, null as never, { x: 1, y: 0 }], []],
      ["hole-outside", at(0, 0, 1, 0, 0, 1), [at(2, 2, 3, 2, 2, 3)]],
      ["hole-outside", at(0, 0, 4, 0, 0, 4), [at(1, 1, 3, 3, 1, 2)]],
      ["holes-cross", at(0, 0, 9, 0, 0, 9), [at(1, 1, 2, 1, 1, 2), at(1.2, 1.2, 2, 2, 1, 2)]],
      ["holes-cross", at(0, 0, 9, 0, 0, 9), [at(1, 1, 4, 1, 1, 4), at(1.5, 1.5, 2, 1.5, 1.5, 2)]],
    ];
    for (const [reason, points, holes] of reasons) {
      const report = validatePolygon(points, holes);
      expect(report.valid ? "valid" : report.reason, JSON.stringify(points)).toBe(reason);
      expect(() => decompose(points, { holes })).toThrow(PhysicsError);
    }
    expect(validatePolygon(at(0, 0, 1, 0, 0, 1))).toEqual({ valid: true });
  });
});
