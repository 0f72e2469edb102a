import simd from "core:simd";
import unpacker from "core:unpack.simd";
import type { WorldOptions } from "../definitions.js";
import { wasmCore } from "../loader.js";
import { unpacked } from "../unpack.js";
import { World as BaseWorld } from "../world.js";

// `scree`: with the SIMD core embedded.

const core = wasmCore("simd", () => unpacked(unpacker, simd));

/** A world of bodies, simulated by the SIMD core. */
export class World extends BaseWorld {
  /** @internal */
  static override readonly name: string = "World";
  /**
   * Throws a PhysicsError: for a wrong option; `"no-simd"` if the host has no SIMD in WebAssembly (use
   * `scree/scalar` or `scree/auto`); `"no-wasm"` if it has no WebAssembly (use `scree/js`).
   */
  constructor(options?: WorldOptions) {
    super(core, options);
  }
}

export * from "../api.js";
