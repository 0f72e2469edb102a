import { Held } from "./elimination";

// Records of `linkages`, each linkage by itself: its head, its bodies in the order in which they were found, its joints, its blocks. Where
// something is in the buffer counts from the buffer's begin; 0: nowhere. linkages.ts writes them once a step, linkage_solver.ts works
// with them in each pass.

export const enum Linkage {
  /** Where its joints begin, its blocks, and the next linkage. */
  joints = 0,
  blocks = 4,
  end = 8,
  /** 1: it has rings. */
  closed = 12,
  /** 1: its joints contradict each other (linkage_strain.ts). */
  strained = 16,
  bytes = 24,
}

/** A symmetric matrix: its upper triangle, row by row. */
export const enum Symmetric {
  m11 = 0,
  m12 = 8,
  m13 = 16,
  m22 = 24,
  m23 = 32,
  m33 = 40,
}

/** A body that can be moved. */
export const enum Member {
  body = 0,
  /** Address of its masses: a side of a lane. */
  side = 4,
  /** Its blocks: begin and end. */
  blocks = 8,
  end = 12,
  /** While blocks are written: what is taken out before it and meets it first, as a list. */
  child = 16,
  sibling = 20,
  /** Of an end, which hangs on one other by one joint alone: that joint; 0: it is none. It has no block. */
  tie = 24,
  /** What elimination leaves of the matrix on the diagonal, then its inverse: `Symmetric`. */
  d11 = 32,
  d12 = 40,
  d13 = 48,
  d22 = 56,
  d23 = 64,
  d33 = 72,
  /** Right side; in the end its change of velocity. */
  gx = 80,
  gy = 88,
  gt = 96,
  bytes = 104,
}

/** A joint, behind what elimination has of it (elimination.ts). */
export const enum Tie {
  /** The members that it joins, p being found first; q is 0 where that never moves. */
  p = Held.place,
  q = Held.own,
  /** `JointType`: a pin, weld, slider or rod (distance). */
  type = 180,
  /** The block in which the two meet; 0 where q never moves, or is an end by this joint. */
  block = 184,
  /** The motor or limit that holds it in this pass: where in the lane its impulse is; 0: none. 1: it holds all by itself, a weld or rod. */
  holder = 188,
  /** What such a one holds, from A to B: the axis of a slider, the way from anchor to anchor of a rod, the angle of a pin. */
  ux = 192,
  uy = 200,
  ut = 208,
  /** Right side about its angle, of a free one 0. With `Held.bx` and `by` in the end its impulse. */
  bt = 216,
  /** Speed that softness asks for about its angle. */
  et = 224,
  /** S: `Symmetric`; before K and γ K. In a free direction it has zeros. */
  s11 = 232,
  s12 = 240,
  s13 = 248,
  s22 = 256,
  s23 = 264,
  s33 = 272,
  // Of a holder (linkage_holders.ts): 1, or −1 where its impulse goes from q to p; its bounds; γ; K along what it holds.
  side = 280,
  least = 288,
  most = 296,
  gamma = 304,
  k = 312,
  /** Of a rod that swings across itself faster than a sub-step can follow: what that adds to γ K there. 0: it is free there. */
  across = 320,
  bytes = 328,
}

/** What elimination leaves of the matrix between a body and one that is taken out later, whose rows it has. */
export const enum Meeting {
  later = 0,
  m11 = 8,
  m12 = 16,
  m13 = 24,
  m21 = 32,
  m22 = 40,
  m23 = 48,
  m31 = 56,
  m32 = 64,
  m33 = 72,
  bytes = 80,
}
