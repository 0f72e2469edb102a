import { Frame, Manifold } from "./shape_geometry";

// Writing manifolds: every routine works in the frame of its first shape and turns its result into the caller's axes
// here, at the end.

/** Feature pair of vertex a of the first shape and vertex b of the second: a whole number below 4096, exact in f32. */
export abstract class FeatureId {
  @inline static of(a: i32, b: i32): f32 {
    return <f32>((a << 6) + b);
  }
  /** The same pair with the shapes' roles exchanged. */
  @inline static swapped(id: f32): f32 {
    const pair: i32 = <i32>id;
    return <f32>(((pair & 63) << 6) + (pair >> 6));
  }
}

/** Appends a point; at most two are ever appended. */
export function addPoint(out: Manifold, x: f32, y: f32, separation: f32, id: f32): void {
  if (out.count == 0) {
    out.x1 = x;
    out.y1 = y;
    out.separation1 = separation;
    out.id1 = id;
    out.count = 1;
  } else {
    out.x2 = x;
    out.y2 = y;
    out.separation2 = separation;
    out.id2 = id;
    out.count = 2;
  }
}

/** Drops a point with a gap above `speculative` (unit: m), if the other has a smaller one. */
export function dropFarPoint(out: Manifold, speculative: f32): void {
  if (out.count < 2 || max<f32>(out.separation1, out.separation2) <= speculative) {
    return;
  }
  out.count = 1;
  if (out.separation1 > out.separation2) {
    out.x1 = out.x2;
    out.y1 = out.y2;
    out.separation1 = out.separation2;
    out.id1 = out.id2;
  }
  out.x2 = 0;
  out.y2 = 0;
  out.separation2 = 0;
  out.id2 = 0;
}

/** Turns a manifold from the axes of shape A into those that A's frame is given in. */
export function rotateManifold(out: Manifold, frameA: Frame): void {
  const c: f32 = frameA.c;
  const s: f32 = frameA.s;
  const nx: f32 = out.nx;
  const ny: f32 = out.ny;
  out.nx = c * nx - s * ny;
  out.ny = s * nx + c * ny;
  const x1: f32 = out.x1;
  const y1: f32 = out.y1;
  out.x1 = c * x1 - s * y1;
  out.y1 = s * x1 + c * y1;
  const x2: f32 = out.x2;
  const y2: f32 = out.y2;
  out.x2 = c * x2 - s * y2;
  out.y2 = s * x2 + c * y2;
}

/** Exchanges the roles of the shapes: the manifold of (B, A), given with its frames, becomes that of (A, B). */
export function swapManifold(out: Manifold, frameA: Frame, frameB: Frame): void {
  const dx: f32 = frameB.x - frameA.x;
  const dy: f32 = frameB.y - frameA.y;
  out.nx = -out.nx;
  out.ny = -out.ny;
  out.x1 += dx;
  out.y1 += dy;
  out.x2 += dx;
  out.y2 += dy;
  out.id1 = FeatureId.swapped(out.id1);
  out.id2 = FeatureId.swapped(out.id2);
}

/** No contact: everything 0, so that no numbers of an earlier pair remain. Stores, because memory.fill costs a call. */
export function clearManifold(out: Manifold): void {
  out.nx = 0;
  out.ny = 0;
  out.count = 0;
  out.x1 = 0;
  out.y1 = 0;
  out.separation1 = 0;
  out.id1 = 0;
  out.x2 = 0;
  out.y2 = 0;
  out.separation2 = 0;
  out.id2 = 0;
}
