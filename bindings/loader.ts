import type { CoreExports, CoreSource } from "./core.js";
import { PhysicsError } from "./errors.js";

/** The smallest module that uses a 128-bit instruction: (func (result v128) (i8x16.splat (i32.const 0))). */
const SIMD_PROBE = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11,
];

/** Can this host run the SIMD core? */
function hasSimd(): boolean {
  return typeof WebAssembly === "object" && WebAssembly.validate(new Uint8Array(SIMD_PROBE));
}

/** A Wasm core from the bytes that `read` returns; they are compiled once, for the first world. */
export function wasmCore(backend: "simd" | "scalar", read: () => Uint8Array<ArrayBuffer>): CoreSource {
  let module: WebAssembly.Module | undefined;
  return moduleCore(backend, () => (module ??= compile(backend, read)));
}

/** A compiled Wasm core: one instance per world. */
export function moduleCore(backend: "simd" | "scalar", compiled: () => WebAssembly.Module): CoreSource {
  return {
    backend,
    instantiate() {
      const module = compiled();
      return start(() => new WebAssembly.Instance(module, {}).exports as unknown as CoreExports);
    },
  };
}

/** The plain JavaScript core: one closure per world. */
export function jsCore(instantiate: () => CoreExports): CoreSource {
  return { backend: "js", instantiate: () => start(instantiate) };
}

function start(instantiate: () => CoreExports): CoreExports {
  let exports: CoreExports;
  try {
    exports = instantiate();
  } catch (cause) {
    throw failure(cause);
  }
  exports._initialize?.();
  return exports;
}

/**
 * The error for a core that could not be made. Lack of memory shows as a `RangeError` in V8 and JavaScriptCore, and as a string
 * instead of an Error in Firefox. A host that refuses throws a `CompileError` or `EvalError`, some only when an instance is made.
 */
function failure(cause: unknown): PhysicsError {
  if (!/RangeError|memory/i.test(String(cause))) {
    return new PhysicsError(
      "no-wasm",
      "new World: this host refuses to compile WebAssembly; " +
        `allow 'wasm-unsafe-eval' in the Content-Security-Policy, or import "scree/module" or "scree/js" instead.`,
      { cause },
    );
  }
  return (
    tooLarge(cause) ??
    new PhysicsError(
      "out-of-memory",
      "new World: out of memory (a page in Chromium has room for 120 such worlds); " +
        'dispose other worlds, or import "scree/js" instead.',
      { cause },
    )
  );
}

/** On a page's main thread, Chrome before 115 and its derivatives compile and start only small modules. */
function tooLarge(cause: unknown): PhysicsError | undefined {
  // A RangeError, as for lack of memory: only the message tells them apart.
  return cause instanceof RangeError && cause.message.includes("main thread")
    ? new PhysicsError(
        "no-wasm",
        "new World: this host does not compile WebAssembly of this size on the main thread; " +
          'create the world in a worker, or import "scree/js" instead.',
        { cause },
      )
    : undefined;
}

function compile(backend: "simd" | "scalar", read: () => Uint8Array<ArrayBuffer>): WebAssembly.Module {
  if (typeof WebAssembly !== "object") {
    throw new PhysicsError("no-wasm", 'new World: this host has no WebAssembly; import "scree/js" instead.');
  }
  if (backend === "simd" && !hasSimd()) {
    throw new PhysicsError(
      "no-simd",
      'new World: this host has no SIMD in WebAssembly; import "scree/auto" or "scree/scalar" instead.',
    );
  }
  try {
    return new WebAssembly.Module(read());
  } catch (cause) {
    throw failure(cause); // or of the module that unpacks the core
  }
}
