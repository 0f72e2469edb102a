import { Buffer, List } from "../../memory/buffer";
import { X } from "../../math/transpose";
import { V } from "../../math/wide";
import { Angle } from "../../math/wide_angle";
import { Joint, Joints } from "../../world/joint";
import { world } from "../../world/world";
import { Column, Motion } from "../integrate";
import { SideA, SideB, SolverRows } from "../solver_rows";
import { Arms } from "./arms";
import { Drives } from "./drives";
import { jointAngle } from "../../world/joint_coordinates";
import { FreeAngle } from "./free_angle";
import {
  JointRow,
  Sum,
  addToSum,
  anySpring,
  meanOf,
  prepareExtras,
  sound,
  soundLanes,
  storeExtras,
} from "./joint_block";
import { Locks, lockBytes } from "./locks";

// Revolute joint: two anchors coincide.
//
//     C  = pB + rB − pA − rA
//     Ċ  = vB + ωB × rB − vA − ωA × rA
//     K  = (mA⁻¹ + mB⁻¹) 1 + IA⁻¹ [rAy², −rAx rAy; ·, rAx²] + IB⁻¹ [rBy², −rBx rBy; ·, rBx²]
//
// On the relative angle θ = θB − θA − reference: spring, motor and limits, J = [0, −1, 0, 1], K = IA⁻¹ + IB⁻¹, solved before
// the point. Soft in the way that contacts are, limits being one-sided (Catto, "Soft Constraints", GDC 2011). If nothing else
// holds the two bodies, motor and limits are one system with the point: solved apart, bodies that turned about a far point
// bounced off their limits. If something does hold them, they are solved apart (docs/decisions/0026-driven-joints.md). The
// angle is that of the step's beginning plus the small turn since, counted over whole turns while there is a spring, motor or
// limit.

/** Offsets in a joint: impulses along x and y, and the force they come to. */
const IMPULSES: usize = offsetof<Joint>("impulseX");
const FORCES: usize = offsetof<Joint>("forceX");
if (offsetof<Joint>("impulseY") != IMPULSES + 4 || offsetof<Joint>("forceY") != FORCES + 4) {
  ERROR("pairs of a joint are written at once");
}
const ANGLE: usize = JointRow.own;
/** Upper limit of how fast an angle beyond a limit comes back, and of how fast a motor joint closes an angle (unit: rad/s). */
export const FASTEST_TURN: f32 = 40;
/** 1: point and angle are solved as one. */
const WHOLE: usize = ANGLE + 16;

/** Bytes of a block in this step. */
export function pinBytes(): usize {
  return (world.activePinCount != 0 ? WHOLE + 16 : <usize>JointRow.springPush) + lockBytes();
}

/** Makes lane `q` be solved with its angle, whatever else holds the bodies: the row that it is part of solves its point. */
export function makeWhole(q: usize): void {
  if (world.activePinCount != 0) {
    store<f32>(q, 1, WHOLE);
  }
}

/** The current angle of the joint in lane `q`, if its spring, motor or limit is on. */
export function angleAt(q: usize): f32 {
  const cA = SolverRows.dc<f32, SideA>(q);
  const sA = SolverRows.ds<f32, SideA>(q);
  const cB = SolverRows.dc<f32, SideB>(q);
  const sB = SolverRows.ds<f32, SideB>(q);
  return load<f32>(q, ANGLE) + Angle.of<f32, bool>(cA * sB - sA * cB, cA * cB + sA * sB);
}

/** For a block in which some lane has a spring, motor or limit. */
export function prepareRevolute(j: Joint, q: usize): void {
  const active = Joints.active(j) != 0;
  const angle: f32 = active ? jointAngle(j) : 0;
  prepareExtras(j, q, angle, active ? FreeAngle.inverseInertia(q) : 0);
  store<f32>(q, j.p4, JointRow.rest); // of the spring
  store<f32>(q, angle, ANGLE);
  store<f32>(q, <f32>(active && FreeAngle.isWhole(j, q)), WHOLE);
}

/**
 * Impulses of pins at their points → the joints at four addresses (`T` v128), or the one at j0, with forces on B averaged over
 * the step.
 */
function storePoints<T, M>(j0: usize, j1: usize, j2: usize, j3: usize, q: usize, sums: usize): void {
  const x = soundLanes<T, M>(load<T>(q, JointRow.impulseX));
  const y = soundLanes<T, M>(load<T>(q, JointRow.impulseY));
  const dt = V.splat<T>(world.dt);
  const forceX = soundLanes<T, M>((load<T>(sums, Sum.x) + x) / dt);
  const forceY = soundLanes<T, M>((load<T>(sums, Sum.y) + y) / dt);
  X.storePairs<T>(j0 + IMPULSES, j1 + IMPULSES, j2 + IMPULSES, j3 + IMPULSES, x, y);
  X.storePairs<T>(j0 + FORCES, j1 + FORCES, j2 + FORCES, j3 + FORCES, forceX, forceY);
}

/** Impulses of lane `q` → the joint. `sums`: of the lane. */
export function storePin(j: Joint, q: usize, sums: usize): void {
  const at = changetype<usize>(j);
  storePoints<f32, bool>(at, at, at, at, q, sums);
  if (load<u32>(q, JointRow.active) != 0) {
    storeExtras(j, q);
    j.torque = meanOf(load<f32>(sums, Sum.turn) + sound(Drives.total<f32>(q))); // other joints' stays 0, in a cache line of its own
  }
}

/** The same for all full blocks of a list, from `p` on; returns the number of their joints. `sums`: of the first block. */
export function storePins(list: Buffer, p: usize, sums: usize): u32 {
  const full = list.count & ~3;
  for (let k: u32 = 0; k < full; k += 4) {
    const j0 = Joints.at(List.get(list, k));
    const j1 = Joints.at(List.get(list, k + 1));
    const j2 = Joints.at(List.get(list, k + 2));
    const j3 = Joints.at(List.get(list, k + 3));
    if (V.anyAt<v128>(p + JointRow.active)) {
      storePin(j0, p, sums);
      storePin(j1, p + 4, sums + 4);
      storePin(j2, p + 8, sums + 8);
      storePin(j3, p + 12, sums + 12);
    } else {
      storePoints<v128, v128>(
        changetype<usize>(j0),
        changetype<usize>(j1),
        changetype<usize>(j2),
        changetype<usize>(j3),
        p,
        sums,
      );
    }
    p += pinBytes();
    sums += Sum.bytes;
  }
  return full;
}

/** `sums`: of the first block or lane. */
export function warmStartRevolute<T, M>(start: usize, end: usize, sums: usize): void {
  const bytes = pinBytes();
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
    const px = load<T>(p, JointRow.impulseX);
    const py = load<T>(p, JointRow.impulseY);
    let spin = V.splat<T>(0);
    if (V.anyAt<T>(p + JointRow.active)) {
      spin = Drives.total<T>(p);
      addToSum<T>(sums + Sum.turn, spin);
      if (anySpring<T>(p)) {
        const before = load<T>(p, JointRow.springBefore);
        const rate = Motion.before<T, M, SideB>(p, Column.Turn) - Motion.before<T, M, SideA>(p, Column.Turn);
        store<T>(p, V.keep<T, M>(V.gt<T, M>(V.abs<T>(before), V.splat<T>(0)), before * rate), JointRow.springBias);
      }
    }
    SolverRows.push<T>(p + JointRow.bodyA, vAx, vAy, wA, imA, iiA, -px, -py, rAy * px - rAx * py - spin);
    SolverRows.push<T>(p + JointRow.bodyB, vBx, vBy, wB, imB, iiB, px, py, rBx * py - rBy * px + spin);
    addToSum<T>(sums + Sum.x, px);
    addToSum<T>(sums + Sum.y, py);
    sums = V.next<T>(sums, Sum.bytes);
    p = V.next<T>(p, bytes);
  } while (p < end);
}

/** `B` int: the biased pass, float: the relaxing one. */
export function solveRevolute<T, M, B>(start: usize, end: usize): void {
  const bytes = pinBytes();
  const zero = V.splat<T>(0);
  const locked = world.solvedLocks != 0;
  let p = start;
  do {
    let vAx = SolverRows.vx<T, SideA>(p);
    let vAy = SolverRows.vy<T, SideA>(p);
    let wA = SolverRows.w<T, SideA>(p);
    let vBx = SolverRows.vx<T, SideB>(p);
    let vBy = SolverRows.vy<T, SideB>(p);
    let wB = SolverRows.w<T, SideB>(p);
    const cA = SolverRows.dc<T, SideA>(p);
    const sA = SolverRows.ds<T, SideA>(p);
    const cB = SolverRows.dc<T, SideB>(p);
    const sB = SolverRows.ds<T, SideB>(p);
    const imA = load<T>(p, JointRow.invMassA);
    const imB = load<T>(p, JointRow.invMassB);
    const iiA = load<T>(p, JointRow.invInertiaA);
    const iiB = load<T>(p, JointRow.invInertiaB);
    const rAx = Arms.ax<T>(p);
    const rAy = Arms.ay<T>(p);
    const rBx = Arms.bx<T>(p);
    const rBy = Arms.by<T>(p);
    let dx = zero;
    let dy = zero;
    if (isInteger<B>()) {
      dx = Arms.dx<T>(p, rAx, rBx);
      dy = Arms.dy<T>(p, rAy, rBy);
    }
    const m = imA + imB;
    // The part of the point's impulse that comes with torques.
    let withX = zero;
    let withY = zero;
    if (V.anyAt<T>(p + JointRow.active)) {
      const whole = V.gt<T, M>(load<T>(p, WHOLE), zero);
      const inverse = V.keep<T, M>(whole, FreeAngle.inverse<T, M>(m, iiA, iiB, rAx, rAy, rBx, rBy));
      const fx = FreeAngle.fx<T, M>(inverse, m, iiA, iiB, rAx, rAy, rBx, rBy);
      const fy = FreeAngle.fy<T, M>(inverse, m, iiA, iiB, rAx, rAy, rBx, rBy);
      const shareA = iiA * FreeAngle.turn<T, M>(inverse, m, iiB, rAx, rAy, rBx, rBy);
      const shareB = iiB * FreeAngle.turn<T, M>(inverse, m, iiA, rBx, rBy, rAx, rAy);
      const angle = load<T>(p, ANGLE) + Angle.of<T, M>(cA * sB - sA * cB, cA * cB + sA * sB);
      if (isInteger<B>() && anySpring<T>(p)) {
        const mass = V.inverse<T, M>(iiA + iiB);
        const j = Drives.spring<T>(p, mass, wB - wA, angle, V.splat<T>(-Infinity), V.splat<T>(Infinity));
        wA = wA - iiA * j;
        wB = wB + iiB * j;
      }
      // along (1, f), so that what the point has yet to do is not done twice
      const drift = fx * (vBx - wB * rBy - (vAx - wA * rAy)) + fy * (vBy + wB * rBx - (vAy + wA * rAx));
      const fastest = V.splat<T>(FASTEST_TURN);
      let spin = Drives.motorAndLimits<T, M, B>(p, shareA + shareB, wB - wA + drift, angle, fastest, zero, zero);
      const spins = V.gt<T, M>(V.abs<T>(spin), zero);
      // Kept finite however much overflows: nothing may reach other lanes through the immovable body.
      spin = V.max<T>(V.min<T>(spin, V.splat<T>(1e30)), V.splat<T>(-1e30));
      const px = V.keep<T, M>(spins, fx * spin);
      const py = V.keep<T, M>(spins, fy * spin);
      vAx = vAx - imA * px;
      vAy = vAy - imA * py;
      wA = V.select<T, M>(spins, wA - shareA * spin, wA);
      vBx = vBx + imB * px;
      vBy = vBy + imB * py;
      wB = V.select<T, M>(spins, wB + shareB * spin, wB);
      store<T>(p, load<T>(p, JointRow.impulseX) + px, JointRow.impulseX);
      store<T>(p, load<T>(p, JointRow.impulseY) + py, JointRow.impulseY);
      const torque = Drives.total<T>(p);
      withX = fx * torque;
      withY = fy * torque;
    }
    let cx = vBx - wB * rBy - (vAx - wA * rAy);
    let cy = vBy + wB * rBx - (vAy + wA * rAx);
    if (isInteger<B>()) {
      const rate = load<T>(p, JointRow.biasRate);
      cx = cx + rate * dx;
      cy = cy + rate * dy;
    }
    const mx = locked ? Locks.alongX<T>(p + bytes) : m;
    const my = locked ? Locks.alongY<T>(p + bytes) : m;
    const k11 = mx + (rAy * rAy * iiA + rBy * rBy * iiB);
    const k12 = -(rAy * rAx * iiA + rBy * rBx * iiB);
    const k22 = my + (rAx * rAx * iiA + rBx * rBx * iiB);
    const det = k11 * k22 - k12 * k12;
    const inverse = V.inverse<T, M>(det);
    let px = -(inverse * (k22 * cx - k12 * cy));
    let py = -(inverse * (k11 * cy - k12 * cx));
    const oldX = load<T>(p, JointRow.impulseX);
    const oldY = load<T>(p, JointRow.impulseY);
    if (isInteger<B>()) {
      const scale = load<T>(p, JointRow.massScale);
      const leak = load<T>(p, JointRow.impulseScale);
      // Softness applies to what the point bears by itself.
      px = scale * px - leak * (oldX - withX);
      py = scale * py - leak * (oldY - withY);
    }
    store<T>(p, oldX + px, JointRow.impulseX);
    store<T>(p, oldY + py, JointRow.impulseY);
    SolverRows.push<T>(p + JointRow.bodyA, vAx, vAy, wA, imA, iiA, -px, -py, rAy * px - rAx * py);
    SolverRows.push<T>(p + JointRow.bodyB, vBx, vBy, wB, imB, iiB, px, py, rBx * py - rBy * px);
    p = V.next<T>(p, bytes);
  } while (p < end);
}
