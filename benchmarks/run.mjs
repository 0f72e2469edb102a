/** The comparison: runs every engine on every scene, each run in its own process, and writes the report. */

import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import cliProgress from "cli-progress";

import { runMain } from "../examples/shared/command_line.mjs";
import { textTable } from "../examples/shared/table.mjs";
import { HELP, listChoices, parseBenchmarkArguments } from "./arguments.mjs";
import { readEnvironment } from "./environment.mjs";
import { htmlReport, markdownReport } from "./page.mjs";
import { failuresOf } from "./summary.mjs";
import { LEGEND, goalTable, ratioTable } from "./tables.mjs";
import { describeTask, listTasks, runTask } from "./tasks.mjs";

/** Where the reports of runs in Node and in a browser go. */
const OUTPUT = new URL("../out/bench/", import.meta.url);
const BROWSER_OUTPUT = new URL("../out/bench_browser/", import.meta.url);

/** A progress bar for all runs on a terminal; a line for each run elsewhere. */
function makeProgress(/** @type {number} */ total) {
  if (!process.stderr.isTTY) {
    let done = 0;
    return {
      begin: () => {},
      step: () => {},
      end: (/** @type {string} */ name, /** @type {string} */ outcome) => {
        done += 1;
        process.stderr.write(`${done}/${total} ${name}: ${outcome}\n`);
      },
      stop: () => {},
    };
  }
  const format = "{bar} {value}/{total} runs  {duration_formatted}  {what}";
  const bar = new cliProgress.SingleBar({ format, hideCursor: true, clearOnComplete: true, stream: process.stderr });
  bar.start(total, 0, { what: "" });
  return {
    begin: (/** @type {string} */ name) => bar.update({ what: name }),
    step: (/** @type {string} */ name, /** @type {number} */ step, /** @type {number} */ steps) =>
      bar.update({ what: `${name} ${step}/${steps}` }),
    end: () => bar.increment(),
    stop: () => bar.stop(),
  };
}

/** Times to the tenth of a microsecond: more would only make the file large. */
function roundTimes(/** @type {any} */ result) {
  return result.times ? { ...result, times: result.times.map((time) => Number(time.toFixed(4))) } : result;
}

/** Runs all tasks one after the other. @returns {Promise<import("./summary.mjs").Results>} */
async function runAll(/** @type {import("./arguments.mjs").BenchmarkOptions} */ options) {
  const tasks = listTasks(options);
  // Loaded only when asked for: runs in Node need no browser driver.
  const browser = options.browser ? await (await import("./browser/browser.mjs")).openBrowser() : null;
  /** @type {import("./summary.mjs").Results} */
  const results = {
    environment: {
      ...readEnvironment(options.engines),
      ...(browser ? { browser: `Chromium ${browser.version}` } : {}),
    },
    options,
    scenes: [],
    costs: [],
    growth: [],
    asleep: [],
  };
  const lists = { scene: results.scenes, costs: results.costs, growth: results.growth, asleep: results.asleep };
  const progress = makeProgress(tasks.length);
  for (const task of tasks) {
    const name = describeTask(task);
    progress.begin(name);
    const outcome = await (browser ? browser.run(task) : runTask(task, (...step) => progress.step(name, ...step)));
    const { kind, ...identity } = task;
    const figures = outcome.status === "done" ? roundTimes(outcome.result) : { reason: outcome.reason };
    lists[kind].push(/** @type {any} */ ({ ...identity, status: outcome.status, ...figures }));
    progress.end(name, outcome.status === "done" ? "done" : `${outcome.status}: ${outcome.reason}`);
  }
  progress.stop();
  browser?.close();
  return results;
}

/** Writes the results under a name of their own and as the latest, and the latest report. */
async function writeReport(/** @type {URL} */ output, /** @type {import("./summary.mjs").Results} */ results) {
  await mkdir(output, { recursive: true });
  const stamp = results.environment.date.replace(/[:.]/g, "-").slice(0, 19);
  const json = `${JSON.stringify(results)}\n`;
  await writeFile(new URL(`${stamp}.json`, output), json);
  await writeFile(new URL("results.json", output), json);
  await writeFile(new URL("results.md", output), markdownReport(results));
  await writeFile(new URL("index.html", output), await htmlReport(results));
}

async function main() {
  const options = parseBenchmarkArguments(process.argv.slice(2));
  if (options.help || options.list) {
    console.log(options.help ? HELP : listChoices());
    return 0;
  }
  const results = await runAll(options);
  const output = options.browser ? BROWSER_OUTPUT : OUTPUT;
  for (const { title, columns, rows } of [
    ...(options.parts.includes("steps") ? [ratioTable(results)] : []),
    goalTable(results),
  ]) {
    if (rows.length > 0) {
      console.log(`\n${title}\n${textTable(columns, rows)}`);
    }
  }
  console.log(`\n${LEGEND}`);
  await writeReport(output, results);
  console.log(`Report: ${fileURLToPath(new URL("index.html", output))}`);
  const { lines, own } = failuresOf(results);
  lines.forEach((line) => console.error(line));
  return own ? 1 : 0;
}

await runMain(main);
