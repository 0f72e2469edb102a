import { cos, exp } from "../math/trig";

/**
 * Soft constraints: a spring and damper as coefficients of the impulse equation (Catto, "Soft Constraints", GDC 2011, and
 * "Solver2D", 2024). With ω = 2π·hertz and step h, the three numbers of a softness are
 *
 *     bias rate      ω / (2ζ + hω)                                 velocity bias per unit of position error
 *     mass scale     hω (2ζ + hω) / (1 + hω (2ζ + hω))
 *     impulse scale  1 / (1 + hω (2ζ + hω))
 *
 * hertz 0 means rigid: no bias from softness, full mass. Implicit Euler, which damps by about hω/2 beyond ζ: right for
 * constraints, wrong for springs that are to swing (see `Spring`).
 */
export abstract class Softness {
  static biasRate(hertz: f32, zeta: f32, h: f32): f32 {
    const omega: f32 = 6.2831853 * hertz;
    return hertz == 0 ? 0 : omega / (2 * zeta + h * omega);
  }
  static massScale(hertz: f32, zeta: f32, h: f32): f32 {
    const a = Softness.stiffness(hertz, zeta, h);
    return hertz == 0 ? 1 : a / (1 + a);
  }
  static impulseScale(hertz: f32, zeta: f32, h: f32): f32 {
    return hertz == 0 ? 0 : 1 / (1 + Softness.stiffness(hertz, zeta, h));
  }
  /** hω (2ζ + hω), bounded so that its quotients are numbers. */
  static stiffness(hertz: f32, zeta: f32, h: f32): f32 {
    const omega: f32 = 6.2831853 * hertz;
    return min<f32>(h * omega * (2 * zeta + h * omega), 1e18);
  }
}

/** Beyond this a spring creeps so slowly that more makes no difference. */
const MAX_DAMPING_RATIO: f64 = 100;

/**
 * A spring and damper whose discrete motion is the exact one. With x the stretch and v its rate, the step
 *
 *     v' = a v − b x,   x' = x + h v'
 *
 * has the roots e^(λh) of the continuous oscillator when
 *
 *     a = e^(−2ζωh),   b = (1 + a − 2 e^(−ζωh) cos(ω h √(1 − ζ²))) / h        (cosh for ζ > 1)
 *
 * so frequency and damping are those asked for at any step. As an impulse: λ ← λ − m (massScale · Ċ + push · C) −
 * impulseScale · λ with massScale = 1 − a, impulseScale = a, push = b.
 */
export abstract class Spring {
  static decay(hertz: f32, zeta: f32, h: f32): f32 {
    return <f32>exp(-2 * Spring.damping(hertz, zeta, h));
  }
  static push(hertz: f32, zeta: f32, h: f32): f32 {
    const w: f64 = Spring.turn(hertz, h);
    const z: f64 = min<f64>(zeta, MAX_DAMPING_RATIO);
    const d: f64 = Spring.damping(hertz, zeta, h);
    const e: f64 = exp(-d);
    const root: f64 = w * sqrt<f64>(abs<f64>(1 - z * z));
    // e^(−ζωh) cosh, without an overflow of the two apart
    const swing: f64 = z > 1 ? 0.5 * (exp(root - d) + exp(-root - d)) : e * cos(root);
    return h > 0 ? <f32>((1 + e * e - 2 * swing) / <f64>h) : 0;
  }
  /** ωh; at most half a turn a sub-step, beyond which no step can follow. */
  static turn(hertz: f32, h: f32): f64 {
    return min<f64>(6.283185307179586 * <f64>hertz * <f64>h, 3);
  }
  static damping(hertz: f32, zeta: f32, h: f32): f64 {
    return min<f64>(zeta, MAX_DAMPING_RATIO) * Spring.turn(hertz, h);
  }
}
