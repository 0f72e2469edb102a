import { describeShape, hullCode } from "../lifecycle/shape_definitions";
import { cos, sin } from "../math/trig";
import { Buffer } from "../memory/buffer";
import { MAILBOX_ADDRESS } from "../memory/fixed";
import { Cast, HIT_BYTES, Wanted, cast } from "../queries/casts";
import { beginQuery, endQuery, placeQueryShape, queryLocal, queryShape } from "../queries/filter";
import { Place, overlap, overlapMany } from "../queries/overlaps";
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
  sweptEvents,
} from "../world/buffers";
import { clearEvents } from "../world/event_buffers";
import { world } from "../world/world";
import { allFinite } from "./check";
import { Code, Column, EventKind, QueryDef } from "./layout";

// The door for queries, events and columns. Every query reads its filter from the mailbox (QueryDef) and returns how many
// shapes it found, or minus a Code.

/** Begins a query, checking its four numbers. Returns a Code. */
function begin(a: f32, b: f32, c: f32, d: f32): i32 {
  return a - a + (b - b) + (c - c) + (d - d) == 0 ? beginQuery() : Code.NonFinite;
}

/** Ends a query that found this many, or less than 0 if memory ran out. */
function end(found: i32): i32 {
  endQuery();
  return found < 0 ? -Code.OutOfMemory : found;
}

/** Ray from (x, y) along (dx, dy). `wanted`: closest or any puts the hit into the mailbox; all puts them into the hit buffer, in order. */
export function castRay(x: f32, y: f32, dx: f32, dy: f32, wanted: i32): i32 {
  const code = begin(x, y, dx, dy);
  return code != Code.Ok ? -code : end(cast(Cast.Ray, wanted, x, y, dx, dy, 1, MAILBOX_ADDRESS));
}

/** Makes the query's shape from the definition in the mailbox, for the casts and overlaps that follow. */
export function queryShapeSet(kind: u32, x: f32, y: f32, angle: f32): i32 {
  if (!(x - x + (y - y) + (angle - angle) == 0)) {
    return Code.NonFinite;
  }
  const code = describeShape(kind, MAILBOX_ADDRESS + (QueryDef.Shape << 2), queryShape, queryLocal);
  if (code == Code.BadShape) {
    store<i32>(MAILBOX_ADDRESS, hullCode());
  }
  if (code == Code.Ok) {
    placeQueryShape(x, y, <f32>cos(<f64>angle), <f32>sin(<f64>angle));
  }
  return code;
}

/** Moves the query's shape by (dx, dy); answers like `castRay`. */
export function castShape(dx: f32, dy: f32, wanted: i32): i32 {
  const code = begin(dx, dy, 0, 0);
  return code != Code.Ok ? -code : end(cast(Cast.Shape, wanted, 0, 0, dx, dy, 1, MAILBOX_ADDRESS));
}

/** Nearest shape to a point, at most `limit` away; with all, every one of those by distance. A hit's fraction is the distance. */
export function closestPoint(x: f32, y: f32, limit: f32, wanted: i32): i32 {
  const code = limit >= 0 ? begin(x, y, 0, 0) : Code.OutOfRange;
  return code != Code.Ok ? -code : end(cast(Cast.Point, wanted, x, y, 0, 0, limit, MAILBOX_ADDRESS));
}

/** Rays from the bulk buffer, x y dx dy each; the hit buffer gets one hit record for each ray. */
export function castRays(count: u32): i32 {
  if ((<u64>count) << 4 > <u64>bulk.capacity) {
    return -Code.OutOfRange;
  }
  let code = allFinite(bulk.ptr, count << 2) ? beginQuery() : Code.NonFinite;
  if (code == Code.Ok && !Buffer.ensureScratch(queryHits, <usize>count * HIT_BYTES)) {
    code = -end(-1);
  }
  if (code != Code.Ok) {
    return -code;
  }
  let p = bulk.ptr;
  let out = queryHits.ptr;
  let found: i32 = 0;
  memory.fill(out, 0, <usize>count * HIT_BYTES); // a ray that meets nothing writes no record
  for (let k: u32 = 0; k < count && found >= 0; k++) {
    found = cast(Cast.Ray, Wanted.Closest, load<f32>(p), load<f32>(p, 4), load<f32>(p, 8), load<f32>(p, 12), 1, out);
    p += 16;
    out += HIT_BYTES;
  }
  return end(min<i32>(found, 0));
}

/** Shapes whose boxes overlap a box: ids in the result buffer, in the order of their slots. */
export function overlapBox(x0: f32, y0: f32, x1: f32, y1: f32): i32 {
  const code = begin(x0, y0, x1, y1);
  return code != Code.Ok ? -code : end(overlap(Place.Box, x0, y0, x1, y1));
}

/** Shapes that contain a point. */
export function overlapPoint(x: f32, y: f32): i32 {
  const code = begin(x, y, 0, 0);
  return code != Code.Ok ? -code : end(overlap(Place.Point, x, y, x, y));
}

/** Shapes that overlap the query's shape. */
export function overlapShape(): i32 {
  const code = beginQuery();
  return code != Code.Ok ? -code : end(overlap(Place.Shape, 0, 0, 0, 0));
}

/** Points or boxes from the bulk buffer, 2 or 4 numbers each; the hit buffer gets pairs of index and shape id. */
export function overlapBulk(boxes: i32, count: u32): i32 {
  const words: u64 = boxes != 0 ? 4 : 2;
  if (<u64>count * words * 4 > <u64>bulk.capacity) {
    return -Code.OutOfRange;
  }
  const code = allFinite(bulk.ptr, count * <u32>words) ? beginQuery() : Code.NonFinite;
  return code != Code.Ok ? -code : end(overlapMany(boxes != 0 ? Place.Box : Place.Point, bulk.ptr, count));
}

/** Address of lists of ids that queries return. */
export function resultPointer(): usize {
  return queryResults.ptr;
}

/** Address of hit records that queries return. */
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
    case EventKind.Swept:
      return sweptEvents;
    case EventKind.JointBreak:
      return jointEvents;
    default:
      return movedBodies;
  }
}

export function eventCount(kind: i32): u32 {
  return eventBuffer(kind).count;
}

export function eventsClear(): void {
  clearEvents();
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
