// Powers that give the same bits on every machine, from + − × ÷ and the bits of a number alone: within 1e-14 of the exact
// value, relatively, for the exponents that curves need. Series are summed in two halves, so that neither waits for the other.

const LN2_HIGH: f64 = 0.6931471803691238;
const LN2_LOW: f64 = 1.9082149292705877e-10;
const SQRT2: f64 = 1.4142135623730951;

/** Natural logarithm of a positive, normal number, by the series of the inverse hyperbolic tangent. */
function log(x: f64): f64 {
  const bits = reinterpret<u64>(x);
  let e: f64 = <f64>(<i32>(bits >> 52) - 1023);
  let m: f64 = reinterpret<f64>((bits & 0x000fffffffffffff) | 0x3ff0000000000000);
  if (m > SQRT2) {
    m *= 0.5;
    e += 1;
  }
  const s: f64 = (m - 1) / (m + 1);
  const z: f64 = s * s;
  const zz: f64 = z * z;
  let even: f64 = 0;
  let odd: f64 = 0;
  for (let k: f64 = 17; k >= 1; k -= 4) {
    even = even * zz + 1 / k;
    odd = odd * zz + 1 / (k + 2);
  }
  return e * LN2_HIGH + (2 * s * (even + z * odd) + e * LN2_LOW);
}

/** One over the factorial of 14. */
const LAST: f64 = 1.1470745597729725e-11;

/** e to the power of x, |x| < 700, by its Taylor series about a multiple of ln 2. */
function exp(x: f64): f64 {
  const k: f64 = floor<f64>(x * (1 / LN2_HIGH) + 0.5);
  const r: f64 = x - k * LN2_HIGH - k * LN2_LOW;
  const rr: f64 = r * r;
  let even: f64 = 0;
  let odd: f64 = 0;
  let factor: f64 = LAST;
  for (let n: f64 = 14; n > 1; n -= 2) {
    odd = odd * rr + factor;
    factor *= n;
    even = even * rr + factor;
    factor *= n - 1;
  }
  return (1 + r * (even + r * odd)) * reinterpret<f64>((<u64>(<i32>k + 1023)) << 52);
}

/** x to the power of y, for x from 0 to 2; 0 where y is positive and the result below 1e-300. */
export function power(x: f64, y: f64): f64 {
  if (x < 1e-300) {
    return 0;
  }
  const e: f64 = y * log(x);
  return e > -690 ? exp(e) : 0;
}
