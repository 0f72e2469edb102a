import { screeAdapter } from "./scree_simulation.mjs";

/** The default entry: the core with SIMD. */
export const scree = screeAdapter({ name: "scree", title: "Scree", file: "index.js" });
