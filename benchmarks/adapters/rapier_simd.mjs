import { packageFile, supportsAll } from "./adapter.mjs";
import { RapierSimulation, initQuietly } from "./rapier_simulation.mjs";

const PACKAGE = "@dimforge/rapier2d-simd-compat";

/** Rapier in Rust with SIMD: the newest such build on npm is 0.19.3. @type {import("./adapter.mjs").Adapter} */
export const rapierSimd = {
  name: "rapier-simd",
  title: "rapier2d-simd-compat",
  package: PACKAGE,
  rotation: "angle",
  files: () => [packageFile(PACKAGE, "rapier.mjs")],
  unsupported: supportsAll,

  async load() {
    const { default: rapier } = await import(PACKAGE);
    await initQuietly(rapier);
    return { createSimulation: (options) => new RapierSimulation(rapier, options) };
  },
};
