// node benchmarks/landings.mjs
// How far a box that falls flat, without restitution, comes to rest beside the place above which it was let go, and how far it turns on
// the way: the worst of eleven heights from 0.5 to 3 m, in Scree and in box2d3-wasm.
import { World, box } from "../dist/index.js";
import { box2d3Deluxe } from "./adapters/box2d3_deluxe.mjs";

const HEIGHTS = Array.from({ length: 11 }, (_, index) => 0.5 + 0.25 * index);
const STEPS = 300;

/** @typedef {{ x: number, angle: number }} Place @typedef {{ width: number, height: number, friction: number }} Fall */

function inScree(/** @type {Fall} */ { width, height, friction }, /** @type {number} */ above) {
  const world = new World({ sleeping: false });
  world.createBody({ position: { x: 0, y: -5 }, shape: box(100, 10), friction });
  const position = { x: 0, y: above + height / 2 };
  const body = world.createBody({ type: "dynamic", position, shape: box(width, height), friction });
  const places = Array.from({ length: STEPS }, () => {
    world.step();
    return { x: body.x, angle: body.angle };
  });
  world.dispose();
  return places;
}

function inBox2d(/** @type {Fall} */ { width, height, friction }, /** @type {number} */ above) {
  const simulation = engine.createSimulation({ gravity: { x: 0, y: -10 } });
  const kind = "box";
  simulation.addShape(
    simulation.createBody({ type: "static", x: 0, y: -5 }),
    { kind, width: 100, height: 10 },
    { friction },
  );
  const body = simulation.createBody({ type: "dynamic", x: 0, y: above + height / 2 });
  simulation.addShape(body, { kind, width, height }, { friction });
  const out = new Float64Array(8);
  const places = Array.from({ length: STEPS }, () => {
    simulation.step();
    simulation.readAll(out);
    return { x: out[4], angle: Math.atan2(out[7], out[6]) };
  });
  simulation.dispose();
  return places;
}

/** @param {(fall: Fall, above: number) => Place[]} fallIn */
function worst(fallIn, /** @type {Fall} */ fall) {
  const all = HEIGHTS.map((above) => fallIn(fall, above));
  const drift = Math.max(...all.map((places) => Math.abs(places[STEPS - 1].x)));
  const turn = Math.max(...all.flatMap((places) => places.map(({ angle }) => Math.abs(angle))));
  return `${(1e3 * drift).toFixed(2)} mm, ${(1e3 * turn).toFixed(1)} mrad`;
}

const engine = await box2d3Deluxe.load();
for (const [width, height] of [
  [1, 1],
  [2, 0.5],
]) {
  for (const friction of [0.3, 0.6]) {
    const fall = { width, height, friction };
    console.log(
      `${width} × ${height} m, friction ${friction}: ${worst(inScree, fall)}; box2d3-wasm ${worst(inBox2d, fall)}`,
    );
  }
}
