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
  return new PhysicsError("disposed", "this world was disposed; create a new World, or use World.fromSnapshot(bytes).");
}

/** The memory of a disposed world, so that the real one can be collected. */
const NOTHING: CoreExports["memory"] = {
  get buffer(): ArrayBufferLike {
    throw disposedError();
  },
};

/** How many times the mailbox of any world was about to be used. */
let uses = 0;

/** What the objects of one world share: the core's calls, its mailbox, and the objects already handed out. */
export class Instance {
  readonly core: Core;
  /** The mailbox as words, valid since the last `refresh`. */
  f32: Float32Array = new Float32Array(0);
  u32: Uint32Array = new Uint32Array(0);
  lengthUnit: number;
  /** Bits of `ShapeFlag` for the events of shapes that set none; the bindings' usual ones if undefined. */
  usualEvents: number | undefined;
  /** The exception that stopped the core, if there was one. */
  fault: { cause: unknown } | undefined;
  disposed = false;
  /** Switches of the world that matter only to the host. */
  readonly switches: Record<string, boolean> = { paused: false, profiling: false };
  /** Views of columns that were handed out last, by `Column`. */
  readonly views: (Float32Array | Uint32Array | undefined)[] = [];
  /** Whether a snapshot was ever restored. If so, a joint's id may now belong to another joint, of another type. */
  restored = false;
  /** Increases whenever earlier events and views may be out of date: with a step or a restore. */
  epoch = 0;
  /** How often something was destroyed by a call. */
  private destroyed = 0;
  /** How often something may have been destroyed: steps break joints, and a restore removes what the snapshot has not. */
  private readonly losses = (): number => this.destroyed + this.epoch;

  readonly interpolation = new Interpolation(this);

  private memory: CoreExports["memory"];
  private readonly mailbox: number;
  /** Does growth detach the memory's buffer? Not that of the JavaScript core (`covers`). */
  private readonly detaches: boolean;
  private readonly bodies = new Registry<Body>((id) => new Body(this, id), this.losses);
  private readonly shapes = new Registry<Shape>((id) => new Shape(this, id), this.losses);
  private readonly joints = new Registry<Joint>((id) => makeJoint(this, id), this.losses);
  /** Joints whose id now belongs to a joint of another type, by id and type; only the latest of them. */
  private readonly twins = new Latest<Joint>();
  private readonly fields = new Registry<Field>((id) => new Field(this, id), this.losses);

  constructor(
    source: CoreSource,
    lengthUnit: number,
    readonly world: World,
  ) {
    const exports = source.instantiate();
    this.memory = exports.memory;
    this.detaches = source.backend !== "js";
    this.core = guard(exports, (cause) => this.trapped(cause));
    this.lengthUnit = lengthUnit;
    this.check(this.core.worldInit(lengthUnit), "new World");
    this.mailbox = this.core.mailbox();
    this.refresh();
  }

  get buffer(): ArrayBufferLike {
    return this.memory.buffer;
  }

  /** Makes the mailbox views anew if the memory has grown. Needed before every use of the mailbox after a call. */
  refresh(): void {
    uses++;
    this.renew();
  }
  /** The same for reading other memory through these views, which leaves the mailbox as it is. */
  renew(): void {
    if (!this.covers(this.f32)) {
      const { buffer } = this.memory;
      this.f32 = new Float32Array(buffer, this.mailbox);
      this.u32 = new Uint32Array(buffer, this.mailbox);
    }
  }

  /**
   * Is a view, of one word at least, still one of the memory? Growth detaches the buffer of a Wasm memory, and its views lose their
   * length, which is asked at once, while asking the memory for its buffer takes 30 ns. The JavaScript core gets another buffer instead.
   */
  covers(view: Float32Array | Uint32Array): boolean {
    return view.length > 0 && (this.detaches || view.buffer === this.memory.buffer);
  }

  /** Begins reading a caller's values while something is already in the mailbox; `readQuietly` takes the result. */
  beginReading(): number {
    this.refresh();
    return uses;
  }

  /** Refuses if getters of the caller's values made calls that may have changed the mailbox. */
  readQuietly(since: number, what: string): void {
    if (uses !== since || !this.covers(this.f32)) {
      throw new PhysicsError(
        "bad-type",
        `${what}: a getter of an argument called this library; compute its value before the call.`,
      );
    }
  }

  /** Index of the word at an address in the mailbox views, which reach to the end of the memory. */
  word(address: number): number {
    return ((address >>> 0) - this.mailbox) >>> 2;
  }

  /** Throws the error for a refusing code. */
  check(code: number, what: string): void {
    if (code !== Code.Ok) {
      throw this.refusal(code, what);
    }
  }

  refusal(code: number, what: string): PhysicsError {
    this.refresh();
    return refusal(code, what, code === Code.BadShape ? this.u32[0] : 0);
  }

  /** The count that a call returned; throws the error for a negated code. */
  found(result: number, what: string): number {
    if (result < 0) {
      throw this.refusal(-result, what);
    }
    return result;
  }

  /** The id that a creator returned; throws the error for a negated code. */
  created(result: number, what: string): number {
    if (result <= 0) {
      throw this.refusal(-result, what);
    }
    return result;
  }

  /** Address of room for `words` words in the bulk buffer. */
  bulkBuffer(words: number, what: string): number {
    const address = this.core.bulkBuffer(4 * words) >>> 0;
    if (address === 0) {
      throw new PhysicsError(
        "out-of-memory",
        `${what}: out of memory for ${words} numbers; use fewer at a time, or destroy what you no longer need.`,
      );
    }
    return address;
  }

  /** The words at an address that a call has just returned. The address is evaluated first, so the memory is the one after the call. */
  wordsAt(address: number, words: number): Uint32Array {
    return new Uint32Array(this.memory.buffer, address >>> 0, words);
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

  /** Whether a destroying call destroyed something: it returned its code. */
  gone(code: number): boolean {
    this.destroyed++;
    return code === Code.Ok;
  }

  /** The object of an id that is known to be alive. */
  bodyObject(id: number): Body {
    return this.bodies.get(id);
  }
  shapeObject(id: number): Shape {
    return this.shapes.get(id);
  }
  /** After a restore the id may belong to a joint of another type, which has another object: both are kept. */
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
   * Clears the `userData` of a new body and its shapes: after a restore they may have the ids, and so the
   * objects, of others. With `first`, only the body's shapes from that one on are new.
   */
  forgetData(body: number, first = 0): void {
    if (!this.restored) {
      return;
    }
    const { core } = this;
    const objects: ({ userData: unknown } | undefined)[] = first === 0 ? [this.bodies.recall(body)] : [];
    // Shape by shape: a list would take memory, and time for shapes that are not new.
    for (let id = first || core.bodyGet(body, BodyField.FirstShape); id > 0; id = core.shapeGet(id, ShapeField.Next)) {
      objects.push(this.shapes.recall(id));
    }
    for (const object of objects) {
      if (object !== undefined) {
        object.userData = undefined;
      }
    }
  }

  /** The object of a joint that may be gone, if one was handed out. Give `type` if another joint may since have had the same id. */
  recallJoint(id: number, type?: number): Joint | undefined {
    const known = this.joints.recall(id);
    return type === undefined || known === undefined || known.kind === type ? known : this.twins.get(twinKey(id, type));
  }

  /** The object of an id; undefined if its owner is gone or it never was an id. */
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

  /** Checks an argument that must be a living body of this world. */
  ownBody(value: unknown, name: string): Body {
    const home = Body.instanceOf(value);
    if (home === undefined) {
      refuse("bad-type", name, value, "a body of this world");
    }
    if (home !== this) {
      throw new PhysicsError("wrong-world", `${name} belongs to another world; use a body of this world.`);
    }
    const body = value as Body;
    if (this.core.bodyFind(body.handle) === 0) {
      throw stale("body", name);
    }
    return body;
  }

  /** Before a step whose events are reported on their own, or before the steps of an `advance`, whose events are reported together. */
  forgetEvents(): void {
    this.world.events.beforeClear();
    this.core.eventsClear();
    this.epoch++;
  }
  /** Before the core steps, in the world itself or in a replay. With `more`, its events are added to those of the steps before. */
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
  /** After the core has taken over the state of a snapshot. */
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
        "this world crashed in the middle of a call and cannot go on; " +
          "dispose it and use World.fromSnapshot(bytes) with the last snapshot.",
        { cause },
      );
    shut(this.core, error);
    return error();
  }
}

/** Key of a joint among those that share an id: there are fewer than sixteen types. */
function twinKey(id: number, type: number): number {
  return id * 16 + type;
}

/** Whether a value could be an id at all; the core decides the rest. */
function isHandle(id: unknown): id is number {
  return typeof id === "number" && (id | 0) === id && id > 0;
}
