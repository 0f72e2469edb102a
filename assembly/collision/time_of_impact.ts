import { ShapeKind } from "../abi/layout";
import { atan2, cos, sin } from "../math/trig";
import { SCRATCH_CAST, SCRATCH_FRAMES } from "../memory/scratch";
import { hasPointCore } from "./core_hull";
import { coreDistance } from "./distance";
import { GjkCache, GjkResult } from "./gjk";
import { Frame, ShapeGeometry } from "./shape_geometry";
import { RelativePose, supportCore } from "./support";
import { Vec2d } from "./vectors";

// Time of impact by conservative advancement (Mirtich 1996): from the distance and a bound on how fast it can shrink
// follows a time before which nothing can touch; advance to it and ask again. No step can jump over a contact.
//
// Plain advancement crawls when shapes turn, because the bound on a turning shape is loose. So distances (GJK) are taken
// only now and then, and between them the gap along the last normal, held fixed in the world, is advanced alone: it is
// a lower bound of the distance, it costs two support points, and it removes what a good step of GJK would.

/** Distances taken before giving up; a bullet against a wall takes three. */
const MAX_ROUNDS: i32 = 40;

/** The same for a half-space that turns, whose bound stays loose but whose distance is one support point. */
const MAX_PLANE_ROUNDS: i32 = 640;

/** Advances along one normal before a new one is asked for. */
const MAX_ADVANCES: i32 = 16;

/** What became of a pair during a step. */
export const enum ImpactState {
  /** They do not come within the target distance. */
  Separated = 0,
  /** They first come within the target distance at the fraction. */
  Hit = 1,
  /** Their cores overlap at the start. */
  Overlapped = 2,
  /** Out of rounds. Nothing touches before the fraction; whether anything does after is not known. */
  Failed = 3,
}

/**
 * A shape's motion over a step. The body's centre of mass moves straight from (c0x, c0y) to (c1x, c1y) while the
 * shape's frame turns at a constant rate from rotation 0 to rotation 1, the short way round.
 */
@unmanaged
export class Sweep {
  c0x: f32;
  c0y: f32;
  c1x: f32;
  c1y: f32;
  /** Cosine and sine of the shape's frame at the start and the end. */
  q0c: f32;
  q0s: f32;
  q1c: f32;
  q1s: f32;
  /** The body's centre of mass in the shape's frame (unit: m). */
  localX: f32;
  localY: f32;
}

/** Result of `timeOfImpact`. */
@unmanaged
export class Impact {
  state: i32;
  /** Share of the step at which the pair touches; 1 if it does not. */
  fraction: f32;
  /** Unit normal from A to B at that time, in the world. */
  nx: f32;
  ny: f32;
  /** Distances taken. */
  rounds: i32;
}

/** A sweep prepared for evaluation: f64, and its turn as an angle. */
@unmanaged
class Motion {
  x: f64;
  y: f64;
  /** Displacement of the centre over the step. */
  dx: f64;
  dy: f64;
  c: f64;
  s: f64;
  /** Turn over the step (unit: rad). */
  turn: f64;
  localX: f64;
  localY: f64;
  /** Position and rotation of the frame at the time last asked for. */
  atX: f64;
  atY: f64;
  atC: f64;
  atS: f64;
  /** Most that turning moves any point of the core over the step (unit: m). */
  swing: f64;
}

const MOTION_A: usize = SCRATCH_FRAMES;
const MOTION_B: usize = SCRATCH_FRAMES + 128;
const POINT: usize = SCRATCH_FRAMES + 256;
const POSE: usize = SCRATCH_CAST + 256;
const CACHE: usize = SCRATCH_CAST + 288;
const CLOSEST: usize = SCRATCH_CAST + 304;

/** All of a motion but its turn. */
function setMotion(m: Motion, sweep: Sweep): void {
  m.x = sweep.c0x;
  m.y = sweep.c0y;
  m.dx = <f64>sweep.c1x - <f64>sweep.c0x;
  m.dy = <f64>sweep.c1y - <f64>sweep.c0y;
  m.c = sweep.q0c;
  m.s = sweep.q0s;
  m.turn = 0;
  m.localX = sweep.localX;
  m.localY = sweep.localY;
  m.swing = 0;
}

function setTurn(m: Motion, sweep: Sweep): void {
  const c0: f64 = sweep.q0c;
  const s0: f64 = sweep.q0s;
  const c1: f64 = sweep.q1c;
  const s1: f64 = sweep.q1s;
  m.turn = c0 == c1 && s0 == s1 ? 0 : atan2(c0 * s1 - s0 * c1, c0 * c1 + s0 * s1);
}

/** Is its core a point, and the point that it turns about? Circles about their own centres are not moved by a turn. */
function movesAsPoint(g: ShapeGeometry, m: Motion): bool {
  return m.localX == 0 && m.localY == 0 && hasPointCore(g);
}

/** Moves the frame of a motion to time t. */
function advanceMotion(m: Motion, t: f64): void {
  if (m.turn != 0) {
    const c: f64 = cos(m.turn * t);
    const s: f64 = sin(m.turn * t);
    m.atC = m.c * c - m.s * s;
    m.atS = m.s * c + m.c * s;
  } else {
    m.atC = m.c;
    m.atS = m.s;
  }
  m.atX = m.x + t * m.dx - (m.atC * m.localX - m.atS * m.localY);
  m.atY = m.y + t * m.dy - (m.atS * m.localX + m.atC * m.localY);
}

/** Frame of a swept shape at a share of the step. */
export function sweepFrame(sweep: Sweep, fraction: f32, out: Frame): void {
  const m: Motion = changetype<Motion>(MOTION_A);
  setMotion(m, sweep);
  if (fraction == 1) {
    m.c = sweep.q1c;
    m.s = sweep.q1s;
  } else if (fraction != 0) {
    setTurn(m, sweep);
  }
  advanceMotion(m, fraction);
  out.x = <f32>m.atX;
  out.y = <f32>m.atY;
  out.c = <f32>m.atC;
  out.s = <f32>m.atS;
}

/** Pose of B in the axes of A at the time both motions were advanced to. */
function poseBetween(a: Motion, b: Motion, out: RelativePose): void {
  const dx: f64 = b.atX - a.atX;
  const dy: f64 = b.atY - a.atY;
  out.c = a.atC * b.atC + a.atS * b.atS;
  out.s = a.atC * b.atS - a.atS * b.atC;
  out.x = a.atC * dx + a.atS * dy;
  out.y = a.atC * dy - a.atS * dx;
}

/** Largest n · (x − centre) over a core at the time its motion was advanced to; n is in the world. */
function reachAlong(g: ShapeGeometry, m: Motion, nx: f64, ny: f64): f64 {
  const lx: f64 = m.atC * nx + m.atS * ny;
  const ly: f64 = m.atC * ny - m.atS * nx;
  supportCore(g, lx, ly, POINT);
  return lx * Vec2d.x(POINT) + ly * Vec2d.y(POINT);
}

/** Gap of the cores along a fixed normal at time t: never more than their distance. */
function gapAlong(a: ShapeGeometry, b: ShapeGeometry, ma: Motion, mb: Motion, t: f64, nx: f64, ny: f64): f64 {
  advanceMotion(ma, t);
  advanceMotion(mb, t);
  const between: f64 = nx * (mb.atX - ma.atX) + ny * (mb.atY - ma.atY);
  return between - reachAlong(a, ma, nx, ny) - reachAlong(b, mb, -nx, -ny);
}

/** The most that turning moves any point of a core over the step; 0 for one that does not turn. */
function swingOf(g: ShapeGeometry, m: Motion): f64 {
  if (m.turn == 0) {
    return 0;
  }
  const arm: f64 = sqrt<f64>(m.localX * m.localX + m.localY * m.localY);
  return abs<f64>(m.turn) * (<f64>g.bound - <f64>g.radius + arm);
}

/**
 * A half-space that turns sweeps faster the farther away it is looked at: as far as the other shape's centre ever is
 * from its own, and that shape's size.
 */
function swingOfHalfSpace(m: Motion, other: ShapeGeometry, mo: Motion): f64 {
  if (m.turn == 0) {
    return 0;
  }
  const x0: f64 = mo.x - m.x;
  const y0: f64 = mo.y - m.y;
  const x1: f64 = x0 + mo.dx - m.dx;
  const y1: f64 = y0 + mo.dy - m.dy;
  const start: f64 = sqrt<f64>(x0 * x0 + y0 * y0);
  const end: f64 = sqrt<f64>(x1 * x1 + y1 * y1);
  const arm: f64 = sqrt<f64>(mo.localX * mo.localX + mo.localY * mo.localY);
  return abs<f64>(m.turn) * ((start > end ? start : end) + arm + <f64>other.bound);
}

/**
 * First share of a step at which two moving points are `distance` apart, from the quadratic |p + t v|² = distance²; 0 if they are that
 * near already, 2 if they never are. (px, py) is B relative to A and (vx, vy) its displacement.
 */
export function impactOfCircles(px: f64, py: f64, vx: f64, vy: f64, distance: f64): f64 {
  const c: f64 = px * px + py * py - distance * distance;
  if (c <= 0) {
    return 0;
  }
  const b: f64 = px * vx + py * vy;
  const a: f64 = vx * vx + vy * vy;
  if (!(b < 0)) {
    return 2;
  }
  // discriminant from the miss distance |p × v|: b² − a c loses every digit for a fast body far away
  const cross: f64 = px * vy - py * vx;
  const d: f64 = a * distance * distance - cross * cross;
  if (d < 0) {
    return 2;
  }
  const t: f64 = c / (-b + sqrt<f64>(d));
  return t <= 1 ? t : 2;
}

function writeImpact(out: Impact, state: i32, t: f64, nx: f64, ny: f64, rounds: i32): void {
  out.state = state;
  out.fraction = <f32>t;
  out.nx = <f32>nx;
  out.ny = <f32>ny;
  out.rounds = rounds;
}

/**
 * Closed form for circles that turn about their own centres. Circles within `slack` of touching as they begin have met, as with other
 * shapes: by rounding they would meet anew just after the beginning of each step, and go no further.
 */
function circlesImpact(ma: Motion, mb: Motion, distance: f64, slack: f64, out: Impact): void {
  const px: f64 = mb.x - ma.x;
  const py: f64 = mb.y - ma.y;
  const vx: f64 = mb.dx - ma.dx;
  const vy: f64 = mb.dy - ma.dy;
  const near: f64 = distance + slack;
  const t: f64 = px * px + py * py <= near * near ? 0 : impactOfCircles(px, py, vx, vy, distance);
  if (t > 1) {
    writeImpact(out, ImpactState.Separated, 1, 0, 0, 1);
    return;
  }
  const x: f64 = px + t * vx;
  const y: f64 = py + t * vy;
  const length: f64 = sqrt<f64>(x * x + y * y);
  const nx: f64 = length > 0 ? x / length : 0;
  const ny: f64 = length > 0 ? y / length : 1;
  writeImpact(out, ImpactState.Hit, t, nx, ny, 1);
}

/**
 * When two moving shapes first come within `target` of each other (a gap between surfaces, unit: m), found to within
 * `tolerance` (unit: m): at the fraction reported, the gap is between target and target + tolerance.
 *
 * A target below 0 asks for overlap and makes sense for rounded shapes only, down to minus the sum of their radii, since it is the cores
 * that are compared. Cores that touch at the start are `Overlapped`.
 */
export function timeOfImpact(
  a: ShapeGeometry,
  sweepA: Sweep,
  b: ShapeGeometry,
  sweepB: Sweep,
  target: f32,
  tolerance: f32,
  out: Impact,
): void {
  const ma: Motion = changetype<Motion>(MOTION_A);
  const mb: Motion = changetype<Motion>(MOTION_B);
  setMotion(ma, sweepA);
  setMotion(mb, sweepB);
  const slack: f64 = tolerance;
  const wanted: f64 = <f64>a.radius + <f64>b.radius + <f64>target;
  const pointA = movesAsPoint(a, ma);
  const pointB = movesAsPoint(b, mb);
  if (pointA && pointB) {
    circlesImpact(ma, mb, wanted > 0 ? wanted : 0, slack, out);
    return;
  }
  // cores that touch have no normal, so the cores themselves must stay apart by something
  const goal: f64 = wanted > slack ? wanted : slack;
  const vx: f64 = mb.dx - ma.dx;
  const vy: f64 = mb.dy - ma.dy;
  const speed: f64 = sqrt<f64>(vx * vx + vy * vy);

  const pose: RelativePose = changetype<RelativePose>(POSE);
  const cache: GjkCache = changetype<GjkCache>(CACHE);
  const closest: GjkResult = changetype<GjkResult>(CLOSEST);
  cache.x = 0;
  cache.y = 0;
  let t: f64 = 0;
  let nx: f64 = 0;
  let ny: f64 = 0;
  let turningPlane = false;
  let most: i32 = MAX_ROUNDS;
  for (let round: i32 = 1; round <= most; round++) {
    advanceMotion(ma, t);
    advanceMotion(mb, t);
    poseBetween(ma, mb, pose);
    coreDistance(a, b, pose, cache, closest);
    if (closest.overlap != 0 && t == 0) {
      writeImpact(out, ImpactState.Overlapped, 0, 0, 0, round);
      return;
    }
    if (closest.overlap == 0) {
      nx = ma.atC * closest.nx - ma.atS * closest.ny;
      ny = ma.atS * closest.nx + ma.atC * closest.ny;
    }
    let gap: f64 = closest.distance;
    if (!(gap > goal + slack)) {
      writeImpact(out, ImpactState.Hit, t, nx, ny, round);
      return;
    }
    if (t == 0) {
      // Shapes that touch already, as half of all that slide do, need no turn.
      if (!pointA) {
        setTurn(ma, sweepA);
      }
      if (!pointB) {
        setTurn(mb, sweepB);
      }
      const planeA: bool = a.kind == ShapeKind.HalfSpace;
      const planeB: bool = b.kind == ShapeKind.HalfSpace;
      ma.swing = planeA ? swingOfHalfSpace(ma, b, mb) : swingOf(a, ma);
      mb.swing = planeB ? swingOfHalfSpace(mb, a, ma) : swingOf(b, mb);
      // a half-space that turns takes its normal along, so that no direction of approach can be assumed
      turningPlane = (planeA && ma.turn != 0) || (planeB && mb.turn != 0);
      most = turningPlane ? MAX_PLANE_ROUNDS : MAX_ROUNDS;
    }
    // the most that the gap along the normal can shrink over a whole step
    const closing: f64 = (turningPlane ? speed : -(nx * vx + ny * vy)) + ma.swing + mb.swing;
    for (let advance: i32 = 0; advance < MAX_ADVANCES; advance++) {
      if (!(closing > 0)) {
        writeImpact(out, ImpactState.Separated, 1, 0, 0, round);
        return;
      }
      t += (gap - goal) / closing;
      if (!(t < 1)) {
        writeImpact(out, ImpactState.Separated, 1, 0, 0, round);
        return;
      }
      if (turningPlane) {
        break;
      }
      gap = gapAlong(a, b, ma, mb, t, nx, ny);
      if (!(gap > goal + 0.25 * slack)) {
        break;
      }
    }
  }
  writeImpact(out, ImpactState.Failed, t, nx, ny, most);
}
