import { cos, exp } from "../math/trig";
import { SPRING_SPACE } from "../memory/fixed";

/**
 * Soft constraints: a spring and damper as coefficients of the impulse equation (Catto, "Soft Constraints", GDC 2011, and
 * "Solver2D", 2024). With ω = 2π·hertz and step h, the three numbers of a softness are
 *
 *     bias rate      ω / (2ζ + hω)                                 velocity bias per unit of position error
 *     mass scale     hω (2ζ + hω) / (1 + hω (2ζ + hω))             1 − impulse scale
 *     impulse scale  1 / (1 + hω (2ζ + hω))
 *
 * hertz 0 means rigid: no bias from softness, full mass. This is implicit Euler, which adds about hω/2 to the damping ratio:
 * right for constraints, wrong for springs that should swing (see `Spring`).
 */
export abstract class Softness {
  static biasRate(hertz: f32, zeta: f32, h: f32): f32 {
    const omega: f32 = 6.2831853 * hertz;
    return hertz == 0 ? 0 : omega / (2 * zeta + h * omega);
  }
  /** Bias rate × mass scale: the speed that a row asks for per unit of its position error. */
  static scaledBiasRate(hertz: f32, zeta: f32, h: f32): f32 {
    return Softness.biasRate(hertz, zeta, h) * Softness.massScale(hertz, zeta, h);
  }
  static massScale(hertz: f32, zeta: f32, h: f32): f32 {
    const a = Softness.stiffness(hertz, zeta, h);
    return hertz == 0 ? 1 : a / (1 + a);
  }
  static impulseScale(hertz: f32, zeta: f32, h: f32): f32 {
    return hertz == 0 ? 0 : 1 / (1 + Softness.stiffness(hertz, zeta, h));
  }
  /** hω (2ζ + hω), bounded so that quotients with it are finite. */
  static stiffness(hertz: f32, zeta: f32, h: f32): f32 {
    const omega: f32 = 6.2831853 * hertz;
    return min<f32>(h * omega * (2 * zeta + h * omega), 1e18);
  }
}

/** Beyond this a spring creeps so slowly that more damping makes no difference. */
const MAX_DAMPING_RATIO: f64 = 100;
/** The largest ωh of a spring, 38 Hz at 240 sub-steps a second: beyond it nets are thrown apart (docs/decisions/0027). */
const MAX_TURN: f64 = 1;
/** The part of ωh that needs no damping; the rest is the least damping ratio. */
const UNDAMPED_TURN: f64 = 0.45;

/** Offsets of a spring's coefficients in a lane of a block. */
export const enum SpringField {
  push = 0,
  massScale = 16,
  impulseScale = 32,
  /** Factor of the velocity before loads. */
  before = 48,
}

/** The last arguments of `Spring.write`, and their coefficients. These depend on nothing else, so any spring may reuse them. */
@unmanaged
class LastSpring {
  hertz: f32;
  dampingRatio: f32;
  /** 0: none yet (unit: s). */
  step: f32;
  push: f32;
  massScale: f32;
  impulseScale: f32;
  before: f32;
}
const last = changetype<LastSpring>(SPRING_SPACE);

/**
 * A spring and damper whose discrete motion is exact, both free and under a steady load. With x the stretch, v its rate at the
 * end of the sub-step before, and v* its rate now, after all that forces and other constraints have added, the step
 *
 *     v' = a v − b x + c (v* − v) = v* − (1 − c) v* − (c − a) v − b x,     x' = x + h v'
 *
 * has without a load the roots e^(λh) of the continuous oscillator when
 *
 *     a = e^(−2ζωh),   b = (1 + a − 2 e^(−ζωh) cos(ω h √(1 − ζ²))) / h        (cosh for ζ > 1)
 *
 * so frequency and damping are those asked for at any step. A steady load of acceleration g adds h g to v*, and at rest
 * c h g = b x: the spring sags by g / ω² when
 *
 *     c = b / (h ω²)
 *
 * (With c = a, the spring damps what the load has just added like any motion, and is too stiff by about ζωh.) As an impulse:
 * λ ← λ − m (massScale · Ċ + before · v + push · C) − impulseScale · λ with massScale = 1 − c, before = c − a, impulseScale = c,
 * push = b.
 *
 * To each of many springs on a body the others are loads. N equal springs obey, with v* − v the impulses of the others,
 *
 *     (c + N (1 − c)) v' = (c − N (c − a)) v − N b x
 *
 * which is stable for every N while 4 c ≤ 2 (1 + a) − b h (Jury). So c is no larger than that allows, which matters where
 * ζ < 0.71. Nor is c less than a: an undamped spring that responded to v as well as to v* would feed others in a row, whereas
 * with c = 1 it needs no v. So springs of little damping give under a load by between (ωh)² / 12 more and (ωh)² / 6 less.
 * Springs between many bodies have modes much slower and much faster than each spring's own: one pass a sub-step is enough for
 * those up to ωh = 1, and these if there is damping.
 */
export abstract class Spring {
  /**
   * Writes the coefficients from `at` on, for sub-steps of h > 0. The last ones are kept: the springs of a net are all alike,
   * and exponentials took a fifth of a net's step.
   */
  static write(at: usize, hertz: f32, zeta: f32, h: f32): void {
    const s = last;
    if (hertz != s.hertz || zeta != s.dampingRatio || h != s.step) {
      Spring.workOut(hertz, zeta, h);
    }
    store<f32>(at, s.push, SpringField.push);
    store<f32>(at, s.massScale, SpringField.massScale);
    store<f32>(at, s.impulseScale, SpringField.impulseScale);
    store<f32>(at, s.before, SpringField.before);
  }

  private static workOut(hertz: f32, zeta: f32, h: f32): void {
    const w = Spring.turn(hertz, h);
    const z: f64 = max<f64>(min<f64>(zeta, MAX_DAMPING_RATIO), w - UNDAMPED_TURN);
    const d: f64 = z * w;
    const e: f64 = exp(-d);
    const a: f64 = e * e;
    let c: f64 = 1 - d + (d * d * (2.0 / 3.0) - w * w * (1.0 / 12.0));
    let bh: f64 = c * w * w;
    // For small angles the series, which is exact where the difference of exponentials is not.
    if (w + d > 1e-3) {
      const root: f64 = w * sqrt<f64>(abs<f64>(1 - z * z));
      // e^(−ζωh) cosh; the two factors by themselves might overflow
      const swing: f64 = z > 1 ? 0.5 * (exp(root - d) + exp(-root - d)) : e * cos(root);
      bh = 1 + a - 2 * swing;
      c = bh / (w * w);
    }
    c = max<f64>(min<f64>(c, 0.5 * (1 + a) - 0.25 * bh), a);
    const s = last;
    s.hertz = hertz;
    s.dampingRatio = zeta;
    s.step = h;
    s.push = <f32>(bh / <f64>h);
    s.massScale = <f32>(1 - c);
    s.impulseScale = <f32>c;
    s.before = <f32>(c - a);
  }
  /** ωh */
  private static turn(hertz: f32, h: f32): f64 {
    return min<f64>(6.283185307179586 * <f64>hertz * <f64>h, MAX_TURN);
  }
}
