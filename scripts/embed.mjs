// Turns a Wasm file into text for a JavaScript file: scripts/wasm_streams.mjs takes the file apart into streams, and
// scripts/pack.mjs packs them. assembly/unpack restores the file.
import { readFileSync } from "node:fs";
import { pack } from "./pack.mjs";
import { intoStreams } from "./wasm_streams.mjs";

/**
 * @param {Uint8Array} bytes of a Wasm file
 * @param {string} unpacker the Wasm file of assembly/unpack, which has to restore the same bytes
 */
export function embed(bytes, unpacker = "build/unpack.simd.wasm") {
  const text = pack(intoStreams(bytes), bytes.length);
  const module = new WebAssembly.Module(readFileSync(new URL(`../${unpacker}`, import.meta.url)));
  if (Buffer.compare(unpack(text, module), bytes) !== 0)
    throw new Error("the unpacker brings out another file than was packed");
  return text;
}

/** What bindings/unpack.ts does. @param {string} text @param {WebAssembly.Module} module @returns {Uint8Array} */
export function unpack(text, module) {
  const core = /** @type {any} */ (new WebAssembly.Instance(module, {}).exports);
  const room = core.memory.buffer.byteLength - core.input();
  if (text.length > room) {
    throw new Error(
      `the packed core of ${text.length} characters does not fit the unpacker's first memory of ${room}: ` +
        'raise "initialMemory" of the targets "unpack" in asconfig.json',
    );
  }
  new TextEncoder().encodeInto(text, new Uint8Array(core.memory.buffer, core.input()));
  const start = core.unpack(text.length);
  return new Uint8Array(core.memory.buffer, start, core.length());
}
