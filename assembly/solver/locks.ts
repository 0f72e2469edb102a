import { V } from "../math/wide";
import { Column, Motion } from "./integrate";
import { SideA, SideB } from "./solver_rows";

// Joints of bodies with a locked axis. Along that a body is immovable, M⁻¹ = m⁻¹ diag(lx, ly) with l = 0 where it is locked, so that
//
//     K = mA⁻¹ (lAx jAx² + lAy jAy²) + mB⁻¹ (lBx jBx² + lBy jBy²) + what turns
//
// Kernels ask for it only in worlds where a body has one. They push bodies along locked axes as along others, and `applyLocks` takes that
// back before anything else reads their velocities: so that the others pay nothing.

/** What is left of a direction across locks counts from this share of its square on: the rest is rounding, whose lever would be huge. */
export const LEAST_LEFT: f32 = 1e-4;

export abstract class Locks {
  /** Of two directions of the bodies of a side, for the block or lane at `p`: their product as the locks leave it. */
  static dot<T, S>(p: usize, ax: T, ay: T, bx: T, by: T): T {
    return (Motion.lock<T, S>(p, Column.X) * (ax * bx) + Motion.lock<T, S>(p, Column.Y) * (ay * by)) as T;
  }
  private static square<T, M, S>(p: usize, x: T, y: T): T {
    const left = Locks.dot<T, S>(p, x, y, x, y);
    return V.keep<T, M>(V.gt<T, M>(left, V.splat<T>(LEAST_LEFT) * (x * x + y * y)), left);
  }
  /** The inverse masses of both bodies along (ax, ay) and (bx, by). Where locks leave nothing of either, as if there were none. */
  static between<T, M>(p: usize, imA: T, imB: T, ax: T, ay: T, bx: T, by: T): T {
    const left = imA * Locks.square<T, M, SideA>(p, ax, ay) + imB * Locks.square<T, M, SideB>(p, bx, by);
    return V.select<T, M>(V.gt<T, M>(left, V.splat<T>(0)), left, imA * (ax * ax + ay * ay) + imB * (bx * bx + by * by));
  }
}
