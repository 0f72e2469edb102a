import { Code } from "../abi/layout";
import { BUFFERS_ADDRESS, HEAP_ADDRESS, SNAPSHOT_HEADER } from "../memory/fixed";
import { heapTop } from "../memory/allocator";
import { SCRATCH } from "../memory/scratch";
import { Body } from "../world/body";
import { Contact } from "../world/contact";
import { Joint } from "../world/joint";
import { Shape } from "../world/shape";
import { World } from "../world/world";

/**
 * A snapshot is a copy of memory: all of the world lies in it, at addresses that do not depend on the instance or the
 * build. Its header stands right before the heap's record, so that the host copies one range and nothing is gathered.
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

const MAGIC: u64 = 0x0001_6565_7263_73; // "scree", version 1
const FIRST: usize = HEAP_ADDRESS;
const header = changetype<SnapshotHeader>(SNAPSHOT_HEADER);
if (SNAPSHOT_HEADER + offsetof<SnapshotHeader>() != HEAP_ADDRESS) {
  ERROR("the snapshot header stands right before the heap's record");
}

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

/** Makes the range from `snapshotStart` of `snapshotLength` bytes a snapshot. */
export function makeSnapshot(): void {
  const length = heapTop() - FIRST;
  header.magic = MAGIC;
  header.layout = layoutOf();
  header.length = <u32>length;
  header.checksum = checksum(FIRST, length);
}

export function snapshotStart(): usize {
  return SNAPSHOT_HEADER;
}

export function snapshotLength(): usize {
  return heapTop() - SNAPSHOT_HEADER;
}

/** Checks `length` bytes at `source` whole, then puts the world back as it was. On any doubt nothing is changed. */
export function restoreSnapshot(source: usize, length: usize): i32 {
  if (length < offsetof<SnapshotHeader>()) {
    return Code.BadSnapshot;
  }
  const h = changetype<SnapshotHeader>(source);
  const body = source + offsetof<SnapshotHeader>();
  const bytes = length - offsetof<SnapshotHeader>();
  if (h.magic != MAGIC || h.layout != layoutOf() || <usize>h.length != bytes || h.checksum != checksum(body, bytes)) {
    return Code.BadSnapshot;
  }
  // The heap's top is in the image: it must be where the image ends.
  if (load<usize>(body) != FIRST + bytes) {
    return Code.BadSnapshot;
  }
  const end = <u64>FIRST + <u64>bytes;
  const have = (<u64>memory.size()) << 16;
  if (end > have && memory.grow(<i32>((end - have + 65535) >> 16)) < 0) {
    return Code.OutOfMemory;
  }
  memory.copy(FIRST, body, bytes);
  return Code.Ok;
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
