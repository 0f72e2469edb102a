// The numbers of the streams on which packing and unpacking must agree: the same as in assembly/unpack/format.ts, which explains
// them. tests/unit/unpack keeps the two equal.

export const BEFORE = 0;
export const BODIES = 4;
export const LENGTHS = 8;
export const STREAMS = 16;
export const HEAD = LENGTHS + 4 * STREAMS;

export const NUMBER = 32;
export const NUMBER_AND_BYTE = 33;
export const NUMBERS = 34;
export const BLOCK = 35;
export const END = 36;
export const LOCAL = 37;
export const RULES_OF_LIST = 4;

export const LISTS = 8;
export const MOST_LOCALS = 4096;

/** Joins streams into one, after their head. @param {ArrayLike<number>[]} streams @returns {Buffer} */
export function withHead(before, bodies, streams) {
  const head = Buffer.alloc(HEAD);
  head.writeUInt32LE(before, BEFORE);
  head.writeUInt32LE(bodies, BODIES);
  streams.forEach(({ length }, i) => head.writeUInt32LE(length, LENGTHS + 4 * i));
  return Buffer.concat([head, ...streams.map((stream) => Uint8Array.from(stream))]);
}

/** Where the head ends, and each stream. @param {Uint8Array} bytes that `withHead` made @returns {number[]} */
export function streamEnds(bytes) {
  const ends = [HEAD];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = LENGTHS; at < HEAD; at += 4) ends.push(ends.at(-1) + view.getUint32(at, true));
  return ends;
}
