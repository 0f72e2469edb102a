import { BENCHMARK_SCENES } from "../../scenes/index.mjs";
import { describe, populate } from "../../scenes/scene.mjs";
import { ScreeBuilder } from "../../scenes/scree_builder.mjs";

/** The scenes of the comparison at half size, as demos. @type {import("./demo.mjs").Demo[]} */
export const benchmarkDemos = BENCHMARK_SCENES.map((scene) => ({
  name: `Benchmark: ${scene.name}`,
  about: scene.about,
  view: { x: 0, y: 15, height: 60 },
  options: { gravity: scene.gravity },
  build(scree, world) {
    const description = describe(scene, "half");
    populate(new ScreeBuilder(scree, world), description);
    return { report: () => ({ bodies: description.bodies.length }) };
  },
}));
