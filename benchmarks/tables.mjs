/** The report's tables, as columns and rows of text: Markdown and HTML print the same. */

import { MARKS, formatCheck, verdictOf } from "../examples/scenes/checks.mjs";
import { ANCHOR, findAdapter } from "./adapters/index.mjs";
import { HARDEST_PEER, MEAN_GOAL, SCENE_GOALS } from "./goals.mjs";
import { GROWTH_COUNTS } from "./growth.mjs";
import { asleepCost, growthStep, meanRatio, sceneFigures } from "./summary.mjs";
import { COST_TITLES, costFigure, judge } from "./verdicts.mjs";

/** @typedef {import("./summary.mjs").Results} Results @typedef {import("../examples/shared/table.mjs").Column} Column */
/** @typedef {{ title: string, columns: Column[], rows: string[][] }} Table */

/** Marks in ratios. */
export const LEGEND =
  "✗: the proof of a right answer fails in a round, so the time counts in no mean. …: stopped by the limit, compared over the steps it took. –: not measured. A number of scenes: the mean is over those alone.";

/** Three digits. */
export function formatNumber(/** @type {number | null | undefined} */ value) {
  if (value === null || value === undefined || !Number.isFinite(value)) {
    return "–";
  }
  return value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}

/** @returns {Column[]} */
function withNumbers(/** @type {string} */ first, /** @type {string[]} */ titles) {
  return [{ title: first }, ...titles.map((title) => /** @type {Column} */ ({ title, align: "right" }))];
}

const titleOf = (/** @type {string} */ engine) => findAdapter(engine)?.title ?? engine;

/** A ratio with its marks. */
function ratioCell(/** @type {Results} */ results, /** @type {string} */ scene, /** @type {string} */ engine) {
  const { status, ratio, partial, proof } = sceneFigures(results, scene, engine);
  if (status !== "done" || ratio === null || ratio === undefined) {
    return "–";
  }
  return `${formatNumber(ratio)}${partial ? " …" : ""}${proof === "fails" ? " ✗" : ""}`;
}

/** Ratios to the anchor, one line for each scene. @param {Results} results @returns {Table} */
export function ratioTable(results) {
  const { engines, scenes } = results.options;
  const rows = scenes.map((scene) => [
    scene,
    ...engines.map((engine) => ratioCell(results, scene, engine)),
    formatNumber(SCENE_GOALS[scene]),
    formatNumber(HARDEST_PEER[scene]),
  ]);
  const means = engines.map((engine) => {
    const mean = meanRatio(results, engine);
    const all = mean === null || mean.scenes === Object.keys(SCENE_GOALS).length;
    return `${formatNumber(mean?.value)}${all ? "" : ` (${mean.scenes} scene${mean.scenes === 1 ? "" : "s"})`}`;
  });
  rows.push(["geometric mean", ...means, formatNumber(MEAN_GOAL), "0.74"]);
  const columns = withNumbers("scene", [...engines.map(titleOf), "goal for Scree", "newest Box2D C → Wasm SIMD"]);
  return { title: `Mean step time as a ratio to ${titleOf(ANCHOR)}`, columns, rows };
}

/** @param {Results} results @returns {Table} */
export function goalTable(results) {
  const rows = judge(results).map(({ what, goal, measured, met }) => [
    what,
    goal,
    measured,
    met === null ? "not judged" : met ? "met" : "missed",
  ]);
  return { title: "Goals", columns: [...withNumbers("what", ["goal", "measured"]), { title: "" }], rows };
}

/** Step times of all engines in one scene. @param {Results} results @returns {Table} */
export function sceneTable(results, /** @type {string} */ scene) {
  const rows = results.options.engines.map((engine) => {
    const { status, reason, steps, partial, statistics, ratio, checks, hash } = sceneFigures(results, scene, engine);
    if (status !== "done" || !statistics) {
      return [titleOf(engine), ...Array.from({ length: 9 }, () => "–"), `${status}: ${reason}`, ""];
    }
    const { first, min, median, mean, p95, p99, max } = statistics;
    const proof = (checks ?? []).map((check) => `${MARKS[verdictOf([check])]} ${formatCheck(check)}`).join("; ");
    return [
      titleOf(engine),
      `${steps}${partial ? " …" : ""}`,
      ...[first, min, median, mean, p95, p99, max, ratio].map(formatNumber),
      partial ? `stopped early; ${proof}` : proof,
      hash ?? "",
    ];
  });
  const figures = ["steps", "first", "min", "median", "mean", "p95", "p99", "max", "ratio"];
  const columns = [...withNumbers("engine", figures), { title: "proof" }, { title: "state hash" }];
  return { title: `${scene}: ms per step`, columns, rows };
}

/** @param {Results} results @returns {Table} */
export function costTable(results) {
  const { engines } = results.options;
  const rows = Object.entries(COST_TITLES).map(([cost, { title, unit }]) => [
    `${title} (${unit})`,
    ...engines.map((engine) => formatNumber(costFigure(results, engine, cost))),
  ]);
  rows.push(["rays that hit", ...engines.map((engine) => formatNumber(costFigure(results, engine, "rayHits")))]);
  const bytes = engines.map((engine) => formatNumber((costFigure(results, engine, "snapshotBytes") ?? NaN) / 1000));
  rows.push(["snapshot of the pyramid (KB)", ...bytes]);
  return { title: "Beside stepping", columns: withNumbers("cost", engines.map(titleOf)), rows };
}

/** @param {Results} results @returns {Table} */
export function growthTable(results) {
  const engines = results.options.engines.filter((engine) => results.growth.some((run) => run.engine === engine));
  const rows = GROWTH_COUNTS.filter((count) => results.growth.some((run) => run.count === count)).map((count) => [
    count.toLocaleString("en"),
    ...engines.map((engine) => {
      const step = growthStep(results, engine, count);
      return step === null ? "–" : `${formatNumber(step)} (${formatNumber((1e6 * step) / count)})`;
    }),
  ]);
  if (results.asleep.length > 0) {
    const cells = engines.map((engine) => asleepCost(results, engine));
    rows.push(["100 awake, alone", ...cells.map((cost) => formatNumber(cost?.alone))]);
    rows.push(["100 awake, 100,000 asleep", ...cells.map((cost) => formatNumber(cost?.among))]);
  }
  const title = "Growth: ms per step of a pile of circles (ns per body)";
  return { title, columns: withNumbers("circles", engines.map(titleOf)), rows };
}

/** All tables that have something to show. @param {Results} results @returns {Table[]} */
export function allTables(results) {
  const { parts, scenes } = results.options;
  return [
    ...(parts.includes("steps") ? [ratioTable(results)] : []),
    goalTable(results),
    ...(parts.includes("steps") ? scenes.map((scene) => sceneTable(results, scene)) : []),
    ...(parts.includes("costs") ? [costTable(results)] : []),
    ...(parts.includes("growth") ? [growthTable(results)] : []),
  ].filter(({ rows }) => rows.length > 0);
}

/** The lines that say what the figures depend on. @param {Results} results */
export function circumstances({ environment, options }) {
  const versions = options.engines.map((engine) => `${titleOf(engine)} ${environment.versions[engine]}`);
  const { processor, processors, memory, system, browser, node, v8, commit, date } = environment;
  const notes = options.engines.flatMap((engine) => {
    const note = findAdapter(engine)?.note;
    return note ? [`${titleOf(engine)}: ${note}`] : [];
  });
  return [
    `${date.slice(0, 10)}, ${processor}, ${processors} processors, ${memory} GB, ${system}; ${browser ?? `Node ${node}, V8 ${v8}`}; commit ${commit}.`,
    `${versions.join(", ")}.`,
    `${options.size} size, ${options.steps ? `${options.steps} steps at most, ` : ""}${options.rounds} round(s), a process a run, interleaved; one thread; step 1/60 s; the Box2D family with 4 sub-steps; default solver settings; sleeping off; the first step left out. Times are those of the round with the smallest mean, ratios the median over the rounds.`,
    ...notes,
  ];
}
