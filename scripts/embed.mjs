// A Wasm file as text inside a JavaScript file, base64 of: the length of its streams (4 bytes, little end first), its own
// length, the LZMA stream of the streams that scripts/wasm_streams.mjs takes it apart into. assembly/unpack reads it.
import { readFileSync } from "node:fs";
import { Encoder } from "../node_modules/lzma1/lib/encoder.js";
import { MODES } from "../node_modules/lzma1/lib/lzma.js";
import { InputBuffer, OutputBuffer } from "../node_modules/lzma1/lib/streams.js";
import { intoStreams } from "./wasm_streams.mjs";

/** What the encoder writes first: its parameters, the dictionary's size, the length in 8 bytes. */
const HEADER = 13;
/** lc = 1, lp = 0, pb = 0: the only parameters the unpacker knows. The library's own are for text and rows of words. */
const PARAMETERS = 1;

class StreamEncoder extends Encoder {
  configure(mode) {
    super.configure(mode);
    this._numLiteralContextBits = 1;
    this._posStateBits = 0;
    this._posStateMask = 0;
  }
}

/** The stream alone, without what the encoder writes first. @param {Uint8Array} bytes */
export function compress(bytes) {
  const output = new OutputBuffer(bytes.length + 1024);
  new StreamEncoder().compress(new InputBuffer(bytes), output, MODES[9]);
  const packed = output.toArray();
  if (packed[0] !== PARAMETERS)
    throw new Error(`the LZMA encoder took parameters ${packed[0]} instead of ${PARAMETERS}`);
  return packed.subarray(HEADER);
}

/**
 * @param {Uint8Array} bytes of a Wasm file
 * @param {string} unpacker the Wasm file of assembly/unpack, which has to bring out the same bytes
 */
export function embed(bytes, unpacker = "build/unpack.wasm") {
  const streams = intoStreams(bytes);
  const lengths = new Uint8Array(Uint32Array.of(streams.length, bytes.length).buffer);
  const text = Buffer.concat([lengths, compress(streams)]).toString("base64");
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
        'raise "initialMemory" of the target "unpack" in asconfig.json',
    );
  }
  new TextEncoder().encodeInto(text, new Uint8Array(core.memory.buffer, core.input()));
  const start = core.unpack(text.length);
  return new Uint8Array(core.memory.buffer, start, core.length());
}
