import { V } from "../../math/wide";
import { Bodies, NONE } from "../../world/body";
import { Joint, Joints } from "../../world/joint";

/**
 * The angle of two bodies as a point that they share leaves it free: a torque of 1 on B comes with the force f on B at the point that
 * keeps the anchors together, so that neither the angle nor the point undoes what the other does. With m the sum of inverse masses,
 *
 *     det K = m (m + IA⁻¹ rA² + IB⁻¹ rB²) + IA⁻¹ IB⁻¹ (rA × rB)²,   g = m / det K,   e = IA⁻¹ IB⁻¹ (rA × rB) / det K
 *
 * and the rest below follow from f = −K⁻¹ dĊ/dτ, worked out so that nothing cancels. As differences they said nothing in single precision
 * where a body's inertia about the point is 1,000 times its own: a ball of 0.1 m on an arm of 3 m was driven 350 m off its anchor.
 */
export abstract class FreeAngle {
  /** Does nothing but this joint hold its bodies? */
  static standsAlone(j: Joint): bool {
    return holdsAlone(j, j.bodyA) && holdsAlone(j, j.bodyB);
  }
  /** 1 / det K; 0: no point holds the angle, which stands alone. */
  @inline static inverse<T, M>(m: T, iiA: T, iiB: T, rAx: T, rAy: T, rBx: T, rBy: T): T {
    const cross = rAx * rBy - rAy * rBx;
    const arms = iiA * (rAx * rAx + rAy * rAy) + iiB * (rBx * rBx + rBy * rBy);
    const det = m * (m + arms) + iiA * cross * (iiB * cross);
    const inverse = V.splat<T>(1) / V.max<T>(det, V.splat<T>(1e-30));
    return V.keep<T, M>(V.and<M>(V.gt<T, M>(m, V.splat<T>(0)), V.gt<T, M>(det, V.splat<T>(0))), inverse);
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
  /** By how much it turns A for what a torque alone would; with A and B exchanged, B. */
  @inline static turn<T, M>(inverse: T, m: T, iiB: T, rAx: T, rAy: T, rBx: T, rBy: T): T {
    const across = rBx * (rBx - rAx) + rBy * (rBy - rAy);
    const some = V.gt<T, M>(inverse, V.splat<T>(0));
    return V.select<T, M>(some, m * inverse * (m + iiB * across), V.splat<T>(1));
  }
}

function holdsAlone(j: Joint, body: u32): bool {
  const b = Bodies.at(body);
  return (
    !Bodies.isDynamic(body) ||
    (b.contactColours == 0 && Joints.at(b.jointHead >> 1) == j && load<u32>(Joints.edge(b.jointHead)) == NONE)
  );
}
