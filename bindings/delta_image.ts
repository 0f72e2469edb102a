import { show } from "./check.js";
import { PhysicsError } from "./errors.js";

// A snapshot as words, as assembly/pipeline/snapshot.ts lays it out: a header, the fixed records, and segments of memory.

export const HEADER_WORDS = 8;
const FIXED_WORDS = (65536 - 51200) >> 2;
/** The first four letters of "scree". */
const MAGIC = 0x65726373;

/** Segments in the order of assembly/pipeline/snapshot_segments.ts. */
export const enum Segment {
  Pose = 0,
  Velocity = 1,
  Mass = 2,
  Body = 5,
  Frame = 7,
  Fat = 9,
  Old = 10,
  Shapes = 12,
  Contacts = 13,
}

/** Where words lie, and how many. */
export interface Place {
  at: number;
  words: number;
}

export interface Image {
  words: Uint32Array;
  segments: ({ address: number; bytes: number } & Place)[];
}

export const FIXED: Place = { at: HEADER_WORDS, words: FIXED_WORDS };

/** Throws `"bad-snapshot"` for what is no snapshot. */
export function imageOf(bytes: unknown, name: string): Image {
  if (!(bytes instanceof Uint8Array) || bytes.length < 4 * (HEADER_WORDS + FIXED_WORDS) || bytes.length % 4 !== 0) {
    throw new PhysicsError("bad-snapshot", `${name} is ${show(bytes)}; give what snapshot() returned.`);
  }
  const whole = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes); // a Buffer's slice would be no copy
  const words = new Uint32Array(whole.buffer, whole.byteOffset, whole.length >> 2);
  const end = HEADER_WORDS + (words[6]! >>> 2);
  const segments: Image["segments"] = [];
  const known = words[0] === MAGIC && end <= words.length;
  let tail = end;
  for (let at = HEADER_WORDS + FIXED_WORDS; known && at + 2 <= end;) {
    const address = words[at]!;
    const bytes = words[at + 1]!;
    const count = (bytes + 3) >>> 2;
    const inTail = (address & 1) !== 0;
    segments.push({ address, bytes, at: inTail ? tail : at + 2, words: count });
    tail += inTail ? count : 0;
    at += inTail ? 2 : 2 + count;
  }
  if (tail !== words.length || segments.length <= Segment.Contacts) {
    throw new PhysicsError("bad-snapshot", `${name} is no snapshot of this version; give what snapshot() returned.`);
  }
  return { words, segments };
}

const LANES = 32;
const MASK = 0xffffffffffffffffn;

function fold(hash: bigint, word: number): bigint {
  const h = ((hash ^ BigInt(word)) * 0x100000001b3n) & MASK;
  return h ^ (h >> 31n);
}

/** The checksum of assembly/pipeline/snapshot.ts. */
function checksum(words: Uint32Array, seed: bigint): bigint {
  const lanes = Uint32Array.from({ length: LANES }, (_, lane) => (lane >> 2) + 1);
  const whole = words.length - (words.length % LANES);
  for (let at = 0; at < whole; at += LANES) {
    for (let lane = 0; lane < LANES; lane++) {
      const mixed = Math.imul(lanes[lane]! ^ words[at + lane]!, 0x9e3779b1);
      lanes[lane] = mixed ^ (mixed >>> 15);
    }
  }
  let hash = 0xcbf29ce484222325n ^ BigInt(words.length * 4) ^ seed;
  lanes.forEach((lane) => (hash = fold(hash, lane)));
  words.subarray(whole).forEach((word) => (hash = fold(hash, word)));
  return hash ^ (hash >> 29n);
}

/** Writes the checksum that the words have now. */
export function sealImage(words: Uint32Array, segments: Image["segments"]): void {
  const end = HEADER_WORDS + (words[6]! >> 2);
  let sum = checksum(words.subarray(HEADER_WORDS, end), BigInt(words[3]!));
  for (const { address, at, words: count } of segments) {
    sum = address & 1 ? checksum(words.subarray(at, at + count), sum) : sum;
  }
  words[4] = Number(sum & 0xffffffffn);
  words[5] = Number(sum >> 32n);
}
