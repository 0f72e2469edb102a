/** The report as Markdown and as a page with charts. */

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";

import { escapeHtml, htmlTable, markdownTable } from "../examples/shared/table.mjs";
import { htmlPage } from "../examples/shared/page_style.mjs";
import { packageFile } from "./adapters/adapter.mjs";
import { chartsOf } from "./charts.mjs";
import { LEGEND, allTables, circumstances } from "./tables.mjs";

/** @typedef {import("./summary.mjs").Results} Results */

const TITLE = "Scree against the physics engines of the web";

/** @param {Results} results */
export function markdownReport(results) {
  const tables = allTables(results).map(({ title, columns, rows }) => `## ${title}\n\n${markdownTable(columns, rows)}`);
  const lines = circumstances(results).map((line) => `- ${line}`);
  return [`# ${TITLE}`, lines.join("\n"), LEGEND, ...tables, ""].join("\n\n");
}

/** What a page without charts says. */
const NO_CHARTS = "No charts: chart.js is not installed (npm ci --prefix benchmarks).";

/** JSON that cannot end the script it stands in. */
function inlineJson(/** @type {unknown} */ value) {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

/** Draws each chart into its canvas, in the colours of the reader's light or dark system. */
const DRAW_CHARTS = `
const dark = matchMedia("(prefers-color-scheme: dark)").matches;
Chart.defaults.color = dark ? "#96a2b4" : "#5d6878";
Chart.defaults.borderColor = dark ? "#2b3340" : "#d8dde5";
Chart.defaults.font.family = "system-ui, sans-serif";
Chart.defaults.animation = false;
CHARTS.forEach(({ config }, index) => new Chart(document.getElementById("chart" + index), config));
`;

/** The charting library. */
const CHART_LIBRARY = packageFile("chart.js", "dist/chart.umd.min.js");

/**
 * The page. The charting library is copied into it, so that it opens anywhere; without it the page has its tables alone.
 * @param {Results} results
 */
export async function htmlReport(results, file = CHART_LIBRARY) {
  const drawn = existsSync(file);
  const charts = drawn ? chartsOf(results) : [];
  const library = drawn ? await readFile(file, "utf8") : "";
  const canvases = charts.map(
    ({ title, note }, index) =>
      `<h2>${escapeHtml(title)}</h2>\n<p class="dim">${escapeHtml(note)}</p>\n<div class="chart"><canvas id="chart${index}"></canvas></div>`,
  );
  const tables = allTables(results).map(
    ({ title, columns, rows }) =>
      `<h2>${escapeHtml(title)}</h2>\n<div class="scroll">${htmlTable(columns, rows)}</div>`,
  );
  const safeLibrary = library.replace(/\/\/# sourceMappingURL=.*/g, "").replaceAll("</script", "<\\/script");
  return htmlPage({
    title: TITLE,
    body: `<style>.chart { position: relative; height: 26rem; } body { max-width: 90rem; }</style>
<h1>${TITLE}</h1>
${circumstances(results)
  .map((line) => `<p class="dim">${escapeHtml(line)}</p>`)
  .join("\n")}
<p>${LEGEND}</p>
${drawn ? "" : `<p>${NO_CHARTS}</p>`}
${canvases.join("\n")}
${tables.join("\n")}`,
    scripts: drawn
      ? `<script>${safeLibrary}</script>
<script>const CHARTS = ${inlineJson(charts)};${DRAW_CHARTS}</script>`
      : "",
  });
}
