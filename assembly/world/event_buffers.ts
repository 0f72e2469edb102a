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
/** A touch, then f32 point x y, normal x y from A to B, fraction of the step, approach speed. */
const SWEPT_EVENT_BYTES: usize = 40;
/** Fraction that marks a swept event as taken back. */
const TAKEN_BACK: f32 = -1;
const SLEEP_EVENT_BYTES: usize = 8;
/** More events than this of a kind in one step are counted as lost instead of kept. */
const MAX_EVENTS: u32 = 1 << 20;

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
    store<u32>(p, Bodies.id(Shapes.at(shape).body));
    store<u32>(p, Bodies.id(Shapes.at(other).body), 4);
    store<u32>(p, Shapes.id(shape), 8);
    store<u32>(p, Shapes.id(other), 12);
    store<f32>(p, x, 16);
    store<f32>(p, y, 20);
    store<f32>(p, nx, 24);
    store<f32>(p, ny, 28);
    store<f32>(p, fraction, 32);
    store<f32>(p, speed, 36);
  }
}

/** Address of the last swept event of the moving body with this id, 0 if it has none. Searches all of this step's. */
export function sweptEventOf(body: u32): usize {
  const first = sweptEvents.ptr;
  for (let p = first + <usize>sweptEvents.count * SWEPT_EVENT_BYTES; p > first;) {
    p -= SWEPT_EVENT_BYTES;
    if (load<u32>(p) == body && load<f32>(p, 32) != TAKEN_BACK) {
      return p;
    }
  }
  return 0;
}

/** Id of the body that a swept event's body met. */
export function metIn(sweptEvent: usize): u32 {
  return load<u32>(sweptEvent, 4);
}

/** The share of the step after which they met. */
export function fractionOf(sweptEvent: usize): f32 {
  return load<f32>(sweptEvent, 32);
}

/** Takes back a swept event; its record stays until `siftSweptEvents`. */
export function takeBack(sweptEvent: usize): void {
  store<f32>(sweptEvent, TAKEN_BACK, 32);
}

/** Removes the swept events that were taken back. */
export function siftSweptEvents(): void {
  let to = sweptEvents.ptr;
  let kept: u32 = 0;
  for (let k: u32 = 0, p = to, n = sweptEvents.count; k < n; k++, p += SWEPT_EVENT_BYTES) {
    if (load<f32>(p, 32) == TAKEN_BACK) {
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
