// The other half of assembly/unpack/nibble.ts, which says what a model is. Numerals are made from the last to the first, as
// they are read from the first to the last: a coder notes what it was given and makes them in the end.

const LANES = 16;
const ONE = 32768;
const LEAST_RATE = 500;
const FIRST_RATE = 13000;
const LEAST_STATE = 2 ** 20;
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/** Two digits. */
const PAIR = 4096;

const BITS = Float64Array.from({ length: ONE + 1 }, (_, part) => Math.log2(ONE / part));

/** A model that knows nothing: where each nibble's interval begins, and the rate instead of the first. */
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

/** Where the interval of a nibble begins, or that of one beyond the last, by the mean of two models. */
function start(a, b, nibble) {
  if (nibble === 0) return 0;
  return nibble === LANES ? ONE : (a[nibble] + b[nibble] + 1) >> 1;
}

/** What a nibble would cost (bits). @param {Int32Array} a @param {Int32Array} b @param {number} nibble */
export function priceOf(a, b, nibble) {
  return BITS[start(a, b, nibble + 1) - start(a, b, nibble)];
}

export class NibbleCoder {
  /** Where an interval begins and how long it is, by turns; or a number, less than zero by one more, and how many bits it has. */
  given = [];
  /** Bits. */
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

  /** @param {number} value @param {number} count at most 12 bits that nothing is known of */
  bits(value, count) {
    this.given.push(-1 - value, count);
    this.cost += count;
  }

  /** All in digits, some numbers before it. @param {number[]} numbers of at most 36 bits @returns {string} */
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
