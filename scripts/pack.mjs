// Packs what assembly/unpack/expand.ts unpacks: bytes as runs of literals and matches in alternation, in nibbles that are guessed
// from what came before, written in digits of base64. Which matches are cheapest depends on what the models have learned from
// other matches, so the bytes are packed several times, each time with the prices of the time before.
import { NibbleCoder, freshModel, priceOf } from "./nibble_coder.mjs";
import { streamEnds } from "./stream_format.mjs";

/** The shortest match at a new distance. `assembly/unpack/expand.ts` has the same number, and the next one. */
const SHORTEST = 2;
/** A nibble that says that another follows. */
const MOST = 15;
const LAST_DISTANCES = 4;
const WINDOW = 1 << 18;

/** For the packer alone: its longest match, the length at which a match is always taken, how many places it looks at for one. */
const LONGEST = 400;
const LONG_ENOUGH = 150;
const TRIED = 400;
const PASSES = 6;
/** Assumed costs (bits): a literal before any was seen; further nibbles of a run or length, and what they add per unit of value. */
const LITERAL = 4.5;
const MORE_OF_RUN = 2.5;
const MORE_OF_LENGTH = 3;
const UNIT_OF_RUN = 0.08;
const UNIT_OF_LENGTH = 0.1;
/** In a stream's prices, the tokens of all streams together count as much as this many of its own. */
const ELSEWHERE = 20;

/**
 * @typedef {{ run: number, origin: number, length: number, distance: number }} Token literals and the match after them, if any;
 *   `origin`: 0 for a new distance, else which of the last distances it is, counted from 1
 */

/** The number written for a match's length: lengths begin with the shortest at a new distance, with 1 at one of the last. */
const lengthValue = (origin, length) => length - (origin > 0 ? 1 : SHORTEST);

/** A distance's size, how many bits are below its highest, how many of those lead and how many are last; no model guesses the rest. */
function parts(distance) {
  const size = distance < 8 ? 0 : 29 - Math.clz32(distance);
  const below = size === 0 ? 3 : size + 2;
  const leading = Math.min(4, below);
  return { size, below, leading, last: Math.min(4, below - leading) };
}

/** The leading bits of a distance, after its highest. */
function leadingBits(distance) {
  const { below, leading } = parts(distance);
  return (distance >> (below - leading)) & ((1 << leading) - 1);
}

/** The models that a byte needs: one for its upper half, then one for its lower half after each possible upper half. */
const freshSet = () => Array.from({ length: 17 }, freshModel);
const freshSets = (count) => Array.from({ length: count }, freshSet);

/** Encodes tokens with the sets of models that `assembly/unpack/expand.ts` describes. */
class TokenCoder extends NibbleCoder {
  /** What a literal would cost at each place (bits), by what the models know when they get there. */
  prices;
  at = 0;
  stream = 0;
  lastLength = 0;
  distances = Array(LAST_DISTANCES).fill(0);

  runs = freshSets(4);
  lengths = freshSets(4);
  origins = freshSets(2);
  sizes = freshSets(2);
  leading = freshSet();
  leadingOf = freshSets(17);
  lasts = freshSets(2);
  /** Models of literals: by the stream and half or all of the byte before; after matches. */
  halves = [];
  wholes = [];
  matched = [];

  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    super();
    this.bytes = bytes;
    this.ends = streamEnds(bytes);
    this.prices = new Float64Array(bytes.length);
  }

  /** @param {Token[]} tokens */
  code(tokens) {
    for (const { run, origin, length, distance } of tokens) {
      this.number(this.runs, run, this.stream, Math.min(this.lastLength, MOST));
      for (let i = 0; i < run; i++) this.literal(i === 0 && this.lastLength > 0);
      if (length === 0) break;
      this.guessed(this.origins, this.stream, Math.min(run, MOST), origin);
      this.number(this.lengths, lengthValue(origin, length), this.stream, origin);
      if (origin === 0) this.distance(distance, length);
      this.distances.splice(origin === 0 ? LAST_DISTANCES - 1 : origin - 1, 1);
      this.distances.unshift(distance);
      for (let i = 0; i < length; i++, this.at++) this.prices[this.at] = this.literalPrice();
      this.lastLength = length;
    }
  }

  /** Encodes a nibble with one model of each of two sets. */
  guessed([setA, setB], a, b, nibble) {
    this.nibble(setA[a], setB[b], nibble);
  }

  number([firstA, moreA, firstB, moreB], value, a, b) {
    this.guessed([firstA, firstB], a, b, Math.min(value, MOST));
    for (let rest = value - MOST; rest >= 0; rest -= MOST) this.guessed([moreA, moreB], a, b, Math.min(rest, MOST));
  }

  literal(matched) {
    while (this.at >= this.ends[this.stream]) this.stream++;
    this.prices[this.at] = this.literalPrice();
    const [half, whole] = this.sets(matched);
    const byte = this.bytes[this.at++];
    this.nibble(half[0], whole[0], byte >> 4);
    this.nibble(half[1 + (byte >> 4)], whole[1 + (byte >> 4)], byte & 15);
  }

  /** The price of a literal that does not follow a match (bits). */
  literalPrice() {
    const [half, whole] = this.sets(false);
    const byte = this.bytes[this.at];
    const lower = 1 + (byte >> 4);
    return priceOf(half[0], whole[0], byte >> 4) + priceOf(half[lower], whole[lower], byte & 15);
  }

  sets(matched) {
    const previous = this.at > 0 ? this.bytes[this.at - 1] : 0;
    const half = (this.halves[16 * this.stream + (previous >> 4)] ??= freshSet());
    return [
      half,
      matched
        ? (this.matched[this.bytes[this.at - this.distances[0] - 1]] ??= freshSet())
        : (this.wholes[256 * this.stream + previous] ??= freshSet()),
    ];
  }

  distance(distance, length) {
    const { size, below, leading, last } = parts(distance);
    this.guessed(this.sizes, Math.min(length - SHORTEST, MOST), this.stream, size);
    this.guessed([this.leading, this.leadingOf[this.stream]], size, size, leadingBits(distance));
    const even = below - leading - last;
    if (even > 0) this.bits((distance >> last) & ((1 << even) - 1), even);
    if (last > 0) this.guessed(this.lasts, last, this.stream, distance & ((1 << last) - 1));
  }
}

/** For each place, the matches that begin there: lengths and distances in alternation, longer matches farther away. */
function findMatches(bytes) {
  const heads = new Int32Array(1 << 16).fill(-1);
  const before = new Int32Array(bytes.length);
  return Array.from(bytes, (byte, at) => {
    const found = [];
    if (at + 1 === bytes.length) return found;
    const pair = byte | (bytes[at + 1] << 8);
    const most = Math.min(LONGEST, bytes.length - at);
    let best = SHORTEST - 1;
    for (let from = heads[pair], i = 0; from >= 0 && at - from <= WINDOW && i < TRIED; from = before[from], i++) {
      if (best === most) break;
      if (bytes[from + best] !== bytes[at + best]) continue;
      let length = SHORTEST;
      while (length < most && bytes[from + length] === bytes[at + length]) length++;
      if (length > best) found.push((best = length), at - from - 1);
    }
    before[at] = heads[pair];
    heads[pair] = at;
    return found;
  });
}

const even = (count) => new Float64Array(count).fill(0.5);

/** Average costs (bits), by how often tokens have each value: in the stream itself and, with less weight, in all streams. */
class Prices {
  run = even(MOST + 1);
  origin = even(1 + LAST_DISTANCES);
  lengths = [even(MOST + 1), even(MOST + 1)];
  size = Array.from({ length: MOST + 1 }, () => even(MOST + 1));
  leading = Array.from({ length: MOST + 1 }, () => even(MOST + 1));
  last = even(MOST + 1);

  /** @param {Token[]} own @param {Token[]} all */
  constructor(own, all) {
    this.count(all, Math.min(1, ELSEWHERE / all.length));
    this.count(own, 1);
    for (const counts of [this.run, this.origin, ...this.lengths, ...this.size, ...this.leading, this.last]) {
      const sum = counts.reduce((a, b) => a + b);
      counts.forEach((count, i) => (counts[i] = Math.log2(sum / count)));
    }
  }

  count(tokens, weight) {
    for (const { run, origin, length, distance } of tokens) {
      this.run[Math.min(run, MOST)] += weight;
      if (length === 0) continue;
      this.origin[origin] += weight;
      this.lengths[Math.min(origin, 1)][Math.min(lengthValue(origin, length), MOST)] += weight;
      if (origin > 0) continue;
      const { size, last } = parts(distance);
      this.size[Math.min(length - SHORTEST, MOST)][size] += weight;
      this.leading[size][leadingBits(distance)] += weight;
      if (last === 4) this.last[distance & 15] += weight;
    }
  }

  runOf(run) {
    return this.run[Math.min(run, MOST)] + (run < MOST ? 0 : MORE_OF_RUN + (run - MOST) * UNIT_OF_RUN);
  }
  matchOf(origin, length) {
    const value = lengthValue(origin, length);
    const more = value < MOST ? 0 : MORE_OF_LENGTH + (value - MOST) * UNIT_OF_LENGTH;
    return this.origin[origin] + this.lengths[Math.min(origin, 1)][Math.min(value, MOST)] + more;
  }
  /** The cost of a distance but for its size, which depends on the length. */
  distanceOf(distance) {
    const { size, below, leading, last } = parts(distance);
    const lastBits = last === 4 ? this.last[distance & 15] : last;
    return this.leading[size][leadingBits(distance)] + (below - leading - last) + lastBits;
  }
}

/** The cheapest way through the bytes, as far as it does not depend on what comes later. */
class Way {
  /** @param {Uint8Array} bytes @param {number[][]} matches @param {Float64Array} literals @param {Prices[]} prices one for each stream */
  constructor(bytes, matches, literals, prices) {
    this.bytes = bytes;
    this.matches = matches;
    this.literals = literals;
    this.prices = prices;
    this.ends = streamEnds(bytes);
    const places = bytes.length + 1;
    this.costs = new Float64Array(places).fill(Infinity);
    this.costs[0] = 0;
    this.from = new Int32Array(places);
    /** The match that ends at each place, by the origin of its distance; -1 for a literal. */
    this.origins = new Int8Array(places);
    this.distances = new Int32Array(places);
    this.runs = new Int32Array(places);
    /** The last distances at each place. */
    this.recent = new Int32Array(LAST_DISTANCES * places);
  }

  /** @returns {Token[]} */
  find() {
    let stream = 0;
    for (let at = 0; at < this.bytes.length; at++) {
      while (at >= this.ends[stream]) stream++;
      if (this.costs[at] < Infinity) at = this.goOn(at, this.prices[stream]);
    }
    return this.tokens();
  }

  /** Tries all ways on from a place. Returns the last place that need not be looked at any more. */
  goOn(at, prices) {
    const matches = this.matches[at];
    const cost = this.costs[at] + prices.runOf(0);
    if (matches.length > 0 && matches.at(-2) >= LONG_ENOUGH) {
      const [length, distance] = matches.slice(-2);
      this.reach(at, length, 0, distance, 0);
      return at + length - 1;
    }
    const run = this.runs[at];
    const step = prices.runOf(run + 1) - prices.runOf(run);
    this.reach(at, 1, -1, 0, this.costs[at] + this.literals[at] + step);
    for (let origin = 1; origin <= LAST_DISTANCES; origin++) {
      const distance = this.recent[LAST_DISTANCES * at + origin - 1];
      if (distance >= at) continue;
      for (let length = 1; this.bytes[at + length - 1] === this.bytes[at + length - 2 - distance]; length++) {
        if (at + length > this.bytes.length || length > LONGEST) break;
        this.reach(at, length, origin, distance, cost + prices.matchOf(origin, length));
      }
    }
    for (let i = 0, length = SHORTEST; i < matches.length; i += 2) {
      const distance = matches[i + 1];
      const ofDistance = cost + prices.distanceOf(distance);
      const { size } = parts(distance);
      for (; length <= matches[i]; length++) {
        const ofSize = prices.size[Math.min(length - SHORTEST, MOST)][size];
        this.reach(at, length, 0, distance, ofDistance + ofSize + prices.matchOf(0, length));
      }
    }
    return at;
  }

  reach(at, length, origin, distance, cost) {
    const to = at + length;
    if (cost >= this.costs[to]) return;
    this.costs[to] = cost;
    this.from[to] = at;
    this.origins[to] = origin;
    this.distances[to] = distance;
    this.runs[to] = origin < 0 ? this.runs[at] + 1 : 0;
    const first = LAST_DISTANCES * at;
    const second = LAST_DISTANCES * to;
    let place = second;
    if (origin >= 0) this.recent[place++] = distance;
    for (let i = 1; place < second + LAST_DISTANCES; i++) {
      if (i !== origin) this.recent[place++] = this.recent[first + i - 1];
    }
  }

  tokens() {
    const places = [];
    for (let at = this.bytes.length; at > 0; at = this.from[at]) places.push(at);
    const tokens = [];
    let run = 0;
    for (const at of places.toReversed()) {
      if (this.origins[at] < 0) {
        run++;
      } else {
        tokens.push({ run, origin: this.origins[at], length: at - this.from[at], distance: this.distances[at] });
        run = 0;
      }
    }
    if (run > 0) tokens.push({ run, origin: 0, length: 0, distance: 0 });
    return tokens;
  }
}

/** @param {Token[]} tokens @param {number[]} ends @returns {Prices[]} */
function pricesOf(tokens, ends) {
  const ofStreams = ends.map(() => []);
  let at = 0;
  let stream = 0;
  for (const token of tokens) {
    while (at >= ends[stream]) stream++;
    ofStreams[stream].push(token);
    at += token.run + token.length;
  }
  return ofStreams.map((own) => new Prices(own, tokens));
}

/**
 * @param {Uint8Array} bytes that begin with the head of streams
 * @param {number} joined the length of the file that the streams make, which is stored with them
 * @returns {string} digits of base64
 */
export function pack(bytes, joined) {
  const ends = streamEnds(bytes);
  const matches = findMatches(bytes);
  let literals = new Float64Array(bytes.length).fill(LITERAL);
  let tokens = [];
  let best;
  for (let pass = 0; pass < PASSES; pass++) {
    tokens = new Way(bytes, matches, literals, pricesOf(tokens, ends)).find();
    const coder = new TokenCoder(bytes);
    coder.code(tokens);
    literals = coder.prices;
    if (best === undefined || coder.cost < best.cost) best = coder;
  }
  return best.text([bytes.length, joined]);
}
