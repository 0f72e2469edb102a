import { ShapeKind } from "../abi/layout";
import { power } from "../math/power";
import { SCRATCH_HULL_A, SCRATCH_RAY } from "../memory/scratch";
import { CastHit } from "./cast_hit";
import { coreHull, hasPointCore } from "./core_hull";
import { containsPoint } from "./point";
import { castShape } from "./shape_cast";
import { Frame, Hull, ROUNDING, ShapeGeometry, isElliptic } from "./shape_geometry";
import { Vec2, Vec2d } from "./vectors";

// A line meets a convex shape in one span. Each routine finds it in the shape's axes, in f64 because rays are long, as
// two parameters with the outward normals there. Entry, exit and "started inside" are then read off the span.

const SPAN: usize = SCRATCH_RAY;
const PROBE: usize = SCRATCH_RAY + 64;
const PROBE_FRAME: usize = SCRATCH_RAY + 96;
/** Two normals of a superellipse. */
const NORMAL: usize = SCRATCH_RAY + 160;
/** Newton's method takes about six steps; more where the ray passes close by the curve. */
const MAX_STEPS: i32 = 64;

/** The part of the line o + t d inside a shape. Normals need not be unit. */
@unmanaged
class Span {
  enter: f64;
  enterX: f64;
  enterY: f64;
  exit: f64;
  exitX: f64;
  exitY: f64;
}

/** Widens the span to hold t, with the normal there. */
function include(span: Span, t: f64, nx: f64, ny: f64): void {
  if (t < span.enter) {
    span.enter = t;
    span.enterX = nx;
    span.enterY = ny;
  }
  if (t > span.exit) {
    span.exit = t;
    span.exitX = nx;
    span.exitY = ny;
  }
}

/** Circle about (cx, cy). Half the chord comes from the miss distance, which stays exact for a ray from far away. */
function spanCircle(span: Span, ox: f64, oy: f64, dx: f64, dy: f64, radius: f64): void {
  const lengthSq: f64 = dx * dx + dy * dy;
  const cross: f64 = ox * dy - oy * dx;
  const d: f64 = lengthSq * radius * radius - cross * cross;
  if (!(d >= 0)) {
    return;
  }
  const middle: f64 = -(ox * dx + oy * dy) / lengthSq;
  const half: f64 = sqrt<f64>(d) / lengthSq;
  const enter: f64 = middle - half;
  const exit: f64 = middle + half;
  include(span, enter, ox + enter * dx, oy + enter * dy);
  include(span, exit, ox + exit * dx, oy + exit * dy);
}

/**
 * Box without rounding: the line is clipped to one slab after the other (Kay and Kajiya 1986), except a slab that it runs along to within
 * `spare`.
 */
function spanBox(span: Span, hx: f64, hy: f64, spare: f64, ox: f64, oy: f64, dx: f64, dy: f64): void {
  const slide: f64 = spare * sqrt<f64>(dx * dx + dy * dy);
  const alongX = abs<f64>(dx) * hy <= slide;
  const alongY = abs<f64>(dy) * hx <= slide;
  if ((alongX && abs<f64>(ox) > hx + spare) || (alongY && abs<f64>(oy) > hy + spare)) {
    return;
  }
  const sx: f64 = dx > 0 ? 1 : -1;
  const sy: f64 = dy > 0 ? 1 : -1;
  const ix: f64 = 1 / dx;
  const iy: f64 = 1 / dy;
  const enterX: f64 = alongX ? -Infinity : (-sx * hx - ox) * ix;
  const enterY: f64 = alongY ? -Infinity : (-sy * hy - oy) * iy;
  const exitX: f64 = alongX ? Infinity : (sx * hx - ox) * ix;
  const exitY: f64 = alongY ? Infinity : (sy * hy - oy) * iy;
  const throughX = enterX >= enterY;
  const outX = exitX <= exitY;
  span.enter = throughX ? enterX : enterY;
  span.enterX = throughX ? -sx : 0;
  span.enterY = throughX ? 0 : -sy;
  span.exit = outX ? exitX : exitY;
  span.exitX = outX ? sx : 0;
  span.exitY = outX ? 0 : sy;
}

/**
 * Polygon without rounding: the line is clipped to one face after the other (Cyrus and Beck 1978), except a face that it runs along to
 * within `spare`.
 */
function spanPolygon(span: Span, hull: Hull, spare: f64, ox: f64, oy: f64, dx: f64, dy: f64): void {
  const vertices: usize = Hull.vertices(hull);
  const count: i32 = hull.count;
  const slide: f64 = 2.0 * spare * sqrt<f64>(dx * dx + dy * dy);
  let enter: f64 = -Infinity;
  let exit: f64 = Infinity;
  let enterX: f64 = 0;
  let enterY: f64 = 0;
  let exitX: f64 = 0;
  let exitY: f64 = 0;
  for (let i: i32 = 0; i < count; i++) {
    const p: usize = Vec2.at(vertices, i);
    const q: usize = Vec2.at(vertices, i + 1 == count ? 0 : i + 1);
    const x: f64 = Vec2.x(p);
    const y: f64 = Vec2.y(p);
    const nx: f64 = <f64>Vec2.y(q) - y;
    const ny: f64 = x - <f64>Vec2.x(q);
    const behind: f64 = nx * (x - ox) + ny * (y - oy);
    const speed: f64 = nx * dx + ny * dy;
    const t: f64 = behind / speed;
    if (abs<f64>(speed) <= slide) {
      if (behind < 0 && behind * behind > spare * spare * (nx * nx + ny * ny)) {
        return;
      }
    } else if (speed < 0) {
      if (t > enter) {
        enter = t;
        enterX = nx;
        enterY = ny;
      }
    } else if (t < exit) {
      exit = t;
      exitX = nx;
      exitY = ny;
    }
  }
  if (enter <= exit) {
    include(span, enter, enterX, enterY);
    include(span, exit, exitX, exitY);
  }
}

/**
 * Line without rounding: a single crossing, in against its normal and out on the other side, or an end that the ray passes within
 * `spare`. A ray along the line meets its two ends.
 */
function spanLine(span: Span, hull: Hull, spare: f64, ox: f64, oy: f64, dx: f64, dy: f64): void {
  const p: usize = Hull.vertices(hull);
  const x: f64 = Vec2.x(p);
  const y: f64 = Vec2.y(p);
  const ex: f64 = <f64>Vec2.x(Vec2.at(p, 1)) - x;
  const ey: f64 = <f64>Vec2.y(Vec2.at(p, 1)) - y;
  const gx: f64 = x - ox;
  const gy: f64 = y - oy;
  const cross: f64 = dx * ey - dy * ex;
  const lengthSq: f64 = dx * dx + dy * dy;
  if (cross == 0) {
    if (gx * ey - gy * ex == 0) {
      const t0: f64 = (gx * dx + gy * dy) / lengthSq;
      const t1: f64 = t0 + (ex * dx + ey * dy) / lengthSq;
      include(span, t0 < t1 ? t0 : t1, -dx, -dy);
      include(span, t0 < t1 ? t1 : t0, dx, dy);
    }
    return;
  }
  const along: f64 = (gx * dy - gy * dx) / cross;
  let t: f64 = (gx * ey - gy * ex) / cross;
  if (!(along >= 0 && along <= 1)) {
    const endX: f64 = along > 1 ? gx + ex : gx;
    const endY: f64 = along > 1 ? gy + ey : gy;
    const miss: f64 = endX * dy - endY * dx;
    if (!(miss * miss <= spare * spare * lengthSq)) {
      return;
    }
    t = (endX * dx + endY * dy) / lengthSq;
  }
  // (ey, −ex) is a normal of the line, and cross is its product with the ray
  const side: f64 = cross > 0 ? -1 : 1;
  include(span, t, side * ey, side * -ex);
  span.exitX = side * -ey;
  span.exitY = side * ex;
}

/** Rounded hull: its boundary lies on circles about the vertices and on the edges moved out by the radius. */
function spanRounded(span: Span, hull: Hull, radius: f64, ox: f64, oy: f64, dx: f64, dy: f64): void {
  const vertices: usize = Hull.vertices(hull);
  const count: i32 = hull.count;
  for (let i: i32 = 0; i < count; i++) {
    const p: usize = Vec2.at(vertices, i);
    const q: usize = Vec2.at(vertices, i + 1 == count ? 0 : i + 1);
    const x: f64 = Vec2.x(p);
    const y: f64 = Vec2.y(p);
    const ex: f64 = <f64>Vec2.x(q) - x;
    const ey: f64 = <f64>Vec2.y(q) - y;
    spanCircle(span, ox - x, oy - y, dx, dy, radius);
    const lengthSq: f64 = ex * ex + ey * ey;
    const length: f64 = sqrt<f64>(lengthSq);
    const nx: f64 = ey / length;
    const ny: f64 = -ex / length;
    const speed: f64 = nx * dx + ny * dy;
    if (speed == 0 || !(length > 0)) {
      continue;
    }
    const t: f64 = (radius - nx * (ox - x) - ny * (oy - y)) / speed;
    const along: f64 = (ox + t * dx - x) * ex + (oy + t * dy - y) * ey;
    if (along >= 0 && along <= lengthSq) {
      include(span, t, nx, ny);
    }
  }
}

/** Ellipse without rounding: the unit circle in stretched axes. */
function spanEllipse(span: Span, a: f64, b: f64, ox: f64, oy: f64, dx: f64, dy: f64): void {
  spanCircle(span, ox / a, oy / b, dx / a, dy / b, 1);
  span.enterX /= a;
  span.enterY /= b;
  span.exitX /= a;
  span.exitY /= b;
}

/** Everything with x ≤ radius: the line leaves or enters once, or never. */
function spanHalfSpace(span: Span, radius: f64, ox: f64, dx: f64): void {
  if (dx == 0) {
    if (ox <= radius) {
      include(span, -Infinity, 1, 0);
      include(span, Infinity, 1, 0);
    }
    return;
  }
  const t: f64 = (radius - ox) / dx;
  include(span, t, 1, 0);
  include(span, dx < 0 ? Infinity : -Infinity, 1, 0);
}

/**
 * Goes from where the line is at t, outside the superellipse but on its box, to the curve by Newton's method: |x/a|ⁿ + |y/b|ⁿ is convex
 * along a line, so that no step goes past the curve. Infinite where the line passes it by.
 */
function slideToSuperellipse(
  g: ShapeGeometry,
  ox: f64,
  oy: f64,
  dx: f64,
  dy: f64,
  start: f64,
  forwards: bool,
  normal: usize,
): f64 {
  const a: f64 = g.hx;
  const b: f64 = g.hy;
  const n: f64 = g.exponent;
  let t: f64 = start;
  for (let i: i32 = 0; i < MAX_STEPS; i++) {
    const x: f64 = ox + t * dx;
    const y: f64 = oy + t * dy;
    const u: f64 = abs<f64>(x) / a;
    const v: f64 = abs<f64>(y) / b;
    const px: f64 = power(u, n - 1);
    const py: f64 = power(v, n - 1);
    const nx: f64 = (x < 0 ? -px : px) / a;
    const ny: f64 = (y < 0 ? -py : py) / b;
    Vec2d.set(normal, nx, ny);
    const excess: f64 = u * px + v * py - 1;
    const slope: f64 = n * (nx * dx + ny * dy);
    if (!(excess > 0)) {
      return t;
    }
    if (forwards ? slope >= 0 : slope <= 0) {
      return Infinity;
    }
    const next: f64 = t - excess / slope;
    if (forwards ? next <= t : next >= t) {
      return t;
    }
    t = next;
  }
  return t;
}

/** Superellipse without rounding, from both ends of the span of its box. */
function spanSuperellipse(span: Span, g: ShapeGeometry, ox: f64, oy: f64, dx: f64, dy: f64): void {
  spanBox(span, g.hx, g.hy, 0, ox, oy, dx, dy);
  const enter: f64 = span.enter;
  const exit: f64 = span.exit;
  span.enter = Infinity;
  span.exit = -Infinity;
  if (!(enter <= exit)) {
    return;
  }
  const from = slideToSuperellipse(g, ox, oy, dx, dy, enter, true, NORMAL);
  const to = slideToSuperellipse(g, ox, oy, dx, dy, exit, false, NORMAL + 16);
  if (from <= to && to < Infinity) {
    include(span, from, Vec2d.x(NORMAL), Vec2d.y(NORMAL));
    include(span, to, Vec2d.x(NORMAL + 16), Vec2d.y(NORMAL + 16));
  }
}

/** The span of the line in the shape's axes; enter > exit where it misses. */
function spanShape(g: ShapeGeometry, frame: Frame, ox: f64, oy: f64, dx: f64, dy: f64): Span {
  const span: Span = changetype<Span>(SPAN);
  span.enter = Infinity;
  span.exit = -Infinity;
  const radius: f64 = g.radius;
  // Shapes of a body that share a corner store it about their own centres, each with its own rounding. Rays along a grid aim there, and
  // must not pass between: within this distance they meet the end of a line, or a side that they run along.
  const spare: f64 = ROUNDING * (abs<f64>(frame.x) + abs<f64>(frame.y) + g.bound);
  // a shape about as small as that would have no side left
  const side: f64 = min<f64>(spare, 1e-3 * g.inner);
  if (hasPointCore(g)) {
    spanCircle(span, ox, oy, dx, dy, radius);
  } else if (g.kind == ShapeKind.HalfSpace) {
    spanHalfSpace(span, radius, ox, dx);
  } else if (g.kind == ShapeKind.Ellipse) {
    spanEllipse(span, g.hx, g.hy, ox, oy, dx, dy);
  } else if (g.kind == ShapeKind.Superellipse) {
    spanSuperellipse(span, g, ox, oy, dx, dy);
  } else if (g.kind == ShapeKind.Box && radius == 0 && g.hx > 0 && g.hy > 0) {
    spanBox(span, g.hx, g.hy, side, ox, oy, dx, dy);
  } else {
    const hull: Hull = coreHull(g, SCRATCH_HULL_A);
    if (radius > 0) {
      spanRounded(span, hull, radius, ox, oy, dx, dy);
    } else if (hull.count > 2) {
      spanPolygon(span, hull, side, ox, oy, dx, dy);
    } else {
      spanLine(span, hull, spare, ox, oy, dx, dy);
    }
  }
  return span;
}

function writeHit(out: CastHit, frame: Frame, x: f64, y: f64, t: f64, nx: f64, ny: f64): void {
  const scale: f64 = 1.0 / sqrt<f64>(nx * nx + ny * ny);
  const c: f64 = frame.c;
  const s: f64 = frame.s;
  out.fraction = <f32>t;
  out.x = <f32>x;
  out.y = <f32>y;
  out.nx = <f32>((c * nx - s * ny) * scale);
  out.ny = <f32>((s * nx + c * ny) * scale);
  out.inside = 0;
}

function writeInside(out: CastHit, x: f32, y: f32): void {
  out.fraction = 0;
  out.x = x;
  out.y = y;
  out.nx = 0;
  out.ny = 0;
  out.inside = 1;
}

/**
 * A rounded ellipse of either kind has no closed form (for the first it is of degree eight): a point is cast against it instead, from the
 * start for the entry and backwards from the end for the exit.
 */
function castPoint(
  g: ShapeGeometry,
  frame: Frame,
  ox: f32,
  oy: f32,
  dx: f32,
  dy: f32,
  fromEnd: bool,
  out: CastHit,
): bool {
  memory.fill(PROBE, 0, offsetof<ShapeGeometry>());
  const probe: Frame = changetype<Frame>(PROBE_FRAME);
  const sign: f32 = fromEnd ? -1 : 1;
  probe.x = fromEnd ? ox + dx : ox;
  probe.y = fromEnd ? oy + dy : oy;
  probe.c = 1;
  probe.s = 0;
  if (!castShape(g, frame, changetype<ShapeGeometry>(PROBE), probe, sign * dx, sign * dy, out)) {
    return false;
  }
  if (out.inside != 0) {
    writeInside(out, ox, oy);
    return !fromEnd;
  }
  if (fromEnd) {
    out.fraction = 1 - out.fraction;
  }
  return true;
}

/** Curves without a closed form are met by casting a point. */
function hasNoSpan(g: ShapeGeometry): bool {
  return g.kind == ShapeKind.Support || (isElliptic(g) && g.radius > 0);
}

/** The span of a line given in the caller's axes. */
function spanOf(g: ShapeGeometry, frame: Frame, ox: f64, oy: f64, dx: f64, dy: f64): Span {
  const c: f64 = frame.c;
  const s: f64 = frame.s;
  const x: f64 = ox - <f64>frame.x;
  const y: f64 = oy - <f64>frame.y;
  return spanShape(g, frame, c * x + s * y, c * y - s * x, c * dx + s * dy, c * dy - s * dx);
}

/**
 * First point of a shape on the ray from (ox, oy) to (ox + dx, oy + dy): fraction in [0, 1], point, outward normal.
 * A ray that starts inside hits at once, with `inside` 1 and no normal. Returns whether it hits.
 */
export function rayCast(g: ShapeGeometry, frame: Frame, ox: f32, oy: f32, dx: f32, dy: f32, out: CastHit): bool {
  if (dx == 0 && dy == 0) {
    if (!containsPoint(g, frame, ox, oy)) {
      return false;
    }
    writeInside(out, ox, oy);
    return true;
  }
  if (hasNoSpan(g)) {
    return castPoint(g, frame, ox, oy, dx, dy, false, out);
  }
  const span: Span = spanOf(g, frame, ox, oy, dx, dy);
  if (!(span.enter <= span.exit) || !(span.enter <= 1) || !(span.exit >= 0)) {
    return false;
  }
  if (span.enter < 0) {
    if (span.exit == 0) {
      // the ray starts on the surface and leaves
      return false;
    }
    writeInside(out, ox, oy);
    return true;
  }
  const t: f64 = span.enter;
  writeHit(out, frame, <f64>ox + t * <f64>dx, <f64>oy + t * <f64>dy, t, span.enterX, span.enterY);
  return true;
}

/**
 * Last point of a shape on the ray from (ox, oy) to (ox + dx, oy + dy), where the ray leaves it: fraction in [0, 1],
 * point, outward normal. Returns whether it leaves; a ray that ends inside does not.
 */
export function rayCastExit(g: ShapeGeometry, frame: Frame, ox: f32, oy: f32, dx: f32, dy: f32, out: CastHit): bool {
  if (dx == 0 && dy == 0) {
    return false;
  }
  if (hasNoSpan(g)) {
    return castPoint(g, frame, ox, oy, dx, dy, true, out);
  }
  const span: Span = spanOf(g, frame, ox, oy, dx, dy);
  if (!(span.enter <= span.exit) || !(span.exit >= 0) || !(span.exit <= 1)) {
    return false;
  }
  const t: f64 = span.exit;
  writeHit(out, frame, <f64>ox + t * <f64>dx, <f64>oy + t * <f64>dy, t, span.exitX, span.exitY);
  return true;
}
