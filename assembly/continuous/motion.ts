import { BodyFlag, Code } from "../abi/layout";
import { IntegratorKind } from "../abi/option_layout";
import { findInBox } from "../broad_phase/trees";
import { Aabb } from "../collision/aabb";
import { Frame, hasBoxCore } from "../collision/shape_geometry";
import { Sweep } from "../collision/time_of_impact";
import { atan2 } from "../math/trig";
import { List } from "../memory/buffer";
import { Column, Motion } from "../solver/integrate";
import { SolverBody } from "../solver/solver_body";
import { Bodies, NONE, Velocity } from "../world/body";
import { movedBodies, solverBodies } from "../world/buffers";
import { Shapes } from "../world/shape";
import { world } from "../world/world";
import { keepLocks } from "./locks";

// How bodies and shapes moved over the step, and how such a motion is cut short. The solver's record of it is kept up to date, so
// that a motion can be looked at again after it was cut.

/** Largest error of free fall, as a share of what acceleration adds to a step's path: rounding is far below, friction of 0.02 g above. */
const FREE: f64 = 0.02;
/** Speeds from this share of the speed cap on count as capped, since the cap is only held to within rounding. */
const ALMOST: f64 = 0.9999;

/** How the solver moved a body over the step. */
export function solverBody(slot: u32): SolverBody {
  return changetype<SolverBody>(solverBodies.ptr + ((<usize>Bodies.solverIndex(slot)) << 5));
}

/** Has a body not been moved in this step? Static and sleeping bodies have no place in the solver. */
export function stands(slot: u32): bool {
  if (Bodies.solverIndex(slot) == 0) {
    return true;
  }
  const moved = solverBody(slot);
  return moved.dx == 0 && moved.dy == 0 && moved.ds == 0;
}

/** The motion of a body's centre of mass and rotation over the step. */
export function bodyMotion(slot: u32, s: Sweep): void {
  const pose = Bodies.pose(slot);
  const mass = Bodies.mass(slot);
  s.c1x = mass.x;
  s.c1y = mass.y;
  s.q1c = pose.c;
  s.q1s = pose.s;
  s.c0x = mass.x;
  s.c0y = mass.y;
  s.q0c = pose.c;
  s.q0s = pose.s;
  s.localX = 0;
  s.localY = 0;
  if (Bodies.solverIndex(slot) != 0) {
    const moved = solverBody(slot);
    s.c0x = mass.x - moved.dx;
    s.c0y = mass.y - moved.dy;
    s.q0c = pose.c * moved.dc + pose.s * moved.ds;
    s.q0s = pose.s * moved.dc - pose.c * moved.ds;
  }
}

/** The motion of one of a body's shapes, from the body's. */
export function shapeMotion(s: Sweep, slot: u32, shape: u32, out: Sweep): void {
  const body = Bodies.at(slot);
  const local = Shapes.local(shape);
  memory.copy(changetype<usize>(out), changetype<usize>(s), offsetof<Sweep>());
  out.q0c = s.q0c * local.c - s.q0s * local.s;
  out.q0s = s.q0s * local.c + s.q0c * local.s;
  out.q1c = s.q1c * local.c - s.q1s * local.s;
  out.q1s = s.q1s * local.c + s.q1c * local.s;
  const lx: f32 = body.localX - local.x;
  const ly: f32 = body.localY - local.y;
  out.localX = local.c * lx + local.s * ly;
  out.localY = local.c * ly - local.s * lx;
}

/** Lets a path begin at a place and an angle. */
export function beginAt(s: Sweep, from: Frame): void {
  s.c0x = from.x;
  s.c0y = from.y;
  s.q0c = from.c;
  s.q0s = from.s;
}

/** Lets a path end at a place and an angle. */
export function endAt(s: Sweep, end: Frame): void {
  s.c1x = end.x;
  s.c1y = end.y;
  s.q1c = end.c;
  s.q1s = end.s;
}

/** Angle from one rotation to another, the short way round (unit: rad). */
export function angleBetween(c0: f32, s0: f32, c1: f32, s1: f32): f32 {
  return <f32>atan2(c0 * s1 - s0 * c1, c0 * c1 + s0 * s1);
}

/** By how much a motion turns, as the chord along which a point a metre from the centre moves. */
export function turnOf(s: Sweep): f32 {
  const c: f32 = s.q1c - s.q0c;
  const q: f32 = s.q1s - s.q0s;
  return sqrt<f32>(c * c + q * q);
}

/** How far a motion can move any point of a body whose farthest point is `extent` from its centre of mass (unit: m). */
export function lengthOf(s: Sweep, extent: f32): f32 {
  const x: f32 = s.c1x - s.c0x;
  const y: f32 = s.c1y - s.c0y;
  return sqrt<f32>(x * x + y * y) + turnOf(s) * extent;
}

/** Largest distance of a point of any shape of a body, sensors among them, from its centre of mass (unit: m). */
export function boundOf(slot: u32): f32 {
  let bound: f32 = Bodies.at(slot).maxExtent;
  if ((Bodies.flags(slot) & BodyFlag.Sensing) != 0) {
    for (let shape = Bodies.at(slot).shapeHead; shape != NONE; shape = Shapes.at(shape).next) {
      bound = max<f32>(bound, Shapes.farthest(shape));
    }
  }
  return bound;
}

/** How far from the path of its centre of mass a body can meet anything (unit: m). */
export function reachOf(slot: u32): f32 {
  return boundOf(slot) + world.speculativeDistance;
}

/** The box around everything that a body passed in the step, as the solver moved it. */
export function wayBox(slot: u32, out: Aabb): void {
  const mass = Bodies.mass(slot);
  const moved = solverBody(slot);
  const reach = reachOf(slot);
  out.x0 = min<f32>(mass.x - moved.dx, mass.x) - reach;
  out.y0 = min<f32>(mass.y - moved.dy, mass.y) - reach;
  out.x1 = max<f32>(mass.x - moved.dx, mass.x) + reach;
  out.y1 = max<f32>(mass.y - moved.dy, mass.y) + reach;
}

/** Shapes whose boxes the path of a body may meet → `queryResults`, in the order of their slots. */
export function findOnWay(slot: u32, s: Sweep, also: u32): void {
  const reach = reachOf(slot);
  const x0: f32 = min<f32>(s.c0x, s.c1x) - reach;
  const y0: f32 = min<f32>(s.c0y, s.c1y) - reach;
  const x1: f32 = max<f32>(s.c0x, s.c1x) + reach;
  const y1: f32 = max<f32>(s.c0y, s.c1y) + reach;
  if (!findInBox(x0, y0, x1, y1, also)) {
    world.fault = Code.OutOfMemory;
  }
}

/** Ends a body's motion as `s` does, except along what is locked. Every end other than the solver's own is set here. */
export function endMotion(slot: u32, s: Sweep): void {
  keepLocks(s, Bodies.locks(slot));
  const x = s.c1x;
  const y = s.c1y;
  const c = s.q1c;
  const q = s.q1s;
  const body = Bodies.at(slot);
  const pose = Bodies.pose(slot);
  const mass = Bodies.mass(slot);
  const stood = mass.x == s.c0x && mass.y == s.c0y && pose.c == s.q0c && pose.s == s.q0s;
  // The end is a proper rotation only as far as the beginning was: large turns in a sub-step leave some error to correct.
  const scale: f32 = 1 / sqrt<f32>(c * c + q * q);
  pose.c = c * scale;
  pose.s = q * scale;
  mass.x = x;
  mass.y = y;
  pose.x = x - (pose.c * body.localX - pose.s * body.localY);
  pose.y = y - (pose.s * body.localX + pose.c * body.localY);
  if (stood && (x != s.c0x || y != s.c0y || pose.c != s.q0c || pose.s != s.q0s)) {
    List.push(movedBodies, slot); // solver/finalize.ts has listed what moved by itself
  }
  const moved = solverBody(slot);
  moved.dx = x - s.c0x;
  moved.dy = y - s.c0y;
  moved.dc = s.q0c * c + s.q0s * q;
  moved.ds = s.q0c * q - s.q0s * c;
}

/**
 * Takes back from the velocity of a body in free flight what forces and damping did beyond the place where it is stopped, which is
 * (dx, dy) from where its motion ended: it arrives there before the step is over. Uses the quantity that semi-implicit Euler conserves
 * in free flight (solver/integrate.ts),
 *
 *     v² / 2 − a · x + a · v h / 2
 *
 * with v − a τ in place of v. Without this a fast falling ball is higher at its touch than its speed says, and one of e = 1 rises
 * higher with every bounce. If contacts or joints may have borne the forces, so that the body did not move as in free flight, its
 * velocity stays.
 */
export function keepEnergy(slot: u32, dx: f32, dy: f32): void {
  if (Bodies.solverIndex(slot) == 0) {
    return;
  }
  const v = Bodies.velocity(slot);
  const body = changetype<usize>(solverBody(slot));
  // A medium's drag is left out: the medium may begin beyond the place, and a body that stops before it would become too fast.
  const damping: f64 = world.integrator == IntegratorKind.SemiImplicit ? <f64>Bodies.at(slot).linearDamping : 0;
  const share: f64 = 1 + damping * world.h;
  const ax: f64 = Motion.acceleration(body, Column.X) * share - damping * v.vx;
  const ay: f64 = Motion.acceleration(body, Column.Y) * share - damping * v.vy;
  const square: f64 = ax * ax + ay * ay;
  if ((Bodies.at(slot).contactColours | Bodies.at(slot).jointColours) != 0 && !flewFreely(slot, ax, ay, square)) {
    return;
  }
  const along: f64 = ax * v.vx + ay * v.vy + 0.5 * <f64>Motion.lateness() * square;
  const work: f64 = ax * dx + ay * dy;
  const root: f64 = sqrt<f64>(max<f64>(along * along + 2 * square * work, 0));
  const scale: f64 = along > 0 ? -(along + root) : root - along;
  if (scale == 0) {
    return;
  }
  // A falling body is not turned round, and no more than the step's time is taken back.
  const most: f64 = along > 0 ? min<f64>(along / square, world.dt) : world.dt;
  const time: f64 = min<f64>(max<f64>((2 * work) / scale, 0), most);
  if (wentAtCap(slot)) {
    turnBack(v, ax * time, ay * time);
    return;
  }
  v.vx = <f32>(v.vx - ax * time);
  v.vy = <f32>(v.vy - ay * time);
}

/** Takes back only how (x, y) turned a velocity: it made a body at the speed cap no faster. */
function turnBack(v: Velocity, x: f64, y: f64): void {
  const vx: f64 = v.vx;
  const vy: f64 = v.vy;
  const square: f64 = vx * vx + vy * vy;
  const across: f64 = (vx * y - vy * x) / square;
  const kept: f64 = 1 / sqrt<f64>(1 + across * across);
  v.vx = <f32>(kept * (vx + across * vy));
  v.vy = <f32>(kept * (vy - across * vx));
}

/** Did a body move at the speed cap for the whole step? */
function wentAtCap(slot: u32): bool {
  const moved = solverBody(slot);
  const most: f64 = ALMOST * world.maxSpeed * world.dt;
  return <f64>moved.dx * moved.dx + <f64>moved.dy * moved.dy > most * most;
}

/**
 * Did a body move along a constant acceleration as if nothing else acted on it? Anything that bore part of it leaves the body another
 * velocity. With a single sub-step this cannot be told.
 */
function flewFreely(slot: u32, ax: f64, ay: f64, square: f64): bool {
  const moved = solverBody(slot);
  const v = Bodies.velocity(slot);
  const dt: f64 = world.dt;
  const fell: f64 = 0.5 * square * dt * (dt - <f64>Motion.lateness());
  const off: f64 = ax * (v.vx * dt - moved.dx) + ay * (v.vy * dt - moved.dy) - fell;
  return abs<f64>(off) < FREE * fell;
}

/**
 * Do two bodies stay farther apart than `margin`, whatever shapes they have and however they turn? Judged by circles around their
 * centres of mass, which settles most of what a box around a long path contains without a time of impact.
 */
export function stayApart(slotA: u32, a: Sweep, slotB: u32, b: Sweep, margin: f32): bool {
  const x: f64 = <f64>b.c0x - <f64>a.c0x;
  const y: f64 = <f64>b.c0y - <f64>a.c0y;
  const vx: f64 = <f64>b.c1x - <f64>b.c0x - (<f64>a.c1x - <f64>a.c0x);
  const vy: f64 = <f64>b.c1y - <f64>b.c0y - (<f64>a.c1y - <f64>a.c0y);
  const far: f64 = <f64>Bodies.at(slotA).maxExtent + <f64>Bodies.at(slotB).maxExtent + <f64>margin;
  const speed: f64 = vx * vx + vy * vy;
  const t: f64 = speed > 0 ? min<f64>(max<f64>(-(x * vx + y * vy) / speed, 0), 1) : 0;
  const nearX: f64 = x + t * vx;
  const nearY: f64 = y + t * vy;
  return nearX * nearX + nearY * nearY > far * far;
}

/** Does all of a box (x0 y0 x1 y1) lie farther than `reach` to one side of the line on which a centre of mass moves? */
export function liesBeside(box: usize, s: Sweep, reach: f32): bool {
  const dx: f64 = <f64>s.c1x - <f64>s.c0x;
  const dy: f64 = <f64>s.c1y - <f64>s.c0y;
  const x0: f64 = load<f32>(box);
  const y0: f64 = load<f32>(box, 4);
  const x1: f64 = load<f32>(box, 8);
  const y1: f64 = load<f32>(box, 12);
  const middle: f64 = dx * (y0 + y1 - 2 * <f64>s.c0y) - dy * (x0 + x1 - 2 * <f64>s.c0x);
  const gap: f64 = abs<f64>(middle) - abs<f64>(dx) * (y1 - y0) - abs<f64>(dy) * (x1 - x0);
  return gap > 0 && gap * gap > 4 * (dx * dx + dy * dy) * <f64>reach * <f64>reach;
}

/** Does a motion keep farther than `reach` from a shape? Only for box cores: a long slanted one has a large bounding box. */
export function liesBesideBox(shape: u32, s: Sweep, reach: f32): bool {
  const g = Shapes.geometry(shape);
  if (!hasBoxCore(g.kind)) {
    return false;
  }
  const mass = Bodies.mass(Shapes.at(shape).body);
  const frame = Shapes.frame(shape);
  const x0: f32 = s.c0x - (mass.x + frame.x);
  const y0: f32 = s.c0y - (mass.y + frame.y);
  const x1: f32 = s.c1x - (mass.x + frame.x);
  const y1: f32 = s.c1y - (mass.y + frame.y);
  const far: f32 = reach + g.radius;
  return (
    isBeyond(x0 * frame.c + y0 * frame.s, x1 * frame.c + y1 * frame.s, g.hx + far) ||
    isBeyond(y0 * frame.c - x0 * frame.s, y1 * frame.c - x1 * frame.s, g.hy + far)
  );
}

/**
 * Does one of several shapes, whose motion is `a`, keep clear of a box? The body as a whole does not; while the shapes were not asked, a
 * raft of 100 boxes that fell above 400 links took 2.1 ms a step instead of 0.45. `bulge`: how far the body's path is off the straight one.
 */
export function staysFar(shape: u32, a: Sweep, bulge: f32, box: usize): bool {
  const x0: f32 = a.c0x - (a.q0c * a.localX - a.q0s * a.localY);
  const y0: f32 = a.c0y - (a.q0s * a.localX + a.q0c * a.localY);
  const x1: f32 = a.c1x - (a.q1c * a.localX - a.q1s * a.localY);
  const y1: f32 = a.c1y - (a.q1s * a.localX + a.q1c * a.localY);
  // The turn bends the path of the shape's middle off the straight one by an eighth of its second derivative at most; for a turn as a
  // chord, which half a turn exceeds by π/2, that is (π/2)² / 8.
  const turn = turnOf(a);
  const bent: f32 = 0.31 * turn * turn * sqrt<f32>(a.localX * a.localX + a.localY * a.localY);
  const reach: f32 = Shapes.geometry(shape).bound + world.speculativeDistance + bulge + bent;
  return (
    min<f32>(x0, x1) - reach > load<f32>(box, 8) ||
    min<f32>(y0, y1) - reach > load<f32>(box, 12) ||
    max<f32>(x0, x1) + reach < load<f32>(box) ||
    max<f32>(y0, y1) + reach < load<f32>(box, 4)
  );
}

/** Are two numbers both above a bound, or both below its opposite? */
function isBeyond(a: f32, b: f32, bound: f32): bool {
  return min<f32>(a, b) > bound || max<f32>(a, b) < -bound;
}
