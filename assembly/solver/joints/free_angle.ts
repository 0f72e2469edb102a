import { BodyFlag } from "../../abi/layout";
import { V } from "../../math/wide";
import { Bodies } from "../../world/body";
import { Joint, Joints } from "../../world/joint";
import { JointRow } from "./joint_block";

/** For bodies that touch something: the share of the angle that the point must leave free for both to be solved as one. */
const LEAST_LEFT_TOUCHING: f32 = 0.03;

/**
 * The angle of two bodies as far as a point that they share leaves it free. A torque of 1 on B comes with a force f on B, at
 * the point, that keeps the anchors together: so neither the angle nor the point undoes what the other does. With m the sum of
 * inverse masses,
 *
 *     det K = m (m + IA⁻¹ rA² + IB⁻¹ rB²) + IA⁻¹ IB⁻¹ (rA × rB)²,   g = m / det K,   e = IA⁻¹ IB⁻¹ (rA × rB) / det K
 *
 * and the rest below follow from f = −K⁻¹ dĊ/dτ, expanded so that nothing cancels. Computed as differences they were
 * meaningless in single precision where a body's inertia about the point is 1,000 times its own: a ball of 0.1 m on an arm of
 * 3 m was driven 350 m off its anchor.
 */
export abstract class FreeAngle {
  /**
   * Are the point and the angle of a joint, prepared in lane `q`, solved as one? Yes, if no other joint and no lock holds the
   * bodies, and they touch nothing, or much of the angle is left free: with less, heaps of pairs welded at 1 m did not come to
   * rest.
   */
  static isWhole(j: Joint, q: usize): bool {
    const locks = (Bodies.flags(j.bodyA) | Bodies.flags(j.bodyB)) & BodyFlag.LockedAxes;
    if (!Joints.isEnd(j, j.bodyA) || !Joints.isEnd(j, j.bodyB) || locks != 0) {
      return false;
    }
    const alone: f32 = load<f32>(q, JointRow.invInertiaA) + load<f32>(q, JointRow.invInertiaB);
    const touching = (Bodies.at(j.bodyA).contactColours | Bodies.at(j.bodyB).contactColours) != 0;
    return !touching || FreeAngle.inverseInertia(q) / alone > LEAST_LEFT_TOUCHING;
  }
  /** The inverse inertia that the point leaves the angle of the joint in lane `q`. */
  static inverseInertia(q: usize): f32 {
    const m: f32 = load<f32>(q, JointRow.invMassA) + load<f32>(q, JointRow.invMassB);
    const iiA = load<f32>(q, JointRow.invInertiaA);
    const iiB = load<f32>(q, JointRow.invInertiaB);
    const ax = load<f32>(q, JointRow.armAx);
    const ay = load<f32>(q, JointRow.armAy);
    const bx = load<f32>(q, JointRow.armBx);
    const by = load<f32>(q, JointRow.armBy);
    const inverse = FreeAngle.inverse<f32, bool>(m, iiA, iiB, ax, ay, bx, by);
    const turnA = FreeAngle.turn<f32, bool>(inverse, m, iiB, ax, ay, bx, by);
    const turnB = FreeAngle.turn<f32, bool>(inverse, m, iiA, bx, by, ax, ay);
    return iiA * turnA + iiB * turnB;
  }
  /** 1 / det K; 0: no point holds the angle, which stands alone. */
  @inline static inverse<T, M>(m: T, iiA: T, iiB: T, rAx: T, rAy: T, rBx: T, rBy: T): T {
    const cross = rAx * rBy - rAy * rBx;
    const arms = iiA * (rAx * rAx + rAy * rAy) + iiB * (rBx * rBx + rBy * rBy);
    const det = m * (m + arms) + iiA * cross * (iiB * cross);
    return V.keep<T, M>(V.gt<T, M>(m, V.splat<T>(0)), V.inverse<T, M>(det));
  }
  @inline static fx<T, M>(inverse: T, m: T, iiA: T, iiB: T, rAx: T, rAy: T, rBx: T, rBy: T): T {
    const g = m * inverse;
    const e = iiA * inverse * (iiB * (rAx * rBy - rAy * rBx));
    return V.keep<T, M>(V.gt<T, M>(inverse, V.splat<T>(0)), g * iiA * rAy + g * iiB * rBy + e * (rAx - rBx));
  }
  @inline static fy<T, M>(inverse: T, m: T, iiA: T, iiB: T, rAx: T, rAy: T, rBx: T, rBy: T): T {
    const g = m * inverse;
    const e = iiA * inverse * (iiB * (rAx * rBy - rAy * rBx));
    return V.keep<T, M>(V.gt<T, M>(inverse, V.splat<T>(0)), e * (rAy - rBy) - (g * iiA * rAx + g * iiB * rBx));
  }
  /** How much A is turned, as a multiple of what a torque alone would do; with A and B exchanged, B. */
  @inline static turn<T, M>(inverse: T, m: T, iiB: T, rAx: T, rAy: T, rBx: T, rBy: T): T {
    const across = rBx * (rBx - rAx) + rBy * (rBy - rAy);
    const some = V.gt<T, M>(inverse, V.splat<T>(0));
    return V.select<T, M>(some, m * inverse * (m + iiB * across), V.splat<T>(1));
  }
}
