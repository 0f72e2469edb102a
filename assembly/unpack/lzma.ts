/**
 * Unpacks what scripts/embed.mjs packs: LZMA as in the LZMA SDK's specification (Igor Pavlov, public domain) with pb = 0, and
 * with two changes that streams of different meaning ask for. A literal is guessed from the stream it lies in and the five
 * upper bits of the byte before; a probability learns fast at first, by a half, a third, a quarter … to a 32nd of what it
 * was off.
 */

/** The range coder's registers and the next byte of the input. */
const RANGE: usize = 0;
const CODE: usize = 4;
const SOURCE: usize = 8;

/** 65536 / (n + 2): what part a probability learns after n bits, for n up to MOST. */
const RATES: usize = 16;
const MOST: u32 = 30;

/**
 * What is known of a bit, in four bytes, by the place in this list: its probability of being 0 in 65536ths, less a half, and
 * in the upper half how many bits it comes from. Fresh memory is zero, which is what nothing known is: an instance unpacks
 * once.
 */
const PROBABILITIES: usize = 256;
const HALF: u32 = 32768;
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
const LITERAL: i32 = 1020; // [stream 17][previous byte's upper bits 32][0x300]
const OF_STREAM: i32 = 32 * 0x300;

/** The streams begin with a head, in which the lengths of all are; it counts as the first stream. */
const HEAD: usize = 72;
const LENGTHS: usize = 8;

/** Shortest match. */
const MIN_MATCH: i32 = 2;

/** Unpacks the LZMA stream at `stream`, whose first byte says nothing, to what lies between `start` and `end`. */
export function expand(stream: usize, start: usize, end: usize): void {
  begin(stream);
  let out = start;
  let edge = start + HEAD;
  let lengths = start + LENGTHS;
  let literals = LITERAL;
  let state = 0;
  let distance = 0;
  let distance1 = 0;
  let distance2 = 0;
  let distance3 = 0;
  while (out < end) {
    if (!bit(IS_MATCH + state)) {
      while (out >= edge) {
        edge += load<u32>(lengths);
        lengths += 4;
        literals += OF_STREAM;
      }
      const previous: i32 = out > start ? load<u8>(out - 1) : 0;
      store<u8>(out, literal(literals + 0x300 * (previous >> 3), state < 7 ? -1 : load<u8>(out - distance - 1)));
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
  for (let n: u32 = 0; n <= MOST; n++) store<u32>(RATES + 4 * n, 65536 / (n + 2));
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
  const tree = PROBABILITIES + 4 * place;
  let range = load<u32>(RANGE);
  let code = load<u32>(CODE);
  do {
    const at = tree + 4 * symbol;
    const seen: u32 = load<u16>(at, 2);
    const probability: u32 = load<u16>(at) ^ HALF;
    const bound = (range >>> 16) * probability;
    const low: i32 = -i32(code < bound);
    range = bound + (~low & (range - bound - bound));
    code -= bound & ~low;
    const off = probability + (low & (65536 - 2 * probability));
    const step: i32 = (off * load<u32>(RATES + 4 * seen)) >>> 16;
    store<u16>(at, (probability - ((step ^ low) - low)) ^ HALF);
    store<u16>(at, min(seen + 1, MOST), 2);
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

/** A byte, guessed after a match from the byte that would have continued it. */
function literal(place: i32, guess: i32): i32 {
  let symbol = 1;
  if (guess >= 0) {
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
