import { JointFlag, JointType } from "../../abi/layout";
import { V } from "../../math/wide";
import { Joint } from "../../world/joint";
import { world } from "../../world/world";
import { Column, Motion } from "../integrate";
import { SideA, SideB, SolverRows } from "../solver_rows";
import { wayX, wayY } from "../../world/joint_coordinates";
import { Arms } from "./arms";
import { JointRow, anySpring, prepareExtras } from "./joint_block";

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
export const DISTANCE_BYTES: usize = JointRow.own + 48;
const BYTES: usize = DISTANCE_BYTES;

export function prepareDistance(j: Joint, q: usize): void {
  let length: f32 = 0;
  if ((j.flags & JointFlag.Motor) != 0) {
    const x = wayX(j);
    const y = wayY(j);
    length = sqrt<f32>(x * x + y * y);
  }
  prepareExtras(j, q, length);
  // A rod besides a limit or a motor would fight them, and two constraints that fight feed each other energy.
  const rigid = j.type != JointType.Rope && (j.flags & (JointFlag.Spring | JointFlag.Limit | JointFlag.Motor)) == 0;
  store<f32>(q, rigid ? 1 : 0, RIGID);
  if (!rigid) {
    store<f32>(q, 0, JointRow.impulseX);
  }
  store<f32>(q, world.h * j.p0, SPRING_LOW);
  store<f32>(q, world.h * j.p1, SPRING_HIGH);
  // The spring of a hertz of zero is none at all, not a rigid one.
  store<f32>(q, (j.flags & JointFlag.Spring) != 0 && j.springHertz > 0 ? 1 : 0, JointRow.springOn);
}

export function warmStartDistance<T, M>(start: usize, end: usize): void {
  const one = V.splat<T>(1);
  const tinyLength = V.splat<T>(1e-6);
  let p = start;
  do {
    let vAx = SolverRows.vx<T, SideA>(p);
    let vAy = SolverRows.vy<T, SideA>(p);
    let wA = SolverRows.w<T, SideA>(p);
    let vBx = SolverRows.vx<T, SideB>(p);
    let vBy = SolverRows.vy<T, SideB>(p);
    let wB = SolverRows.w<T, SideB>(p);
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
    const j =
      load<T>(p, JointRow.impulseX) +
      load<T>(p, JointRow.springImpulse) +
      load<T>(p, JointRow.motorImpulse) +
      (load<T>(p, JointRow.lowerImpulse) - load<T>(p, JointRow.upperImpulse));
    {
      const px = j * ux;
      const py = j * uy;
      vAx = vAx - imA * px;
      vAy = vAy - imA * py;
      wA = wA - iiA * (rAx * py - rAy * px);
      vBx = vBx + imB * px;
      vBy = vBy + imB * py;
      wB = wB + iiB * (rBx * py - rBy * px);
    }
    SolverRows.store<T>(p + JointRow.bodyA, vAx, vAy, wA);
    SolverRows.store<T>(p + JointRow.bodyB, vBx, vBy, wB);
    p = V.next<T>(p, BYTES);
  } while (p < end);
}

/** `B` int: the biased pass, float: the relaxing one. */
export function solveDistance<T, M, B>(start: usize, end: usize): void {
  const zero = V.splat<T>(0);
  const one = V.splat<T>(1);
  const tinyLength = V.splat<T>(1e-6);
  const invH = V.splat<T>(world.invH);
  let p = start;
  do {
    let vAx = SolverRows.vx<T, SideA>(p);
    let vAy = SolverRows.vy<T, SideA>(p);
    let wA = SolverRows.w<T, SideA>(p);
    let vBx = SolverRows.vx<T, SideB>(p);
    let vBy = SolverRows.vy<T, SideB>(p);
    let wB = SolverRows.w<T, SideB>(p);
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
    const crossA = rAx * uy - rAy * ux;
    const crossB = rBx * uy - rBy * ux;
    const k = imA + imB + (iiA * crossA * crossA + iiB * crossB * crossB);
    const mass = V.inverse<T, M>(k);
    if (isInteger<B>()) {
      // spring: once a sub-step, or it would damp twice
      const old = load<T>(p, JointRow.springImpulse);
      const cdot = (vBx - wB * rBy - (vAx - wA * rAy)) * ux + (vBy + wB * rBx - (vAy + wA * rAx)) * uy;
      const stretch = length - load<T>(p, JointRow.rest);
      const bias = load<T>(p, JointRow.springPush) * stretch + load<T>(p, JointRow.springBias);
      const pull = load<T>(p, JointRow.springMassScale) * cdot + bias;
      const wanted = -(mass * pull) - load<T>(p, JointRow.springImpulseScale) * old;
      const least = load<T>(p, SPRING_LOW) - old;
      const most = load<T>(p, SPRING_HIGH) - old;
      const j = V.max<T>(V.min<T>(wanted * load<T>(p, JointRow.springOn), most), least);
      store<T>(p, old + j, JointRow.springImpulse);
      {
        const px = j * ux;
        const py = j * uy;
        vAx = vAx - imA * px;
        vAy = vAy - imA * py;
        wA = wA - iiA * (rAx * py - rAy * px);
        vBx = vBx + imB * px;
        vBy = vBy + imB * py;
        wB = wB + iiB * (rBx * py - rBy * px);
      }
    }
    {
      // motor
      const limit = load<T>(p, JointRow.maxMotor);
      const old = load<T>(p, JointRow.motorImpulse);
      let cdot = (vBx - wB * rBy - (vAx - wA * rAy)) * ux + (vBy + wB * rBx - (vAy + wA * rAx)) * uy;
      cdot = cdot - load<T>(p, JointRow.motorSpeed);
      let scaled = one;
      let leak = zero;
      if (isInteger<B>()) {
        const rate = load<T>(p, JointRow.motorRate);
        const ends = V.gt<T, M>(rate, zero);
        cdot = cdot + rate * (length - load<T>(p, JointRow.motorEnd));
        scaled = V.select<T, M>(ends, load<T>(p, JointRow.massScale), one);
        leak = V.keep<T, M>(ends, load<T>(p, JointRow.impulseScale));
      }
      const next = V.max<T>(V.min<T>(old - scaled * mass * cdot - leak * old, limit), -limit);
      store<T>(p, next, JointRow.motorImpulse);
      const j = next - old;
      {
        const px = j * ux;
        const py = j * uy;
        vAx = vAx - imA * px;
        vAy = vAy - imA * py;
        wA = wA - iiA * (rAx * py - rAy * px);
        vBx = vBx + imB * px;
        vBy = vBy + imB * py;
        wB = wB + iiB * (rBx * py - rBy * px);
      }
    }
    {
      // rod
      const old = load<T>(p, JointRow.impulseX);
      const cdot = (vBx - wB * rBy - (vAx - wA * rAy)) * ux + (vBy + wB * rBx - (vAy + wA * rAx)) * uy;
      let bias = zero;
      let scaled = one;
      let leak = zero;
      if (isInteger<B>()) {
        bias = load<T>(p, JointRow.biasRate) * (length - load<T>(p, JointRow.rest));
        scaled = load<T>(p, JointRow.massScale);
        leak = load<T>(p, JointRow.impulseScale);
      }
      const j = (-(scaled * mass) * (cdot + bias) - leak * old) * load<T>(p, RIGID);
      store<T>(p, old + j, JointRow.impulseX);
      {
        const px = j * ux;
        const py = j * uy;
        vAx = vAx - imA * px;
        vAy = vAy - imA * py;
        wA = wA - iiA * (rAx * py - rAy * px);
        vBx = vBx + imB * px;
        vBy = vBy + imB * py;
        wB = wB + iiB * (rBx * py - rBy * px);
      }
    }
    const on = load<T>(p, JointRow.limitOn);
    {
      // lower limit
      const C = length - load<T>(p, JointRow.lower);
      const open = V.gt<T, M>(C, zero);
      let bias = V.keep<T, M>(open, C * invH);
      let scaled = one;
      let leak = zero;
      if (isInteger<B>()) {
        bias = V.select<T, M>(open, C * invH, load<T>(p, JointRow.biasRate) * C);
        scaled = V.select<T, M>(open, one, load<T>(p, JointRow.massScale));
        leak = V.drop<T, M>(open, load<T>(p, JointRow.impulseScale));
      }
      const old = load<T>(p, JointRow.lowerImpulse);
      const cdot = (vBx - wB * rBy - (vAx - wA * rAy)) * ux + (vBy + wB * rBx - (vAy + wA * rAx)) * uy;
      const next = V.max<T>(old - scaled * mass * (cdot + bias) - leak * old, zero) * on;
      store<T>(p, next, JointRow.lowerImpulse);
      const j = next - old;
      {
        const px = j * ux;
        const py = j * uy;
        vAx = vAx - imA * px;
        vAy = vAy - imA * py;
        wA = wA - iiA * (rAx * py - rAy * px);
        vBx = vBx + imB * px;
        vBy = vBy + imB * py;
        wB = wB + iiB * (rBx * py - rBy * px);
      }
    }
    {
      // upper limit
      const C = load<T>(p, JointRow.upper) - length;
      const open = V.gt<T, M>(C, zero);
      let bias = V.keep<T, M>(open, C * invH);
      let scaled = one;
      let leak = zero;
      if (isInteger<B>()) {
        bias = V.select<T, M>(open, C * invH, load<T>(p, JointRow.biasRate) * C);
        scaled = V.select<T, M>(open, one, load<T>(p, JointRow.massScale));
        leak = V.drop<T, M>(open, load<T>(p, JointRow.impulseScale));
      }
      const old = load<T>(p, JointRow.upperImpulse);
      const cdot = -((vBx - wB * rBy - (vAx - wA * rAy)) * ux + (vBy + wB * rBx - (vAy + wA * rAx)) * uy);
      const next = V.max<T>(old - scaled * mass * (cdot + bias) - leak * old, zero) * on;
      store<T>(p, next, JointRow.upperImpulse);
      const j = next - old;
      {
        const px = -j * ux;
        const py = -j * uy;
        vAx = vAx - imA * px;
        vAy = vAy - imA * py;
        wA = wA - iiA * (rAx * py - rAy * px);
        vBx = vBx + imB * px;
        vBy = vBy + imB * py;
        wB = wB + iiB * (rBx * py - rBy * px);
      }
    }
    SolverRows.store<T>(p + JointRow.bodyA, vAx, vAy, wA);
    SolverRows.store<T>(p + JointRow.bodyB, vBx, vBy, wB);
    p = V.next<T>(p, BYTES);
  } while (p < end);
}
