import { cos, sin } from "../math/trig";
import { power } from "../math/power";
import { SurfacePoint } from "./ellipse";
import { Vec2d } from "./vectors";

// |x/a|ⁿ + |y/b|ⁿ = 1 (G. Lamé 1818): a diamond with round corners for n near 1, an ellipse for 2, almost a box for 20.

/** The exponents allowed: beyond them corners are sharper than f32 can tell. */
export const LEAST_EXPONENT: f32 = 1.2;
export const LARGEST_EXPONENT: f32 = 20;

const HALF_PI: f64 = 1.5707963267948966;
/** Normals of a quarter that are tried before the best is refined. */
const NORMALS: i32 = 12;
const BISECTIONS: i32 = 40;
/** Points of an eighth of the outline, for area and inertia. */
const MIDPOINTS: i32 = 96;

/**
 * The point farthest along (dx, dy): by Hölder's inequality it lies where the gradient of the outline is parallel to the
 * direction, |x/a| : |y/b| = (a |dx|)^k : (b |dy|)^k with k = 1 / (n − 1). The smaller of the two by the larger is a number
 * up to 1, so no power leaves the range of f64.
 */
export function supportSuperellipse(a: f64, b: f64, exponent: f64, dx: f64, dy: f64, out: usize): void {
  const u: f64 = a * abs<f64>(dx);
  const v: f64 = b * abs<f64>(dy);
  if (!(max<f64>(u, v) > 0)) {
    Vec2d.set(out, a, 0);
    return;
  }
  const ratio: f64 = u > v ? v / u : u / v;
  const smaller: f64 = power(ratio, 1 / (exponent - 1));
  // smaller^n = ratio · smaller
  const larger: f64 = power(1 + ratio * smaller, -1 / exponent);
  const x: f64 = a * (u > v ? larger : larger * smaller);
  const y: f64 = b * (u > v ? larger * smaller : larger);
  Vec2d.set(out, dx < 0 ? -x : x, dy < 0 ? -y : y);
}

/** Gap of the point (u, v) along the normal of angle t, and in `out` the point with that normal. */
function gapAlong(a: f64, b: f64, exponent: f64, u: f64, v: f64, t: f64, out: SurfacePoint): f64 {
  out.nx = cos(t);
  out.ny = sin(t);
  supportSuperellipse(a, b, exponent, out.nx, out.ny, changetype<usize>(out));
  return (u - out.x) * out.nx + (v - out.y) * out.ny;
}

/**
 * The nearest point of the outline to (px, py), inside or outside, with its normal; returns the signed distance. That is
 * the largest gap over all normals, whose derivative by the normal's angle is how far the point lies beside the normal.
 */
export function nearestOnSuperellipse(a: f64, b: f64, exponent: f64, px: f64, py: f64, out: SurfacePoint): f64 {
  const u: f64 = abs<f64>(px);
  const v: f64 = abs<f64>(py);
  let best: f64 = -Infinity;
  let at: i32 = 0;
  for (let i: i32 = 0; i <= NORMALS; i++) {
    const gap: f64 = gapAlong(a, b, exponent, u, v, (HALF_PI * <f64>i) / <f64>NORMALS, out);
    if (gap > best) {
      best = gap;
      at = i;
    }
  }
  let low: f64 = (HALF_PI * <f64>max<i32>(at - 1, 0)) / <f64>NORMALS;
  let high: f64 = (HALF_PI * <f64>min<i32>(at + 1, NORMALS)) / <f64>NORMALS;
  let gap: f64 = best;
  for (let i: i32 = 0; i < BISECTIONS; i++) {
    const t: f64 = 0.5 * (low + high);
    gap = gapAlong(a, b, exponent, u, v, t, out);
    if ((v - out.y) * out.nx - (u - out.x) * out.ny > 0) {
      low = t;
    } else {
      high = t;
    }
  }
  // The points of a flat side hardly differ in normal: the foot is found by going along the normal, not from the normal itself.
  out.x = u - gap * out.nx;
  out.y = v - gap * out.ny;
  if (px < 0) {
    out.x = -out.x;
    out.nx = -out.nx;
  }
  if (py < 0) {
    out.y = -out.y;
    out.ny = -out.ny;
  }
  return gap;
}

/**
 * Area, or polar second moment about the centre, with rounding radius r, as an integral along the outline between an axis and
 * the diagonal, where s = (y/b) / (x/a) goes from 0 to 1, and of the same with the axes exchanged. Midpoints of v with s a
 * smooth step of v (to the power of k where the curve is sharp on the axis, for n < 2) leave less than 1e-6 of it: at both
 * ends nothing changes any more.
 */
export function superellipseIntegral(a: f64, b: f64, exponent: f64, r: f64, moment: bool): f64 {
  const k: f64 = exponent < 2 ? 1 / (exponent - 1) : 1;
  let sum: f64 = 0;
  for (let i: i32 = 0; i < MIDPOINTS; i++) {
    const v: f64 = (<f64>i + 0.5) / <f64>MIDPOINTS;
    const u: f64 = v * (1 - v);
    const step: f64 = v * v * v * v * (35 + v * (-84 + v * (70 - 20 * v)));
    const s: f64 = power(step, k);
    const ds: f64 = (k * s * 140 * u * u * u) / step;
    const p: f64 = power(s, exponent - 1);
    const d: f64 = 1 + s * p;
    const x: f64 = power(d, -1 / exponent);
    for (let half: i32 = 0; half < 2; half++) {
      const long: f64 = half == 0 ? a : b;
      const wide: f64 = half == 0 ? b : a;
      // normal (wide, long · p) / h, and what it turns with s
      const h: f64 = sqrt<f64>(wide * wide + long * long * p * p);
      const turn: f64 = (a * b * (exponent - 1) * p) / (s * h * h);
      const px: f64 = long * x + (r * wide) / h;
      const py: f64 = wide * s * x + (r * long * p) / h;
      // (point · normal) · speed: twice the area swept
      const swept: f64 = ((a * b * x * d) / h + r) * ((x * h) / d + r * turn) * ds;
      sum += moment ? 0.25 * (px * px + py * py) * swept : 0.5 * swept;
    }
  }
  return (4 * sum) / <f64>MIDPOINTS;
}
