import { SCRATCH_EPA, SCRATCH_HULL_WORK } from "../memory/scratch";
import { ShapeGeometry } from "./shape_geometry";
import { MINKOWSKI_VERTEX_BYTES, MinkowskiVertex, RelativePose, copyVertex, supportDifference } from "./support";

// Penetration of two cores by expanding a polytope (van den Bergen 2001): a convex polygon inside the Minkowski
// difference B − A grows, edge by edge and the one nearest to the origin first, until that edge lies on the boundary.
//
// It starts from the four support vertices along the axes instead of from GJK's last simplex, and measures edges by
// signed distance. So it needs nothing from GJK, a start that does not hold the origin corrects itself, and flat
// differences (lines, points) are polygons of two or one vertex rather than failures.

/** Most vertices of the polygon. Sixty-four-sided polygons rarely need twenty, curved shapes rarely forty. */
const MAX_VERTICES: i32 = 96;

/** The polygon has arrived when its nearest edge gains less than this share of its size. */
const ARRIVED: f64 = 1e-11;

/** Edges shorter than this share of the size have no direction. */
const SHORTEST_EDGE: f64 = 1e-13;

/** Largest and smallest turn of the last search (unit: rad): an edge of the largest polygon, and where the depth no longer changes. */
const FIRST_TURN: f64 = 0.06;
const LAST_TURN: f64 = 1e-8;

/** Overlap of two cores, in the axes of A, radii not counted (unit: m). */
@unmanaged
export class EpaResult {
  /** How far B must move along the normal to stop overlapping; negative if the cores are apart along it. */
  depth: f64;
  /** Unit vector from A to B, along which the overlap is least. */
  nx: f64;
  ny: f64;
  /** Deepest point of A's surface inside B, and of B's inside A. */
  ax: f64;
  ay: f64;
  bx: f64;
  by: f64;
  /** Support vertices that were asked for. */
  steps: i32;
  reserved: i32;
}

/** When the polygon is full, an edge is split while it may hide more than this share of the size. */
const HIDDEN: f64 = 1e-6;

/** Support vertices after which no edge is split any more: twice what the least regular curves take. */
const MAX_STEPS: i32 = 4096;

/** Vertices for one edge of the polygon, split on a stack in the space where hulls are built; one more holds where the edge starts. */
const MAX_SPLITS: i32 = 36;

/** Beside the vertices: for each the vertex after it (i32), and the signed distance of the edge between them (f64). */
const NEXT: usize = SCRATCH_EPA + MINKOWSKI_VERTEX_BYTES * (<usize>MAX_VERTICES + 2);
const EDGES: usize = NEXT + 8 * <usize>MAX_VERTICES;

/** Slots that are no part of the polygon: the vertex on trial, and the support of the best direction. */
const TRIAL: i32 = MAX_VERTICES;
const BEST: i32 = MAX_VERTICES + 1;

/** The polygon: a ring of vertices linked by index, so that one is put in anywhere without moving the others. */
abstract class Ring {
  @inline static vertex(i: i32): MinkowskiVertex {
    return changetype<MinkowskiVertex>(SCRATCH_EPA + <usize>i * MINKOWSKI_VERTEX_BYTES);
  }
  @inline static next(i: i32): i32 {
    return load<i32>(NEXT + ((<usize>i) << 2));
  }
  @inline static link(i: i32, next: i32): void {
    store<i32>(NEXT + ((<usize>i) << 2), next);
  }
  /** Signed distance of the edge that starts at vertex i. */
  @inline static distance(i: i32): f64 {
    return load<f64>(EDGES + ((<usize>i) << 3));
  }
  @inline static setDistance(i: i32, distance: f64): void {
    store<f64>(EDGES + ((<usize>i) << 3), distance);
  }
}

function splitVertex(i: i32): MinkowskiVertex {
  return changetype<MinkowskiVertex>(SCRATCH_HULL_WORK + <usize>i * MINKOWSKI_VERTEX_BYTES);
}

/** Measures the edge at i: signed distance of the origin behind it, infinite if it is too short to have a side. */
function measureEdge(i: i32, size: f64): void {
  const p: MinkowskiVertex = Ring.vertex(i);
  const q: MinkowskiVertex = Ring.vertex(Ring.next(i));
  const ex: f64 = q.wx - p.wx;
  const ey: f64 = q.wy - p.wy;
  const length: f64 = sqrt<f64>(ex * ex + ey * ey);
  Ring.setDistance(i, length > SHORTEST_EDGE * size ? (p.wx * ey - p.wy * ex) / length : Infinity);
}

/** The four axis supports, counter-clockwise, repeated ones once. Returns how many there are. */
function startRing(a: ShapeGeometry, b: ShapeGeometry, pose: RelativePose): i32 {
  let count: i32 = 0;
  for (let i: i32 = 0; i < 4; i++) {
    const dx: f64 = i == 0 ? 1 : i == 2 ? -1 : 0;
    const dy: f64 = i == 1 ? 1 : i == 3 ? -1 : 0;
    const added: MinkowskiVertex = Ring.vertex(count);
    supportDifference(a, b, pose, dx, dy, added);
    if (count > 0) {
      const before: MinkowskiVertex = Ring.vertex(count - 1);
      if (before.wx == added.wx && before.wy == added.wy) {
        continue;
      }
    }
    count++;
  }
  const first: MinkowskiVertex = Ring.vertex(0);
  const last: MinkowskiVertex = Ring.vertex(count - 1);
  if (count > 1 && first.wx == last.wx && first.wy == last.wy) {
    count--;
  }
  for (let i: i32 = 0; i < count; i++) {
    Ring.link(i, i + 1 == count ? 0 : i + 1);
  }
  return count;
}

/** Half the larger side of the box around the first `count` vertices, plus what lies between it and the origin. */
function ringSize(count: i32): f64 {
  let size: f64 = 0;
  for (let i: i32 = 0; i < count; i++) {
    const v: MinkowskiVertex = Ring.vertex(i);
    const reach: f64 = abs<f64>(v.wx) + abs<f64>(v.wy);
    size = reach > size ? reach : size;
  }
  return size;
}

/** The difference is a single point: two points on top of each other have no direction, so they part upwards. */
function writePoint(out: EpaResult): void {
  const v: MinkowskiVertex = Ring.vertex(0);
  const length: f64 = sqrt<f64>(v.wx * v.wx + v.wy * v.wy);
  out.depth = -length;
  out.nx = length > 0 ? v.wx / length : 0;
  out.ny = length > 0 ? v.wy / length : 1;
  out.ax = v.ax;
  out.ay = v.ay;
  out.bx = v.bx;
  out.by = v.by;
}

/** Where along the edge at i the origin's foot lies; within [0, 1] if on the edge. */
function footOn(i: i32): f64 {
  const p: MinkowskiVertex = Ring.vertex(i);
  const q: MinkowskiVertex = Ring.vertex(Ring.next(i));
  const ex: f64 = q.wx - p.wx;
  const ey: f64 = q.wy - p.wy;
  return -(p.wx * ex + p.wy * ey) / (ex * ex + ey * ey);
}

/**
 * Witness points where the nearest edge is part of the boundary: the foot of the perpendicular on it. A face may be
 * split into several edges, equally near to rounding; the foot lies on one of them.
 */
function writeEdge(nearest: i32, count: i32, size: f64, out: EpaResult): void {
  let edge: i32 = nearest;
  let t: f64 = footOn(edge);
  if (!(t >= 0 && t <= 1)) {
    const level: f64 = Ring.distance(nearest) + 4.0 * ARRIVED * size;
    for (let i: i32 = 0; i < count; i++) {
      const foot: f64 = footOn(i);
      if (Ring.distance(i) <= level && foot >= 0 && foot <= 1) {
        edge = i;
        t = foot;
        break;
      }
    }
    t = t > 0 ? (t < 1 ? t : 1) : 0;
  }
  const p: MinkowskiVertex = Ring.vertex(edge);
  const q: MinkowskiVertex = Ring.vertex(Ring.next(edge));
  const ex: f64 = q.wx - p.wx;
  const ey: f64 = q.wy - p.wy;
  const length: f64 = sqrt<f64>(ex * ex + ey * ey);
  out.depth = Ring.distance(edge);
  out.nx = -ey / length;
  out.ny = ex / length;
  out.ax = p.ax + t * (q.ax - p.ax);
  out.ay = p.ay + t * (q.ay - p.ay);
  out.bx = p.bx + t * (q.bx - p.bx);
  out.by = p.by + t * (q.by - p.by);
}

/** Keeps the direction (nx, ny) with its support vertex if it is the best so far. */
function keepBest(out: EpaResult, depth: f64, nx: f64, ny: f64, support: MinkowskiVertex): void {
  if (depth < out.depth) {
    out.depth = depth;
    out.nx = nx;
    out.ny = ny;
    copyVertex(Ring.vertex(BEST), support);
  }
}

/**
 * Looks behind the edge at i of the full polygon: its halves are split on a stack, left to right, while one may be nearer than the best
 * direction by more than `HIDDEN`. Where an edge lies on the boundary its foot becomes the best vertex.
 */
function splitEdge(a: ShapeGeometry, b: ShapeGeometry, pose: RelativePose, i: i32, size: f64, out: EpaResult): void {
  const trial: MinkowskiVertex = Ring.vertex(TRIAL);
  const p: MinkowskiVertex = splitVertex(MAX_SPLITS);
  const level: f64 = out.depth - HIDDEN * size;
  if (Ring.distance(i) >= level) {
    return;
  }
  copyVertex(p, Ring.vertex(i));
  copyVertex(splitVertex(0), Ring.vertex(Ring.next(i)));
  let top: i32 = 0;
  while (top >= 0) {
    const q: MinkowskiVertex = splitVertex(top);
    const ex: f64 = q.wx - p.wx;
    const ey: f64 = q.wy - p.wy;
    const length: f64 = sqrt<f64>(ex * ex + ey * ey);
    const distance: f64 = (p.wx * ey - p.wy * ex) / length;
    const room: bool = top + 1 < MAX_SPLITS && out.steps < MAX_STEPS;
    if (room && length > SHORTEST_EDGE * size && distance < out.depth - HIDDEN * size) {
      const nx: f64 = ey / length;
      const ny: f64 = -ex / length;
      supportDifference(a, b, pose, nx, ny, trial);
      out.steps++;
      const depth: f64 = nx * trial.wx + ny * trial.wy;
      if (depth - distance > ARRIVED * size) {
        keepBest(out, depth, nx, ny, trial);
        top++;
        copyVertex(splitVertex(top), trial);
        continue;
      }
      const along: f64 = -(p.wx * ex + p.wy * ey) / (length * length);
      const t: f64 = along > 0 ? (along < 1 ? along : 1) : 0;
      trial.ax = p.ax + t * (q.ax - p.ax);
      trial.ay = p.ay + t * (q.ay - p.ay);
      trial.bx = p.bx + t * (q.bx - p.bx);
      trial.by = p.by + t * (q.by - p.by);
      keepBest(out, distance, nx, ny, trial);
    }
    copyVertex(p, q);
    top--;
  }
}

/**
 * Depth, normal and witness points of two cores that overlap, with B placed by `pose` in the axes of A. Ends on every
 * input: every round adds a vertex and there is room for a fixed number. If the room runs out (many directions of almost
 * the same depth, as in concentric circles) the edges that are left are split one after the other: faces of polygons are
 * still found exactly, curves to 1e-6 of the size. For cores that are apart the depth is negative and only says so: ask GJK how far.
 */
export function penetrationOfCores(a: ShapeGeometry, b: ShapeGeometry, pose: RelativePose, out: EpaResult): void {
  let count: i32 = startRing(a, b, pose);
  out.steps = 4;
  if (count < 2) {
    writePoint(out);
    return;
  }
  let size: f64 = ringSize(count);
  for (let i: i32 = 0; i < count; i++) {
    measureEdge(i, size);
  }
  const trial: MinkowskiVertex = Ring.vertex(TRIAL);
  out.depth = Infinity;
  while (true) {
    let nearest: i32 = 0;
    for (let i: i32 = 1; i < count; i++) {
      if (Ring.distance(i) < Ring.distance(nearest)) {
        nearest = i;
      }
    }
    const p: MinkowskiVertex = Ring.vertex(nearest);
    const q: MinkowskiVertex = Ring.vertex(Ring.next(nearest));
    const ex: f64 = q.wx - p.wx;
    const ey: f64 = q.wy - p.wy;
    const length: f64 = sqrt<f64>(ex * ex + ey * ey);
    // outwards of a counter-clockwise edge
    const nx: f64 = ey / length;
    const ny: f64 = -ex / length;
    supportDifference(a, b, pose, nx, ny, trial);
    out.steps++;
    const depth: f64 = nx * trial.wx + ny * trial.wy;
    const gain: f64 = depth - Ring.distance(nearest);
    if (!(gain > ARRIVED * size)) {
      writeEdge(nearest, count, size, out);
      return;
    }
    keepBest(out, depth, nx, ny, trial);
    if (count == MAX_VERTICES) {
      break;
    }
    copyVertex(Ring.vertex(count), trial);
    Ring.link(count, Ring.next(nearest));
    Ring.link(nearest, count);
    const reach: f64 = abs<f64>(trial.wx) + abs<f64>(trial.wy);
    size = reach > size ? reach : size;
    measureEdge(nearest, size);
    measureEdge(count, size);
    count++;
  }
  for (let i: i32 = 0; i < count; i++) {
    splitEdge(a, b, pose, i, size, out);
  }
  // turn the best direction a little, by ever smaller steps, while that gains
  for (let turn: f64 = FIRST_TURN; turn > LAST_TURN; turn *= 0.5) {
    for (let side: i32 = 0; side < 2; side++) {
      const t: f64 = side == 0 ? turn : -turn;
      const scale: f64 = 1.0 / sqrt<f64>(1.0 + t * t);
      const nx: f64 = (out.nx - t * out.ny) * scale;
      const ny: f64 = (out.ny + t * out.nx) * scale;
      supportDifference(a, b, pose, nx, ny, trial);
      out.steps++;
      const depth: f64 = nx * trial.wx + ny * trial.wy;
      if (depth < out.depth) {
        keepBest(out, depth, nx, ny, trial);
        break;
      }
    }
  }
  const best: MinkowskiVertex = Ring.vertex(BEST);
  out.nx = -out.nx;
  out.ny = -out.ny;
  out.ax = best.ax;
  out.ay = best.ay;
  out.bx = best.bx;
  out.by = best.by;
}
