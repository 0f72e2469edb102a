import { Counter, EventKind } from "../assembly/abi/layout.js";
import type { Body } from "./body.js";
import { oneOf } from "./check.js";
import type { Vector } from "./definitions.js";
import type { Instance } from "./instance.js";
import type { AnyJoint } from "./joint_create.js";
import type { Shape } from "./shape.js";

// The core leaves records in buffers; here they become objects, when somebody looks. Layout of the records:
// assembly/world/event_buffers.ts.

/**
 * Two shapes that touch. Objects destroyed before the list was first read are undefined, the ids remain; what is destroyed after that
 * is there with `alive` false.
 */
export interface Touch {
  /** Whose shape A is. */
  readonly bodyA: Body | undefined;
  /** Whose shape B is. */
  readonly bodyB: Body | undefined;
  /** One of the two that touch. */
  readonly shapeA: Shape | undefined;
  /** The other one. */
  readonly shapeB: Shape | undefined;
  /** `id` of body A, also when it is gone. */
  readonly bodyIdA: number;
  /** `id` of body B, also when it is gone. */
  readonly bodyIdB: number;
  /** `id` of shape A, also when it is gone. */
  readonly shapeIdA: number;
  /** `id` of shape B, also when it is gone. */
  readonly shapeIdB: number;
}

/** Two shapes that met faster than `settings.hitThreshold`. */
export interface HitEvent extends Touch {
  /** World (m): where they touched. Of a flat landing the end that pushed more. */
  readonly point: Vector;
  /** Unit vector from A to B. */
  readonly normal: Vector;
  /** Speed at which they approached (m/s). */
  readonly speed: number;
  /** Of the step, and what is to come where the next one ends the blow (N·s). */
  readonly impulse: number;
}

/** A fast body (A) that met a shape within its step and was put back to where it met it. */
export interface SweptEvent extends Touch {
  /** On B's surface (m). */
  readonly point: Vector;
  /** Unit vector from A to B. */
  readonly normal: Vector;
  /** Share of the step's way after which they met. */
  readonly fraction: number;
  /** Speed at which they approached there, along the normal (m/s). */
  readonly speed: number;
}

/** A body that fell asleep or woke, or whose `awake` its `type` changed. */
export interface SleepEvent {
  /** Undefined if it was destroyed before the list was first read. */
  readonly body: Body | undefined;
  /** Its `id`, also when it is gone. */
  readonly bodyId: number;
  /** True: it fell asleep; false: it woke. */
  readonly asleep: boolean;
}

/** A joint that bore more than its `breakForce` or `breakTorque`, and is destroyed. */
export interface JointBreakEvent {
  /** For recognising it, if you have seen it before. */
  readonly joint: AnyJoint | undefined;
  /** Its `id`. */
  readonly jointId: number;
  /** What it joined; undefined if that has been destroyed since. */
  readonly bodyA: Body | undefined;
  /** What it joined; undefined if that has been destroyed since. */
  readonly bodyB: Body | undefined;
  /** `id` of body A, also when it is gone. */
  readonly bodyIdA: number;
  /** `id` of body B, also when it is gone. */
  readonly bodyIdB: number;
}

const TOUCH_WORDS = 4;
const HIT_WORDS = 10;
const SLEEP_WORDS = 2;

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

/** Where two met. Not `{ ...touch(), … }`, here and below: V8 takes 4 µs for an object that is spread and added to, a hundred times as long. */
function met(of: Instance, u32: Uint32Array, f32: Float32Array, at: number): Touch & { point: Vector; normal: Vector } {
  return Object.assign(touch(of, u32, at), {
    point: { x: f32[at + 4]! + 0, y: f32[at + 5]! + 0 },
    normal: { x: f32[at + 6]! + 0, y: f32[at + 7]! + 0 },
  });
}

function hit(of: Instance, u32: Uint32Array, f32: Float32Array, at: number): HitEvent {
  return Object.assign(met(of, u32, f32, at), { speed: f32[at + 8]! + 0, impulse: f32[at + 9]! + 0 });
}

function swept(of: Instance, u32: Uint32Array, f32: Float32Array, at: number): SweptEvent {
  return Object.assign(met(of, u32, f32, at), { fraction: f32[at + 8]! + 0, speed: f32[at + 9]! + 0 });
}

function sleep(of: Instance, u32: Uint32Array, _f32: Float32Array, at: number): SleepEvent {
  const bodyId = u32[at]!;
  return { body: of.findBody(bodyId), bodyId, asleep: u32[at + 1] !== 0 };
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
 * How much of what the core has counted since events were cleared is known: told by the last step, or asked for. What calls added
 * and nobody asked for before the next step is told with that step's: who reads after steps alone misses nothing.
 */
class Known {
  /** How many the last step told, or the restore since; −1 if events were cleared since. */
  private told = 0;
  private asked = 0;
  private epoch = -1;

  constructor(
    private readonly of: Instance,
    readonly count: () => number,
  ) {}

  /** All that there is is asked for. For the first time since events were cleared? */
  ask(): boolean {
    const first = this.epoch !== this.of.epoch;
    this.epoch = this.of.epoch;
    this.asked = this.count();
    return first;
  }

  /**
   * Before events are cleared: from where on they are unknown, at most to `count`, and whether those kept before still are.
   * `advance` clears them without a step, too.
   */
  close(): { from: number; count: number; before: boolean } {
    const wasAsked = this.epoch === this.of.epoch;
    const count = this.count();
    const from = Math.min(Math.max(this.told, wasAsked ? this.asked : 0), count);
    const before = this.told < 0 && !wasAsked;
    this.told = -1;
    return { from, count, before };
  }

  /** After a step, or a restore: what there is, is its. */
  mark(): void {
    this.told = this.count();
  }
}

/** The events of one kind: decoded when first asked for after a step, complemented when calls since have added some. */
class Reader<T> {
  private list: T[] = [];
  /** How many of those the core has now are in the list, or were: who reads may have taken some out. */
  private done = 0;
  private readonly known: Known;
  /** Words of events that calls before the last step caused. */
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
      this.add(this.kept);
    }
    const count = this.known.count();
    if (count > this.done) {
      this.add(this.wordsOf(this.done, count).slice()); // decoding asks the core for bodies
      this.done = count;
    }
    return this.list;
  }

  private wordsOf(from: number, to: number): Uint32Array {
    const { of, kind, words } = this;
    return of.wordsAt((of.core.eventPointer(kind) >>> 0) + from * words * 4, (to - from) * words);
  }

  private add(u32: Uint32Array): void {
    const f32 = new Float32Array(u32.buffer, u32.byteOffset, u32.length);
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

/** How many events found no room. */
class Lost {
  private readonly known: Known;
  /** Lost by calls before the last step. */
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

/** What an event of each kind is. */
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

/** Of each kind its number, the words of an event, and what makes an object of them. */
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

/** The events of a kind as they lie in memory, `stride` words each, for those who want no objects. */
export interface RawEvents {
  /** How many there are. */
  count: number;
  /** Words from one to the next. */
  stride: number;
  /** The words: ids. Good until the world is changed. */
  u32: Uint32Array;
  /** The same words as numbers. */
  f32: Float32Array;
}

/**
 * What happened in the last step, or all those of an `advance`, and through calls since (destroying a body ends its contacts); what calls before the step
 * caused and nobody read then is told first. A pair may be told to begin and to end at once, in either order: count, do not keep a
 * set. Arrays of plain objects; the world may be changed while they are read, and they stay as they are after the next step.
 */
export class Events {
  /** @internal */
  static readonly name: string = "Events";
  readonly #instance: Instance;
  readonly #readers: Readers;
  /** Those that calls between steps can add to. */
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

  /** Those of a kind. @internal */
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

  /** Shapes that began to touch, which is to be within 2 cm · lengthUnit of each other. */
  declare readonly contactBegin: readonly Touch[];
  /** Shapes that no longer touch. */
  declare readonly contactEnd: readonly Touch[];
  /** Shapes that met fast, for those that ask for it: `events: { hit: true }` on one of the two. */
  declare readonly hit: readonly HitEvent[];
  /** Shapes that came into a sensor, also those that passed it within the step; A is the sensor. */
  declare readonly sensorBegin: readonly Touch[];
  /** Shapes that left a sensor; A is the sensor. */
  declare readonly sensorEnd: readonly Touch[];
  /** Bodies that fell asleep or woke. */
  declare readonly sleep: readonly SleepEvent[];
  /** Joints that broke. */
  declare readonly jointBreak: readonly JointBreakEvent[];
  /** What fast bodies met within their step, for shapes that ask for it: `events: { swept: true }` on one of the two. */
  declare readonly swept: readonly SweptEvent[];
  /**
   * Events of a kind without objects. Words of one: touches and sensors body A, body B, shape A, shape B (ids); hits and swept
   * the same, then point x, y, normal x, y (f32), and hits speed and impulse, swept fraction and speed; sleep the body's id and
   * 1 asleep or 0 awake; jointBreak body A, body B, joint, and the number of its type. The views are good until the next step, or the next
   * call that makes something; of calls before the last step they have nothing.
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

  /** Events that were not kept, beyond 1,048,576 of a kind or for want of memory: of the last step, and of calls as above. */
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
