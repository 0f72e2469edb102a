import {
  SnapshotFormat as Format,
  SnapshotHeaderWord as Word,
  SnapshotSegment as Segment,
  SnapshotSum as Sum,
} from "../assembly/abi/snapshot_layout.js";
import { isTyped, refuse } from "./check.js";
import { PhysicsError } from "./errors.js";

// A snapshot as words, in the layout of assembly/pipeline/snapshot.ts: a header, the fixed records, and segments of memory.

export const HEADER_WORDS = Word.Count;
/** Words in a row of the checksum: one per lane. */
const LANES = Sum.Lanes;
const FIXED_WORDS = Format.FixedBytes >> 2;

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

/** Number of words, rounded up to whole rows. */
export function inRows(words: number): number {
  return Math.ceil(words / LANES) * LANES;
}

/** Reads a snapshot as an image. Throws `"bad-snapshot"` for anything but a snapshot. */
export function imageOf(bytes: unknown, name: string): Image {
  if (!isTyped(bytes, "Uint8Array") || bytes.length < 4 * (HEADER_WORDS + FIXED_WORDS) || bytes.length % 4 !== 0) {
    refuse("bad-snapshot", name, bytes, "the bytes that snapshot() returned");
  }
  const whole = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes); // not `slice`, which would not copy a Buffer
  const words = new Uint32Array(whole.buffer, whole.byteOffset, whole.length >> 2);
  const end = HEADER_WORDS + (words[Word.Head]! >>> 2);
  const segments: Image["segments"] = [];
  const known = words[Word.Magic] === Format.Magic && end <= words.length;
  let tail = end;
  for (let at = HEADER_WORDS + FIXED_WORDS; known && at + 2 <= end && words[at] !== 0;) {
    const address = words[at]!;
    const bytes = words[at + 1]!;
    const count = (bytes + 3) >>> 2;
    const inTail = (address & Format.InTail) !== 0;
    segments.push({ address, bytes, at: inTail ? tail : at + 2, words: count });
    tail += inTail ? inRows(count) : 0;
    at += inTail ? 2 : 2 + count;
  }
  if (tail !== words.length || segments.length <= Segment.Contact) {
    throw new PhysicsError(
      "bad-snapshot",
      `${name} is not a snapshot of this version, or is damaged; use the bytes that snapshot() returned.`,
    );
  }
  return { words, segments };
}

const FIRST_KEYS = [Sum.Key0, Sum.Key1, Sum.Key2, Sum.Key3, Sum.Key4, Sum.Key5, Sum.Key6, Sum.Key7];
const MASK = 0xffffffffffffffffn;

/** Computes the checksum of the words and writes it to the header. */
export function sealImage(words: Uint32Array): void {
  const lanes = Int32Array.from({ length: LANES }, (_, lane) => lane + 1);
  const keys = Int16Array.from(FIRST_KEYS);
  for (let at = HEADER_WORDS, row = 0; at + LANES <= words.length; at += LANES) {
    for (let lane = 0; lane < LANES; lane++) {
      const word = words[at + lane]!;
      const key = 2 * (lane & 3);
      const low = Math.imul((word << 16) >> 16, keys[key]!);
      lanes[lane] = lanes[lane]! + low + Math.imul(word >> 16, keys[key + 1]!);
    }
    keys.forEach((key, k) => (keys[k] = Math.imul(key, Sum.KeyRatio)));
    if (++row === Sum.RowsABlock) {
      row = 0;
      keys.set(FIRST_KEYS);
      lanes.forEach((lane, k) => {
        const mixed = Math.imul(lane, Sum.LaneMultiplier);
        lanes[k] = mixed ^ (mixed >>> 15);
      });
    }
  }
  let hash = ((BigInt(words[Word.Head]!) << 32n) | BigInt(words[Word.Length]!)) ^ 0xcbf29ce484222325n;
  for (const lane of lanes) {
    const h = ((hash ^ BigInt(lane >>> 0)) * 0x100000001b3n) & MASK;
    hash = h ^ (h >> 31n);
  }
  hash ^= hash >> 29n;
  words[Word.Checksum] = Number(hash & 0xffffffffn);
  words[Word.Checksum + 1] = Number(hash >> 32n);
}
