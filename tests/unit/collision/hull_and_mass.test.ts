import { beforeAll, describe, expect, it } from "vitest";
import { times } from "../../helpers/engine.js";
import {
  HULL_BYTES,
  type Core,
  Kind,
  Memory,
  Random,
  type Shape,
  Slot,
  type Vec,
  box,
  capsule,
  circle,
  ellipse,
  halfSpace,
  loadCore,
  pose,
  randomShape,
  roundish,
  segment,
  support,
} from "./harness";

let core: Core;
let m: Memory;
let slot: Slot;
let points: number;
let hull: number;
let centroid: number;
let aabb: number;

beforeAll(async () => {
  core = await loadCore();
  m = new Memory(core);
  slot = new Slot(m);
  points = m.take(70 * 8);
  hull = m.take(HULL_BYTES + 64 * 16);
  centroid = m.take(8);
  aabb = m.take(16);
});

const Code = { Ok: 0, TooFew: 1, TooMany: 2, NonFinite: 3, Collinear: 4, TooSmall: 5, TooLarge: 6 };

function build(input: Vec[], radius = 0): number {
  input.forEach((p, i) => {
    m.f32[points / 4 + 2 * i] = p.x;
    m.f32[points / 4 + 2 * i + 1] = p.y;
  });
  return core.buildHull(points, input.length, radius, 0.005, hull, centroid);
}

function vertices(): Vec[] {
  const list: Vec[] = [];
  for (let i = 0; i < m.i32[hull / 4]; i++)
    list.push({ x: m.f32[(hull + HULL_BYTES) / 4 + 2 * i], y: m.f32[(hull + HULL_BYTES) / 4 + 2 * i + 1] });
  return list;
}

function normals(): Vec[] {
  const count = m.i32[hull / 4];
  const at = (hull + HULL_BYTES) / 4 + 2 * count;
  return Array.from({ length: count }, (_, i) => ({ x: m.f32[at + 2 * i], y: m.f32[at + 2 * i + 1] }));
}

function areaOf(list: Vec[]): number {
  let area = 0;
  for (let i = 0; i < list.length; i++) {
    const p = list[i];
    const q = list[(i + 1) % list.length];
    area += 0.5 * (p.x * q.y - p.y * q.x);
  }
  return area;
}

/** The area of the convex hull by gift wrapping in f64, which shares nothing with the code under test. */
function hullArea(input: Vec[]): number {
  let start = input[0];
  for (const p of input) if (p.y < start.y || (p.y === start.y && p.x < start.x)) start = p;
  const ring: Vec[] = [];
  let here = start;
  do {
    ring.push(here);
    let next = input[0] === here ? input[1] : input[0];
    for (const p of input) {
      const turn = (next.x - here.x) * (p.y - here.y) - (next.y - here.y) * (p.x - here.x);
      const farther = Math.hypot(p.x - here.x, p.y - here.y) > Math.hypot(next.x - here.x, next.y - here.y);
      if (turn < 0 || (turn === 0 && farther)) next = p;
    }
    here = next;
  } while ((here.x !== start.x || here.y !== start.y) && ring.length <= input.length);
  return areaOf(ring);
}

function checkAccepted(input: Vec[], radius: number): void {
  const list = vertices();
  const faces = normals();
  const what = JSON.stringify({ input, list });
  expect(list.length, what).toBeGreaterThanOrEqual(3);
  const size = Math.max(...list.map((p) => Math.hypot(p.x, p.y)));
  for (let i = 0; i < list.length; i++) {
    const a = list[i];
    const b = list[(i + 1) % list.length];
    const c = list[(i + 2) % list.length];
    const turn = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
    if (!(turn > 0)) throw new Error(`not convex: ${what}`);
    const n = faces[i];
    if (!(Math.abs(Math.hypot(n.x, n.y) - 1) < 1e-6)) throw new Error(`not a unit normal: ${what}`);
    for (const p of list) {
      if (!(n.x * (p.x - a.x) + n.y * (p.y - a.y) <= 4e-7 * size)) throw new Error(`a vertex outside a face: ${what}`);
    }
  }
  m.i32[slot.geometry / 4 + 4] = Kind.Polygon;
  m.i32[slot.geometry / 4 + 5] = hull;
  m.f32[slot.geometry / 4 + 2] = radius;
  const area = core.shapeArea(slot.geometry);
  const inertia = core.shapeInertia(slot.geometry);
  if (!(area > 0 && inertia > 0 && area < Infinity && inertia < Infinity)) throw new Error(`no mass: ${what}`);
}

describe("a convex hull", () => {
  it("is convex with area and inertia, or is refused with a reason, for point sets of every sort", () => {
    const random = new Random(1);
    const seen = new Set<number>();
    for (let i = 0; i < times(100_000, 10_000_000); i++) {
      const count = random.below(40) === 0 ? random.below(70) : 3 + random.below(12);
      const size = random.scale(1e-7, 1e9) ** (random.between(0, 1) < 0.5 ? 0 : 1);
      const grid = random.between(0, 1) < 0.3 ? random.scale(0.01, 1) : 0;
      const flat = random.between(0, 1) < 0.2 ? random.scale(1e-9, 1) : 1;
      const offset = random.between(0, 1) < 0.2 ? size * random.scale(1, 1e6) : 0;
      const turn = random.between(0, 1) < 0.5 ? 0 : random.between(0, 7);
      const input: Vec[] = [];
      for (let k = 0; k < count; k++) {
        let x = random.between(-1, 1);
        let y = random.between(-1, 1) * flat;
        if (grid > 0) {
          x = Math.round(x / grid) * grid;
          y = Math.round(y / grid) * grid;
        }
        if (random.between(0, 1) < 0.05 && k > 0) ({ x, y } = input[random.below(k)]);
        else {
          const c = Math.cos(turn);
          const s = Math.sin(turn);
          [x, y] = [size * (c * x - s * y) + offset, size * (s * x + c * y) + offset];
        }
        input.push({ x: Math.fround(x), y: Math.fround(y) });
      }
      if (random.below(500) === 0 && count > 0)
        input[random.below(count)].x = [NaN, Infinity, -Infinity, 1e38][random.below(4)];
      const radius = random.between(0, 1) < 0.2 ? size * random.between(0, 1) : 0;
      const code = build(input, radius);
      seen.add(code);
      if (code === Code.Ok) checkAccepted(input, radius);
      else expect(code).toBeLessThanOrEqual(6);
    }
    expect([...seen].sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it("has the area of the exact hull, except for detail finer than a thousandth of its extent", () => {
    const random = new Random(2);
    for (let i = 0; i < 20_000; i++) {
      const input = Array.from({ length: 3 + random.below(30) }, () => ({
        x: Math.fround(random.between(-1, 1)),
        y: Math.fround(random.between(-1, 1)),
      }));
      if (build(input) !== Code.Ok) continue;
      const exact = hullArea(input);
      const area = areaOf(vertices());
      expect(area).toBeLessThanOrEqual(exact + 1e-6);
      expect(area).toBeGreaterThan(exact - 0.02);
    }
  });

  it("keeps all 64 vertices of a regular 64-gon and its centroid, even 1 km from the origin", () => {
    for (const [x, y] of [
      [0, 0],
      [1000, -1000],
    ]) {
      const input = Array.from({ length: 64 }, (_, i) => ({
        x: x + Math.cos((i * Math.PI) / 32),
        y: y + Math.sin((i * Math.PI) / 32),
      }));
      expect(build(input)).toBe(Code.Ok);
      expect(vertices().length).toBe(64);
      expect(m.f32[centroid / 4]).toBeCloseTo(x, 4);
      expect(m.f32[centroid / 4 + 1]).toBeCloseTo(y, 4);
    }
  });

  it("does not depend on the order of its points", () => {
    const random = new Random(3);
    const input = roundish(random, 12, 1);
    expect(build(input)).toBe(Code.Ok);
    const first = JSON.stringify(vertices());
    for (let i = 0; i < 100; i++) {
      input.sort(() => random.between(0, 1) - 0.5);
      expect(build(input)).toBe(Code.Ok);
      expect(JSON.stringify(vertices())).toBe(first);
    }
  });

  it("drops vertices on a straight side and points that coincide", () => {
    const input = [
      { x: 0, y: 0 },
      { x: 1, y: 0 },
      { x: 2, y: 0 },
      { x: 2, y: 1 },
      { x: 2, y: 2 },
      { x: 0, y: 2 },
      { x: 0, y: 2.0000001 },
      { x: 1, y: 1 },
    ];
    expect(build(input)).toBe(Code.Ok);
    expect(vertices()).toEqual([
      { x: -1, y: -1 },
      { x: 1, y: -1 },
      { x: 1, y: 1 },
      { x: -1, y: 1 },
    ]);
  });

  it("names the fault of points that have no hull", () => {
    const square = [
      { x: 0, y: 0 },
      { x: 1, y: 0 },
      { x: 1, y: 1 },
    ];
    expect(build(square.slice(0, 2))).toBe(Code.TooFew);
    expect(build(Array.from({ length: 65 }, (_, i) => ({ x: Math.cos(i), y: Math.sin(i) })))).toBe(Code.TooMany);
    expect(build([...square, { x: NaN, y: 0 }])).toBe(Code.NonFinite);
    expect(build(square, Infinity)).toBe(Code.NonFinite);
    expect(build([0, 1, 2, 5].map((x) => ({ x, y: 3 * x + 1 })))).toBe(Code.Collinear);
    expect(build([square[0], square[0], square[1]])).toBe(Code.Collinear);
    expect(build(square.map((p) => ({ x: p.x * 1e-6, y: p.y * 1e-6 })))).toBe(Code.TooSmall);
    expect(build([square[0], square[0], square[0]])).toBe(Code.TooSmall);
    expect(build(square.map((p) => ({ x: p.x * 1e8, y: p.y * 1e8 })))).toBe(Code.TooLarge);
  });
});

/** The integrals of 1, x, y and x² + y² over a rounded convex polygon or an ellipse, by strips: intervals found in f64. */
function momentsByStrips(shape: Shape): { area: number; x: number; y: number; inertia: number } {
  const rows = 4000;
  const at = pose(0, 0, 0);
  const top = support(shape, at, 0, 1);
  const bottom = -support(shape, at, 0, -1);
  const step = (top - bottom) / rows;
  const sum = { area: 0, x: 0, y: 0, inertia: 0 };
  const list = shape.vertices;
  const r = shape.radius;
  for (let i = 0; i < rows; i++) {
    const y = bottom + (i + 0.5) * step;
    let left = Infinity;
    let right = -Infinity;
    const include = (x: number): void => {
      left = Math.min(left, x);
      right = Math.max(right, x);
    };
    if (shape.kind === Kind.Ellipse) {
      const half = shape.hx * Math.sqrt(Math.max(0, 1 - (y / shape.hy) ** 2));
      include(-half);
      include(half);
    }
    for (let k = 0; k < list.length; k++) {
      const p = list[k];
      const q = list[(k + 1) % list.length];
      if (Math.abs(y - p.y) <= r) {
        const half = Math.sqrt(r * r - (y - p.y) ** 2);
        include(p.x - half);
        include(p.x + half);
      }
      const length = Math.hypot(q.x - p.x, q.y - p.y);
      if (length === 0) continue;
      const ox = (r * (q.y - p.y)) / length;
      const oy = (r * (p.x - q.x)) / length;
      const t = (y - p.y - oy) / (q.y - p.y);
      if (t >= 0 && t <= 1) include(p.x + ox + t * (q.x - p.x));
    }
    if (!(right > left)) continue;
    sum.area += (right - left) * step;
    sum.x += 0.5 * (right ** 2 - left ** 2) * step;
    sum.y += (right - left) * y * step;
    sum.inertia += ((right ** 3 - left ** 3) / 3 + (right - left) * y * y) * step;
  }
  return sum;
}

describe("mass properties agree with integration in strips, within 0.1 %", () => {
  const check = (shape: Shape): void => {
    slot.write(shape);
    const exact = momentsByStrips(shape);
    const what = JSON.stringify(shape);
    expect(Math.abs(core.shapeArea(slot.geometry) / exact.area - 1), what).toBeLessThan(1e-3);
    expect(Math.abs(core.shapeInertia(slot.geometry) / exact.inertia - 1), what).toBeLessThan(1e-3);
    const extent = Math.sqrt(exact.area);
    expect(Math.abs(exact.x / exact.area) / extent, what).toBeLessThan(1e-3);
    expect(Math.abs(exact.y / exact.area) / extent, what).toBeLessThan(1e-3);
  };

  it("for circles, capsules, boxes, ellipses and polygons, sharp and rounded, from a millimetre to a kilometre", () => {
    const random = new Random(4);
    for (let i = 0; i < 400; i++) {
      const kind = [Kind.Circle, Kind.Capsule, Kind.Box, Kind.Polygon, Kind.Ellipse][i % 5];
      check(randomShape(random, slot, kind, random.scale(1e-3, 1e3)));
    }
  });

  it("for rounded triangles, whose centroid differs from that of the core", () => {
    const random = new Random(5);
    for (let i = 0; i < 100; i++) {
      const corner = (): Vec => ({ x: random.between(-1, 1), y: random.between(-1, 1) });
      const shape = slot.polygon([corner(), corner(), corner()], random.between(0, 2));
      if (shape) check(shape);
    }
  });

  it("for thick segments", () => {
    for (const [length, radius] of [
      [3, 0.1],
      [0.01, 0.5],
    ] as const) {
      check(segment(length, radius));
    }
  });

  it("for a rounded ellipse", () => {
    const shape = { ...ellipse(2, 0.5), radius: 0.25 };
    slot.write(shape);
    // Steiner: area + perimeter · r + π r²; perimeter of the ellipse by quadrature
    let perimeter = 0;
    for (let i = 0; i < 10_000; i++) {
      const angle = (2 * Math.PI * (i + 0.5)) / 10_000;
      perimeter += (Math.hypot(2 * Math.sin(angle), 0.5 * Math.cos(angle)) * 2 * Math.PI) / 10_000;
    }
    expect(core.shapeArea(slot.geometry)).toBeCloseTo(Math.PI + 0.25 * perimeter + Math.PI / 16, 5);
  });

  it("for a polygon built 1 km from the origin, where the parallel axis theorem gives its inertia", () => {
    const input = [
      { x: 1000, y: 1000 },
      { x: 1002, y: 1000 },
      { x: 1002, y: 1001 },
      { x: 1000, y: 1001 },
    ];
    const shape = slot.polygon(input, 0)!;
    slot.write(shape);
    const area = core.shapeArea(slot.geometry);
    const inertia = core.shapeInertia(slot.geometry);
    expect(area).toBeCloseTo(2, 5);
    expect(inertia).toBeCloseTo((2 * (4 + 1)) / 12, 5);
    const c = slot.lastCentroid;
    const about = inertia + area * (c.x * c.x + c.y * c.y);
    const exact = 2 * (1001 ** 2 + 1000.5 ** 2) + 10 / 12;
    expect(Math.abs(about / exact - 1)).toBeLessThan(1e-6);
  });

  it("with values of 0 for lines and half-spaces, which never move", () => {
    for (const shape of [segment(3), halfSpace()]) {
      slot.write(shape);
      expect(core.shapeArea(slot.geometry)).toBe(0);
      expect(core.shapeInertia(slot.geometry)).toBe(0);
    }
  });
});

describe("the box around a shape", () => {
  it("touches it on all four sides, for every kind, rotation and place", () => {
    const random = new Random(6);
    for (let i = 0; i < times(100_000, 10_000_000); i++) {
      const kind = random.below(6);
      const shape = randomShape(random, slot, kind, random.scale(1e-3, 1e3));
      slot.write(shape);
      const at = pose(random.between(-100, 100), random.between(-100, 100), random.between(-4, 4));
      slot.place(at);
      core.shapeAabb(slot.geometry, slot.frame, aabb);
      const allowed = 5e-7 * (shape.bound + 100);
      const sides = [
        -support(shape, at, -1, 0),
        -support(shape, at, 0, -1),
        support(shape, at, 1, 0),
        support(shape, at, 0, 1),
      ];
      for (let k = 0; k < 4; k++) {
        if (!(Math.abs(m.f32[aabb / 4 + k] - sides[k]) <= allowed)) {
          throw new Error(JSON.stringify({ shape, at, sides, side: k, found: m.f32[aabb / 4 + k] }));
        }
      }
    }
  });

  it("of a half-space ends at its surface if that lies along an axis, otherwise a million kilometres out", () => {
    slot.write(halfSpace());
    const box4 = (c: number, s: number): number[] => {
      slot.place({ x: 3, y: 5, c, s });
      core.shapeAabb(slot.geometry, slot.frame, aabb);
      return [...m.f32.subarray(aabb / 4, aabb / 4 + 4)];
    };
    expect(box4(0, 1)).toEqual([-1e9, -1e9, 1e9, 5]);
    expect(box4(-1, 0)).toEqual([3, -1e9, 1e9, 1e9]);
    expect(box4(Math.SQRT1_2, Math.SQRT1_2)).toEqual([-1e9, -1e9, 1e9, 1e9]);
  });

  it("of circles and capsules includes their radius", () => {
    for (const [shape, width] of [
      [circle(2), 2],
      [capsule(1, 0.5), 1.5],
      [box(1, 1, 0.25), 1.25],
    ] as const) {
      slot.write(shape);
      slot.place(pose(0, 0, 0));
      core.shapeAabb(slot.geometry, slot.frame, aabb);
      expect(m.f32[aabb / 4 + 2]).toBe(width);
    }
  });
});
