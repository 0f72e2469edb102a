import { Held } from "./elimination";

// Records of `jointTrees`: a body each, with the joint that leads to it from the body before, from the root on, each behind the one it
// hangs on. joint_trees.ts writes them once a step, tree_solver.ts works with them in each pass.

/** A symmetric matrix: its upper triangle, row by row. */
export const enum Symmetric {
  m11 = 0,
  m12 = 8,
  m13 = 16,
  m22 = 24,
  m23 = 32,
  m33 = 40,
}

/** Behind what elimination has of the joint (elimination.ts), p being the body before. */
export const enum Branch {
  /** Where the record of the body before is in the buffer. Of a root: where its tree ends, likewise. */
  before = Held.place,
  body = Held.own,
  /** 1: a pin, 0: a weld. */
  pin = 164,
  // Of a pass: right side of the joint about its angle; with `Held.bx` and `by`, and in the end its impulse.
  bx = 168,
  by = 176,
  bt = 184,
  /** Of a weld: speed that softness asks for about its angle. */
  et = 192,
  /** What elimination leaves of K, then its inverse: `Symmetric`. */
  s11 = 200,
  s12 = 208,
  s13 = 216,
  s22 = 224,
  s23 = 232,
  s33 = 240,
  /** Masses of the body with what hangs on it, then their inverse: `Symmetric`. */
  d11 = 248,
  d12 = 256,
  d13 = 264,
  d22 = 272,
  d23 = 280,
  d33 = 288,
  /** Right side of the body; in the end its change of velocity. */
  gx = 296,
  gy = 304,
  gt = 312,
  bytes = 320,
}
