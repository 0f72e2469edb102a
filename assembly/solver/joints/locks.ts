import { BodyFlag } from "../../abi/layout";
import { V } from "../../math/wide";
import { Bodies } from "../../world/body";
import { Joint } from "../../world/joint";
import { world } from "../../world/world";
import { Column, Motion } from "../integrate";
import { SideA, SideB } from "../solver_rows";
import { JointRow } from "./joint_block";

// Joints of bodies with a locked axis. Along it a body is immovable, M⁻¹ = m⁻¹ diag(lx, ly) with l = 0 where it is locked, so that
//
//     K = mA⁻¹ (lAx jAx² + lAy jAy²) + mB⁻¹ (lBx jBx² + lBy jBy²) + rotational terms
//
// Kernels ask for it only in steps that solve such a body. Blocks of pins and rods keep both bodies' inverse masses along x and
// y, added up, at their end. They push bodies along locked axes like along others: `applyLocks` takes that back before anything
// else reads the velocities. Rows, several of which push in turn, observe locks themselves. Rows that are off in a lane may be
// skipped or not, so velocities along locks are set to 0 before (`solveJoints`). Joints of other bodies pay nothing.

/** Bytes before the end of a block of pins or rods where the inverse masses are noted. */
const enum BeforeEnd {
  inverseMassX = 32,
  inverseMassY = 16,
}

/** What locks leave of a direction counts from this share of its square on: less is rounding, whose lever would be huge. */
const LEAST_LEFT: f32 = 1e-4;

/** Bytes that the noted inverse masses take of a block. */
export function lockBytes(): usize {
  return world.solvedLocks != 0 ? <usize>BeforeEnd.inverseMassX : 0;
}

/** Notes inverse masses in lane `q` of a block of so many bytes: what locks leave of them, or all of them if that is nothing. */
export function noteLocks(j: Joint, q: usize, bytes: usize): void {
  const a = Bodies.flags(j.bodyA);
  const b = Bodies.flags(j.bodyB);
  const imA = load<f32>(q, JointRow.invMassA);
  const imB = load<f32>(q, JointRow.invMassB);
  const x: f32 = (a & BodyFlag.LockX ? 0 : imA) + (b & BodyFlag.LockX ? 0 : imB);
  const y: f32 = (a & BodyFlag.LockY ? 0 : imA) + (b & BodyFlag.LockY ? 0 : imB);
  store<f32>(q + bytes - BeforeEnd.inverseMassX, x > 0 ? x : imA + imB);
  store<f32>(q + bytes - BeforeEnd.inverseMassY, y > 0 ? y : imA + imB);
}

export abstract class Locks {
  /** The inverse mass along x that is noted in the block or lane ending at `end`. */
  @inline static alongX<T>(end: usize): T {
    return load<T>(end - BeforeEnd.inverseMassX);
  }
  @inline static alongY<T>(end: usize): T {
    return load<T>(end - BeforeEnd.inverseMassY);
  }
  /** The same along a unit vector. `m`: the inverse mass without locks, for lanes where they leave nothing. */
  @inline static along<T, M>(end: usize, m: T, x: T, y: T): T {
    const left = Locks.alongX<T>(end) * (x * x) + Locks.alongY<T>(end) * (y * y);
    return V.select<T, M>(V.gt<T, M>(left, V.splat<T>(LEAST_LEFT) * m), left, m);
  }
  /** The product of two directions of a side's bodies, without what is locked, for the block or lane at `p`. */
  static dot<T, S>(p: usize, ax: T, ay: T, bx: T, by: T): T {
    return (Motion.lock<T, S>(p, Column.X) * (ax * bx) + Motion.lock<T, S>(p, Column.Y) * (ay * by)) as T;
  }
  private static square<T, M, S>(p: usize, x: T, y: T): T {
    const left = Locks.dot<T, S>(p, x, y, x, y);
    return V.keep<T, M>(V.gt<T, M>(left, V.splat<T>(LEAST_LEFT) * (x * x + y * y)), left);
  }
  /** The sum of both bodies' inverse masses along (ax, ay) and (bx, by). Where locks leave nothing of either, as if there were none. */
  static between<T, M>(p: usize, imA: T, imB: T, ax: T, ay: T, bx: T, by: T): T {
    const left = imA * Locks.square<T, M, SideA>(p, ax, ay) + imB * Locks.square<T, M, SideB>(p, bx, by);
    return V.select<T, M>(V.gt<T, M>(left, V.splat<T>(0)), left, imA * (ax * ax + ay * ay) + imB * (bx * bx + by * by));
  }
}
