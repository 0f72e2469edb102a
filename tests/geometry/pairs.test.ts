// Separating axes, GJK and EPA against 64-bit brute force, all pairs of kinds, sizes 1e-4 to 1e4. SCREE_LONG=1 takes 10^6.
import { describe, expect, it } from "vitest";
import { type PairCache, collide, distance, intersects, minimumTranslation, penetration } from "../../dist/geometry.js";
import { times } from "../helpers/engine";
import { Random } from "../helpers/numbers";
import {
  KINDS,
  type Model,
  type Pose,
  gapAlong,
  place,
  placeNear,
  poseOf,
  randomModel,
  signedDistance,
  sizeOf,
} from "./oracle";

/** The error that answers may have, as a share of the size; measured over 10^6 pairs: a tenth of it. */
const ROUNDING = 2e-6;
/** The margin within which a manifold may keep the face of the step before (m), three times over. */
const FACE_BIAS = 0.0015;
const isSharp = (m: Model): boolean => m.radius === 0 && m.vertices.length > 1;
const inCore = (m: Model): boolean => !["points", "convex", "support", "point"].includes(m.name);

/** The worst errors so far, as shares of the size. */
const worst = { distance: 0, depth: 0, witness: 0 };

function check(a: Model, pa: Pose, b: Model, pb: Pose): void {
  const [A, B] = [place(a, pa), place(b, pb)];
  const size = sizeOf(a, pa, b, pb);
  const found = distance(A, B);
  const deep = penetration(A, B);
  // the gap along any direction is a lower bound; the directions answered are worth trying as well
  const bound = (n: { x: number; y: number }): number => {
    const gap = gapAlong(a, pa, b, pb, n.x, n.y);
    return Number.isFinite(gap) && Math.abs(Math.hypot(n.x, n.y) - 1) < 1e-5 ? gap : -Infinity;
  };
  const exact = Math.max(signedDistance(a, pa, b, pb), bound(found.normal), bound(deep?.normal ?? found.normal));
  const fail = (why: string, got: unknown): never => {
    throw new Error(`${a.name}, ${b.name}: ${why}: ${JSON.stringify({ got, exact, size, a, pa, b, pb })}`);
  };
  const near = (x: number, y: number, tolerance: number): boolean => Math.abs(x - y) <= tolerance;
  const bottomless = a.normal !== undefined && b.normal !== undefined;
  const tolerance = ROUNDING * size;

  if (!bottomless && exact !== -Infinity) {
    const gap = gapAlong(a, pa, b, pb, found.normal.x, found.normal.y);
    if (exact > tolerance) {
      worst.distance = Math.max(worst.distance, Math.abs(found.distance - exact) / size);
      if (!near(found.distance, exact, tolerance)) fail("distance", found);
      if (gap < Infinity && gap > -Infinity && !near(gap, exact, 4 * tolerance))
        fail("normal of the distance", { found, gap });
      const dx = found.pointB.x - found.pointA.x - found.normal.x * found.distance;
      const dy = found.pointB.y - found.pointA.y - found.normal.y * found.distance;
      worst.witness = Math.max(worst.witness, Math.hypot(dx, dy) / size);
      if (!(Math.hypot(dx, dy) <= 2 * tolerance)) fail("closest points", found);
    } else if (exact < -tolerance && found.distance !== 0) {
      fail("distance of an overlap", found);
    }
  }

  if (!bottomless) {
    if (exact > tolerance && deep !== null) fail("penetration apart", deep);
    if (exact < -tolerance) {
      if (deep === null) throw fail("no penetration", deep);
      worst.depth = Math.max(worst.depth, Math.abs(deep.depth + exact) / size);
      if (!near(deep.depth, -exact, tolerance)) fail("depth", deep);
      if (!near(Math.hypot(deep.normal.x, deep.normal.y), 1, 1e-5)) fail("unit normal", deep);
    }
    const move = minimumTranslation(A, B);
    if (exact > tolerance && move !== null) fail("translation apart", move);
    if (exact < -tolerance) {
      if (move === null) throw fail("no translation", move);
      if (!near(Math.hypot(move.x, move.y), -exact, tolerance)) fail("length of the translation", move);
      const after = { ...pb, x: pb.x + move.x, y: pb.y + move.y };
      const left = signedDistance(a, pa, b, after);
      if (!(left > -4 * tolerance)) fail("the translation leaves an overlap", { move, left });
    }
  }

  if (Math.abs(exact) > tolerance) {
    const overlap = exact < 0;
    if (intersects(A, B) !== overlap) fail("intersects", !overlap);
    if (intersects(A, B, { method: "gjk" }) !== overlap) fail("intersects by GJK", !overlap);
    if (isSharp(a) && isSharp(b) && inCore(a) && inCore(b) && intersects(A, B, { method: "sat" }) !== overlap) {
      fail("intersects by separating axes", !overlap);
    }
  }
  const contact = bottomless ? null : collide(A, B);
  if (exact < -tolerance - FACE_BIAS && !bottomless && contact === null) fail("no contact", contact);
  if (exact > 2 * tolerance + FACE_BIAS && contact !== null) fail("a contact apart", contact);
  for (const { point, separation } of contact?.points ?? []) {
    if (![point.x, point.y, separation].every(Number.isFinite)) fail("a contact that is no number", contact);
  }
}

function size(random: Random): number {
  return random.chance(0.4) ? 1 : 10 ** random.between(-4, 4);
}

describe("two shapes", () => {
  it("agree with brute force in distance, overlap, depth and the way out, whatever their kinds, sizes and places", () => {
    const random = new Random(1);
    const count = times(8000, 1_000_000);
    for (let i = 0; i < count; i++) {
      const first = size(random);
      const a = randomModel(random, random.pick(KINDS), first);
      const b = randomModel(random, random.pick(KINDS), random.chance(0.7) ? first : size(random));
      const far = random.chance(0.1) ? 1e5 : 0;
      const pa = poseOf(
        random.between(-far, far),
        random.between(-far, far),
        random.chance(0.3) ? 0 : random.between(-4, 4),
      );
      check(a, pa, b, placeNear(random, a, pa, b));
    }
    console.log(`${count} pairs, worst shares of the size: ${JSON.stringify(worst)}`);
    expect(worst.distance).toBeLessThan(ROUNDING);
  });

  it("answer alike with a cache", () => {
    const random = new Random(2);
    for (let i = 0; i < 200; i++) {
      const a = randomModel(random, random.pick(KINDS), 1);
      const b = randomModel(random, random.pick(KINDS), 1);
      const cache: PairCache = {};
      let pb = placeNear(random, a, poseOf(0, 0, 0), b);
      for (let step = 0; step < 20; step++) {
        pb = poseOf(pb.x + random.between(-0.1, 0.1), pb.y + random.between(-0.1, 0.1), pb.angle + 0.05);
        const [A, B] = [place(a, poseOf(0, 0, 0)), place(b, pb)];
        const out = distance(A, B);
        const cached = distance(A, B, { cache, out: structuredClone(out) });
        expect(cached.distance).toBeCloseTo(out.distance, 5);
        if (Math.abs(signedDistance(a, poseOf(0, 0, 0), b, pb)) > 1e-5) {
          expect(intersects(A, B, { cache })).toBe(intersects(A, B));
        }
      }
    }
  });
});
