import { V } from "./wide";

/** Angles in the kernels, one source for both machines. */
export abstract class Angle {
  /**
   * atan2(s, c) in (−π, π], for any T. Odd polynomial of degree 11 on [0, 1] (Hastings, "Approximations for Digital
   * Computers", 1955), error below 2e-6 rad; 0 for (0, 0).
   */
  @inline static of<T, M>(s: T, c: T): T {
    const as = V.abs<T>(s);
    const ac = V.abs<T>(c);
    const high = V.max<T>(as, ac);
    const low = V.min<T>(as, ac);
    const a = low / V.max<T>(high, V.splat<T>(1e-30));
    const q = a * a;
    let r = V.splat<T>(-0.0117212) * q + V.splat<T>(0.05265332);
    r = r * q + V.splat<T>(-0.11643287);
    r = r * q + V.splat<T>(0.19354346);
    r = r * q + V.splat<T>(-0.33262347);
    r = r * q + V.splat<T>(0.99997726);
    r = r * a;
    const steep = V.select<T, M>(V.gt<T, M>(as, ac), V.splat<T>(1.57079637) - r, r);
    const back = V.select<T, M>(V.gt<T, M>(V.splat<T>(0), c), V.splat<T>(3.14159274) - steep, steep);
    return V.flipSign<T>(back, s);
  }
}
