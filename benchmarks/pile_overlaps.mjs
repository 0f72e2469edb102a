// node benchmarks/pile_overlaps.mjs
// How the overlaps of the pile (examples/scenes/pile.mjs) vary with the places its circles start from: nine piles of full size and
// twenty of half size in Scree and in box2d3-wasm, the first of them as in the scene. Takes minutes.
import { buildPile, pile } from "../examples/scenes/pile.mjs";
import { box2d3Deluxe } from "./adapters/box2d3_deluxe.mjs";
import { scree } from "./adapters/scree.mjs";
import { measureScene } from "./measure.mjs";

const SIZES = /** @type {const} */ ([
  ["full", 100, 9],
  ["half", 50, 20],
]);

for (const [size, side, piles] of SIZES) {
  for (const adapter of [scree, box2d3Deluxe]) {
    const runs = [];
    for (let seed = 1; seed <= piles; seed += 1) {
      const build = (/** @type {any} */ builder) => buildPile(builder, { columns: side, rows: side, seed });
      runs.push(await measureScene(adapter, { ...pile, build }, { size, steps: pile.steps, limit: Infinity }));
    }
    for (const name of ["mean overlap", "worst overlap"]) {
      const values = runs.map(({ checks }) => checks.find((check) => check.name === name)?.value ?? Number.NaN);
      console.log(`${size}, ${adapter.title}, ${name}: ${values.map((value) => value.toFixed(4)).join(" ")} m`);
    }
  }
}
