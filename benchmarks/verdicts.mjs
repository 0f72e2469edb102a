/**
 * The goals, one line each: what was required, what was measured.
 *
 * @typedef {object} Verdict
 * @property {string} what
 * @property {string} goal
 * @property {string} measured
 * @property {boolean | null} met null: the goal does not apply to this run
 */

import { findScene } from "../examples/scenes/index.mjs";
import { ANCHOR, findAdapter } from "./adapters/index.mjs";
import {
  ASLEEP_GOAL,
  COST_ANCHOR_OF,
  COST_ANCHORS,
  COST_GOALS,
  FASTER_THAN,
  FIRST_STEP_GOAL,
  GROWTH_GOAL,
  MEAN_GOAL,
  P99_GOAL,
  SCALAR_GOAL,
  SCENE_GOALS,
} from "./goals.mjs";
import { geometricMean } from "./statistics.mjs";
import {
  asleepCost,
  bestCost,
  countedRatio,
  failedScenes,
  growthRatio,
  meanRatio,
  proofIn,
  ratio,
  sceneFigures,
} from "./summary.mjs";

/** @typedef {import("./summary.mjs").Results} Results */

const SCREE = "scree";
const SCREE_BUILDS = [SCREE, "scree-scalar", "scree-js"];

/** What each cost is called. @type {Record<string, { title: string, unit: string }>} */
export const COST_TITLES = {
  load: { title: "load and initialise", unit: "ms" },
  createEach: { title: "create 10,000 boxes one by one", unit: "ms" },
  createBulk: { title: "create 10,000 boxes in bulk", unit: "ms" },
  readAll: { title: "read 10,000 poses", unit: "ms" },
  destroy: { title: "destroy 10,000 bodies", unit: "ms" },
  rays: { title: "10,000 rays one by one", unit: "ms" },
  raysBulk: { title: "10,000 rays in bulk", unit: "ms" },
  snapshot: { title: "snapshot of the pyramid into fresh memory", unit: "ms" },
  freshCopy: { title: "copy of as many bytes into fresh memory", unit: "ms" },
  snapshotKept: { title: "snapshot of the pyramid into a kept buffer", unit: "ms" },
  restore: { title: "restore of the pyramid", unit: "ms" },
  gzip: { title: "run-time files, gzip", unit: "KB" },
};

/** The figure of a cost, of which the size is one; null when not measured. @param {Results} results */
export function costFigure(results, /** @type {string} */ engine, /** @type {string} */ cost) {
  if (cost === "gzip") {
    const bytes = results.environment.gzip[engine];
    return bytes ? bytes / 1000 : null;
  }
  return bestCost(results, engine, cost);
}

/** Three digits and the unit. */
function write(/** @type {number} */ number, unit = "") {
  return `${Number(number.toPrecision(3))}${unit && ` ${unit}`}`;
}

/** @returns {Verdict[]} */
function atMost(/** @type {string} */ what, /** @type {number | null | undefined} */ value, limit, unit = "") {
  if (value === null || value === undefined) {
    return [];
  }
  return [{ what, goal: `≤ ${write(limit, unit)}`, measured: write(value, unit), met: value <= limit }];
}

/** Whether runs were told to stop before the scene's last step, so that a goal on its time says nothing. */
function cutShort(/** @type {Results} */ { options }, /** @type {string} */ scene) {
  return (options.steps ?? Infinity) < (findScene(scene)?.steps ?? 0);
}

/** Time of a scene against the anchor's, which counts for nothing when the answer is wrong. @returns {Verdict[]} */
function sceneVerdict(/** @type {Results} */ results, /** @type {string} */ scene) {
  const what = `${scene}: time / deluxe`;
  if (proofIn(results, scene, SCREE) === "fails") {
    return [{ what, goal: `≤ ${write(SCENE_GOALS[scene])}`, measured: "its proof fails", met: false }];
  }
  const judged = atMost(what, ratio(results, scene, SCREE), SCENE_GOALS[scene]);
  return cutShort(results, scene) ? judged.map((verdict) => ({ ...verdict, met: null })) : judged;
}

/**
 * A goal on the geometric mean over the benchmark's scenes; it is not judged when only some of them were run. A peer may be unable to
 * run a scene; `all` says whether the goal demands every one.
 * @param {Results} results
 * @param {{ what: string, engine: string, anchor?: string, goal: string, all: boolean, format: (ratio: number) => string, met: (ratio: number) => boolean }} asked
 * @returns {Verdict[]}
 */
function meanVerdict(results, { what, engine, anchor = ANCHOR, goal, all, format, met }) {
  const { scenes } = results.options;
  const wanted = Object.keys(SCENE_GOALS).length;
  if (scenes.every((scene) => ratio(results, scene, engine, anchor) === null)) {
    return [];
  }
  const mean = meanRatio(results, engine, anchor);
  const failed = failedScenes(results, engine);
  if (failed.length > 0) {
    return [{ what, goal, measured: `proof fails in ${failed.join(", ")}`, met: false }];
  }
  if (mean === null) {
    return [];
  }
  const complete = mean.scenes === wanted || (!all && scenes.length === wanted);
  const whole = complete && !scenes.some((scene) => cutShort(results, scene));
  const over = mean.scenes === wanted ? "" : ` (${mean.scenes} of ${wanted} scenes)`;
  return [{ what, goal, measured: `${format(mean.value)}${over}`, met: whole ? met(mean.value) : null }];
}

/** Goals on the time of a step against peers. @returns {Verdict[]} */
function speedVerdicts(/** @type {Results} */ results) {
  const { scenes } = results.options;
  const below = (/** @type {number} */ limit) => ({
    goal: `≤ ${limit}`,
    all: true,
    format: (/** @type {number} */ value) => write(value),
    met: (/** @type {number} */ value) => value <= limit,
  });
  const slower = scenes.filter(
    (scene) =>
      proofIn(results, scene, "scree-js") === "fails" || (countedRatio(results, scene, "scree-js", "matter") ?? 0) >= 1,
  );
  const compared = scenes.some((scene) => ratio(results, scene, "scree-js", "matter") !== null);
  return [
    ...scenes.flatMap((scene) => sceneVerdict(results, scene)),
    ...meanVerdict(results, { what: "geometric mean / deluxe", engine: SCREE, ...below(MEAN_GOAL) }),
    ...Object.entries(FASTER_THAN).flatMap(([engine, goal]) =>
      meanVerdict(results, {
        what: `faster than ${findAdapter(engine)?.title}`,
        engine: SCREE,
        anchor: engine,
        goal: `≥ ${goal} ×`,
        all: false,
        format: (value) => `${(1 / value).toFixed(1)} ×`,
        met: (value) => 1 / value >= goal,
      }),
    ),
    ...meanVerdict(results, {
      what: "scalar build / box2d3-wasm compat",
      engine: "scree-scalar",
      anchor: "box2d3-compat",
      ...below(SCALAR_GOAL),
    }),
    ...(compared
      ? [
          {
            what: "js build faster than matter-js",
            goal: "in every scene",
            measured: slower.length === 0 ? "in every scene" : `not in ${slower.join(", ")}`,
            met: slower.length === 0,
          },
        ]
      : []),
  ];
}

/** Goals on the answer and on single steps. @returns {Verdict[]} */
function answerVerdicts(/** @type {Results} */ results) {
  return results.options.scenes.flatMap((scene) => {
    const builds = SCREE_BUILDS.map((engine) => sceneFigures(results, scene, engine)).filter(
      ({ status }) => status === "done",
    );
    const [first] = builds;
    if (!first?.statistics) {
      return [];
    }
    const tailTitle = `${scene}: p99 / median of a warm step`;
    const sameLength = builds.filter(({ steps }) => steps === first.steps);
    const hashes = new Set(sameLength.map(({ hash }) => hash));
    const stable = hashes.size === 1 && sameLength.every(({ hashStable }) => hashStable);
    const proofs = builds.map(({ proof }) => proof);
    // Builds that were stopped early have no say when another build was not.
    const proof = proofs.find((one) => one === "fails") ?? proofs.find((one) => one === "holds") ?? "not judged";
    const stopped = proof === "not judged" && builds.some(({ partial }) => partial);
    return [
      {
        what: `${scene}: proof of a right answer`,
        goal: "holds",
        measured: stopped ? "stopped early" : proof === "not judged" ? "made for more steps" : proof,
        met: proof === "not judged" ? null : proof === "holds",
      },
      {
        what: `${scene}: state hash`,
        goal: "one",
        measured: `${hashes.size} in ${sameLength.length} builds`,
        met: stable,
      },
      ...(first.tail === null
        ? [{ what: tailTitle, goal: `≤ ${P99_GOAL}`, measured: "too few steps", met: null }]
        : atMost(tailTitle, first.tail, P99_GOAL)),
      ...(scene === "pyramid" ? atMost(`${scene}: first step`, first.statistics.first, FIRST_STEP_GOAL, "ms") : []),
    ];
  });
}

/** Goals for costs besides stepping; those in milliseconds are scaled by how fast this machine runs the anchor. @returns {Verdict[]} */
function costVerdicts(/** @type {Results} */ results) {
  const factors = Object.fromEntries(
    Object.entries(COST_ANCHORS).flatMap(([cost, there]) => {
      const here = bestCost(results, ANCHOR, cost);
      return here === null ? [] : [[cost, here / there]];
    }),
  );
  const measured = Object.values(factors);
  const machine = measured.length > 0 ? geometricMean(measured) : 1;
  return Object.entries(COST_GOALS).flatMap(([cost, goal]) => {
    const { title, unit } = COST_TITLES[cost];
    const factor = unit === "ms" ? (factors[COST_ANCHOR_OF[cost] ?? cost] ?? machine) : 1;
    const name = factor === 1 ? title : `${title} (goal ${goal} ms × ${factor.toFixed(2)}, this machine)`;
    return atMost(name, costFigure(results, SCREE, cost), goal * factor, unit);
  });
}

/**
 * @param {Results} results
 * @returns {Verdict[]}
 */
export function judge(results) {
  return [
    ...speedVerdicts(results),
    ...answerVerdicts(results),
    ...atMost("cost per body, 100,000 / 10,000 circles", growthRatio(results, SCREE), GROWTH_GOAL),
    ...atMost("100 awake among 100,000 asleep / alone", asleepCost(results, SCREE)?.ratio, ASLEEP_GOAL),
    ...(results.options.parts.includes("costs") ? costVerdicts(results) : []),
  ];
}
