/** Figures over step times and over ratios. */

/**
 * @typedef {object} StepStatistics over all steps but the first (ms)
 * @property {number} first the first step, which the others leave out
 * @property {number} min
 * @property {number} median
 * @property {number} mean
 * @property {number} p95
 * @property {number} p99
 * @property {number} max
 */

/** Steps until the compiler has seen the hot code and the scene's first contacts are made: half a second of the scene. */
const WARM_UP = 30;

/**
 * The value below which a share of the sorted values lies: the nearest rank.
 * @param {number[]} sorted ascending, not empty
 * @param {number} share 0–1
 */
export function percentile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))];
}

/** The middle value, or the mean of the middle two. @param {number[]} values not empty */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** @param {number[]} values not empty */
export function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The mean of factors. @param {number[]} values positive, not empty */
export function geometricMean(values) {
  return Math.exp(mean(values.map(Math.log)));
}

/** The fewest warm steps of which a hundredth is at least one step. */
const LEAST_TAIL = 100;

/**
 * The slowest hundredth of the warm steps, against the median of the warm steps. A step does the same in every round, so its least
 * time counts: the machine's other work falls on different steps in each round.
 * @param {number[][]} rounds times of all steps, not empty (ms)
 * @returns {number | null} null when there are too few warm steps to have a hundredth
 */
export function tail(rounds) {
  const count = Math.min(...rounds.map((times) => times.length));
  if (count < WARM_UP + LEAST_TAIL) {
    return null;
  }
  const least = rounds[0].slice(0, count).map((_, step) => Math.min(...rounds.map((times) => times[step])));
  const sorted = least.slice(WARM_UP).sort((a, b) => a - b);
  return percentile(sorted, 0.99) / median(sorted);
}

/**
 * @param {number[]} times of all steps, the first included (ms)
 * @returns {StepStatistics}
 */
export function stepStatistics(times) {
  const warm = times.length > 1 ? times.slice(1) : times;
  const sorted = [...warm].sort((a, b) => a - b);
  return {
    first: times[0],
    min: sorted[0],
    median: median(sorted),
    mean: mean(warm),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
    max: sorted[sorted.length - 1],
  };
}

/**
 * Mean time against mean time over the steps that both runs took, without the first: a run that was stopped early is
 * compared with the same part of the other.
 * @param {number[]} times (ms)
 * @param {number[]} anchorTimes (ms)
 * @returns {number | null} null when fewer than two steps are common
 */
export function ratioOverCommonSteps(times, anchorTimes) {
  const count = Math.min(times.length, anchorTimes.length);
  return count < 2 ? null : mean(times.slice(1, count)) / mean(anchorTimes.slice(1, count));
}
