/**
 * Unpacks what scripts/pack.mjs packs: runs of literals alternate with matches (as in Lempel–Ziv), and all numbers are coded
 * in nibbles. A literal is predicted from its stream and the byte before it, by both the upper half and the whole of that byte.
 * For the first literal after a match, the byte that would have continued the match replaces the whole byte.
 */
import { HEAD, LENGTHS } from "./format";
import {
  BYTE_SET,
  DISTANCES,
  FREE,
  MATCHED,
  MODEL,
  MODELS,
  NUMBER_SET,
  NUMBER_SETS,
  OF_STREAM,
  PLACES,
} from "./memory";
import { bits, fresh, nibble } from "./nibble";

/** The first sets are for numbers. What a number is predicted from selects a model of its set, so it has no more values than a set has. */
const RUN: usize = 0; // by stream, in two sets; by the length of the last match, in two
const LENGTH: usize = 4; // by stream, in two; by where the distance comes from, in two
const ORIGIN: usize = 8; // by stream; by the run before
const SIZE: usize = 10; // of a distance: by the length; by stream
const LEADING: usize = 12; // bits: by the size; by the size in a set of each stream
const LAST: usize = 30; // bits: by how many; by stream
/** A nibble of this value means that the number goes on in a further nibble, by the second set. */
const MOST: u32 = 15;

/** Shortest match at a new distance. */
const SHORTEST: u32 = 2;

/** Unpacks into the bytes from `start` to `end`. */
export function expand(start: usize, end: usize): void {
  fresh(MODELS, NUMBER_SETS * NUMBER_SET);
  store<usize>(FREE, MODELS + NUMBER_SETS * NUMBER_SET);
  let out = start;
  let edge = start + HEAD;
  let lengths = start + LENGTHS;
  let stream: usize = 0;
  let literals: usize = PLACES;
  let last: u32 = 0;
  while (out < end) {
    const run = number(RUN, stream, min(last, MOST));
    const first = out;
    for (const stop = out + run; out < stop; out++) {
      while (out >= edge) {
        edge += load<u32>(lengths);
        lengths += 4;
        stream++;
        literals += 4 * OF_STREAM;
      }
      const previous: usize = out > start ? load<u8>(out - 1) : 0;
      const half = model(literals + 4 * (256 + (previous >> 4)), BYTE_SET);
      const guess =
        last > 0 && out == first
          ? PLACES + 4 * (MATCHED + load<u8>(out - load<usize>(DISTANCES) - 1))
          : literals + 4 * previous;
      store<u8>(out, byte(half, model(guess, BYTE_SET)));
    }
    if (out >= end) break;
    const origin: usize = guessed(ORIGIN, stream, ORIGIN + 1, min(run, MOST));
    last = number(LENGTH, stream, origin) + (origin > 0 ? 1 : SHORTEST);
    const distance = origin > 0 ? load<u32>(DISTANCES + 4 * origin - 4) : newDistance(last, stream);
    for (let at = DISTANCES + 4 * (origin > 0 ? origin - 1 : 3); at > DISTANCES; at -= 4) {
      store<u32>(at, load<u32>(at - 4));
    }
    store<u32>(DISTANCES, distance);
    const stop = out + last;
    if (distance < 7) {
      for (; out < stop; out++) store<u8>(out, load<u8>(out - distance - 1));
    } else {
      // Eight bytes at a time; any excess is overwritten later.
      for (; out < stop; out += 8) store<u64>(out, load<u64>(out - distance - 1));
      out = stop;
    }
  }
}

/** The model whose address is at `place`, made if there is none yet, at the beginning of a block of so many bytes. */
function model(place: usize, bytes: usize): usize {
  let at = load<usize>(place);
  if (at == 0) {
    at = load<usize>(FREE);
    store<usize>(place, at);
    store<usize>(FREE, at + bytes);
    fresh(at, MODEL);
  }
  return at;
}

/** A byte by two sets of models. */
function byte(a: usize, b: usize): u32 {
  const upper = nibble(a, b);
  const lower = MODEL + 4 * upper;
  return (upper << 4) | nibble(model(a + lower, MODEL), model(b + lower, MODEL));
}

/** A nibble, predicted by one model of each of two sets for numbers. */
function guessed(setA: usize, a: usize, setB: usize, b: usize): u32 {
  return nibble(MODELS + setA * NUMBER_SET + a * MODEL, MODELS + setB * NUMBER_SET + b * MODEL);
}

/** A number in as many nibbles as it needs, by the two sets at `sets` and the two after them. */
function number(sets: usize, a: usize, b: usize): u32 {
  let value: u32 = 0;
  let part = guessed(sets, a, sets + 2, b);
  while (part == MOST) {
    value += MOST;
    part = guessed(sets + 1, a, sets + 3, b);
  }
  return value + part;
}

/** How far back a match of this length lies: coded as its size, its leading bits, middle bits without prediction, and its last bits. */
function newDistance(length: u32, stream: usize): u32 {
  const size = guessed(SIZE, min(length - SHORTEST, MOST), SIZE + 1, stream);
  let value = guessed(LEADING, size, LEADING + 1 + stream, size);
  if (size == 0) return value;
  let rest: i32 = size - 2;
  if (rest <= 0) return value | (4 << size);
  value |= 16;
  if (rest > 4) {
    value = (value << (rest - 4)) | bits(rest - 4);
    rest = 4;
  }
  return (value << rest) | guessed(LAST, rest, LAST + 1, stream);
}
