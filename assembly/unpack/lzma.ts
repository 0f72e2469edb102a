/**
 * Unpacks an LZMA stream. The format is the one of the LZMA SDK's specification (Igor Pavlov, public domain) with lc = 1,
 * lp = 0, pb = 0: nothing in the streams keeps to multiples of four.
 */

/** The range coder's registers and the next byte of the input. */
const RANGE: usize = 0;
const CODE: usize = 4;
const SOURCE: usize = 8;

/** Probabilities, two bytes each, by the place in this list. */
const PROBABILITIES: usize = 16;
const IS_MATCH: i32 = 0; // [state 12], as the five that follow
const IS_REPEAT: i32 = 12;
const IS_REPEAT_1: i32 = 24;
const IS_REPEAT_2: i32 = 36;
const IS_REPEAT_3: i32 = 48;
const IS_LONG_REPEAT: i32 = 60;
const SLOT: i32 = 72; // [length 4][64]
const SPECIAL: i32 = 328; // reverse trees of the distances below 128
const ALIGN: i32 = 456; // [16]
const LENGTH: i32 = 472; // 2 choices, [8], [8], [256]
const REPEAT_LENGTH: i32 = 746;
const LITERAL: i32 = 1020; // [previous byte's uppermost bit 2][0x300]
const COUNT: i32 = LITERAL + 2 * 0x300;

/** Shortest match. */
const MIN_MATCH: i32 = 2;

/** Unpacks the LZMA stream at `stream`, whose first byte says nothing, to what lies between `start` and `end`. */
export function expand(stream: usize, start: usize, end: usize): void {
  begin(stream);
  let out = start;
  let state = 0;
  let distance = 0;
  let distance1 = 0;
  let distance2 = 0;
  let distance3 = 0;
  while (out < end) {
    if (!bit(IS_MATCH + state)) {
      store<u8>(out, literal(out, start, state, distance));
      out++;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let count = 1;
    if (bit(IS_REPEAT + state)) {
      if (bit(IS_REPEAT_1 + state)) {
        let again = distance1;
        if (bit(IS_REPEAT_2 + state)) {
          again = distance2;
          if (bit(IS_REPEAT_3 + state)) {
            again = distance3;
            distance3 = distance2;
          }
          distance2 = distance1;
        }
        distance1 = distance;
        distance = again;
        count = matchLength(REPEAT_LENGTH);
        state = state < 7 ? 8 : 11;
      } else if (bit(IS_LONG_REPEAT + state)) {
        count = matchLength(REPEAT_LENGTH);
        state = state < 7 ? 8 : 11;
      } else {
        state = state < 7 ? 9 : 11;
      }
    } else {
      distance3 = distance2;
      distance2 = distance1;
      distance1 = distance;
      count = matchLength(LENGTH);
      distance = matchDistance(count);
      state = state < 7 ? 7 : 10;
    }
    for (; count > 0; count--, out++) store<u8>(out, load<u8>(out - distance - 1));
  }
}

function begin(stream: usize): void {
  for (let i = 0; i < COUNT; i++) store<u16>(PROBABILITIES + 2 * i, 1024);
  store<u32>(RANGE, -1);
  store<u32>(CODE, bswap(load<u32>(stream + 1)));
  store<usize>(SOURCE, stream + 5);
}

/** One bit by its adaptive probability. */
function bit(place: i32): i32 {
  return walk(place - 1, 1, 2) - 2;
}

/**
 * Bits down a tree of probabilities, from the node `symbol` to the first beyond `limit`: what most bits are. The registers
 * stay in locals, and masks stand for the branch that nobody can foretell: a sixth of the time of unpacking.
 */
function walk(place: i32, symbol: i32, limit: i32): i32 {
  const tree = PROBABILITIES + 2 * place;
  let range = load<u32>(RANGE);
  let code = load<u32>(CODE);
  do {
    const at = tree + 2 * symbol;
    const probability = load<u16>(at) as i32;
    const bound = (range >>> 11) * probability;
    const low: i32 = -i32(code < bound);
    range = bound + (~low & (range - bound - bound));
    code -= bound & ~low;
    store<u16>(at, probability - ((probability + (low & -2017)) >> 5));
    symbol = (symbol << 1) + 1 + low;
    if (range < 1 << 24) {
      range <<= 8;
      code = (code << 8) | next();
    }
  } while (symbol < limit);
  store<u32>(RANGE, range);
  store<u32>(CODE, code);
  return symbol;
}

/** `bits` bits, the highest first, each by a probability that depends on those before. */
function tree(place: i32, bits: i32): i32 {
  const limit = 1 << bits;
  return walk(place, 1, limit) - limit;
}

/** The next byte of the input. */
function next(): u32 {
  const source = load<usize>(SOURCE);
  store<usize>(SOURCE, source + 1);
  return load<u8>(source);
}

/** The same with the lowest first. */
function reverseTree(place: i32, bits: i32): i32 {
  let symbol = 1;
  let value = 0;
  for (let i = 0; i < bits; i++) {
    const next = bit(place + symbol);
    symbol = (symbol << 1) | next;
    value |= next << i;
  }
  return value;
}

/** `bits` bits of even chances. */
function direct(bits: i32): i32 {
  let range = load<u32>(RANGE);
  let code = load<u32>(CODE);
  let value = 0;
  for (let i = 0; i < bits; i++) {
    range >>>= 1;
    value <<= 1;
    if (code >= range) {
      code -= range;
      value++;
    }
    if (range < 1 << 24) {
      range <<= 8;
      code = (code << 8) | next();
    }
  }
  store<u32>(RANGE, range);
  store<u32>(CODE, code);
  return value;
}

/** A byte, guessed from the one before and, after a match, from the one that would have continued it. */
function literal(out: usize, start: usize, state: i32, distance: i32): i32 {
  const place = LITERAL + 0x300 * (out > start ? (load<u8>(out - 1) as i32) >>> 7 : 0);
  let symbol = 1;
  if (state >= 7) {
    let guess = load<u8>(out - distance - 1) as i32;
    do {
      const expected = (guess >>> 7) & 1;
      guess <<= 1;
      const next = bit(place + ((1 + expected) << 8) + symbol);
      symbol = (symbol << 1) | next;
      if (next != expected) break;
    } while (symbol < 0x100);
  }
  return symbol < 0x100 ? walk(place, symbol, 0x100) : symbol;
}

function matchLength(place: i32): i32 {
  if (!bit(place)) return MIN_MATCH + tree(place + 2, 3);
  if (!bit(place + 1)) return MIN_MATCH + 8 + tree(place + 10, 3);
  return MIN_MATCH + 16 + tree(place + 18, 8);
}

function matchDistance(count: i32): i32 {
  const slot = tree(SLOT + (min(count - MIN_MATCH, 3) << 6), 6);
  if (slot < 4) return slot;
  const bits = (slot >>> 1) - 1;
  const base = (2 | (slot & 1)) << bits;
  if (slot < 14) return base + reverseTree(SPECIAL + base - slot, bits);
  return base + (direct(bits - 4) << 4) + reverseTree(ALIGN, 4);
}
