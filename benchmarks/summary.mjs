/**
 * What the raw results say: figures of each scene, ratios to the anchor, the goals.
 *
 * @typedef {object} SceneResult one run
 * @property {string} engine
 * @property {string} scene
 * @property {number} round
 * @property {"done" | "unsupported" | "failed"} status
 * @property {string} [reason] when not done
 * @property {number} [bodies]
 * @property {number} [build] (ms)
 * @property {number[]} [times] (ms)
 * @property {boolean} [partial]
 * @property {import("../examples/scenes/checks.mjs").Check[]} [checks]
 * @property {string | null} [hash]
 * @property {Record<string, number>} [counters]
 *
 * @typedef {object} Results
 * @property {import("./environment.mjs").Environment} environment
 * @property {import("./arguments.mjs").BenchmarkOptions} options
 * @property {SceneResult[]} scenes
 * @property {({ engine: string, round: number, status: string, reason?: string } & Partial<import("./costs.mjs").Costs>)[]} costs
 * @property {{ engine: string, round: number, status: string, reason?: string, count: number, times?: number[] }[]} growth
 * @property {{ engine: string, round: number, status: string, reason?: string, asleep: boolean, times?: number[] }[]} asleep
 *
 * @typedef {object} SceneFigures of one engine in one scene, over its rounds
 * @property {string} engine
 * @property {"done" | "unsupported" | "failed"} status
 * @property {string} [reason]
 * @property {import("./statistics.mjs").StepStatistics} [statistics] of the round with the smallest mean
 * @property {number} [tail] over all rounds
 * @property {number} [steps]
 * @property {boolean} [partial]
 * @property {number[]} [times] of that round
 * @property {import("../examples/scenes/checks.mjs").Check[]} [checks]
 * @property {boolean} [proven] every check of every round passes and no round stopped early
 * @property {string | null} [hash]
 * @property {boolean} [hashStable] the same in every round that took as many steps
 * @property {number | null} [ratio] to the anchor, median over the rounds
 */

import { ANCHOR } from "./adapters/index.mjs";
import { geometricMean, mean, median, ratioOverCommonSteps, stepStatistics, tail } from "./statistics.mjs";

/** Runs of one engine in one scene. */
function runsOf(/** @type {Results} */ { scenes }, /** @type {string} */ scene, /** @type {string} */ engine) {
  return scenes.filter((run) => run.scene === scene && run.engine === engine);
}

/** The ratio of two engines in a scene: the median over the rounds that both ran. @param {Results} results */
export function ratio(results, scene, engine, anchor = ANCHOR) {
  const anchors = runsOf(results, scene, anchor).filter(({ status }) => status === "done");
  const ratios = runsOf(results, scene, engine).flatMap((run) => {
    const other = anchors.find(({ round }) => round === run.round);
    const value = run.times && other?.times ? ratioOverCommonSteps(run.times, other.times) : null;
    return value === null ? [] : [value];
  });
  return ratios.length === 0 ? null : median(ratios);
}

/**
 * @param {Results} results
 * @param {string} scene
 * @param {string} engine
 * @returns {SceneFigures}
 */
export function sceneFigures(results, scene, engine) {
  const runs = runsOf(results, scene, engine);
  const done = runs.filter((run) => run.status === "done");
  if (done.length === 0) {
    return { engine, status: runs[0]?.status ?? "failed", reason: runs[0]?.reason ?? "not run" };
  }
  const measured = done.map((run) => ({ run, statistics: stepStatistics(run.times ?? []) }));
  const best = measured.reduce((a, b) => (b.statistics.mean < a.statistics.mean ? b : a));
  const steps = best.run.times?.length ?? 0;
  const hashes = done.filter(({ times }) => times?.length === steps).map(({ hash }) => hash);
  return {
    engine,
    status: "done",
    statistics: best.statistics,
    tail: tail(done.map(({ times }) => times ?? [])),
    steps,
    partial: best.run.partial,
    times: best.run.times,
    checks: best.run.checks,
    proven: done.every(({ partial, checks }) => !partial && (checks ?? []).every(({ pass }) => pass)),
    hash: best.run.hash,
    hashStable: new Set(hashes).size === 1,
    ratio: ratio(results, scene, engine),
  };
}

/**
 * The geometric mean of an engine's ratios, over the scenes that both ran.
 * @param {Results} results
 * @returns {{ value: number, scenes: number } | null}
 */
export function meanRatio(results, engine, anchor = ANCHOR) {
  const ratios = results.options.scenes.flatMap((scene) => ratio(results, scene, engine, anchor) ?? []);
  return ratios.length === 0 ? null : { value: geometricMean(ratios), scenes: ratios.length };
}

/** The smallest figure of an engine's rounds, or null. @param {Results} results */
export function bestCost({ costs }, engine, /** @type {string} */ name) {
  const values = costs.flatMap((run) => (run.engine === engine && typeof run[name] === "number" ? [run[name]] : []));
  return values.length === 0 ? null : Math.min(...values);
}

/**
 * A figure of the steps of each run but the first, the smallest of the rounds (ms), or null.
 * @param {{ times?: number[] }[]} runs
 * @param {(times: number[]) => number} figure
 */
function best(runs, figure) {
  const figures = runs.flatMap(({ times }) => (times && times.length > 1 ? [figure(times.slice(1))] : []));
  return figures.length === 0 ? null : Math.min(...figures);
}

/** Mean step with so many circles (ms), or null. @param {Results} results */
export function growthStep({ growth }, engine, /** @type {number} */ count) {
  return best(
    growth.filter((run) => run.engine === engine && run.count === count),
    mean,
  );
}

/** Cost per body at the larger count against the smaller one, or null. @param {Results} results */
export function growthRatio(results, engine, small = 10_000, large = 100_000) {
  const few = growthStep(results, engine, small);
  const many = growthStep(results, engine, large);
  return few === null || many === null ? null : many / large / (few / small);
}

/**
 * Median step among sleeping bodies and alone (ms), and their ratio; null when not measured. The host collects garbage once among
 * the objects of 100,000 bodies, for which it takes as long as for all 90 steps.
 * @param {Results} results
 */
export function asleepCost({ asleep }, engine) {
  const runs = asleep.filter((run) => run.engine === engine);
  const alone = best(
    runs.filter((run) => !run.asleep),
    median,
  );
  const among = best(
    runs.filter((run) => run.asleep),
    median,
  );
  return alone === null || among === null ? null : { alone, among, ratio: among / alone };
}
