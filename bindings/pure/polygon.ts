import type { Vector } from "../definitions.js";
import { PhysicsError } from "../errors.js";
import { orient } from "./orient.js";
import { readPoints } from "./points.js";

// Polygons as lists of points, in 64-bit numbers and with exact signs: hull, convexity, winding, validity.

type Point = Readonly<Vector>;

/** Twice the smallest area that counts as one, as a share of the extent squared. */
const FLAT = 1e-14;

/**
 * The convex hull of any number of points (m, at least 1), counter-clockwise, as a new list of new points: no three
 * on a line, no two equal. The hull of a single point is that point; points on a line have the two at its ends.
 * Monotone chain (Andrew 1979).
 *
 * Throws a PhysicsError for an empty list or a coordinate that is not finite or beyond ±1e7.
 */
export function convexHull(points: readonly Point[]): Vector[] {
  return hullOf(readPoints(points, "points", 1));
}

/** The hull of points that have been checked. @internal */
export function hullOf(points: readonly Point[]): Vector[] {
  const sorted = points.slice().sort((p, q) => p.x - q.x || p.y - q.y);
  const hull: Point[] = [];
  const last = sorted.length - 1;
  for (let pass = 0; pass < 2; pass++) {
    const start = hull.length;
    for (let i = 0; i <= last; i++) {
      const p = sorted[pass === 0 ? i : last - i]!;
      while (hull.length >= start + 2 && orient(hull[hull.length - 2]!, hull[hull.length - 1]!, p) <= 0) {
        hull.pop();
      }
      const before = hull[hull.length - 1];
      if (before === undefined || hull.length === start || before.x !== p.x || before.y !== p.y) {
        hull.push(p);
      }
    }
    // the next chain starts with the point at which this one ended
    hull.pop();
  }
  if (hull.length === 0) {
    hull.push(sorted[0]!);
  }
  return hull.map(({ x, y }) => ({ x: x + 0, y: y + 0 }));
}

/** Signed area (m²): positive for a counter-clockwise polygon. */
export function signedArea(points: readonly Point[]): number {
  return areaOf(readPoints(points, "points", 3));
}

/** @internal */
export function areaOf(points: readonly Point[]): number {
  const { x, y } = points[0]!;
  let twice = 0;
  for (let i = 2; i < points.length; i++) {
    const p = points[i - 1]!;
    const q = points[i]!;
    twice += (p.x - x) * (q.y - y) - (p.y - y) * (q.x - x);
  }
  return 0.5 * twice;
}

/** Which way a simple polygon runs: 1 counter-clockwise, −1 clockwise, 0 if all its points lie on one line. */
export function winding(points: readonly Point[]): -1 | 0 | 1 {
  const list = readPoints(points, "points", 3);
  // the leftmost corner, the lowest of those, turns the way the polygon does
  let corner = 0;
  for (let i = 1; i < list.length; i++) {
    const p = list[i]!;
    const low = list[corner]!;
    corner = p.x < low.x || (p.x === low.x && p.y < low.y) ? i : corner;
  }
  const at = list[corner]!;
  const next = neighbour(list, corner, 1);
  const before = neighbour(list, corner, list.length - 1);
  const turn = next && before ? orient(before, at, next) : 0;
  if (turn !== 0) {
    return turn > 0 ? 1 : -1;
  }
  const area = areaOf(list);
  return Math.abs(area) > FLAT * extentOf(list) ** 2 ? (area > 0 ? 1 : -1) : 0;
}

/** The nearest point along the polygon that differs from the one at `from`. */
function neighbour(list: readonly Point[], from: number, step: number): Point | undefined {
  const { x, y } = list[from]!;
  for (let i = (from + step) % list.length; i !== from; i = (i + step) % list.length) {
    const p = list[i]!;
    if (p.x !== x || p.y !== y) {
      return p;
    }
  }
  return undefined;
}

/** @internal */
export function extentOf(points: readonly Point[]): number {
  const { x, y } = points[0]!;
  let extent = 0;
  for (const p of points) {
    extent = Math.max(extent, Math.abs(p.x - x), Math.abs(p.y - y));
  }
  return extent;
}

/**
 * Whether a polygon is convex. It may have either winding, and points on the line through their neighbours;
 * a polygon that crosses itself, goes around twice or has no area is not convex.
 */
export function isConvex(points: readonly Point[]): boolean {
  const ring = cleanRing(readPoints(points, "points", 3));
  if (ring.length < 3) {
    return false;
  }
  let sign = 0;
  let flips = 0;
  let rising = 0;
  for (let i = 0; i < ring.length; i++) {
    const p = ring[i]!;
    const q = ring[(i + 1) % ring.length]!;
    const r = ring[(i + 2) % ring.length]!;
    const turn = Math.sign(orient(p, q, r));
    if (turn === 0) {
      if ((q.x - p.x) * (r.x - q.x) + (q.y - p.y) * (r.y - q.y) < 0) {
        return false; // it turns back on itself
      }
    } else if (sign !== 0 && turn !== sign) {
      return false;
    } else {
      sign = turn;
    }
    // a polygon that goes around once changes between right and left twice
    const direction = Math.sign(q.x - p.x) || Math.sign(q.y - p.y);
    flips += rising !== 0 && direction !== rising ? 1 : 0;
    rising = direction;
  }
  const first = ring[0]!;
  const second = ring[1]!;
  flips += (Math.sign(second.x - first.x) || Math.sign(second.y - first.y)) !== rising ? 1 : 0;
  return sign !== 0 && flips === 2;
}

/** Removes points that repeat the one before them (in many file formats the last repeats the first). @internal */
function cleanRing(points: readonly Point[]): Point[] {
  return points.filter((p, i) => {
    const before = points[i === 0 ? points.length - 1 : i - 1]!;
    return points.length === 1 || p.x !== before.x || p.y !== before.y;
  });
}

/** What is wrong with a polygon. */
export type PolygonFault =
  | "too-few-points"
  | "no-area"
  | "self-crossing"
  | "hole-outside"
  | "holes-cross"
  | "not-finite"
  | "out-of-range"
  | "bad-type";

/** Result of `validatePolygon`. */
export type PolygonReport =
  | { readonly valid: true }
  | {
      readonly valid: false;
      readonly reason: PolygonFault;
      /** The reason as a sentence. */
      readonly message: string;
    };

/**
 * Whether this is a simple polygon (its edges meet only at common corners), with holes inside it that meet
 * neither it nor one another. Points may repeat the one before them, lie on a line, and run in either
 * winding. Never throws because of the points, but says what is wrong with them.
 */
export function validatePolygon(points: readonly Point[], holes: readonly (readonly Point[])[] = []): PolygonReport {
  try {
    checkPolygon(points, holes);
    return { valid: true };
  } catch (error) {
    if (!(error instanceof PhysicsError)) {
      throw error;
    }
    const reason =
      error instanceof PolygonError ? error.reason : error.code === "bad-shape" ? "too-few-points" : error.code;
    return { valid: false, reason: reason as PolygonFault, message: error.message };
  }
}

class PolygonError extends PhysicsError {
  constructor(
    readonly reason: PolygonFault,
    message: string,
  ) {
    super("bad-shape", message);
  }
}

/** The rings of a polygon with holes, cleaned; the outer one counter-clockwise and first, holes clockwise. @internal */
export function checkPolygon(points: unknown, holes: unknown): Point[][] {
  const rings = [checkRing(points, "points", 1)];
  if (!Array.isArray(holes)) {
    throw new PhysicsError("bad-type", "holes is not an array; it must be an array of arrays of points.");
  }
  holes.forEach((hole, i) => rings.push(checkRing(hole, `holes[${i}]`, -1)));
  const outer = rings[0]!;
  for (let i = 1; i < rings.length; i++) {
    const hole = rings[i]!;
    if (ringsMeet(outer, hole) || !isInside(hole[0]!, outer)) {
      throw new PolygonError("hole-outside", `holes[${i - 1}] is not inside points; move it or leave it out.`);
    }
    for (let j = 1; j < i; j++) {
      const other = rings[j]!;
      if (ringsMeet(other, hole) || isInside(hole[0]!, other) || isInside(other[0]!, hole)) {
        throw new PolygonError("holes-cross", `holes[${j - 1}] and holes[${i - 1}] overlap; merge them.`);
      }
    }
  }
  return rings;
}

function checkRing(points: unknown, name: string, wanted: 1 | -1): Point[] {
  const ring = cleanRing(readPoints(points, name, 3));
  if (ring.length < 3) {
    throw new PolygonError("too-few-points", `${name} has fewer than 3 different points; a polygon needs at least 3.`);
  }
  const area = areaOf(ring);
  const onLine = ring.every((p) => orient(ring[0]!, ring[1]!, p) === 0);
  const crossing = onLine ? undefined : findCrossing(ring);
  if (crossing !== undefined) {
    throw new PolygonError(
      "self-crossing",
      `${name} crosses or touches itself at edges ${crossing.join(" and ")}; move its points apart.`,
    );
  }
  if (onLine || Math.abs(area) <= FLAT * extentOf(ring) ** 2) {
    throw new PolygonError("no-area", `${name} has no area; its points must not all lie on one line.`);
  }
  return area * wanted > 0 ? ring : ring.reverse();
}

/** The first two edges that meet anywhere but in the corner between neighbours. */
function findCrossing(ring: readonly Point[]): [number, number] | undefined {
  const count = ring.length;
  for (let i = 0; i < count; i++) {
    const a = ring[i]!;
    const b = ring[(i + 1) % count]!;
    const c = ring[(i + 2) % count]!;
    if (orient(a, b, c) === 0 && (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y) < 0) {
      return [i, (i + 1) % count];
    }
    const low = Math.min(a.x, b.x);
    const high = Math.max(a.x, b.x);
    for (let j = i + 2; j < count; j++) {
      const p = ring[j]!;
      const q = ring[(j + 1) % count]!;
      const neighbours = i === 0 && j === count - 1;
      if (!neighbours && !(p.x > high && q.x > high) && !(p.x < low && q.x < low) && segmentsMeet(a, b, p, q)) {
        return [i, j];
      }
    }
  }
  return undefined;
}

/** Whether two segments share a point, ends included. @internal */
export function segmentsMeet(a: Point, b: Point, p: Point, q: Point): boolean {
  if (
    Math.min(a.x, b.x) > Math.max(p.x, q.x) ||
    Math.min(p.x, q.x) > Math.max(a.x, b.x) ||
    Math.min(a.y, b.y) > Math.max(p.y, q.y) ||
    Math.min(p.y, q.y) > Math.max(a.y, b.y)
  ) {
    return false;
  }
  // if all four lie on one line, their boxes have decided
  return (
    Math.sign(orient(a, b, p)) * Math.sign(orient(a, b, q)) <= 0 &&
    Math.sign(orient(p, q, a)) * Math.sign(orient(p, q, b)) <= 0
  );
}

function ringsMeet(one: readonly Point[], other: readonly Point[]): boolean {
  return one.some((a, i) => {
    const b = one[(i + 1) % one.length]!;
    return other.some((p, j) => segmentsMeet(a, b, p, other[(j + 1) % other.length]!));
  });
}

/** Whether a point lies inside a ring, found by counting the edges to its right. @internal */
function isInside(p: Point, ring: readonly Point[]): boolean {
  let inside = false;
  for (let i = 0; i < ring.length; i++) {
    const a = ring[i]!;
    const b = ring[(i + 1) % ring.length]!;
    if (a.y > p.y !== b.y > p.y && orient(a, b, p) > 0 === b.y > a.y) {
      inside = !inside;
    }
  }
  return inside;
}
