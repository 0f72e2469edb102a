/**
 * Soft constraints: a spring and damper as coefficients of the impulse equation (Catto, "Soft Constraints", GDC 2011, and
 * "Solver2D", 2024). With ω = 2π·hertz and step h, the three numbers of a softness are
 *
 *     bias rate      ω / (2ζ + hω)                                 velocity bias per unit of position error
 *     mass scale     hω (2ζ + hω) / (1 + hω (2ζ + hω))
 *     impulse scale  1 / (1 + hω (2ζ + hω))
 *
 * hertz 0 means rigid: no bias from softness, full mass.
 */
export abstract class Softness {
  @inline static biasRate(hertz: f32, zeta: f32, h: f32): f32 {
    const omega: f32 = 6.2831853 * hertz;
    return hertz == 0 ? 0 : omega / (2 * zeta + h * omega);
  }
  @inline static massScale(hertz: f32, zeta: f32, h: f32): f32 {
    const omega: f32 = 6.2831853 * hertz;
    const a: f32 = h * omega * (2 * zeta + h * omega);
    return hertz == 0 ? 1 : a / (1 + a);
  }
  @inline static impulseScale(hertz: f32, zeta: f32, h: f32): f32 {
    const omega: f32 = 6.2831853 * hertz;
    const a: f32 = h * omega * (2 * zeta + h * omega);
    return hertz == 0 ? 0 : 1 / (1 + a);
  }
}
