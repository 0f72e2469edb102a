// What a solver relies on in a manifold besides its depth: where the points lie, how many there are, which feature each is
// named after, and that the manifold does not depend on the order of the shapes.
import { beforeAll, describe, expect, it } from "vitest";
import {
  KIND_NAMES,
  Kind,
  Random,
  type Shape,
  box,
  capsule,
  circle,
  ellipse,
  halfSpace,
  loadCore,
  pose,
  randomShape,
  segment,
} from "./harness";
import { Pairs } from "./pairs";

let pairs: Pairs;
let nearest: number;

beforeAll(async () => {
  pairs = new Pairs(await loadCore());
  nearest = pairs.m.take(32);
});

/** Signed distance of a world point from shape A or B as last placed. */
function distanceTo(which: "slotA" | "slotB", x: number, y: number): number {
  const slot = pairs[which];
  return pairs.core.nearestPoint(slot.geometry, slot.frame, x, y, nearest);
}

function touch(a: Shape, poseA: ReturnType<typeof pose>, b: Shape, poseB: ReturnType<typeof pose>) {
  pairs.write(a, b);
  return pairs.collide(poseA, poseB);
}

describe("contact points", () => {
  it("lie midway between the two surfaces, for every pair of sharp shapes that touch or nearly touch", () => {
    const random = new Random(1);
    const kinds = [Kind.Circle, Kind.Segment, Kind.Box, Kind.Polygon, Kind.Ellipse, Kind.HalfSpace];
    let seen = 0;
    for (let i = 0; i < 100_000; i++) {
      const kindA = kinds[random.below(6)];
      const kindB = kinds[random.below(kindA === Kind.HalfSpace ? 5 : 6)];
      const a = randomShape(random, pairs.slotA, kindA, 1);
      const b = randomShape(random, pairs.slotB, kindB, random.scale(0.1, 10));
      if (a.kind !== Kind.Circle) a.radius = 0;
      if (b.kind !== Kind.Circle) b.radius = 0;
      pairs.write(a, b);
      const poseA = pose(0, 0, random.between(-4, 4));
      const contact = pairs.collide(poseA, pairs.placeNear(random, a, poseA, b));
      for (const p of contact.points) {
        if (Math.abs(p.separation) > 0.02) continue;
        seen++;
        const hx = 0.5 * p.separation * contact.nx;
        const hy = 0.5 * p.separation * contact.ny;
        const size = b.bound === Infinity ? 2 : 1 + b.bound;
        // a clipped point may lie on the line through a face but beside the face, by less than its separation
        const allowed = 5e-6 * size + 0.05 * Math.abs(p.separation) + 0.0011;
        const offA = Math.abs(distanceTo("slotA", p.x - hx, p.y - hy));
        const offB = Math.abs(distanceTo("slotB", p.x + hx, p.y + hy));
        if (!(offA < allowed && offB < allowed)) throw new Error(JSON.stringify({ offA, offB, contact, a, b }));
      }
    }
    expect(seen).toBeGreaterThan(10_000);
  });

  it("do not depend on the order of the shapes", () => {
    const random = new Random(2);
    for (let i = 0; i < 100_000; i++) {
      const kindA = random.below(7);
      const kindB = random.below(7);
      const a = randomShape(random, pairs.slotA, kindA, 1);
      const b = randomShape(random, pairs.slotB, kindB, random.scale(0.1, 10));
      const poseA = pose(0, 0, random.between(-4, 4));
      const poseB = pairs.placeNear(random, a, poseA, b);
      const there = touch(a, poseA, b, poseB);
      const back = touch(b, poseB, a, poseA);
      const deepest = (points: typeof there.points): number => Math.min(...points.map((p) => p.separation));
      // within the bias the reference face may differ, and with it whether a point lies within reach
      const size = 1 + (b.bound === Infinity ? 0 : b.bound);
      if (there.points.length > 0 && back.points.length > 0) {
        expect(Math.abs(deepest(there.points) - deepest(back.points))).toBeLessThan(4e-6 * size + 0.01);
      } else {
        expect(deepest([...there.points, ...back.points, { x: 0, y: 0, separation: 9, id: 0 }])).toBeGreaterThan(-6e-4);
      }
    }
  });

  it("are two for a box that rests on another, wherever it stands and in either order", () => {
    const random = new Random(3);
    for (let i = 0; i < 10_000; i++) {
      const lower = box(random.between(0.5, 5), random.between(0.2, 2));
      const upper = box(random.between(0.2, 2), random.between(0.2, 2));
      const overhang = 0.9 * (lower.hx + upper.hx);
      const gap = random.between(-0.005, 0.01);
      const tilt = random.between(-1e-4, 1e-4);
      const at = pose(random.between(-overhang, overhang), lower.hy + upper.hy + gap, tilt + Math.PI * random.below(2));
      const contact = touch(lower, pose(0, 0, 0), upper, at);
      expect(contact.points.length).toBe(2);
      expect(contact.ny).toBeGreaterThan(0.999999);
      for (const p of contact.points) expect(Math.abs(p.separation - gap)).toBeLessThan(5e-4);
      const turned = touch(upper, at, lower, pose(0, 0, 0));
      expect(turned.points.length).toBe(2);
      expect(turned.ny).toBeLessThan(-0.999999);
    }
  });

  it("keep their names and slots when the reference face changes sides", () => {
    // exchanging the shapes exchanges the preferred reference face; the names must only swap their halves
    const random = new Random(6);
    let compared = 0;
    for (let i = 0; i < 20_000; i++) {
      const a = randomShape(random, pairs.slotA, random.between(0, 1) < 0.5 ? Kind.Box : Kind.Polygon, 1);
      const b = box(random.between(0.2, 2), random.between(0.2, 2));
      const poseA = pose(0, 0, random.between(-4, 4));
      const poseB = pairs.placeNear(random, a, poseA, b);
      const there = touch(a, poseA, b, poseB);
      if (there.points.length < 2) continue;
      const back = touch(b, poseB, a, poseA);
      // beyond the bias both orders choose the same face; within it they may differ
      if (back.points.length < 2 || there.nx * back.nx + there.ny * back.ny > -0.9999) continue;
      compared++;
      const swap = (id: number): number => (id % 64) * 64 + Math.floor(id / 64);
      expect(back.points.map((p) => swap(p.id)).sort()).toEqual(there.points.map((p) => p.id).sort());
    }
    expect(compared).toBeGreaterThan(1000);

    // the same contact at angles just above and just below the one at which B's face becomes the better reference
    const names = new Set<string>();
    const faces = new Set<boolean>();
    for (let i = -100; i <= 100; i++) {
      const contact = touch(box(0.5, 0.5), pose(0, 0, 0), box(2, 0.5), pose(0.7, 0.998, i * 5e-5));
      names.add(contact.points.map((p) => p.id).join(" "));
      faces.add(contact.nx === 0);
    }
    expect(names.size).toBe(1);
    expect(faces.size).toBe(2);
  });

  it("keep to A's face for two exactly stacked boxes, whatever the rounding of their poses", () => {
    const random = new Random(4);
    for (let i = 0; i < 10_000; i++) {
      const tilt = random.between(-2e-4, 2e-4);
      const contact = touch(
        box(0.5, 0.5),
        pose(0, 0, 0),
        box(0.5, 0.5),
        pose(random.between(-1e-3, 1e-3), 1 + random.between(-2e-3, 4e-4), tilt),
      );
      expect([contact.nx, contact.ny]).toEqual([0, 1]);
    }
  });

  it("are absent between diagonal neighbours of a perfect wall, which meet in a corner", () => {
    for (const [x, y] of [
      [1, 1],
      [-1, 1],
      [1, -1],
      [-1, -1],
    ]) {
      expect(touch(box(0.5, 0.5), pose(0, 0, 0), box(0.5, 0.5), pose(x, y, 0)).points.length).toBe(0);
      const apart = touch(box(0.5, 0.5), pose(0, 0, 0), box(0.5, 0.5), pose(x * 1.0001, y * 1.0001, 0));
      expect(apart.points.length).toBe(0);
    }
  });
});

describe("a shape whose centre is inside another", () => {
  it("parts upwards from a concentric circle", () => {
    const contact = touch(circle(1), pose(0, 0, 0.3), circle(0.25), pose(0, 0, 2));
    expect([contact.nx, contact.ny]).toEqual([0, 1]);
    expect(contact.points[0].separation).toBe(-1.25);
    expect(contact.points[0].y).toBeCloseTo(0.375, 6);
  });

  it("is pushed out of a box through the nearest face", () => {
    const b = box(2, 1);
    for (const [x, y, nx, ny, depth] of [
      [1.8, 0.1, 1, 0, 0.2],
      [-1.8, 0.1, -1, 0, 0.2],
      [0.3, 0.7, 0, 1, 0.3],
      [0.3, -0.7, 0, -1, 0.3],
      [0, 0, 0, 1, 1],
    ]) {
      const contact = touch(b, pose(0, 0, 0), circle(0.5), pose(x, y, 0));
      expect([contact.nx, contact.ny]).toEqual([nx, ny]);
      expect(contact.points[0].separation).toBeCloseTo(-depth - 0.5, 6);
    }
  });

  it("is pushed out of a polygon through the nearest face", () => {
    const triangle = pairs.slotA.polygon(
      [
        { x: 0, y: 0 },
        { x: 3, y: 0 },
        { x: 0, y: 3 },
      ],
      0,
    )!;
    const contact = touch(triangle, pose(0, 0, 0), circle(0.1), pose(0.2, -0.9, 0));
    expect([contact.nx, contact.ny]).toEqual([0, -1]);
    expect(contact.points[0].separation).toBeCloseTo(-0.2, 6);
  });

  it("is pushed out of an ellipse across its shorter axis", () => {
    const contact = touch(ellipse(2, 1), pose(0, 0, 0), circle(0.5), pose(0, 0, 0));
    expect(Math.abs(contact.ny)).toBe(1);
    expect(contact.points[0].separation).toBeCloseTo(-1.5, 6);
  });

  it("gets a unit normal from any concentric shape", () => {
    const random = new Random(5);
    for (let i = 0; i < 20_000; i++) {
      const kindA = random.below(7);
      const kindB = random.below(kindA === Kind.HalfSpace ? 6 : 7);
      const a = randomShape(random, pairs.slotA, kindA, random.scale(1e-3, 1e3));
      const b = randomShape(random, pairs.slotB, kindB, random.scale(1e-3, 1e3));
      const turn = random.between(0, 1) < 0.5 ? 0 : random.between(-4, 4);
      const contact = touch(a, pose(0, 0, turn), b, pose(0, 0, turn));
      const what = `${KIND_NAMES[kindA]} ${KIND_NAMES[kindB]}`;
      const isLines = a.radius + b.radius === 0 && kindA === Kind.Segment && kindB === Kind.Segment;
      if (!isLines) expect(contact.points.length, what).toBeGreaterThan(0);
      if (contact.points.length > 0) expect(Math.hypot(contact.nx, contact.ny), what).toBeCloseTo(1, 5);
    }
  });
});

describe("shapes that are lines", () => {
  it("touch end to end along their axis when rounded", () => {
    const contact = touch(capsule(1, 0.5), pose(0, 0, 0), capsule(1, 0.5), pose(2.99, 0, 0));
    expect(contact.nx).toBeCloseTo(1, 6);
    expect(contact.points.length).toBe(1);
    expect(contact.points[0].separation).toBeCloseTo(-0.01, 5);
  });

  it("touch side by side in two points", () => {
    const contact = touch(capsule(1, 0.5), pose(0, 0, 0), capsule(1, 0.5), pose(0.5, 0.99, 0));
    expect([contact.nx, contact.ny]).toEqual([0, 1]);
    expect(contact.points.map((p) => p.x).sort()).toEqual([-0.5, 1]);
  });

  it("carry an upright capsule on one point", () => {
    const contact = touch(segment(5), pose(0, 0, 0), capsule(1, 0.5), pose(0.25, 1.499, Math.PI / 2));
    expect(contact.points.length).toBe(1);
    expect(contact.ny).toBeCloseTo(1, 6);
    expect(contact.points[0].separation).toBeCloseTo(-0.001, 5);
    expect(contact.points[0].x).toBeCloseTo(0.25, 5);
  });
});

describe("a half-space", () => {
  it("carries a box on two points and a polygon's corner on one", () => {
    // solid below y = 0
    const ground = pose(0, 0, Math.PI / 2);
    const flat = touch(halfSpace(), ground, box(1, 0.5), pose(3, 0.49, 0));
    expect(flat.points.map((p) => Number(p.x.toFixed(4))).sort()).toEqual([2, 4]);
    expect(flat.ny).toBeCloseTo(1, 6);
    const corner = touch(halfSpace(), ground, box(1, 1), pose(0, Math.SQRT2 - 0.01, Math.PI / 4));
    expect(corner.points.length).toBe(1);
    expect(corner.points[0].separation).toBeCloseTo(-0.01, 5);
  });

  it("never collides with another half-space", () => {
    expect(touch(halfSpace(), pose(0, 0, 0), halfSpace(), pose(0, 0, 1)).points.length).toBe(0);
  });
});
