/**
 * What games are made of, in Scree and box2d3-wasm deluxe, step by step in turn in one process.
 *
 *   node benchmarks/everyday.mjs [--scenes ragdolls,cars] [--steps 150]
 *
 * ratio: the time of all steps but the first of Scree over that of Box2D, and of the last third. height: the mean of all bodies at the
 * end, for a scene that goes another way is no comparison. contacts: pairs that each engine keeps.
 */

import * as scree from "../dist/index.js";
import { readCount, readOptions, runMain } from "../examples/shared/command_line.mjs";
import { markdownTable } from "../examples/shared/table.mjs";
import { READ_STRIDE } from "./adapters/adapter.mjs";
import { EVERYDAY } from "./everyday/scenes.mjs";
import { ScreeWorld, loadBox2d } from "./everyday/worlds.mjs";

function heightOf(world) {
  const count = world.bodies.length;
  const poses = new Float32Array(count * READ_STRIDE);
  world.readAll(poses);
  let sum = 0;
  for (let body = 0; body < count; body += 1) {
    sum += poses[body * READ_STRIDE + 1];
  }
  return sum / count;
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

const sum = (list) => list.reduce((total, value) => total + value, 0);

function compare({ name, about, build, gravity = { x: 0, y: -10 } }, makers, steps) {
  const worlds = makers.map((make) => make({ gravity }));
  worlds.forEach((world) => build(world));
  const [ours, theirs] = race(worlds, steps);
  const late = Math.floor((2 * ours.length) / 3);
  const cells = [
    (sum(ours) / sum(theirs)).toFixed(2),
    (sum(ours.slice(late)) / sum(theirs.slice(late))).toFixed(2),
    ...[ours, theirs].map((list) => (sum(list) / list.length).toFixed(2)),
    ...worlds.map((world) => heightOf(world).toFixed(2)),
    ...worlds.map((world) => String(world.counters().contacts)),
  ];
  worlds.forEach((world) => world.dispose());
  return [name, about, ...cells];
}

async function main() {
  const values = readOptions(process.argv.slice(2), { scenes: { type: "string" }, steps: { type: "string" } });
  const steps = readCount("--steps", values.steps) ?? 150;
  const names = values.scenes?.split(",") ?? EVERYDAY.map(({ name }) => name);
  const unknown = names.find((name) => EVERYDAY.every((scene) => scene.name !== name));
  if (unknown !== undefined) {
    console.error(`--scenes: no ${unknown}; there are ${EVERYDAY.map(({ name }) => name).join(", ")}.`);
    return 2;
  }
  const makers = [(options) => new ScreeWorld(scree, options), await loadBox2d()];
  const chosen = EVERYDAY.filter(({ name }) => names.includes(name));
  const rows = chosen.map((scene) => compare(scene, makers, steps));
  const heads = ["ratio", "last third", "ms", "Box2D ms", "height", "Box2D's", "contacts", "Box2D's"];
  const right = heads.map((title) => ({ title, align: /** @type {const} */ ("right") }));
  console.log(markdownTable([{ title: "scene" }, { title: "what" }, ...right], rows));
  return 0;
}

await runMain(main);
