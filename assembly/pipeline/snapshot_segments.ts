import { Hull } from "../collision/shape_geometry";
import { FREE_LISTS, Heap } from "../memory/allocator";
import { Buffer } from "../memory/buffer";
import { HEAP_ADDRESS, MAILBOX_ADDRESS } from "../memory/fixed";
import { SCRATCH } from "../memory/scratch";
import { Body } from "../world/body";
import {
  COLOUR_COUNT,
  JOINT_TYPE_SLOTS,
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

/** Segments from this length on keep their bytes in the tail of the image, where the host copies them straight from memory. */
export const LARGE_BYTES: usize = 8192;
/** No more than this many do; the list of them goes to the host through the mailbox. */
const MAX_LARGE: u32 = 2048;
/** Set in the address of a segment whose bytes lie in the tail. */
export const IN_TAIL: usize = 1;

/** Bytes in the tail, and their segments: address and length of each, in order. */
const TAIL_BYTES: usize = SCRATCH + 256; // the checksum has the place below
const LARGE_COUNT: usize = SCRATCH + 260;
export const LARGE_LIST: usize = MAILBOX_ADDRESS + 16;

export function tailBytes(): usize {
  return load<usize>(TAIL_BYTES);
}
export function largeCount(): u32 {
  return load<u32>(LARGE_COUNT);
}

/**
 * Writes every block of the heap that is state, as far as it is in use, at `out`: address u32, length u32, bytes, padded to
 * four; of large ones only address and length. Returns the end. With `write` false only counts.
 */
export function writeSegments(out: usize, write: bool): usize {
  let p = out;
  store<usize>(TAIL_BYTES, 0);
  store<u32>(LARGE_COUNT, 0);
  const bodies = <usize>world.bodyEnd;
  p = segment(p, write, world.bodyPose, bodies << 4);
  p = segment(p, write, world.bodyVelocity, bodies << 4);
  p = segment(p, write, world.bodyMass, bodies << 4);
  p = segment(p, write, world.bodyFlags, bodies << 2);
  p = segment(p, write, world.bodySolver, bodies << 2);
  p = segment(p, write, world.bodies, bodies * offsetof<Body>());
  const shapes = <usize>world.shapeEnd;
  p = segment(p, write, world.shapeGeometry, shapes << 5);
  p = segment(p, write, world.shapeFrame, shapes << 4);
  p = segment(p, write, world.shapeLocal, shapes << 4);
  p = segment(p, write, world.shapeFatBox, shapes << 4);
  p = segment(p, write, world.shapeOldBox, shapes << 4);
  p = segment(p, write, world.shapeMarks, shapes);
  p = segment(p, write, world.shapes, shapes * offsetof<Shape>());
  p = segment(p, write, world.contacts, <usize>world.contactEnd * offsetof<Contact>());
  p = segment(p, write, world.joints, <usize>world.jointEnd * offsetof<Joint>());
  for (let slot: u32 = 1; slot < world.shapeEnd; slot++) {
    const hull = Shapes.geometry(slot).hull;
    if (hull != 0) {
      p = segment(p, write, hull, Hull.byteLength(changetype<Hull>(hull).count));
    }
  }
  p = segment(p, write, forceFields.ptr, <usize>forceFields.count * offsetof<Field>());
  p = segment(p, write, materialPairs.ptr, <usize>materialPairs.count * offsetof<MaterialPair>());
  p = segment(p, write, ignoredPairs.ptr, (<usize>ignoredPairs.count) << 3);
  p = list(p, write, awakeBodies);
  p = list(p, write, movedShapes);
  p = list(p, write, activeOrder);
  p = list(p, write, restOrder);
  for (let kernel: u32 = 0; kernel < CONTACT_KERNEL_COUNT; kernel++) {
    p = list(p, write, Lists.kernel(kernel));
  }
  for (let colour: u32 = 0; colour < COLOUR_COUNT; colour++) {
    p = list(p, write, Lists.colour(colour, 0));
    p = list(p, write, Lists.colour(colour, 1));
    for (let type: u32 = 0; type < JOINT_TYPE_SLOTS; type++) {
      p = list(p, write, Lists.joint(colour, type));
    }
  }
  // The links of the free blocks.
  const heads = HEAP_ADDRESS + offsetof<Heap>("free0");
  for (let k: usize = 0; k < FREE_LISTS; k++) {
    for (let block = load<usize>(heads + (k << 2)); block != 0; block = load<usize>(block)) {
      p = segment(p, write, block, 4);
    }
  }
  return p;
}

function segment(p: usize, write: bool, address: usize, bytes: usize): usize {
  if (bytes == 0) {
    return p;
  }
  const padded = (bytes + 3) & ~3;
  const large = load<u32>(LARGE_COUNT);
  const inTail = bytes >= LARGE_BYTES && large < MAX_LARGE;
  if (write) {
    store<usize>(p, inTail ? address | IN_TAIL : address);
    store<u32>(p, <u32>bytes, 4);
  }
  if (inTail) {
    for (let k = bytes; k < padded; k++) {
      store<u8>(address + k, 0); // the capacity of a column is a multiple of four
    }
    store<usize>(LARGE_LIST + ((<usize>large) << 3), address);
    store<usize>(LARGE_LIST + ((<usize>large) << 3), padded, 4);
    store<u32>(LARGE_COUNT, large + 1);
    store<usize>(TAIL_BYTES, load<usize>(TAIL_BYTES) + padded);
    return p + 8;
  }
  if (write) {
    store<u32>(p + (padded + 4), 0); // the padding, if there is any
    memory.copy(p + 8, address, bytes);
  }
  return p + 8 + padded;
}

/** A list of u32. */
function list(p: usize, write: bool, b: Buffer): usize {
  return segment(p, write, b.ptr, (<usize>b.count) << 2);
}
