// node benchmarks/card_houses.mjs
// How many of thirty houses of cards (examples/scenes/stability.mjs), each card up to 0.1 mm out of place, stand for 8 s: as built,
// mirrored, and built from the other end, in Scree and in box2d3-wasm. Whether a single house stands is a matter of rounding.
import { CARD_HOUSE_WAYS, jitteredCardHouse } from "../examples/scenes/stability.mjs";
import { box2d3Deluxe } from "./adapters/box2d3_deluxe.mjs";
import { scree } from "./adapters/scree.mjs";
import { judge } from "./standing.mjs";

const HOUSES = 30;

const engines = await Promise.all([scree.load(), box2d3Deluxe.load()]);
for (const way of CARD_HOUSE_WAYS) {
  const houses = Array.from({ length: HOUSES }, (_, index) => jitteredCardHouse(index + 1, way));
  const [ours, theirs] = engines.map((engine) => houses.filter((house) => judge(engine, house).fell === 0).length);
  console.log(`${way}: Scree ${ours}, box2d3-wasm ${theirs} of ${HOUSES}`);
}
