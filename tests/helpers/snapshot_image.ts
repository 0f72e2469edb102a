// The layout of a snapshot as assembly/pipeline/snapshot.ts writes it, to make damaged ones whose checksum is right.

const HEADER_BYTES = 32;
const FIXED_BYTES = 65536 - 51200;
const MASK = 0xffffffffffffffffn;

function fold(hash: bigint, word: number): bigint {
  const h = ((hash ^ BigInt(word >>> 0)) * 0x100000001b3n) & MASK;
  return h ^ (h >> 31n);
}

function checksum(words: Uint32Array, seed: bigint): bigint {
  const lanes = Uint32Array.from({ length: 32 }, (_, lane) => (lane >> 2) + 1);
  const whole = words.length & ~31;
  for (let at = 0; at < whole; at += 32) {
    for (let lane = 0; lane < 32; lane++) {
      const mixed = Math.imul(lanes[lane]! ^ words[at + lane]!, 0x9e3779b1);
      lanes[lane] = mixed ^ (mixed >>> 15);
    }
  }
  let hash = 0xcbf29ce484222325n ^ BigInt(words.length * 4) ^ seed;
  for (const lane of lanes) {
    hash = fold(hash, lane);
  }
  for (const word of words.subarray(whole)) {
    hash = fold(hash, word);
  }
  return hash ^ (hash >> 29n);
}

/** Writes into the header the checksum that the bytes have now. */
export function mend(bytes: Uint8Array): void {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  const head = words[6]!;
  const start = HEADER_BYTES >> 2;
  const end = start + (head >> 2);
  let sum = checksum(words.subarray(start, end), BigInt(bytes.length - HEADER_BYTES));
  let tail = end;
  for (let at = start + (FIXED_BYTES >> 2); at + 2 <= end;) {
    const padded = (words[at + 1]! + 3) >>> 2;
    if (words[at]! & 1) {
      sum = checksum(words.subarray(tail, tail + padded), sum);
      tail += padded;
      at += 2;
    } else {
      at += 2 + padded;
    }
  }
  words[4] = Number(sum & 0xffffffffn);
  words[5] = Number(sum >> 32n);
}
