import { packageFile, supportsAll } from "./adapter.mjs";
import { Box2dSimulation } from "./box2d3_simulation.mjs";

const PACKAGE = "box2d3-wasm";
const MODULE = packageFile(PACKAGE, "build/dist/es/deluxe/Box2D.deluxe.mjs");

/** Box2D 3 in C, compiled with SIMD; its threads are not used. @type {import("./adapter.mjs").Adapter} */
export const box2d3Deluxe = {
  name: "box2d3-deluxe",
  title: "box2d3-wasm deluxe",
  package: PACKAGE,
  rotation: "cosSin",
  files: () => [MODULE, packageFile(PACKAGE, "build/dist/es/deluxe/Box2D.deluxe.wasm")],
  unsupported: supportsAll,

  async load() {
    const { default: factory } = await import(MODULE.href);
    const box2d = await factory({ pthreadCount: 0 });
    return { createSimulation: (options) => new Box2dSimulation(box2d, options) };
  },
};
