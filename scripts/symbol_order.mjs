// Decides which symbol has which number. A symbol is guessed from the upper four bits of the one before, among other things, and
// its own upper four bits are guessed before the lower: numbers that share their upper bits share what is known of them. So
// symbols that are followed by the same ones, or follow the same ones, belong together. Pairs of symbols exchange their numbers;
// an exchange that guesses better is kept, at first also one that guesses a little worse (simulated annealing). The result is
// always the same.

const LEAVES = 256;
const CONTEXT_SHIFT = 4;
/** A pair of symbols in a repetition of more than this many is part of a match, in which nothing is guessed. */
const REPETITION = 3;
const TRIALS = 100_000;
/** What an exchange may lose at first, on average (bits). */
const HEAT = 1;

/** Costs with a probability that begins even and learns from each outcome (bits): of n equal outcomes, less that of all n. */
const MOST_SEEN = 1 << 18;
const ALIKE = new Float64Array(MOST_SEEN);
const ALL = new Float64Array(MOST_SEEN);
for (let n = 1; n < MOST_SEEN; n++) {
  ALIKE[n] = ALIKE[n - 1] - Math.log2(n - 0.6);
  ALL[n] = ALL[n - 1] - Math.log2(n - 0.2);
}

/** How often a symbol follows another, repetitions left out. @param {number[]} row @returns {Map<number, number>} */
function countPairs(row) {
  const pairs = new Map();
  const seen = new Set();
  for (let i = 1; i < row.length; i++) {
    const passage = String.fromCharCode(...row.slice(Math.max(0, i - REPETITION), i + 1));
    if (seen.has(passage)) continue;
    seen.add(passage);
    const pair = row[i - 1] * LEAVES + row[i];
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

/** @param {number[]} row of symbols below `count`, at most 256 @returns {Uint8Array} the number of each symbol */
export function orderSymbols(row, count) {
  const numbers = Uint8Array.from({ length: count }, (_, symbol) => symbol);
  const symbols = numbers.slice();
  /** Which symbols follow each symbol, which it follows, and how often. */
  const after = Array.from({ length: count }, () => []);
  const before = Array.from({ length: count }, () => []);
  /** For each context, how often each node of the tree of numbers is passed; leaves come last. */
  const passed = new Int32Array((LEAVES >> CONTEXT_SHIFT) * 2 * LEAVES);
  const touched = new Uint8Array(passed.length);
  const pass = (first, second, times) => {
    const tree = (first >> CONTEXT_SHIFT) * 2 * LEAVES;
    for (let node = LEAVES + second; node > 0; node >>= 1) passed[tree + node] += times;
  };
  for (const [pair, times] of countPairs(row)) {
    const [first, second] = [Math.floor(pair / LEAVES), pair % LEAVES];
    after[first].push({ other: second, times });
    if (first !== second) before[second].push({ other: first, times });
    pass(first, second, times);
  }
  const cost = (nodes) => {
    let bits = 0;
    for (const at of nodes) {
      const child = at + (at % (2 * LEAVES));
      bits += ALIKE[passed[child]] + ALIKE[passed[child + 1]] - ALL[passed[child] + passed[child + 1]];
    }
    return bits;
  };
  /** Exchanges the numbers of two symbols. Returns the bits that this costs. */
  const exchange = (a, b) => {
    const moves = [];
    const note = (sign) => {
      for (const symbol of [a, b]) {
        for (const { other, times } of after[symbol]) moves.push([numbers[symbol], numbers[other], sign * times]);
        for (const { other, times } of before[symbol]) {
          if (other !== a && other !== b) moves.push([numbers[other], numbers[symbol], sign * times]);
        }
      }
    };
    note(-1);
    [numbers[a], numbers[b]] = [numbers[b], numbers[a]];
    symbols[numbers[a]] = a;
    symbols[numbers[b]] = b;
    note(1);
    const nodes = [];
    for (const [first, second] of moves) {
      const tree = (first >> CONTEXT_SHIFT) * 2 * LEAVES;
      for (let node = (LEAVES + second) >> 1; node > 0 && !touched[tree + node]; node >>= 1) {
        touched[tree + node] = 1;
        nodes.push(tree + node);
      }
    }
    const bits = cost(nodes);
    for (const move of moves) pass(...move);
    for (const at of nodes) touched[at] = 0;
    return cost(nodes) - bits;
  };
  let state = 1;
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  for (let trial = 0; count > 1 && trial < TRIALS; trial++) {
    const a = Math.floor(random() * count);
    // Any other symbol, or one whose number differs in a single bit.
    const near = numbers[a] ^ (1 << Math.floor(random() * 8));
    const b = random() < 0.5 ? Math.floor(random() * count) : symbols[Math.min(near, count - 1)];
    const heat = HEAT * (1 - trial / TRIALS) ** 2;
    if (a !== b && exchange(a, b) > -Math.log(random()) * heat) exchange(a, b);
  }
  return numbers;
}
