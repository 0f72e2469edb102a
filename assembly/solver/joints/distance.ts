import { JointFlag, JointType } from "../../abi/layout";
import { V } from "../../math/wide";
import { Joint } from "../../world/joint";
import { world } from "../../world/world";
import { Column, Motion } from "../integrate";
import { SideA, SideB, SolverRows } from "../solver_rows";
import { wayX, wayY } from "../../world/joint_coordinates";
import { leastWay } from "../../world/settings";
import { Arms } from "./arms";
import { Drives } from "./drives";
import {
  FASTEST,
  JointRow,
  Sum,
  addToSum,
  anyActive,
  anySpring,
  prepareExtras,
  sound,
  storeLane,
  tellForce,
} from "./joint_block";
import { Locks, lockBytes } from "./locks";
import { lowerWindingSpeed, noteWinding, windingSpeed } from "./winding";

// Distance joint: two anchors keep their distance. With d = pB + rB − pA − rA, u = d / |d|:
//
//     C  = |d| − L
//     Ċ  = u · (vB + ωB × rB − vA − ωA × rA)
//     K  = mA⁻¹ + mB⁻¹ + IA⁻¹ (rA × u)² + IB⁻¹ (rB × u)²
//
// A rod (soft as the world's joints are); or, if any of these is given, a spring of given frequency and damping, limits
// lower ≤ |d| ≤ upper and a motor along u. A rope is a joint with limits alone, never a rod. Source as in revolute.ts.

/** 1 where the joint is a rod. */
const RIGID: usize = JointRow.own;
/** Smallest and largest impulse of the spring in a sub-step. */
const SPRING_LOW: usize = JointRow.own + 16;
const SPRING_HIGH: usize = JointRow.own + 32;
/** Where lengths are set anew in each step: how fast the length of a rod, or the upper limit, moves; and the lower limit. */
const SPEED: usize = JointRow.own + 48;
const LOWER_SPEED: usize = JointRow.own + 64;
/** u as of the last push, or what a linkage makes of it. */
const UX: usize = JointRow.own + 80;
const UY: usize = JointRow.own + 96;
/** Bytes of a block in this step. */
export function rodBytes(): usize {
  return <usize>JointRow.own + 112 + lockBytes();
}

/** Is the joint in lane `q` a rod? */
export function isRod(q: usize): bool {
  return load<f32>(q, RIGID) != 0;
}

/**
 * Notes that the linkage of the rod in lane `q` has drawn it across itself by a further impulse (x, y). Until then the rod had
 * pushed `before` along u. UX and UY become the direction in which all that it pushed in this sub-step has acted.
 */
export function noteAcross(q: usize, before: f64, ux: f64, uy: f64, x: f64, y: f64): void {
  const pushed: f64 = load<f32>(q, JointRow.impulseX);
  if (pushed != 0) {
    store<f32>(q, <f32>(ux + ((load<f32>(q, UX) - ux) * before + x) / pushed), UX);
    store<f32>(q, <f32>(uy + ((load<f32>(q, UY) - uy) * before + y) / pushed), UY);
  }
}

/** How fast the end held by the impulse `holder` of lane `q` moves: a limit, or the length of a rod. */
export function speedAt(q: usize, holder: usize): f32 {
  return load<f32>(q + (holder == JointRow.lowerImpulse ? LOWER_SPEED : SPEED));
}

/** Notes how fast ends that are set anew in each step move, and puts them where they are as the step begins. */
function wind(j: Joint, q: usize): void {
  const speed = windingSpeed(j);
  const lowerSpeed = lowerWindingSpeed(j);
  noteWinding(j);
  if (speed != 0 || lowerSpeed != 0) {
    store<f32>(q, speed, SPEED);
    store<f32>(q, lowerSpeed, LOWER_SPEED);
    store<u32>(q, load<u32>(q, JointRow.active) | JointFlag.Winds, JointRow.active);
    moveEnds<f32>(q, -world.dt);
  }
}

export function prepareDistance(j: Joint, q: usize): void {
  let length: f32 = 0;
  if ((j.flags & JointFlag.Motor) != 0) {
    const x = wayX(j);
    const y = wayY(j);
    length = sqrt<f32>(x * x + y * y);
  }
  store<f32>(q, j.rest, JointRow.rest);
  prepareExtras(j, q, length, load<f32>(q, JointRow.invMassA) + load<f32>(q, JointRow.invMassB));
  // A rod beside a limit or a motor would fight it, and two constraints that fight feed each other energy.
  const rigid = j.type != JointType.Rope && (j.flags & (JointFlag.Spring | JointFlag.Limit | JointFlag.Motor)) == 0;
  store<f32>(q, rigid ? 1 : 0, RIGID);
  if (!rigid) {
    store<f32>(q, 0, JointRow.impulseX);
  }
  store<f32>(q, 0, SPEED);
  store<f32>(q, 0, LOWER_SPEED);
  if ((j.flags & JointFlag.Winds) != 0) {
    wind(j, q);
  }
  // Lanes without a spring have no least force, whatever springs the other lanes have.
  const bound: f32 = world.h * load<f32>(q, JointRow.springOn);
  store<f32>(q, bound * j.p0, SPRING_LOW);
  store<f32>(q, bound * j.p1, SPRING_HIGH);
}

/**
 * Moves the length of a rod, and limits, of the block or lane at `p` on by a time: to where they are at the end of a sub-step.
 * @inline
 */
function moveEnds<T>(p: usize, time: T): void {
  const way = time * load<T>(p, SPEED);
  store<T>(p, load<T>(p, JointRow.rest) + way, JointRow.rest);
  store<T>(p, load<T>(p, JointRow.upper) + way, JointRow.upper);
  store<T>(p, load<T>(p, JointRow.lower) + time * load<T>(p, LOWER_SPEED), JointRow.lower);
}

/** Impulses of lane `q` → the joint, with its force on B averaged over the step. `sums`: of the lane. */
export function storeRod(j: Joint, q: usize, sums: usize): void {
  storeLane(j, q);
  const dx = Arms.dx<f32>(q, Arms.ax<f32>(q), Arms.bx<f32>(q));
  const dy = Arms.dy<f32>(q, Arms.ay<f32>(q), Arms.by<f32>(q));
  const length = sqrt<f32>(dx * dx + dy * dy);
  const push: f32 = length > leastWay() ? (j.impulseX + sound(Drives.total<f32>(q))) / length : 0;
  tellForce(j, sums, push * dx, push * dy);
}

/** `sums`: of the first block or lane. */
export function warmStartDistance<T, M>(start: usize, end: usize, sums: usize): void {
  const bytes = rodBytes();
  const one = V.splat<T>(1);
  const tinyLength = V.splat<T>(leastWay());
  let p = start;
  do {
    if (anyActive<T>(p, JointFlag.Winds)) {
      moveEnds<T>(p, V.splat<T>(world.h));
    }
    const vAx = SolverRows.vx<T, SideA>(p);
    const vAy = SolverRows.vy<T, SideA>(p);
    const wA = SolverRows.w<T, SideA>(p);
    const vBx = SolverRows.vx<T, SideB>(p);
    const vBy = SolverRows.vy<T, SideB>(p);
    const wB = SolverRows.w<T, SideB>(p);
    const imA = load<T>(p, JointRow.invMassA);
    const imB = load<T>(p, JointRow.invMassB);
    const iiA = load<T>(p, JointRow.invInertiaA);
    const iiB = load<T>(p, JointRow.invInertiaB);
    const rAx = Arms.ax<T>(p);
    const rAy = Arms.ay<T>(p);
    const rBx = Arms.bx<T>(p);
    const rBy = Arms.by<T>(p);
    const dx = Arms.dx<T>(p, rAx, rBx);
    const dy = Arms.dy<T>(p, rAy, rBy);
    const length = V.sqrt<T>(dx * dx + dy * dy);
    const inverseLength = V.keep<T, M>(V.gt<T, M>(length, tinyLength), one / V.max<T>(length, tinyLength));
    const ux = dx * inverseLength;
    const uy = dy * inverseLength;
    if (anySpring<T>(p)) {
      const before = load<T>(p, JointRow.springBefore);
      const turnA = Motion.before<T, M, SideA>(p, Column.Turn);
      const turnB = Motion.before<T, M, SideB>(p, Column.Turn);
      const aX = Motion.before<T, M, SideA>(p, Column.X) - turnA * rAy;
      const aY = Motion.before<T, M, SideA>(p, Column.Y) + turnA * rAx;
      const rateX = Motion.before<T, M, SideB>(p, Column.X) - turnB * rBy - aX;
      const rateY = Motion.before<T, M, SideB>(p, Column.Y) + turnB * rBx - aY;
      const rate = rateX * ux + rateY * uy;
      store<T>(p, V.keep<T, M>(V.gt<T, M>(V.abs<T>(before), V.splat<T>(0)), before * rate), JointRow.springBias);
    }
    store<T>(p, ux, UX);
    store<T>(p, uy, UY);
    const j = load<T>(p, JointRow.impulseX) + Drives.total<T>(p);
    const px = j * ux;
    const py = j * uy;
    addToSum<T>(sums + Sum.x, px);
    addToSum<T>(sums + Sum.y, py);
    sums = V.next<T>(sums, Sum.bytes);
    SolverRows.push<T>(p + JointRow.bodyA, vAx, vAy, wA, imA, iiA, -px, -py, rAy * px - rAx * py);
    SolverRows.push<T>(p + JointRow.bodyB, vBx, vBy, wB, imB, iiB, px, py, rBx * py - rBy * px);
    p = V.next<T>(p, bytes);
  } while (p < end);
}

/** `B` int: the biased pass, float: the relaxing one, which adds to `sums` what the turning of u changes in what was pushed. */
export function solveDistance<T, M, B>(start: usize, end: usize, sums: usize): void {
  const zero = V.splat<T>(0);
  const one = V.splat<T>(1);
  const tinyLength = V.splat<T>(leastWay());
  const fastest = V.splat<T>(FASTEST * world.linearSlop);
  const bytes = rodBytes();
  const locked = world.solvedLocks != 0;
  let p = start;
  do {
    const vAx = SolverRows.vx<T, SideA>(p);
    const vAy = SolverRows.vy<T, SideA>(p);
    const wA = SolverRows.w<T, SideA>(p);
    const vBx = SolverRows.vx<T, SideB>(p);
    const vBy = SolverRows.vy<T, SideB>(p);
    const wB = SolverRows.w<T, SideB>(p);
    const imA = load<T>(p, JointRow.invMassA);
    const imB = load<T>(p, JointRow.invMassB);
    const iiA = load<T>(p, JointRow.invInertiaA);
    const iiB = load<T>(p, JointRow.invInertiaB);
    const rAx = Arms.ax<T>(p);
    const rAy = Arms.ay<T>(p);
    const rBx = Arms.bx<T>(p);
    const rBy = Arms.by<T>(p);
    const dx = Arms.dx<T>(p, rAx, rBx);
    const dy = Arms.dy<T>(p, rAy, rBy);
    const length = V.sqrt<T>(dx * dx + dy * dy);
    const inverseLength = V.keep<T, M>(V.gt<T, M>(length, tinyLength), one / V.max<T>(length, tinyLength));
    const ux = dx * inverseLength;
    const uy = dy * inverseLength;
    if (isFloat<B>()) {
      const pushed = load<T>(p, JointRow.impulseX) + Drives.total<T>(p);
      addToSum<T>(sums + Sum.x, pushed * (load<T>(p, UX) - ux));
      addToSum<T>(sums + Sum.y, pushed * (load<T>(p, UY) - uy));
      store<T>(p, ux, UX);
      store<T>(p, uy, UY);
      sums = V.next<T>(sums, Sum.bytes);
    }
    const crossA = rAx * uy - rAy * ux;
    const crossB = rBx * uy - rBy * ux;
    let m = imA + imB;
    if (locked) {
      m = Locks.along<T, M>(p + bytes, m, ux, uy);
    }
    const k = m + (iiA * crossA * crossA + iiB * crossB * crossB);
    let rate = (vBx - wB * rBy - (vAx - wA * rAy)) * ux + (vBy + wB * rBx - (vAy + wA * rAx)) * uy;
    let j = zero;
    if (isInteger<B>() && anySpring<T>(p)) {
      const least = load<T>(p, SPRING_LOW);
      const most = load<T>(p, SPRING_HIGH);
      j = Drives.spring<T>(p, V.inverse<T, M>(k), rate, length, least, most);
      rate = rate + k * j;
    }
    if (anyActive<T>(p, JointFlag.Motor | JointFlag.Limit)) {
      const lowerSpeed = load<T>(p, LOWER_SPEED);
      const driven = Drives.motorAndLimits<T, M, B>(p, k, rate, length, fastest, lowerSpeed, load<T>(p, SPEED));
      rate = rate + k * driven;
      j = j + driven;
    }
    if (V.anyAt<T>(p + RIGID)) {
      const old = load<T>(p, JointRow.impulseX);
      let bias = zero - load<T>(p, SPEED);
      let scaled = one;
      let leak = zero;
      if (isInteger<B>()) {
        bias = bias + load<T>(p, JointRow.biasRate) * (length - load<T>(p, JointRow.rest) - V.splat<T>(world.h) * bias);
        scaled = load<T>(p, JointRow.massScale);
        leak = load<T>(p, JointRow.impulseScale);
      }
      const push = (-(scaled * V.inverse<T, M>(k)) * (rate + bias) - leak * old) * load<T>(p, RIGID);
      store<T>(p, old + push, JointRow.impulseX);
      j = j + push;
    }
    const px = j * ux;
    const py = j * uy;
    SolverRows.push<T>(p + JointRow.bodyA, vAx, vAy, wA, imA, iiA, -px, -py, rAy * px - rAx * py);
    SolverRows.push<T>(p + JointRow.bodyB, vBx, vBy, wB, imB, iiB, px, py, rBx * py - rBy * px);
    p = V.next<T>(p, bytes);
  } while (p < end);
}
