// node benchmarks/pile_overlaps.mjs
// How the overlaps of the pile (examples/scenes/pile.mjs) scatter with the places its circles start from: nine piles in Scree and in
// box2d3-wasm, the first as the scene has it. Minutes.
import { buildPile, pile } from "../examples/scenes/pile.mjs";
import { box2d3Deluxe } from "./adapters/box2d3_deluxe.mjs";
import { scree } from "./adapters/scree.mjs";
import { measureScene } from "./measure.mjs";

const PILES = 9;

for (const adapter of [scree, box2d3Deluxe]) {
  const runs = [];
  for (let seed = 1; seed <= PILES; seed += 1) {
    const build = (/** @type {any} */ builder) => buildPile(builder, { columns: 100, rows: 100, seed });
    runs.push(await measureScene(adapter, { ...pile, build }, { size: "full", steps: pile.steps, limit: Infinity }));
  }
  for (const name of ["mean overlap", "worst overlap"]) {
    const values = runs.map(({ checks }) => checks.find((check) => check.name === name)?.value ?? Number.NaN);
    console.log(`${adapter.title}, ${name}: ${values.map((value) => value.toFixed(4)).join(" ")} m`);
  }
}
