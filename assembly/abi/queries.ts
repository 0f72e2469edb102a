import { Buffer } from "../memory/buffer";
import { MAILBOX_ADDRESS } from "../memory/fixed";
import {
  HIT_BYTES,
  castRayAll as castAll,
  castRayClosest,
  overlapBox as overlapBoxIn,
  overlapPoint as overlapPointIn,
} from "../queries/queries";
import { bulk, queryHits, queryResults } from "../world/buffers";
import {
  contactBeginEvents,
  contactEndEvents,
  hitEvents,
  jointEvents,
  movedBodies,
  sensorBeginEvents,
  sensorEndEvents,
  sleepEvents,
} from "../world/buffers";
import { world } from "../world/world";
import { allFinite } from "./check";
import { Code, Column, EventKind } from "./layout";

// The door for queries, events and columns.

function finite4(a: f32, b: f32, c: f32, d: f32): bool {
  return a - a + (b - b) + (c - c) + (d - d) == 0;
}

/** Ray from (x, y) along the translation (dx, dy). 1 with the hit in the mailbox, 0 for none, minus a Code. */
export function castRay(x: f32, y: f32, dx: f32, dy: f32, category: u32, mask: u32): i32 {
  if (!finite4(x, y, dx, dy)) {
    return -Code.NonFinite;
  }
  return castRayClosest(x, y, dx, dy, category, mask, MAILBOX_ADDRESS) ? 1 : 0;
}

/** Count of hits, in the result buffer in order of their fractions; minus a Code. */
export function castRayAll(x: f32, y: f32, dx: f32, dy: f32, category: u32, mask: u32): i32 {
  if (!finite4(x, y, dx, dy)) {
    return -Code.NonFinite;
  }
  const n = castAll(x, y, dx, dy, category, mask);
  return <i32>n;
}

/** Rays from the bulk buffer, x y dx dy each; category and mask in the mailbox; a hit record a ray in the hit buffer. */
export function castRays(count: u32): i32 {
  if ((<u64>count) << 4 > <u64>bulk.capacity) {
    return -Code.OutOfRange;
  }
  if (!allFinite(bulk.ptr, count << 2)) {
    return -Code.NonFinite;
  }
  const category = load<u32>(MAILBOX_ADDRESS);
  const mask = load<u32>(MAILBOX_ADDRESS, 4);
  if (!Buffer.ensureScratch(queryHits, <usize>count * HIT_BYTES)) {
    return -Code.OutOfMemory;
  }
  let p = bulk.ptr;
  let out = queryHits.ptr;
  for (let k: u32 = 0; k < count; k++) {
    castRayClosest(load<f32>(p), load<f32>(p, 4), load<f32>(p, 8), load<f32>(p, 12), category, mask, out);
    p += 16;
    out += HIT_BYTES;
  }
  return Code.Ok;
}

/** Count of shapes, ids in the result buffer; minus a Code. */
export function overlapBox(x0: f32, y0: f32, x1: f32, y1: f32, category: u32, mask: u32): i32 {
  if (!finite4(x0, y0, x1, y1)) {
    return -Code.NonFinite;
  }
  return <i32>overlapBoxIn(x0, y0, x1, y1, category, mask);
}

export function overlapPoint(x: f32, y: f32, category: u32, mask: u32): i32 {
  if (!finite4(x, y, x, y)) {
    return -Code.NonFinite;
  }
  return <i32>overlapPointIn(x, y, category, mask);
}

/** Where lists of ids are left. */
export function resultPointer(): usize {
  return queryResults.ptr;
}

/** Where hit records are left. */
export function hitPointer(): usize {
  return queryHits.ptr;
}

function eventBuffer(kind: i32): Buffer {
  switch (kind) {
    case EventKind.ContactBegin:
      return contactBeginEvents;
    case EventKind.ContactEnd:
      return contactEndEvents;
    case EventKind.Hit:
      return hitEvents;
    case EventKind.SensorBegin:
      return sensorBeginEvents;
    case EventKind.SensorEnd:
      return sensorEndEvents;
    case EventKind.Sleep:
      return sleepEvents;
    case EventKind.JointBreak:
      return jointEvents;
    default:
      return movedBodies;
  }
}

export function eventCount(kind: i32): u32 {
  return eventBuffer(kind).count;
}

export function eventPointer(kind: i32): usize {
  return eventBuffer(kind).ptr;
}

export function columnPointer(column: i32): usize {
  switch (column) {
    case Column.Transforms:
      return world.bodyPose;
    case Column.Velocities:
      return world.bodyVelocity;
    default:
      return world.bodyFlags;
  }
}
