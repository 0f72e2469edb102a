import { SCRATCH_GJK } from "../memory/scratch";
import { ShapeGeometry } from "./shape_geometry";
import { MINKOWSKI_VERTEX_BYTES, MinkowskiVertex, RelativePose, copyVertex, supportDifference } from "./support";

// Distance of two cores by the algorithm of Gilbert, Johnson and Keerthi (1988): the distance of A and B is that of the
// origin from their Minkowski difference B − A, found by walking a simplex of at most three of its vertices towards the
// origin. Inner numbers are f64: they cost nothing here, and the usual trouble of GJK (a simplex so flat that the walk
// circles in its rounding noise) moves nine orders of magnitude out of sight.

/** Steps after which the answer so far is returned. Polygons need about five, curved shapes up to forty. */
const MAX_STEPS: i32 = 64;

/** Relative gap between the distance found and its lower bound at which the walk has arrived. */
const ARRIVED: f64 = 1e-12;

/** Cores closer than this share of their coordinates touch. */
const TOUCHING: f64 = 1e-12;

/** What a search remembers for the next one of the same pair: the direction it ended with, in the axes of A. */
@unmanaged
export class GjkCache {
  /** Zero together means that nothing is remembered. */
  x: f64;
  y: f64;
}

/** Distance of two cores, in the axes of A, radii not counted (unit: m). */
@unmanaged
export class GjkResult {
  /** 0 where the cores overlap or touch. */
  distance: f64;
  /** Unit vector from A to B; 0 where the cores overlap. */
  nx: f64;
  ny: f64;
  /** Closest point of the core of A, and of B. */
  ax: f64;
  ay: f64;
  bx: f64;
  by: f64;
  /** 1 where the cores overlap or touch. */
  overlap: i32;
  /** Support vertices that were asked for. */
  steps: i32;
}

function slot(i: usize): MinkowskiVertex {
  return changetype<MinkowskiVertex>(SCRATCH_GJK + i * MINKOWSKI_VERTEX_BYTES);
}

function segmentDistanceSq(p: MinkowskiVertex, q: MinkowskiVertex): f64 {
  const ex: f64 = q.wx - p.wx;
  const ey: f64 = q.wy - p.wy;
  const lengthSq: f64 = ex * ex + ey * ey;
  const along: f64 = -(p.wx * ex + p.wy * ey);
  if (along <= 0 || !(lengthSq > 0)) {
    return p.wx * p.wx + p.wy * p.wy;
  }
  if (along >= lengthSq) {
    return q.wx * q.wx + q.wy * q.wy;
  }
  const cross: f64 = p.wx * ey - p.wy * ex;
  return (cross * cross) / lengthSq;
}

/** Keeps those of slots 0 and 1 that the point nearest to the origin rests on, with weights. Returns how many. */
function reduceSegment(): i32 {
  const p: MinkowskiVertex = slot(0);
  const q: MinkowskiVertex = slot(1);
  const ex: f64 = q.wx - p.wx;
  const ey: f64 = q.wy - p.wy;
  const lengthSq: f64 = ex * ex + ey * ey;
  const along: f64 = -(p.wx * ex + p.wy * ey);
  if (along <= 0 || !(lengthSq > 0)) {
    p.weight = 1;
    return 1;
  }
  if (along >= lengthSq) {
    copyVertex(p, q);
    p.weight = 1;
    return 1;
  }
  q.weight = along / lengthSq;
  p.weight = 1.0 - q.weight;
  return 2;
}

/**
 * Keeps those of slots 0 to 2 that the point nearest to the origin rests on. Returns 3 where the origin lies inside. A flat triangle has
 * no inside and needs no division, so it reduces to its best edge like any other.
 */
function reduceTriangle(): i32 {
  const p: MinkowskiVertex = slot(0);
  const q: MinkowskiVertex = slot(1);
  const r: MinkowskiVertex = slot(2);
  const pq: f64 = p.wx * q.wy - p.wy * q.wx;
  const qr: f64 = q.wx * r.wy - q.wy * r.wx;
  const rp: f64 = r.wx * p.wy - r.wy * p.wx;
  if ((pq > 0 && qr > 0 && rp > 0) || (pq < 0 && qr < 0 && rp < 0)) {
    return 3;
  }
  const distancePQ: f64 = segmentDistanceSq(p, q);
  const distanceQR: f64 = segmentDistanceSq(q, r);
  const distanceRP: f64 = segmentDistanceSq(r, p);
  if (distanceQR <= distancePQ && distanceQR <= distanceRP) {
    copyVertex(p, r);
  } else if (distanceRP <= distancePQ) {
    copyVertex(q, r);
  }
  return reduceSegment();
}

/**
 * Distance and closest points of the cores of A and B, with B placed by `pose` in the axes of A. Ends on every input;
 * not for half-spaces, which have no support function. `cache` may be filled from an earlier search of the pair.
 */
export function closestCores(
  a: ShapeGeometry,
  b: ShapeGeometry,
  pose: RelativePose,
  cache: GjkCache,
  out: GjkResult,
): void {
  const first: MinkowskiVertex = slot(0);
  const second: MinkowskiVertex = slot(1);
  // (vx, vy): the nearest point of the simplex to the origin
  let vx: f64 = cache.x;
  let vy: f64 = cache.y;
  if (vx * vx + vy * vy == 0) {
    vx = pose.x;
    vy = pose.y;
  }
  if (vx * vx + vy * vy == 0) {
    vx = 1;
  }
  supportDifference(a, b, pose, -vx, -vy, first);
  first.weight = 1;
  vx = first.wx;
  vy = first.wy;
  let count: i32 = 1;
  let steps: i32 = 1;
  let distanceSq: f64 = vx * vx + vy * vy;
  let scaleSq: f64 = first.ax * first.ax + first.ay * first.ay + first.bx * first.bx + first.by * first.by;
  let overlap: bool = false;
  while (steps < MAX_STEPS) {
    if (distanceSq <= TOUCHING * TOUCHING * scaleSq) {
      overlap = true;
      break;
    }
    const added: MinkowskiVertex = slot(count);
    supportDifference(a, b, pose, -vx, -vy, added);
    steps++;
    const reached: f64 = vx * added.wx + vy * added.wy;
    // v·w / |v| bounds the distance from below; NaN ends here too
    if (!(distanceSq - reached > ARRIVED * distanceSq)) {
      break;
    }
    const size: f64 = added.ax * added.ax + added.ay * added.ay + added.bx * added.bx + added.by * added.by;
    scaleSq = size > scaleSq ? size : scaleSq;
    const kept: i32 = count == 1 ? reduceSegment() : reduceTriangle();
    if (kept == 3) {
      overlap = true;
      break;
    }
    let nextX: f64 = first.wx;
    let nextY: f64 = first.wy;
    if (kept == 2) {
      // the foot of the perpendicular, built on the edge's own normal: exact in direction, however close to the origin
      const ex: f64 = second.wx - first.wx;
      const ey: f64 = second.wy - first.wy;
      const height: f64 = (first.wx * ey - first.wy * ex) / (ex * ex + ey * ey);
      nextX = height * ey;
      nextY = -height * ex;
    }
    count = kept;
    vx = nextX;
    vy = nextY;
    const nextSq: f64 = vx * vx + vy * vy;
    if (!(nextSq < distanceSq)) {
      distanceSq = nextSq;
      break;
    }
    distanceSq = nextSq;
  }

  out.steps = steps;
  out.overlap = overlap ? 1 : 0;
  if (overlap || !(distanceSq > 0)) {
    out.overlap = 1;
    out.distance = 0;
    out.nx = 0;
    out.ny = 0;
    out.ax = first.ax;
    out.ay = first.ay;
    out.bx = first.ax;
    out.by = first.ay;
    return;
  }
  const distance: f64 = sqrt<f64>(distanceSq);
  out.distance = distance;
  out.nx = vx / distance;
  out.ny = vy / distance;
  if (count == 1) {
    out.ax = first.ax;
    out.ay = first.ay;
  } else {
    out.ax = first.weight * first.ax + second.weight * second.ax;
    out.ay = first.weight * first.ay + second.weight * second.ay;
  }
  out.bx = out.ax + vx;
  out.by = out.ay + vy;
  cache.x = vx;
  cache.y = vy;
}
