// Mass against Monte Carlo in 64 bits, the Minkowski difference against its definition, and which arguments are refused.
import { describe, expect, it } from "vitest";
import * as geometry from "../../dist/geometry.js";
import { World } from "../../dist/index.js";
import { times } from "../helpers/engine";
import { Random, relativeError } from "../helpers/numbers";
import { KINDS, type Model, gapAlong, place, placeNear, poseOf, randomModel, reach, signedDistance } from "./oracle";

const {
  box,
  chain,
  circle,
  convex,
  decompose,
  distance,
  ellipse,
  halfSpace,
  massOf,
  minkowskiDifference,
  polygon,
  segment,
  support,
} = geometry;
type Vector = geometry.Vector;

const point = (): Model => ({
  name: "point",
  shape: [{ x: 0, y: 0 }],
  vertices: [{ x: 0, y: 0 }],
  radius: 0,
  angle: 0,
  bound: 0,
});

describe("the mass of a shape", () => {
  it("is within 0.1 % of what darts say, even a kilometre from the origin", () => {
    const random = new Random(1);
    const solid = KINDS.filter((kind) => !["half-space", "point", "segment", "superellipse"].includes(kind));
    const darts = times(60_000, 4_000_000);
    const allowed = times(0.02, 0.001);
    for (const kind of solid) {
      for (const far of [0, 1000]) {
        let m = randomModel(random, kind, 1);
        while (massOf(m.shape).area < 0.05) m = randomModel(random, kind, 1); // skips shapes that are two points or a hair
        const p = poseOf(far, -far, random.between(-4, 4));
        const { area, mass, center, inertia } = massOf(place(m, p), 2);
        const [x0, x1] = [-reach(m, p, -1, 0), reach(m, p, 1, 0)];
        const [y0, y1] = [-reach(m, p, 0, -1), reach(m, p, 0, 1)];
        const at = { x: 0.5 * (x0 + x1), y: 0.5 * (y0 + y1) };
        const dart = point();
        let [inside, sx, sy, ss] = [0, 0, 0, 0];
        // a jittered grid of darts: the error of the count falls with their number to the power 3/4
        const side = Math.round(Math.sqrt(darts));
        for (let i = 0; i < side; i++) {
          for (let j = 0; j < side; j++) {
            const x = x0 + ((x1 - x0) * (i + random.between(0, 1))) / side;
            const y = y0 + ((y1 - y0) * (j + random.between(0, 1))) / side;
            if (insideOf(m, p, dart, x, y)) {
              inside++;
              sx += x - at.x;
              sy += y - at.y;
              ss += (x - at.x) ** 2 + (y - at.y) ** 2;
            }
          }
        }
        const cell = ((x1 - x0) * (y1 - y0)) / side ** 2;
        const [cx, cy] = [sx / inside, sy / inside];
        expect(relativeError(area, inside * cell), kind).toBeLessThan(allowed);
        expect(mass).toBeCloseTo(2 * area, 9);
        expect(Math.hypot(center.x - at.x - cx, center.y - at.y - cy), kind).toBeLessThan(allowed * m.bound);
        expect(relativeError(inertia, 2 * cell * (ss - inside * (cx * cx + cy * cy))), kind).toBeLessThan(2 * allowed);
      }
    }
  });

  it("obeys the parallel axis theorem: two boxes side by side weigh the same as one long box", () => {
    const whole = massOf(box(4, 1));
    const halves = [-1, 1].map((x) => massOf({ shape: box(2, 1), position: { x, y: 0 } }));
    const sum = halves.reduce((inertia, half) => inertia + half.inertia + half.mass * half.center.x ** 2, 0);
    expect(whole.inertia).toBeCloseTo(sum, 5);
    expect(massOf(box(2, 1), 3).inertia).toBeCloseTo((3 * 2 * (4 + 1)) / 12, 5);
    const thousand = massOf({
      shape: polygon([
        { x: 1000, y: 0 },
        { x: 1001, y: 0 },
        { x: 1001, y: 1 },
        { x: 1000, y: 1 },
      ]),
    });
    expect(thousand.inertia).toBeCloseTo(1 / 6, 4);
    expect(thousand.center.x).toBeCloseTo(1000.5, 4);
    expect(
      massOf(
        chain([
          { x: 0, y: 0 },
          { x: 2, y: 0 },
          { x: 4, y: 0 },
        ]),
      ),
    ).toEqual({ area: 0, mass: 0, center: { x: 2, y: 0 }, inertia: 0 });
  });
});

/** Is a dart inside? Cheaper than the signed distance where the kind allows. */
function insideOf(m: Model, p: ReturnType<typeof poseOf>, dart: Model, x: number, y: number): boolean {
  const lx = p.c * (x - p.x) + p.s * (y - p.y);
  const ly = p.c * (y - p.y) - p.s * (x - p.x);
  if (m.axes) {
    const [dx, dy] = [lx - m.vertices[0]!.x, ly - m.vertices[0]!.y];
    const [ex, ey] = [Math.cos(m.angle) * dx + Math.sin(m.angle) * dy, Math.cos(m.angle) * dy - Math.sin(m.angle) * dx];
    return (ex / m.axes.x) ** 2 + (ey / m.axes.y) ** 2 <= 1;
  }
  if (m.support && m.radius === 0) {
    return Math.abs(lx) ** 4 + Math.abs(ly) ** 4 <= m.support({ x: 1, y: 0 }).x ** 4;
  }
  if (m.support) {
    return signedDistance(m, p, dart, poseOf(x, y, 0)) <= 0;
  }
  let inner = m.vertices.length > 2;
  let nearest = Infinity;
  m.vertices.forEach((a, i) => {
    const b = m.vertices[(i + 1) % m.vertices.length]!;
    const [ex, ey] = [b.x - a.x, b.y - a.y];
    inner &&= ex * (ly - a.y) - ey * (lx - a.x) >= 0;
    const t = Math.min(1, Math.max(0, ((lx - a.x) * ex + (ly - a.y) * ey) / (ex * ex + ey * ey || 1)));
    nearest = Math.min(nearest, Math.hypot(lx - a.x - t * ex, ly - a.y - t * ey));
  });
  return inner || nearest <= m.radius;
}

describe("the Minkowski difference", () => {
  it("reaches as far in any direction as the two shapes do", () => {
    const random = new Random(2);
    const kinds = ["circle", "capsule", "segment", "box", "polygon", "points", "convex", "point"] as const;
    for (let i = 0; i < times(2000, 100_000); i++) {
      const a = randomModel(random, random.pick(kinds), 1);
      const b = randomModel(random, random.pick(kinds), 1);
      const pa = poseOf(random.between(-2, 2), 0, random.between(-4, 4));
      const pb = placeNear(random, a, pa, b);
      const { points, radius } = minkowskiDifference(place(a, pa), place(b, pb));
      const angle = random.between(-4, 4);
      const n = { x: Math.cos(angle), y: Math.sin(angle) };
      const far = Math.max(...points.map((p) => p.x * n.x + p.y * n.y)) + radius;
      expect(far).toBeCloseTo(reach(b, pb, n.x, n.y) + reach(a, pa, -n.x, -n.y), 5);
      const [s, t] = [support(place(b, pb), n), support(place(a, pa), { x: -n.x, y: -n.y })];
      expect((s.x - t.x) * n.x + (s.y - t.y) * n.y).toBeCloseTo(far, 5);
      expect(-gapAlong(a, pa, b, pb, -n.x, -n.y)).toBeCloseTo(far, 5);
    }
  });
});

describe("anything that is no shape, no place or no number", () => {
  const bad = { x: NaN, y: 0 };
  const far = { x: 1e300, y: 0 };
  const good = box(1, 1);
  const wrong: unknown[] = [
    undefined,
    null,
    7,
    "box",
    {},
    [],
    [bad],
    [far],
    [null],
    { type: "blob" },
    { support: 3 },
    { support: () => bad },
    { support: () => undefined },
    { support: ({ x, y }: Vector) => ({ x, y }), radius: -1 },
    { shape: null },
    { shape: good, position: bad },
    { shape: good, position: far },
    { shape: good, angle: Infinity },
    { shape: good, angle: "up" },
    { shape: good, rotate: 1 },
    { type: "box", width: -1, height: 1 },
    {
      type: "polygon",
      points: [
        { x: 0, y: 0 },
        { x: 1, y: 1 },
        { x: 2, y: 2 },
      ],
    },
    { type: "convex", points: [] },
  ];
  const two = [
    "distance",
    "intersects",
    "penetration",
    "minimumTranslation",
    "collide",
    "timeOfImpact",
    "minkowskiDifference",
  ] as const;

  it.each(two)("is refused by %s with a sentence", (name) => {
    const ask = (geometry as unknown as Record<string, (a: unknown, b: unknown) => unknown>)[name]!;
    for (const value of wrong) {
      for (const call of [() => ask(value, good), () => ask(good, value)]) {
        let error: unknown;
        try {
          call();
        } catch (caught) {
          error = caught;
        }
        expect(error, JSON.stringify(value)).toBeInstanceOf(geometry.PhysicsError);
        expect((error as Error).message.length).toBeGreaterThan(15);
      }
    }
    if (name !== "minkowskiDifference") expect(() => ask(good, good)).not.toThrow();
  });

  it("is refused by the other functions as well", () => {
    const calls: (() => unknown)[] = wrong.flatMap((value) => {
      const shape = value as geometry.Operand;
      return [
        () => geometry.rayCast(shape, { x: 0, y: 0 }, { x: 1, y: 0 }),
        () => geometry.shapeCast(shape, good, { x: 1, y: 0 }),
        () => geometry.sweep(good, shape, { x: 1, y: 0 }),
        () => geometry.closestPoint(shape, { x: 1, y: 0 }),
        () => support(shape, { x: 1, y: 0 }),
        () => massOf(shape),
      ];
    });
    for (const value of [undefined, null, 3, [], {}, bad, far]) {
      const vector = value as Vector;
      calls.push(
        () => geometry.rayCast(good, vector, { x: 1, y: 0 }),
        () => geometry.rayCast(good, { x: 1, y: 0 }, vector),
        () => geometry.shapeCast(good, good, vector),
        () => geometry.sweep(good, good, vector),
        () => geometry.closestPoint(good, vector),
        () => support(good, vector),
        () => geometry.convexHull(value as never),
        () => geometry.isConvex(value as never),
        () => geometry.winding(value as never),
        () => geometry.signedArea(value as never),
        () => decompose(value as never),
        () => convex(value as never),
      );
    }
    calls.push(
      () => support(good, { x: 0, y: 0 }),
      () => support(halfSpace({ x: 0, y: 1 }), { x: 1, y: 0 }),
      () => massOf(halfSpace({ x: 0, y: 1 })),
      () => massOf(good, -1),
      () => massOf(good, NaN),
      () => minkowskiDifference(good, ellipse(1, 2)),
      () => minkowskiDifference(good, halfSpace({ x: 0, y: 1 })),
      () => geometry.intersects(good, circle(1), { method: "sat" }),
      () => geometry.intersects(good, good, { method: "magic" as never }),
      () => geometry.distance(good, good, { cash: {} } as never),
      () => geometry.collide(good, good, { speculative: NaN }),
      () =>
        geometry.collide(
          good,
          chain([
            { x: 0, y: 0 },
            { x: 1, y: 0 },
            { x: 2, y: 1 },
          ]),
        ),
      () => geometry.timeOfImpact(good, { shape: good, rotation: 1e9 }),
      () => geometry.timeOfImpact(good, good, { tolerance: -1 }),
      () =>
        decompose(
          [
            { x: 0, y: 0 },
            { x: 1, y: 0 },
            { x: 0, y: 1 },
          ],
          { maxVertices: 2 },
        ),
      () =>
        decompose(
          [
            { x: 0, y: 0 },
            { x: 1, y: 0 },
            { x: 0, y: 1 },
          ],
          { holes: 3 as never },
        ),
      () => distance({ support: ({ x, y }) => (distance(good, good), { x, y }) }, good),
    );
    for (const call of calls.slice(0, -1)) {
      expect(call, String(call)).toThrow(geometry.PhysicsError);
    }
  });

  it("leaves everything as it was, so that the next call is answered", () => {
    let depth = 0;
    const nested = { support: ({ x, y }: Vector) => (depth++ > 6 && distance(good, good), { x, y }) };
    expect(() => distance(nested, { shape: good, position: { x: 5, y: 0 } })).toThrow(
      /must not call geometry functions/,
    );
    const loud = { support: ({ x, y }: Vector) => (depth++ > 20 && raise(), { x, y }) };
    depth = 0;
    expect(() => {
      for (;;) distance(loud, { shape: good, position: { x: 5, y: 0 } });
    }).toThrow("loud");
    expect(distance(good, { shape: good, position: { x: 5, y: 0 } }).distance).toBe(4);
    expect(distance(segment({ x: 0, y: 0 }, { x: 1, y: 0 }), [{ x: 0, y: 3 }]).distance).toBe(3);
  });
});

function raise(): never {
  throw new Error("loud");
}

describe("a concave bowl in a world", () => {
  it("holds balls, which come to rest in it and do not fall through", () => {
    const bowl = [
      { x: -4, y: 4 },
      { x: -3, y: 0 },
      { x: -1, y: -1 },
      { x: 1, y: -1 },
      { x: 3, y: 0 },
      { x: 4, y: 4 },
      { x: 3.5, y: 4 },
      { x: 2.5, y: 0.5 },
      { x: 0.8, y: -0.5 },
      { x: -0.8, y: -0.5 },
      { x: -2.5, y: 0.5 },
      { x: -3.5, y: 4 },
    ];
    const world = new World();
    const shapes = decompose(bowl).map((part) => ({ shape: polygon(part) }));
    expect(shapes.length).toBeLessThan(8);
    world.createBody({ type: "static", shapes });
    const balls = Array.from({ length: 20 }, (_, i) =>
      world.createBody({
        type: "dynamic",
        position: { x: (i % 5) - 2, y: 1.5 + Math.floor(i / 5) },
        shape: circle(0.3),
      }),
    );
    for (let i = 0; i < 600; i++) world.step(1 / 60);
    for (const ball of balls) {
      expect(ball.y).toBeGreaterThan(-0.6);
      expect(Math.abs(ball.x)).toBeLessThan(4);
      expect(Math.hypot(ball.linearVelocity.x, ball.linearVelocity.y)).toBeLessThan(0.1);
    }
    world.dispose();
  });
});
