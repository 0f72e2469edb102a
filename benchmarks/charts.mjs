/** The page's charts, as configurations of Chart.js. */

import { ANCHOR, findAdapter } from "./adapters/index.mjs";
import { SCENE_GOALS } from "./goals.mjs";
import { GROWTH_COUNTS } from "./growth.mjs";
import { growthStep, sceneFigures } from "./summary.mjs";

/** @typedef {import("./summary.mjs").Results} Results */
/** @typedef {{ title: string, note: string, config: object }} Chart */

/** One colour for each engine; Scree's builds are shades of the same colour. @type {Record<string, string>} */
const COLOURS = {
  scree: "#1f9e89",
  "scree-scalar": "#5ec4b3",
  "scree-js": "#a8ded4",
  "box2d3-deluxe": "#d1495b",
  "box2d3-compat": "#e79aa4",
  "rapier-simd": "#edae49",
  rapier: "#f4cf94",
  "phaser-box2d": "#8d6cab",
  planck: "#4f7cac",
  matter: "#7d8597",
};

/** Dark with a light rim, so that it shows on Scree's bars, on white and on black. */
const GOAL_COLOURS = { backgroundColor: "#1b1b1b", borderColor: "#ffffff" };

/** A goal's mark reaches from the goal divided by this factor to the goal multiplied by it. */
const GOAL_HEIGHT = 1.025;

/** The most points that a line of step times has after thinning. */
const MOST_POINTS = 250;

const titleOf = (/** @type {string} */ engine) => findAdapter(engine)?.title ?? engine;

/** Rounded to four digits, two more than a chart can show. */
const rounded = (/** @type {number | null | undefined} */ value) =>
  value === null || value === undefined ? null : Number(value.toPrecision(4));

function logarithmicScale(/** @type {string} */ text) {
  return { type: "logarithmic", title: { display: true, text } };
}

/** Bars of one figure, scenes along the axis. */
function sceneBars(/** @type {Results} */ results, /** @type {string[]} */ engines, figure) {
  return engines.map((engine) => ({
    label: titleOf(engine),
    backgroundColor: COLOURS[engine],
    data: results.options.scenes.map((scene) => rounded(figure(sceneFigures(results, scene, engine)))),
  }));
}

/** @returns {Chart} */
function timeChart(/** @type {Results} */ results) {
  const { engines, scenes } = results.options;
  return {
    title: "Mean time of a step",
    note: "Milliseconds, logarithmic; lower is better. 16.7 ms is a frame at 60 Hz.",
    config: {
      type: "bar",
      data: { labels: scenes, datasets: sceneBars(results, engines, ({ statistics }) => statistics?.mean) },
      options: { maintainAspectRatio: false, scales: { y: logarithmicScale("ms per step") } },
    },
  };
}

/** @returns {Chart} */
function ratioChart(/** @type {Results} */ results) {
  const { scenes } = results.options;
  const engines = results.options.engines.filter((engine) => engine !== ANCHOR);
  const bars = sceneBars(results, engines, ({ ratio }) => ratio).map((bar, index) => ({
    ...bar,
    stack: engines[index],
  }));
  // The mark is drawn in the slot of Scree's bars and in front of them: it shares their stack along x but is not stacked along y.
  const goal = {
    label: "goal for Scree",
    stack: "scree",
    order: -1,
    data: scenes.map((scene) => [SCENE_GOALS[scene] / GOAL_HEIGHT, SCENE_GOALS[scene] * GOAL_HEIGHT]),
    borderWidth: 1,
    borderSkipped: false,
    ...GOAL_COLOURS,
  };
  return {
    title: `Time as a ratio to ${titleOf(ANCHOR)}`,
    note: "Logarithmic; below 1 is faster than the anchor.",
    config: {
      type: "bar",
      data: { labels: scenes, datasets: [...(engines.includes("scree") ? [goal] : []), ...bars] },
      options: {
        maintainAspectRatio: false,
        scales: { x: { stacked: true }, y: { ...logarithmicScale(`time / ${titleOf(ANCHOR)}`), stacked: false } },
      },
    },
  };
}

/** Thins a line to at most `most` points, each the mean of consecutive steps, so that the line stays readable. */
export function thin(/** @type {number[]} */ times, most = MOST_POINTS) {
  const width = Math.ceil(times.length / most);
  const points = [];
  for (let start = 0; start < times.length; start += width) {
    const part = times.slice(start, start + width);
    points.push({ x: start, y: rounded(part.reduce((sum, time) => sum + time, 0) / part.length) });
  }
  return points;
}

/** @returns {Chart} */
function courseChart(/** @type {Results} */ results, /** @type {string} */ scene) {
  const datasets = results.options.engines.flatMap((engine) => {
    const { times } = sceneFigures(results, scene, engine);
    const line = { borderColor: COLOURS[engine], backgroundColor: COLOURS[engine], borderWidth: 1.5, pointRadius: 0 };
    return times ? [{ label: titleOf(engine), data: thin(times), ...line }] : [];
  });
  return {
    title: `${scene}: time of each step`,
    note: "The round with the smallest mean. Logarithmic.",
    config: {
      type: "line",
      data: { datasets },
      options: {
        maintainAspectRatio: false,
        scales: { x: { type: "linear", title: { display: true, text: "step" } }, y: logarithmicScale("ms") },
      },
    },
  };
}

/** @returns {Chart} */
function growthChart(/** @type {Results} */ results) {
  const engines = results.options.engines.filter((engine) => results.growth.some((run) => run.engine === engine));
  const datasets = engines.map((engine) => ({
    label: titleOf(engine),
    borderColor: COLOURS[engine],
    backgroundColor: COLOURS[engine],
    data: GROWTH_COUNTS.flatMap((count) => {
      const step = growthStep(results, engine, count);
      return step === null ? [] : [{ x: count, y: rounded((1e6 * step) / count) }];
    }),
  }));
  return {
    title: "Growth: cost per body",
    note: "A pile of circles, 40 deep. A level line is a cost that grows with the number of bodies and no faster.",
    config: {
      type: "line",
      data: { datasets },
      options: {
        maintainAspectRatio: false,
        scales: { x: logarithmicScale("circles"), y: logarithmicScale("ns per body and step") },
      },
    },
  };
}

/** @param {Results} results @returns {Chart[]} */
export function chartsOf(results) {
  const { parts, scenes } = results.options;
  const stepCharts = parts.includes("steps") ? [ratioChart(results), timeChart(results)] : [];
  const growthCharts = results.growth.some(({ times }) => times) ? [growthChart(results)] : [];
  const courses = parts.includes("steps") ? scenes.map((scene) => courseChart(results, scene)) : [];
  return [...stepCharts, ...growthCharts, ...courses];
}
