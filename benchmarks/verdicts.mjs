/**
 * The goals, one line each: what was asked, what was measured.
 *
 * @typedef {object} Verdict
 * @property {string} what
 * @property {string} goal
 * @property {string} measured
 * @property {boolean} met
 */

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
import { asleepCost, bestCost, growthRatio, meanRatio, ratio, sceneFigures } from "./summary.mjs";

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

/** The figure of a cost, the size among them; null when not measured. @param {Results} results */
export function costFigure(results, /** @type {string} */ engine, /** @type {string} */ cost) {
  if (cost === "gzip") {
    const bytes = results.environment.gzip[engine];
    return bytes ? bytes / 1000 : null;
  }
  return bestCost(results, engine, cost);
}

/** @returns {Verdict[]} */
function atMost(/** @type {string} */ what, /** @type {number | null | undefined} */ value, limit, unit = "") {
  if (value === null || value === undefined) {
    return [];
  }
  const write = (/** @type {number} */ number) => `${Number(number.toPrecision(3))}${unit && ` ${unit}`}`;
  return [{ what, goal: `≤ ${write(limit)}`, measured: write(value), met: value <= limit }];
}

/** @returns {Verdict[]} */
function atLeastTimes(/** @type {string} */ what, /** @type {number | null | undefined} */ value, limit) {
  if (value === null || value === undefined) {
    return [];
  }
  return [{ what, goal: `≥ ${limit} ×`, measured: `${value.toFixed(1)} ×`, met: value >= limit }];
}

/** Goals on the time of a step against peers. @returns {Verdict[]} */
function speedVerdicts(/** @type {Results} */ results) {
  const { scenes } = results.options;
  const all = meanRatio(results, SCREE);
  const scalar = meanRatio(results, "scree-scalar", "box2d3-compat");
  const slower = scenes.filter((scene) => (ratio(results, scene, "scree-js", "matter") ?? 0) >= 1);
  const compared = scenes.some((scene) => ratio(results, scene, "scree-js", "matter") !== null);
  return [
    ...scenes.flatMap((scene) => atMost(`${scene}: time / deluxe`, ratio(results, scene, SCREE), SCENE_GOALS[scene])),
    ...(all ? atMost(`geometric mean of ${all.scenes} scenes / deluxe`, all.value, MEAN_GOAL) : []),
    ...Object.entries(FASTER_THAN).flatMap(([engine, goal]) => {
      const times = meanRatio(results, SCREE, engine);
      return atLeastTimes(`faster than ${findAdapter(engine)?.title}`, times && 1 / times.value, goal);
    }),
    ...atMost("scalar build / box2d3-wasm compat", scalar?.value, SCALAR_GOAL),
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
    const sameLength = builds.filter(({ steps }) => steps === first.steps);
    const hashes = new Set(sameLength.map(({ hash }) => hash));
    const stable = hashes.size === 1 && sameLength.every(({ hashStable }) => hashStable);
    const complete = builds.filter(({ partial }) => !partial);
    const proven = complete.every((build) => build.proven);
    return [
      {
        what: `${scene}: proof of a right answer`,
        goal: "holds",
        measured: complete.length === 0 ? "stopped early" : proven ? "holds" : "fails",
        met: complete.length > 0 && proven,
      },
      {
        what: `${scene}: state hash`,
        goal: "one",
        measured: `${hashes.size} in ${sameLength.length} builds`,
        met: stable,
      },
      ...atMost(`${scene}: p99 / median of a warm step`, first.tail, P99_GOAL),
      ...(scene === "pyramid" ? atMost(`${scene}: first step`, first.statistics.first, FIRST_STEP_GOAL, "ms") : []),
    ];
  });
}

/** Goals beside stepping, those in milliseconds scaled by how fast this machine runs the anchor. @returns {Verdict[]} */
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
