// Records of `weldTrees`: a body each, with the weld that leads to it from the body before, from the root on, each behind the one it
// hangs on. weld_trees.ts writes them once a step, tree_solver.ts works with them in each pass.

/** A symmetric matrix: its upper triangle, row by row. */
export const enum Symmetric {
  m11 = 0,
  m12 = 8,
  m13 = 16,
  m22 = 24,
  m23 = 32,
  m33 = 40,
}

export const enum Branch {
  body = 0,
  /** 0: the root. */
  joint = 4,
  /** Where the record of the body before is in the buffer. */
  before = 8,
  /** 0: the root. */
  lane = 12,
  /** 1: the body is A of its weld. */
  turned = 16,
  /** Of a root: where its tree ends, likewise. */
  end = 20,
  /** Softness of the weld. */
  rate = 24,
  gamma = 32,
  // Of a pass: arms of the body before, p, and of this one, q.
  px = 40,
  py = 48,
  qx = 56,
  qy = 64,
  /** Right side of the weld; in the end its impulse. */
  bx = 72,
  by = 80,
  bt = 88,
  /** K of the weld, then the inverse of what elimination leaves of it: `Symmetric`. */
  s11 = 96,
  s12 = 104,
  s13 = 112,
  s22 = 120,
  s23 = 128,
  s33 = 136,
  /** Masses of the body with what hangs on it, then their inverse: `Symmetric`. */
  d11 = 144,
  d12 = 152,
  d13 = 160,
  d22 = 168,
  d23 = 176,
  d33 = 184,
  /** Right side of the body; in the end its change of velocity. */
  gx = 192,
  gy = 200,
  gt = 208,
  /** Speed that softness asks for. */
  ex = 216,
  ey = 224,
  et = 232,
  bytes = 240,
}
