/** A point of a curve or surface and the unit outward normal there, in f64. */
@unmanaged
export class SurfacePoint {
  x: f64;
  y: f64;
  nx: f64;
  ny: f64;
}

/** Steps after which the root is taken as found; from its start Newton's method needs about ten. */
const MAX_STEPS: i32 = 64;

/**
 * The point of the ellipse with half-axes a, b (in its own axes) nearest to (px, py), inside or outside: writes the
 * point and the unit outward normal there to `out` and returns the signed distance, negative inside.
 *
 * With l ≥ s the half-axes and (u, v) the point along them, both made positive, the nearest point is
 * x = l² u / (q + l² − s²), y = s² v / q for the positive root q of (l u / (q + l² − s²))² + (s v / q)² = 1
 * (Eberly, Distance from a Point to an Ellipse). The left side falls and is convex, so Newton's method started left of
 * the root climbs to it without overshooting. Measuring q from the pole keeps its digits when v almost vanishes.
 */
export function nearestOnEllipse(a: f64, b: f64, px: f64, py: f64, out: SurfacePoint): f64 {
  const upright: bool = b > a;
  const long: f64 = upright ? b : a;
  const short: f64 = upright ? a : b;
  const u: f64 = abs<f64>(upright ? py : px);
  const v: f64 = abs<f64>(upright ? px : py);
  const focalSq: f64 = (long - short) * (long + short);
  let x: f64 = 0;
  let y: f64 = 0;
  let q: f64 = short * v;
  q = long * u - focalSq > q ? long * u - focalSq : q;
  if (q > 0) {
    for (let i: i32 = 0; i < MAX_STEPS; i++) {
      const far: f64 = q + focalSq;
      const fx: f64 = (long * u) / far;
      const fy: f64 = (short * v) / q;
      const value: f64 = fx * fx + fy * fy - 1.0;
      const slope: f64 = (2.0 * fx * fx) / far + (2.0 * fy * fy) / q;
      const next: f64 = q + value / slope;
      if (!(next > q)) {
        break;
      }
      q = next;
    }
    x = (long * long * u) / (q + focalSq);
    y = (short * short * v) / q;
  } else {
    // on the longer axis, nearer the centre than the centre of curvature (or at the centre of a circle)
    x = focalSq > 0 ? (long * long * u) / focalSq : 0;
    y = short * sqrt<f64>(1.0 - (x / long) * (x / long));
  }
  let nx: f64 = x * short * short;
  let ny: f64 = y * long * long;
  const scale: f64 = 1.0 / sqrt<f64>(nx * nx + ny * ny);
  nx *= scale;
  ny *= scale;
  const distance: f64 = (u - x) * nx + (v - y) * ny;
  const signX: f64 = px < 0 ? -1 : 1;
  const signY: f64 = py < 0 ? -1 : 1;
  out.x = signX * (upright ? y : x);
  out.y = signY * (upright ? x : y);
  out.nx = signX * (upright ? ny : nx);
  out.ny = signY * (upright ? nx : ny);
  return distance;
}
