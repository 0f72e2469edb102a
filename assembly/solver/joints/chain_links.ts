// `jointChains`, in words: the records, from and to; loaded joints. Then records.
export const FROM: usize = 0;
export const TO: usize = 4;
export const HEAD_WORDS: u32 = 2;

/** A joint of a row, taken as if it went from the body p that it shares with the joint before to its other body q. */
export const enum Link {
  lane = 0,
  /** 1: the first of its row. */
  first = 4,
  /** 1: p is body B of the joint. */
  turned = 8,
  joint = 12,
  /** Softness up to a gap of `reach`; beyond, the stiffer one about a gap of `bend`, with which the force goes on where it was. */
  rate = 16,
  gamma = 24,
  reach = 32,
  bend = 40,
  stiffRate = 48,
  stiffGamma = 56,
  // Of a pass: which γ counts, arms, K, right side, speed that softness asks for.
  leak = 64,
  px = 72,
  py = 80,
  qx = 88,
  qy = 96,
  k11 = 104,
  k12 = 112,
  k22 = 120,
  yx = 128,
  yy = 136,
  ex = 144,
  ey = 152,
  /** The inverse of what elimination leaves of the block on the diagonal. */
  i11 = 160,
  i12 = 168,
  i22 = 176,
  /** The block that couples it with the joint before. */
  c11 = 184,
  c12 = 192,
  c21 = 200,
  c22 = 208,
  bytes = 216,
}
