import { ShapeKind } from "../abi/layout";
import { Frame, Hull, ShapeGeometry } from "./shape_geometry";
import { SCRATCH_RAY } from "../memory/scratch";
import { supportCore } from "./support";
import { VEC2_BYTES, Vec2, Vec2d } from "./vectors";

const SUPPORT: usize = SCRATCH_RAY + 192;

/** A box that has no end on a side ends here (unit: m). */
const AABB_LIMIT: f32 = 1e9;

/** Axis-aligned box as it lies in memory: lower corner, upper corner (unit: m). */
@unmanaged
export class Aabb {
  x0: f32;
  y0: f32;
  x1: f32;
  y1: f32;
}

/** The box around (x, y) with half-widths ex, ey. */
function writeAround(out: Aabb, x: f32, y: f32, ex: f32, ey: f32): void {
  out.x0 = x - ex;
  out.y0 = y - ey;
  out.x1 = x + ex;
  out.y1 = y + ey;
}

function writeHull(hull: Hull, frame: Frame, out: Aabb): void {
  const c: f32 = frame.c;
  const s: f32 = frame.s;
  const r: f32 = hull.radius;
  if (ASC_FEATURE_SIMD) {
    const cosine = f32x4.splat(c);
    const sine = f32x4(-s, s, -s, s);
    const last: usize = Hull.normals(hull) - 2 * VEC2_BYTES;
    let p: usize = Hull.vertices(hull);
    let low = Vec2.turnTwo(p, cosine, sine);
    let high = low;
    // the last pair shares a vertex with the one before if their number is odd
    while (p < last) {
      p = min<usize>(p + 2 * VEC2_BYTES, last);
      const two = Vec2.turnTwo(p, cosine, sine);
      low = f32x4.pmin(low, two);
      high = f32x4.pmax(high, two);
    }
    low = f32x4.sub(f32x4.pmin(low, v128.shuffle<f32>(low, low, 2, 3, 0, 1)), f32x4.splat(r));
    high = f32x4.add(f32x4.pmax(high, v128.shuffle<f32>(high, high, 2, 3, 0, 1)), f32x4.splat(r));
    const place = v128.load64_splat(changetype<usize>(frame));
    v128.store(changetype<usize>(out), f32x4.add(place, v128.shuffle<f32>(low, high, 0, 1, 4, 5)));
    return;
  }
  let x0: f32 = f32.MAX_VALUE;
  let y0: f32 = f32.MAX_VALUE;
  let x1: f32 = -f32.MAX_VALUE;
  let y1: f32 = -f32.MAX_VALUE;
  let p: usize = Hull.vertices(hull);
  const end: usize = Hull.normals(hull);
  for (; p < end; p += VEC2_BYTES) {
    const lx: f32 = Vec2.x(p);
    const ly: f32 = Vec2.y(p);
    const x: f32 = c * lx - s * ly;
    const y: f32 = s * lx + c * ly;
    x0 = select<f32>(x, x0, x < x0);
    y0 = select<f32>(y, y0, y < y0);
    x1 = select<f32>(x, x1, x > x1);
    y1 = select<f32>(y, y1, y > y1);
  }
  out.x0 = frame.x + (x0 - r);
  out.y0 = frame.y + (y0 - r);
  out.x1 = frame.x + (x1 + r);
  out.y1 = frame.y + (y1 + r);
}

/** A half-space is bounded on one side, and only where its normal lies along an axis. */
function writeHalfSpace(radius: f32, frame: Frame, out: Aabb): void {
  const level: bool = frame.s == 0;
  const upright: bool = frame.c == 0;
  out.x0 = level && frame.c < 0 ? frame.x - radius : -AABB_LIMIT;
  out.y0 = upright && frame.s < 0 ? frame.y - radius : -AABB_LIMIT;
  out.x1 = level && frame.c > 0 ? frame.x + radius : AABB_LIMIT;
  out.y1 = upright && frame.s > 0 ? frame.y + radius : AABB_LIMIT;
}

/**
 * The tightest axis-aligned box around a shape placed by `frame`, written as x0, y0, x1, y1 (f32) to `out`. Tight to
 * f32 rounding, so a broad phase that must not miss a touch adds its margin.
 */
export function shapeAabb(g: ShapeGeometry, frame: Frame, out: usize): void {
  const box: Aabb = changetype<Aabb>(out);
  const c: f32 = frame.c;
  const s: f32 = frame.s;
  const r: f32 = g.radius;
  switch (g.kind) {
    case ShapeKind.Circle:
      writeAround(box, frame.x, frame.y, r, r);
      return;
    case ShapeKind.Capsule:
    case ShapeKind.Segment:
    case ShapeKind.Box: {
      const ac: f32 = abs<f32>(c);
      const as: f32 = abs<f32>(s);
      writeAround(box, frame.x, frame.y, ac * g.hx + as * g.hy + r, as * g.hx + ac * g.hy + r);
      return;
    }
    case ShapeKind.Polygon:
      writeHull(changetype<Hull>(g.hull), frame, box);
      return;
    case ShapeKind.Ellipse: {
      // the support point in direction (1, 0), turned into the ellipse's axes, lies √((hx c)² + (hy s)²) out
      const xc: f32 = g.hx * c;
      const xs: f32 = g.hx * s;
      const yc: f32 = g.hy * c;
      const ys: f32 = g.hy * s;
      writeAround(box, frame.x, frame.y, sqrt<f32>(xc * xc + ys * ys) + r, sqrt<f32>(xs * xs + yc * yc) + r);
      return;
    }
    case ShapeKind.Superellipse: {
      supportCore(g, c, -s, SUPPORT);
      const ex: f32 = <f32>(<f64>c * Vec2d.x(SUPPORT) - <f64>s * Vec2d.y(SUPPORT)) + r;
      supportCore(g, s, c, SUPPORT);
      const ey: f32 = <f32>(<f64>s * Vec2d.x(SUPPORT) + <f64>c * Vec2d.y(SUPPORT)) + r;
      writeAround(box, frame.x, frame.y, ex, ey);
      return;
    }
    default:
      writeHalfSpace(r, frame, box);
  }
}
