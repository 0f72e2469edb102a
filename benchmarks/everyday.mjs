/**
 * Times the kinds of scenes that games are made of: Scree and box2d3-wasm deluxe step them in turn, in one process.
 *
 *   node benchmarks/everyday.mjs [--scenes ragdolls,cars] [--steps 150] [--rounds 1]
 *
 * ratio: Scree's time over Box2D's for all steps but the first; last third: the same for the last third of them. height: the mean of
 * all bodies at the end, for scenes that turn out differently cannot be compared. contacts: pairs that each engine keeps.
 */

import { existsSync } from "node:fs";

import { UsageError, readChoices, readCount, readOptions, runMain } from "../examples/shared/command_line.mjs";
import { markdownTable } from "../examples/shared/table.mjs";
import { READ_STRIDE, packageFile } from "./adapters/adapter.mjs";
import { box2d3Deluxe } from "./adapters/box2d3_deluxe.mjs";
import { EVERYDAY } from "./everyday/scenes.mjs";
import { ScreeWorld, loadBox2d } from "./everyday/worlds.mjs";
import { mean } from "./statistics.mjs";

/** Steps of a scene unless the command line says otherwise. */
const STEPS = 150;

function heightOf(world) {
  const poses = new Float32Array(world.bodies.length * READ_STRIDE);
  world.readAll(poses);
  return mean(world.bodies.map((_, body) => poses[body * READ_STRIDE + 1]));
}

/** Steps both worlds in turn, and keeps in `times` the least time so far of each step but the first (ms). */
function race(worlds, steps, times) {
  worlds.forEach((world) => world.step());
  for (let step = 1; step < steps; step += 1) {
    for (const which of step % 2 ? [0, 1] : [1, 0]) {
      const start = performance.now();
      worlds[which].step();
      times[which][step - 1] = Math.min(times[which][step - 1] ?? Infinity, performance.now() - start);
    }
  }
}

function compare({ name, about, build, gravity = { x: 0, y: -10 } }, makers, steps, rounds) {
  const times = makers.map(() => []);
  let worlds = [];
  for (let round = 0; round < rounds; round += 1) {
    worlds.forEach((world) => world.dispose());
    worlds = makers.map((make) => make({ gravity }));
    worlds.forEach((world) => build(world));
    race(worlds, steps, times);
  }
  const [ours, theirs] = times;
  const late = Math.floor((2 * ours.length) / 3);
  const cells = [
    (mean(ours) / mean(theirs)).toFixed(2),
    (mean(ours.slice(late)) / mean(theirs.slice(late))).toFixed(2),
    ...[ours, theirs].map((list) => mean(list).toFixed(2)),
    ...worlds.map((world) => heightOf(world).toFixed(2)),
    ...worlds.map((world) => String(world.counters().contacts)),
  ];
  worlds.forEach((world) => world.dispose());
  return [name, about, ...cells];
}

const ENGINE = new URL("../dist/index.js", import.meta.url);

const HELP = `What games are made of, in Scree and box2d3-wasm deluxe, step by step in turn.

node benchmarks/everyday.mjs [options]

  --scenes A,B   ${EVERYDAY.map(({ name }) => name).join(", ")}
  --steps N      steps a scene. Left out: ${STEPS}
  --rounds N     runs of a scene, of which the least time of each step counts. Left out: 1
  --help         this`;

/** A message for each thing that is required but missing, which says how to get it. */
function missing() {
  const peer = packageFile(/** @type {string} */ (box2d3Deluxe.package), "package.json");
  return [
    ...(existsSync(ENGINE) ? [] : ['dist/index.js is not there: run "npm run build" first.']),
    ...(existsSync(peer) ? [] : ['box2d3-wasm is not installed: run "npm ci --prefix benchmarks" first.']),
  ];
}

async function main() {
  const values = readOptions(process.argv.slice(2), {
    scenes: { type: "string", multiple: true },
    steps: { type: "string" },
    rounds: { type: "string" },
    help: { type: "boolean", short: "h" },
  });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const steps = readCount("--steps", values.steps) ?? STEPS;
  if (steps < 2) {
    throw new UsageError("--steps takes 2 at least: the first is not timed.");
  }
  const rounds = readCount("--rounds", values.rounds) ?? 1;
  const names = EVERYDAY.map(({ name }) => name);
  const wanted = readChoices("--scenes", values.scenes, names) ?? names;
  if (missing().length > 0) {
    console.error(missing().join("\n"));
    return 1;
  }
  const scree = await import(ENGINE.href);
  const makers = [(options) => new ScreeWorld(scree, options), await loadBox2d()];
  const chosen = EVERYDAY.filter(({ name }) => wanted.includes(name));
  const rows = chosen.map((scene) => compare(scene, makers, steps, rounds));
  const heads = ["ratio", "last third", "ms", "Box2D ms", "height", "Box2D's", "contacts", "Box2D's"];
  const right = heads.map((title) => ({ title, align: /** @type {const} */ ("right") }));
  console.log(markdownTable([{ title: "scene" }, { title: "what" }, ...right], rows));
  return 0;
}

await runMain(main);
