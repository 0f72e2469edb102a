// The checksum of a snapshot as assembly/pipeline/checksum.ts computes it, to make damaged snapshots with a valid checksum.

const HEADER_WORDS = 8;
const ROW_WORDS = 32;
const ROWS_A_BLOCK = 256;
const FIRST_KEYS = [-22779, -10651, 3499, -15841, 16045, -13027, -20645, 8411];
const KEY_RATIO = -11299;
const MASK = 0xffffffffffffffffn;

function half(number: number): number {
  return (number << 16) >> 16;
}

/** Writes the checksum of the current bytes into the header. */
export function mend(bytes: Uint8Array): void {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  const lanes = Array.from({ length: ROW_WORDS }, (_, lane) => lane + 1);
  let keys = FIRST_KEYS;
  for (let row = 0; HEADER_WORDS + (row + 1) * ROW_WORDS <= words.length; row++) {
    for (let lane = 0; lane < ROW_WORDS; lane++) {
      const word = words[HEADER_WORDS + row * ROW_WORDS + lane]!;
      const low = Math.imul(half(word), keys[2 * (lane % 4)]!);
      const high = Math.imul(word >> 16, keys[2 * (lane % 4) + 1]!);
      lanes[lane] = (lanes[lane]! + low + high) | 0;
    }
    keys = keys.map((key) => half(Math.imul(key, KEY_RATIO)));
    if (row % ROWS_A_BLOCK === ROWS_A_BLOCK - 1) {
      keys = FIRST_KEYS;
      lanes.forEach((lane, k) => {
        const mixed = Math.imul(lane, 0x9e3779b1);
        lanes[k] = mixed ^ (mixed >>> 15);
      });
    }
  }
  let sum = ((BigInt(words[6]!) << 32n) | BigInt(words[3]!)) ^ 0xcbf29ce484222325n;
  for (const lane of lanes) {
    const h = ((sum ^ BigInt(lane >>> 0)) * 0x100000001b3n) & MASK;
    sum = h ^ (h >> 31n);
  }
  sum ^= sum >> 29n;
  words[4] = Number(sum & 0xffffffffn);
  words[5] = Number(sum >> 32n);
}
