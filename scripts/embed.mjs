// A Wasm file as text inside a JavaScript file, base64 of: the length of its streams (4 bytes, little end first), its own
// length, the LZMA stream of the streams that scripts/wasm_streams.mjs takes it apart into. assembly/unpack reads it.
import { readFileSync } from "node:fs";
import { Encoder } from "../node_modules/lzma1/lib/encoder.js";
import { LitCoder } from "../node_modules/lzma1/lib/lit-coder.js";
import { MODES } from "../node_modules/lzma1/lib/lzma.js";
import { InputBuffer, OutputBuffer } from "../node_modules/lzma1/lib/streams.js";
import { intoStreams, streamEnds } from "./wasm_streams.mjs";

/** What the encoder writes first: its parameters, the dictionary's size, the length in 8 bytes. */
const HEADER = 13;
/** How many of the previous byte's upper bits a literal is guessed from, and what part a probability learns at last. */
const CONTEXT_BITS = 5;
const MOST = 30;

/** The probabilities of literals, of each stream its own. */
class StreamLiterals extends LitCoder {
  /** @param {number[]} ends */
  constructor(ends) {
    super(0, CONTEXT_BITS);
    this.ends = ends;
    this.streams = [...ends, Infinity].map(() => new LitCoder(0, CONTEXT_BITS));
  }
  getSubCoder(position, previous) {
    const stream = this.ends.findIndex((end) => position < end);
    return this.streams.at(stream).getSubCoder(0, previous);
  }
  reset() {
    for (const stream of this.streams ?? []) stream.reset();
  }
}

/** LZMA with the changes that assembly/unpack/lzma.ts tells of. */
class StreamEncoder extends Encoder {
  /** Beside each list of the library's probabilities of 11 bits, which it takes prices from: ours, and how many bits each comes from. */
  known = new WeakMap();
  /** @param {number[]} ends of the streams */
  constructor(ends) {
    super();
    this.ends = ends;
  }
  configure(mode) {
    super.configure(mode);
    this._posStateBits = 0;
    this._posStateMask = 0;
  }
  createLiteralEncoder() {
    this._literalEncoder = new StreamLiterals(this.ends);
  }
  encodeBit(probabilities, index, bit) {
    let known = this.known.get(probabilities);
    if (known === undefined) {
      known = {
        probability: new Uint16Array(probabilities.length).fill(32768),
        seen: new Uint8Array(probabilities.length),
      };
      this.known.set(probabilities, known);
    }
    const { probability, seen } = known;
    const coder = this._rangeEncoder;
    const bound = (coder.rrange >>> 16) * probability[index];
    const rate = Math.floor(65536 / (seen[index] + 2));
    if (bit) {
      coder.low += BigInt(bound);
      coder.rrange -= bound;
      probability[index] -= Math.floor((probability[index] * rate) / 65536);
    } else {
      coder.rrange = bound;
      probability[index] += Math.floor(((65536 - probability[index]) * rate) / 65536);
    }
    seen[index] = Math.min(seen[index] + 1, MOST);
    probabilities[index] = Math.max(31, Math.min(2048 - 31, probability[index] >> 5));
    if ((coder.rrange & 0xff000000) === 0) {
      coder.rrange <<= 8;
      this.shiftLow();
    }
  }
}

/** The stream alone, without what the encoder writes first. @param {Uint8Array} bytes */
export function compress(bytes) {
  const output = new OutputBuffer(bytes.length + 1024);
  new StreamEncoder(streamEnds(bytes)).compress(new InputBuffer(bytes), output, MODES[9]);
  return output.toArray().subarray(HEADER);
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
