import { BENCHMARK_SCENES } from "../../scenes/index.mjs";
import { describe, populate } from "../../scenes/scene.mjs";
import { ScreeBuilder } from "../../scenes/scree_builder.mjs";

/** A view of all that the picture of a scene shows. @returns {import("./demo.mjs").View} */
function whole(/** @type {{ minX: number, minY: number, maxX: number, maxY: number }} */ { minX, minY, maxX, maxY }) {
  return { x: (minX + maxX) / 2, y: (minY + maxY) / 2, height: maxY - minY, width: maxX - minX };
}

/** The scenes of the comparison at half size, as demos. @type {import("./demo.mjs").Demo[]} */
export const benchmarkDemos = BENCHMARK_SCENES.map((scene) => ({
  name: `Benchmark: ${scene.name}`,
  about: `${scene.about("half")} Half of the published size along each axis.`,
  view: whole(scene.bounds("half")),
  options: { gravity: scene.gravity },
  build(scree, world) {
    const description = describe(scene, "half");
    populate(new ScreeBuilder(scree, world), description);
    return { report: () => ({ bodies: description.bodies.length }) };
  },
}));
