import { initTrees, refitTrees, refitTreesBytes } from "../broad_phase/trees";
import { Code } from "../abi/layout";
import { SnapshotFormat, SnapshotHeaderWord, SnapshotRecord, SnapshotWord } from "../abi/snapshot_layout";
import { SLACK, heapTop } from "../memory/allocator";
import { clearEvents } from "../world/event_buffers";
import { BUFFERS_ADDRESS, HEAP_ADDRESS, SCRATCH_ADDRESS, WORLD_ADDRESS } from "../memory/fixed";
import { MAX_SLOTS } from "../memory/handle";
import { Body } from "../world/body";
import { ACTIVE_ORDER, REST_ORDER, batches } from "../world/buffers";
import { Contact } from "../world/contact";
import { Field } from "../world/field";
import { Joint } from "../world/joint";
import { Shape } from "../world/shape";
import { World } from "../world/world";
import { ROW_BYTES, sumBegin, sumEnd, sumRows } from "./checksum";
import { IN_TAIL, LARGE_LIST, MAX_LARGE, largeCount, reaches, tailBytes, writeSegments } from "./snapshot_segments";
import { markBytes, structureHolds } from "./structure";

/**
 * A snapshot is a copy of memory: the whole world lies there, at addresses that depend neither on the instance nor on the
 * build. Its head holds the fixed records, then segments (address, length, bytes) of the used parts of the heap. What a step
 * makes anew, such as blocks and trees, is left out. The bytes of large segments follow in the tail, so that the host can copy
 * them straight from where they lie, and back. Head and tail segments are whole rows of the checksum. A restore puts everything
 * back where it was, so every handle stays valid.
 */
@unmanaged
export class SnapshotHeader {
  /** "scree" and the version of the format. */
  magic: u64;
  /** Hash of the sizes of all records and the layout of fixed memory: a snapshot of another layout is refused. */
  layout: u32;
  /** Bytes after the header. */
  length: u32;
  checksum: u64;
  /** Bytes of the head without the header: whole rows of the checksum. */
  head: u32;
  reserved: u32;
}

const MAGIC: u64 = ((<u64>SnapshotFormat.Version) << 32) | (<u64>SnapshotFormat.Magic);
const FIXED_BYTES: usize = SnapshotFormat.FixedBytes;
if (
  FIXED_BYTES != SCRATCH_ADDRESS - HEAP_ADDRESS ||
  offsetof<SnapshotHeader>() != SnapshotHeaderWord.Count << 2 ||
  offsetof<SnapshotHeader>("layout") != SnapshotHeaderWord.Layout << 2 ||
  offsetof<SnapshotHeader>("length") != SnapshotHeaderWord.Length << 2 ||
  offsetof<SnapshotHeader>("checksum") != SnapshotHeaderWord.Checksum << 2 ||
  offsetof<SnapshotHeader>("head") != SnapshotHeaderWord.Head << 2
) {
  ERROR("the header of a snapshot is not that of abi/snapshot_layout.ts");
}

/** How much further on the fixed records lie in an image than in memory. */
const SHIFT: usize = offsetof<SnapshotHeader>() - HEAP_ADDRESS;
if (
  WORLD_ADDRESS + offsetof<World>("dt") + SHIFT != SnapshotWord.LastStep << 2 ||
  WORLD_ADDRESS + offsetof<World>("stepCount") + SHIFT != SnapshotWord.StepCount << 2 ||
  ACTIVE_ORDER + SHIFT != SnapshotWord.ActiveOrder << 2 ||
  REST_ORDER + SHIFT != SnapshotWord.RestOrder << 2 ||
  offsetof<Body>() != SnapshotRecord.Body << 2 ||
  offsetof<Body>("sleepTime") != SnapshotRecord.BodySleepTime << 2 ||
  offsetof<Shape>() != SnapshotRecord.Shape << 2 ||
  offsetof<Shape>("body") != SnapshotRecord.ShapeBody << 2 ||
  offsetof<Shape>("treeIndex") != SnapshotRecord.ShapeTreeIndex << 2 ||
  offsetof<Joint>() != SnapshotRecord.Joint << 2 ||
  offsetof<Contact>() != SnapshotRecord.Contact << 2 ||
  offsetof<Contact>("normalImpulse1") != SnapshotRecord.ContactNormalImpulse1 << 2 ||
  offsetof<Contact>("tangentImpulse1") != SnapshotRecord.ContactTangentImpulse1 << 2 ||
  offsetof<Contact>("id1") != SnapshotRecord.ContactId1 << 2 ||
  offsetof<Contact>("normalImpulse2") != SnapshotRecord.ContactNormalImpulse2 << 2 ||
  offsetof<Contact>("tangentImpulse2") != SnapshotRecord.ContactTangentImpulse2 << 2 ||
  offsetof<Contact>("id2") != SnapshotRecord.ContactId2 << 2 ||
  offsetof<Contact>("friction") != SnapshotRecord.ContactFriction << 2 ||
  offsetof<Contact>("kernelIndex") != SnapshotRecord.ContactKernelIndex << 2
) {
  ERROR("the records of a snapshot are not those of abi/snapshot_layout.ts");
}

/** A number that changes with the size of any record. */
function layoutOf(): u32 {
  let h: u32 = 2166136261;
  h = (h ^ (<u32>offsetof<World>())) * 16777619;
  h = (h ^ (<u32>offsetof<Body>())) * 16777619;
  h = (h ^ (<u32>offsetof<Shape>())) * 16777619;
  h = (h ^ (<u32>offsetof<Contact>())) * 16777619;
  h = (h ^ (<u32>offsetof<Joint>())) * 16777619;
  h = (h ^ (<u32>offsetof<Field>())) * 16777619;
  h = (h ^ (<u32>BUFFERS_ADDRESS)) * 16777619;
  h = (h ^ (<u32>__heap_base)) * 16777619;
  return h;
}

/** Where the head is assembled: above the heap, in memory that nobody owns. */
function stage(): usize {
  return (heapTop() + 63) & ~63;
}

function rows(bytes: u64): u64 {
  return (bytes + (ROW_BYTES - 1)) & ~(<u64>ROW_BYTES - 1);
}

/** Seed of the checksum, which so covers the lengths. */
function seedOf(head: usize, bytes: usize): u64 {
  return ((<u64>head) << 32) | (<u64>bytes);
}

/**
 * Makes the head of a snapshot above the heap, valid until anything allocates, and the list of segments in the tail.
 * Returns the length of the head with its header, or 0 when out of memory.
 */
export function makeSnapshot(): usize {
  const image = stage();
  const body = image + offsetof<SnapshotHeader>();
  const segments = body + FIXED_BYTES;
  const end = reaches(<u64>segments) ? writeSegments(segments) : 0;
  if (end == 0) {
    return 0;
  }
  const found = batches.count;
  batches.count = 0; // a step makes batches anew: none are there after a restore
  memory.copy(body, HEAP_ADDRESS, FIXED_BYTES);
  batches.count = found;
  const used = end - body;
  const head = <usize>rows(used);
  memory.fill(body + used, 0, head - used);
  const bytes = head + tailBytes();
  sumBegin(seedOf(head, bytes));
  sumRows(body, head);
  for (let k: usize = 0, p = LARGE_LIST; k < <usize>largeCount(); k++, p += 8) {
    sumRows(load<usize>(p), load<usize>(p, 4));
  }
  const header = changetype<SnapshotHeader>(image);
  header.magic = MAGIC;
  header.layout = layoutOf();
  header.length = <u32>bytes;
  header.checksum = sumEnd();
  header.head = <u32>head;
  header.reserved = 0;
  return offsetof<SnapshotHeader>() + head;
}

export function snapshotStart(): usize {
  return stage();
}

/** Address of room above the heap for `length` bytes; 0 when out of memory. */
export function snapshotRoom(length: usize): usize {
  const image = stage();
  return reaches(<u64>image + <u64>length + 4) ? image : 0;
}

/** Begins to check an image of `length` bytes, the first `given` of which (header and head) lie at `source`. */
export function beginCheck(source: usize, given: usize, length: usize): void {
  const head = given - offsetof<SnapshotHeader>();
  sumBegin(seedOf(head, length - offsetof<SnapshotHeader>()));
  sumRows(source + offsetof<SnapshotHeader>(), head);
}

/**
 * Puts the head of an image, all of which was summed in pieces before, in its place, and lists where the host must put the
 * segments of its tail: address and length of each at `LARGE_LIST`. Returns their number, or minus a Code; then nothing is
 * changed. `trusted`: the image comes from `makeSnapshot`.
 */
export function restoreHead(source: usize, given: usize, length: usize, trusted: bool): i32 {
  if (given < offsetof<SnapshotHeader>() + FIXED_BYTES || length < given) {
    return -Code.BadSnapshot;
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
    head != given - offsetof<SnapshotHeader>() ||
    (head & (ROW_BYTES - 1)) != 0 ||
    bodies > MAX_SLOTS ||
    h.checksum != sumEnd()
  ) {
    return -Code.BadSnapshot;
  }
  const large = segmentsFit(body, head, bytes, top);
  if (large < 0) {
    return -Code.BadSnapshot;
  }
  if (body < top) {
    // The head lies where the world will be: move it out of the way first.
    const aside = (max<usize>(max<usize>(top, heapTop()), body + head) + 63) & ~63;
    if (!reaches(<u64>aside + <u64>head)) {
      return -Code.OutOfMemory;
    }
    memory.copy(aside, body, head);
    body = aside;
  }
  // Checking the structure needs room for marks, which is free again when the trees are made.
  const trees = refitTreesBytes(body - HEAP_ADDRESS);
  if (!reaches(<u64>top + SLACK + max<u64>(trees, trusted ? 0 : markBytes(top, bodies)))) {
    return -Code.OutOfMemory;
  }
  memory.copy(HEAP_ADDRESS, body, FIXED_BYTES);
  batches.count = 0;
  let list = LARGE_LIST;
  for (let p = body + FIXED_BYTES, end = body + head; p + 8 <= end && load<usize>(p) != 0;) {
    const at = load<usize>(p);
    const size = <usize>load<u32>(p, 4);
    p += 8;
    if (at & IN_TAIL) {
      store<usize>(list, at - IN_TAIL);
      store<usize>(list, size, 4);
      list += 8;
    } else {
      memory.copy(at, p, size);
      p += (size + 3) & ~3;
    }
  }
  return large;
}

/**
 * Called once the segments of the tail are in place, too: makes what an image leaves out. An image that is not `trusted` is checked
 * first; `BrokenSnapshot` says that it holds no valid world, so that this instance has none either until another restore.
 */
export function endRestore(trusted: bool): i32 {
  clearEvents();
  initTrees();
  if (!trusted && !structureHolds(stage())) {
    return Code.BrokenSnapshot;
  }
  return refitTrees() ? Code.Ok : Code.OutOfMemory;
}

/**
 * Do all segments lie in the heap below `top`, and end where head and tail do? Returns the number of those in the tail, −1 if not.
 * Zeros fill the last row of the head.
 */
function segmentsFit(body: usize, head: usize, bytes: usize, top: usize): i32 {
  if (top < __heap_base || top > 0xffff0000 || (top & 63) != 0) {
    return -1;
  }
  const end = body + head;
  let tail = <u64>head;
  let large: i32 = 0;
  let p = body + FIXED_BYTES;
  for (; p + 8 <= end && load<usize>(p) != 0;) {
    const at = load<usize>(p);
    const size = <u64>load<u32>(p, 4);
    const from = <u64>(at & ~IN_TAIL);
    const padded = (size + 3) & ~3;
    if (from < <u64>__heap_base || from + padded > <u64>top) {
      return -1;
    }
    p += 8;
    if (at & IN_TAIL) {
      tail += rows(size);
      large++;
    } else {
      if (<u64>p + padded > <u64>end) {
        return -1;
      }
      p += <usize>padded;
    }
  }
  return tail == <u64>bytes && large <= MAX_LARGE ? large : -1;
}
