import { SCRATCH_HULL_MOVED } from "../memory/scratch";
import { Frame, Hull } from "./shape_geometry";
import { VEC2_BYTES, Vec2 } from "./vectors";

// Separating axes of two hulls (Gottschalk 1996). Two convex polygons are apart exactly if one of their edge normals
// separates them, so the largest separation over all edges is the answer, and its edge is the reference face.

/** The face of one hull that separates most, and the vertex of the other hull that lies deepest behind it. */
@unmanaged
export class BestFace {
  /** Signed distance of that vertex from the face, without radii (unit: m). */
  separation: f32;
  face: i32;
  vertex: i32;
}

/** Copies hull B into the axes of frame A. */
export function moveHull(hull: Hull, frameA: Frame, frameB: Frame, out: Hull): void {
  const c: f32 = frameA.c * frameB.c + frameA.s * frameB.s;
  const s: f32 = frameA.c * frameB.s - frameA.s * frameB.c;
  const dx: f32 = frameB.x - frameA.x;
  const dy: f32 = frameB.y - frameA.y;
  const tx: f32 = frameA.c * dx + frameA.s * dy;
  const ty: f32 = frameA.c * dy - frameA.s * dx;
  out.count = hull.count;
  out.radius = hull.radius;
  let from: usize = Hull.vertices(hull);
  let to: usize = Hull.vertices(out);
  const middle: usize = Hull.normals(hull);
  for (; from < middle; from += VEC2_BYTES, to += VEC2_BYTES) {
    const x: f32 = Vec2.x(from);
    const y: f32 = Vec2.y(from);
    Vec2.set(to, c * x - s * y + tx, s * x + c * y + ty);
  }
  const end: usize = Vec2.at(middle, hull.count);
  for (; from < end; from += VEC2_BYTES, to += VEC2_BYTES) {
    const x: f32 = Vec2.x(from);
    const y: f32 = Vec2.y(from);
    Vec2.set(to, c * x - s * y, s * x + c * y);
  }
}

/** The vertex of a hull that lies least far along (nx, ny). @inline */
export function deepestVertex(hull: Hull, nx: f32, ny: f32): i32 {
  const end: usize = Hull.normals(hull);
  let p: usize = Hull.vertices(hull);
  let deepest: i32 = 0;
  let depth: f32 = f32.MAX_VALUE;
  for (let i: i32 = 0; p < end; p += VEC2_BYTES, i++) {
    const d: f32 = nx * Vec2.x(p) + ny * Vec2.y(p);
    if (d < depth) {
      depth = d;
      deepest = i;
    }
  }
  return deepest;
}

/**
 * The face of hull `a` that separates it most from hull `b`, both in the same axes. As the faces are visited their
 * normals turn one way, and so does the deepest vertex: it walks around b once (rotating calipers, Toussaint 1983), so
 * the search takes |a| + |b| steps instead of their product. The walk is downhill while a normal turns by up to a right
 * angle; a sharper turn (the two faces of a line, the tip of a needle) starts on level ground and looks everywhere.
 */
export function findBestFace(a: Hull, b: Hull, out: BestFace): void {
  const verticesA: usize = Hull.vertices(a);
  const normalsA: usize = Hull.normals(a);
  const verticesB: usize = Hull.vertices(b);
  const countA: i32 = a.count;
  const countB: i32 = b.count;
  let best: f32 = -f32.MAX_VALUE;
  let bestFace: i32 = 0;
  let bestVertex: i32 = 0;
  let vertex: i32 = 0;
  let beforeX: f32 = 0;
  let beforeY: f32 = 0;
  for (let i: i32 = 0; i < countA; i++) {
    const nx: f32 = Vec2.x(Vec2.at(normalsA, i));
    const ny: f32 = Vec2.y(Vec2.at(normalsA, i));
    if (i == 0 || nx * beforeX + ny * beforeY < -0.1) {
      vertex = deepestVertex(b, nx, ny);
    }
    beforeX = nx;
    beforeY = ny;
    const p: usize = Vec2.at(verticesB, vertex);
    let depth: f32 = nx * Vec2.x(p) + ny * Vec2.y(p);
    // bounded, so that NaN or a hull that is not convex cannot keep it walking
    for (let walked: i32 = 0; walked < countB; walked++) {
      const next: i32 = vertex + 1 == countB ? 0 : vertex + 1;
      const q: usize = Vec2.at(verticesB, next);
      const d: f32 = nx * Vec2.x(q) + ny * Vec2.y(q);
      if (!(d < depth)) {
        break;
      }
      depth = d;
      vertex = next;
    }
    const face: usize = Vec2.at(verticesA, i);
    const separation: f32 = depth - (nx * Vec2.x(face) + ny * Vec2.y(face));
    if (separation > best) {
      best = separation;
      bestFace = i;
      bestVertex = vertex;
    }
  }
  out.separation = best;
  out.face = bestFace;
  out.vertex = bestVertex;
}

/** The face of a hull at `vertex` that looks most against (nx, ny): the one before it or the one after it. @inline */
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
  const moved: Hull = changetype<Hull>(SCRATCH_HULL_MOVED);
  moveHull(hullB, frameA, frameB, moved);
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
  // two lines on one line: neither's faces look at the other
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
