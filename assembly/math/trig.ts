// Sine, cosine and arc tangent that give the same bits on every machine: only + − × ÷ and floor, which IEEE 754 fixes,
// and never the host's Math. Computed in f64 so that the caller's rounding to f32 is the only error that shows: within
// 3e-16 of the exact value for |x| ≤ 1e4, growing to 1e-7 at 1e9.

const HALF_PI: f64 = 1.5707963267948966;
const PI: f64 = 3.141592653589793;
const TWO_OVER_PI: f64 = 0.6366197723675814;

// π/2 in two parts (Cody and Waite). The high part has 33 significant bits, so its product with a quadrant number
// below 2^20 is exact and the subtraction loses nothing.
const HALF_PI_HIGH: f64 = 1.5707963267341256;
const HALF_PI_LOW: f64 = 6.077100506506192e-11;

/** Beyond this, neighbouring f32 angles are more than a turn apart: such an angle names no direction, and is read as 0. */
const LARGEST_ANGLE: f64 = 1e9;

const PI_4: f64 = 0.7853981633974483;
const PI_8: f64 = 0.39269908169872414;
const TAN_PI_8: f64 = 0.41421356237309503;
const TAN_PI_16: f64 = 0.198912367379658;
const TAN_3PI_16: f64 = 0.6681786379192989;

/** Number of the nearest multiple of π/2. */
function quadrant(x: f64): f64 {
  return floor<f64>(x * TWO_OVER_PI + 0.5);
}

/** Taylor series about 0 to r^15; its remainder is below 1e-16 for |r| ≤ π/4. */
function sinNearZero(r: f64): f64 {
  const z: f64 = r * r;
  let p: f64 = -1.0 / 1307674368000.0;
  p = p * z + 1.0 / 6227020800.0;
  p = p * z - 1.0 / 39916800.0;
  p = p * z + 1.0 / 362880.0;
  p = p * z - 1.0 / 5040.0;
  p = p * z + 1.0 / 120.0;
  p = p * z - 1.0 / 6.0;
  return r + r * z * p;
}

/** Taylor series about 0 to r^16; its remainder is below 1e-17 for |r| ≤ π/4. */
function cosNearZero(r: f64): f64 {
  const z: f64 = r * r;
  let p: f64 = 1.0 / 20922789888000.0;
  p = p * z - 1.0 / 87178291200.0;
  p = p * z + 1.0 / 479001600.0;
  p = p * z - 1.0 / 3628800.0;
  p = p * z + 1.0 / 40320.0;
  p = p * z - 1.0 / 720.0;
  p = p * z + 1.0 / 24.0;
  return 1.0 - 0.5 * z + z * z * p;
}

/** Value of the sine `steps` quadrants ahead of the remainder r: sin, cos, −sin, −cos. */
function sinInQuadrant(r: f64, steps: i32): f64 {
  const value: f64 = steps & 1 ? cosNearZero(r) : sinNearZero(r);
  return steps & 2 ? -value : value;
}

/** Sine (unit of x: rad). An infinite or NaN angle gives NaN. */
export function sin(x: f64): f64 {
  const angle: f64 = abs<f64>(x) <= LARGEST_ANGLE ? x : x - x;
  const n: f64 = quadrant(angle);
  const r: f64 = angle - n * HALF_PI_HIGH - n * HALF_PI_LOW;
  return sinInQuadrant(r, n == n ? <i32>n : 0);
}

/** Cosine (unit of x: rad). An infinite or NaN angle gives NaN. */
export function cos(x: f64): f64 {
  const angle: f64 = abs<f64>(x) <= LARGEST_ANGLE ? x : x - x;
  const n: f64 = quadrant(angle);
  const r: f64 = angle - n * HALF_PI_HIGH - n * HALF_PI_LOW;
  return sinInQuadrant(r, (n == n ? <i32>n : 0) + 1);
}

/**
 * Angle of the vector (x, y), in (−π, π] (unit: rad); 0 for the zero vector, NaN where an input is infinite or NaN.
 *
 * The ratio of the smaller to the larger coordinate is brought to |t| ≤ tan π/16 by subtracting 0, π/8 or π/4 with the
 * addition theorem, which needs a single division; there the series to t^17 leaves less than 1e-14.
 */
export function atan2(y: f64, x: f64): f64 {
  const ax: f64 = abs<f64>(x);
  const ay: f64 = abs<f64>(y);
  const steep: bool = ay > ax;
  const large: f64 = steep ? ay : ax;
  const small: f64 = steep ? ax : ay;
  if (large == 0) {
    return 0;
  }
  let base: f64 = 0;
  let tangent: f64 = 0;
  if (small > large * TAN_3PI_16) {
    base = PI_4;
    tangent = 1;
  } else if (small > large * TAN_PI_16) {
    base = PI_8;
    tangent = TAN_PI_8;
  }
  const t: f64 = (small - tangent * large) / (large + tangent * small);
  const z: f64 = t * t;
  let p: f64 = 1.0 / 17.0;
  p = p * z - 1.0 / 15.0;
  p = p * z + 1.0 / 13.0;
  p = p * z - 1.0 / 11.0;
  p = p * z + 1.0 / 9.0;
  p = p * z - 1.0 / 7.0;
  p = p * z + 1.0 / 5.0;
  p = p * z - 1.0 / 3.0;
  let angle: f64 = base + (t + t * z * p);
  if (steep) {
    angle = HALF_PI - angle;
  }
  if (x < 0) {
    angle = PI - angle;
  }
  return y < 0 ? -angle : angle;
}

const LN2_HIGH: f64 = 6.9314718036912381649e-1;
const LN2_LOW: f64 = 1.90821492927058770002e-10;

/** e^x, for |x| ≤ 700 (clamped beyond): reduced to |r| ≤ ln 2 / 2, then the Taylor series to r¹², error below 1e-15. */
export function exp(x: f64): f64 {
  const bounded: f64 = x > 700 ? 700 : x < -700 ? -700 : x;
  const k: f64 = nearest<f64>(bounded * 1.4426950408889634);
  const r: f64 = bounded - k * LN2_HIGH - k * LN2_LOW;
  let sum: f64 = 1;
  for (let n: i32 = 12; n > 0; n--) {
    sum = 1 + (sum * r) / <f64>n;
  }
  return sum * reinterpret<f64>((<u64>(<u32>(<i32>k + 1023))) << 52);
}
