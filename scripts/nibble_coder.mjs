// The encoder to assembly/unpack/nibble.ts, which explains what a model is. The decoder reads symbols from first to last, so they
// must be encoded from last to first: the coder records what it is given and encodes it all at the end.

const LANES = 16;
const ONE = 32768;
const LEAST_RATE = 500;
const FIRST_RATE = 13000;
const LEAST_STATE = 2 ** 20;
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/** The number of values that two digits can have. */
const PAIR = 4096;

const BITS = Float64Array.from({ length: ONE + 1 }, (_, part) => Math.log2(ONE / part));

/** A model that knows nothing: where each nibble's interval begins; in place of the first, which is 0, the rate. */
export const freshModel = () =>
  Int32Array.from({ length: LANES }, (_, lane) => (lane === 0 ? FIRST_RATE : (lane * ONE) / LANES));

/** @param {Int32Array} model @param {number} nibble */
function learn(model, nibble) {
  const rate = model[0];
  for (let lane = 0; lane < LANES; lane++) {
    const goal = lane === 0 ? LEAST_RATE : lane > nibble ? ONE - LANES + lane : lane;
    model[lane] += ((goal - model[lane]) * rate + ONE / 2) >> 15;
  }
}

/** Where the interval of a nibble begins, by the mean of two models; for 16, where the interval of the last one ends. */
function start(a, b, nibble) {
  if (nibble === 0) return 0;
  return nibble === LANES ? ONE : (a[nibble] + b[nibble] + 1) >> 1;
}

/** What a nibble would cost (bits). @param {Int32Array} a @param {Int32Array} b @param {number} nibble */
export function priceOf(a, b, nibble) {
  return BITS[start(a, b, nibble + 1) - start(a, b, nibble)];
}

export class NibbleCoder {
  /** Pairs: where an interval begins and how long it is; or -1 - n for a plain number n, and how many bits it has. */
  given = [];
  /** The length so far (bits). */
  cost = 0;

  /** @param {Int32Array} a @param {Int32Array} b two different models @param {number} nibble */
  nibble(a, b, nibble) {
    const from = start(a, b, nibble);
    const size = start(a, b, nibble + 1) - from;
    this.given.push(from, size);
    this.cost += BITS[size];
    learn(a, nibble);
    learn(b, nibble);
  }

  /** @param {number} value @param {number} count at most 12 bits that no model describes */
  bits(value, count) {
    this.given.push(-1 - value, count);
    this.cost += count;
  }

  /** Everything as digits, with some numbers before it. @param {number[]} numbers of at most 36 bits @returns {string} */
  text(numbers) {
    const pairs = [];
    const shorten = (state, end) => {
      for (; state >= end; state = Math.floor(state / PAIR)) pairs.push(state % PAIR);
      return state;
    };
    let state = LEAST_STATE;
    for (let i = this.given.length - 2; i >= 0; i -= 2) {
      const from = this.given[i];
      const size = this.given[i + 1];
      if (from < 0) {
        state = shorten(state, 2 ** (32 - size)) * 2 ** size - 1 - from;
      } else {
        state = shorten(state, size * 2 ** 17);
        state = Math.floor(state / size) * ONE + (state % size) + from;
      }
    }
    for (const number of [state, ...numbers.toReversed()]) {
      for (let i = 0, rest = number; i < 3; i++, rest = Math.floor(rest / PAIR)) pairs.push(rest % PAIR);
    }
    return pairs
      .toReversed()
      .map((pair) => DIGITS[pair >> 6] + DIGITS[pair & 63])
      .join("");
  }
}
