import { ShapeKind } from "../../assembly/abi/layout.js";
import type { Vector } from "../definitions.js";
import { PhysicsError } from "../errors.js";
import { load, read, single, toWorld, type Operand, type Part } from "./operand.js";
import { orient } from "./orient.js";
import { hullOf } from "./polygon.js";
import { readPoint } from "./points.js";

// Support functions, and the Minkowski difference, on which GJK and EPA work without ever building it.

const ORIGIN: Readonly<Vector> = { x: 0, y: 0 };

/**
 * The point of a shape farthest along a direction, rounding included (m): its support function.
 *
 * Throws a PhysicsError for anything but a shape, for a direction of no length, and for a half-space, which has no end.
 */
export function support(shape: Operand, direction: Readonly<Vector>): Vector {
  const { x, y } = readPoint(direction, "direction");
  const length = Math.sqrt(x * x + y * y);
  if (!(length > 0)) {
    throw new PhysicsError("out-of-range", "direction is (0, 0); use a direction such as { x: 0, y: 1 }.");
  }
  const reading = read(shape, "shape");
  let best: Vector = { x: 0, y: 0 };
  let most = -Infinity;
  for (const part of reading.parts) {
    noHalfSpace(part, "shape");
    const core = load(0, part, reading, "shape");
    const at = core.support(x / length, y / length) / 8;
    const p = {
      x: core.f64[core.origin]! + core.f64[at]! + 0,
      y: core.f64[core.origin + 1]! + core.f64[at + 1]! + 0,
    };
    const d = x * p.x + y * p.y;
    if (d > most) {
      most = d;
      best = p;
    }
  }
  return best;
}

function noHalfSpace({ kind }: Part, name: string): void {
  if (kind === ShapeKind.HalfSpace) {
    throw new PhysicsError("bad-shape", `${name} is a half-space, which is infinite; use a finite shape.`);
  }
}

/** Result of `minkowskiDifference`. */
export interface RoundedPolygon {
  /** The corners, counter-clockwise; only one or two if neither shape has an area. */
  points: Vector[];
  /** Rounding radius around it: both radii together (m). */
  radius: number;
}

/**
 * The Minkowski difference B − A of two shapes made of corners and rounding: all vectors from a point of A
 * to a point of B. It contains the origin exactly if the shapes overlap, and else is as far from it as the
 * shapes are apart. It is built by merging the edges of both in the order of their angles.
 *
 * Throws a PhysicsError as `penetration` does, and for ellipses, half-spaces and support functions, which
 * have no corners: use `support(b, n)` less `support(a, −n)`.
 */
export function minkowskiDifference(a: Operand, b: Operand): RoundedPolygon {
  const one = corners(a, "a");
  const other = corners(b, "b");
  const negative = hullOf(one.points.map(({ x, y }) => ({ x: -x, y: -y })));
  const positive = hullOf(other.points);
  // a hull starts at its leftmost, lowest point; from there the edges of both turn around once
  const points: Vector[] = [];
  const endP = negative.length > 1 ? negative.length : 0;
  const endQ = positive.length > 1 ? positive.length : 0;
  let i = 0;
  let j = 0;
  do {
    const p = negative[i % negative.length]!;
    const q = positive[j % positive.length]!;
    points.push({ x: p.x + q.x, y: p.y + q.y });
    const turn = i === endP ? -1 : j === endQ ? 1 : compareAngles(edge(negative, i), edge(positive, j));
    i += turn >= 0 && i < endP ? 1 : 0;
    j += turn <= 0 && j < endQ ? 1 : 0;
  } while (i < endP || j < endQ);
  return { points: hullOf(points), radius: one.radius + other.radius };
}

/** The edge that starts at point i of a hull; (0, 0) if the hull is a single point. */
function edge(hull: readonly Vector[], i: number): Vector {
  const p = hull[i % hull.length]!;
  const q = hull[(i + 1) % hull.length]!;
  return { x: q.x - p.x, y: q.y - p.y };
}

/** Positive if p comes before q, going around from straight down. */
function compareAngles(p: Vector, q: Vector): number {
  return sector(q) - sector(p) || orient(ORIGIN, p, q);
}

/** 0 for edges that lead right, 1 for those that lead straight up or left, 2 for those straight down, which come last. */
function sector({ x, y }: Vector): number {
  return x > 0 ? 0 : x === 0 && y < 0 ? 2 : 1;
}

/** The corners of a shape's core in the world. */
function corners(operand: Operand, name: string): RoundedPolygon {
  const reading = read(operand, name);
  const part = single(reading, name);
  const { kind, halfX, halfY, radius, offset } = part;
  noHalfSpace(part, name);
  const core = load(0, part, reading, name);
  if (kind === ShapeKind.Ellipse || kind === ShapeKind.Superellipse || (part.support && part.points.length === 0)) {
    throw new PhysicsError("bad-shape", `${name} has no corners; use support(b, n) minus support(a, -n).`);
  }
  const local: Vector[] = [];
  for (let i = 0; i < part.points.length; i += 2) {
    local.push({ x: part.points[i]! + offset.x, y: part.points[i + 1]! + offset.y });
  }
  if (local.length === 0) {
    const y = kind === ShapeKind.Box ? halfY : 0;
    local.push({ x: -halfX, y: -y }, { x: halfX, y: -y }, { x: halfX, y }, { x: -halfX, y });
  }
  return { points: local.map((p) => toWorld(core, part, p)), radius };
}
