// Random shapes made by the public constructors, and the same shapes in 64 bits for oracles independent of the code
// under test: a core of vertices or half axes, a radius, and what follows from their support function.
import {
  type AnyShape,
  type PlacedShape,
  type Vector,
  box,
  capsule,
  circle,
  convex,
  ellipse,
  halfSpace,
  polygon,
  segment,
  superellipse,
} from "../../dist/geometry.js";
import { Random } from "../helpers/numbers";

/** A shape as an oracle sees it, in its own frame. */
export interface Model {
  readonly name: string;
  readonly shape: AnyShape;
  /** Corners of the core; for an ellipse or half-space, its centre. */
  readonly vertices: readonly Vector[];
  readonly radius: number;
  /** Half axes of an ellipse, which is turned by `angle`. */
  readonly axes?: Vector;
  readonly angle: number;
  /** Outward normal of a half-space. */
  readonly normal?: Vector;
  /** The shape's support function, if that is all that is known. */
  readonly support?: (direction: Vector) => Vector;
  /** How far the shape reaches from the frame's origin; for a half-space, its distance from there. */
  readonly bound: number;
}

export interface Pose {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
  readonly c: number;
  readonly s: number;
}

export function poseOf(x: number, y: number, angle: number): Pose {
  return { x, y, angle, c: Math.cos(angle), s: Math.sin(angle) };
}

export const place = (model: Model, { x, y, angle }: Pose): PlacedShape => ({
  shape: model.shape,
  position: { x, y },
  angle,
});

const turned = (p: Vector, angle: number): Vector => ({
  x: Math.cos(angle) * p.x - Math.sin(angle) * p.y,
  y: Math.sin(angle) * p.x + Math.cos(angle) * p.y,
});

function model(name: string, shape: AnyShape, vertices: Vector[], radius: number, more: Partial<Model> = {}): Model {
  const reach = Math.max(...vertices.map(({ x, y }) => Math.hypot(x, y)));
  const axis = more.axes ? Math.max(more.axes.x, more.axes.y) : 0;
  return { name, shape, vertices, radius, angle: 0, bound: reach + radius + axis, ...more };
}

/** The convex hull in plain floating point: it may keep or drop a point near a line, which changes the hull only by rounding. */
export function wrap(points: readonly Vector[]): Vector[] {
  const sorted = points.toSorted((p, q) => p.x - q.x || p.y - q.y);
  const hull: Vector[] = [];
  for (const list of [sorted, sorted.toReversed()]) {
    const start = hull.length;
    for (const p of list) {
      while (hull.length >= start + 2) {
        const a = hull[hull.length - 2]!;
        const b = hull[hull.length - 1]!;
        if ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) > 0) {
          break;
        }
        hull.pop();
      }
      hull.push(p);
    }
    hull.pop();
  }
  return hull.length > 0 ? hull : [sorted[0]!];
}

/** Points near a circle, sometimes flattened, sometimes on a coarse grid so that lines and ties occur. */
export function randomPoints(random: Random, count: number, size: number): Vector[] {
  const flat = random.chance(0.3) ? random.between(0.01, 1) : 1;
  const turn = random.between(0, 7);
  const grid = random.chance(0.2);
  return Array.from({ length: count }, (_, i) => {
    const angle = turn + ((i + random.between(-0.3, 0.3)) * 2 * Math.PI) / count;
    const p = { x: size * Math.cos(angle), y: size * flat * Math.sin(angle) };
    return grid ? { x: Math.round((4 * p.x) / size) * 0.25 * size, y: Math.round((4 * p.y) / size) * 0.25 * size } : p;
  });
}

function isThin(points: readonly Vector[]): boolean {
  const hull = wrap(points);
  let twice = 0;
  hull.forEach((p, i) => {
    const q = hull[(i + 1) % hull.length]!;
    twice += (p.x - hull[0]!.x) * (q.y - hull[0]!.y) - (p.y - hull[0]!.y) * (q.x - hull[0]!.x);
  });
  const far = Math.max(...hull.map((p) => Math.hypot(p.x - hull[0]!.x, p.y - hull[0]!.y)));
  return twice < 1e-3 * far * far;
}

export const KINDS = [
  "circle",
  "capsule",
  "segment",
  "box",
  "polygon",
  "ellipse",
  "superellipse",
  "half-space",
  "point",
  "points",
  "convex",
  "support",
] as const;
export type Kind = (typeof KINDS)[number];

/** A random shape of about the given size. Half of all shapes are turned and off their frame's origin. */
export function randomModel(random: Random, kind: Kind, size: number): Model {
  const slim = random.chance(0.3) ? Math.max(random.between(0.02, 1), 3e-5 / size) : 1;
  const rounding = random.chance(0.4) ? size * random.between(0.01, 0.5) : 0;
  const off = random.chance(0.5);
  const center = off
    ? { x: Math.fround(random.between(-size, size)), y: Math.fround(random.between(-size, size)) }
    : { x: 0, y: 0 };
  const angle = off ? Math.fround(random.between(-4, 4)) : 0;
  const at = (p: Vector): Vector => {
    const q = turned(p, angle);
    return { x: center.x + q.x, y: center.y + q.y };
  };
  switch (kind) {
    case "circle": {
      const shape = circle(size, { center });
      return model(kind, shape, [center], shape.radius);
    }
    case "capsule": {
      const shape = capsule(2 * size, size * slim * 0.5, { center, angle });
      const h = shape.length / 2;
      return model(kind, shape, [at({ x: -h, y: 0 }), at({ x: h, y: 0 })], shape.radius);
    }
    case "segment": {
      const shape = segment(at({ x: -size, y: 0 }), at({ x: size, y: 0 }), {
        radius: random.chance(0.3) ? rounding : 0,
      });
      return model(kind, shape, [shape.a, shape.b], shape.radius);
    }
    case "box": {
      const shape = box(2 * size * slim, 2 * size, { radius: rounding, center, angle });
      const [w, h] = [shape.width / 2, shape.height / 2];
      return model(
        kind,
        shape,
        [at({ x: -w, y: -h }), at({ x: w, y: -h }), at({ x: w, y: h }), at({ x: -w, y: h })],
        shape.radius,
      );
    }
    case "polygon": {
      for (;;) {
        const count = random.chance(0.05) ? 3 + random.below(30) : 3 + random.below(6);
        const points = randomPoints(random, count, size);
        if (!isThin(points)) {
          const shape = polygon(points, { radius: rounding, center, angle });
          return model(kind, shape, wrap(shape.points).map(at), shape.radius);
        }
      }
    }
    case "ellipse": {
      const upright = random.chance(0.5);
      const shape = ellipse(size * (upright ? slim : 1), size * (upright ? 1 : slim), { center, angle });
      return model(kind, shape, [center], 0, { axes: { x: shape.rx, y: shape.ry }, angle });
    }
    case "superellipse": {
      const shape = superellipse(size, Math.max(size * slim, 1e-4), random.scale(1.2, 20), { center, angle });
      const { rx, ry, exponent } = shape;
      const q = exponent / (exponent - 1);
      const support = (d: Vector): Vector => {
        const n = turned(d, -angle);
        const [u, v] = [rx * Math.abs(n.x), ry * Math.abs(n.y)];
        const norm = (u ** q + v ** q) ** (1 / q);
        const p = { x: Math.sign(n.x) * rx * (u / norm) ** (q - 1), y: Math.sign(n.y) * ry * (v / norm) ** (q - 1) };
        return turned(p, angle);
      };
      return model(kind, shape, [center], 0, { support, bound: Math.hypot(center.x, center.y) + rx + ry });
    }
    case "half-space": {
      const direction = random.chance(0.3) ? (random.below(4) * Math.PI) / 2 : random.between(-4, 4);
      const shape = halfSpace({ x: Math.cos(direction), y: Math.sin(direction) }, { center });
      const length = Math.hypot(shape.normal.x, shape.normal.y);
      return model(kind, shape, [center], 0, { normal: { x: shape.normal.x / length, y: shape.normal.y / length } });
    }
    case "point":
      return model(kind, [center], [center], 0);
    case "points": {
      const points = randomPoints(random, 2 + random.below(8), size).map(at);
      return model(kind, points, wrap(points), 0);
    }
    case "convex": {
      const points = randomPoints(random, 40 + random.below(80), size).map(at);
      return model(kind, convex(points), wrap(points), 0);
    }
    default: {
      // a superellipse of exponent 4: |x|⁴ + |y|⁴ = size⁴
      const support = ({ x, y }: Vector): Vector => {
        const [a, b] = [Math.cbrt(Math.abs(x)), Math.cbrt(Math.abs(y))];
        const scale = size / (a ** 4 + b ** 4) ** 0.25;
        return { x: Math.sign(x) * a * scale, y: Math.sign(y) * b * scale };
      };
      return model("support", { support, radius: rounding }, [{ x: 0, y: 0 }], rounding, {
        support,
        bound: 2 * size + rounding,
      });
    }
  }
}

/** The largest n · x over a placed shape; infinite where the shape is unbounded. */
export function reach(m: Model, p: Pose, nx: number, ny: number): number {
  const lx = p.c * nx + p.s * ny;
  const ly = p.c * ny - p.s * nx;
  let best = -Infinity;
  if (m.normal) {
    const across = lx * m.normal.y - ly * m.normal.x;
    if (lx * m.normal.x + ly * m.normal.y < 0 || Math.abs(across) > 1e-7) {
      return Infinity;
    }
  }
  for (const v of m.vertices) {
    best = Math.max(best, lx * v.x + ly * v.y);
  }
  if (m.axes) {
    const a = {
      x: Math.cos(m.angle) * lx + Math.sin(m.angle) * ly,
      y: Math.cos(m.angle) * ly - Math.sin(m.angle) * lx,
    };
    best += Math.sqrt((m.axes.x * a.x) ** 2 + (m.axes.y * a.y) ** 2);
  }
  if (m.support) {
    const q = m.support({ x: lx, y: ly });
    best += lx * q.x + ly * q.y;
  }
  return p.x * nx + p.y * ny + best + m.radius;
}

/** The gap between the projections of two shapes onto a unit vector: never more than their signed distance. */
export function gapAlong(a: Model, pa: Pose, b: Model, pb: Pose, nx: number, ny: number): number {
  return -reach(b, pb, -nx, -ny) - reach(a, pa, nx, ny);
}

export function inWorld(p: Pose, v: Vector): Vector {
  return { x: p.x + p.c * v.x - p.s * v.y, y: p.y + p.s * v.x + p.c * v.y };
}

function worldCore(m: Model, p: Pose): Vector[] {
  return m.vertices.map((v) => inWorld(p, v));
}

const isAngular = (m: Model): boolean => !m.axes && !m.support && !m.normal;

/**
 * Signed distance of two shapes (m), below 0 if they overlap. Every direction gives a lower bound: for angular shapes all
 * directions that can give the largest are tried, for curved ones many, and then the best more finely.
 */
export function signedDistance(a: Model, pa: Pose, b: Model, pb: Pose): number {
  if (a.normal || b.normal) {
    const [n, p, sign] = a.normal ? [a.normal, pa, 1] : [b.normal!, pb, -1];
    const [x, y] = [sign * (p.c * n.x - p.s * n.y), sign * (p.s * n.x + p.c * n.y)];
    return gapAlong(a, pa, b, pb, x, y);
  }
  let best = -Infinity;
  let bestAngle = 0;
  const tryAlong = (x: number, y: number): void => {
    const length = Math.hypot(x, y);
    if (length > 0) {
      const gap = gapAlong(a, pa, b, pb, x / length, y / length);
      if (gap > best) {
        best = gap;
        bestAngle = Math.atan2(y, x);
      }
    }
  };
  const coreA = worldCore(a, pa);
  const coreB = worldCore(b, pb);
  // along the normals of faces, and along the faces themselves
  for (const [core, sign] of [
    [coreA, 1],
    [coreB, -1],
  ] as const) {
    for (let i = 0; i < core.length && core.length > 1; i++) {
      const p = core[i]!;
      const q = core[(i + 1) % core.length]!;
      tryAlong(sign * (q.y - p.y), sign * (p.x - q.x));
      tryAlong(q.x - p.x, q.y - p.y);
    }
  }
  {
    // between the closest pair of corners, which may give the distance
    let nearest = Infinity;
    let pair: [Vector, Vector] | undefined;
    for (const p of coreA) {
      for (const q of coreB) {
        const d = (p.x - q.x) ** 2 + (p.y - q.y) ** 2;
        if (d < nearest) {
          nearest = d;
          pair = [p, q];
        }
      }
    }
    tryAlong(pair![1].x - pair![0].x, pair![1].y - pair![0].y);
  }
  if (best === -Infinity) {
    // two points in one place
    tryAlong(1, 0);
  }
  if (!isAngular(a) || !isAngular(b)) {
    tryAlong(pb.x - pa.x, pb.y - pa.y);
    // Each direction around that is no worse than its neighbours may lead to the best, unless it is far behind: between
    // two directions the gap rises by no more than the angle times the size.
    const steps = 72;
    const angles = Array.from({ length: steps }, (_, i) => (2 * Math.PI * i) / steps);
    const gaps = angles.map((angle) => gapAlong(a, pa, b, pb, Math.cos(angle), Math.sin(angle)));
    const level = Math.max(best, ...gaps) - (Math.PI / steps) * sizeOf(a, pa, b, pb);
    const tops = angles.filter(
      (_, i) => gaps[i]! >= level && gaps[i]! >= gaps[(i + 1) % steps]! && gaps[i]! >= gaps[(i + steps - 1) % steps]!,
    );
    for (const start of [bestAngle, ...tops]) {
      let middle = start;
      let most = gapAlong(a, pa, b, pb, Math.cos(middle), Math.sin(middle));
      for (let width = Math.PI / steps; width > 1e-7; width *= 0.6) {
        for (const angle of [middle + width, middle - width]) {
          const gap = gapAlong(a, pa, b, pb, Math.cos(angle), Math.sin(angle));
          if (gap > most) {
            [most, middle] = [gap, angle];
          }
        }
      }
      best = Math.max(best, most);
    }
  }
  return best;
}

/** A pose for B worth testing against A: touching exactly or nearly, concentric, in line, or somewhere around. */
export function placeNear(random: Random, a: Model, pa: Pose, b: Model): Pose {
  const aligned = random.chance(0.25);
  const angle = aligned ? (random.below(4) * Math.PI) / 2 : random.between(-4, 4);
  const direction = aligned && random.chance(0.7) ? (random.below(4) * Math.PI) / 2 : random.between(-4, 4);
  const [dx, dy] = [Math.cos(direction), Math.sin(direction)];
  if (random.chance(0.06)) {
    return poseOf(pa.x, pa.y, random.chance(0.5) ? pa.angle : angle);
  }
  if (random.chance(0.55) && !a.normal && !b.normal) {
    const at = poseOf(0, 0, angle);
    const apart = reach(a, poseOf(0, 0, pa.angle), dx, dy) + reach(b, at, -dx, -dy);
    const least = Math.min(a.bound, b.bound);
    const shift = random.chance(0.25) ? 0 : random.between(-1, 1) * least * 10 ** random.between(-6, 0.2);
    return poseOf(pa.x + (apart + shift) * dx, pa.y + (apart + shift) * dy, angle);
  }
  const distance = random.between(0, 1.3) * (a.bound + b.bound);
  return poseOf(pa.x + distance * dx, pa.y + distance * dy, angle);
}

/** The length that rounding is measured against (m). */
export function sizeOf(a: Model, pa: Pose, b: Model, pb: Pose): number {
  return a.bound + b.bound + Math.hypot(pa.x - pb.x, pa.y - pb.y);
}
