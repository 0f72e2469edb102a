import scalar from "core:scalar";
import unpacker from "core:unpack.scalar";
import type { WorldOptions } from "../definitions.js";
import { wasmCore } from "../loader.js";
import { unpacked } from "../unpack.js";
import { World as BaseWorld } from "../world.js";

// `scree/scalar`: with the scalar core, for hosts without SIMD.

const core = wasmCore("scalar", () => unpacked(unpacker, scalar));

/** A world of bodies, simulated by the scalar core. */
export class World extends BaseWorld {
  /** @internal */
  static override readonly name: string = "World";
  /** Throws a PhysicsError: for a wrong option; `"no-wasm"` if the host has no WebAssembly (use `scree/js`). */
  constructor(options?: WorldOptions) {
    super(core, options);
  }
}

export * from "../api.js";
