/**
 * Unpacks an LZMA stream: a Wasm module of its own, of about a kilobyte, that brings the embedded core out of its text.
 *
 * The engine's core compresses to 50 KB by deflate and to 39 by LZMA, and hosts have no decoder of either that answers at
 * once. In Wasm the bits of a range coder are cheap enough: unpacking takes a few milliseconds where reading the core from
 * plain text took as long. The format is the one of the LZMA SDK's specification (Igor Pavlov, public domain) with the
 * encoder's defaults lc = 3, lp = 0, pb = 2.
 */

/** The range coder's registers and the next byte of the input. */
const RANGE: usize = 0;
const CODE: usize = 4;
const SOURCE: usize = 8;

/** Probabilities, two bytes each, by the place in this list. */
const PROBABILITIES: usize = 16;
const IS_MATCH: i32 = 0; // [state 12][position 16]
const IS_REPEAT: i32 = 192; // [state 12], as the three that follow
const IS_REPEAT_1: i32 = 204;
const IS_REPEAT_2: i32 = 216;
const IS_REPEAT_3: i32 = 228;
const IS_LONG_REPEAT: i32 = 240; // [state 12][position 16]
const SLOT: i32 = 432; // [length 4][64]
const SPECIAL: i32 = 688; // reverse trees of the distances below 128
const ALIGN: i32 = 816; // [16]
const LENGTH: i32 = 832; // 2 choices, [position 16][8], [position 16][8], [256]
const REPEAT_LENGTH: i32 = 1346;
const LITERAL: i32 = 1860; // [previous byte's upper bits 8][0x300]
const COUNT: i32 = LITERAL + 8 * 0x300;

/** Where the host puts the text; what comes out follows it. */
const INPUT: usize = 16384;
/** The stream, behind the length; its first byte says nothing. */
const STREAM: usize = INPUT + 4;
const PAGE: i32 = 65536;

/** Shortest match. */
const MIN_MATCH: i32 = 2;

/** Where the host has to write the text, which must fit the memory as it is at first. */
export function input(): usize {
  return INPUT;
}

/** How many bytes `unpack` brought out. */
export function length(): i32 {
  return load<u32>(INPUT);
}

/** Unpacks `characters` of base64 at `input()`: a length of four bytes, an LZMA stream. Returns where the bytes lie. */
export function unpack(characters: i32): usize {
  fromBase64(characters);
  const start = INPUT + characters;
  const end = start + length();
  const pages = ((end as i32) + PAGE - 1) / PAGE - memory.size();
  if (pages > 0) memory.grow(pages);
  begin();
  let out = start;
  let state = 0;
  let distance = 0;
  let distance1 = 0;
  let distance2 = 0;
  let distance3 = 0;
  while (out < end) {
    const position = ((out - start) as i32) & 3;
    if (!bit(IS_MATCH + state * 16 + position)) {
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
        count = matchLength(REPEAT_LENGTH, position);
        state = state < 7 ? 8 : 11;
      } else if (bit(IS_LONG_REPEAT + state * 16 + position)) {
        count = matchLength(REPEAT_LENGTH, position);
        state = state < 7 ? 8 : 11;
      } else {
        state = state < 7 ? 9 : 11;
      }
    } else {
      distance3 = distance2;
      distance2 = distance1;
      distance1 = distance;
      count = matchLength(LENGTH, position);
      distance = matchDistance(count);
      state = state < 7 ? 7 : 10;
    }
    for (; count > 0; count--, out++) store<u8>(out, load<u8>(out - distance - 1));
  }
  return start;
}

/** Four digits of six bits become three bytes, in place. */
function fromBase64(characters: i32): void {
  let to = INPUT;
  for (let from = INPUT; from < INPUT + characters; from += 4) {
    const bits =
      (digit(load<u8>(from)) << 18) |
      (digit(load<u8>(from + 1)) << 12) |
      (digit(load<u8>(from + 2)) << 6) |
      digit(load<u8>(from + 3));
    store<u8>(to, bits >>> 16);
    store<u8>(to + 1, bits >>> 8);
    store<u8>(to + 2, bits);
    to += 3;
  }
}

/** A-Z a-z 0-9 + /; the padding counts as anything. */
function digit(character: u32): u32 {
  if (character >= 97) return character - 71;
  if (character >= 65) return character - 65;
  if (character >= 48) return character + 4;
  return character == 43 ? 62 : 63;
}

function begin(): void {
  for (let i = 0; i < COUNT; i++) store<u16>(PROBABILITIES + 2 * i, 1024);
  store<u32>(RANGE, -1);
  store<u32>(CODE, bswap(load<u32>(STREAM + 1)));
  store<usize>(SOURCE, STREAM + 5);
}

/** Takes the next byte of the input when the range has become small. */
function normalise(range: u32, code: u32): void {
  if (range < 1 << 24) {
    const source = load<usize>(SOURCE);
    store<usize>(SOURCE, source + 1);
    range <<= 8;
    code = (code << 8) | load<u8>(source);
  }
  store<u32>(RANGE, range);
  store<u32>(CODE, code);
}

/** One bit by its adaptive probability. */
function bit(place: i32): i32 {
  const at = PROBABILITIES + 2 * place;
  const probability = load<u16>(at) as u32;
  const range = load<u32>(RANGE);
  const code = load<u32>(CODE);
  const bound = (range >>> 11) * probability;
  if (code < bound) {
    store<u16>(at, probability + ((2048 - probability) >>> 5));
    normalise(bound, code);
    return 0;
  }
  store<u16>(at, probability - (probability >>> 5));
  normalise(range - bound, code - bound);
  return 1;
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
      const source = load<usize>(SOURCE);
      store<usize>(SOURCE, source + 1);
      range <<= 8;
      code = (code << 8) | load<u8>(source);
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
  let value = 0;
  for (let i = 0; i < bits; i++) {
    const half = load<u32>(RANGE) >>> 1;
    const code = load<u32>(CODE);
    const one = code >= half;
    normalise(half, one ? code - half : code);
    value = (value << 1) | (one as i32);
  }
  return value;
}

/** A byte, guessed from the one before and, after a match, from the one that would have continued it. */
function literal(out: usize, start: usize, state: i32, distance: i32): i32 {
  const place = LITERAL + 0x300 * (out > start ? (load<u8>(out - 1) as i32) >>> 5 : 0);
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

function matchLength(place: i32, position: i32): i32 {
  if (!bit(place)) return MIN_MATCH + tree(place + 2 + position * 8, 3);
  if (!bit(place + 1)) return MIN_MATCH + 8 + tree(place + 130 + position * 8, 3);
  return MIN_MATCH + 16 + tree(place + 258, 8);
}

function matchDistance(count: i32): i32 {
  const slot = tree(SLOT + (min(count - MIN_MATCH, 3) << 6), 6);
  if (slot < 4) return slot;
  const bits = (slot >>> 1) - 1;
  const base = (2 | (slot & 1)) << bits;
  if (slot < 14) return base + reverseTree(SPECIAL + base - slot, bits);
  return base + (direct(bits - 4) << 4) + reverseTree(ALIGN, 4);
}
