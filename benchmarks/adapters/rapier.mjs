import { packageFile, supportsAll } from "./adapter.mjs";
import { RapierSimulation, initQuietly } from "./rapier_simulation.mjs";

const PACKAGE = "@dimforge/rapier2d-compat";

/** The newest Rapier on npm, without SIMD. @type {import("./adapter.mjs").Adapter} */
export const rapier = {
  name: "rapier",
  title: "rapier2d-compat",
  package: PACKAGE,
  rotation: "angle",
  files: () => [packageFile(PACKAGE, "dist/rapier.mjs")],
  unsupported: supportsAll,

  async load() {
    const { default: module } = await import(PACKAGE);
    await initQuietly(module);
    return { createSimulation: (options) => new RapierSimulation(module, options) };
  },
};
