import { SCRATCH_HULL_A, SCRATCH_HULL_B, SCRATCH_SAT } from "../memory/scratch";
import { coreHull, coreInner } from "./core_hull";
import { FeatureId, addPoint, clearManifold, rotateManifold } from "./manifold_point";
import { BestFace, findBestFace, findBestFaceBack, incidentFace, moveHull, movedFrame, movedHull } from "./sat";
import { Frame, Hull, Manifold, ShapeGeometry } from "./shape_geometry";
import { FACE_BIAS } from "./tolerances";
import { Vec2 } from "./vectors";

// The manifold of two hulls with radii: separating axes choose a reference face, the facing edge of the other hull is
// clipped to its sides, and what remains within reach is contact. Hulls of two vertices (segments, capsules) need no
// case of their own. All of it happens in the axes of A.

const FACE_A: usize = SCRATCH_SAT;
const FACE_B: usize = SCRATCH_SAT + 16;
const CLOSEST: usize = SCRATCH_SAT + 32;

/** Share of a squared distance that is rounding noise. */
const EDGE_PREFERENCE: f32 = 4e-6;

/** The closest pair of points on two edges found so far. */
@unmanaged
class ClosestOnEdges {
  /** Square of their distance (unit: m²). */
  distanceSq: f32;
  /** Vertex of the first and of the second hull, where both points are vertices; else −1. */
  first: i32;
  second: i32;
}

/**
 * Point p, vertex `pointId` of its own hull, against the edge q0 q1 of the other. Keeps the pair if it is closer than
 * the best so far. `swapped` tells that p belongs to the second hull.
 */
function closestOnEdge(
  p: usize,
  pointId: i32,
  q0: usize,
  q1: usize,
  id0: i32,
  id1: i32,
  swapped: bool,
  best: ClosestOnEdges,
): void {
  const qx: f32 = Vec2.x(q0);
  const qy: f32 = Vec2.y(q0);
  const ex: f32 = Vec2.x(q1) - qx;
  const ey: f32 = Vec2.y(q1) - qy;
  const dx: f32 = Vec2.x(p) - qx;
  const dy: f32 = Vec2.y(p) - qy;
  const lengthSq: f32 = ex * ex + ey * ey;
  const along: f32 = dx * ex + dy * ey;
  const inside: bool = along > 0 && along < lengthSq;
  const cross: f32 = dx * ey - dy * ex;
  const gx: f32 = along > 0 ? dx - ex : dx;
  const gy: f32 = along > 0 ? dy - ey : dy;
  const distanceSq: f32 = inside ? (cross * cross) / lengthSq : gx * gx + gy * gy;
  // where a vertex and the inside of an edge are equally close to rounding, the edge has the better normal
  const handicap: f32 = inside ? 1 - EDGE_PREFERENCE : 1;
  if (distanceSq * handicap < best.distanceSq) {
    best.distanceSq = distanceSq * handicap;
    const other: i32 = along > 0 ? id1 : id0;
    best.first = inside ? -1 : swapped ? other : pointId;
    best.second = inside ? -1 : swapped ? pointId : other;
  }
}

/** Vertex after i. */
function nextVertex(hull: Hull, i: i32): i32 {
  return i + 1 == hull.count ? 0 : i + 1;
}

/**
 * Whether two vertices are closest, so that no face gives the normal; they are kept in CLOSEST. This can be told only of hulls that are
 * apart: there the closest points lie on the face that separates most and on the edge that faces it.
 *
 * Below the bias two vertices count as touching faces: their difference is rounding noise and so is its direction (the corners of boxes
 * that stand diagonally in a wall are apart by exactly that much).
 */
function verticesAreClosest(a: Hull, b: Hull, faceA: BestFace, faceB: BestFace, bias: f32): bool {
  let edgeA: i32 = faceA.face;
  let edgeB: i32 = faceB.face;
  if (faceA.separation >= faceB.separation) {
    const n: usize = Vec2.at(Hull.normals(a), edgeA);
    edgeB = incidentFace(b, faceA.vertex, Vec2.x(n), Vec2.y(n));
  } else {
    const n: usize = Vec2.at(Hull.normals(b), edgeB);
    edgeA = incidentFace(a, faceB.vertex, Vec2.x(n), Vec2.y(n));
  }
  const endA: i32 = nextVertex(a, edgeA);
  const endB: i32 = nextVertex(b, edgeB);
  const a0: usize = Vec2.at(Hull.vertices(a), edgeA);
  const a1: usize = Vec2.at(Hull.vertices(a), endA);
  const b0: usize = Vec2.at(Hull.vertices(b), edgeB);
  const b1: usize = Vec2.at(Hull.vertices(b), endB);
  const best: ClosestOnEdges = changetype<ClosestOnEdges>(CLOSEST);
  best.distanceSq = f32.MAX_VALUE;
  best.first = -1;
  best.second = -1;
  closestOnEdge(a0, edgeA, b0, b1, edgeB, endB, false, best);
  closestOnEdge(a1, endA, b0, b1, edgeB, endB, false, best);
  closestOnEdge(b0, edgeB, a0, a1, edgeA, endA, true, best);
  closestOnEdge(b1, endB, a0, a1, edgeA, endA, true, best);
  return best.first >= 0 && best.distanceSq > bias * bias;
}

/** Contact of the two vertices that are closest, in place of what the faces gave. */
function collideVertices(a: Hull, b: Hull, reach: f32, out: Manifold): void {
  const best: ClosestOnEdges = changetype<ClosestOnEdges>(CLOSEST);
  clearManifold(out);
  const p: usize = Vec2.at(Hull.vertices(a), best.first);
  const q: usize = Vec2.at(Hull.vertices(b), best.second);
  const px: f32 = Vec2.x(p);
  const py: f32 = Vec2.y(p);
  const qx: f32 = Vec2.x(q);
  const qy: f32 = Vec2.y(q);
  const gx: f32 = qx - px;
  const gy: f32 = qy - py;
  const distance: f32 = sqrt<f32>(gx * gx + gy * gy);
  if (distance > reach) {
    return;
  }
  const nx: f32 = gx / distance;
  const ny: f32 = gy / distance;
  const skew: f32 = 0.5 * (a.radius - b.radius);
  out.nx = nx;
  out.ny = ny;
  addPoint(
    out,
    0.5 * (px + qx) + skew * nx,
    0.5 * (py + qy) + skew * ny,
    distance - a.radius - b.radius,
    FeatureId.of(best.first, best.second),
  );
}

/**
 * Whether the face that was clipped to tells the depth as well as the two closest vertices, to within the bias that a face is kept for,
 * while the other end is in: a lone corner would come and go by a tenth of a millimetre, and turn the normal (heaps of rounded polygons
 * rattled and never slept). The same as for boxes in narrow_phase/box_lanes.ts.
 */
function tellsAsWell(out: Manifold, radii: f32, bias: f32): bool {
  const told: f32 = min<f32>(out.separation1, out.separation2) + radii - bias;
  const both: bool = out.count == 2 && max<f32>(out.separation1, out.separation2) <= 0;
  return both && told * told <= changetype<ClosestOnEdges>(CLOSEST).distanceSq;
}

/**
 * Clips the edge of `other` that faces the reference face to the sides of that face. `flipped` tells that the reference
 * face is B's. A point is named after the vertices its two edges would meet at, in the order A, B; the pairing (start
 * of one edge with end of the other) is the same whichever edge is the reference, and so are the slots.
 */
function clipToFace(reference: Hull, best: BestFace, other: Hull, flipped: bool, reach: f32, out: Manifold): void {
  const face: i32 = best.face;
  const faceEnd: i32 = nextVertex(reference, face);
  const n: usize = Vec2.at(Hull.normals(reference), face);
  const nx: f32 = Vec2.x(n);
  const ny: f32 = Vec2.y(n);
  const a: usize = Vec2.at(Hull.vertices(reference), face);
  const b: usize = Vec2.at(Hull.vertices(reference), faceEnd);
  const ax: f32 = Vec2.x(a);
  const ay: f32 = Vec2.y(a);
  // tangent along the face, and the face's length on it
  const tx: f32 = -ny;
  const ty: f32 = nx;
  const length: f32 = tx * (Vec2.x(b) - ax) + ty * (Vec2.y(b) - ay);

  const edge: i32 = incidentFace(other, best.vertex, nx, ny);
  const edgeEnd: i32 = nextVertex(other, edge);
  const p: usize = Vec2.at(Hull.vertices(other), edge);
  const q: usize = Vec2.at(Hull.vertices(other), edgeEnd);
  const px: f32 = Vec2.x(p) - ax;
  const py: f32 = Vec2.y(p) - ay;
  const qx: f32 = Vec2.x(q) - ax;
  const qy: f32 = Vec2.y(q) - ay;
  // coordinates along the face (u) and off it (v); the edge faces us, so it runs from its larger u to its smaller
  const up: f32 = tx * px + ty * py;
  const vp: f32 = nx * px + ny * py;
  const uq: f32 = tx * qx + ty * qy;
  const vq: f32 = nx * qx + ny * qy;
  const run: f32 = up - uq;
  const radii: f32 = reference.radius + other.radius;
  // from the core of `other` to midway between the surfaces, but for half the separation
  const skew: f32 = 0.5 * (reference.radius - other.radius);
  const sign: f32 = flipped ? -1 : 1;
  out.nx = sign * nx;
  out.ny = sign * ny;

  // meeting in a corner is not facing: there the interval is empty, up to rounding
  if (up <= 0 || uq >= length) {
    return;
  }
  // at the start of the face: the end of the edge, or where the edge crosses u = 0
  let uStart: f32 = uq;
  let vStart: f32 = vq;
  if (uq < 0) {
    vStart = vq - (uq * (vp - vq)) / run;
    uStart = 0;
  }
  let uEnd: f32 = up;
  let vEnd: f32 = vp;
  if (up > length) {
    vEnd = vp + ((up - length) * (vq - vp)) / run;
    uEnd = length;
  }
  const startX: f32 = ax + tx * uStart + nx * (0.5 * vStart + skew);
  const startY: f32 = ay + ty * uStart + ny * (0.5 * vStart + skew);
  const endX: f32 = ax + tx * uEnd + nx * (0.5 * vEnd + skew);
  const endY: f32 = ay + ty * uEnd + ny * (0.5 * vEnd + skew);
  // Where the edges face each other, a body that lands on one end may turn the other down within the step: then the other end counts
  // however far it is.
  const facing = min<f32>(vStart, vEnd) <= reach && abs<f32>(vp - vq) < run;
  const start = facing || vStart <= reach;
  const end = facing || vEnd <= reach;
  if (flipped) {
    // slot 1 belongs to the start of A's edge, which here meets the end of the reference face
    if (end) {
      addPoint(out, endX, endY, vEnd - radii, FeatureId.of(edge, faceEnd));
    }
    if (start) {
      addPoint(out, startX, startY, vStart - radii, FeatureId.of(edgeEnd, face));
    }
  } else {
    if (start) {
      addPoint(out, startX, startY, vStart - radii, FeatureId.of(face, edgeEnd));
    }
    if (end) {
      addPoint(out, endX, endY, vEnd - radii, FeatureId.of(faceEnd, edge));
    }
  }
}

/**
 * The vertex deepest behind the reference face, for overlapping hulls whose clipped edge leaves nothing: a spike beside
 * the face, or rounded corners nearer than a vertex contact can tell apart.
 */
function addDeepest(reference: Hull, best: BestFace, other: Hull, flipped: bool, out: Manifold): void {
  const n: usize = Vec2.at(Hull.normals(reference), best.face);
  const p: usize = Vec2.at(Hull.vertices(other), best.vertex);
  const push: f32 = 0.5 * (reference.radius - other.radius - best.separation);
  addPoint(
    out,
    Vec2.x(p) + push * Vec2.x(n),
    Vec2.y(p) + push * Vec2.y(n),
    best.separation - reference.radius - other.radius,
    flipped ? FeatureId.of(best.vertex, best.face) : FeatureId.of(best.face, best.vertex),
  );
}

/**
 * Manifold of two shapes whose cores are hulls, if they are no farther apart than `speculative` (unit: m).
 *
 * The reference face is A's unless B's separates clearly better (by `FACE_BIAS` of the slop), so a resting box keeps it.
 */
export function collideHulls(
  a: ShapeGeometry,
  frameA: Frame,
  b: ShapeGeometry,
  frameB: Frame,
  speculative: f32,
  slop: f32,
  out: Manifold,
): void {
  clearManifold(out);
  const bias: f32 = FACE_BIAS * slop;
  const hullA = coreHull(a, SCRATCH_HULL_A);
  const hullB = coreHull(b, SCRATCH_HULL_B);
  const moved = movedHull;
  const faceA: BestFace = changetype<BestFace>(FACE_A);
  const faceB: BestFace = changetype<BestFace>(FACE_B);
  moveHull(hullB, frameA, frameB);
  const reach: f32 = speculative + hullA.radius + hullB.radius;
  findBestFace(hullA, moved, movedFrame.x, movedFrame.y, coreInner(b), faceA);
  if (!(faceA.separation <= reach)) {
    return;
  }
  findBestFaceBack(moved, hullA, 0, 0, coreInner(a), faceA, faceB);
  if (!(faceB.separation <= reach)) {
    return;
  }
  const radii: f32 = hullA.radius + hullB.radius;
  const separation: f32 = select<f32>(faceA.separation, faceB.separation, faceA.separation > faceB.separation);
  const cornered: bool = separation > -bias && verticesAreClosest(hullA, moved, faceA, faceB, bias);
  // Vertices no nearer than the radii are not in at either end.
  if (cornered && changetype<ClosestOnEdges>(CLOSEST).distanceSq >= radii * radii) {
    collideVertices(hullA, moved, reach, out);
    rotateManifold(out, frameA);
    return;
  }
  let flipped: bool = faceB.separation > faceA.separation + bias;
  if (!flipped) {
    clipToFace(hullA, faceA, moved, false, reach, out);
    // the preference for A's face must not lose a contact that lies beside it and on B's
    flipped = out.count == 0 && faceB.separation > faceA.separation;
  }
  if (flipped) {
    clipToFace(moved, faceB, hullA, true, reach, out);
  }
  const best: BestFace = flipped ? faceB : faceA;
  if (cornered && !tellsAsWell(out, radii, bias)) {
    collideVertices(hullA, moved, reach, out);
  } else if (out.count == 0 && (best.separation < -bias || radii > 0)) {
    if (flipped) {
      addDeepest(moved, best, hullA, true, out);
    } else {
      addDeepest(hullA, best, moved, false, out);
    }
  }
  rotateManifold(out, frameA);
}
