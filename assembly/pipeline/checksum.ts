import { SnapshotFormat, SnapshotSum } from "../abi/snapshot_layout";
import { MAILBOX_ADDRESS } from "../memory/fixed";

/**
 * 64-bit checksum of rows of 128 bytes, which may come in pieces. There are 32 lanes of 32 bits; a word is taken as two halves, each
 * multiplied by an odd key and added to its lane. For each row the keys are those of the last one times a constant; after a block of
 * rows the lanes are mixed and the keys begin anew. So a change of one word is certain to change its lane, and so are two flipped bits
 * in a block: the keys of a lane differ in size, and their products with powers of two below 2^16 cannot cancel out. At the end the
 * lanes are folded into one number by steps that can all be undone: no change of a single lane is lost.
 *
 * This takes a load, a product and a sum for 16 bytes: half the time of a product and a shift for each word. Two thirds of the time is
 * the reading alone (docs/decisions/0017-checksum.md).
 */
export const ROW_BYTES: usize = SnapshotFormat.RowBytes;
const ROWS_A_BLOCK: u32 = SnapshotSum.RowsABlock;

/** Between calls the sum so far is kept behind the list that goes to the host (snapshot_segments.ts). */
const LANES: usize = MAILBOX_ADDRESS + 24576;
const KEYS: usize = LANES + 128;
const ROW: usize = LANES + 160;
const SEED: usize = LANES + 168;

const LANE_MULTIPLIER: u32 = <u32>SnapshotSum.LaneMultiplier;
const KEY_RATIO: i32 = SnapshotSum.KeyRatio;

export function sumBegin(seed: u64): void {
  for (let k: usize = 0; k < <usize>SnapshotSum.Lanes; k++) {
    store<u32>(LANES + (k << 2), <u32>k + 1);
  }
  storeFirstKeys();
  store<u32>(ROW, 0);
  store<u64>(SEED, seed);
}

function storeFirstKeys(): void {
  store<i32>(KEYS, SnapshotSum.Key0);
  store<i32>(KEYS, SnapshotSum.Key1, 4);
  store<i32>(KEYS, SnapshotSum.Key2, 8);
  store<i32>(KEYS, SnapshotSum.Key3, 12);
  store<i32>(KEYS, SnapshotSum.Key4, 16);
  store<i32>(KEYS, SnapshotSum.Key5, 20);
  store<i32>(KEYS, SnapshotSum.Key6, 24);
  store<i32>(KEYS, SnapshotSum.Key7, 28);
}

/** Adds `bytes` bytes at `start`, whole rows: first what completes the current block, then whole blocks, then the rest. */
export function sumRows(start: usize, bytes: usize): void {
  let left = <u32>(bytes / ROW_BYTES);
  const row = load<u32>(ROW);
  const first = min<u32>(left, ROWS_A_BLOCK - row);
  let p = addRows(start, first);
  left -= first;
  if (row + first < ROWS_A_BLOCK) {
    store<u32>(ROW, row + first);
    return;
  }
  endBlock();
  for (; left >= ROWS_A_BLOCK; left -= ROWS_A_BLOCK) {
    p = addRows(p, ROWS_A_BLOCK);
    endBlock();
  }
  addRows(p, left);
  store<u32>(ROW, left);
}

export function sumEnd(): u64 {
  let hash = load<u64>(SEED) ^ 0xcbf29ce484222325;
  for (let k: usize = 0; k < 128; k += 4) {
    const h = (hash ^ (<u64>load<u32>(LANES + k))) * 0x100000001b3;
    hash = h ^ (h >> 31);
  }
  return hash ^ (hash >> 29);
}

/** Mixes the lanes; the keys begin anew. */
function endBlock(): void {
  storeFirstKeys();
  if (ASC_FEATURE_SIMD) {
    for (let p = LANES; p < LANES + 128; p += 16) {
      const m = i32x4.mul(v128.load(p), i32x4.splat(LANE_MULTIPLIER));
      v128.store(p, v128.xor(m, i32x4.shr_u(m, 15)));
    }
  } else {
    for (let p = LANES; p < LANES + 128; p += 4) {
      const m = load<u32>(p) * LANE_MULTIPLIER;
      store<u32>(p, m ^ (m >> 15));
    }
  }
}

/** Adds rows and returns their end. Kept apart from its caller, which loops too: in one function, V8 would keep the sums in memory. */
function addRows(start: usize, count: u32): usize {
  let p = start;
  const end = p + <usize>count * ROW_BYTES;
  if (ASC_FEATURE_SIMD) {
    let keys = i16x8.narrow_i32x4_s(v128.load(KEYS), v128.load(KEYS, 16));
    const ratio = i16x8.splat(<i16>KEY_RATIO);
    let a = v128.load(LANES);
    let b = v128.load(LANES, 16);
    let c = v128.load(LANES, 32);
    let d = v128.load(LANES, 48);
    let e = v128.load(LANES, 64);
    let f = v128.load(LANES, 80);
    let g = v128.load(LANES, 96);
    let h = v128.load(LANES, 112);
    for (; p < end; p += ROW_BYTES) {
      a = i32x4.add(a, i32x4.dot_i16x8_s(v128.load(p), keys));
      b = i32x4.add(b, i32x4.dot_i16x8_s(v128.load(p, 16), keys));
      c = i32x4.add(c, i32x4.dot_i16x8_s(v128.load(p, 32), keys));
      d = i32x4.add(d, i32x4.dot_i16x8_s(v128.load(p, 48), keys));
      e = i32x4.add(e, i32x4.dot_i16x8_s(v128.load(p, 64), keys));
      f = i32x4.add(f, i32x4.dot_i16x8_s(v128.load(p, 80), keys));
      g = i32x4.add(g, i32x4.dot_i16x8_s(v128.load(p, 96), keys));
      h = i32x4.add(h, i32x4.dot_i16x8_s(v128.load(p, 112), keys));
      keys = i16x8.mul(keys, ratio);
    }
    v128.store(LANES, a);
    v128.store(LANES, b, 16);
    v128.store(LANES, c, 32);
    v128.store(LANES, d, 48);
    v128.store(LANES, e, 64);
    v128.store(LANES, f, 80);
    v128.store(LANES, g, 96);
    v128.store(LANES, h, 112);
    v128.store(KEYS, i32x4.extend_low_i16x8_s(keys));
    v128.store(KEYS, i32x4.extend_high_i16x8_s(keys), 16);
  } else {
    // Eight lanes at a time, down the rows: they share their keys and stay in locals.
    for (let lane: usize = 0; lane < 16; lane += 4) {
      const key = KEYS + (lane << 1);
      let low = load<i32>(key);
      let high = load<i32>(key, 4);
      let a = load<i32>(LANES + lane);
      let b = load<i32>(LANES + lane, 16);
      let c = load<i32>(LANES + lane, 32);
      let d = load<i32>(LANES + lane, 48);
      let e = load<i32>(LANES + lane, 64);
      let f = load<i32>(LANES + lane, 80);
      let g = load<i32>(LANES + lane, 96);
      let h = load<i32>(LANES + lane, 112);
      for (let q = p + lane; q < end; q += ROW_BYTES) {
        a += <i32>load<i16>(q) * low + <i32>load<i16>(q, 2) * high;
        b += <i32>load<i16>(q, 16) * low + <i32>load<i16>(q, 18) * high;
        c += <i32>load<i16>(q, 32) * low + <i32>load<i16>(q, 34) * high;
        d += <i32>load<i16>(q, 48) * low + <i32>load<i16>(q, 50) * high;
        e += <i32>load<i16>(q, 64) * low + <i32>load<i16>(q, 66) * high;
        f += <i32>load<i16>(q, 80) * low + <i32>load<i16>(q, 82) * high;
        g += <i32>load<i16>(q, 96) * low + <i32>load<i16>(q, 98) * high;
        h += <i32>load<i16>(q, 112) * low + <i32>load<i16>(q, 114) * high;
        low = <i32>(<i16>(low * KEY_RATIO));
        high = <i32>(<i16>(high * KEY_RATIO));
      }
      store<i32>(LANES + lane, a);
      store<i32>(LANES + lane, b, 16);
      store<i32>(LANES + lane, c, 32);
      store<i32>(LANES + lane, d, 48);
      store<i32>(LANES + lane, e, 64);
      store<i32>(LANES + lane, f, 80);
      store<i32>(LANES + lane, g, 96);
      store<i32>(LANES + lane, h, 112);
      store<i32>(key, low);
      store<i32>(key, high, 4);
    }
  }
  return end;
}
