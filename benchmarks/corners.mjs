// node benchmarks/corners.mjs
// How high boxes without restitution hop that fall on a corner at 2 m/s from 1.8 m, in Scree and in box2d3-wasm: the mean and the
// worst of 14 angles from 0.1 to 1.4 rad. They should not at all.
import { readPoses } from "./adapters/adapter.mjs";
import { box2d3Deluxe } from "./adapters/box2d3_deluxe.mjs";
import { scree } from "./adapters/scree.mjs";

const ANGLES = Array.from({ length: 14 }, (_, index) => 0.1 * (index + 1));
/** Nearer to the floor than this it has landed (m). */
const LANDED = 0.002;
const STEPS = 90;

/** @typedef {{ width: number, height: number, friction: number }} Body */

/** How high the lowest corner comes after it has landed. @param {import("./adapters/adapter.mjs").Engine} engine */
function hop(engine, /** @type {Body} */ { width, height, friction }, /** @type {number} */ angle) {
  const simulation = engine.createSimulation({ gravity: { x: 0, y: -10 } });
  const floor = simulation.createBody({ type: "static", x: 0, y: -1 });
  simulation.addShape(floor, { kind: "box", width: 40, height: 2 }, { friction });
  const body = simulation.createBody({ type: "dynamic", x: 0, y: 1.8, angle, vy: -2 });
  simulation.addShape(body, { kind: "box", width, height }, { friction });
  let landed = false;
  let highest = 0;
  for (let step = 0; step < STEPS; step += 1) {
    simulation.step();
    const [, , , , y = 0, turn = 0] = readPoses(simulation, "cosSin", 2);
    const gap = y - (Math.abs(Math.cos(turn)) * height + Math.abs(Math.sin(turn)) * width) / 2;
    landed ||= gap < LANDED;
    highest = landed ? Math.max(highest, gap) : 0;
  }
  simulation.dispose();
  return highest;
}

/** @param {import("./adapters/adapter.mjs").Engine} engine */
function hops(engine, /** @type {Body} */ body) {
  const all = ANGLES.map((angle) => 1e3 * hop(engine, body, angle));
  const mean = all.reduce((sum, one) => sum + one, 0) / all.length;
  return `mean ${mean.toFixed(1)}, worst ${Math.max(...all).toFixed(1)} mm`;
}

const engines = await Promise.all([scree.load(), box2d3Deluxe.load()]);
for (const [width, height] of /** @type {const} */ ([
  [2, 0.2],
  [1, 1],
  [1, 0.4],
])) {
  for (const friction of [0.3, 0.6, 2]) {
    const [ours, theirs] = engines.map((engine) => hops(engine, { width, height, friction }));
    console.log(`${width} × ${height} m, friction ${friction}: ${ours}; box2d3-wasm ${theirs}`);
  }
}
