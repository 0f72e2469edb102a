// node benchmarks/stability.mjs [--engines scree,box2d3-deluxe] [--only stack]
// What stands and what recovers, with sleep off, engine beside engine. Needs `npm run build`, and `npm ci` in benchmarks/.
// Minutes; a table on standard output, as in docs/stability.md.
import { TIME_STEP } from "../examples/scenes/scene.mjs";
import { STABILITY_SCENES } from "../examples/scenes/stability.mjs";
import { readChoices, readOptions, runMain } from "../examples/shared/command_line.mjs";
import { READ_STRIDE } from "./adapters/adapter.mjs";
import { ADAPTERS } from "./adapters/index.mjs";

/**
 * @param {import("./adapters/adapter.mjs").Engine} engine
 * @param {import("../examples/scenes/stability.mjs").StabilityScene} scene
 */
function judge(engine, scene) {
  const simulation = engine.createSimulation({ gravity: scene.gravity ?? { x: 0, y: -10 } });
  let count = 0;
  scene.build({
    createBody: (def) => ((count += 1), simulation.createBody(def)),
    addShape: (body, shape, material) => simulation.addShape(body, shape, material),
    addRevolute: (def) => simulation.addRevolute(def),
    addDistance: (def) => simulation.addDistance(def),
  });
  const start = new Float32Array(count * READ_STRIDE);
  simulation.readAll(start);
  const now = start.slice();
  let settled = start;
  let before = start.slice();
  const steps = Math.round(scene.seconds / TIME_STEP);
  let fastest = 0;
  let fell = 0;
  for (let step = 1; step <= steps && fell === 0; step += 1) {
    simulation.step();
    simulation.readAll(now);
    fastest = Math.max(fastest, farthest(before, now) / TIME_STEP);
    before.set(now);
    if (!(farthest(start, now) <= scene.fallen)) {
      fell = step * TIME_STEP;
    }
    if (step === Math.round(steps / 3)) {
      settled = now.slice();
    }
  }
  const moved = farthest(start, now);
  const drift = farthest(settled, now);
  simulation.dispose();
  return { fell, moved, drift, fastest };
}

/** The farthest that a body's origin is from where it was (m). */
function farthest(/** @type {Float32Array} */ from, /** @type {Float32Array} */ to) {
  let most = 0;
  for (let at = 0; at < from.length; at += READ_STRIDE) {
    const distance = Math.hypot(to[at] - from[at], to[at + 1] - from[at + 1]);
    most = distance <= most ? most : distance;
  }
  return most;
}

async function main() {
  const values = readOptions(process.argv.slice(2), {
    engines: { type: "string", multiple: true },
    only: { type: "string" },
  });
  const names = ADAPTERS.map(({ name }) => name);
  const wanted = readChoices("--engines", values.engines, names) ?? ["scree", "box2d3-deluxe"];
  const only = new RegExp(values.only ?? "");
  const engines = [];
  for (const adapter of ADAPTERS.filter(({ name }) => wanted.includes(name))) {
    engines.push({ title: adapter.title, engine: await adapter.load() });
  }
  const header = ["scene", "s", ...engines.map(({ title }) => title)];
  console.log(`| ${header.join(" | ")} |`);
  console.log(`| ${header.map((_, i) => (i === 1 ? "-:" : "---")).join(" | ")} |`);
  for (const scene of STABILITY_SCENES.filter(({ name }) => only.test(name))) {
    const cells = engines.map(({ engine }) => {
      const { fell, moved, drift, fastest } = judge(engine, scene);
      if (fell > 0) {
        return `falls after ${fell.toFixed(1)} s`;
      }
      return scene.fallen === Infinity
        ? `fastest ${fastest.toFixed(2)} m/s, moves ${moved.toFixed(2)} m`
        : `stands; gives ${moved.toFixed(3)} m, drifts ${drift.toFixed(4)} m`;
    });
    console.log(`| ${[scene.name, scene.seconds, ...cells].join(" | ")} |`);
  }
  return 0;
}

await runMain(main);
