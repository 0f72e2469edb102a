import { SnapshotFormat } from "../abi/snapshot_layout";
import { Hull } from "../collision/shape_geometry";
import { FREE_LISTS, freeList } from "../memory/allocator";
import { Buffer } from "../memory/buffer";
import { MAILBOX_ADDRESS } from "../memory/fixed";
import { SCRATCH } from "../memory/scratch";
import { Body } from "../world/body";
import {
  COLOUR_COUNT,
  JOINT_KINDS,
  Lists,
  activeOrder,
  awakeBodies,
  forceFields,
  ignoredPairs,
  materialPairs,
  movedShapes,
  restOrder,
} from "../world/buffers";
import { CONTACT_KERNEL_COUNT, Contact } from "../world/contact";
import { Field } from "../world/field";
import { Joint } from "../world/joint";
import { MaterialPair } from "../world/material";
import { Shape, Shapes } from "../world/shape";
import { world } from "../world/world";
import { ROW_BYTES } from "./checksum";

/** Segments of this length or more have their bytes in the tail of the image: the host copies those straight from memory. */
const LARGE_BYTES: usize = 8192;
/** Most segments in the tail; their list goes to the host through the mailbox. */
export const MAX_LARGE: i32 = 2048;
/** Set in the address of a segment whose bytes lie in the tail. */
export const IN_TAIL: usize = SnapshotFormat.InTail;

/** Number of bytes and of segments in the tail, and the list of those: address and length of each, in order. */
const TAIL_BYTES: usize = SCRATCH;
const LARGE_COUNT: usize = SCRATCH + 4;
export const LARGE_LIST: usize = MAILBOX_ADDRESS + 16;

/** Is there memory up to `end`? If not, grows it by at least sixteen pages if possible, since many small steps are slow. */
export function reaches(end: u64): bool {
  const have = (<u64>memory.size()) << 16;
  if (end <= have) {
    return true;
  }
  const missing = <i32>((end - have + 65535) >> 16);
  return end < 0xffff0000 && (memory.grow(max<i32>(missing, 16)) >= 0 || memory.grow(missing) >= 0);
}

export function tailBytes(): usize {
  return load<usize>(TAIL_BYTES);
}
export function largeCount(): u32 {
  return load<u32>(LARGE_COUNT);
}

/**
 * Writes the used part of every heap block that is state to `out`: address u32, length u32, bytes, padded to four; of large ones
 * only address and length. The first are those of `SnapshotSegment`. Returns the end, or 0 when out of memory.
 */
export function writeSegments(out: usize): usize {
  let p = out;
  store<usize>(TAIL_BYTES, 0);
  store<u32>(LARGE_COUNT, 0);
  const bodies = <usize>world.bodyEnd;
  p = segment(p, world.bodyPose, bodies << 4);
  p = segment(p, world.bodyVelocity, bodies << 4);
  p = segment(p, world.bodyMass, bodies << 4);
  p = segment(p, world.bodyFlags, bodies << 2);
  p = segment(p, world.bodySolver, bodies << 2);
  p = segment(p, world.bodies, bodies * offsetof<Body>());
  const shapes = <usize>world.shapeEnd;
  p = segment(p, world.shapeGeometry, shapes << 5);
  p = segment(p, world.shapeFrame, shapes << 4);
  p = segment(p, world.shapeLocal, shapes << 4);
  p = segment(p, world.shapeFatBox, shapes << 4);
  p = segment(p, world.shapeOldBox, shapes << 4);
  p = segment(p, world.shapeMarks, shapes);
  p = segment(p, world.shapes, shapes * offsetof<Shape>());
  p = segment(p, world.contacts, <usize>world.contactEnd * offsetof<Contact>());
  p = segment(p, world.joints, <usize>world.jointEnd * offsetof<Joint>());
  for (let slot: u32 = 1; slot < world.shapeEnd; slot++) {
    const hull = Shapes.geometry(slot).hull;
    if (hull != 0) {
      p = segment(p, hull, Hull.byteLength(changetype<Hull>(hull).count));
    }
  }
  p = segment(p, forceFields.ptr, <usize>forceFields.count * offsetof<Field>());
  p = segment(p, materialPairs.ptr, <usize>materialPairs.count * offsetof<MaterialPair>());
  p = segment(p, ignoredPairs.ptr, (<usize>ignoredPairs.count) << 3);
  p = list(p, awakeBodies);
  p = list(p, movedShapes);
  p = list(p, activeOrder);
  p = list(p, restOrder);
  for (let kernel: u32 = 0; kernel < CONTACT_KERNEL_COUNT; kernel++) {
    p = list(p, Lists.kernel(kernel));
  }
  for (let colour: u32 = 0; colour < COLOUR_COUNT; colour++) {
    p = list(p, Lists.colour(colour, 0));
    p = list(p, Lists.colour(colour, 1));
    for (let kind: u32 = 0; kind < JOINT_KINDS; kind++) {
      p = list(p, Lists.joint(colour, kind));
    }
  }
  // The links of the free blocks.
  for (let k: u32 = 0; k < FREE_LISTS; k++) {
    for (let block = load<usize>(freeList(k)); block != 0; block = load<usize>(block)) {
      p = segment(p, block, 4);
    }
  }
  return p;
}

function segment(p: usize, address: usize, bytes: usize): usize {
  if (bytes == 0 || p == 0) {
    return p;
  }
  const large = load<u32>(LARGE_COUNT);
  const inTail = bytes >= LARGE_BYTES && large < <u32>MAX_LARGE;
  // Room for the segment, its padding, and the zeros that fill the last row of the head.
  if (!reaches(<u64>p + 16 + ROW_BYTES + (inTail ? 0 : <u64>bytes))) {
    return 0;
  }
  store<usize>(p, inTail ? address | IN_TAIL : address);
  store<u32>(p, <u32>bytes, 4);
  if (inTail) {
    // A large block's size is a power of two: the rest of its last row belongs to the block and holds no state.
    const padded = (bytes + (ROW_BYTES - 1)) & ~(ROW_BYTES - 1);
    memory.fill(address + bytes, 0, padded - bytes);
    store<usize>(LARGE_LIST + ((<usize>large) << 3), address);
    store<usize>(LARGE_LIST + ((<usize>large) << 3), padded, 4);
    store<u32>(LARGE_COUNT, large + 1);
    store<usize>(TAIL_BYTES, load<usize>(TAIL_BYTES) + padded);
    return p + 8;
  }
  const padded = (bytes + 3) & ~3;
  store<u32>(p + (padded + 4), 0); // the padding, if there is any
  memory.copy(p + 8, address, bytes);
  return p + 8 + padded;
}

/** A list of u32. */
function list(p: usize, b: Buffer): usize {
  return segment(p, b.ptr, (<usize>b.count) << 2);
}
