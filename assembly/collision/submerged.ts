import { ShapeKind } from "../abi/layout";
import { atan2, cos, sin } from "../math/trig";
import { SCRATCH_EPA, SCRATCH_HULL_A, SCRATCH_HULL_B } from "../memory/scratch";
import { coreHull } from "./core_hull";
import { shapeArea } from "./mass";
import { NearestPoint, nearestPoint } from "./point";
import { Frame, Hull, ShapeGeometry } from "./shape_geometry";
import { supportCore } from "./support";
import { Vec2, Vec2d } from "./vectors";

// How much of a shape lies in a convex region: the shape's outline is cut by the region's sides one after another
// (Sutherland and Hodgman, 1974), in f64. Curves are chains of chords about 11° long, drawn a little outside the curve so
// that a whole circle has its area; the share cut off is then exact to a thousandth, and a shape that lies wholly in the region has
// exactly the area that its mass comes from.

const PI: f64 = 3.141592653589793;
/** Chords of a full turn. */
const CHORDS: i32 = 32;
/** √(δ / sin δ) for chords of δ: makes the area of the polygon that of the circle. */
const OUTSIDE: f64 = 1.0032221;
/** Most points of an outline, or of a cut of it. */
const MAX_POINTS: i32 = 224;
const FIRST: usize = SCRATCH_EPA;
const SECOND: usize = SCRATCH_EPA + 3584;
/** Outline of the region. */
const SIDES: usize = SCRATCH_HULL_B;
const MAX_SIDES: i32 = 144;

/** Area in common, and its centroid in the world. */
@unmanaged
export class Submerged {
  area: f64;
  x: f64;
  y: f64;
}

/**
 * For a corner rounded by two or more chords (`count`) of `angle` each: how far out, in radii, the points between its ends lie, so that
 * it has the area of the sector. The ends lie on the sides, which would move out with them.
 */
function outside(count: i32, angle: f64): f64 {
  const share: f64 = angle / sin(angle);
  const more: f64 = count - 2;
  return more > 0 ? (sqrt<f64>(1 + more * <f64>count * share) - 1) / more : share;
}

/** Writes the outline of a shape in its own frame, counter-clockwise, as f64 pairs; how many. */
function outline(g: ShapeGeometry, out: usize, most: i32): i32 {
  if (g.kind == ShapeKind.Circle || g.kind == ShapeKind.Ellipse) {
    const round = g.kind == ShapeKind.Circle;
    const a: f64 = OUTSIDE * (<f64>g.radius + (round ? 0 : g.hx));
    const b: f64 = OUTSIDE * (<f64>g.radius + (round ? 0 : g.hy));
    for (let i: i32 = 0; i < CHORDS; i++) {
      const angle: f64 = ((2 * PI) / <f64>CHORDS) * <f64>i;
      Vec2d.set(Vec2d.at(out, i), a * cos(angle), b * sin(angle));
    }
    return CHORDS;
  }
  if (g.kind == ShapeKind.Superellipse) {
    // Support points crowd in the corners, where the curve is: evenly, if the directions are even where both half-axes are 1.
    // The other quarters mirror the first.
    const last: i32 = CHORDS - 1;
    const half: i32 = CHORDS / 2;
    for (let i: i32 = 0; i < CHORDS / 4; i++) {
      const angle: f64 = ((2 * PI) / <f64>CHORDS) * (<f64>i + 0.5);
      const u: f64 = cos(angle) * <f64>g.hy;
      const v: f64 = sin(angle) * <f64>g.hx;
      const length: f64 = sqrt<f64>(u * u + v * v);
      const c: f64 = u / length;
      const s: f64 = v / length;
      const p = Vec2d.at(out, i);
      supportCore(g, c, s, p);
      const x: f64 = Vec2d.x(p) + <f64>g.radius * c;
      const y: f64 = Vec2d.y(p) + <f64>g.radius * s;
      Vec2d.set(p, x, y);
      Vec2d.set(Vec2d.at(out, half - 1 - i), -x, y);
      Vec2d.set(Vec2d.at(out, half + i), -x, -y);
      Vec2d.set(Vec2d.at(out, last - i), x, -y);
    }
    return CHORDS;
  }
  const hull = coreHull(g, SCRATCH_HULL_A);
  const vertices = Hull.vertices(hull);
  const normals = Hull.normals(hull);
  const r: f64 = hull.radius;
  const last = hull.count - 1;
  let n: i32 = 0;
  for (let i: i32 = 0; i <= last; i++) {
    const x: f64 = Vec2.x(Vec2.at(vertices, i));
    const y: f64 = Vec2.y(Vec2.at(vertices, i));
    const before = Vec2.at(normals, i > 0 ? i - 1 : last);
    const after = Vec2.at(normals, i);
    const nx: f64 = Vec2.x(before);
    const ny: f64 = Vec2.y(before);
    const mx: f64 = Vec2.x(after);
    const my: f64 = Vec2.y(after);
    const angle: f64 = atan2(nx * my - ny * mx, nx * mx + ny * my);
    const chords = r > 0 ? 1 + <i32>((abs<f64>(angle) * <f64>CHORDS) / (2 * PI + 0.01)) : 0;
    const each: f64 = abs<f64>(angle) / max<f64>(chords, 1);
    const between = chords > 1 ? r * outside(chords, each) : r;
    for (let k: i32 = 0; k <= chords && n < most; k++) {
      const turn: f64 = each * <f64>k;
      const c: f64 = cos(turn);
      const s: f64 = sin(turn);
      const at: f64 = k == 0 || k == chords ? r : between;
      Vec2d.set(Vec2d.at(out, n), x + at * (c * nx - s * ny), y + at * (s * nx + c * ny));
      n++;
    }
  }
  return n;
}

/** Keeps what lies on the inner side of a line: (p − at) · normal ≤ 0. From `source` to `target`; how many points. */
function cut(source: usize, count: i32, target: usize, x: f64, y: f64, nx: f64, ny: f64): i32 {
  let n: i32 = 0;
  let p = Vec2d.at(source, count - 1);
  let height: f64 = (Vec2d.x(p) - x) * nx + (Vec2d.y(p) - y) * ny;
  for (let i: i32 = 0; i < count && n + 2 <= MAX_POINTS; i++) {
    const q = Vec2d.at(source, i);
    const next: f64 = (Vec2d.x(q) - x) * nx + (Vec2d.y(q) - y) * ny;
    if (height > 0 != next > 0) {
      const t: f64 = height / (height - next);
      Vec2d.set(
        Vec2d.at(target, n),
        Vec2d.x(p) + t * (Vec2d.x(q) - Vec2d.x(p)),
        Vec2d.y(p) + t * (Vec2d.y(q) - Vec2d.y(p)),
      );
      n++;
    }
    if (next <= 0) {
      Vec2d.set(Vec2d.at(target, n), Vec2d.x(q), Vec2d.y(q));
      n++;
    }
    p = q;
    height = next;
  }
  return n;
}

/** Area and centroid of a polygon → `out`. */
function measure(points: usize, count: i32, out: Submerged): void {
  let area: f64 = 0;
  let mx: f64 = 0;
  let my: f64 = 0;
  if (count > 2) {
    const ox: f64 = Vec2d.x(points);
    const oy: f64 = Vec2d.y(points);
    for (let i: i32 = 1; i + 1 < count; i++) {
      const p = Vec2d.at(points, i);
      const q = Vec2d.at(points, i + 1);
      const ax: f64 = Vec2d.x(p) - ox;
      const ay: f64 = Vec2d.y(p) - oy;
      const bx: f64 = Vec2d.x(q) - ox;
      const by: f64 = Vec2d.y(q) - oy;
      const triangle: f64 = 0.5 * (ax * by - ay * bx);
      area += triangle;
      mx += triangle * (ax + bx);
      my += triangle * (ay + by);
    }
    out.x = ox + (area > 0 ? mx / (3 * area) : 0);
    out.y = oy + (area > 0 ? my / (3 * area) : 0);
  }
  out.area = area > 0 ? area : 0;
}

/** The part of shape `g` that lies in the region `r`, both placed in the world. */
export function submergedPart(g: ShapeGeometry, frame: Frame, r: ShapeGeometry, place: Frame, out: Submerged): void {
  const whole: f64 = shapeArea(g);
  const near = changetype<NearestPoint>(FIRST);
  const distance = nearestPoint(r, place, frame.x, frame.y, near);
  out.x = frame.x;
  out.y = frame.y;
  out.area = distance <= -g.bound ? whole : 0;
  if (whole == 0 || abs<f32>(distance) >= g.bound) {
    return;
  }
  let source = FIRST;
  let target = SECOND;
  let count = outline(g, source, MAX_POINTS);
  measure(source, count, out);
  const scale: f64 = whole / out.area;
  // The shape in the axes of the region.
  const c: f64 = <f64>place.c * frame.c + <f64>place.s * frame.s;
  const s: f64 = <f64>place.c * frame.s - <f64>place.s * frame.c;
  const dx: f64 = <f64>frame.x - place.x;
  const dy: f64 = <f64>frame.y - place.y;
  const x: f64 = place.c * dx + place.s * dy;
  const y: f64 = place.c * dy - place.s * dx;
  for (let i: i32 = 0; i < count; i++) {
    const p = Vec2d.at(source, i);
    const px = Vec2d.x(p);
    const py = Vec2d.y(p);
    Vec2d.set(p, x + c * px - s * py, y + s * px + c * py);
  }
  const sides = r.kind == ShapeKind.HalfSpace ? 1 : outline(r, SIDES, MAX_SIDES);
  for (let i: i32 = 0; i < sides && count > 0; i++) {
    if (r.kind == ShapeKind.HalfSpace) {
      count = cut(source, count, target, 0, 0, 1, 0);
    } else {
      const p = Vec2d.at(SIDES, i);
      const q = Vec2d.at(SIDES, i + 1 < sides ? i + 1 : 0);
      count = cut(source, count, target, Vec2d.x(p), Vec2d.y(p), Vec2d.y(q) - Vec2d.y(p), Vec2d.x(p) - Vec2d.x(q));
    }
    const swap = source;
    source = target;
    target = swap;
  }
  measure(source, count, out);
  const px = out.x;
  const py = out.y;
  out.area *= scale;
  out.x = place.x + (place.c * px - place.s * py);
  out.y = place.y + (place.s * px + place.c * py);
}
