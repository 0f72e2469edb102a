// `scree/debug-draw`: seeing a world while developing.
export * from "../debug_draw.js";
