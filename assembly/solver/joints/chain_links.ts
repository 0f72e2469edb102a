import { Held } from "./elimination";

// Records of `jointChains`.

/** Fields of a joint of a row, behind those of elimination (elimination.ts). p is the body that it shares with the joint before. */
export const enum Link {
  /** 1: the first of its row. */
  first = Held.place,
  /** The inverse of what elimination leaves of the block on the diagonal. */
  i11 = Held.own,
  i12 = 184,
  i22 = 192,
  /** The block that couples it to the joint before. */
  c11 = 200,
  c12 = 208,
  c21 = 216,
  c22 = 224,
  bytes = 232,
}
