/** The builds of the engine, the fastest first. */

import * as simd from "scree";
import * as js from "scree/js";
import * as scalar from "scree/scalar";

function runs(/** @type {Pick<typeof simd, "World">} */ { World }) {
  try {
    new World().dispose();
    return true;
  } catch {
    return false;
  }
}

/** The builds that this browser can run, by name. @type {Record<string, any>} */
export const BUILDS = Object.fromEntries(Object.entries({ simd, scalar, js }).filter(([, build]) => runs(build)));
