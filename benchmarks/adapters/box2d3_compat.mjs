import { packageFile, supportsAll } from "./adapter.mjs";
import { Box2dSimulation } from "./box2d3_simulation.mjs";

const PACKAGE = "box2d3-wasm";
const MODULE = packageFile(PACKAGE, "build/dist/es/compat/Box2D.compat.mjs");

/** Box2D 3 in C, compiled without SIMD: what a page without cross-origin isolation gets. @type {import("./adapter.mjs").Adapter} */
export const box2d3Compat = {
  name: "box2d3-compat",
  title: "box2d3-wasm compat",
  package: PACKAGE,
  rotation: "cosSin",
  files: () => [MODULE, packageFile(PACKAGE, "build/dist/es/compat/Box2D.compat.wasm")],
  unsupported: supportsAll,

  async load() {
    const { default: factory } = await import(MODULE.href);
    const box2d = await factory();
    return { createSimulation: (options) => new Box2dSimulation(box2d, options) };
  },
};
