import version from "core:version";
import type { WorldOptions } from "../definitions.js";
import { PhysicsError } from "../errors.js";
import { moduleCore } from "../loader.js";
import { World as BaseWorld } from "../world.js";
import type { World } from "./index.js";

// `scree/module`: no core embedded; the program supplies a compiled one. For hosts that cannot compile at
// run time, and for pages that stream and cache the core beside their scripts.

/**
 * Makes the class of worlds simulated by `core`: the file `scree/core.simd.wasm` or `scree/core.scalar.wasm`,
 * compiled by the host. A module can be posted to workers, so that it is compiled only once.
 *
 * Throws a PhysicsError with the code `"bad-type"` for anything but a core of this version of the package.
 */
export function worldClass(core: WebAssembly.Module): typeof World {
  const source = moduleCore(backendOf(core), () => core);
  return class World extends BaseWorld {
    static override readonly name: string = "World";
    constructor(options?: WorldOptions) {
      super(source, options);
    }
  };
}

/** The build writes into a section of each core file which core it is, and of which version. */
function backendOf(core: WebAssembly.Module): "simd" | "scalar" {
  let label = "";
  try {
    label = String.fromCharCode(...new Uint8Array(WebAssembly.Module.customSections(core, "scree")[0]!));
  } catch {
    // Not a module, or not one of ours.
  }
  const [backend, of] = label.split(" ");
  if ((backend !== "simd" && backend !== "scalar") || of !== version) {
    throw new PhysicsError(
      "bad-type",
      `worldClass: core is ${of ? `the core of scree ${of}` : "not a compiled core of scree"}; ` +
        `it must be the WebAssembly.Module of "scree/core.simd.wasm" or "scree/core.scalar.wasm" of scree ${version}.`,
    );
  }
  return backend;
}

export * from "../api.js";
export type { World };
