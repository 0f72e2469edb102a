// A Wasm file as text inside a JavaScript file, base64 of: its length (4 bytes, little end first), its LZMA stream. The core
// takes 54 KB of a compressed page as plain text of base 92 and 41 KB this way, the unpacker (assembly/unpack) included.
// bindings/unpack.ts reads it.
import { compress, decompress } from "lzma1";

/** What the encoder writes first: its parameters, the dictionary's size, the length in 8 bytes. */
const HEADER = 13;
/** lc = 3, lp = 0, pb = 2: the only parameters the unpacker knows. */
const PARAMETERS = 0x5d;

/** @param {Uint8Array} bytes */
export function embed(bytes) {
  const packed = compress(bytes, 9);
  if (packed[0] !== PARAMETERS || Buffer.compare(Buffer.from(decompress(packed)), Buffer.from(bytes)) !== 0) {
    throw new Error("the LZMA encoder wrote what the unpacker cannot read");
  }
  return Buffer.concat([packed.subarray(5, 9), packed.subarray(HEADER)]).toString("base64");
}
