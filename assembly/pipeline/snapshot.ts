import { refitTrees } from "../broad_phase/trees";
import { Code } from "../abi/layout";
import { heapTop } from "../memory/allocator";
import { clearEvents } from "../world/event_buffers";
import { BUFFERS_ADDRESS, HEAP_ADDRESS } from "../memory/fixed";
import { SCRATCH } from "../memory/scratch";
import { Body } from "../world/body";
import { Contact } from "../world/contact";
import { Joint } from "../world/joint";
import { Shape } from "../world/shape";
import { World } from "../world/world";
import { writeSegments } from "./snapshot_segments";

/**
 * A snapshot is a copy of memory: all of the world lies in it, at addresses that depend neither on the instance nor on the
 * build. It holds the fixed records, then segments (address, length, bytes) of what is in use of the heap; what a step
 * makes anew, blocks and trees, is left out. A restore puts everything back where it was, so every handle stays valid.
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
}

const MAGIC: u64 = 0x0002_6565_7263_73; // "scree", version 2
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

/** Makes a snapshot above the heap, good until anything allocates. Its length, or 0 when memory is out. */
export function makeSnapshot(): usize {
  const image = stage();
  const body = image + offsetof<SnapshotHeader>();
  const bytes = FIXED_BYTES + (writeSegments(body, false) - body);
  if (!reaches(<u64>body + <u64>bytes)) {
    return 0;
  }
  memory.copy(body, HEAP_ADDRESS, FIXED_BYTES);
  writeSegments(body + FIXED_BYTES, true);
  const header = changetype<SnapshotHeader>(image);
  header.magic = MAGIC;
  header.layout = layoutOf();
  header.length = <u32>bytes;
  header.checksum = checksum(body, bytes);
  return offsetof<SnapshotHeader>() + bytes;
}

export function snapshotStart(): usize {
  return stage();
}

/** Checks `length` bytes at `source` whole, then puts the world back as it was. On any doubt nothing is changed. */
export function restoreSnapshot(source: usize, length: usize): i32 {
  if (length < offsetof<SnapshotHeader>() + FIXED_BYTES) {
    return Code.BadSnapshot;
  }
  const h = changetype<SnapshotHeader>(source);
  let body = source + offsetof<SnapshotHeader>();
  const bytes = length - offsetof<SnapshotHeader>();
  if (h.magic != MAGIC || h.layout != layoutOf() || <usize>h.length != bytes || h.checksum != checksum(body, bytes)) {
    return Code.BadSnapshot;
  }
  // The heap's top comes first in its record.
  const top = load<usize>(body);
  if (!segmentsFit(body + FIXED_BYTES, body + bytes, top)) {
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
  } else if (!reaches(<u64>top)) {
    return Code.OutOfMemory;
  }
  memory.copy(HEAP_ADDRESS, body, FIXED_BYTES);
  for (let p = body + FIXED_BYTES, end = body + bytes; p < end;) {
    const size = <usize>load<u32>(p, 4);
    memory.copy(load<usize>(p), p + 8, size);
    p += 8 + ((size + 3) & ~3);
  }
  clearEvents();
  return refitTrees() ? Code.Ok : Code.OutOfMemory;
}

/** Do all segments lie in the heap below `top`, and end where the image does? */
function segmentsFit(start: usize, end: usize, top: usize): bool {
  if (top < __heap_base || top > 0xffff0000) {
    return false;
  }
  let p = start;
  while (p + 8 <= end) {
    const at = <u64>load<u32>(p);
    const size = <u64>load<u32>(p, 4);
    const next = <u64>p + 8 + ((size + 3) & ~3);
    if (at < <u64>__heap_base || at + size > <u64>top || next > <u64>end) {
      return false;
    }
    p = <usize>next;
  }
  return p == end;
}

const MULTIPLIER: u32 = 0x9e3779b1;

/**
 * 64-bit checksum: sixteen lanes of 32 bits, each word mixed into its lane, the lanes mixed at the end. The shift carries
 * high bits down: multiplication alone would leave a flipped top bit a top bit, and a second flip would undo it.
 */
export function checksum(start: usize, length: usize): u64 {
  const lanes = SCRATCH;
  let p = start;
  const whole = start + (length & ~63);
  if (ASC_FEATURE_SIMD) {
    const m = i32x4.splat(MULTIPLIER);
    let a = i32x4.splat(1);
    let b = i32x4.splat(2);
    let c = i32x4.splat(3);
    let d = i32x4.splat(4);
    for (; p < whole; p += 64) {
      a = i32x4.mul(v128.xor(a, v128.load(p)), m);
      a = v128.xor(a, i32x4.shr_u(a, 15));
      b = i32x4.mul(v128.xor(b, v128.load(p, 16)), m);
      b = v128.xor(b, i32x4.shr_u(b, 15));
      c = i32x4.mul(v128.xor(c, v128.load(p, 32)), m);
      c = v128.xor(c, i32x4.shr_u(c, 15));
      d = i32x4.mul(v128.xor(d, v128.load(p, 48)), m);
      d = v128.xor(d, i32x4.shr_u(d, 15));
    }
    v128.store(lanes, a);
    v128.store(lanes, b, 16);
    v128.store(lanes, c, 32);
    v128.store(lanes, d, 48);
  } else {
    for (let k: usize = 0; k < 16; k++) {
      store<u32>(lanes + (k << 2), <u32>(k >> 2) + 1);
    }
    for (; p < whole; p += 64) {
      for (let k: usize = 0; k < 64; k += 4) {
        const mixed = (load<u32>(lanes + k) ^ load<u32>(p + k)) * MULTIPLIER;
        store<u32>(lanes + k, mixed ^ (mixed >> 15));
      }
    }
  }
  let hash: u64 = 0xcbf29ce484222325 ^ (<u64>length);
  for (let k: usize = 0; k < 64; k += 4) {
    hash = (hash ^ (<u64>load<u32>(lanes + k))) * 0x100000001b3;
    hash ^= hash >> 31;
  }
  for (const end = start + length; p < end; p++) {
    hash = (hash ^ (<u64>load<u8>(p))) * 0x100000001b3;
  }
  hash ^= hash >> 29;
  return hash;
}
