/**
 * What the raw results say: figures of each scene, ratios to the anchor, costs, growth.
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
 * @property {number | null} [tail] over all rounds; null when they have too few steps
 * @property {number} [steps]
 * @property {boolean} [partial]
 * @property {number[]} [times] of that round
 * @property {import("../examples/scenes/checks.mjs").Check[]} [checks] of that round, or of one whose proof fails
 * @property {import("../examples/scenes/checks.mjs").ProofVerdict} [proof] over all rounds: fails if it fails in any of them
 * @property {string | null} [hash]
 * @property {boolean} [hashStable] the same in every round that took as many steps
 * @property {number | null} [ratio] to the anchor, median over the rounds
 */

import { verdictOf } from "../examples/scenes/checks.mjs";
import { ANCHOR, findAdapter } from "./adapters/index.mjs";
import { geometricMean, mean, median, ratioOverCommonSteps, stepStatistics, tail } from "./statistics.mjs";

/** Runs of one engine in one scene. */
function runsOf(/** @type {Results} */ { scenes }, /** @type {string} */ scene, /** @type {string} */ engine) {
  return scenes.filter((run) => run.scene === scene && run.engine === engine);
}

/** What the proof says of an engine in a scene, over all its rounds. @param {Results} results */
export function proofIn(results, /** @type {string} */ scene, /** @type {string} */ engine) {
  const done = runsOf(results, scene, engine).filter(({ status }) => status === "done");
  return verdictOf(done.flatMap(({ checks }) => checks ?? []));
}

/** The scenes in which an engine's proof fails. @param {Results} results */
export function failedScenes(results, /** @type {string} */ engine) {
  return results.options.scenes.filter((scene) => proofIn(results, scene, engine) === "fails");
}

/**
 * What went wrong, one line each: runs that broke, and proofs that fail. `own`: whether one of Scree's builds is among them.
 * @param {Results} results
 */
export function failuresOf(results) {
  const { scenes, costs, growth, asleep, options } = results;
  const wrong = options.engines.filter((engine) => failedScenes(results, engine).length > 0);
  const broken = [...scenes, ...costs, ...growth, ...asleep].filter(({ status }) => status === "failed");
  const lines = new Set([
    ...wrong.map(
      (engine) => `${engine}: the proof of a right answer fails in ${failedScenes(results, engine).join(", ")}`,
    ),
    ...broken.map(({ engine, reason }) => `${engine}: ${reason}`),
  ]);
  const own = [...wrong, ...broken.map(({ engine }) => engine)].some((engine) => findAdapter(engine)?.package === null);
  return { lines: [...lines], own };
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
  const failed = done.find(({ checks }) => verdictOf(checks ?? []) === "fails");
  const hashes = done.filter(({ times }) => times?.length === steps).map(({ hash }) => hash);
  return {
    engine,
    status: "done",
    statistics: best.statistics,
    tail: tail(done.map(({ times }) => times ?? [])),
    steps,
    partial: best.run.partial,
    times: best.run.times,
    checks: (failed ?? best.run).checks,
    proof: proofIn(results, scene, engine),
    hash: best.run.hash,
    hashStable: new Set(hashes).size === 1,
    ratio: ratio(results, scene, engine),
  };
}

/**
 * The ratio of two engines in a scene, if it counts: null when the engine's proof fails there, for a wrong answer may take less time.
 * The anchor's proof may fail: the engine then did no less in its time.
 * @param {Results} results
 */
export function countedRatio(results, /** @type {string} */ scene, /** @type {string} */ engine, anchor = ANCHOR) {
  return proofIn(results, scene, engine) === "fails" ? null : ratio(results, scene, engine, anchor);
}

/**
 * The geometric mean of an engine's ratios over the scenes that both ran and in which the engine's proof does not fail.
 * @param {Results} results
 * @returns {{ value: number, scenes: number } | null}
 */
export function meanRatio(results, engine, anchor = ANCHOR) {
  const ratios = results.options.scenes.flatMap((scene) => countedRatio(results, scene, engine, anchor) ?? []);
  return ratios.length === 0 ? null : { value: geometricMean(ratios), scenes: ratios.length };
}

/** The smallest figure of an engine's rounds, or null. @param {Results} results */
export function bestCost({ costs }, engine, /** @type {string} */ name) {
  const values = costs.flatMap((run) => (run.engine === engine && typeof run[name] === "number" ? [run[name]] : []));
  return values.length === 0 ? null : Math.min(...values);
}

/**
 * A figure over all steps of a run but the first: the smallest of all rounds (ms), or null.
 * @param {{ times?: number[] }[]} runs
 * @param {(times: number[]) => number} figure
 */
function best(runs, figure) {
  const figures = runs.flatMap(({ times }) => (times && times.length > 1 ? [figure(times.slice(1))] : []));
  return figures.length === 0 ? null : Math.min(...figures);
}

/** Mean step with `count` circles (ms), or null. @param {Results} results */
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
 * Median step among sleeping bodies and alone (ms), and their ratio; null when not measured. The median leaves out the one garbage
 * collection among the objects of 100,000 bodies, which takes the host as long as all 90 steps.
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
