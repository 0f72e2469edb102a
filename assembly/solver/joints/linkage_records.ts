import { Held } from "./elimination";

// Records of `linkages`, one linkage after the other: its head, its bodies in the order in which they were found, its joints,
// its blocks. Offsets count from the beginning of the buffer; 0: none. linkages.ts writes the records once a step,
// linkage_solver.ts works with them in each pass.

export const enum Linkage {
  /** Offsets of its joints, of its blocks, and of the next linkage. */
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
  /** Address of its masses: one side of a joint's lane. */
  side = 4,
  /** Offsets of its blocks: begin and end. */
  blocks = 8,
  end = 12,
  /** While blocks are written: a list of the bodies that are taken out before it, and of whose meetings it is the first. */
  child = 16,
  sibling = 20,
  /** The joint of an end, which hangs on one other body by that joint alone and has no block; 0: it is no end. */
  tie = 24,
  /** The matrix on the diagonal as elimination leaves it, then its inverse: `Symmetric`. */
  d11 = 32,
  d12 = 40,
  d13 = 48,
  d22 = 56,
  d23 = 64,
  d33 = 72,
  /** Right side; in the end the body's change of velocity. */
  gx = 80,
  gy = 88,
  gt = 96,
  bytes = 104,
}

/** Fields of a joint, behind those of elimination (elimination.ts). */
export const enum Tie {
  /** The members that it joins. p was found first; q is 0 for a body that never moves. */
  p = Held.place,
  q = Held.own,
  /** `JointType`: a pin, weld, slider or rod (distance). */
  type = 180,
  /** The block in which the two meet; 0 if q never moves, or is an end by this joint. */
  block = 184,
  /**
   * What holds it in this pass: of a motor or limit, the offset of its impulse in the lane; 0: nothing; 1: the joint itself, a
   * weld or rod.
   */
  holder = 188,
  /** What a holder holds, from A to B: the axis of a slider, the way from anchor to anchor of a rod, the angle of a pin. */
  ux = 192,
  uy = 200,
  ut = 208,
  /** Right side for its angle, 0 if that is free. In the end its impulse, with `Held.bx` and `by`. */
  bt = 216,
  /** Speed that softness asks for about its angle. */
  et = 224,
  /** S: `Symmetric`; before that K and γ K. Zero in free directions. */
  s11 = 232,
  s12 = 240,
  s13 = 248,
  s22 = 256,
  s23 = 264,
  s33 = 272,
  // Of a holder (linkage_holders.ts): 1, or −1 if its impulse goes from q to p; its bounds; γ; K along what it holds.
  side = 280,
  least = 288,
  most = 296,
  gamma = 304,
  k = 312,
  /** Of a rod that swings across itself faster than a sub-step can follow: what this adds to γ K across it; 0: it is free there. */
  across = 320,
  bytes = 328,
}

/** The block of the matrix, as elimination leaves it, between a body and one that is taken out later, to which the rows belong. */
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
