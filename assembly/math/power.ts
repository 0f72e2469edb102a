// Powers that give the same bits on every machine, from + − × ÷ and the bits of a number alone: within 1e-14 of the exact value,
// relatively, for the exponents that curves need. Sums are built from pairs and pairs of pairs (Estrin), so that few terms wait for
// others.

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
  const z4: f64 = zz * zz;
  const even: f64 = 1 + zz * (1.0 / 5) + z4 * (1.0 / 9 + zz * (1.0 / 13) + z4 * (1.0 / 17));
  const odd: f64 = 1.0 / 3 + zz * (1.0 / 7) + z4 * (1.0 / 11 + zz * (1.0 / 15) + z4 * (1.0 / 19));
  return e * LN2_HIGH + (2 * s * (even + z * odd) + e * LN2_LOW);
}

/** e to the power of x, |x| < 700, by its Taylor series about a multiple of ln 2. */
function exp(x: f64): f64 {
  const k: f64 = floor<f64>(x * (1 / LN2_HIGH) + 0.5);
  const r: f64 = x - k * LN2_HIGH - k * LN2_LOW;
  const rr: f64 = r * r;
  const r4: f64 = rr * rr;
  const even: f64 =
    1 +
    rr * (1.0 / 6) +
    r4 * (1.0 / 120 + rr * (1.0 / 5040) + r4 * (1.0 / 362880 + rr * (1.0 / 39916800) + r4 * (1.0 / 6227020800)));
  const odd: f64 =
    0.5 +
    rr * (1.0 / 24) +
    r4 * (1.0 / 720 + rr * (1.0 / 40320) + r4 * (1.0 / 3628800 + rr * (1.0 / 479001600) + r4 * (1.0 / 87178291200)));
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
