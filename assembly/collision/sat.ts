import { SCRATCH_HULL_MOVED } from "../memory/scratch";
import { Frame, HULL_MAX_BYTES, Hull } from "./shape_geometry";
import { VEC2_BYTES, Vec2 } from "./vectors";

// Separating axes of two hulls (Gottschalk 1996). Two convex polygons are apart exactly if one of their edge normals
// separates them, so the largest separation over all edges is the answer, and its edge is the reference face.

/** Hull B in the axes of frame A, and where its frame is there, until the next `moveHull`. */
export const movedHull = changetype<Hull>(SCRATCH_HULL_MOVED);
export const movedFrame = changetype<Frame>(SCRATCH_HULL_MOVED + HULL_MAX_BYTES);

/** The face of one hull that separates most, and the vertex of the other hull that lies deepest behind it. */
@unmanaged
export class BestFace {
  /** Signed distance of that vertex from the face, without radii (unit: m). */
  separation: f32;
  face: i32;
  vertex: i32;
}

/** Turns and moves vectors, two at a time: one vector past the last may be written. @inline */
function turnAll(from: usize, to: usize, count: i32, c: f32, s: f32, x: f32, y: f32): void {
  const end: usize = Vec2.at(from, count);
  if (ASC_FEATURE_SIMD) {
    const cosine = f32x4.splat(c);
    const sine = f32x4(-s, s, -s, s);
    const place = f32x4(x, y, x, y);
    for (; from < end; from += 2 * VEC2_BYTES, to += 2 * VEC2_BYTES) {
      v128.store(to, f32x4.add(Vec2.turnTwo(from, cosine, sine), place));
    }
    return;
  }
  for (; from < end; from += VEC2_BYTES, to += VEC2_BYTES) {
    const px: f32 = Vec2.x(from);
    const py: f32 = Vec2.y(from);
    Vec2.set(to, c * px - s * py + x, s * px + c * py + y);
  }
}

/** Puts hull B in the axes of frame A → `movedHull`, `movedFrame`. */
export function moveHull(hull: Hull, frameA: Frame, frameB: Frame): void {
  const c: f32 = frameA.c * frameB.c + frameA.s * frameB.s;
  const s: f32 = frameA.c * frameB.s - frameA.s * frameB.c;
  const dx: f32 = frameB.x - frameA.x;
  const dy: f32 = frameB.y - frameA.y;
  const x: f32 = frameA.c * dx + frameA.s * dy;
  const y: f32 = frameA.c * dy - frameA.s * dx;
  const out = movedHull;
  out.count = hull.count;
  out.radius = hull.radius;
  turnAll(Hull.vertices(hull), Hull.vertices(out), hull.count, c, s, x, y);
  turnAll(Hull.normals(hull), Hull.normals(out), hull.count, c, s, 0, 0);
  movedFrame.x = x;
  movedFrame.y = y;
  movedFrame.c = c;
  movedFrame.s = s;
}

/** The vertex of a hull that lies least far along (nx, ny), the first of several. */
export function deepestVertex(hull: Hull, nx: f32, ny: f32): i32 {
  if (ASC_FEATURE_SIMD) {
    return firstLeast(hull, false, nx, ny);
  }
  let deepest: i32 = 0;
  let depth: f32 = f32.MAX_VALUE;
  for (let i: i32 = 0, n = hull.count; i < n; i++) {
    const d: f32 = along(hull, i, nx, ny);
    if (d < depth) {
      depth = d;
      deepest = i;
    }
  }
  return deepest;
}

/** The face of a hull that a point is farthest in front of, the first of several. @inline */
function facingFace(hull: Hull, x: f32, y: f32): i32 {
  if (ASC_FEATURE_SIMD) {
    return firstLeast(hull, true, x, y);
  }
  let face: i32 = 0;
  let farthest: f32 = -f32.MAX_VALUE;
  for (let i: i32 = 0, n = hull.count; i < n; i++) {
    const d: f32 = before(hull, i, x, y);
    if (d > farthest) {
      farthest = d;
      face = i;
    }
  }
  return face;
}

/** How far each of the four vertices from `p` on lies along (x, y). @inline */
function alongFour(p: usize, x: v128, y: v128): v128 {
  const a = v128.load(p);
  const b = v128.load(p + 2 * VEC2_BYTES);
  return f32x4.add(f32x4.mul(x, Vec2.fourX(a, b)), f32x4.mul(y, Vec2.fourY(a, b)));
}

/** How far the point (x, y) is behind four faces, whose vertices and normals begin at `p` and `n`. @inline */
function behindFour(p: usize, n: usize, x: v128, y: v128): v128 {
  const a = v128.load(p);
  const b = v128.load(p + 2 * VEC2_BYTES);
  const c = v128.load(n);
  const d = v128.load(n + 2 * VEC2_BYTES);
  const nx = Vec2.fourX(c, d);
  const ny = Vec2.fourY(c, d);
  return f32x4.add(f32x4.mul(nx, f32x4.sub(Vec2.fourX(a, b), x)), f32x4.mul(ny, f32x4.sub(Vec2.fourY(a, b), y)));
}

/**
 * Takes four corners of a hull at a time: the vertex least far along (x, y), or the face that the point (x, y) is farthest in front of.
 * Values past the last corner do not count; with 3, 7, 15, 31 and 63 corners they lie behind the hull's block (`SLACK` in
 * memory/allocator.ts).
 * @inline
 */
function firstLeast(hull: Hull, faces: bool, x: f32, y: f32): i32 {
  const vx = f32x4.splat(x);
  const vy = f32x4.splat(y);
  const count = i32x4.splat(hull.count);
  let p: usize = Hull.vertices(hull);
  let n: usize = Hull.normals(hull);
  const end = n;
  let at = i32x4(0, 1, 2, 3);
  let index = i32x4.splat(0);
  let least = f32x4.splat(f32.MAX_VALUE);
  do {
    const value = faces ? behindFour(p, n, vx, vy) : alongFour(p, vx, vy);
    const less = v128.and(f32x4.lt(value, least), i32x4.lt_s(at, count));
    least = v128.bitselect(value, least, less);
    index = v128.bitselect(at, index, less);
    at = i32x4.add(at, i32x4.splat(4));
    p += 4 * VEC2_BYTES;
    n += 4 * VEC2_BYTES;
  } while (p < end);
  let all = f32x4.pmin(least, v128.shuffle<f32>(least, least, 2, 3, 0, 1));
  all = f32x4.pmin(all, v128.shuffle<f32>(all, all, 1, 0, 3, 2));
  let first = v128.bitselect(index, i32x4.splat(i32.MAX_VALUE), f32x4.eq(least, all));
  first = i32x4.min_s(first, v128.shuffle<i32>(first, first, 2, 3, 0, 1));
  first = i32x4.min_s(first, v128.shuffle<i32>(first, first, 1, 0, 3, 2));
  return i32x4.extract_lane(first, 0);
}

/** The vertex that lies least far along (nx, ny), found by going downhill from another. @inline */
function deepestFrom(hull: Hull, start: i32, nx: f32, ny: f32): i32 {
  const last: i32 = hull.count - 1;
  let vertex = start;
  let depth: f32 = along(hull, vertex, nx, ny);
  for (let way = 0; way < 2 && vertex == start; way++) {
    // bounded, so that NaN or a hull that is not convex cannot keep it walking
    for (let walked: i32 = 0; walked < last; walked++) {
      const next: i32 = way == 0 ? (vertex == last ? 0 : vertex + 1) : vertex == 0 ? last : vertex - 1;
      const d: f32 = along(hull, next, nx, ny);
      if (!(d < depth)) {
        break;
      }
      depth = d;
      vertex = next;
    }
  }
  return vertex;
}

/** How far vertex i of a hull lies along (nx, ny). @inline */
function along(hull: Hull, i: i32, nx: f32, ny: f32): f32 {
  const p: usize = Vec2.at(Hull.vertices(hull), i);
  return nx * Vec2.x(p) + ny * Vec2.y(p);
}

/**
 * The face of hull `a` that separates it most from hull `b`, both in the same axes. (x, y) is a point of `b` to which no edge of `b`
 * comes nearer than `inner` (unit: m): no face separates by more than that point is in front of it, less `inner`. So the face that the
 * point is farthest in front of is asked first for its deepest vertex, and then the few others that can do better. (Rotating calipers,
 * Toussaint 1983, walk once around both: docs/decisions/0030-faces-of-polygons.md.)
 */
export function findBestFace(a: Hull, b: Hull, x: f32, y: f32, inner: f32, out: BestFace): void {
  const first = facingFace(a, x, y);
  const facing: usize = Vec2.at(Hull.normals(a), first);
  const vertex = deepestVertex(b, Vec2.x(facing), Vec2.y(facing));
  findBetterFace(a, b, x, y, inner, first, vertex, out);
}

/** The same, given the best face of `b` against `a` as `found`: the face of `a` that looks at that face is asked first. */
export function findBestFaceBack(a: Hull, b: Hull, x: f32, y: f32, inner: f32, found: BestFace, out: BestFace): void {
  const n: usize = Vec2.at(Hull.normals(b), found.face);
  const first = incidentFace(a, found.vertex, Vec2.x(n), Vec2.y(n));
  const facing: usize = Vec2.at(Hull.normals(a), first);
  const vertex = deepestFrom(b, found.face, Vec2.x(facing), Vec2.y(facing));
  findBetterFace(a, b, x, y, inner, first, vertex, out);
}

/** The best face, asking first the face `first`, behind which `vertex` is the deepest. */
function findBetterFace(a: Hull, b: Hull, x: f32, y: f32, inner: f32, first: i32, vertex: i32, out: BestFace): void {
  let best: f32 = beforeFace(a, first, b, vertex);
  let bestFace = first;
  let bestVertex = vertex;
  for (let i: i32 = 0; i < a.count; i += FACES) {
    for (let open = betterFaces(a, i, x, y, best + inner); open != 0; open &= open - 1) {
      const face = i + ctz<i32>(open);
      if (face == first) {
        continue;
      }
      const n: usize = Vec2.at(Hull.normals(a), face);
      vertex = deepestFrom(b, vertex, Vec2.x(n), Vec2.y(n));
      const separation = beforeFace(a, face, b, vertex);
      if (separation > best) {
        best = separation;
        bestFace = face;
        bestVertex = vertex;
      }
    }
  }
  out.separation = best;
  out.face = bestFace;
  out.vertex = bestVertex;
}

/** Faces that are looked at together. */
const FACES: i32 = ASC_FEATURE_SIMD ? 4 : 1;

/** Bits of the faces from i on that a point is in front of by more than `bound`. @inline */
function betterFaces(hull: Hull, i: i32, x: f32, y: f32, bound: f32): i32 {
  if (ASC_FEATURE_SIMD) {
    const p: usize = Vec2.at(Hull.vertices(hull), i);
    const n: usize = Vec2.at(Hull.normals(hull), i);
    const d = behindFour(p, n, f32x4.splat(x), f32x4.splat(y));
    return i32x4.bitmask(f32x4.lt(d, f32x4.splat(-bound))) & ((1 << min<i32>(hull.count - i, 4)) - 1);
  }
  return <i32>(before(hull, i, x, y) > bound);
}

/** How far a vertex of hull b is in front of face i of hull a. @inline */
function beforeFace(a: Hull, i: i32, b: Hull, vertex: i32): f32 {
  const p: usize = Vec2.at(Hull.vertices(b), vertex);
  return before(a, i, Vec2.x(p), Vec2.y(p));
}

/** How far a point is in front of face i of a hull; negative behind it. @inline */
function before(hull: Hull, i: i32, x: f32, y: f32): f32 {
  const n: usize = Vec2.at(Hull.normals(hull), i);
  const p: usize = Vec2.at(Hull.vertices(hull), i);
  return Vec2.x(n) * (x - Vec2.x(p)) + Vec2.y(n) * (y - Vec2.y(p));
}

/** The face of a hull at `vertex` that looks most against (nx, ny): the one before it or the one after it. */
export function incidentFace(hull: Hull, vertex: i32, nx: f32, ny: f32): i32 {
  const normals: usize = Hull.normals(hull);
  const before: i32 = vertex == 0 ? hull.count - 1 : vertex - 1;
  const p: usize = Vec2.at(normals, before);
  const q: usize = Vec2.at(normals, vertex);
  const facingBefore: f32 = nx * Vec2.x(p) + ny * Vec2.y(p);
  const facingAfter: f32 = nx * Vec2.x(q) + ny * Vec2.y(q);
  return facingBefore < facingAfter ? before : vertex;
}

/**
 * Whether two hulls overlap, radii not counted, without a division. `lastAxis` (one i32, 0 at first) remembers the face
 * that separated them: f + 1 for face f of A, −(f + 1) for one of B. It is tried first, so a pair that stays apart costs
 * one axis.
 */
export function hullsOverlap(hullA: Hull, frameA: Frame, hullB: Hull, frameB: Frame, lastAxis: usize): bool {
  const moved = movedHull;
  moveHull(hullB, frameA, frameB);
  const last: i32 = load<i32>(lastAxis);
  if (last > 0 && last <= hullA.count && separates(hullA, last - 1, moved)) {
    return false;
  }
  if (last < 0 && -last <= moved.count && separates(moved, -last - 1, hullA)) {
    return false;
  }
  for (let i: i32 = 0; i < hullA.count; i++) {
    if (separates(hullA, i, moved)) {
      store<i32>(lastAxis, i + 1);
      return false;
    }
  }
  for (let i: i32 = 0; i < moved.count; i++) {
    if (separates(moved, i, hullA)) {
      store<i32>(lastAxis, -(i + 1));
      return false;
    }
  }
  store<i32>(lastAxis, 0);
  // two lines on one line: neither has a face that looks at the other
  return !(hullA.count == 2 && moved.count == 2 && (endsBefore(hullA, moved) || endsBefore(moved, hullA)));
}

/** Whether a line of two vertices lies wholly before or behind another hull, seen along itself. */
function endsBefore(line: Hull, other: Hull): bool {
  const p: usize = Hull.vertices(line);
  const px: f32 = Vec2.x(p);
  const py: f32 = Vec2.y(p);
  const ex: f32 = Vec2.x(Vec2.at(p, 1)) - px;
  const ey: f32 = Vec2.y(Vec2.at(p, 1)) - py;
  const low: usize = Vec2.at(Hull.vertices(other), deepestVertex(other, ex, ey));
  const high: usize = Vec2.at(Hull.vertices(other), deepestVertex(other, -ex, -ey));
  const start: f32 = ex * px + ey * py;
  const lowest: f32 = ex * Vec2.x(low) + ey * Vec2.y(low) - start;
  const highest: f32 = ex * Vec2.x(high) + ey * Vec2.y(high) - start;
  return lowest > ex * ex + ey * ey || highest < 0;
}

/** Whether all of hull b lies outside face `face` of hull a. */
function separates(a: Hull, face: i32, b: Hull): bool {
  const n: usize = Vec2.at(Hull.normals(a), face);
  const p: usize = Vec2.at(Hull.vertices(a), face);
  const nx: f32 = Vec2.x(n);
  const ny: f32 = Vec2.y(n);
  const q: usize = Vec2.at(Hull.vertices(b), deepestVertex(b, nx, ny));
  return nx * (Vec2.x(q) - Vec2.x(p)) + ny * (Vec2.y(q) - Vec2.y(p)) > 0;
}
