import { screeAdapter } from "./scree_simulation.mjs";

/** The same core without SIMD. */
export const screeScalar = screeAdapter({ name: "scree-scalar", title: "Scree scalar", file: "scalar.js" });
