import { Counter, EventKind } from "../assembly/abi/layout.js";
import type { Body } from "./body.js";
import { oneOf } from "./check.js";
import type { Vector } from "./definitions.js";
import type { Instance } from "./instance.js";
import type { AnyJoint } from "./joint_create.js";
import type { Shape } from "./shape.js";

// The core leaves records in buffers; they become objects here when somebody reads them. For their layout
// see assembly/world/event_buffers.ts.

/**
 * Two shapes that touch. Objects destroyed before the list was first read are undefined, but their ids
 * remain; objects destroyed later are still there, with `alive` false.
 */
export interface Touch {
  /** The body of shape A. */
  readonly bodyA: Body | undefined;
  /** The body of shape B. */
  readonly bodyB: Body | undefined;
  /** One of the two shapes. */
  readonly shapeA: Shape | undefined;
  /** The other shape. */
  readonly shapeB: Shape | undefined;
  /** `id` of body A, even if the body is gone. */
  readonly bodyIdA: number;
  /** `id` of body B, even if the body is gone. */
  readonly bodyIdB: number;
  /** `id` of shape A, even if the shape is gone. */
  readonly shapeIdA: number;
  /** `id` of shape B, even if the shape is gone. */
  readonly shapeIdB: number;
}

/** Two shapes that met faster than `settings.hitThreshold`. */
export interface HitEvent extends Touch {
  /** Where they touched, in the world (m). For a flat landing it is the contact point that pushed more. */
  readonly point: Vector;
  /** Unit vector from A to B. */
  readonly normal: Vector;
  /** Speed at which they approached (m/s). */
  readonly speed: number;
  /** Impulse of the step (N·s), plus what is still to come if the blow ends only in the next step. */
  readonly impulse: number;
}

/** A fast body (A) that met a shape within a step and was put back to where it met it. */
export interface SweptEvent extends Touch {
  /** Point on B's surface, in the world (m). */
  readonly point: Vector;
  /** Unit vector from A to B. */
  readonly normal: Vector;
  /** Share of the step's motion after which they met. */
  readonly fraction: number;
  /** Speed at which they approached there, along the normal (m/s). */
  readonly speed: number;
}

/** A body that fell asleep or woke, or whose `awake` changed because its `type` was set. */
export interface SleepEvent {
  /** Undefined if it was destroyed before the list was first read. */
  readonly body: Body | undefined;
  /** `id` of the body, even if the body is gone. */
  readonly bodyId: number;
  /** True if it fell asleep, false if it woke. */
  readonly asleep: boolean;
}

/** A joint that was destroyed because its load exceeded `breakForce` or `breakTorque`. */
export interface JointBreakEvent {
  /** The joint's object, to recognise it by; undefined if the program never had it. */
  readonly joint: AnyJoint | undefined;
  /** `id` of the joint. */
  readonly jointId: number;
  /** Body A of the joint; undefined if it has been destroyed since. */
  readonly bodyA: Body | undefined;
  /** Body B of the joint; undefined if it has been destroyed since. */
  readonly bodyB: Body | undefined;
  /** `id` of body A, even if the body is gone. */
  readonly bodyIdA: number;
  /** `id` of body B, even if the body is gone. */
  readonly bodyIdB: number;
}

const TOUCH_WORDS = 4;
const HIT_WORDS = 10;
const SLEEP_WORDS = 2;

/** Makes an event of its words, of which it reads all before it asks the core for bodies. */
type Decode<T> = (of: Instance, u32: Uint32Array, f32: Float32Array, at: number) => T;

export function touch(of: Instance, u32: Uint32Array, at: number): Touch {
  const bodyIdA = u32[at]!;
  const bodyIdB = u32[at + 1]!;
  const shapeIdA = u32[at + 2]!;
  const shapeIdB = u32[at + 3]!;
  return {
    bodyA: of.findBody(bodyIdA),
    bodyB: of.findBody(bodyIdB),
    shapeA: of.findShape(shapeIdA),
    shapeB: of.findShape(shapeIdB),
    bodyIdA,
    bodyIdB,
    shapeIdA,
    shapeIdB,
  };
}

/**
 * The fields that hits and swept events share. Not `{ ...touch(), … }`, here and below: V8 takes 4 µs to
 * spread an object and add to it, a hundred times as long.
 */
function met(of: Instance, u32: Uint32Array, f32: Float32Array, at: number): Touch & { point: Vector; normal: Vector } {
  const point = { x: f32[at + 4]! + 0, y: f32[at + 5]! + 0 };
  const normal = { x: f32[at + 6]! + 0, y: f32[at + 7]! + 0 };
  return Object.assign(touch(of, u32, at), { point, normal });
}

function hit(of: Instance, u32: Uint32Array, f32: Float32Array, at: number): HitEvent {
  const speed = f32[at + 8]! + 0;
  const impulse = f32[at + 9]! + 0;
  return Object.assign(met(of, u32, f32, at), { speed, impulse });
}

function swept(of: Instance, u32: Uint32Array, f32: Float32Array, at: number): SweptEvent {
  const fraction = f32[at + 8]! + 0;
  const speed = f32[at + 9]! + 0;
  return Object.assign(met(of, u32, f32, at), { fraction, speed });
}

function sleep(of: Instance, u32: Uint32Array, _f32: Float32Array, at: number): SleepEvent {
  const bodyId = u32[at]!;
  const asleep = u32[at + 1] !== 0;
  return { body: of.findBody(bodyId), bodyId, asleep };
}

function jointBreak(of: Instance, u32: Uint32Array, _f32: Float32Array, at: number): JointBreakEvent {
  const bodyIdA = u32[at]!;
  const bodyIdB = u32[at + 1]!;
  const jointId = u32[at + 2]!;
  return {
    joint: of.recallJoint(jointId, u32[at + 3]) as AnyJoint | undefined,
    jointId,
    bodyA: of.findBody(bodyIdA),
    bodyB: of.findBody(bodyIdB),
    bodyIdA,
    bodyIdB,
  };
}

const NOTHING = new Uint32Array(0);

/**
 * Tracks how many of the events that the core counted since it last cleared them are known: those of the
 * last step, and those that were read. Events that calls added and nobody read before the next step are
 * reported with that step's, so a program that reads only after steps misses nothing.
 */
class Known {
  /** Number of events after the last step or restore; −1 if events were cleared since. */
  private told = 0;
  private asked = 0;
  private epoch = -1;

  constructor(
    private readonly of: Instance,
    readonly count: () => number,
  ) {}

  /** Marks all events so far as read. Returns whether this is the first read since events were cleared. */
  ask(): boolean {
    const first = this.epoch !== this.of.epoch;
    this.epoch = this.of.epoch;
    this.asked = this.count();
    return first;
  }

  /**
   * Called before events are cleared, which `advance` also does without a step. Returns the range of
   * unknown events, `from` up to `count`, and whether those kept earlier are still unknown.
   */
  close(): { from: number; count: number; before: boolean } {
    const wasAsked = this.epoch === this.of.epoch;
    const count = this.count();
    const from = Math.min(Math.max(this.told, wasAsked ? this.asked : 0), count);
    const before = this.told < 0 && !wasAsked;
    this.told = -1;
    return { from, count, before };
  }

  /** After a step or a restore: all events so far are known as its own. */
  mark(): void {
    this.told = this.count();
  }
}

/** The events of one kind: decoded when first read after a step, and added to when calls have caused more since. */
class Reader<T> {
  private list: T[] = [];
  /** How many of the core's present events have been decoded into the list; a reader may have removed some from it again. */
  private done = 0;
  private readonly known: Known;
  /** Words of the events caused by calls before the last step. */
  private kept: Uint32Array = NOTHING;

  constructor(
    private readonly of: Instance,
    private readonly kind: EventKind,
    private readonly words: number,
    private readonly decode: Decode<T>,
  ) {
    this.known = new Known(of, () => of.core.eventCount(kind) >>> 0);
  }

  read(): readonly T[] {
    if (this.known.ask()) {
      this.list = [];
      this.done = 0;
      this.readKept();
    }
    const count = this.known.count();
    if (count > this.done) {
      const { of, words } = this;
      const start = of.word(of.core.eventPointer(this.kind));
      for (let k = this.done; k < count; k++) {
        of.renew(); // not by a copy: `slice` takes 0.8 µs
        this.list.push(this.decode(of, of.u32, of.f32, start + k * words));
      }
      this.done = count;
    }
    return this.list;
  }

  private wordsOf(from: number, to: number): Uint32Array {
    const { of, kind, words } = this;
    return of.wordsAt((of.core.eventPointer(kind) >>> 0) + from * words * 4, (to - from) * words);
  }

  private readKept(): void {
    const u32 = this.kept;
    const f32 = new Float32Array(u32.buffer);
    for (let at = 0; at < u32.length; at += this.words) {
      this.list.push(this.decode(this.of, u32, f32, at));
    }
  }

  keep(): void {
    const { from, count, before } = this.known.close();
    const old = before ? this.kept : NOTHING;
    if (count === from) {
      this.kept = old;
      return;
    }
    const more = this.wordsOf(from, count);
    this.kept = new Uint32Array(old.length + more.length);
    this.kept.set(old);
    this.kept.set(more, old.length);
  }

  mark(): void {
    this.known.mark();
  }

  /** After a restore. */
  forget(): void {
    this.kept = NOTHING;
    this.mark();
  }
}

/** Number of events for which there was no room. */
class Lost {
  private readonly known: Known;
  /** Events lost by calls before the last step. */
  private early = 0;

  constructor(of: Instance) {
    this.known = new Known(of, () => of.core.worldCounter(Counter.EventsLost) >>> 0);
  }

  read(): number {
    this.known.ask();
    return this.early + this.known.count();
  }

  keep(): void {
    const { from, count, before } = this.known.close();
    this.early = (before ? this.early : 0) + count - from;
  }

  mark(): void {
    this.known.mark();
  }

  forget(): void {
    this.early = 0;
    this.mark();
  }
}

const touchOf: Decode<Touch> = (of, u32, _f32, at) => touch(of, u32, at);

/** Type of the events of each kind. */
interface Kinds {
  contactBegin: Touch;
  contactEnd: Touch;
  hit: HitEvent;
  sensorBegin: Touch;
  sensorEnd: Touch;
  sleep: SleepEvent;
  jointBreak: JointBreakEvent;
  swept: SweptEvent;
}

/** For each kind: its number, the words per event, and the function that makes an object of them. */
const KINDS: { readonly [K in keyof Kinds]: readonly [kind: EventKind, words: number, decode: Decode<Kinds[K]>] } = {
  contactBegin: [EventKind.ContactBegin, TOUCH_WORDS, touchOf],
  contactEnd: [EventKind.ContactEnd, TOUCH_WORDS, touchOf],
  hit: [EventKind.Hit, HIT_WORDS, hit],
  sensorBegin: [EventKind.SensorBegin, TOUCH_WORDS, touchOf],
  sensorEnd: [EventKind.SensorEnd, TOUCH_WORDS, touchOf],
  sleep: [EventKind.Sleep, SLEEP_WORDS, sleep],
  jointBreak: [EventKind.JointBreak, TOUCH_WORDS, jointBreak],
  swept: [EventKind.Swept, HIT_WORDS, swept],
};
const NAMES = Object.keys(KINDS) as (keyof Kinds)[];
type Readers = { readonly [K in keyof Kinds]: Reader<Kinds[K]> };

/** The events of a kind as they lie in memory, `stride` words each, for programs that want no objects. */
export interface RawEvents {
  /** Number of events. */
  count: number;
  /** Number of words from one event to the next. */
  stride: number;
  /** The words as integers: ids. Valid until the world is changed. */
  u32: Uint32Array;
  /** The same words as floats. */
  f32: Float32Array;
}

/**
 * What happened in the last step, or in all steps of an `advance`, and through calls since (destroying a
 * body ends its contacts). Events that calls caused before the step and nobody read come first. A pair may
 * be listed as both begun and ended, in either order: count instead of keeping a set. The lists are arrays
 * of plain objects; the world may be changed while they are read, and the next step does not change them.
 */
export class Events {
  /** @internal */
  static readonly name: string = "Events";
  readonly #instance: Instance;
  readonly #readers: Readers;
  /** Readers of the kinds to which calls between steps can add. */
  readonly #called: readonly Pick<Reader<unknown>, "keep" | "mark" | "forget">[];
  readonly #lost: Lost;

  /** @internal */
  constructor(instance: Instance) {
    this.#instance = instance;
    const readers = NAMES.map((name) => {
      const [kind, words, decode] = KINDS[name];
      return [name, new Reader<unknown>(instance, kind, words, decode)];
    });
    this.#readers = Object.fromEntries(readers) as Readers;
    this.#lost = new Lost(instance);
    const { contactEnd, sensorEnd, sleep: sleeps } = this.#readers;
    this.#called = [contactEnd, sensorEnd, sleeps, this.#lost];
  }

  /** The events of a kind. @internal */
  static read(events: Events, name: keyof Kinds): readonly unknown[] {
    return events.#readers[name].read();
  }
  /** @internal */
  beforeClear(): void {
    for (const reader of this.#called) {
      reader.keep();
    }
  }
  /** @internal */
  afterStep(): void {
    for (const reader of this.#called) {
      reader.mark();
    }
  }
  /** @internal */
  afterRestore(): void {
    for (const reader of this.#called) {
      reader.forget();
    }
  }

  /** Shapes that began to touch, that is, came within 2 cm · lengthUnit of each other. */
  declare readonly contactBegin: readonly Touch[];
  /** Shapes that no longer touch. */
  declare readonly contactEnd: readonly Touch[];
  /** Shapes that met fast, if one of the two asks for it with `events: { hit: true }`. */
  declare readonly hit: readonly HitEvent[];
  /** Shapes that entered a sensor, including those that passed through it within the step; A is the sensor. */
  declare readonly sensorBegin: readonly Touch[];
  /** Shapes that left a sensor; A is the sensor. */
  declare readonly sensorEnd: readonly Touch[];
  /** Bodies that fell asleep or woke. */
  declare readonly sleep: readonly SleepEvent[];
  /** Joints that broke. */
  declare readonly jointBreak: readonly JointBreakEvent[];
  /** What stopped fast bodies within the step, one event each, if one of the two shapes asks with `events: { swept: true }`. */
  declare readonly swept: readonly SweptEvent[];
  /**
   * The events of a kind without objects. The words of each: for touches and sensors, the ids of body A, body B, shape A and shape B. For
   * hits and swept events the same, then point x, y and normal x, y (f32), then speed and impulse (hits) or fraction and speed (swept).
   * For sleep, the body's id, then 1 for asleep or 0 for awake. For jointBreak, body A, body B, joint, and the number of its type. The
   * views are valid until the next step or the next call that creates something; they lack events caused by calls before the last step.
   */
  raw(kind: keyof Kinds): RawEvents {
    const of = this.#instance;
    const [which, stride] = KINDS[NAMES[oneOf(kind, "kind", NAMES)]!];
    const count = of.core.eventCount(which) >>> 0;
    const start = of.core.eventPointer(which) >>> 0;
    return {
      count,
      stride,
      u32: new Uint32Array(of.buffer, start, count * stride),
      f32: new Float32Array(of.buffer, start, count * stride),
    };
  }

  /**
   * Number of events that were dropped, because there were more than 1,048,576 of a kind or memory ran out:
   * in the last step, and through calls, as for the lists.
   */
  get lost(): number {
    return this.#lost.read();
  }
}

for (const name of NAMES) {
  Object.defineProperty(Events.prototype, name, {
    configurable: true,
    get(this: Events) {
      return Events.read(this, name);
    },
  });
}
