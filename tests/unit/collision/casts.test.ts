// Rays, shape casts and swept separating axes: compared with closed forms where they exist, otherwise with sampling and
// bisection on signed distances in f64.
import { beforeAll, describe, expect, it } from "vitest";
import {
  Kind,
  Memory,
  type Pose,
  Random,
  type Shape,
  box,
  capsule,
  circle,
  ellipse,
  gapAlong,
  halfSpace,
  loadCore,
  pointDistance,
  pose,
  randomShape,
  segment,
} from "./harness";
import { Pairs } from "./pairs";

let pairs: Pairs;
let m: Memory;
let out: number;

beforeAll(async () => {
  pairs = new Pairs(await loadCore());
  m = pairs.m;
  out = m.take(64);
});

interface Hit {
  fraction: number;
  x: number;
  y: number;
  nx: number;
  ny: number;
  inside: number;
}

function readHit(): Hit {
  const at = out / 4;
  // + 0 turns −0 into 0; vitest tells them apart
  const [fraction, x, y, nx, ny] = Array.from(m.f32.subarray(at, at + 5), (value) => value + 0);
  return { fraction, x, y, nx, ny, inside: m.i32[at + 5] };
}

function ray(
  shape: Shape,
  at: Pose,
  ox: number,
  oy: number,
  dx: number,
  dy: number,
  which: "rayCast" | "rayCastExit" = "rayCast",
): Hit | undefined {
  const { slotA } = pairs;
  slotA.write(shape);
  slotA.place(at);
  return pairs.core[which](slotA.geometry, slotA.frame, ox, oy, dx, dy, out) ? readHit() : undefined;
}

/** Time at which `f` first falls to 0 between `low` (above) and `high` (not above). */
function bisect(f: (t: number) => number, low: number, high: number): number {
  for (let i = 0; i < 50; i++) {
    const middle = 0.5 * (low + high);
    if (f(middle) > 0) low = middle;
    else high = middle;
  }
  return high;
}

/** Signed distance, or for a sharp ellipse a multiple of its equation, which is also convex, has the same sign, and is cheaper. */
function level(shape: Shape, at: Pose, x: number, y: number): number {
  if (shape.kind !== Kind.Ellipse || shape.radius > 0) return pointDistance(shape, at, { x, y });
  const lx = at.c * (x - at.x) + at.s * (y - at.y);
  const ly = at.c * (y - at.y) - at.s * (x - at.x);
  const r = Math.sqrt((lx / shape.hx) ** 2 + (ly / shape.hy) ** 2);
  return (r - 1) * Math.min(shape.hx, shape.hy);
}

/** The smallest value of a convex function on [0, 1], and where it lies. */
function lowest(f: (t: number) => number): [number, number] {
  let low = 0;
  let high = 1;
  for (let i = 0; i < 60; i++) {
    const a = low + (high - low) / 3;
    const b = high - (high - low) / 3;
    if (f(a) < f(b)) high = b;
    else low = a;
  }
  const t = 0.5 * (low + high);
  return [f(t), t];
}

describe("a ray", () => {
  it("meets a circle where the quadratic says, on both sides", () => {
    const entry = ray(circle(2), pose(1, 1, 0.3), -9, 2, 20, 0)!;
    expect(entry.x).toBeCloseTo(1 - Math.sqrt(3), 6);
    expect(entry.nx).toBeCloseTo(-Math.sqrt(3) / 2, 6);
    expect(entry.ny).toBeCloseTo(0.5, 6);
    const exit = ray(circle(2), pose(1, 1, 0.3), -9, 2, 20, 0, "rayCastExit")!;
    expect(exit.x).toBeCloseTo(1 + Math.sqrt(3), 6);
    expect(exit.nx).toBeCloseTo(Math.sqrt(3) / 2, 6);
  });

  it("meets the sides of a box and the round corners of a rounded one", () => {
    const side = ray(box(1, 2), pose(0, 0, 0), -5, 1, 10, 0)!;
    expect([side.x, side.y, side.nx, side.ny]).toEqual([-1, 1, -1, 0]);
    expect(side.fraction).toBeCloseTo(0.4, 6);
    const corner = ray(box(1, 1, 0.5), pose(0, 0, 0), -5, -5, 10, 10)!;
    expect(corner.x).toBeCloseTo(-1 - 0.5 * Math.SQRT1_2, 6);
    expect(corner.nx).toBeCloseTo(-Math.SQRT1_2, 6);
    const flank = ray(capsule(1, 0.5), pose(0, 0, 0), 0.5, 3, 0, -6)!;
    expect([flank.y, flank.nx, flank.ny]).toEqual([0.5, 0, 1]);
  });

  it("meets a segment from both sides with the normal facing it, passes beside it, and along it hits its end", () => {
    expect(ray(segment(1), pose(0, 0, 0), 0.5, 1, 0, -2)).toMatchObject({ fraction: 0.5, nx: 0, ny: 1 });
    expect(ray(segment(1), pose(0, 0, 0), 0.5, -1, 0, 2)).toMatchObject({ fraction: 0.5, ny: -1 });
    expect(ray(segment(1), pose(0, 0, 0), 1.5, 1, 0, -2)).toBeUndefined();
    expect(ray(segment(1), pose(0, 0, 0), -3, 0, 4, 0)).toMatchObject({ fraction: 0.5, x: -1, nx: -1 });
    expect(ray(segment(1), pose(0, 0, 0), -3, 0.1, 4, 0)).toBeUndefined();
  });

  it("meets a half-space at its surface, on its way in and on its way out", () => {
    const ground = pose(0, 1, Math.PI / 2);
    const entry = ray(halfSpace(), ground, 3, 5, 0, -8)!;
    expect(entry.y).toBeCloseTo(1, 6);
    expect(entry.ny).toBeCloseTo(1, 6);
    expect(ray(halfSpace(), ground, 3, 5, 0, 8)).toBeUndefined();
    expect(ray(halfSpace(), ground, 3, 0, 0, 2)).toMatchObject({ inside: 1, fraction: 0 });
    expect(ray(halfSpace(), ground, 3, 0, 0, 2, "rayCastExit")!.fraction).toBeCloseTo(0.5, 6);
  });

  it("that starts inside reports that, and one of no length acts as a point", () => {
    for (const shape of [circle(1), box(1, 1), box(1, 1, 0.2), capsule(1, 0.5), ellipse(2, 1)]) {
      expect(ray(shape, pose(0, 0, 0.2), 0.1, 0.1, 5, 0)).toMatchObject({
        inside: 1,
        fraction: 0,
        x: Math.fround(0.1),
      });
      expect(ray(shape, pose(0, 0, 0.2), 0.1, 0.1, 0, 0)).toMatchObject({ inside: 1 });
      expect(ray(shape, pose(0, 0, 0.2), 9, 0.1, 0, 0)).toBeUndefined();
    }
  });

  it("from a kilometre away hits a shape of a millimetre where it should", () => {
    const hit = ray(circle(1e-3), pose(0, 0, 0), -1000, 5e-4, 2000, 0)!;
    expect(hit.fraction).toBeCloseTo(0.5, 6);
    expect(hit.ny).toBeCloseTo(0.5, 4);
  });

  it("enters and leaves every shape where the signed distance changes sign, with that surface's normal", () => {
    const random = new Random(1);
    for (let i = 0; i < 20_000; i++) {
      const size = random.scale(0.01, 100);
      const kind = random.below(7);
      const shape = randomShape(random, pairs.slotA, kind, size);
      if (kind === Kind.Ellipse && random.between(0, 1) < 0.02) shape.radius = Math.fround(size * random.between(0, 1));
      const at = pose(random.between(-2, 2), random.between(-2, 2), random.between(-4, 4));
      const ox = Math.fround(at.x + size * random.between(-4, 4));
      const oy = Math.fround(at.y + size * random.between(-4, 4));
      const dx = Math.fround(at.x + size * random.between(-2, 2) - ox);
      const dy = Math.fround(at.y + size * random.between(-2, 2) - oy);
      const along = (t: number): number => level(shape, at, ox + t * dx, oy + t * dy);
      const [depth, deepest] = lowest(along);
      const length = Math.hypot(dx, dy);
      const allowed = 4e-6 * (size + 2);
      const thin = kind === Kind.Segment && shape.radius === 0;
      // grazing rays, and rays that end on the surface, may be decided either way
      const unclear = Math.abs(depth) <= allowed || Math.abs(along(0)) <= allowed || Math.abs(along(1)) <= allowed;
      const entry = ray(shape, at, ox, oy, dx, dy);
      const exit = ray(shape, at, ox, oy, dx, dy, "rayCastExit");
      const fail = (why: string): never => {
        throw new Error(`${why}: ${JSON.stringify({ shape, at, ox, oy, dx, dy, depth, entry, exit })}`);
      };
      if (unclear && !thin) continue;
      if (thin) {
        if (entry && !(Math.abs(pointDistance(shape, at, entry)) <= allowed)) fail("a hit beside the line");
        continue;
      }
      const meets = depth < 0;
      if (!!entry !== meets) fail("entry");
      if (!!exit !== (meets && along(1) > 0)) fail("exit");
      if (entry && along(0) < 0 !== (entry.inside === 1)) fail("inside");
      const check = (hit: Hit, sign: number, exact: number): void => {
        if (!(Math.abs(pointDistance(shape, at, hit)) <= allowed)) fail("a hit off the surface");
        // near the tangent a small error of the surface is a large error along the ray
        const slope = Math.abs(hit.nx * dx + hit.ny * dy) / length;
        if (!(Math.abs(hit.fraction - exact) * length * slope <= 4 * allowed)) fail(`fraction is not ${exact}`);
        if (!(sign * (hit.nx * dx + hit.ny * dy) <= 1e-6 * length)) fail("normal on the wrong side");
        const step = 1e-3 * size;
        const off = pointDistance(shape, at, { x: hit.x + step * hit.nx, y: hit.y + step * hit.ny });
        if (!(Math.abs(off - step) <= 2e-2 * step + 2 * allowed)) fail("not the normal");
      };
      if (entry && entry.inside === 0) check(entry, 1, bisect(along, 0, deepest));
      if (exit) check(exit, -1, bisect((t) => along(1 - t), 0, 1 - deepest) * -1 + 1);
    }
  });
});

function cast(a: Shape, poseA: Pose, b: Shape, poseB: Pose, dx: number, dy: number): Hit | undefined {
  const { slotA, slotB, core } = pairs;
  pairs.write(a, b);
  pairs.place(poseA, poseB);
  const hit = core.castShape(slotA.geometry, slotA.frame, slotB.geometry, slotB.frame, dx, dy, out);
  return hit ? readHit() : undefined;
}

/** Signed distance of the pair with B moved by (x, y), by the layer's own distance function (which has its own tests). */
function distanceMoved(poseA: Pose, poseB: Pose, x: number, y: number): number {
  pairs.place(poseA, { ...poseB, x: poseB.x + x, y: poseB.y + y });
  return pairs.distance().distance;
}

describe("a shape cast", () => {
  it("of circles stops at the root of the quadratic", () => {
    const hit = cast(circle(1), pose(0, 0, 0), circle(0.5), pose(-5, 0.9, 0), 10, 0)!;
    const x = -Math.sqrt(1.5 ** 2 - 0.9 ** 2);
    expect(hit.fraction).toBeCloseTo((5 + x) / 10, 6);
    expect(hit.nx).toBeCloseTo(x / 1.5, 5);
    expect(hit.y).toBeCloseTo(0.6, 5);
  });

  it("of a box against a wall stops at the wall", () => {
    const hit = cast(box(0.1, 5), pose(10, 0, 0), box(1, 1), pose(0, 0.3, 0), 20, 0)!;
    expect(hit.fraction).toBeCloseTo(8.9 / 20, 6);
    expect([hit.nx, hit.ny]).toEqual([-1, 0]);
    expect(hit.x).toBeCloseTo(9.9, 5);
  });

  it("has fraction 0 and gives the way out if the shapes overlap at the start", () => {
    const hit = cast(box(1, 1), pose(0, 0, 0), circle(0.5), pose(1.2, 0, 0), 5, 0)!;
    expect(hit).toMatchObject({ fraction: 0, inside: 1, nx: 1, ny: 0 });
  });

  it("stops where the distance first vanishes, for every pair of kinds, and misses only shapes that stay apart", () => {
    const random = new Random(2);
    let hits = 0;
    let misses = 0;
    for (let i = 0; i < 40_000; i++) {
      const kindA = random.below(7);
      const kindB = random.below(6);
      const a = randomShape(random, pairs.slotA, kindA, 1);
      const b = randomShape(random, pairs.slotB, kindB, random.scale(0.1, 10));
      const far = 2 * (2 + b.bound);
      const poseA = pose(0, 0, random.between(-4, 4));
      const poseB = pose(random.between(-far, far), random.between(-far, far), random.between(-4, 4));
      const dx = Math.fround(random.between(-1, 1) * far - poseB.x);
      const dy = Math.fround(random.between(-1, 1) * far - poseB.y);
      const hit = cast(a, poseA, b, poseB, dx, dy);
      const allowed = 1e-5 * (2 + b.bound);
      const fail = (why: string): never => {
        throw new Error(`${why}: ${JSON.stringify({ hit, a, poseA, b, poseB, dx, dy })}`);
      };
      const start = distanceMoved(poseA, poseB, 0, 0);
      if (Math.abs(start) <= allowed) continue;
      if (hit) {
        hits++;
        if ((hit.inside === 1) !== start < 0) fail("inside");
        const there = distanceMoved(poseA, poseB, hit.fraction * dx, hit.fraction * dy);
        if (hit.inside === 0 && !(Math.abs(there) <= allowed)) fail(`stops at a distance of ${there}`);
        if (Math.abs(Math.hypot(hit.nx, hit.ny) - 1) > 1e-5) fail("normal");
        if (!(pointDistance(a, poseA, hit) <= allowed + (hit.inside ? 1e9 : 0))) fail("point off the target");
        for (let k = 0; k < 8 && hit.inside === 0; k++) {
          const t = (hit.fraction * k) / 8;
          if (!(distanceMoved(poseA, poseB, t * dx, t * dy) > -allowed)) fail("passed through");
        }
      } else {
        misses++;
        // the distance along a line is convex outside: its minimum is found by thirds
        const [least] = lowest((t) => distanceMoved(poseA, poseB, t * dx, t * dy));
        if (!(least >= -allowed)) fail(`missed a depth of ${least}`);
      }
    }
    expect(hits).toBeGreaterThan(5000);
    expect(misses).toBeGreaterThan(2000);
  });
});

const State = { Miss: 0, Overlap: 1, Hit: 2 };

function sweep(a: Shape, poseA: Pose, b: Shape, poseB: Pose, dx: number, dy: number) {
  const { slotA, slotB, core } = pairs;
  pairs.write(a, b);
  pairs.place(poseA, poseB);
  core.sweepShapes(slotA.geometry, slotA.frame, slotB.geometry, slotB.frame, dx, dy, out);
  const [, time, nx, ny] = Array.from(m.f32.subarray(out / 4, out / 4 + 4), (value) => value + 0);
  return { state: m.i32[out / 4], time, nx, ny };
}

describe("swept separating axes", () => {
  it("tell overlap, future hit and miss apart, and give the normals", () => {
    const a = box(1, 1);
    const at = pose(0, 0, 0);
    expect(sweep(a, at, a, pose(-4, 0, 0), 4, 0)).toMatchObject({ state: State.Hit, time: 0.5, nx: -1, ny: 0 });
    expect(sweep(a, at, a, pose(-4, 0, 0), -4, 0)).toMatchObject({ state: State.Miss });
    expect(sweep(a, at, a, pose(-4, 0, 0), 1.5, 0)).toMatchObject({ state: State.Miss });
    expect(sweep(a, at, a, pose(-4, 2.5, 0), 9, 0)).toMatchObject({ state: State.Miss });
    expect(sweep(a, at, a, pose(-1.5, 0.2, 0), 3, 0)).toMatchObject({ state: State.Overlap, time: -0.5, nx: -1 });
  });

  it("tell overlap from miss at zero relative velocity", () => {
    const a = box(1, 1);
    expect(sweep(a, pose(0, 0, 0), a, pose(1.5, 0, 0), 0, 0)).toMatchObject({ state: State.Overlap, time: -0.5 });
    expect(sweep(a, pose(0, 0, 0), a, pose(2.5, 0, 0), 0, 0)).toMatchObject({ state: State.Miss });
    expect(sweep(a, pose(0, 0, 0), a, pose(2, 0, 0), 0, 0)).toMatchObject({ state: State.Miss });
  });

  it("report a hit at time 0 for touching shapes that approach, and a miss if they part or slide", () => {
    const a = box(1, 1);
    expect(sweep(a, pose(0, 0, 0), a, pose(2, 0, 0), -1, 0)).toMatchObject({ state: State.Hit, time: 0, nx: 1 });
    expect(sweep(a, pose(0, 0, 0), a, pose(2, 0, 0), 1, 0)).toMatchObject({ state: State.Miss });
    expect(sweep(a, pose(0, 0, 0), a, pose(2, 0, 0), 0, 1)).toMatchObject({ state: State.Miss });
  });

  it("make two segments on one line hit end to end", () => {
    const a = segment(1);
    const hit = sweep(a, pose(0, 0, 0), a, pose(4, 0, 0), -4, 0);
    expect(hit).toMatchObject({ state: State.Hit, time: 0.5, nx: 1 });
  });

  it("agree with the shape cast in all three classes, for sharp and rounded shapes", () => {
    const random = new Random(3);
    const seen = [0, 0, 0];
    for (let i = 0; i < 40_000; i++) {
      const kinds = [Kind.Segment, Kind.Box, Kind.Polygon];
      const a = randomShape(random, pairs.slotA, kinds[random.below(3)], 1);
      const b = randomShape(random, pairs.slotB, kinds[random.below(3)], random.scale(0.1, 10));
      if (random.between(0, 1) < 0.8) a.radius = b.radius = 0;
      const far = 1.5 * (2 + b.bound);
      const poseA = pose(0, 0, random.between(-4, 4));
      const poseB = pose(random.between(-far, far), random.between(-far, far), random.between(-4, 4));
      const still = random.between(0, 1) < 0.1;
      const dx = still ? 0 : Math.fround(random.between(-1, 1) * far - poseB.x);
      const dy = still ? 0 : Math.fround(random.between(-1, 1) * far - poseB.y);
      const hit = cast(a, poseA, b, poseB, dx, dy);
      const found = sweep(a, poseA, b, poseB, dx, dy);
      const fail = (why: string): never => {
        throw new Error(`${why}: ${JSON.stringify({ found, hit, a, poseA, b, poseB, dx, dy })}`);
      };
      const allowed = 1e-5 * (2 + b.bound);
      const expected = !hit ? State.Miss : hit.inside === 1 ? State.Overlap : State.Hit;
      seen[found.state]++;
      if (found.state !== expected) {
        // allowed on the border between two classes: touching at the start, grazing, or arriving at the very end
        const [least] = lowest((t) => distanceMoved(poseA, poseB, t * dx, t * dy));
        const start = distanceMoved(poseA, poseB, 0, 0);
        if (Math.abs(least) > allowed && Math.abs(start) > allowed) fail("class");
        continue;
      }
      if (found.state === State.Overlap) {
        const gap = gapAlong(a, poseA, b, poseB, found.nx, found.ny);
        const start = distanceMoved(poseA, poseB, 0, 0);
        if (!(Math.abs(found.time - start) <= allowed && Math.abs(gap - start) <= allowed)) fail("depth");
      }
      if (found.state === State.Hit) {
        const slope = Math.abs(found.nx * dx + found.ny * dy);
        if (!(Math.abs(found.time - hit!.fraction) * slope <= 2 * allowed)) fail("time");
      }
    }
    expect(Math.min(...seen)).toBeGreaterThan(3000);
  });
});
