/** The demo: simulates scenes, judges the outcome, prints a table and draws the final states. */

import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";

import cliProgress from "cli-progress";

import { verdictOf } from "../scenes/checks.mjs";
import { runMain } from "../shared/command_line.mjs";
import { BACKEND_FILES, HELP, listScenes, parseDemoArguments } from "./arguments.mjs";
import { drawScene } from "./picture.mjs";
import { demoPage, terminalTable } from "./report.mjs";
import { simulate } from "./simulate.mjs";

const ROOT = new URL("../../", import.meta.url);
const OUTPUT = new URL("out/demo/", ROOT);

/** The least time between two redraws of a bar (ms). */
const REDRAW_INTERVAL = 50;

/** The engine as built. @param {keyof typeof BACKEND_FILES} backend */
async function loadEngine(backend) {
  const file = new URL(`dist/${BACKEND_FILES[backend]}`, ROOT);
  if (!existsSync(file)) {
    throw new Error(`dist/${BACKEND_FILES[backend]} is not there: run "npm run build" first.`);
  }
  return import(file.href);
}

/** A bar for a scene on a terminal; a line for a scene elsewhere. */
function makeProgress(/** @type {string} */ name, /** @type {number} */ steps) {
  if (!process.stderr.isTTY) {
    process.stderr.write(`${name}: ${steps} steps\n`);
    return { update: () => {}, stop: () => {} };
  }
  const format = `${name.padEnd(14)} {bar} {percentage} %  {value}/{total} steps  {eta_formatted} to go`;
  const bar = new cliProgress.SingleBar({ format, clearOnComplete: true, hideCursor: true, stream: process.stderr });
  bar.start(steps, 0);
  let drawn = 0;
  return {
    update(/** @type {number} */ step) {
      const now = performance.now();
      if (now - drawn > REDRAW_INTERVAL || step === steps) {
        drawn = now;
        bar.update(step);
        bar.render();
      }
    },
    stop: () => bar.stop(),
  };
}

async function main() {
  const options = parseDemoArguments(process.argv.slice(2));
  if (options.help || options.list) {
    console.log(options.help ? HELP : listScenes());
    return 0;
  }
  const scree = await loadEngine(options.backend);
  await mkdir(OUTPUT, { recursive: true });

  const results = [];
  for (const scene of options.scenes) {
    const steps = options.steps ?? scene.steps;
    const progress = makeProgress(scene.name, steps);
    const result = simulate(scree, scene, { ...options, steps, onStep: progress.update });
    progress.stop();
    await writeFile(new URL(`${scene.name}.svg`, OUTPUT), drawScene(result));
    results.push(result);
  }

  const machine = `${cpus()[0]?.model.trim() ?? process.arch}, Node ${process.versions.node}`;
  const page = new URL("index.html", OUTPUT);
  await writeFile(page, demoPage(results, { backend: options.backend, machine }));
  console.log(terminalTable(results));
  console.log(`\nPictures: ${fileURLToPath(page)}`);
  const failed = results.filter(({ checks }) => verdictOf(checks) === "fails").map(({ scene }) => scene.name);
  const open = results.filter(({ checks }) => verdictOf(checks) === "not judged").map(({ scene }) => scene);
  if (open.length > 0) {
    const made = open.map(({ name, steps }) => `${name} (${steps})`).join(", ");
    console.error(`The proof is not judged where it is made for another number of steps: ${made}.`);
  }
  if (failed.length > 0) {
    console.error(`The proof of a right answer fails in ${failed.join(", ")}.`);
  }
  return failed.length === 0 ? 0 : 1;
}

await runMain(main);
