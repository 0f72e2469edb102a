// node benchmarks/sinking.mjs
// How deep a box of 1 m that falls flat on a static box sinks into it at worst, and for how many steps it is deeper than 1 cm: the
// worst of twenty heights, so that it lands early and late in a step, in Scree and in box2d3-wasm.
import { readPoses } from "./adapters/adapter.mjs";
import { box2d3Deluxe } from "./adapters/box2d3_deluxe.mjs";
import { scree } from "./adapters/scree.mjs";

const HEIGHTS = 20;
const STEPS = 60;

/** @param {import("./adapters/adapter.mjs").Engine} engine */
function fall(engine, /** @type {number} */ speed, /** @type {number} */ above) {
  const simulation = engine.createSimulation({ gravity: { x: 0, y: -10 } });
  const ground = simulation.createBody({ type: "static", x: 0, y: -0.5 });
  simulation.addShape(ground, { kind: "box", width: 40, height: 1 });
  const body = simulation.createBody({ type: "dynamic", x: 0, y: 0.5 + above, vy: -speed });
  simulation.addShape(body, { kind: "box", width: 1, height: 1 });
  let depth = 0;
  let steps = 0;
  for (let step = 0; step < STEPS; step += 1) {
    simulation.step();
    const sunk = 0.5 - readPoses(simulation, "cosSin", 2)[4];
    depth = Math.max(depth, sunk);
    steps += Number(sunk > 0.01);
  }
  simulation.dispose();
  return { depth, steps };
}

/** @param {import("./adapters/adapter.mjs").Engine} engine */
function worst(engine, /** @type {number} */ speed) {
  const falls = Array.from({ length: HEIGHTS }, (_, k) => fall(engine, speed, 0.3 + ((k / HEIGHTS) * speed) / 60));
  const depth = Math.max(...falls.map((one) => one.depth));
  return `${(1e3 * depth).toFixed(0)} mm, ${Math.max(...falls.map((one) => one.steps))} steps`;
}

const engines = await Promise.all([scree.load(), box2d3Deluxe.load()]);
for (const speed of [2, 5, 10, 14, 20]) {
  const [ours, theirs] = engines.map((engine) => worst(engine, speed));
  console.log(`${speed} m/s: ${ours}; box2d3-wasm ${theirs}`);
}
