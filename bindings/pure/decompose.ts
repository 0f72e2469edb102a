import { known, whole } from "../check.js";
import type { Vector } from "../definitions.js";
import { PhysicsError } from "../errors.js";
import { orient } from "./orient.js";
import { areaOf, checkPolygon, segmentsMeet } from "./polygon.js";

// Decomposes a simple polygon with holes into convex parts. Holes are joined to the outside by bridges, the resulting
// ring is cut into triangles ear by ear, thin triangles are exchanged for thicker ones, and triangles are merged
// across diagonals that no reflex corner needs (Hertel and Mehlhorn 1983: at most four times as many parts as there
// must be). No point is made or moved, and every decision is exact, so the parts cover the polygon and nothing else.

type Point = Readonly<Vector>;

/** A corner of the ring being cut. Bridges make several corners of one point. */
interface Corner {
  /** Number of the point. */
  readonly id: number;
  readonly at: Point;
  next: Corner;
  previous: Corner;
  /** Square of the diagonal that would cut the corner off; infinite if it is no ear. */
  cut: number;
}

type Edge = readonly [Point, Point];

/** Options of `decompose`. */
export interface DecomposeOptions {
  /** Lists of points, each a simple polygon inside the outer one, in either winding. */
  holes?: readonly (readonly Point[])[] | undefined;
  /** Most corners of a part, 3 to 32; default 32; `polygon` takes 64. */
  maxVertices?: number | undefined;
}

const OPTIONS = new Set(["holes", "maxVertices"]);

/** Height of a triangle over its longest side, as a share of that side, below which a body may refuse it. */
const THIN = 2e-3;

/**
 * Cuts a simple polygon, concave or not and in either winding, into convex parts: counter-clockwise lists of its own
 * points, each ready for `polygon`. Their areas add up to the polygon's. For n points it takes time of order n².
 *
 * Throws a PhysicsError that says why for anything but a simple polygon; `validatePolygon` gives the reason without throwing.
 */
export function decompose(points: readonly Point[], options: DecomposeOptions = {}): Vector[][] {
  known(options, "options", OPTIONS);
  const most = options.maxVertices === undefined ? 32 : whole(options.maxVertices, "options.maxVertices", 3, 32);
  const rings = checkPolygon(points, options.holes ?? []);
  const triangles = cutEars(joinHoles(rings));
  thicken(triangles, rings.flat());
  // which diagonal goes first matters if two need each other: the better of both orders is nearly the best possible
  const parts = [1, -1]
    .map((order) => merge(triangles, rings.flat(), most, order))
    .reduce((few, more) => (more.length < few.length ? more : few));
  return parts.map((part) => part.map(({ x, y }) => ({ x: x + 0, y: y + 0 })));
}

/** A ring of corners made of points, numbered from `first`. */
function makeRing(points: readonly Point[], first: number): Corner {
  const corners = points.map((at, i) => ({ id: first + i, at, cut: Infinity }) as Corner);
  corners.forEach((corner, i) => {
    corner.next = corners[(i + 1) % corners.length]!;
    corner.next.previous = corner;
  });
  return corners[0]!;
}

function* around(ring: Corner): Generator<Corner> {
  let corner = ring;
  do {
    yield corner;
    corner = corner.next;
  } while (corner !== ring);
}

/**
 * Joins holes to the outer ring, beginning with the one that reaches farthest right: the rightmost corner of
 * each then sees a corner of what has already been joined (Eberly). The nearest one that it sees is taken.
 */
function joinHoles(rings: readonly (readonly Point[])[]): Corner {
  let first = 0;
  const joined = rings.map((ring) => {
    const corner = makeRing(ring, first);
    first += ring.length;
    return corner;
  });
  const outer = joined[0]!;
  const holes = joined.slice(1).map(rightmost);
  holes.sort((p, q) => q.at.x - p.at.x || q.at.y - p.at.y);
  const edges = rings.flatMap((ring) => ring.map((a, i): Edge => [a, ring[(i + 1) % ring.length]!]));
  for (const hole of holes) {
    const candidates = [...around(outer)].sort((p, q) => spanSq(p.at, hole.at) - spanSq(q.at, hole.at));
    const seen = candidates.find((corner) => sees(corner, hole, edges));
    if (seen === undefined) {
      throw new PhysicsError("bad-shape", "holes: one of them touches another or the outline; move it.");
    }
    edges.push([seen.at, hole.at]);
    bridge(seen, hole);
  }
  return outer;
}

function rightmost(ring: Corner): Corner {
  let best = ring;
  for (const corner of around(ring)) {
    best = corner.at.x > best.at.x || (corner.at.x === best.at.x && corner.at.y > best.at.y) ? corner : best;
  }
  return best;
}

function spanSq(p: Point, q: Point): number {
  return (p.x - q.x) ** 2 + (p.y - q.y) ** 2;
}

/** Whether the segment between two corners leaves both towards the inside and meets no edge in between. */
function sees(p: Corner, q: Corner, edges: readonly Edge[]): boolean {
  if (!inCone(p, q.at) || !inCone(q, p.at)) {
    return false;
  }
  return edges.every(([a, b]) => {
    const ends = a === p.at || a === q.at || b === p.at || b === q.at;
    // an edge that shares an end with the segment meets it only by running along it
    return ends ? !alongEdge(p.at, q.at, a, b) : !segmentsMeet(p.at, q.at, a, b);
  });
}

/** Whether an edge at one end of the segment p q runs along it. */
function alongEdge(p: Point, q: Point, a: Point, b: Point): boolean {
  if (orient(p, q, a) !== 0 || orient(p, q, b) !== 0) {
    return false;
  }
  const [base, tip] = a === p || b === p ? [p, q] : [q, p];
  const other = a === base ? b : a;
  return (tip.x - base.x) * (other.x - base.x) + (tip.y - base.y) * (other.y - base.y) > 0;
}

/** Whether the direction from a corner to a point leads inside, its edges excluded. */
function inCone(corner: Corner, towards: Point): boolean {
  const { at } = corner;
  const before = corner.previous.at;
  const after = corner.next.at;
  return orient(before, at, after) > 0
    ? orient(at, after, towards) > 0 && orient(before, at, towards) > 0
    : orient(at, after, towards) > 0 || orient(before, at, towards) > 0;
}

/** Joins the ring of q to that of p by a bridge that is walked there and back. */
function bridge(p: Corner, q: Corner): void {
  const afterP = { ...p };
  const beforeQ = { ...q };
  // p → q … beforeQ → afterP …
  afterP.next.previous = afterP;
  beforeQ.previous.next = beforeQ;
  p.next = q;
  q.previous = p;
  beforeQ.next = afterP;
  afterP.previous = beforeQ;
}

type Triangle = readonly [number, number, number];

/** Cuts a ring into triangles, the ear with the shortest diagonal first. */
function cutEars(ring: Corner): Triangle[] {
  const triangles: Triangle[] = [];
  let count = 0;
  let corner = ring;
  for (const each of around(ring)) {
    each.cut = measureEar(each);
    count++;
  }
  while (count > 3) {
    let ear = corner;
    for (const each of around(corner)) {
      ear = each.cut < ear.cut ? each : ear;
    }
    if (ear.cut === Infinity) {
      throw new PhysicsError("bad-shape", "points: the outline touches itself; move its points apart.");
    }
    const { previous } = ear;
    let { next } = ear;
    if (ear.cut < 0) {
      next = next.next; // both corners at the foot of a bridge become one
      count--;
    } else {
      triangles.push([previous.id, ear.id, next.id]);
    }
    previous.next = next;
    next.previous = previous;
    count--;
    previous.cut = measureEar(previous);
    next.cut = measureEar(next);
    corner = next;
  }
  if (orient(corner.previous.at, corner.at, corner.next.at) > 0) {
    triangles.push([corner.previous.id, corner.id, corner.next.id]);
  }
  return triangles;
}

/** Square of the diagonal that cuts a corner off; infinite if it is no ear or something lies behind it, negative at a bridge's tip. */
function measureEar(ear: Corner): number {
  const a = ear.previous;
  const c = ear.next;
  const turn = orient(a.at, ear.at, c.at);
  if (turn < 0) {
    return Infinity;
  }
  if (turn === 0) {
    // the tip of a bridge whose triangles are gone; or a corner on a line with its neighbours, which other triangles need
    return a.at === c.at ? -1 : Infinity;
  }
  if (!inCone(a, c.at) || !inCone(c, a.at)) {
    return Infinity;
  }
  for (let other = c.next; other !== a; other = other.next) {
    const p = other.at;
    const same = p === a.at || p === ear.at || p === c.at;
    if (!same && orient(a.at, ear.at, p) >= 0 && orient(ear.at, c.at, p) >= 0 && orient(c.at, a.at, p) >= 0) {
      return Infinity;
    }
  }
  return spanSq(a.at, c.at);
}

/**
 * Flips the diagonals of thin triangles as long as the thinner of the two at a diagonal gets thicker.
 * Points almost on a line, which rounding makes of the points of a rotated line, leave thin ears. It ends,
 * because each flip makes the sorted list of all heights larger.
 */
function thicken(triangles: Triangle[], points: readonly Point[]): void {
  const height = (triangle: Triangle): number => {
    // equal to the bit whichever corner comes first, or it might flip for ever
    const [p, q, r] = [...triangle].sort((i, j) => i - j).map((id) => points[id]!) as [Point, Point, Point];
    const [a, b, c] = triangle;
    const share = Math.abs(2 * areaOf([p, q, r])) / Math.max(spanSq(p, q), spanSq(q, r), spanSq(r, p));
    return orient(points[a]!, points[b]!, points[c]!) > 0 ? share : 0;
  };
  const key = (from: number, to: number): number => from * points.length + to;
  /** The triangle on the left of an edge. */
  const leftOf = new Map<number, number>();
  const heights: number[] = [];
  /** Triangles still to be looked at: those that have changed, or whose neighbour has, since they were last looked at. */
  const open = new Uint8Array(triangles.length);
  const put = (triangle: Triangle, n: number): void => {
    triangles[n] = triangle;
    heights[n] = height(triangle);
    open[n] = 1;
    triangle.forEach((id, i) => {
      const next = triangle[(i + 1) % 3]!;
      leftOf.set(key(id, next), n);
      open[leftOf.get(key(next, id)) ?? n] = 1;
    });
  };
  const turn = (n: number, i: number): boolean => {
    const old = triangles[n]!;
    const [a, b, c] = [old[i]!, old[(i + 1) % 3]!, old[(i + 2) % 3]!];
    const other = leftOf.get(key(b, a));
    if (other === undefined) {
      return false;
    }
    const d = triangles[other]!.find((id) => id !== a && id !== b)!;
    const one: Triangle = [c, a, d];
    const two: Triangle = [d, b, c];
    if (!(Math.min(height(one), height(two)) > Math.min(heights[n]!, heights[other]!))) {
      return false;
    }
    leftOf.delete(key(a, b));
    leftOf.delete(key(b, a));
    put(one, n);
    put(two, other);
    return true;
  };
  triangles.forEach(put);
  for (let turned = true; turned;) {
    turned = false;
    for (let n = open.indexOf(1); n >= 0; n = open.indexOf(1, n + 1)) {
      open[n] = 0;
      turned = (heights[n]! < THIN && [0, 1, 2].some((i) => turn(n, i))) || turned;
    }
  }
}

/** Merges triangles while the parts stay convex, across the longest diagonals first (`order` 1) or last (−1). */
function merge(triangles: readonly Triangle[], points: readonly Point[], most: number, order: number): Point[][] {
  const at = (id: number): Point => points[id]!;
  const parts: number[][] = triangles.map((triangle) => [...triangle]);
  /** The part on the left of an edge from one point to another. */
  const leftOf = new Map<number, number>();
  const key = (from: number, to: number): number => from * points.length + to;
  const claim = (part: number): void => {
    const ids = parts[part]!;
    ids.forEach((id, i) => leftOf.set(key(id, ids[(i + 1) % ids.length]!), part));
  };
  parts.forEach((_, part) => claim(part));
  const diagonals: [number, number][] = [];
  for (const part of parts) {
    part.forEach((from, i) => {
      const to = part[(i + 1) % 3]!;
      if (from < to && leftOf.has(key(to, from))) {
        diagonals.push([from, to]);
      }
    });
  }
  diagonals.sort(([a, b], [c, d]) => order * (spanSq(at(c), at(d)) - spanSq(at(a), at(b)) || a - c || b - d));
  for (const [from, to] of diagonals) {
    const left = leftOf.get(key(from, to));
    const right = leftOf.get(key(to, from));
    if (left === undefined || right === undefined || left === right || !parts[left]!.length || !parts[right]!.length) {
      continue;
    }
    // the left part from `to` around to `from`, then the right one without its ends
    const one = startingAt(parts[left]!, to);
    const other = startingAt(parts[right]!, from);
    const ring = withoutSpikes([...one, ...other.slice(1, -1)]);
    if (isRound(ring, at, most)) {
      parts[left] = ring;
      parts[right] = [];
      claim(left);
    }
  }
  return parts.filter((part) => part.length > 0).map((part) => part.map(at).filter((p, i, all) => isCorner(all, i, p)));
}

function startingAt(ring: readonly number[], id: number): number[] {
  const start = ring.indexOf(id);
  return [...ring.slice(start), ...ring.slice(0, start)];
}

/** Removes points where two parts shared two consecutive edges. */
function withoutSpikes(ring: number[]): number[] {
  for (let i = 0; i < ring.length && ring.length > 2; i++) {
    const next = (i + 1) % ring.length;
    if (ring[(i + ring.length - 1) % ring.length] === ring[next]) {
      return withoutSpikes(ring.filter((_, k) => k !== i && k !== next));
    }
  }
  return ring;
}

function isCorner(ring: readonly Point[], i: number, p: Point): boolean {
  return orient(ring[(i + ring.length - 1) % ring.length]!, p, ring[(i + 1) % ring.length]!) !== 0;
}

/** Whether a ring turns left or goes straight on at every point, and has few enough corners. */
function isRound(ring: readonly number[], at: (id: number) => Point, most: number): boolean {
  let corners = 0;
  for (let i = 0; i < ring.length; i++) {
    const p = at(ring[(i + ring.length - 1) % ring.length]!);
    const turn = orient(p, at(ring[i]!), at(ring[(i + 1) % ring.length]!));
    if (turn < 0) {
      return false;
    }
    corners += turn > 0 ? 1 : 0;
  }
  return corners <= most;
}
