import { collide } from "../collision/collide";
import { SLOP } from "../collision/tolerances";
import { CastHit } from "../collision/cast_hit";
import { coreHull, coreInner } from "../collision/core_hull";
import { ShapeDistance, coreDistance, shapeDistance } from "../collision/distance";
import { GjkCache, GjkResult } from "../collision/gjk";
import { buildHullWith } from "../collision/hull";
import { addPoint, clearManifold, dropFarPoint } from "../collision/manifold_point";
import { shapeArea, shapeInertia } from "../collision/mass";
import { NearestPoint, nearestPoint } from "../collision/point";
import { rayCast, rayCastExit } from "../collision/ray_cast";
import {
  BestFace,
  findBestFace,
  findBestFaceBack,
  hullsOverlap,
  moveHull,
  movedFrame,
  movedHull,
} from "../collision/sat";
import { castShape } from "../collision/shape_cast";
import { setBounds } from "../collision/shape_bounds";
import { Frame, HULL_MAX_BYTES, Hull, Manifold, ShapeGeometry } from "../collision/shape_geometry";
import { RelativePose, supportCore } from "../collision/support";
import { SweepResult, isSharp, sweepShapes } from "../collision/sweep";
import { Impact, ImpactState, Sweep, timeOfImpact } from "../collision/time_of_impact";
import { Vec2, Vec2d } from "../collision/vectors";
import { cos, sin } from "../math/trig";
import { MAILBOX_ADDRESS } from "../memory/fixed";
import { SCRATCH_HULL_A, SCRATCH_HULL_B } from "../memory/scratch";
import { HullCode, ShapeKind } from "./layout";

// The door of the geometry core: two shapes, and questions about them. There is no world and no heap; everything lies in the
// mailbox and in scratch memory. Shapes are defined in two slots and placed; a question then works relative to the centre of
// the first shape, so that numbers stay small however far out both are. Checks are left to the caller: the bindings check
// every number before they call.
//
// Offsets from the mailbox:
//     0  the answer: an f32 record of collision/, as stated for each question
//    64  origin: the centre of the first shape, to which all points of answers are relative (f64 x, y)
//    80  the cache of `distance` (GjkCache)
//    96  the last separating axis of `overlaps` (i32)
//   104  arguments and temporaries of this file
//   512  points of a polygon, 64 f32 pairs at most
//  1024  slot 0; 4096 slot 1

const ANSWER: usize = MAILBOX_ADDRESS;
const ORIGIN: usize = MAILBOX_ADDRESS + 64;
const CACHE: usize = MAILBOX_ADDRESS + 80;
const AXIS: usize = MAILBOX_ADDRESS + 96;
const POSE: usize = MAILBOX_ADDRESS + 104;
const CLOSEST: usize = MAILBOX_ADDRESS + 136;
const SECOND: usize = MAILBOX_ADDRESS + 208;
const SWEEP_A: usize = MAILBOX_ADDRESS + 256;
const SWEEP_B: usize = MAILBOX_ADDRESS + 304;
const PROBE: usize = MAILBOX_ADDRESS + 352;
const POINTS: usize = MAILBOX_ADDRESS + 512;
const SLOTS: usize = MAILBOX_ADDRESS + 1024;
const SLOT_BYTES: usize = 3072;

/** Polygons keep every detail that f32 resolves. */
const ALL_DETAIL: f64 = 0;

/** Largest turn of one sweep, which always goes the short way round (unit: rad). */
const LARGEST_TURN: f64 = 3;

/** How often a time of impact that ran out of rounds is continued. */
const MAX_CONTINUED: i32 = 64;

/** Where a shape was defined and placed; its geometry, frame and hull follow. */
@unmanaged
class Placed {
  /** Where the shape's frame is in the frame it was defined in: centre, cosine and sine. */
  localX: f64;
  localY: f64;
  localC: f64;
  localS: f64;
  /** Where that frame is in the world. */
  x: f64;
  y: f64;
  c: f64;
  s: f64;
  /** Where the shape's frame is in the world. */
  centerX: f64;
  centerY: f64;
}

const GEOMETRY: usize = offsetof<Placed>();
const FRAME: usize = GEOMETRY + offsetof<ShapeGeometry>();
const HULL: usize = FRAME + offsetof<Frame>();

function slotAt(i: i32): usize {
  return SLOTS + <usize>i * SLOT_BYTES;
}
function placed(i: i32): Placed {
  return changetype<Placed>(slotAt(i));
}
function geometry(i: i32): ShapeGeometry {
  return changetype<ShapeGeometry>(slotAt(i) + GEOMETRY);
}
function frame(i: i32): Frame {
  return changetype<Frame>(slotAt(i) + FRAME);
}

/** Address of the mailbox. */
export function mailbox(): usize {
  return MAILBOX_ADDRESS;
}

/** Bytes of a slot that hold its shape, for hosts that save shapes and put them back. */
export function slotBytes(): usize {
  return HULL + HULL_MAX_BYTES;
}

/**
 * Defines the shape of a slot. The points of a polygon or segment lie in the mailbox, less the offset, so that f32 is precise enough
 * for them; so does a superellipse's exponent. For a support shape `halfX` says how far it reaches from its origin. Returns a HullCode.
 */
export function define(
  slot: i32,
  kind: u32,
  halfX: f32,
  halfY: f32,
  radius: f32,
  x: f64,
  y: f64,
  angle: f64,
  offsetX: f64,
  offsetY: f64,
  count: i32,
): i32 {
  const p: Placed = placed(slot);
  const g: ShapeGeometry = geometry(slot);
  p.localC = cos(angle);
  p.localS = sin(angle);
  p.localX = x + (p.localC * offsetX - p.localS * offsetY);
  p.localY = y + (p.localS * offsetX + p.localC * offsetY);
  g.hx = halfX;
  g.hy = halfY;
  g.radius = radius;
  g.kind = kind;
  g.hull = 0;
  if (kind == ShapeKind.Polygon) {
    return definePolygon(p, g, slotAt(slot) + HULL, count);
  }
  if (kind == ShapeKind.Segment) {
    const ax: f64 = Vec2.x(POINTS);
    const ay: f64 = Vec2.y(POINTS);
    const dx: f64 = <f64>Vec2.x(Vec2.at(POINTS, 1)) - ax;
    const dy: f64 = <f64>Vec2.y(Vec2.at(POINTS, 1)) - ay;
    const length: f64 = sqrt<f64>(dx * dx + dy * dy);
    p.localX = x + offsetX + ax + 0.5 * dx;
    p.localY = y + offsetY + ay + 0.5 * dy;
    p.localC = dx / length;
    p.localS = dy / length;
    g.hx = <f32>(0.5 * length);
  } else if (kind == ShapeKind.Superellipse) {
    g.exponent = Vec2.x(POINTS);
  }
  setBounds(g);
  if (kind == ShapeKind.Support) {
    g.hx = 0;
  }
  return HullCode.Ok;
}

function definePolygon(p: Placed, g: ShapeGeometry, out: usize, count: i32): i32 {
  const code: i32 = buildHullWith(POINTS, count, g.radius, SLOP, ALL_DETAIL, out, SECOND);
  if (code != HullCode.Ok) {
    return code;
  }
  const cx: f64 = Vec2.x(SECOND);
  const cy: f64 = Vec2.y(SECOND);
  p.localX += p.localC * cx - p.localS * cy;
  p.localY += p.localS * cx + p.localC * cy;
  g.hull = out;
  setBounds(g);
  return code;
}

/** Places the shape of a slot: position and angle of the frame that it was defined in. */
export function place(slot: i32, x: f64, y: f64, angle: f64): void {
  const p: Placed = placed(slot);
  const g: ShapeGeometry = geometry(slot);
  const c: f64 = angle == 0 ? 1 : cos(angle);
  const s: f64 = angle == 0 ? 0 : sin(angle);
  p.x = x;
  p.y = y;
  p.c = c;
  p.s = s;
  p.centerX = x + (c * p.localX - s * p.localY);
  p.centerY = y + (s * p.localX + c * p.localY);
  const f: Frame = frame(slot);
  f.c = <f32>(c * p.localC - s * p.localS);
  f.s = <f32>(s * p.localC + c * p.localS);
  // a shape that was put back may have come from the other slot
  if (g.kind == ShapeKind.Polygon) {
    g.hull = slotAt(slot) + HULL;
  } else if (g.kind == ShapeKind.Support) {
    g.hull = slot;
  }
}

/** Makes both frames relative to the centre of shape 0. */
function relate(): void {
  const a: Placed = placed(0);
  const b: Placed = placed(1);
  const fa: Frame = frame(0);
  const fb: Frame = frame(1);
  Vec2d.set(ORIGIN, a.centerX, a.centerY);
  fa.x = 0;
  fa.y = 0;
  fb.x = <f32>(b.centerX - a.centerX);
  fb.y = <f32>(b.centerY - a.centerY);
}

/** A point of the world relative to the centre of shape 0, for questions about that shape alone. */
function relateX(x: f64): f32 {
  const a: Placed = placed(0);
  frame(0).x = 0;
  frame(0).y = 0;
  Vec2d.set(ORIGIN, a.centerX, a.centerY);
  return <f32>(x - a.centerX);
}
function relateY(y: f64): f32 {
  return <f32>(y - placed(0).centerY);
}

/** Address of two f64: the point of shape 0 farthest along (dx, dy), a unit vector, relative to the origin. */
export function support(dx: f64, dy: f64): usize {
  relateX(0);
  const f: Frame = frame(0);
  const c: f64 = f.c;
  const s: f64 = f.s;
  const radius: f64 = geometry(0).radius;
  supportCore(geometry(0), c * dx + s * dy, c * dy - s * dx, SECOND);
  const lx: f64 = Vec2d.x(SECOND);
  const ly: f64 = Vec2d.y(SECOND);
  Vec2d.set(SECOND, c * lx - s * ly + radius * dx, s * lx + c * ly + radius * dy);
  return SECOND;
}

/**
 * Gap of the two shapes by GJK, starting from the cache: a ShapeDistance whose normal is 0 if the cores overlap.
 * Returns 1 if they do.
 */
export function distance(): i32 {
  relate();
  const a: ShapeGeometry = geometry(0);
  const b: ShapeGeometry = geometry(1);
  const f: Frame = frame(0);
  const pose: RelativePose = changetype<RelativePose>(POSE);
  const found: GjkResult = changetype<GjkResult>(CLOSEST);
  RelativePose.set(pose, f, frame(1));
  coreDistance(a, b, pose, changetype<GjkCache>(CACHE), found);
  const c: f64 = f.c;
  const s: f64 = f.s;
  const out: ShapeDistance = changetype<ShapeDistance>(ANSWER);
  const ax: f64 = found.ax + <f64>a.radius * found.nx;
  const ay: f64 = found.ay + <f64>a.radius * found.ny;
  const bx: f64 = found.bx - <f64>b.radius * found.nx;
  const by: f64 = found.by - <f64>b.radius * found.ny;
  out.distance = <f32>(found.distance - <f64>a.radius - <f64>b.radius);
  out.nx = <f32>(c * found.nx - s * found.ny);
  out.ny = <f32>(s * found.nx + c * found.ny);
  out.ax = <f32>(c * ax - s * ay);
  out.ay = <f32>(s * ax + c * ay);
  out.bx = <f32>(c * bx - s * by);
  out.by = <f32>(s * bx + c * by);
  return found.overlap;
}

/** Whether both shapes have corners and no rounding, so that separating axes are exact. */
export function areSharp(): i32 {
  return isSharp(geometry(0)) && isSharp(geometry(1)) ? 1 : 0;
}

/** Whether two sharp shapes overlap, by separating axes. */
export function overlaps(): i32 {
  relate();
  const a: Hull = coreHull(geometry(0), SCRATCH_HULL_A);
  const b: Hull = coreHull(geometry(1), SCRATCH_HULL_B);
  return hullsOverlap(a, frame(0), b, frame(1), AXIS) ? 1 : 0;
}

/**
 * Largest separation of two sharp shapes over the normals of their faces, below 0 if they overlap: a ShapeDistance of
 * which only distance and normal are valid.
 */
export function widestAxis(): void {
  relate();
  const a: Hull = coreHull(geometry(0), SCRATCH_HULL_A);
  const b: Hull = coreHull(geometry(1), SCRATCH_HULL_B);
  const moved = movedHull;
  const faceA: BestFace = changetype<BestFace>(SECOND);
  const faceB: BestFace = changetype<BestFace>(SECOND + 16);
  const f: Frame = frame(0);
  moveHull(b, f, frame(1));
  findBestFace(a, moved, movedFrame.x, movedFrame.y, coreInner(geometry(1)), faceA);
  findBestFaceBack(moved, a, 0, 0, coreInner(geometry(0)), faceA, faceB);
  const ofB: bool = faceB.separation > faceA.separation;
  const n: usize = Vec2.at(Hull.normals(ofB ? moved : a), ofB ? faceB.face : faceA.face);
  const sign: f32 = ofB ? -1 : 1;
  const out: ShapeDistance = changetype<ShapeDistance>(ANSWER);
  out.distance = ofB ? faceB.separation : faceA.separation;
  out.nx = sign * (f.c * Vec2.x(n) - f.s * Vec2.y(n));
  out.ny = sign * (f.s * Vec2.x(n) + f.c * Vec2.y(n));
}

/** Signed distance of the two shapes, by GJK if they are apart and EPA if not: a ShapeDistance. */
export function separation(): f32 {
  relate();
  return shapeDistance(geometry(0), frame(0), geometry(1), frame(1), changetype<ShapeDistance>(ANSWER));
}

/** The slop as a share of a shape smaller than half a metre: the unit of these lengths is not known. */
const SLOP_SHARE: f32 = 0.01;

/** Contact of the two shapes: a Manifold of points with a gap of at most `speculative` (unit: m). Returns the number of its points. */
export function contact(speculative: f32): i32 {
  relate();
  const a: ShapeGeometry = geometry(0);
  const b: ShapeGeometry = geometry(1);
  const out: Manifold = changetype<Manifold>(ANSWER);
  if (a.kind != ShapeKind.Support && b.kind != ShapeKind.Support) {
    const slop: f32 = min<f32>(SLOP, SLOP_SHARE * min<f32>(a.bound, b.bound));
    collide(a, frame(0), b, frame(1), speculative, slop, out);
    dropFarPoint(out, speculative);
    return out.count;
  }
  // a shape known by its support function touches in one point
  const found: ShapeDistance = changetype<ShapeDistance>(SECOND);
  shapeDistance(a, frame(0), b, frame(1), found);
  clearManifold(out);
  if (found.distance <= speculative) {
    out.nx = found.nx;
    out.ny = found.ny;
    addPoint(out, 0.5 * (found.ax + found.bx), 0.5 * (found.ay + found.by), found.distance, 0);
  }
  return out.count;
}

/** The point of shape 0 nearest to (x, y): a NearestPoint. */
export function nearest(x: f64, y: f64): void {
  const px: f32 = relateX(x);
  const py: f32 = relateY(y);
  const out: NearestPoint = changetype<NearestPoint>(ANSWER);
  if (geometry(0).kind != ShapeKind.Support) {
    nearestPoint(geometry(0), frame(0), px, py, out);
    return;
  }
  const probe: ShapeGeometry = changetype<ShapeGeometry>(PROBE);
  const at: Frame = changetype<Frame>(PROBE + offsetof<ShapeGeometry>());
  const found: ShapeDistance = changetype<ShapeDistance>(SECOND);
  memory.fill(PROBE, 0, offsetof<ShapeGeometry>());
  at.x = px;
  at.y = py;
  at.c = 1;
  at.s = 0;
  shapeDistance(geometry(0), frame(0), probe, at, found);
  out.distance = found.distance;
  out.x = found.ax;
  out.y = found.ay;
  out.nx = found.nx;
  out.ny = found.ny;
}

/** Where a ray enters shape 0 (`exit` 0) or leaves it (1): a CastHit. Returns 1 if it does. */
export function ray(x: f64, y: f64, dx: f32, dy: f32, exit: i32): i32 {
  const px: f32 = relateX(x);
  const py: f32 = relateY(y);
  const out: CastHit = changetype<CastHit>(ANSWER);
  if (exit != 0) {
    return rayCastExit(geometry(0), frame(0), px, py, dx, dy, out) ? 1 : 0;
  }
  return rayCast(geometry(0), frame(0), px, py, dx, dy, out) ? 1 : 0;
}

/** Shape 1 pushed by (dx, dy) until it meets shape 0: a CastHit. Returns 1 if it does. */
export function cast(dx: f32, dy: f32): i32 {
  relate();
  return castShape(geometry(0), frame(0), geometry(1), frame(1), dx, dy, changetype<CastHit>(ANSWER)) ? 1 : 0;
}

/** Shape 1 moving by (dx, dy) relative to shape 0, by swept separating axes where they are exact: a SweepResult. */
export function sweep(dx: f32, dy: f32): void {
  relate();
  sweepShapes(geometry(0), frame(0), geometry(1), frame(1), dx, dy, changetype<SweepResult>(ANSWER));
}

/**
 * The motion of a shape from share t0 of a step to share t1, relative to the origin. Over the whole step it moves by (dx, dy)
 * and turns by `turn` about the point (px, py) of the frame that it was defined in.
 */
function motion(p: Placed, out: Sweep, dx: f64, dy: f64, turn: f64, px: f64, py: f64, t0: f64, t1: f64): void {
  const x: f64 = p.x + (p.c * px - p.s * py) - Vec2d.x(ORIGIN);
  const y: f64 = p.y + (p.s * px + p.c * py) - Vec2d.y(ORIGIN);
  const c: f64 = p.c * p.localC - p.s * p.localS;
  const s: f64 = p.s * p.localC + p.c * p.localS;
  const c0: f64 = cos(turn * t0);
  const s0: f64 = sin(turn * t0);
  const c1: f64 = cos(turn * t1);
  const s1: f64 = sin(turn * t1);
  out.c0x = <f32>(x + t0 * dx);
  out.c0y = <f32>(y + t0 * dy);
  out.c1x = <f32>(x + t1 * dx);
  out.c1y = <f32>(y + t1 * dy);
  out.q0c = <f32>(c0 * c - s0 * s);
  out.q0s = <f32>(s0 * c + c0 * s);
  out.q1c = <f32>(c1 * c - s1 * s);
  out.q1s = <f32>(s1 * c + c1 * s);
  // the pivot in the shape's own frame
  const rx: f64 = px - p.localX;
  const ry: f64 = py - p.localY;
  out.localX = <f32>(p.localC * rx + p.localS * ry);
  out.localY = <f32>(p.localC * ry - p.localS * rx);
}

/**
 * When the two shapes, each moving by (dx, dy) and turning about its pivot, first come within `target`: an Impact over
 * the whole step. Turns beyond `LARGEST_TURN` are taken in parts, and a search that ran out of rounds is continued where it
 * stopped. Returns an ImpactState.
 */
export function impact(
  dxA: f64,
  dyA: f64,
  turnA: f64,
  pivotAX: f64,
  pivotAY: f64,
  dxB: f64,
  dyB: f64,
  turnB: f64,
  pivotBX: f64,
  pivotBY: f64,
  target: f32,
  tolerance: f32,
): i32 {
  relate();
  const out: Impact = changetype<Impact>(ANSWER);
  const sweepA: Sweep = changetype<Sweep>(SWEEP_A);
  const sweepB: Sweep = changetype<Sweep>(SWEEP_B);
  const turn: f64 = abs<f64>(turnA) > abs<f64>(turnB) ? abs<f64>(turnA) : abs<f64>(turnB);
  const part: f64 = turn > LARGEST_TURN ? LARGEST_TURN / turn : 1;
  let t0: f64 = 0;
  let rounds: i32 = 0;
  let continued: i32 = 0;
  while (true) {
    const t1: f64 = t0 + part < 1 ? t0 + part : 1;
    motion(placed(0), sweepA, dxA, dyA, turnA, pivotAX, pivotAY, t0, t1);
    motion(placed(1), sweepB, dxB, dyB, turnB, pivotBX, pivotBY, t0, t1);
    timeOfImpact(geometry(0), sweepA, geometry(1), sweepB, target, tolerance, out);
    rounds += out.rounds;
    out.rounds = rounds;
    const t: f64 = t0 + (t1 - t0) * <f64>out.fraction;
    out.fraction = <f32>t;
    if (out.state == ImpactState.Overlapped && t0 > 0) {
      // rounding carried it across between two parts
      out.state = ImpactState.Hit;
    }
    if (out.state == ImpactState.Failed && continued < MAX_CONTINUED && t > t0) {
      continued++;
      t0 = t;
      continue;
    }
    if (out.state != ImpactState.Separated || t1 == 1) {
      return out.state;
    }
    t0 = t1;
  }
}

/** Largest distance of a point of a shape from its centre, 0 for a half-space (unit: m). */
export function bound(slot: i32): f32 {
  const far: f32 = geometry(slot).bound;
  return far < Infinity ? far : 0;
}

/** Area of shape 0 (unit: m²). */
export function area(): f32 {
  return shapeArea(geometry(0));
}

/** Polar second moment of shape 0 about its centre (unit: m⁴). */
export function inertia(): f32 {
  return shapeInertia(geometry(0));
}
