import {
  SnapshotFormat as Format,
  SnapshotHeaderWord as Word,
  SnapshotSegment as Segment,
} from "../assembly/abi/snapshot_layout.js";
import { isTyped, maybeTyped } from "./check.js";
import { PhysicsError } from "./errors.js";
import { ALL_KINDS, TABLE, ordered, trace } from "./delta_prediction.js";
import { Decoder, Encoder } from "./delta_coder.js";
import { FIXED, HEADER_WORDS, imageOf, inRows, sealImage, type Image } from "./delta_image.js";

// A snapshot as its differences from an earlier one of the same world. Four things make it small. What bodies are, as
// opposed to where they are, has not changed and costs next to nothing. Numbers that follow from others are predicted
// from them (frames and centres of mass from poses, poses from velocities, old boxes from new ones). Manifolds of
// contacts that the next step makes anew are left out. Differences from the prediction are coded by how likely they
// are, which is learnt for each word of a record. It is exact, so the world goes on with the same hashes.

const MAGIC = 0x32636564;
const DELTA_WORDS = 9;
/** Offset of the digest in the header (bytes), also in recordings. */
export const DIGEST_AT = 24;
/** Most words of an image. */
const MAX_WORDS = 1 << 28;
/** Most words of an image per word of its base, and per byte in which it is packed: packed bytes cannot ask for more. */
const GROWTH = 2;
const EXPANSION = 64;

/** Two words computed from all bytes except those that hold these two words. */
export function digest(bytes: Uint8Array): [number, number] {
  let a = 0x811c9dc5;
  let b = 0x01000193;
  for (let k = 0; k < bytes.length; k += k === DIGEST_AT - 1 ? 9 : 1) {
    a = Math.imul(a ^ bytes[k]!, 0x01000193);
    b = Math.imul(b ^ (a >>> 15), 0x9e3779b1);
  }
  return [a >>> 0, b >>> 0];
}

/** An aligned copy that is not part of a Buffer's pool; empty for anything but bytes, or if their buffer was transferred. @internal */
export function alignedCopy(bytes: unknown): Uint8Array<ArrayBuffer> {
  return isTyped(bytes, "Uint8Array") && bytes.length > 0 ? new Uint8Array(bytes) : new Uint8Array(0);
}

/**
 * Packs a snapshot as its differences from `base`, an earlier snapshot of the same world: some 20 bytes per body
 * that moved and some 10 per contact, and less the nearer the two are in time. If `into` is long enough, writes into
 * it and returns the part written; else returns a fresh array. Throws `"bad-snapshot"` for anything but snapshots.
 */
export function packSnapshot(snapshot: Uint8Array, base: Uint8Array, into?: Uint8Array): Uint8Array {
  const to = imageOf(snapshot, "snapshot");
  const from = imageOf(base, "base");
  maybeTyped(into, "into", "Uint8Array");
  const coder = new Encoder(ALL_KINDS);
  to.segments.forEach(({ address, bytes }, index) => {
    const old = from.segments[index];
    coder.number(TABLE, (address - (old?.address ?? 0)) | 0);
    coder.number(TABLE + 1, (bytes - (old?.bytes ?? 0)) | 0);
  });
  trace(to, from, {
    word: (at, predicted, kind) => coder.number(kind, (ordered(to.words[at]!) - ordered(predicted)) | 0),
    same(at, count, words, start, kind) {
      let k = 0;
      while (k < count && to.words[at + k] === words[start + k]) {
        k++;
      }
      return coder.flag(kind, k === count);
    },
  });
  const [choices, rest] = coder.end();
  const head = new Uint32Array(DELTA_WORDS);
  // The base is identified by its checksum.
  head.set([
    MAGIC,
    from.words[Word.Checksum]!,
    from.words[Word.Checksum + 1]!,
    to.words.length,
    to.words[Word.Head]!,
    to.segments.length,
  ]);
  head[8] = choices.length;
  const rests = 4 * DELTA_WORDS + choices.length;
  const least = Math.ceil((to.words.length - GROWTH * from.words.length) / EXPANSION);
  const length = Math.max(rests + rest.length, least);
  const out = into !== undefined && into.length >= length ? into.subarray(0, length) : new Uint8Array(length);
  out.set(new Uint8Array(head.buffer));
  out.set(choices, 4 * DELTA_WORDS);
  out.set(rest, rests);
  out.fill(0, rests + rest.length);
  out.set(new Uint8Array(Uint32Array.from(digest(out)).buffer), DIGEST_AT);
  return out;
}

function damaged(): PhysicsError {
  return new PhysicsError("bad-snapshot", "packed is damaged; it must be what packSnapshot() returned.");
}

/**
 * Unpacks a snapshot that `packSnapshot` packed, as far as a world needs it to go on: after `restore` every hash is as it was, and
 * contact points are available again after the next step. Throws `"bad-snapshot"` for another `base`, or if the bytes are damaged.
 */
export function unpackSnapshot(packed: Uint8Array, base: Uint8Array): Uint8Array {
  const from = imageOf(base, "base");
  const bytes = alignedCopy(packed);
  const head = new Uint32Array(bytes.buffer, 0, bytes.length < 4 * DELTA_WORDS ? 0 : DELTA_WORDS);
  const [a, b] = digest(bytes);
  if (head[0] !== MAGIC || head[6] !== a || head[7] !== b) {
    throw damaged();
  }
  if (head[1] !== from.words[Word.Checksum] || head[2] !== from.words[Word.Checksum + 1]) {
    throw new PhysicsError("bad-snapshot", "base is not the snapshot that packed was made with; use that one.");
  }
  const least = HEADER_WORDS + FIXED.words;
  if (head[3]! < least || head[3]! > Math.min(MAX_WORDS, GROWTH * from.words.length + EXPANSION * bytes.length)) {
    throw damaged();
  }
  const words = new Uint32Array(head[3]!);
  words.set(from.words.subarray(0, HEADER_WORDS));
  words[Word.Length] = 4 * (words.length - HEADER_WORDS);
  words[Word.Head] = head[4]!;
  const rests = 4 * DELTA_WORDS + head[8]!;
  const decoder = new Decoder(ALL_KINDS, bytes.subarray(4 * DELTA_WORDS, rests), bytes.subarray(rests));
  const to: Image = { words, segments: [] };
  let at = least;
  let tail = HEADER_WORDS + (head[4]! >> 2);
  for (let index = 0; index < head[5]!; index++) {
    const old = from.segments[index];
    const address = (words[at] = decoder.number(TABLE, 0) + (old?.address ?? 0));
    const size = (words[at + 1] = decoder.number(TABLE + 1, 0) + (old?.bytes ?? 0)) >>> 0;
    const count = (size + 3) >>> 2;
    const inTail = (address & Format.InTail) !== 0;
    to.segments.push({ address: address >>> 0, bytes: size, at: inTail ? tail : at + 2, words: count });
    tail += inTail ? inRows(count) : 0;
    at += inTail ? 2 : 2 + count;
    if (at > words.length || tail > words.length) {
      throw damaged();
    }
  }
  if (to.segments.length <= Segment.Contact) {
    throw damaged();
  }
  // What the next step makes anew is taken from the base, for lack of anything better.
  const before = new Map(from.segments.map((segment) => [segment.address & ~Format.InTail, segment]));
  const contacts = to.segments[Segment.Contact]!;
  const old = before.get(contacts.address & ~Format.InTail);
  if (old !== undefined) {
    words.set(from.words.subarray(old.at, old.at + Math.min(old.words, contacts.words)), contacts.at);
  }
  trace(to, from, {
    word(place, predicted, kind) {
      words[place] = ordered((ordered(predicted) + decoder.number(kind, 0)) | 0);
    },
    same(place, count, old, start, kind) {
      const same = decoder.flag(kind, false);
      // Word by word: the record before may be shorter than the group.
      for (let k = 0; same && k < count; k++) {
        words[place + k] = old[start + k]!;
      }
      return same;
    },
  });
  sealImage(words);
  return new Uint8Array(words.buffer);
}
