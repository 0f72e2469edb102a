/** The demo's table and page. */

import { MARKS, formatCheck, verdictOf } from "../scenes/checks.mjs";
import { escapeHtml, htmlTable, textTable } from "../shared/table.mjs";
import { htmlPage } from "../shared/page_style.mjs";
import { STAGES } from "./simulate.mjs";

/** @typedef {import("./simulate.mjs").SceneResult} SceneResult */

/** Stages below this share of a step are left out. */
const LEAST_SHARE = 0.005;

/** "solve 61 %, collide 22 %": the largest first. @param {SceneResult} result */
export function stageShares({ stages }) {
  const total = STAGES.reduce((sum, stage) => sum + stages[stage], 0);
  if (total === 0) {
    return "no profile";
  }
  return STAGES.map((stage) => ({ stage, share: stages[stage] / total }))
    .filter(({ share }) => share >= LEAST_SHARE)
    .sort((a, b) => b.share - a.share)
    .map(({ stage, share }) => `${stage} ${(100 * share).toFixed(0)} %`)
    .join(", ");
}

/** A counter with its thousands separated; a dash when the engine does not give it. */
function formatCount(/** @type {number | undefined} */ count) {
  return count === undefined ? "–" : count.toLocaleString("en");
}

/** @type {import("../shared/table.mjs").Column[]} */
const COLUMNS = [
  { title: "scene" },
  { title: "bodies", align: "right" },
  { title: "awake", align: "right" },
  { title: "contacts", align: "right" },
  { title: "joints", align: "right" },
  { title: "islands", align: "right" },
  { title: "steps", align: "right" },
  { title: "ms/step", align: "right" },
  { title: "worst", align: "right" },
  { title: "share of the step" },
  { title: "proof" },
];

/** @param {SceneResult} result */
function rowOf(result) {
  const { scene, description, counters, steps, meanStep, worstStep, checks } = result;
  return [
    scene.name,
    formatCount(description.bodies.length),
    formatCount(counters.awake),
    formatCount(counters.contacts),
    formatCount(counters.joints),
    formatCount(counters.islands),
    String(steps),
    meanStep.toFixed(2),
    worstStep.toFixed(2),
    stageShares(result),
    `${MARKS[verdictOf(checks)]} ${checks.map(formatCheck).join("; ")}`,
  ];
}

/** The table for the terminal. @param {SceneResult[]} results */
export function terminalTable(results) {
  return textTable(COLUMNS, results.map(rowOf));
}

/** How the page shows a verdict. @type {Record<import("../scenes/checks.mjs").ProofVerdict, string>} */
const CLASSES = { holds: "pass", fails: "fail", "not judged": "dim" };

/** One picture with its caption. @param {SceneResult} result */
function figure(result) {
  const { scene, size, checks, meanStep, hash } = result;
  const proof = checks
    .map((check) => {
      const verdict = verdictOf([check]);
      return `<span class="${CLASSES[verdict]}">${MARKS[verdict]} ${escapeHtml(formatCheck(check))}</span>`;
    })
    .join("<br>");
  return `<figure><a href="${scene.name}.svg"><img src="${scene.name}.svg" alt="${escapeHtml(scene.title)}" loading="lazy"></a>
<figcaption><strong>${escapeHtml(scene.title)}</strong>: ${escapeHtml(scene.about(size))}<br>
${meanStep.toFixed(2)} ms a step · ${escapeHtml(stageShares(result))} · <code>${escapeHtml(hash)}</code><br>${proof}</figcaption></figure>`;
}

/**
 * The page with the table and all pictures.
 * @param {SceneResult[]} results
 * @param {{ backend: string, machine: string }} run
 */
export function demoPage(results, { backend, machine }) {
  const count = (/** @type {string} */ verdict) => results.filter(({ checks }) => verdictOf(checks) === verdict).length;
  const verdict =
    count("fails") > 0
      ? `<span class="fail">The proof fails in ${count("fails")} of ${results.length} scenes.</span>`
      : count("not judged") > 0
        ? `<span class="dim">The proof is not judged in ${count("not judged")} of ${results.length} scenes: it is made for another number of steps.</span>`
        : `<span class="pass">Every proof of a right answer holds.</span>`;
  return htmlPage({
    title: "Scree: demo",
    body: `<h1>Scree: ${results.length} scenes</h1>
<p>${verdict} <span class="dim">Build: ${escapeHtml(backend)} · ${escapeHtml(machine)} · steps of 1/60 s, 4 sub-steps.</span></p>
<div class="grid">
${results.map(figure).join("\n")}
</div>
<h2>Figures</h2>
<div class="scroll">${htmlTable(COLUMNS, results.map(rowOf))}</div>`,
  });
}
