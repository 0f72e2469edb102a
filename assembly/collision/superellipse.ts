import { cos, sin } from "../math/trig";
import { power } from "../math/power";
import { SurfacePoint } from "./ellipse";
import { Vec2d } from "./vectors";

// |x/a|ⁿ + |y/b|ⁿ = 1 (G. Lamé 1818): a diamond with round corners for n near 1, an ellipse for 2, almost a box for 20.

/** The exponents there are: beyond them corners are sharper than f32 tells. */
export const LEAST_EXPONENT: f32 = 1.2;
export const LARGEST_EXPONENT: f32 = 20;

const HALF_PI: f64 = 1.5707963267948966;
/** Normals of a quarter that are tried before the best is refined. */
const NORMALS: i32 = 12;
const BISECTIONS: i32 = 40;
/** Points of the outline for area and inertia: four quarters of these. */
const OUTLINE: i32 = 1024;

/**
 * The point farthest along (dx, dy): by Hölder's inequality it lies where the gradient of the outline is parallel to the
 * direction, x = a (a |dx| / N)^(q − 1) with 1/n + 1/q = 1 and N the q-norm of (a dx, b dy).
 */
export function supportSuperellipse(a: f64, b: f64, exponent: f64, dx: f64, dy: f64, out: usize): void {
  let u: f64 = a * abs<f64>(dx);
  let v: f64 = b * abs<f64>(dy);
  const most: f64 = max<f64>(u, v);
  if (!(most > 0)) {
    Vec2d.set(out, a, 0);
    return;
  }
  u /= most;
  v /= most;
  const q1: f64 = 1 / (exponent - 1);
  const q: f64 = 1 + q1;
  // the q-norm lies between 1 and 2, so halving keeps powers within their range
  const norm: f64 = 2 * power(0.5 * power(u, q) + 0.5 * power(v, q), 1 / q) * power(0.5, 1 - 1 / q);
  const x: f64 = a * power(u / norm, q1);
  const y: f64 = b * power(v / norm, q1);
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
  // A flat side has hardly a normal of its own for each of its points: the foot is found along the normal, not by it.
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

/** Area, or polar second moment about the centre, with rounding radius r: of the polygon through points of the outline. */
export function superellipseIntegral(a: f64, b: f64, exponent: f64, r: f64, moment: bool, point: SurfacePoint): f64 {
  let sum: f64 = 0;
  let px: f64 = a + r;
  let py: f64 = 0;
  for (let i: i32 = 1; i <= OUTLINE; i++) {
    // normals crowd towards both axes: where one side is almost flat they hardly turn
    const s: f64 = sin((HALF_PI * <f64>i) / <f64>OUTLINE);
    gapAlong(a, b, exponent, 0, 0, HALF_PI * s * s, point);
    const end: bool = i == OUTLINE; // where cos(π/2) is not 0, and its root far from it
    const x: f64 = end ? 0 : point.x + r * point.nx;
    const y: f64 = end ? b + r : point.y + r * point.ny;
    const cross: f64 = px * y - py * x;
    sum += moment ? (cross * (px * px + px * x + x * x + py * py + py * y + y * y)) / 12 : 0.5 * cross;
    px = x;
    py = y;
  }
  return 4 * sum;
}
