/**
 * What games are made of, in Scree and box2d3-wasm deluxe, step by step in turn in one process.
 *
 *   node benchmarks/everyday.mjs [--scenes ragdolls,cars] [--steps 150]
 *
 * ratio: the time of all steps but the first of Scree over that of Box2D, and of the last third. height: the mean of all bodies at the
 * end, for a scene that goes another way is no comparison. contacts: pairs that each engine keeps.
 */

import * as scree from "../dist/index.js";
import { readChoices, readCount, readOptions, runMain } from "../examples/shared/command_line.mjs";
import { markdownTable } from "../examples/shared/table.mjs";
import { READ_STRIDE } from "./adapters/adapter.mjs";
import { EVERYDAY } from "./everyday/scenes.mjs";
import { ScreeWorld, loadBox2d } from "./everyday/worlds.mjs";
import { mean } from "./statistics.mjs";

function heightOf(world) {
  const poses = new Float32Array(world.bodies.length * READ_STRIDE);
  world.readAll(poses);
  return mean(world.bodies.map((_, body) => poses[body * READ_STRIDE + 1]));
}

/** Times of each step but the first (ms), of both in turn. */
function race(worlds, steps) {
  const times = worlds.map(() => []);
  worlds.forEach((world) => world.step());
  for (let step = 1; step < steps; step += 1) {
    for (const which of step % 2 ? [0, 1] : [1, 0]) {
      const start = performance.now();
      worlds[which].step();
      times[which].push(performance.now() - start);
    }
  }
  return times;
}

function compare({ name, about, build, gravity = { x: 0, y: -10 } }, makers, steps) {
  const worlds = makers.map((make) => make({ gravity }));
  worlds.forEach((world) => build(world));
  const [ours, theirs] = race(worlds, steps);
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

async function main() {
  const values = readOptions(process.argv.slice(2), {
    scenes: { type: "string", multiple: true },
    steps: { type: "string" },
  });
  const steps = readCount("--steps", values.steps) ?? 150;
  const names = EVERYDAY.map(({ name }) => name);
  const wanted = readChoices("--scenes", values.scenes, names) ?? names;
  const makers = [(options) => new ScreeWorld(scree, options), await loadBox2d()];
  const chosen = EVERYDAY.filter(({ name }) => wanted.includes(name));
  const rows = chosen.map((scene) => compare(scene, makers, steps));
  const heads = ["ratio", "last third", "ms", "Box2D ms", "height", "Box2D's", "contacts", "Box2D's"];
  const right = heads.map((title) => ({ title, align: /** @type {const} */ ("right") }));
  console.log(markdownTable([{ title: "scene" }, { title: "what" }, ...right], rows));
  return 0;
}

await runMain(main);
