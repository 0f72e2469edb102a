// node benchmarks/card_houses.mjs
// How many of thirty houses of cards (examples/scenes/stability.mjs) with cards 0.1 mm off still stand after 8 s, as they are built,
// mirrored, and built from the other end, in Scree and in box2d3-wasm. One house alone stands or falls by rounding.
import * as scree from "../dist/index.js";
import { makeRandom } from "../examples/scenes/random.mjs";
import { Recorder } from "../examples/scenes/scene.mjs";
import { cardHouse } from "../examples/scenes/stability.mjs";
import { box2d3Deluxe } from "./adapters/box2d3_deluxe.mjs";
import { ScreeSimulation } from "./adapters/scree_simulation.mjs";

const HOUSES = 30;
const OFF = 1e-4;
const STEPS = 480;

const recorder = new Recorder();
cardHouse.build(recorder);
const [ground, ...cards] = recorder.description.bodies;

/** @param {import("./adapters/adapter.mjs").Simulation} simulation */
function stands(simulation, /** @type {typeof cards} */ house) {
  for (const { shapes, ...body } of [ground, ...house]) {
    const index = simulation.createBody(body);
    for (const { shape, material } of shapes) simulation.addShape(index, shape, material);
  }
  const poses = new Float64Array(4 * (house.length + 1));
  for (let step = 0; step < STEPS; step += 1) simulation.step();
  simulation.readAll(poses);
  simulation.dispose();
  return house.every(({ x, y }, i) => Math.hypot(poses[4 * i + 4] - x, poses[4 * i + 5] - y) < cardHouse.fallen);
}

const box2d = await box2d3Deluxe.load();
const gravity = { x: 0, y: -10 };
for (const way of ["as built", "mirrored", "from the other end"]) {
  const standing = [0, 0];
  for (let seed = 1; seed <= HOUSES; seed += 1) {
    const random = makeRandom(seed);
    const off = () => OFF * (2 * random() - 1);
    const side = way === "mirrored" ? -1 : 1;
    const house = cards.map((card) => ({
      ...card,
      x: side * (card.x + off()),
      y: card.y + off(),
      angle: side * card.angle,
    }));
    if (way === "from the other end") house.reverse();
    standing[0] += Number(stands(new ScreeSimulation(scree, { gravity }), house));
    standing[1] += Number(stands(box2d.createSimulation({ gravity }), house));
  }
  console.log(`${way}: Scree ${standing[0]}, box2d3-wasm ${standing[1]} of ${HOUSES}`);
}
