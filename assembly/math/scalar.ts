/**
 * One-lane helpers for f32. Where the inputs are ordinary numbers they agree with the wasm instructions of the same
 * name; they are written as selects because V8 compiles `f32.min` into a NaN-aware sequence three times as long.
 * A NaN in the first argument of `min` and `max` is kept, in the second it is dropped.
 */
export abstract class Scalar {
  @inline static min(a: f32, b: f32): f32 {
    return select<f32>(b, a, b < a);
  }

  @inline static max(a: f32, b: f32): f32 {
    return select<f32>(b, a, a < b);
  }

  /** x limited to [low, high] */
  @inline static clamp(x: f32, low: f32, high: f32): f32 {
    const raised: f32 = select<f32>(low, x, x < low);
    return select<f32>(high, raised, high < raised);
  }

  @inline static abs(x: f32): f32 {
    return abs<f32>(x);
  }

  /** Neither infinite nor NaN: both give NaN when subtracted from themselves. */
  @inline static isFinite(x: f32): bool {
    return x - x == 0;
  }

  /** +1 for x ≥ 0 (both zeros), else −1 */
  @inline static sign(x: f32): f32 {
    return select<f32>(1, -1, x >= 0);
  }
}
