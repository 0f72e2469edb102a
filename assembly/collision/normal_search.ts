import { ShapeKind } from "../abi/layout";
import { SCRATCH_GJK, SCRATCH_HULL_A } from "../memory/scratch";
import { coreHull, hasPointCore } from "./core_hull";
import { EpaResult } from "./epa";
import { Hull, ShapeGeometry, hasBoxCore, isElliptic } from "./shape_geometry";
import { MinkowskiVertex, RelativePose, copyVertex, supportDifference } from "./support";
import { Vec2 } from "./vectors";

// The normal of a curve's contact, sought among normals. Along a unit vector n from A to B the gap of two cores is n · w, w the
// support vertex of B − A along −n, and its rate of change as n turns is w across n. Where that is 0 and falling the gap is the
// largest there is near by: the distance of cores that are apart, and the least overlap of cores that are hardly in each other.
// One to six support vertices find it, where GJK and EPA take twenty each to close in on a curve from inside.

/**
 * Cores that are deeper in each other than this share of a curve's shorter half-axis may have a shorter way out elsewhere: round the next
 * corner of the other shape or, for a superellipse, round one of its own.
 */
const SHALLOW: f64 = 0.1;
const SHALLOW_AT_CORNERS: f64 = 0.05;
/** The search has arrived when w across n is no more than this share of the curves' size. */
const ARRIVED: f64 = 2e-8;
/** A chord of the difference that hides less than this share of its length counts as a face. */
const FLAT: f64 = 1e-7;
/** Largest turn of one step (unit: rad, nearly); most steps until the normal lies between two, and from then on. */
const MOST_TURN: f64 = 0.5;
const MAX_TURNS: i32 = 12;
const MAX_CUTS: i32 = 48;

/** What is seen along a normal. */
@unmanaged
class Sight extends MinkowskiVertex {
  nx: f64;
  ny: f64;
  /** Gap of the cores along the normal, and what it gains as the normal turns counter-clockwise (unit: m, m/rad). */
  gap: f64;
  gain: f64;
}

/** The normal lies between those of these two, counter-clockwise. */
const low = changetype<Sight>(SCRATCH_GJK);
const high = changetype<Sight>(SCRATCH_GJK + 96);
const trial = changetype<Sight>(SCRATCH_GJK + 192);

export const enum Search {
  /** Not found: ask GJK and EPA. */
  Lost = 0,
  /** The cores are farther apart than was asked for. */
  Apart = 1,
  Found = 2,
}

function shallowOf(g: ShapeGeometry): f64 {
  const share: f64 = g.kind == ShapeKind.Superellipse ? SHALLOW_AT_CORNERS : SHALLOW;
  return isElliptic(g) ? share * min<f32>(g.hx, g.hy) : Infinity;
}

function hasFaces(g: ShapeGeometry): bool {
  return (g.kind == ShapeKind.Polygon || hasBoxCore(g.kind)) && !hasPointCore(g);
}

/** Looks along (nx, ny), of any length, into `trial`. */
function look(a: ShapeGeometry, b: ShapeGeometry, pose: RelativePose, nx: f64, ny: f64): void {
  const scale: f64 = 1 / sqrt<f64>(nx * nx + ny * ny);
  trial.nx = nx * scale;
  trial.ny = ny * scale;
  supportDifference(a, b, pose, -trial.nx, -trial.ny, trial);
  trial.gap = trial.nx * trial.wx + trial.ny * trial.wy;
  trial.gain = trial.nx * trial.wy - trial.ny * trial.wx;
}

function copySight(to: Sight, from: Sight): void {
  copyVertex(to, from);
  to.nx = from.nx;
  to.ny = from.ny;
  to.gap = from.gap;
  to.gain = from.gain;
}

/** Writes the answer that `trial` gives; (x, y) is its point on A. */
function write(x: f64, y: f64, out: EpaResult): void {
  out.depth = -trial.gap;
  out.nx = trial.nx;
  out.ny = trial.ny;
  out.ax = x;
  out.ay = y;
  out.bx = x + trial.gap * trial.nx;
  out.by = y + trial.gap * trial.ny;
}

/** Writes the answer that `trial` gives along a side of A or B: the curve's point, and the point beside it on the other shape. */
function writeSide(onA: bool, out: EpaResult): void {
  if (onA) {
    write(trial.bx - trial.gap * trial.nx, trial.by - trial.gap * trial.ny, out);
  } else {
    write(trial.ax, trial.ay, out);
  }
}

/**
 * Looks along the normal of the side from (px, py) to (qx, qy), counter-clockwise, of the shape that has faces, A or B. True if
 * the curve touches within it; else `trial` is at the corner beyond which it does.
 */
function lookAtSide(
  a: ShapeGeometry,
  b: ShapeGeometry,
  pose: RelativePose,
  onA: bool,
  px: f64,
  py: f64,
  qx: f64,
  qy: f64,
): bool {
  const ex: f64 = onA ? qx - px : px - qx;
  const ey: f64 = onA ? qy - py : py - qy;
  look(a, b, pose, ey, -ex);
  const x: f64 = onA ? trial.ax : trial.bx;
  const y: f64 = onA ? trial.ay : trial.by;
  const atP: bool = x == px && y == py;
  if (!atP && (x != qx || y != qy)) {
    return false;
  }
  // the other corner lies a side's length along the tangent
  const length: f64 = sqrt<f64>(ex * ex + ey * ey);
  const gainP: f64 = atP ? trial.gain : trial.gain + length;
  const gainQ: f64 = atP ? trial.gain - length : trial.gain;
  if (gainP >= 0 && gainQ <= 0) {
    return true;
  }
  if (atP == gainP > 0) {
    const x: f64 = atP ? qx : px;
    const y: f64 = atP ? qy : py;
    if (onA) {
      trial.ax = x;
      trial.ay = y;
    } else {
      trial.bx = x;
      trial.by = y;
    }
    trial.wx = trial.bx - trial.ax;
    trial.wy = trial.by - trial.ay;
    trial.gain = atP ? gainQ : gainP;
  }
  return false;
}

/** Looks along the normal of the side of A or B that the other's centre is farthest in front of. */
function lookAtNearestSide(a: ShapeGeometry, b: ShapeGeometry, pose: RelativePose, onA: bool): bool {
  const hull = coreHull(onA ? a : b, SCRATCH_HULL_A);
  const x: f64 = onA ? pose.x : -(pose.c * pose.x + pose.s * pose.y);
  const y: f64 = onA ? pose.y : pose.s * pose.x - pose.c * pose.y;
  const vertices = Hull.vertices(hull);
  const normals = Hull.normals(hull);
  let farthest: f64 = -Infinity;
  let side: i32 = 0;
  for (let i: i32 = 0; i < hull.count; i++) {
    const v = Vec2.at(vertices, i);
    const n = Vec2.at(normals, i);
    const d: f64 = (x - Vec2.x(v)) * Vec2.x(n) + (y - Vec2.y(v)) * Vec2.y(n);
    if (d > farthest) {
      farthest = d;
      side = i;
    }
  }
  const p = Vec2.at(vertices, side);
  const q = Vec2.at(vertices, side + 1 < hull.count ? side + 1 : 0);
  const px: f64 = Vec2.x(p);
  const py: f64 = Vec2.y(p);
  const qx: f64 = Vec2.x(q);
  const qy: f64 = Vec2.y(q);
  if (onA) {
    return lookAtSide(a, b, pose, true, px, py, qx, qy);
  }
  // as supportDifference computes them, to the bit
  return lookAtSide(
    a,
    b,
    pose,
    false,
    pose.x + (pose.c * px - pose.s * py),
    pose.y + (pose.s * px + pose.c * py),
    pose.x + (pose.c * qx - pose.s * qy),
    pose.y + (pose.s * qx + pose.c * qy),
  );
}

/** Looks along the normal of an ellipse about as large as both shapes together, at the centre of B. */
function lookAtCentre(a: ShapeGeometry, b: ShapeGeometry, pose: RelativePose): void {
  const cc: f64 = pose.c * pose.c;
  const ss: f64 = pose.s * pose.s;
  const bx: f64 = <f64>b.hx * b.hx;
  const by: f64 = <f64>b.hy * b.hy;
  const xx: f64 = <f64>a.hx * a.hx + cc * bx + ss * by;
  const yy: f64 = <f64>a.hy * a.hy + ss * bx + cc * by;
  const xy: f64 = pose.c * pose.s * (bx - by);
  look(a, b, pose, yy * pose.x - xy * pose.y, xx * pose.y - xy * pose.x);
}

/** Looks uphill from `trial`, in growing steps, until the normal lies between `low` and `high`. False if that does not happen. */
function bracket(a: ShapeGeometry, b: ShapeGeometry, pose: RelativePose, size: f64, least: f64): bool {
  let turn: f64 = trial.gain / (size + max<f64>(trial.gap, 0));
  for (let i: i32 = 0; i < MAX_TURNS && abs<f64>(trial.gain) > least; i++) {
    turn = turn > MOST_TURN ? MOST_TURN : turn < -MOST_TURN ? -MOST_TURN : turn;
    const rises: bool = trial.gain > 0;
    const start = rises ? low : high;
    copySight(start, trial);
    look(a, b, pose, start.nx - turn * start.ny, start.ny + turn * start.nx);
    if (trial.gain > 0 != rises) {
      copySight(rises ? high : low, trial);
      return true;
    }
    // where a line through both gains is 0; farther where they hardly differ
    const next: f64 = (turn * trial.gain) / (start.gain - trial.gain);
    turn = next / turn > 0 && next / turn < 4 ? next : 4 * turn;
  }
  return abs<f64>(trial.gain) <= least;
}

/** Looks along the normal of the chord from `low` to `high`. True, with the answer, if it counts as a face and the origin is beside it. */
function lookAlongChord(a: ShapeGeometry, b: ShapeGeometry, pose: RelativePose, out: EpaResult): bool {
  const ex: f64 = high.wx - low.wx;
  const ey: f64 = high.wy - low.wy;
  const length: f64 = sqrt<f64>(ex * ex + ey * ey);
  if (!(length > 0)) {
    look(a, b, pose, low.nx + high.nx, low.ny + high.ny);
    return false;
  }
  look(a, b, pose, -ey, ex);
  const hidden: f64 = trial.nx * low.wx + trial.ny * low.wy - trial.gap;
  const along: f64 = trial.nx * low.wy - trial.ny * low.wx;
  if (!(hidden < FLAT * length && along >= 0 && along <= length)) {
    return false;
  }
  const part: f64 = along / length;
  trial.gap += hidden;
  write(low.ax + part * (high.ax - low.ax), low.ay + part * (high.ay - low.ay), out);
  return true;
}

/** Closes in on the normal between `low` and `high`, one of which is `trial`. True, with the answer, if it is found. */
function closeIn(
  a: ShapeGeometry,
  b: ShapeGeometry,
  pose: RelativePose,
  faces: bool,
  onA: bool,
  least: f64,
  out: EpaResult,
): bool {
  // superellipses are often met where they are flat: the chord comes first
  const first: i32 = a.kind == ShapeKind.Superellipse || b.kind == ShapeKind.Superellipse ? 2 : 0;
  const before = trial.gain > 0 ? high : low;
  let nx: f64 = before.nx;
  let ny: f64 = before.ny;
  let gain: f64 = before.gain;
  for (let i: i32 = 0; i < MAX_CUTS; i++) {
    if (abs<f64>(trial.gain) <= least) {
      write(trial.ax, trial.ay, out);
      return true;
    }
    const px: f64 = onA ? low.ax : low.bx;
    const py: f64 = onA ? low.ay : low.by;
    const qx: f64 = onA ? high.ax : high.bx;
    const qy: f64 = onA ? high.ay : high.by;
    if (faces && (px != qx || py != qy)) {
      if (lookAtSide(a, b, pose, onA, px, py, qx, qy)) {
        writeSide(onA, out);
        return true;
      }
    } else {
      // A line through the last two gains is best for what is round, the chord for what is flat.
      const share: f64 = trial.gain / (trial.gain - gain);
      const x: f64 = trial.nx + share * (nx - trial.nx);
      const y: f64 = trial.ny + share * (ny - trial.ny);
      nx = trial.nx;
      ny = trial.ny;
      gain = trial.gain;
      if ((i + first) % 3 < 2 && low.nx * y > low.ny * x && x * high.ny > y * high.nx) {
        look(a, b, pose, x, y);
      } else if (lookAlongChord(a, b, pose, out)) {
        return true;
      }
    }
    copySight(trial.gain > 0 ? low : high, trial);
  }
  return false;
}

/**
 * Finds the normal where a curve meets another curve, a point or a shape with faces, with gap and points in `out`, radii not counted. B
 * is placed by `pose` in the axes of A. `farthest` is the largest gap of cores that matters (unit: m).
 */
export function searchNormal(
  a: ShapeGeometry,
  b: ShapeGeometry,
  pose: RelativePose,
  farthest: f64,
  out: EpaResult,
): Search {
  const longA: f64 = isElliptic(a) ? max<f32>(a.hx, a.hy) : 0;
  const longB: f64 = isElliptic(b) ? max<f32>(b.hx, b.hy) : 0;
  const size: f64 = longA + longB;
  const least: f64 = ARRIVED * size;
  const onA = hasFaces(a);
  const faces: bool = onA || hasFaces(b);
  let onSide = false;
  if (faces) {
    onSide = lookAtNearestSide(a, b, pose, onA);
  } else {
    lookAtCentre(a, b, pose);
  }
  if (trial.gap > farthest) {
    return Search.Apart;
  }
  if (onSide) {
    writeSide(onA, out);
  } else if (!bracket(a, b, pose, size, least) || !closeIn(a, b, pose, faces, onA, least, out)) {
    return Search.Lost;
  }
  return trial.gap >= -min<f64>(shallowOf(a), shallowOf(b)) ? Search.Found : Search.Lost;
}
