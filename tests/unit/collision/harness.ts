// Runs the geometry layer as a Wasm module of its own, and holds what its tests share: shapes written into linear
// memory, and the same shapes in f64 for oracles that are independent of the code under test.
import { Random } from "../../helpers/numbers";
import { Arena, type Core, type Target, loadCore as load } from "../core";

export { type Core, Random };

/** A fresh instance of collision_entry.ts. Records are passed by address. */
export async function loadCore(target: Target = "scalar"): Promise<Core> {
  return load("collision", target);
}

/** Memory for the test alone, with typed views. */
export class Memory extends Arena {
  readonly f32: Float32Array;
  readonly f64: Float64Array;
  readonly i32: Int32Array;

  constructor(core: Core) {
    super(core, 4);
    this.f32 = new Float32Array(core.memory.buffer);
    this.f64 = new Float64Array(core.memory.buffer);
    this.i32 = new Int32Array(core.memory.buffer);
  }
}

export const Kind = {
  Circle: 0,
  Capsule: 1,
  Segment: 2,
  Box: 3,
  Polygon: 4,
  Ellipse: 5,
  HalfSpace: 6,
  Superellipse: 7,
} as const;
export const KIND_NAMES = ["circle", "capsule", "segment", "box", "polygon", "ellipse", "half-space", "superellipse"];

export interface Vec {
  x: number;
  y: number;
}

/** A shape in its own frame. Its numbers are f32 values held in f64, so that core and oracle start from the same shape. */
export interface Shape {
  kind: number;
  hx: number;
  hy: number;
  radius: number;
  bound: number;
  /** Core vertices, counter-clockwise; empty for ellipses and half-spaces. */
  vertices: Vec[];
  /** The exponent of a superellipse. */
  exponent?: number;
}

export interface Pose {
  x: number;
  y: number;
  c: number;
  s: number;
}

const round = Math.fround;

export function pose(x: number, y: number, angle: number): Pose {
  return { x: round(x), y: round(y), c: round(Math.cos(angle)), s: round(Math.sin(angle)) };
}

export function circle(radius: number): Shape {
  return { kind: Kind.Circle, hx: 0, hy: 0, radius: round(radius), bound: radius, vertices: [{ x: 0, y: 0 }] };
}

export function box(hx: number, hy: number, radius = 0, kind: number = Kind.Box): Shape {
  const x = round(hx);
  const y = kind === Kind.Box ? round(hy) : 0;
  const vertices =
    y > 0 && x > 0
      ? [
          { x: -x, y: -y },
          { x, y: -y },
          { x, y },
          { x: -x, y },
        ]
      : [
          { x: -x, y: -y },
          { x, y },
        ];
  return { kind, hx: x, hy: y, radius: round(radius), bound: Math.hypot(x, y) + radius, vertices };
}

export const capsule = (hx: number, radius: number): Shape => box(hx, 0, radius, Kind.Capsule);
export const segment = (hx: number, radius = 0): Shape => box(hx, 0, radius, Kind.Segment);

export function ellipse(hx: number, hy: number): Shape {
  return {
    kind: Kind.Ellipse,
    hx: round(hx),
    hy: round(hy),
    radius: 0,
    bound: Math.max(hx, hy),
    vertices: [],
  };
}

export function superellipse(hx: number, hy: number, exponent: number, radius: number): Shape {
  const bound = Math.hypot(hx, hy) + radius;
  return { ...ellipse(hx, hy), kind: Kind.Superellipse, exponent: round(exponent), radius: round(radius), bound };
}

export function halfSpace(): Shape {
  return { kind: Kind.HalfSpace, hx: 0, hy: 0, radius: 0, bound: Infinity, vertices: [] };
}

/** The bytes before the vertices of a hull: the number of vertices, and the hull's radius, area and inertia. */
export const HULL_BYTES = 16;

/** The addresses of one shape slot in memory: geometry, frame and room for the largest hull. */
export class Slot {
  readonly geometry: number;
  readonly frame: number;
  readonly hull: number;
  private readonly points: number;
  private readonly centroid: number;

  constructor(private readonly m: Memory) {
    this.geometry = m.take(32);
    this.frame = m.take(16);
    this.hull = m.take(HULL_BYTES + 64 * 16);
    this.points = m.take(64 * 8);
    this.centroid = m.take(8);
  }

  /** The hull of points, or undefined if it is refused. */
  polygon(points: Vec[], radius: number): Shape | undefined {
    const { f32, i32 } = this.m;
    points.forEach((p, i) => {
      f32[this.points / 4 + 2 * i] = p.x;
      f32[this.points / 4 + 2 * i + 1] = p.y;
    });
    if (this.m.core.buildHull(this.points, points.length, radius, 0.005, this.hull, this.centroid) !== 0)
      return undefined;
    const count = i32[this.hull / 4];
    const vertices: Vec[] = [];
    let bound = 0;
    for (let i = 0; i < count; i++) {
      const x = f32[(this.hull + HULL_BYTES) / 4 + 2 * i];
      const y = f32[(this.hull + HULL_BYTES) / 4 + 2 * i + 1];
      vertices.push({ x, y });
      bound = Math.max(bound, Math.hypot(x, y));
    }
    return { kind: Kind.Polygon, hx: 0, hy: 0, radius: round(radius), bound: bound + radius, vertices };
  }

  /** Where `buildHull` put the centroid of the last polygon. */
  get lastCentroid(): Vec {
    return { x: this.m.f32[this.centroid / 4], y: this.m.f32[this.centroid / 4 + 1] };
  }

  /** Writes a polygon's vertices as they are, for shapes not made by this slot's `polygon`. Area and inertia stay as they were. */
  write(shape: Shape): void {
    const { f32, i32 } = this.m;
    const g = this.geometry / 4;
    f32[g] = shape.hx;
    f32[g + 1] = shape.hy;
    f32[g + 2] = shape.radius;
    f32[g + 3] = shape.bound;
    f32[g + 7] = shape.exponent ?? 0;
    i32[g + 4] = shape.kind;
    i32[g + 5] = shape.kind === Kind.Polygon ? this.hull : 0;
    if (shape.kind === Kind.Polygon) {
      const count = shape.vertices.length;
      const h = this.hull / 4;
      i32[h] = count;
      f32[h + 1] = shape.radius;
      for (let i = 0; i < count; i++) {
        const p = shape.vertices[i];
        const q = shape.vertices[i + 1 === count ? 0 : i + 1];
        const ex = q.x - p.x;
        const ey = q.y - p.y;
        const length = Math.sqrt(ex * ex + ey * ey);
        const at = h + HULL_BYTES / 4 + 2 * i;
        f32[at] = p.x;
        f32[at + 1] = p.y;
        f32[at + 2 * count] = ey / length;
        f32[at + 2 * count + 1] = -ex / length;
      }
    }
  }

  place(p: Pose): void {
    const at = this.frame / 4;
    this.m.f32[at] = p.x;
    this.m.f32[at + 1] = p.y;
    this.m.f32[at + 2] = p.c;
    this.m.f32[at + 3] = p.s;
  }
}

/** The largest n · x over a placed shape, from the definition of its core and radius; infinite where the shape is unbounded. */
export function support(shape: Shape, p: Pose, nx: number, ny: number): number {
  const lx = p.c * nx + p.s * ny;
  const ly = p.c * ny - p.s * nx;
  const base = p.x * nx + p.y * ny + shape.radius * Math.sqrt(nx * nx + ny * ny);
  if (shape.kind === Kind.Ellipse) {
    const ux = shape.hx * lx;
    const uy = shape.hy * ly;
    return base + Math.sqrt(ux * ux + uy * uy);
  }
  if (shape.exponent !== undefined) {
    // by Hölder's inequality: the norm with the conjugate exponent
    const q = shape.exponent / (shape.exponent - 1);
    const ux = shape.hx * Math.abs(lx);
    const uy = shape.hy * Math.abs(ly);
    const most = Math.max(ux, uy);
    return base + most * Math.pow(Math.pow(ux / most, q) + Math.pow(uy / most, q), 1 / q);
  }
  if (shape.kind === Kind.HalfSpace) {
    return lx > 0 && Math.abs(ly) <= 1e-6 * lx ? base : Infinity;
  }
  let best = -Infinity;
  const { vertices } = shape;
  for (let i = 0; i < vertices.length; i++) {
    const d = lx * vertices[i].x + ly * vertices[i].y;
    if (d > best) best = d;
  }
  return base + best;
}

/**
 * The gap between the projections of two shapes onto the unit vector n, negative if they overlap. The distance of two convex
 * shapes, or minus their depth, is its largest value over all n: any n gives a bound, the best n the answer.
 */
export function gapAlong(a: Shape, poseA: Pose, b: Shape, poseB: Pose, nx: number, ny: number): number {
  return -support(b, poseB, -nx, -ny) - support(a, poseA, nx, ny);
}

/** World normals of the faces of a shape's core. */
export function faceNormals(shape: Shape, p: Pose): Vec[] {
  const normals: Vec[] = [];
  if (shape.kind === Kind.HalfSpace) return [{ x: p.c, y: p.s }];
  const count = shape.vertices.length;
  if (count < 2) return normals;
  for (let i = 0; i < count; i++) {
    const a = shape.vertices[i];
    const b = shape.vertices[(i + 1) % count];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    if (length === 0) continue;
    const nx = (b.y - a.y) / length;
    const ny = (a.x - b.x) / length;
    normals.push({ x: p.c * nx - p.s * ny, y: p.s * nx + p.c * ny });
  }
  return normals;
}

/** A convex polygon of `count` points near a circle, scaled by `size`. */
export function roundish(random: Random, count: number, size: number): Vec[] {
  const points: Vec[] = [];
  const turn = random.between(0, 7);
  const flat = random.between(0, 1) < 0.3 ? random.between(0.1, 1) : 1;
  for (let i = 0; i < count; i++) {
    const angle = turn + ((i + random.between(-0.3, 0.3)) * 2 * Math.PI) / count;
    points.push({ x: round(size * Math.cos(angle)), y: round(size * flat * Math.sin(angle)) });
  }
  return points;
}

/** A random shape of a kind, of about the given size. */
export function randomShape(random: Random, slot: Slot, kind: number, size: number): Shape {
  const slim = random.between(0, 1) < 0.3 ? random.between(0.02, 1) : 1;
  const radius = random.between(0, 1) < 0.4 ? size * random.between(0, 0.5) : 0;
  switch (kind) {
    case Kind.Circle:
      return circle(size);
    case Kind.Capsule:
      return capsule(size, size * slim * 0.5);
    case Kind.Segment:
      return segment(size, random.between(0, 1) < 0.2 ? radius : 0);
    case Kind.Box:
      return random.between(0, 1) < 0.5 ? box(size, size * slim, radius) : box(size * slim, size, radius);
    case Kind.Polygon: {
      for (;;) {
        const count = random.between(0, 1) < 0.02 ? 3 + random.below(30) : 3 + random.below(6);
        const shape = slot.polygon(roundish(random, count, size), radius);
        if (shape) return shape;
      }
    }
    case Kind.Ellipse:
      return random.between(0, 1) < 0.5 ? ellipse(size, size * slim) : ellipse(size * slim, size);
    case Kind.Superellipse: {
      const exponent = random.between(0, 1) < 0.2 ? [1.2, 2, 20][random.below(3)] : random.scale(1.2, 20);
      return random.between(0, 1) < 0.5
        ? superellipse(size, size * slim, exponent, radius)
        : superellipse(size * slim, size, exponent, radius);
    }
    default:
      return halfSpace();
  }
}

/** The world position of a point in a shape's frame. */
export function toWorld(p: Pose, v: Vec): Vec {
  return { x: p.x + p.c * v.x - p.s * v.y, y: p.y + p.s * v.x + p.c * v.y };
}

/** Distance of a point from the segment a b. */
export function distanceToSegment(p: Vec, a: Vec, b: Vec): number {
  const ex = b.x - a.x;
  const ey = b.y - a.y;
  const lengthSq = ex * ex + ey * ey;
  const t = lengthSq > 0 ? Math.min(1, Math.max(0, ((p.x - a.x) * ex + (p.y - a.y) * ey) / lengthSq)) : 0;
  return Math.sqrt((p.x - a.x - t * ex) ** 2 + (p.y - a.y - t * ey) ** 2);
}

/** Signed distance of a world point from a placed shape, in f64: brute force over edges, bisection for ellipses. */
export function pointDistance(shape: Shape, at: Pose, p: Vec): number {
  const x = at.c * (p.x - at.x) + at.s * (p.y - at.y);
  const y = at.c * (p.y - at.y) - at.s * (p.x - at.x);
  if (shape.kind === Kind.HalfSpace) return x - shape.radius;
  if (shape.kind === Kind.Ellipse) return ellipseDistance(shape.hx, shape.hy, Math.abs(x), Math.abs(y)) - shape.radius;
  const { vertices } = shape;
  let nearest = Infinity;
  let inside = vertices.length > 2;
  for (let i = 0; i < vertices.length; i++) {
    const a = vertices[i];
    const b = vertices[(i + 1) % vertices.length];
    nearest = Math.min(nearest, distanceToSegment({ x, y }, a, b));
    if ((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x) < 0) inside = false;
  }
  return (inside ? -nearest : nearest) - shape.radius;
}

/** The signed distance to a quarter ellipse, by golden section around the best of many angles. */
function ellipseDistance(a: number, b: number, x: number, y: number): number {
  const away = (t: number): number => Math.sqrt((a * Math.cos(t) - x) ** 2 + (b * Math.sin(t) - y) ** 2);
  let best = 0;
  const steps = 64;
  for (let i = 1; i <= steps; i++) if (away((i * Math.PI) / 2 / steps) < away((best * Math.PI) / 2 / steps)) best = i;
  let low = (Math.max(0, best - 1) * Math.PI) / 2 / steps;
  let high = (Math.min(steps, best + 1) * Math.PI) / 2 / steps;
  for (let i = 0; i < 80; i++) {
    const l = low + 0.381966 * (high - low);
    const h = low + 0.618034 * (high - low);
    if (away(l) < away(h)) high = h;
    else low = l;
  }
  const distance = away(0.5 * (low + high));
  return (x / a) ** 2 + (y / b) ** 2 < 1 ? -distance : distance;
}
