import { show } from "./check.js";
import { PhysicsError } from "./errors.js";

// A snapshot as what differs from an earlier one of the same world. Three things make it small: what bodies are, as
// against where, has not changed and costs nothing; numbers that follow from others are predicted from them (frames and
// centres of mass from poses, old boxes from new ones); and manifolds of contacts that the next step makes anew are left
// out. The rest is exact, so the world goes on with the same hashes. What differs of a word is the exclusive or with the
// prediction, in 0, 2, 3 or 4 bytes, low ones first.

const HEADER_WORDS = 8;
const FIXED_WORDS = (65536 - 51200) >> 2;
const MAGIC = 0x72636564;
const DELTA_WORDS = 8;
/** Byte of the digest in the header. */
const DIGEST_AT = 24;
/** No image is longer. */
const MAX_WORDS = 1 << 28;

/** Segments in the order of assembly/pipeline/snapshot_segments.ts. */
const enum Segment {
  Pose = 0,
  Mass = 2,
  Frame = 7,
  Fat = 9,
  Old = 10,
  Shapes = 12,
  Contacts = 13,
}
const SHAPE_WORDS = 16;
const SHAPE_BODY = 2;
const CONTACT_WORDS = 40;
/** Words of a contact that the narrow phase makes anew: normal, anchors, separations. */
const MADE_ANEW = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 14, 15, 16];
/** Impulses and ids come first, together; then the rest. */
const CONTACT_ORDER = [9, 10, 17, 18, 11, 19];
for (let word = 20; word < CONTACT_WORDS; word++) {
  CONTACT_ORDER.push(word);
}
const CONTACT_KERNEL_INDEX = 29;
const NONE = 0xffffffff;

interface Image {
  words: Uint32Array;
  /** Word offset and number of words of each segment; the fixed records are segment −1. */
  segments: { address: number; bytes: number; at: number; words: number }[];
}

function imageOf(bytes: unknown, name: string): Image {
  if (!(bytes instanceof Uint8Array) || bytes.length < 4 * (HEADER_WORDS + FIXED_WORDS) || bytes.length % 4 !== 0) {
    throw new PhysicsError("bad-snapshot", `${name} is ${show(bytes)}; give what snapshot() returned.`);
  }
  const whole = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const words = new Uint32Array(whole.buffer, whole.byteOffset, whole.length >> 2);
  const end = HEADER_WORDS + (words[6]! >> 2);
  const segments: Image["segments"] = [];
  let tail = end;
  for (let at = HEADER_WORDS + FIXED_WORDS; at + 2 <= end;) {
    const address = words[at]!;
    const bytes = words[at + 1]!;
    const count = (bytes + 3) >>> 2;
    const inTail = (address & 1) !== 0;
    segments.push({ address, bytes, at: inTail ? tail : at + 2, words: count });
    tail += inTail ? count : 0;
    at += inTail ? 2 : 2 + count;
  }
  if (tail !== words.length) {
    throw new PhysicsError("bad-snapshot", `${name} is no snapshot of this version; give what snapshot() returned.`);
  }
  return { words, segments };
}

/** Called with the place of a word and what it is predicted to be. */
type Visit = (at: number, predicted: number) => void;

/** Visits every word of `to` that is state, predicted from `base` and from words visited before. */
function trace(to: Image, base: Image, visit: Visit): void {
  const { words } = to;
  const old = base.words;
  const before = new Map(base.segments.map((segment) => [segment.address & ~1, segment]));
  const fixed = HEADER_WORDS + FIXED_WORDS;
  for (let at = HEADER_WORDS; at < fixed; at++) {
    visit(at, old[at]!);
  }
  to.segments.forEach(({ address, at, words: count }, index) => {
    if (index === Segment.Mass || index === Segment.Frame || index === Segment.Old) {
      return;
    }
    const from = before.get(address & ~1);
    const known = from === undefined ? 0 : from.words;
    const start = from === undefined ? 0 : from.at;
    if (index !== Segment.Contacts) {
      for (let k = 0; k < count; k++) {
        visit(at + k, k < known ? old[start + k]! : 0);
      }
      return;
    }
    for (let k = 0; k < count; k += CONTACT_WORDS) {
      for (const word of CONTACT_ORDER) {
        visit(at + k + word, k < known ? old[start + k + word]! : 0);
      }
      if (words[at + k + CONTACT_KERNEL_INDEX] === NONE) {
        for (const word of MADE_ANEW) {
          visit(at + k + word, k < known ? old[start + k + word]! : 0);
        }
      }
    }
  });
  const place = (segment: Segment): number => to.segments[segment]!.at;
  const size = (segment: Segment): number => to.segments[segment]!.words;
  // A centre of mass lies where the body does, unless shapes lie off it; inverse masses are those of the base.
  const mass = to.segments[Segment.Mass]!;
  const oldMass = before.get(mass.address & ~1);
  for (let k = 0; k < size(Segment.Mass); k++) {
    const predicted = oldMass !== undefined && k < oldMass.words ? old[oldMass.at + k]! : 0;
    visit(mass.at + k, k % 4 < 2 ? words[place(Segment.Pose) + k]! : predicted);
  }
  // A shape in the middle of its body lies and is turned as the body.
  for (let k = 0; k < size(Segment.Frame); k++) {
    const body = words[place(Segment.Shapes) + (k >> 2) * SHAPE_WORDS + SHAPE_BODY]!;
    const pose = place(Segment.Pose) + 4 * body + (k % 4);
    visit(place(Segment.Frame) + k, k % 4 < 2 || 4 * body >= size(Segment.Pose) ? 0 : words[pose]!);
  }
  // Boxes that have not moved in the last step are the old ones.
  for (let k = 0; k < size(Segment.Old); k++) {
    visit(place(Segment.Old) + k, words[place(Segment.Fat) + k]!);
  }
}

/** Words in groups of four: a byte that says how long each is, then their bytes; or 0 and the number of empty groups. */
class Coder {
  private used = 0;
  private mask = 0;
  private count = 0;
  private zeros = 0;
  private readonly group = [0, 0, 0, 0];

  constructor(public bytes: Uint8Array) {}

  put(word: number): void {
    this.group[this.count] = word;
    this.mask |= (word === 0 ? 0 : word >>> 16 === 0 ? 1 : word >>> 24 === 0 ? 2 : 3) << (2 * this.count);
    if (++this.count === 4) {
      this.flush();
    }
  }

  private flush(): void {
    if (this.used + 32 > this.bytes.length) {
      const next = new Uint8Array(2 * this.bytes.length);
      next.set(this.bytes);
      this.bytes = next;
    }
    const { bytes, mask } = this;
    if (mask === 0 && this.zeros > 0 && this.zeros < 255) {
      this.zeros++;
      bytes[this.used - 1] = this.zeros;
    } else if (mask === 0) {
      bytes[this.used++] = 0;
      bytes[this.used++] = this.zeros = 1;
    } else {
      this.zeros = 0;
      bytes[this.used++] = mask;
      for (let k = 0; k < 4; k++) {
        const length = (mask >> (2 * k)) & 3;
        for (let byte = 0; byte <= length && length > 0; byte++) {
          bytes[this.used++] = this.group[k]! >>> (8 * byte);
        }
      }
    }
    this.mask = 0;
    this.count = 0;
  }

  end(): Uint8Array {
    while (this.count > 0) {
      this.put(0);
    }
    return this.bytes.subarray(0, this.used);
  }
}

class Decoder {
  private at = 0;
  private count = 4;
  private zeros = 0;
  private readonly group = [0, 0, 0, 0];

  constructor(private readonly bytes: Uint8Array) {}

  take(): number {
    if (this.count === 4) {
      this.next();
    }
    return this.group[this.count++]!;
  }

  private next(): void {
    const { bytes, group } = this;
    this.count = 0;
    const mask = this.zeros > 0 ? 0 : bytes[this.at++]!;
    if (mask === 0 && this.zeros === 0) {
      this.zeros = bytes[this.at++]!;
    }
    if (mask === 0) {
      this.zeros--;
      group.fill(0);
      return;
    }
    for (let k = 0; k < 4; k++) {
      const length = (mask >> (2 * k)) & 3;
      let word = 0;
      for (let byte = 0; byte <= length && length > 0; byte++) {
        word |= bytes[this.at++]! << (8 * byte);
      }
      group[k] = word >>> 0;
    }
  }
}

/** Two words over all bytes but those where the two words lie. */
function digest(bytes: Uint8Array): [number, number] {
  let a = 0x811c9dc5;
  let b = 0x01000193;
  for (let k = 0; k < bytes.length; k += k === DIGEST_AT - 1 ? 9 : 1) {
    a = Math.imul(a ^ bytes[k]!, 0x01000193);
    b = Math.imul(b ^ (a >>> 15), 0x9e3779b1);
  }
  return [a >>> 0, b >>> 0];
}

/**
 * A snapshot as what differs from `base`, an earlier snapshot of the same world: some 30 bytes a body that moved and some
 * 15 a contact, the less the nearer the two are in time. Into `into` if it is long enough; returns the part written, or a
 * fresh array. Throws `"bad-snapshot"` for anything but snapshots.
 */
export function packSnapshot(snapshot: Uint8Array, base: Uint8Array, into?: Uint8Array): Uint8Array {
  const to = imageOf(snapshot, "snapshot");
  const from = imageOf(base, "base");
  const coder = new Coder(new Uint8Array(1 << 14));
  to.segments.forEach(({ address, bytes }, index) => {
    const old = from.segments[index];
    coder.put((address ^ (old?.address ?? 0)) >>> 0);
    coder.put((bytes ^ (old?.bytes ?? 0)) >>> 0);
  });
  trace(to, from, (at, predicted) => coder.put((to.words[at]! ^ predicted) >>> 0));
  const packed = coder.end();
  const head = new Uint32Array(DELTA_WORDS);
  // The base is known by its checksum.
  head.set([MAGIC, from.words[4]!, from.words[5]!, to.words.length, to.words[6]!, to.segments.length]);
  const length = 4 * DELTA_WORDS + packed.length;
  const out = into !== undefined && into.length >= length ? into.subarray(0, length) : new Uint8Array(length);
  out.set(new Uint8Array(head.buffer));
  out.set(packed, 4 * DELTA_WORDS);
  out.set(new Uint8Array(Uint32Array.from(digest(out)).buffer), DIGEST_AT);
  return out;
}

function damaged(): PhysicsError {
  return new PhysicsError("bad-snapshot", "packed was damaged; give what packSnapshot() returned.");
}

/**
 * The snapshot that `packSnapshot` packed, as far as a world needs it to go on: after `restore` every hash is as it was, and
 * points of contacts show again with the next step. Throws `"bad-snapshot"` if `base` is another, or the bytes are damaged.
 */
export function unpackSnapshot(packed: Uint8Array, base: Uint8Array): Uint8Array {
  const from = imageOf(base, "base");
  const bytes = packed instanceof Uint8Array ? packed.slice() : new Uint8Array(0);
  const head = new Uint32Array(bytes.buffer, 0, bytes.length < 4 * DELTA_WORDS ? 0 : DELTA_WORDS);
  const stream = bytes.subarray(4 * DELTA_WORDS);
  const [a, b] = digest(bytes);
  if (head[0] !== MAGIC || head[6] !== a || head[7] !== b || head[3]! > MAX_WORDS) {
    throw damaged();
  }
  if (head[1] !== from.words[4] || head[2] !== from.words[5]) {
    throw new PhysicsError("bad-snapshot", "base is not the snapshot that packed was packed with; give that one.");
  }
  const words = new Uint32Array(head[3]!);
  words.set(from.words.subarray(0, HEADER_WORDS));
  words[3] = 4 * (words.length - HEADER_WORDS);
  words[6] = head[4]!;
  const decoder = new Decoder(stream);
  const to: Image = { words, segments: [] };
  let at = HEADER_WORDS + FIXED_WORDS;
  let tail = HEADER_WORDS + (head[4]! >> 2);
  for (let index = 0; index < head[5]!; index++) {
    const old = from.segments[index];
    const address = (words[at] = decoder.take() ^ (old?.address ?? 0));
    const size = (words[at + 1] = decoder.take() ^ (old?.bytes ?? 0)) >>> 0;
    const count = (size + 3) >>> 2;
    const inTail = (address & 1) !== 0;
    to.segments.push({ address: address >>> 0, bytes: size, at: inTail ? tail : at + 2, words: count });
    tail += inTail ? count : 0;
    at += inTail ? 2 : 2 + count;
    if (at > words.length || tail > words.length) {
      throw damaged();
    }
  }
  if (to.segments.length <= Segment.Contacts) {
    throw damaged();
  }
  // What the next step makes anew is taken from the base, for want of better.
  const before = new Map(from.segments.map((segment) => [segment.address & ~1, segment]));
  const contacts = to.segments[Segment.Contacts]!;
  const old = before.get(contacts.address & ~1);
  if (old !== undefined) {
    words.set(from.words.subarray(old.at, old.at + Math.min(old.words, contacts.words)), contacts.at);
  }
  trace(to, from, (place, predicted) => {
    words[place] = decoder.take() ^ predicted;
  });
  sealImage(words, to.segments);
  return new Uint8Array(words.buffer);
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

function sealImage(words: Uint32Array, segments: Image["segments"]): void {
  const end = HEADER_WORDS + (words[6]! >> 2);
  let sum = checksum(words.subarray(HEADER_WORDS, end), BigInt(words[3]!));
  for (const { address, at, words: count } of segments) {
    sum = address & 1 ? checksum(words.subarray(at, at + count), sum) : sum;
  }
  words[4] = Number(sum & 0xffffffffn);
  words[5] = Number(sum >> 32n);
}
