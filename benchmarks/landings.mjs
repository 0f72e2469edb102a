// node benchmarks/landings.mjs
// A box falls flat, with and without restitution: how far it comes to rest from the place it was released above, and how far it
// turns on the way. The worst of eleven heights from 0.5 to 3 m, in Scree and in box2d3-wasm.
import { readPoses } from "./adapters/adapter.mjs";
import { box2d3Deluxe } from "./adapters/box2d3_deluxe.mjs";
import { scree } from "./adapters/scree.mjs";

const HEIGHTS = Array.from({ length: 11 }, (_, index) => 0.5 + 0.25 * index);
const STEPS = 300;

/** @typedef {{ width: number, height: number, friction: number, restitution: number }} Fall */

/** Where the box comes to rest, and its largest turn. @param {import("./adapters/adapter.mjs").Engine} engine */
function land(engine, /** @type {Fall} */ { width, height, ...material }, /** @type {number} */ above) {
  const simulation = engine.createSimulation({ gravity: { x: 0, y: -10 } });
  const ground = simulation.createBody({ type: "static", x: 0, y: -5 });
  simulation.addShape(ground, { kind: "box", width: 100, height: 10 }, material);
  const body = simulation.createBody({ type: "dynamic", x: 0, y: above + height / 2 });
  simulation.addShape(body, { kind: "box", width, height }, material);
  let x = 0;
  let turn = 0;
  for (let step = 0; step < STEPS; step += 1) {
    simulation.step();
    const [, , , atX, , angle] = readPoses(simulation, "cosSin", 2);
    x = atX;
    turn = Math.max(turn, Math.abs(angle));
  }
  simulation.dispose();
  return { x, turn };
}

/** @param {import("./adapters/adapter.mjs").Engine} engine */
function worst(engine, /** @type {Fall} */ fall) {
  const landings = HEIGHTS.map((above) => land(engine, fall, above));
  const drift = Math.max(...landings.map(({ x }) => Math.abs(x)));
  const turn = Math.max(...landings.map((landing) => landing.turn));
  return `${(1e3 * drift).toFixed(2)} mm, ${(1e3 * turn).toFixed(1)} mrad`;
}

const engines = await Promise.all([scree.load(), box2d3Deluxe.load()]);
for (const [width, height, friction, restitution] of [
  [1, 1, 0.3, 0],
  [1, 1, 0.6, 0],
  [2, 0.5, 0.3, 0],
  [2, 0.5, 0.6, 0],
  [1, 1, 0.6, 0.3],
]) {
  const [ours, theirs] = engines.map((engine) => worst(engine, { width, height, friction, restitution }));
  console.log(
    `${width} × ${height} m, friction ${friction}, restitution ${restitution}: ${ours}; box2d3-wasm ${theirs}`,
  );
}
