import { FieldParam } from "../assembly/abi/field_layout.js";
import { BodyField, Code, JointField, ShapeField } from "../assembly/abi/layout.js";
import { WorldField } from "../assembly/abi/option_layout.js";
import { Body } from "./body.js";
import { refuse } from "./check.js";
import { guard, shut, type Core, type CoreExports, type CoreSource } from "./core.js";
import type { Vector } from "./definitions.js";
import { PhysicsError, refusal, stale } from "./errors.js";
import { Field } from "./field.js";
import { Interpolation } from "./interpolation.js";
import type { Joint } from "./joint.js";
import { makeJoint } from "./joint_kinds.js";
import { Latest } from "./latest.js";
import { Registry } from "./registry.js";
import { Shape } from "./shape.js";
import type { World } from "./world.js";

function disposedError(): PhysicsError {
  return new PhysicsError("disposed", "this world was disposed of; make a new World, or World.fromSnapshot(bytes).");
}

/** What a disposed world has for memory: the real one can be collected. */
const NOTHING: CoreExports["memory"] = {
  get buffer(): ArrayBufferLike {
    throw disposedError();
  },
};

/** How often the mailbox of any world was about to be used. */
let uses = 0;

/** What the objects of one world share: the core's calls, its mailbox, and the objects already handed out. */
export class Instance {
  readonly core: Core;
  /** The mailbox as words, right since the last `refresh`. */
  f32: Float32Array = new Float32Array(0);
  u32: Uint32Array = new Uint32Array(0);
  lengthUnit: number;
  /** Bits of `ShapeFlag` for the events of shapes that name none; the bindings' usual ones if undefined. */
  usualEvents: number | undefined;
  /** What the core died of, if it did. */
  fault: { cause: unknown } | undefined;
  disposed = false;
  /** What of the world is on or off for the host alone. */
  readonly switches: Record<string, boolean> = { paused: false, profiling: false };
  /** Views of columns handed out last, by `Column`. */
  readonly views: (Float32Array | Uint32Array | undefined)[] = [];
  /** Was ever a snapshot restored? Then a joint's id may have become that of another joint, of another type. */
  restored = false;
  /** Counts up whenever events and views of earlier may be out of date: a step, a restore. */
  epoch = 0;

  readonly interpolation = new Interpolation(this);

  private memory: CoreExports["memory"];
  private readonly mailbox: number;
  private readonly bodies = new Registry<Body>((id) => new Body(this, id));
  private readonly shapes = new Registry<Shape>((id) => new Shape(this, id));
  private readonly joints = new Registry<Joint>((id) => makeJoint(this, id));
  /** Joints whose id had become that of a joint of another type, by id and type; the latest of them. */
  private readonly twins = new Latest<Joint>();
  private readonly fields = new Registry<Field>((id) => new Field(this, id));

  constructor(
    source: CoreSource,
    lengthUnit: number,
    readonly world: World,
  ) {
    const exports = source.instantiate();
    this.memory = exports.memory;
    this.core = guard(exports, (cause) => this.trapped(cause));
    this.lengthUnit = lengthUnit;
    this.check(this.core.worldInit(lengthUnit), "new World");
    this.mailbox = this.core.mailbox();
    this.refresh();
  }

  get buffer(): ArrayBufferLike {
    return this.memory.buffer;
  }

  /** Derives the mailbox views again if the memory has grown: before every use of them after a call. */
  refresh(): void {
    uses++;
    const buffer = this.memory.buffer;
    if (buffer !== this.f32.buffer) {
      this.f32 = new Float32Array(buffer, this.mailbox);
      this.u32 = new Uint32Array(buffer, this.mailbox);
    }
  }

  /** From here on a caller's values are read while something is already in the mailbox: for `readQuietly`. */
  beginReading(): number {
    this.refresh();
    return uses;
  }

  /** Refuses if the caller's values, while they were read, made calls that may have changed what is in the mailbox. */
  readQuietly(since: number, what: string): void {
    if (uses !== since || this.memory.buffer !== this.f32.buffer) {
      throw new PhysicsError(
        "bad-type",
        `${what}: a value called this library while it was read; give plain values, worked out before the call.`,
      );
    }
  }

  /** Index into the mailbox views, which reach to the end of the memory, of the word at an address. */
  word(address: number): number {
    return ((address >>> 0) - this.mailbox) >>> 2;
  }

  /** Throws what a refusing code means. */
  check(code: number, what: string): void {
    if (code !== Code.Ok) {
      throw this.refusal(code, what);
    }
  }

  refusal(code: number, what: string): PhysicsError {
    this.refresh();
    return refusal(code, what, code === Code.BadShape ? this.u32[0] : 0);
  }

  /** What a call found, how many say, or an error for minus a code. */
  found(result: number, what: string): number {
    if (result < 0) {
      throw this.refusal(-result, what);
    }
    return result;
  }

  /** The id that a creator returned, or an error for minus a code. */
  created(result: number, what: string): number {
    if (result <= 0) {
      throw this.refusal(-result, what);
    }
    return result;
  }

  /** Address of room for so many words. */
  bulkBuffer(words: number, what: string): number {
    const address = this.core.bulkBuffer(4 * words) >>> 0;
    if (address === 0) {
      throw new PhysicsError(
        "out-of-memory",
        `${what}: no memory is left for ${words} numbers; give fewer at a time, or destroy what you no longer need.`,
      );
    }
    return address;
  }

  /** The words at an address that a call has just returned: the memory is asked for after it. */
  wordsAt(address: number, words: number): Uint32Array {
    return new Uint32Array(this.memory.buffer, address >>> 0, words);
  }

  /** A copy of `words` words of the result buffer. */
  results(words: number): Uint32Array {
    return this.wordsAt(this.core.resultPointer(), words).slice();
  }

  /** Points that a call has left in the mailbox. */
  points(count: number): Vector[] {
    this.refresh();
    const { f32 } = this;
    const list: Vector[] = [];
    for (let i = 0; i < count; i++) {
      list.push({ x: f32[2 * i]! + 0, y: f32[2 * i + 1]! + 0 });
    }
    return list;
  }

  /** The object of an id that is known to live. */
  bodyObject(id: number): Body {
    return this.bodies.get(id);
  }
  shapeObject(id: number): Shape {
    return this.shapes.get(id);
  }
  /** After a restore the id may be that of a joint of another type, whose object is another one: both are kept. */
  jointObject(id: number): Joint {
    const known = this.joints.get(id);
    if (known.alive) {
      return known;
    }
    const joint = this.twins.get(twinKey(id, this.core.jointGet(id, JointField.Type))) ?? makeJoint(this, id);
    this.twins.remember(twinKey(id, known.kind), known);
    this.joints.replace(id, joint);
    return joint;
  }
  fieldObject(id: number): Field {
    return this.fields.get(id);
  }

  /**
   * A new body and its shapes have no `userData`: after a restore they may have the ids, and so the objects, of others.
   * `first`: only the shapes of the body from this one on are new.
   */
  forgetData(body: number, first = 0): void {
    if (!this.restored) {
      return;
    }
    const { core } = this;
    const objects: ({ userData: unknown } | undefined)[] = first === 0 ? [this.bodies.recall(body)] : [];
    // Shape by shape: a list of them takes memory, and time for those that are not new.
    for (let id = first || core.bodyGet(body, BodyField.FirstShape); id > 0; id = core.shapeGet(id, ShapeField.Next)) {
      objects.push(this.shapes.recall(id));
    }
    for (const object of objects) {
      if (object !== undefined) {
        object.userData = undefined;
      }
    }
  }

  /** The object of a joint that may be gone, if one was handed out. `type`: with its id another may have been seen since. */
  recallJoint(id: number, type?: number): Joint | undefined {
    const known = this.joints.recall(id);
    return type === undefined || known === undefined || known.kind === type ? known : this.twins.get(twinKey(id, type));
  }

  /** The object of an id, or nothing if its owner is gone or the id was never one. */
  findBody(id: unknown): Body | undefined {
    return isHandle(id) && this.core.bodyFind(id) !== 0 ? this.bodies.get(id) : undefined;
  }
  findShape(id: unknown): Shape | undefined {
    return isHandle(id) && this.core.shapeFind(id) !== 0 ? this.shapes.get(id) : undefined;
  }
  findField(id: unknown): Field | undefined {
    const flags = isHandle(id) ? this.core.fieldGet(id, FieldParam.Flags) : Number.NaN;
    return flags === flags ? this.fields.get(id as number) : undefined;
  }
  findJoint(id: unknown): Joint | undefined {
    return isHandle(id) && this.core.jointFind(id) !== 0 ? this.jointObject(id) : undefined;
  }

  /** An argument that must be a living body of this world. */
  ownBody(value: unknown, name: string): Body {
    const home = Body.instanceOf(value);
    if (home === undefined) {
      refuse("bad-type", name, value, "a body of this world");
    }
    if (home !== this) {
      throw new PhysicsError("wrong-world", `${name} is a body of another world; give a body of this world.`);
    }
    const body = value as Body;
    if (this.core.bodyFind(body.handle) === 0) {
      throw stale("body", name);
    }
    return body;
  }

  /** Before a step whose events are told by themselves, or the steps of an `advance`, whose are told together. */
  forgetEvents(): void {
    this.world.events.beforeClear();
    this.core.eventsClear();
    this.epoch++;
  }
  /** Before the core steps, in the world itself or in a replay. `more`: its events join those of the steps before. */
  beforeStep(more = false): void {
    if (!more) {
      this.forgetEvents();
    }
    this.interpolation.beforeStep();
  }
  afterStep(): void {
    this.interpolation.afterStep();
    this.world.events.afterStep();
  }
  /** When the core has taken on the state of a snapshot. */
  afterRestore(): void {
    this.epoch++;
    this.restored = true;
    this.lengthUnit = this.core.worldGetOption(WorldField.LengthUnit);
    this.refresh();
    this.interpolation.afterRestore();
    this.world.events.afterRestore();
  }

  dispose(): void {
    this.disposed = true;
    this.memory = NOTHING;
    this.f32 = new Float32Array(0);
    this.u32 = new Uint32Array(0);
    this.views.length = 0;
    shut(this.core, disposedError);
  }

  private trapped(cause: unknown): PhysicsError {
    this.fault = { cause };
    const error = (): PhysicsError =>
      new PhysicsError(
        "faulted",
        "this world's core stopped in the middle of a call and cannot go on; " +
          "dispose of it and make a new one: World.fromSnapshot(bytes) of the last snapshot.",
        { cause },
      );
    shut(this.core, error);
    return error();
  }
}

/** Of joints that share an id: there are fewer than sixteen types. */
function twinKey(id: number, type: number): number {
  return id * 16 + type;
}

/** Could the value be an id at all? Then the core decides. */
function isHandle(id: unknown): id is number {
  return typeof id === "number" && (id | 0) === id && id > 0;
}
