import { screeAdapter } from "./scree_simulation.mjs";

/** The same core as plain JavaScript. */
export const screeJs = screeAdapter({ name: "scree-js", title: "Scree js", file: "js.js" });
