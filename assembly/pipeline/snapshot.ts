import { initTrees, refitTrees } from "../broad_phase/trees";
import { Code } from "../abi/layout";
import { heapTop } from "../memory/allocator";
import { clearEvents } from "../world/event_buffers";
import { BUFFERS_ADDRESS, HEAP_ADDRESS, WORLD_ADDRESS } from "../memory/fixed";
import { MAX_SLOTS } from "../memory/handle";
import { SCRATCH } from "../memory/scratch";
import { Body } from "../world/body";
import { Contact } from "../world/contact";
import { Joint } from "../world/joint";
import { Shape } from "../world/shape";
import { World } from "../world/world";
import { IN_TAIL, LARGE_LIST, largeCount, tailBytes, writeSegments } from "./snapshot_segments";
import { markBytes, structureHolds } from "./structure";

/**
 * A snapshot is a copy of memory: all of the world lies in it, at addresses that depend neither on the instance nor on the
 * build. Its head holds the fixed records, then segments (address, length, bytes) of what is in use of the heap; what a step
 * makes anew, blocks and trees, is left out. The bytes of large segments follow in its tail, so that the host copies them
 * straight from where they lie. A restore puts everything back where it was, so every handle stays valid.
 */
@unmanaged
export class SnapshotHeader {
  /** "scree" and the version of the format. */
  magic: u64;
  /** Sizes of all records and the layout of fixed memory, mixed: a snapshot of another layout is refused. */
  layout: u32;
  /** Bytes after the header. */
  length: u32;
  checksum: u64;
  /** Bytes of the head, without the header. */
  head: u32;
  reserved: u32;
}

const MAGIC: u64 = 0x0003_6565_7263_73; // "scree", version 3
const FIXED_BYTES: usize = 65536 - HEAP_ADDRESS;

/** A number that changes when any record does. */
function layoutOf(): u32 {
  let h: u32 = 2166136261;
  h = (h ^ (<u32>offsetof<World>())) * 16777619;
  h = (h ^ (<u32>offsetof<Body>())) * 16777619;
  h = (h ^ (<u32>offsetof<Shape>())) * 16777619;
  h = (h ^ (<u32>offsetof<Contact>())) * 16777619;
  h = (h ^ (<u32>offsetof<Joint>())) * 16777619;
  h = (h ^ (<u32>BUFFERS_ADDRESS)) * 16777619;
  h = (h ^ (<u32>__heap_base)) * 16777619;
  return h;
}

/** Where the image is put together: above the heap, in memory that nobody owns. */
function stage(): usize {
  return (heapTop() + 63) & ~63;
}

/** Is there memory up to `end`? Grows it if not. */
function reaches(end: u64): bool {
  const have = (<u64>memory.size()) << 16;
  return end <= have || (end < 0xffff0000 && memory.grow(<i32>((end - have + 65535) >> 16)) >= 0);
}

/**
 * Makes the head of a snapshot above the heap, good until anything allocates, and the list of what lies in the tail.
 * Length of the head with its header, or 0 when memory is out.
 */
export function makeSnapshot(): usize {
  const image = stage();
  const body = image + offsetof<SnapshotHeader>();
  const segments = body + FIXED_BYTES;
  if (!reaches(<u64>writeSegments(segments, false) + 4)) {
    return 0;
  }
  memory.copy(body, HEAP_ADDRESS, FIXED_BYTES);
  const bytes = writeSegments(segments, true) - body;
  const tail = tailBytes();
  const large = largeCount();
  let sum = checksum(body, bytes, bytes + tail);
  for (let k: usize = 0, p = LARGE_LIST; k < <usize>large; k++, p += 8) {
    sum = checksum(load<usize>(p), load<usize>(p, 4), sum);
  }
  const header = changetype<SnapshotHeader>(image);
  header.magic = MAGIC;
  header.layout = layoutOf();
  header.length = <u32>(bytes + tail);
  header.checksum = sum;
  header.head = <u32>bytes;
  header.reserved = 0;
  return offsetof<SnapshotHeader>() + bytes;
}

export function snapshotStart(): usize {
  return stage();
}

/** Room above the heap for an image of `length` bytes to be restored; 0 when memory is out. */
export function snapshotRoom(length: usize): usize {
  const image = stage();
  return reaches(<u64>image + <u64>length + 4) ? image : 0;
}

/**
 * Checks `length` bytes at `source` whole, then puts the world back as it was. On any doubt nothing is changed; but what is
 * not `trusted` to come from `makeSnapshot` is looked through once it is in place, and if it is no world, `BrokenSnapshot`
 * says that this one is none either until another restore.
 */
export function restoreSnapshot(source: usize, length: usize, trusted: bool): i32 {
  if (length < offsetof<SnapshotHeader>() + FIXED_BYTES) {
    return Code.BadSnapshot;
  }
  const h = changetype<SnapshotHeader>(source);
  let body = source + offsetof<SnapshotHeader>();
  const bytes = length - offsetof<SnapshotHeader>();
  const head = <usize>h.head;
  // The heap's top comes first in its record.
  const top = load<usize>(body);
  const bodies = changetype<World>(body + (WORLD_ADDRESS - HEAP_ADDRESS)).bodyEnd;
  if (
    h.magic != MAGIC ||
    h.layout != layoutOf() ||
    <usize>h.length != bytes ||
    h.reserved != 0 ||
    head < FIXED_BYTES ||
    head > bytes ||
    bodies > MAX_SLOTS ||
    (head & 3) != 0 ||
    !segmentsFit(body, head, bytes, top, h.checksum)
  ) {
    return Code.BadSnapshot;
  }
  if (body < top) {
    // The image lies where the world is to be: out of the way first.
    const aside = (max<usize>(max<usize>(top, heapTop()), body + bytes) + 63) & ~63;
    if (!reaches(<u64>aside + <u64>bytes)) {
      return Code.OutOfMemory;
    }
    memory.copy(aside, body, bytes);
    body = aside;
  }
  const marks = body + ((bytes + 63) & ~63);
  if (!reaches(<u64>marks + (trusted ? 0 : markBytes(top, bodies)))) {
    return Code.OutOfMemory;
  }
  memory.copy(HEAP_ADDRESS, body, FIXED_BYTES);
  let tail = body + head;
  for (let p = body + FIXED_BYTES, end = tail; p < end;) {
    const at = load<usize>(p);
    const size = <usize>load<u32>(p, 4);
    const padded = (size + 3) & ~3;
    p += 8;
    if (at & IN_TAIL) {
      memory.copy(at - IN_TAIL, tail, size);
      tail += padded;
    } else {
      memory.copy(at, p, size);
      p += padded;
    }
  }
  clearEvents();
  initTrees();
  if (!trusted && !structureHolds(marks)) {
    return Code.BrokenSnapshot;
  }
  return refitTrees() ? Code.Ok : Code.OutOfMemory;
}

/** Do all segments lie in the heap below `top`, end where head and tail do, and sum up to what the header says? */
function segmentsFit(body: usize, head: usize, bytes: usize, top: usize, sum: u64): bool {
  if (top < __heap_base || top > 0xffff0000) {
    return false;
  }
  let s = checksum(body, head, bytes);
  const end = body + head;
  let tail = <u64>end;
  let p = body + FIXED_BYTES;
  while (p + 8 <= end) {
    const at = load<usize>(p);
    const size = <u64>load<u32>(p, 4);
    const padded = (size + 3) & ~3;
    const from = <u64>(at & ~IN_TAIL);
    if (from < <u64>__heap_base || from + padded > <u64>top) {
      return false;
    }
    p += 8;
    if (at & IN_TAIL) {
      if (tail + padded > <u64>body + <u64>bytes) {
        return false;
      }
      s = checksum(<usize>tail, <usize>padded, s);
      tail += padded;
    } else {
      if (<u64>p + padded > <u64>end) {
        return false;
      }
      p += <usize>padded;
    }
  }
  return p == end && tail == <u64>body + <u64>bytes && s == sum;
}

const MULTIPLIER: u32 = 0x9e3779b1;

/**
 * 64-bit checksum, `seed` included: 32 lanes of 32 bits, each word mixed into its lane, the lanes mixed at the end. The
 * shift carries high bits down: multiplication alone would leave a flipped top bit a top bit, and a second flip would undo
 * it. Eight vectors at a time hide the multiplication's latency.
 */
export function checksum(start: usize, length: usize, seed: u64): u64 {
  const lanes = SCRATCH;
  let p = start;
  const whole = start + (length & ~127);
  if (ASC_FEATURE_SIMD) {
    let a = i32x4.splat(1);
    let b = i32x4.splat(2);
    let c = i32x4.splat(3);
    let d = i32x4.splat(4);
    let e = i32x4.splat(5);
    let f = i32x4.splat(6);
    let g = i32x4.splat(7);
    let h = i32x4.splat(8);
    for (; p < whole; p += 128) {
      a = mixed(a, v128.load(p));
      b = mixed(b, v128.load(p, 16));
      c = mixed(c, v128.load(p, 32));
      d = mixed(d, v128.load(p, 48));
      e = mixed(e, v128.load(p, 64));
      f = mixed(f, v128.load(p, 80));
      g = mixed(g, v128.load(p, 96));
      h = mixed(h, v128.load(p, 112));
    }
    v128.store(lanes, a);
    v128.store(lanes, b, 16);
    v128.store(lanes, c, 32);
    v128.store(lanes, d, 48);
    v128.store(lanes, e, 64);
    v128.store(lanes, f, 80);
    v128.store(lanes, g, 96);
    v128.store(lanes, h, 112);
  } else {
    for (let k: usize = 0; k < 32; k++) {
      store<u32>(lanes + (k << 2), <u32>(k >> 2) + 1);
    }
    for (; p < whole; p += 128) {
      for (let k: usize = 0; k < 128; k += 4) {
        const m = (load<u32>(lanes + k) ^ load<u32>(p + k)) * MULTIPLIER;
        store<u32>(lanes + k, m ^ (m >> 15));
      }
    }
  }
  let hash: u64 = 0xcbf29ce484222325 ^ (<u64>length) ^ seed;
  for (let k: usize = 0; k < 128; k += 4) {
    hash = fold(hash, load<u32>(lanes + k));
  }
  const end = start + length;
  for (; p + 4 <= end; p += 4) {
    hash = fold(hash, load<u32>(p));
  }
  for (; p < end; p++) {
    hash = fold(hash, <u32>load<u8>(p));
  }
  return hash ^ (hash >> 29);
}

function mixed(lane: v128, word: v128): v128 {
  const m = i32x4.mul(v128.xor(lane, word), i32x4.splat(MULTIPLIER));
  return v128.xor(m, i32x4.shr_u(m, 15));
}

function fold(hash: u64, word: u32): u64 {
  const h = (hash ^ (<u64>word)) * 0x100000001b3;
  return h ^ (h >> 31);
}
