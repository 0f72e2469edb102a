import { instantiate } from "core:js";
import type { WorldOptions } from "../definitions.js";
import { jsCore } from "../loader.js";
import { World as BaseWorld } from "../world.js";

// `scree/js`: the same without WebAssembly.

const core = jsCore(instantiate);

/** A world of bodies, simulated by the JavaScript core. */
export class World extends BaseWorld {
  /** @internal */
  static override readonly name: string = "World";
  /** Throws a PhysicsError for a wrong option. */
  constructor(options?: WorldOptions) {
    super(core, options);
  }
}

export * from "../api.js";
