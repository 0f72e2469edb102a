// node benchmarks/second_ends.mjs
// How high bars without restitution hop when they fall, in Scree and in box2d3-wasm: bars in one piece on one floor, and bars whose
// ends land with a contact each, because they are made of parts, or the floor of tiles, or both. Prints the mean of 150 falls, and
// how many hop over 5 cm higher than the bar in one piece on one floor in the same engine.
import { makeRandom } from "../examples/scenes/random.mjs";
import { readPoses } from "./adapters/adapter.mjs";
import { box2d3Deluxe } from "./adapters/box2d3_deluxe.mjs";
import { scree } from "./adapters/scree.mjs";

const FALLS = 150;
const STEPS = 120;
const FAR = 0.05;

/** @typedef {{ x: number, angle: number, vy: number, omega: number, friction: number }} Fall */
/** @typedef {{ length: number, height: number, parts: number, tile: number }} Bar */

/** How far the bar's centre rises from its lowest point. @param {import("./adapters/adapter.mjs").Engine} engine */
function hop(engine, /** @type {Bar} */ { length, height, parts, tile }, /** @type {Fall} */ { friction, ...fall }) {
  const simulation = engine.createSimulation({ gravity: { x: 0, y: -10 } });
  let ground = 0;
  for (let x = -12; x < 12; x += tile, ground += 1) {
    const body = simulation.createBody({ type: "static", x: x + tile / 2, y: -1 });
    simulation.addShape(body, { kind: "box", width: tile, height: 2 }, { friction });
  }
  const body = simulation.createBody({ type: "dynamic", y: 2.5, ...fall });
  for (let part = 0; part < parts; part += 1) {
    const width = length / parts;
    simulation.addShape(body, { kind: "box", width, height, x: (part + 0.5) * width - length / 2 }, { friction });
  }
  let lowest = Infinity;
  let highest = 0;
  for (let step = 0; step < STEPS; step += 1) {
    simulation.step();
    const y = readPoses(simulation, "cosSin", ground + 1)[3 * ground + 1] ?? 0;
    lowest = Math.min(lowest, y);
    highest = Math.max(highest, y - lowest);
  }
  simulation.dispose();
  return highest;
}

const random = makeRandom(7);
/** @type {Fall[]} */
const falls = Array.from({ length: FALLS }, (_, index) => ({
  x: random(),
  angle: 2 * Math.PI * random(),
  vy: -6 * random(),
  omega: 4 * random() - 2,
  friction: [0.2, 0.6, 1][index % 3] ?? 1,
}));
const engines = await Promise.all([scree.load(), box2d3Deluxe.load()]);
for (const [length, height] of /** @type {const} */ ([
  [1, 0.5],
  [1, 1],
  [2, 0.5],
])) {
  const whole = engines.map((engine) => falls.map((fall) => hop(engine, { length, height, parts: 1, tile: 24 }, fall)));
  for (const [parts, tile] of /** @type {const} */ ([
    [1, 24],
    [2, 24],
    [4, 24],
    [1, 1],
    [2, 1],
  ])) {
    const cells = engines.map((engine, which) => {
      const all = falls.map((fall) => hop(engine, { length, height, parts, tile }, fall));
      const mean = all.reduce((sum, one) => sum + one, 0) / FALLS;
      const far = all.filter((one, index) => one > (whole[which]?.[index] ?? 0) + FAR).length;
      return `${(1e3 * mean).toFixed(0)} mm, ${far}`;
    });
    console.log(`${length} × ${height} m in ${parts} on tiles of ${tile} m: ${cells.join("; box2d3-wasm ")}`);
  }
}
