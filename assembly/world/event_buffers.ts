import { Buffer } from "../memory/buffer";
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
} from "./buffers";
import { Bodies } from "./body";
import { Contact, ContactFlag } from "./contact";
import { Shapes } from "./shape";
import { world } from "./world";

// Event records, which the host reads after the step. They hold ids, not slots: by then the body may be gone.
//   touch  u32 bodyA, bodyB, shapeA, shapeB                                  16 bytes
//   hit    the same, then f32 point x y, normal x y, approach speed, impulse  40 bytes
//   joint  u32 bodyA, bodyB, joint, its type                                  16 bytes
//   sleep  u32 body, u32 1 asleep or 0 awake                                   8 bytes

const TOUCH_EVENT_BYTES: usize = 16;
export const HIT_EVENT_BYTES: usize = 40;
/** Fraction that marks a swept event as taken back; its record stays until `siftSweptEvents`. */
export const TAKEN_BACK: f32 = -1;
const SLEEP_EVENT_BYTES: usize = 8;
/** More events than this of a kind in one step are counted as lost instead of kept. */
const MAX_EVENTS: u32 = 1 << 20;

/** Tells what stopped a fast body within the step. continuous/passing.ts writes it, and may take it back; the host reads it. */
@unmanaged
export class SweptEvent {
  bodyA: u32;
  bodyB: u32;
  shapeA: u32;
  shapeB: u32;
  /** Where the two met, and the unit normal from A, the fast one, to B. */
  x: f32;
  y: f32;
  nx: f32;
  ny: f32;
  /** Share of the step after which they met, or `TAKEN_BACK`. */
  fraction: f32;
  /** Speed at which the points that met approached each other (unit: m/s). */
  speed: f32;
}
const SWEPT_EVENT_BYTES: usize = offsetof<SweptEvent>();

export function clearEvents(): void {
  contactBeginEvents.count = 0;
  contactEndEvents.count = 0;
  hitEvents.count = 0;
  sensorBeginEvents.count = 0;
  sensorEndEvents.count = 0;
  sleepEvents.count = 0;
  movedBodies.count = 0;
  jointEvents.count = 0;
  sweptEvents.count = 0;
  world.eventsLost = 0;
}

/** Address of a new record of `bytes`, or 0 if it is lost (and counted). */
export function addEvent(buffer: Buffer, bytes: usize): usize {
  const n = buffer.count;
  if (n >= MAX_EVENTS || !Buffer.ensure(buffer, (<usize>n + 1) * bytes)) {
    world.eventsLost++;
    return 0;
  }
  buffer.count = n + 1;
  return buffer.ptr + <usize>n * bytes;
}

export function addTouchEvent(buffer: Buffer, bodyA: u32, bodyB: u32, shapeA: u32, shapeB: u32): void {
  const p = addEvent(buffer, TOUCH_EVENT_BYTES);
  if (p != 0) {
    store<u32>(p, bodyA);
    store<u32>(p, bodyB, 4);
    store<u32>(p, shapeA, 8);
    store<u32>(p, shapeB, 12);
  }
}

/** Tells the event of a touch that begins or ends, if the contact wants one. */
export function tellTouch(c: Contact, flags: u32, begins: bool): void {
  if (flags & ContactFlag.Sensor) {
    if (flags & ContactFlag.SensorEvents) {
      tellSensor(c.shapeA, c.shapeB, begins);
    }
  } else if (flags & ContactFlag.ContactEvents) {
    addTouchEvent(
      begins ? contactBeginEvents : contactEndEvents,
      Bodies.id(c.bodyA),
      Bodies.id(c.bodyB),
      Shapes.id(c.shapeA),
      Shapes.id(c.shapeB),
    );
  }
}

/** Tells a sensor event, which names the sensor first, then the visitor. */
export function tellSensor(shapeA: u32, shapeB: u32, begins: bool): void {
  const first = Shapes.isSensor(shapeA);
  const sensor = first ? shapeA : shapeB;
  const visitor = first ? shapeB : shapeA;
  addTouchEvent(
    begins ? sensorBeginEvents : sensorEndEvents,
    Bodies.id(Shapes.at(sensor).body),
    Bodies.id(Shapes.at(visitor).body),
    Shapes.id(sensor),
    Shapes.id(visitor),
  );
}

export function addSleepEvent(bodyId: u32, asleep: u32): void {
  const p = addEvent(sleepEvents, SLEEP_EVENT_BYTES);
  if (p != 0) {
    store<u32>(p, bodyId);
    store<u32>(p, asleep, 4);
  }
}

/** Adds the event of a fast body's shape that met another within the step. */
export function addSweptEvent(
  shape: u32,
  other: u32,
  x: f32,
  y: f32,
  nx: f32,
  ny: f32,
  fraction: f32,
  speed: f32,
): void {
  const p = addEvent(sweptEvents, SWEPT_EVENT_BYTES);
  if (p != 0) {
    const e = changetype<SweptEvent>(p);
    e.bodyA = Bodies.id(Shapes.at(shape).body);
    e.bodyB = Bodies.id(Shapes.at(other).body);
    e.shapeA = Shapes.id(shape);
    e.shapeB = Shapes.id(other);
    e.x = x;
    e.y = y;
    e.nx = nx;
    e.ny = ny;
    e.fraction = fraction;
    e.speed = speed;
  }
}

/** The last swept event of the moving body with this id, null if it has none. Searches all of this step's. */
export function sweptEventOf(body: u32): SweptEvent | null {
  const first = sweptEvents.ptr;
  for (let p = first + <usize>sweptEvents.count * SWEPT_EVENT_BYTES; p > first;) {
    p -= SWEPT_EVENT_BYTES;
    const e = changetype<SweptEvent>(p);
    if (e.bodyA == body && e.fraction != TAKEN_BACK) {
      return e;
    }
  }
  return null;
}

/** Removes the swept events that were taken back. */
export function siftSweptEvents(): void {
  let to = sweptEvents.ptr;
  let kept: u32 = 0;
  for (let k: u32 = 0, p = to, n = sweptEvents.count; k < n; k++, p += SWEPT_EVENT_BYTES) {
    if (changetype<SweptEvent>(p).fraction == TAKEN_BACK) {
      continue;
    }
    if (to != p) {
      memory.copy(to, p, SWEPT_EVENT_BYTES);
    }
    to += SWEPT_EVENT_BYTES;
    kept++;
  }
  sweptEvents.count = kept;
}
