// Rays against closed forms, sweeps and times of impact against bisection. SCREE_LONG=1 takes 10^5 pairs.
import { describe, expect, it } from "vitest";
import {
  type MovingShape,
  type Vector,
  box,
  capsule,
  circle,
  ellipse,
  halfSpace,
  polygon,
  rayCast,
  segment,
  shapeCast,
  sweep,
  timeOfImpact,
} from "../../dist/geometry.js";
import { times } from "../helpers/engine";
import { Random } from "../helpers/numbers";
import {
  KINDS,
  type Model,
  type Pose,
  gapAlong,
  inWorld,
  place,
  placeNear,
  poseOf,
  randomModel,
  signedDistance,
  sizeOf,
} from "./oracle";

const moved = (p: Pose, t: number, by: Vector, turn: number, pivot: Vector): Pose => {
  const from = inWorld(p, pivot);
  const at = poseOf(0, 0, p.angle + t * turn);
  const to = inWorld(at, pivot);
  return { ...at, x: from.x + t * by.x - to.x, y: from.y + t * by.y - to.y };
};

describe("a ray", () => {
  it("enters and leaves where the closed form says, with both normals", () => {
    const close = (p: Vector, x: number, y: number): void => {
      expect(p.x).toBeCloseTo(x, 5);
      expect(p.y).toBeCloseTo(y, 5);
    };
    const h = Math.sqrt(0.75);
    const cases: [Parameters<typeof rayCast>[0], number, number][] = [
      [circle(1), -h, h],
      [capsule(2, 1), -1 - h, 1 + h],
      [box(4, 2), -2, 2],
      [box(2, 1, { radius: 0.5 }), -1.5, 1.5],
      [ellipse(2, 1), -2 * h, 2 * h],
      [
        polygon([
          { x: -1, y: -2 },
          { x: 1, y: -2 },
          { x: 1, y: 2 },
          { x: -1, y: 2 },
        ]),
        -1,
        1,
      ],
      [{ support: ({ x, y }) => ({ x, y }) }, -h, h],
    ];
    for (const [shape, enter, leave] of cases) {
      const hit = rayCast(shape, { x: -10, y: 0.5 }, { x: 20, y: 0 })!;
      close(hit.point, enter, 0.5);
      close(hit.exit!.point, leave, 0.5);
      expect(hit.fraction).toBeCloseTo((enter + 10) / 20, 6);
      expect(hit.exit!.fraction).toBeCloseTo((leave + 10) / 20, 6);
      expect(hit.inside).toBe(false);
      expect(hit.normal.x).toBeCloseTo(-hit.exit!.normal.x, 5);
      expect(hit.normal.y).toBeCloseTo(hit.exit!.normal.y, 5);
      expect(Math.hypot(hit.normal.x, hit.normal.y)).toBeCloseTo(1, 6);
      expect(rayCast(shape, { x: -10, y: 3 }, { x: 20, y: 0 })).toBeNull();
      const inner = rayCast(shape, { x: 0, y: 0.5 }, { x: 20, y: 0 })!;
      expect([inner.inside, inner.fraction, inner.point, inner.normal]).toEqual([
        true,
        0,
        { x: 0, y: 0.5 },
        { x: 0, y: 0 },
      ]);
      close(inner.exit!.point, leave, 0.5);
      expect(rayCast(shape, { x: -10, y: 0.5 }, { x: 10, y: 0 })!.exit).toBeNull();
    }
    expect(rayCast(circle(1), { x: -2, y: 0.5 }, { x: 4, y: 0 })!.normal.x).toBeCloseTo(-h, 6);
    const across = rayCast(segment({ x: 0, y: -1 }, { x: 0, y: 1 }), { x: -1, y: 0 }, { x: 2, y: 0 })!;
    expect([across.fraction, across.normal]).toEqual([0.5, { x: -1, y: 0 }]);
    const down = rayCast(halfSpace({ x: 0, y: 1 }), { x: 0, y: 2 }, { x: 0, y: -4 })!;
    expect([down.fraction, down.normal.y, down.exit]).toEqual([0.5, 1, null]);
  });

  it("in a random direction meets every kind of shape on its surface, and not before", () => {
    const random = new Random(5);
    const count = times(800, 100_000);
    let hits = 0;
    for (let i = 0; i < count; i++) {
      const unit = 10 ** random.between(-3, 3);
      const made = randomModel(random, random.pick(KINDS.filter((kind) => kind !== "point")), unit);
      const m = { ...made, bound: Math.max(made.bound, unit) };
      const p = poseOf(random.between(-1, 1) * m.bound, random.between(-1, 1) * m.bound, random.between(-4, 4));
      const point = model("ray", { x: 0, y: 0 });
      const origin = { x: p.x + random.between(-3, 3) * m.bound, y: p.y + random.between(-3, 3) * m.bound };
      const by = { x: random.between(-6, 6) * m.bound, y: random.between(-6, 6) * m.bound };
      const at = (t: number): number =>
        signedDistance(m, p, point, poseOf(origin.x + t * by.x, origin.y + t * by.y, 0));
      const size = 10 * m.bound + Math.hypot(by.x, by.y);
      const hit = rayCast(place(m, p), origin, by);
      const fail = (why: string): never => {
        throw new Error(`${m.name}: ${why}: ${JSON.stringify({ hit, origin, by, m, p })}`);
      };
      // the distance along a line is convex: its minimum is found by thirds
      let [low, high] = [0, 1];
      for (let k = 0; k < 60; k++) {
        const [a, b] = [low + (high - low) / 3, high - (high - low) / 3];
        if (at(a) < at(b)) high = b;
        else low = a;
      }
      const least = at(0.5 * (low + high));
      if (hit === null) {
        if (!(least > -1e-5 * size)) fail(`it comes to ${least}`);
        continue;
      }
      hits++;
      if (!(least < 1e-5 * size)) fail(`it comes no nearer than ${least}`);
      if (hit.inside) {
        if (!(at(0) < 1e-5 * size)) fail("it does not start inside");
      } else if (!(Math.abs(at(hit.fraction)) < 1e-5 * size)) {
        fail(`the point is ${at(hit.fraction)} from the surface`);
      }
      if (
        !(
          Math.hypot(hit.point.x - origin.x - hit.fraction * by.x, hit.point.y - origin.y - hit.fraction * by.y) <
          1e-5 * size
        )
      ) {
        fail("the point is not on the ray");
      }
      if (hit.exit) {
        if (!(Math.abs(at(hit.exit.fraction)) < 1e-5 * size)) fail("the exit is not on the surface");
        if (!(hit.exit.fraction >= hit.fraction - 1e-5)) fail("it leaves before it enters");
        if (!(hit.exit.normal.x * by.x + hit.exit.normal.y * by.y >= -1e-4 * Math.hypot(by.x, by.y)))
          fail("it leaves against the normal");
      } else if (!(at(1) < 1e-5 * size)) {
        fail("it does not end inside");
      }
      if (!hit.inside && !(hit.normal.x * by.x + hit.normal.y * by.y <= 1e-4 * Math.hypot(by.x, by.y)))
        fail("it enters along the normal");
    }
    expect(hits).toBeGreaterThan(0.1 * count);
  });
});

function model(name: string, at: Vector): Model {
  return { name, shape: [at], vertices: [at], radius: 0, angle: 0, bound: 0 };
}

/** The first time in [0, 1] at which two shapes that only translate touch, by bisection; Infinity if they never touch. */
function firstTouch(gap: (t: number) => number, tolerance: number): number {
  let [low, high] = [0, 1];
  for (let k = 0; k < 50; k++) {
    const [a, b] = [low + (high - low) / 3, high - (high - low) / 3];
    if (gap(a) < gap(b)) high = b;
    else low = a;
  }
  const lowest = 0.5 * (low + high);
  if (gap(lowest) > tolerance) {
    return Infinity;
  }
  [low, high] = [0, lowest];
  for (let k = 0; k < 50; k++) {
    const middle = 0.5 * (low + high);
    if (gap(middle) > 0) low = middle;
    else high = middle;
  }
  return high;
}

const worst = { sweep: 0, impact: 0 };

describe("a sweep", () => {
  it("tells overlap, future hit and miss apart as bisection does, even at zero relative velocity", () => {
    const random = new Random(6);
    const count = times(800, 100_000);
    const seen = { overlap: 0, hit: 0, miss: 0 };
    for (let i = 0; i < count; i++) {
      const size = 10 ** random.between(-3, 3);
      const a = randomModel(random, random.pick(KINDS), size);
      const b = randomModel(random, random.pick(KINDS), size * 10 ** random.between(-1, 1));
      if (a.normal && b.normal) continue;
      const pa = poseOf(0, 0, random.between(-4, 4));
      const start = placeNear(random, a, pa, b);
      const far = random.chance(0.7) ? random.between(0, 3) * (a.bound + b.bound) : 0;
      const away = random.between(-4, 4);
      const pb = poseOf(start.x + far * Math.cos(away), start.y + far * Math.sin(away), start.angle);
      const still = random.chance(0.1);
      const aim = random.between(0, 1.6);
      const by = still
        ? { x: 0, y: 0 }
        : {
            x: aim * (pa.x - pb.x) + random.between(-1, 1) * a.bound,
            y: aim * (pa.y - pb.y) + random.between(-1, 1) * a.bound,
          };
      const gap = (t: number): number => signedDistance(a, pa, b, { ...pb, x: pb.x + t * by.x, y: pb.y + t * by.y });
      const scale = sizeOf(a, pa, b, pb) + Math.hypot(by.x, by.y);
      const tolerance = 4e-6 * scale;
      const answer = sweep(place(a, pa), place(b, pb), by);
      const cast = shapeCast(place(b, pb), place(a, pa), by);
      const fail = (why: string): never => {
        throw new Error(`${a.name}, ${b.name}: ${why}: ${JSON.stringify({ answer, cast, by, a, pa, b, pb })}`);
      };
      seen[answer.state]++;
      const now = gap(0);
      if (now < -tolerance) {
        if (answer.state !== "overlap" || !cast?.inside) fail("no overlap");
        worst.sweep = Math.max(worst.sweep, Math.abs(answer.time - now) / scale);
        if (!(Math.abs(answer.time - now) <= tolerance)) fail(`the depth is ${now}`);
        continue;
      }
      if (now <= tolerance) continue; // touching: rounding decides
      if (still && (answer.state !== "miss" || answer.time !== Infinity || cast)) fail("what does not move is hit");
      const grazing = tolerance;
      const touch = firstTouch(gap, grazing);
      for (const time of [
        answer.state === "hit" ? answer.time : answer.state === "miss" ? Infinity : NaN,
        cast ? cast.fraction : Infinity,
      ]) {
        if (time === Infinity) {
          if (firstTouch(gap, -grazing) < Infinity) fail(`it is hit at ${touch}`);
        } else {
          if (touch === Infinity) fail("it is never hit");
          // compared as a length, since at a grazing angle a tiny gap takes a long time
          const off = gap(time);
          worst.sweep = Math.max(worst.sweep, Math.abs(off) / scale);
          if (!(Math.abs(off) <= tolerance)) fail(`at ${time} the gap is ${off}`);
          if (!(time <= touch + 1e-4 || gap(0.5 * (touch + time)) > -tolerance)) fail(`it is hit at ${touch}`);
        }
      }
      if (answer.state === "hit") {
        const at = { ...pb, x: pb.x + answer.time * by.x, y: pb.y + answer.time * by.y };
        const along = gapAlong(a, pa, b, at, answer.normal.x, answer.normal.y);
        if (!a.normal && !b.normal && !(Math.abs(along) <= 50 * tolerance))
          fail(`along the normal the gap is ${along}`);
        if (!(answer.normal.x * by.x + answer.normal.y * by.y <= 1e-4 * Math.hypot(by.x, by.y)))
          fail("it is hit from behind");
      }
    }
    console.log(`${count} cases of a sweep: ${JSON.stringify(seen)}, worst ${worst.sweep}`);
    expect(Math.min(seen.hit, seen.miss, seen.overlap)).toBeGreaterThan(0.1 * count);
  });
});

describe("the time of impact", () => {
  it("of circles is the root of the quadratic", () => {
    const random = new Random(7);
    for (let i = 0; i < times(5000, 100_000); i++) {
      const [r, s] = [random.between(0.01, 2), random.between(0.01, 2)];
      const p = { x: random.between(-9, 9), y: random.between(-9, 9) };
      const v = { x: random.between(-20, 20), y: random.between(-20, 20) };
      const [A, B] = [circle(r), circle(s)];
      const sum = A.radius + B.radius;
      const [a, b, c] = [v.x ** 2 + v.y ** 2, p.x * v.x + p.y * v.y, p.x ** 2 + p.y ** 2 - sum ** 2];
      const root = (-b - Math.sqrt(b * b - a * c)) / a;
      const found = timeOfImpact(A, { shape: B, position: p, translation: v, rotation: random.between(-9, 9) });
      if (c < -1e-5) {
        expect(found.fraction).toBe(0);
      } else if (b < 0 && b * b - a * c > 1e-4 * a && root < 0.999) {
        expect(found.state).toBe("hit");
        expect(Math.abs(found.fraction - root)).toBeLessThan(1e-5 / Math.sqrt(1 - (a * c) / (b * b)));
      } else if (!(b * b - a * c > -1e-4 * a) || root > 1.001 || b > 0) {
        expect(found.state).toBe("separated");
      }
    }
  });

  it("of turning shapes is never late, and the shapes touch then", () => {
    const random = new Random(8);
    const count = times(1000, 100_000);
    const seen = { hit: 0, separated: 0, overlapped: 0, failed: 0 };
    for (let i = 0; i < count; i++) {
      const size = 10 ** random.between(-2, 2);
      const kinds = KINDS.filter((kind) => kind !== "half-space");
      const a = randomModel(random, random.chance(0.1) ? "half-space" : random.pick(kinds), size);
      const b = randomModel(random, random.pick(kinds), size * 10 ** random.between(-1, 1));
      const pa = poseOf(0, 0, random.between(-4, 4));
      const away = random.between(-4, 4);
      const far = random.between(0.5, 3) * (a.bound + b.bound);
      const pb = poseOf(far * Math.cos(away), far * Math.sin(away), random.between(-4, 4));
      const aim = random.between(0, 2);
      const byB = { x: -aim * pb.x + random.between(-1, 1) * size, y: -aim * pb.y + random.between(-1, 1) * size };
      const byA = random.chance(0.5)
        ? { x: random.between(-1, 1) * size, y: random.between(-1, 1) * size }
        : { x: 0, y: 0 };
      const turnA = a.normal || random.chance(0.3) ? 0 : random.between(-3, 3);
      const turnB = random.chance(0.3) ? 0 : random.between(-1, 1) * (random.chance(0.1) ? 12 : 3);
      const pivot = random.chance(0.5)
        ? { x: 0, y: 0 }
        : { x: random.between(-1, 1) * size, y: random.between(-1, 1) * size };
      const moving = (m: Model, p: Pose, translation: Vector, rotation: number, about: Vector): MovingShape => ({
        ...place(m, p),
        translation,
        rotation,
        pivot: about,
      });
      const answer = timeOfImpact(moving(a, pa, byA, turnA, { x: 0, y: 0 }), moving(b, pb, byB, turnB, pivot));
      const gap = (t: number): number =>
        signedDistance(a, moved(pa, t, byA, turnA, { x: 0, y: 0 }), b, moved(pb, t, byB, turnB, pivot));
      const scale = sizeOf(a, pa, b, pb) + Math.hypot(byA.x, byA.y) + Math.hypot(byB.x, byB.y);
      const tolerance = 1e-5 * scale;
      const fail = (why: string): never => {
        throw new Error(
          `${a.name}, ${b.name}: ${why}: ${JSON.stringify({ answer, byA, byB, turnA, turnB, pivot, a, pa, b, pb })}`,
        );
      };
      seen[answer.state]++;
      if (answer.state === "overlapped") {
        if (!(gap(0) < tolerance)) fail(`at the start the gap is ${gap(0)}`);
        continue;
      }
      if (answer.state === "hit") {
        const at = gap(answer.fraction);
        worst.impact = Math.max(worst.impact, Math.abs(at) / scale);
        if (!(Math.abs(at) < tolerance || (answer.fraction === 0 && at < tolerance)))
          fail(`at the time the gap is ${at}`);
      }
      // nothing may touch before, as seen at many times
      for (let k = 0; k < 64; k++) {
        const t = (answer.fraction * k) / 64;
        if (!(gap(t) > -tolerance)) fail(`at ${t} the gap is ${gap(t)} already`);
      }
    }
    console.log(`${count} cases of an impact: ${JSON.stringify(seen)}, worst ${worst.impact}`);
    expect(seen.failed).toBe(0);
    expect(Math.min(seen.hit, seen.separated)).toBeGreaterThan(0.1 * count);
  });

  it("counts whole turns: a rod that turns once hits a post in its way", () => {
    const rod = { shape: capsule(2, 0.1), rotation: 2 * Math.PI };
    const post = { shape: circle(0.1), position: { x: 0, y: 1 } };
    const hit = timeOfImpact(post, rod);
    expect(hit.state).toBe("hit");
    // they touch when the rod's axis is 0.2 from the post's centre: a quarter turn less asin(0.2)
    expect(hit.fraction * 2 * Math.PI).toBeCloseTo(Math.PI / 2 - Math.asin(0.2), 4);
    expect(timeOfImpact({ shape: circle(0.1), position: { x: 0, y: 1.5 } }, rod).state).toBe("separated");
  });
});
