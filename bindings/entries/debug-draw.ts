// `scree/debug-draw`: drawing a world during development.
export * from "../debug_draw.js";
