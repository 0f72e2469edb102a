/**
 * An adaptive coder of nibbles: asymmetric numeral systems over the mean of two models. A nibble costs one multiplication and
 * no unpredictable branch, where eight bits of a range coder cost eight of each.
 *
 * A model is 16 lanes of 16 bits: in 32768ths, where the interval of each nibble begins. The first begins at 0, so its lane
 * holds the rate at which the model learns instead. After a nibble each lane moves by the rate towards where it would be if that
 * nibble were all but certain. The rate moves towards its minimum in the same way, so that at first it is about a half, a third,
 * a quarter … scripts/nibble_coder.mjs does the same, to the bit.
 */
import { DIGITS, GOALS, MEAN, MODEL, SOURCE, STATE, UNIFORM } from "./memory";

/** Bytes of half a model. */
const HALF: usize = 16;
const ONE: u32 = 32768;
const LEAST_RATE: i32 = 500;
const FIRST_RATE: i32 = 13000;
/** A one in each of four lanes, and all bits of every second lane. */
const EACH: u64 = 0x0001_0001_0001_0001;
const EVEN: u64 = 0x0000_ffff_0000_ffff;
/** The least state of the coder: below it twelve more bits are read. */
const LEAST_STATE: u32 = 1 << 20;

/** Begins to read digits at `source`. */
export function begin(source: usize): void {
  // Downwards: beyond 9 the third line writes entries of other characters, but those from A on are then rewritten.
  for (let i = 25; i >= 0; i--) {
    store<u8>(DIGITS + 65 + i, i);
    store<u8>(DIGITS + 97 + i, 26 + i);
    store<u8>(DIGITS + 48 + i, 52 + i);
  }
  store<u8>(DIGITS + 43, 62);
  store<u8>(DIGITS + 47, 63);
  store<u16>(MEAN, ONE, MODEL);
  for (let i = 0; i < 16; i++) {
    store<u16>(UNIFORM + 2 * i, i > 0 ? 2048 * i : FIRST_RATE);
    for (let nibble = 0; nibble < 16; nibble++) {
      store<u16>(GOALS + MODEL * nibble + 2 * i, i == 0 ? LEAST_RATE : i > nibble ? ONE - 16 + i : i);
    }
  }
  store<usize>(SOURCE, source);
}

/** An uncoded number of six digits. */
export function plain(): u32 {
  return more(more(more(0)));
}

/** Reads the coder's first state: all that follows comes by `nibble` and `bits`. */
export function open(): void {
  store<u32>(STATE, plain());
}

/** Appends twelve bits to `value`, from two digits. */
function more(value: u32): u32 {
  const source = load<usize>(SOURCE);
  store<usize>(SOURCE, source + 2);
  return (value << 12) | ((<u32>load<u8>(DIGITS + load<u8>(source))) << 6) | load<u8>(DIGITS + load<u8>(source, 1));
}

/** Makes models that have learnt nothing. */
export function fresh(models: usize, bytes: usize): void {
  const a = load<u64>(UNIFORM);
  const b = load<u64>(UNIFORM, 8);
  const c = load<u64>(UNIFORM, 16);
  const d = load<u64>(UNIFORM, 24);
  for (let at = models; at < models + bytes; at += MODEL) {
    store<u64>(at, a);
    store<u64>(at, b, 8);
    store<u64>(at, c, 16);
    store<u64>(at, d, 24);
  }
}

/** `count` bits of even chances, at most 12. */
export function bits(count: u32): u32 {
  let state = load<u32>(STATE);
  const value = state & ((1 << count) - 1);
  state >>>= count;
  if (state < LEAST_STATE) state = more(state);
  store<u32>(STATE, state);
  return value;
}

/** A nibble by the mean of two different models, which both learn from it. */
export function nibble(a: usize, b: usize): u32 {
  return ASC_FEATURE_SIMD ? lanes(a, b) : single(a, b);
}

abstract class Lanes {
  /** Moves a model by the rate towards its goal. */
  @inline static learn(model: v128, goal: v128, rate: v128): v128 {
    return i16x8.add(model, i16x8.q15mulr_sat_s(i16x8.sub(goal, model), rate));
  }

  /** The same for every second of four lanes in a number, times 32768. */
  @inline static mix(model: u64, goal: u64, rate: u64): u64 {
    return (model & EVEN) * (ONE - rate) + (goal & EVEN) * rate + 0x4000_0000_4000;
  }
}

function lanes(a: usize, b: usize): u32 {
  const slot = i16x8.splat(i16(load<u32>(STATE) & (ONE - 1)));
  const mean0 = i16x8.replace_lane(i16x8.avgr_u(v128.load(a), v128.load(b)), 0, 0);
  const mean1 = i16x8.avgr_u(v128.load(a, HALF), v128.load(b, HALF));
  v128.store(MEAN, mean0);
  v128.store(MEAN, mean1, HALF);
  const beyond = i8x16.narrow_i16x8_s(i16x8.gt_s(mean0, slot), i16x8.gt_s(mean1, slot));
  const nibble: u32 = 15 - popcnt(i8x16.bitmask(beyond));
  take(nibble);
  const goal = GOALS + MODEL * nibble;
  const rateA = v128.load_splat<u16>(a);
  const rateB = v128.load_splat<u16>(b);
  const goal0 = v128.load(goal);
  const goal1 = v128.load(goal, HALF);
  v128.store(a, Lanes.learn(v128.load(a), goal0, rateA));
  v128.store(a, Lanes.learn(v128.load(a, HALF), goal1, rateA), HALF);
  v128.store(b, Lanes.learn(v128.load(b), goal0, rateB));
  v128.store(b, Lanes.learn(v128.load(b, HALF), goal1, rateB), HALF);
  return nibble;
}

/** The same as `lanes` with four lanes at once in a number of 64 bits: no lane has more than 15 bits. */
function single(a: usize, b: usize): u32 {
  const slot = EACH * (load<u32>(STATE) & (ONE - 1));
  let below: u32 = 0;
  for (let i: usize = 0; i < MODEL; i += 8) {
    const laneA = load<u64>(a + i);
    const laneB = load<u64>(b + i);
    let mean = (laneA | laneB) - (((laneA ^ laneB) >> 1) & (0x7fff * EACH));
    if (i == 0) mean &= ~0xffff;
    store<u64>(MEAN + i, mean);
    below += <u32>popcnt(((slot | (0x8000 * EACH)) - mean) & (0x8000 * EACH));
  }
  take(below - 1);
  const goal = GOALS + MODEL * (below - 1);
  learnSingly(a, goal);
  learnSingly(b, goal);
  return below - 1;
}

function learnSingly(model: usize, goal: usize): void {
  const rate: u64 = load<u16>(model);
  for (let i: usize = 0; i < MODEL; i += 8) {
    const from = load<u64>(model + i);
    const to = load<u64>(goal + i);
    const even = (Lanes.mix(from, to, rate) >> 15) & EVEN;
    const odd = (Lanes.mix(from >> 16, to >> 16, rate) << 1) & ~EVEN;
    store<u64>(model + i, even | odd);
  }
}

/** Removes the nibble from the coder's state. */
function take(nibble: u32): void {
  const at: usize = MEAN + 2 * nibble;
  const start: u32 = load<u16>(at);
  let state = load<u32>(STATE);
  state = (load<u16>(at, 2) - start) * (state >>> 15) + (state & (ONE - 1)) - start;
  if (state < LEAST_STATE) {
    state = more(state);
    if (state < LEAST_STATE) state = more(state);
  }
  store<u32>(STATE, state);
}
