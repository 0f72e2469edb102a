import { BulkMotion } from "../assembly/abi/body_layout.js";
import { Code } from "../assembly/abi/layout.js";
import { WorldField } from "../assembly/abi/option_layout.js";
import type { Body } from "./body.js";
import { moveBodies } from "./bulk.js";
import * as check from "./check.js";
import { Clock, now } from "./clock.js";
import type { CoreSource } from "./core.js";
import { createBodies, createBody } from "./create.js";
import type { BodiesDef, BodyDef, MaterialPair, Settings, Vector, WorldOptions } from "./definitions.js";
import { Events } from "./events.js";
import { Instance } from "./instance.js";
import { createJoint, type AnyJoint } from "./joint_create.js";
import type { JointDefs, JointKind } from "./joint_definitions.js";
import type { JointClasses } from "./joint_kinds.js";
import { allFields, createField, explode, type ExplosionDef, type Field, type FieldDef } from "./field.js";
import { materialPair, setMaterialPair } from "./materials.js";
import { toggles } from "./properties.js";
import { SLOT_MASK } from "./registry.js";
import {
  INTEGRATORS,
  SOLVERS,
  applyOptions,
  liveSettings,
  readOptions,
  setGravity,
  substepCount,
  timeStep,
} from "./settings.js";
import type { Shape } from "./shape.js";
import { hashText, restoreSnapshot, takeSnapshot } from "./snapshots.js";
import { movedSlots, State } from "./state.js";
import { WorldQueries } from "./world_queries.js";

declare global {
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
}

/** Times of the last step that was taken with `world.profiling` on, and of its stages (ms). */
export interface Profile {
  /** All stages together. */
  total: number;
  /** Finding pairs of shapes that may touch. */
  pairs: number;
  /** Finding where shapes touch. */
  collide: number;
  /** Beginning and ending touches, joining islands. */
  graph: number;
  /** Solving contacts and joints, applying forces, moving bodies. */
  solve: number;
  /** Updating the boxes around shapes that moved. */
  refit: number;
  /** Keeping fast bodies from passing through others. */
  continuous: number;
  /** Putting islands to sleep. */
  sleep: number;
  /** Reporting hits and broken joints. */
  events: number;
}

/** Counts of everything in a world. */
export interface Counters {
  /** Bodies, asleep or not. */
  bodies: number;
  /** Bodies awake. */
  awake: number;
  /** Shapes; a chain has one per link. */
  shapes: number;
  /** Pairs of shapes whose boxes are near each other. */
  contacts: number;
  /** Contacts among awake bodies whose shapes touch. */
  touching: number;
  /** Joints. */
  joints: number;
  /** Groups of awake bodies that touch or are joined. */
  islands: number;
  /** Colours of the constraint graph in use. */
  colours: number;
  /** Bytes of memory the world has. */
  bytes: number;
  /** Bytes of that memory in use. */
  liveBytes: number;
  /** Steps taken. */
  steps: number;
  /** Pairs of shapes newly found by the last step. */
  newPairs: number;
}

/** By `Counter`. */
const COUNTERS: readonly (keyof Counters)[] = [
  "bodies",
  "awake",
  "shapes",
  "contacts",
  "touching",
  "joints",
  "islands",
  "colours",
  "bytes",
  "liveBytes",
  "steps",
  "newPairs",
];

/** By `Stage`. */
const STAGES: readonly (keyof Profile)[] = [
  "pairs",
  "collide",
  "graph",
  "solve",
  "refit",
  "continuous",
  "sleep",
  "events",
];

/** Hosts without `Symbol.dispose` get a symbol of the same name. */
const DISPOSE: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");

/**
 * A world of bodies: one instance of the core. Worlds share nothing, and nothing in one can reach another.
 * Made by `new World(options)` of an entry (`scree`, `scree/scalar`, `scree/js`), which supplies the core.
 *
 * A refused call throws a `PhysicsError` and leaves the world as it was.
 */
export class World extends WorldQueries {
  /** What happened in the last step, and through calls since: arrays to be read after it. */
  readonly events: Events;
  /** Poses and velocities of all bodies, as typed arrays. */
  readonly state: State;
  /** Tolerances and switches; setting one takes effect at once. */
  readonly settings: Settings;
  /** Times of the last step that was taken with `profiling` on (ms). */
  readonly profile: Profile = Object.fromEntries(["total", ...STAGES].map((name) => [name, 0])) as unknown as Profile;
  /** Which core the world runs on: all three give the same hashes. */
  readonly backend: "simd" | "scalar" | "js";
  /** Whether to time the stages of each step for `profile`. Costs a few microseconds per step. */
  declare profiling: boolean;

  readonly #instance: Instance;
  readonly #clock: Clock;
  /** While true, `advance` takes no steps; `step()` still takes one. Time that passes meanwhile is not made up for. */
  declare paused: boolean;
  /** True within an `advance` that gathers the events of all its steps. */
  #gathers = false;
  readonly #timeStep: number;
  readonly #substeps: number;

  /** @internal */
  constructor(source: CoreSource, options: WorldOptions = {}) {
    super();
    const checked = readOptions(options);
    this.backend = source.backend;
    this.#timeStep = checked.timeStep;
    this.#substeps = checked.substeps;
    this.#clock = new Clock(checked.timeStep, checked.maxSteps);
    this.#instance = new Instance(source, checked.lengthUnit, this);
    this.#instance.usualEvents = checked.events;
    this.profiling = checked.profiling;
    WorldQueries.ask(this, this.#instance);
    this.events = new Events(this.#instance);
    this.state = new State(this.#instance);
    this.settings = liveSettings(this.#instance);
    applyOptions(this.#instance, checked);
    // Steps and restores rely on these fields: a subclass that declares one of the same name fails here, not in the middle of a step.
    for (const name of ["events", "state", "settings", "profile", "backend"]) {
      Object.defineProperty(this, name, { writable: false, configurable: false });
    }
  }

  /**
   * Advances the world by `dt` seconds (default `options.timeStep`, 1/60; at most 10) in `substeps` parts
   * (1 to 64, default `options.substeps`, 4). A `dt` of 0 (or less than a nanosecond) moves nothing.
   * Contacts, friction and joints get stiffer with more sub-steps.
   */
  step(dt: number = this.#timeStep, substeps: number = this.#substeps): void {
    const seconds = timeStep(dt, "dt");
    const parts = substepCount(substeps, "substeps");
    const instance = this.#instance;
    instance.beforeStep(this.#gathers);
    const code = this.profiling ? this.#timedStep(seconds, parts) : instance.core.worldStep(seconds, parts);
    instance.afterStep();
    instance.check(code, "step");
  }

  /**
   * Adds `elapsed` seconds to an accumulator and takes as many whole steps of `options.timeStep` as fit in it, but at most
   * `options.maxSteps` (8). Time beyond that is lost, so a host that cannot keep up slows down instead of falling ever further behind.
   * Returns the fraction of a step that is left, from 0 to below 1, by which to draw between the last two poses, as `interpolate` does.
   *
   * Afterwards `events` has the events of all steps taken, or none if there was no step. Anything that must happen
   * once in every step, at any frame rate (forces, a character's move), goes into `step`, which is called instead
   * of `world.step()` and has to call it; within it, `events` has those of a single step and is best read there.
   */
  advance(elapsed: number, step?: () => void): number {
    const instance = this.#instance;
    instance.core.bodyEnd(); // refuses if the world is disposed of
    const begin = (): void => {
      instance.forgetEvents();
      this.#gathers = step === undefined;
    };
    try {
      return this.#clock.advance(elapsed, begin, step ?? (() => this.step()), () => this.paused);
    } finally {
      this.#gathers = false;
    }
  }

  /** What the last `advance` returned. */
  get alpha(): number {
    return this.#clock.alpha;
  }

  /**
   * Poses between those before and after the last step: four numbers per slot (`body.slot`), x, y (m), cosine and sine. They are
   * written to `out` if given, which must hold `4 * state.slots` numbers. A body that was moved by a setter, made or restored since
   * the step is where it is now. Old poses are kept only from the first call on, so poses in between are available from the next step.
   */
  interpolate(out?: Float32Array, alpha: number = this.alpha): Float32Array {
    this.#instance.core.bodyEnd(); // refuses if the world is disposed of
    return this.#instance.interpolation.all(check.within(alpha, "alpha", 0, 1), out);
  }

  #timedStep(dt: number, substeps: number): number {
    const { core } = this.#instance;
    const { profile } = this;
    const start = now();
    const code = core.stepBegin(dt, substeps);
    if (code !== Code.Ok) {
      return code;
    }
    let before = start;
    STAGES.forEach((name, stage) => {
      core.stepStage(stage);
      const after = now();
      profile[name] = after - before;
      before = after;
    });
    const result = core.stepEnd();
    profile.total = now() - start;
    return result;
  }

  /** Makes a body with its shapes. If anything in the definition is wrong, throws before anything is made. */
  createBody(def: BodyDef): Body {
    return createBody(this.#instance, def);
  }

  /** Makes many bodies at once that differ only in position and motion. Returns their ids; `world.body(id)` gives the objects. */
  createBodies(def: BodiesDef): Uint32Array {
    return createBodies(this.#instance, def);
  }

  /**
   * Teleports many bodies, as `setTransform` does one: three numbers each, x, y (m) and angle (rad). In a Float32Array,
   * angles of many turns have already been rounded; in a list or Float64Array they have not. Like the three methods
   * below, it checks all ids and numbers before the first body is moved, and its error names the wrong one.
   */
  setTransforms(ids: ArrayLike<number>, transforms: ArrayLike<number>): void {
    moveBodies(this.#instance, BulkMotion.Transform, ids, transforms, "transforms");
  }

  /** Sets the velocities of many bodies: three numbers each, vx, vy (m/s) of the centre of mass, and ω (rad/s). */
  setVelocities(ids: ArrayLike<number>, velocities: ArrayLike<number>): void {
    moveBodies(this.#instance, BulkMotion.Velocity, ids, velocities, "velocities");
  }

  /**
   * Applies forces for the next step at the centres of mass of many bodies: two numbers each, fx and fy
   * (N), or three with a torque (N·m). A body wakes unless all of its numbers are 0.
   */
  applyForces(ids: ArrayLike<number>, forces: ArrayLike<number>): void {
    moveBodies(this.#instance, BulkMotion.Force, ids, forces, "forces");
  }

  /**
   * Applies impulses at the centres of mass of many bodies: two numbers each, jx and jy (N·s), or three
   * with an angular impulse (N·m·s). A body wakes unless all of its numbers are 0.
   */
  applyImpulses(ids: ArrayLike<number>, impulses: ArrayLike<number>): void {
    moveBodies(this.#instance, BulkMotion.Impulse, ids, impulses, "impulses");
  }

  /**
   * Sets the values that apply between shapes of two materials (`shape.material`, 0 to 32,767), in either order,
   * instead of the combining rules; `null` removes them. Existing contacts follow in the next step. Kept in snapshots.
   */
  setMaterialPair(a: number, b: number, pair: Readonly<MaterialPair> | null): void {
    setMaterialPair(this.#instance, a, b, pair);
  }
  /** The values set between two materials; undefined if none were set. */
  materialPair(a: number, b: number): MaterialPair | undefined {
    return materialPair(this.#instance, a, b);
  }

  /**
   * Makes a force field: an attractor, an area with forces, drag, wind or gravity of its own, or a fluid with
   * buoyancy. It acts until it is destroyed; bodies asleep in it stay asleep until it changes. Kept in snapshots.
   */
  createField(def: FieldDef): Field {
    return createField(this.#instance, def);
  }
  /** The living force field with an id; undefined if there is none. */
  field(id: number): Field | undefined {
    return this.#instance.findField(id);
  }
  /** All living force fields, as a fresh array. */
  get fields(): Field[] {
    return allFields(this.#instance);
  }

  /** Pushes dynamic bodies away from a point, at once. Returns how many shapes were pushed. */
  explode(def: ExplosionDef): number {
    return explode(this.#instance, def);
  }

  /** How contacts are resolved; chosen with `options.solver`. */
  get solver(): "soft" | "impulse" | "arcade" {
    return SOLVERS[this.#instance.core.worldGetOption(WorldField.Solver)]!;
  }
  /** How free motion is integrated; chosen with `options.integrator`. */
  get integrator(): "semi-implicit" | "rk4" | "explicit" {
    return INTEGRATORS[this.#instance.core.worldGetOption(WorldField.Integrator)]!;
  }

  /** Makes a joint between two bodies of this world. Both wake. */
  createJoint<K extends JointKind>(def: JointDefs[K] & { type: K }): JointClasses[K] {
    return createJoint(this.#instance, def) as JointClasses[K];
  }

  /**
   * Lets two bodies pass through each other (`ignore` true, the default), or collide again. Their contacts
   * end at once and both wake. Kept in snapshots, until one of the bodies is destroyed.
   */
  ignorePair(bodyA: Body, bodyB: Body, ignore = true): void {
    const [a, b] = this.#pair(bodyA, bodyB);
    this.#instance.check(this.#instance.core.bodiesIgnore(a, b, check.boolean(ignore, "ignore") ? 1 : 0), "ignorePair");
  }

  /** Whether two bodies pass through each other because of `ignorePair`. */
  ignoresPair(bodyA: Body, bodyB: Body): boolean {
    const [a, b] = this.#pair(bodyA, bodyB);
    return this.#instance.core.bodiesIgnored(a, b) !== 0;
  }

  #pair(bodyA: Body, bodyB: Body): [a: number, b: number] {
    return [this.#instance.ownBody(bodyA, "bodyA").handle, this.#instance.ownBody(bodyB, "bodyB").handle];
  }

  /** The living body with an id, the same object every time; undefined if there is none. */
  body(id: number): Body | undefined {
    return this.#instance.findBody(id);
  }
  /** The living shape with an id; undefined if there is none. */
  shape(id: number): Shape | undefined {
    return this.#instance.findShape(id);
  }
  /** The living joint with an id; undefined if there is none. */
  joint(id: number): AnyJoint | undefined {
    return this.#instance.findJoint(id) as AnyJoint | undefined;
  }

  /** All living bodies in the order of their slots, as a fresh array. */
  get bodies(): Body[] {
    const { core } = this.#instance;
    const list: Body[] = [];
    for (let slot = 1, end = core.bodyEnd(); slot < end; slot++) {
      const id = core.bodyAt(slot);
      if (id !== 0) {
        list.push(this.#instance.bodyObject(id));
      }
    }
    return list;
  }

  /** All living joints in the order of their slots, as a fresh array. */
  get joints(): AnyJoint[] {
    const { core } = this.#instance;
    const list: AnyJoint[] = [];
    for (let id = core.jointAt(1); id !== 0; id = core.jointAt((id & SLOT_MASK) + 1)) {
      list.push(this.#instance.jointObject(id) as AnyJoint);
    }
    return list;
  }

  /** Acceleration of free fall (m/s²). A fresh object: to change gravity, set a whole vector. */
  get gravity(): Vector {
    const { core } = this.#instance;
    return { x: core.worldGetOption(WorldField.GravityX) + 0, y: core.worldGetOption(WorldField.GravityY) + 0 };
  }
  set gravity(value: Readonly<Vector>) {
    setGravity(this.#instance, value, "gravity");
  }

  /** Length of a step of `advance`, and of `step` when it is given none (s); chosen with `options.timeStep`. */
  get timeStep(): number {
    return this.#timeStep;
  }
  /** Number of sub-steps when `step` is given none; chosen with `options.substeps`. */
  get substeps(): number {
    return this.#substeps;
  }

  /** Length of a metre in this world's units. */
  get lengthUnit(): number {
    return this.#instance.lengthUnit;
  }

  /** Slots (`body.slot`) of the bodies whose pose the last step changed; the view is valid until the next step. */
  get moved(): Uint32Array {
    return movedSlots(this.#instance);
  }

  /**
   * The whole state as bytes, for `restore` in any world of this version. If `into` is long enough, writes
   * into it and returns the part written, which is twice as fast; if it is too short, returns a fresh array
   * of the length needed. Keep an array longer than that and reuse it.
   */
  snapshot(into?: Uint8Array): Uint8Array {
    return takeSnapshot(this.#instance, into);
  }

  /**
   * Replaces the state by that of a snapshot. The bodies, shapes and joints of that time are valid again,
   * as the same objects; those made since are gone. Throws `"bad-snapshot"`, and changes nothing, unless
   * given the bytes of `snapshot()` of this version. The time accumulated by `advance` is kept.
   */
  restore(bytes: Uint8Array): void {
    restoreSnapshot(this.#instance, bytes);
  }

  /** The state as 16 hexadecimal digits: the same on every machine and in every build for the same history. */
  hash(): string {
    const instance = this.#instance;
    instance.core.worldHash();
    instance.refresh();
    const [low, high] = instance.u32 as unknown as [number, number];
    return hashText(low, high);
  }

  /** Counts of everything in the world, as a fresh object. */
  get counters(): Counters {
    const counters = {} as Counters;
    COUNTERS.forEach((key, number) => {
      counters[key] = this.#instance.core.worldCounter(number) >>> 0;
    });
    return counters;
  }

  /** Checks the core's own invariants. Returns 0, or the number of the one that does not hold. For tests; slow. */
  validate(): number {
    return this.#instance.core.worldValidate();
  }

  /**
   * Makes a new world from a snapshot. `options` are those of `new World`, but what the snapshot holds
   * (gravity, settings, length unit) comes from the snapshot. Throws `"bad-snapshot"` as `restore` does.
   */
  static fromSnapshot<T extends World>(
    this: new (options?: WorldOptions) => T,
    bytes: Uint8Array,
    options?: WorldOptions,
  ): T {
    const world = new this(options);
    try {
      world.restore(bytes);
    } catch (error) {
      world.dispose();
      throw error;
    }
    return world;
  }

  /** What the objects of a world share. @internal */
  static instanceOf(world: World): Instance {
    return world.#instance;
  }

  /** Whether the core stopped in the middle of a call. Every call then throws `"faulted"`; other worlds go on. */
  get faulted(): boolean {
    return this.#instance.fault !== undefined;
  }

  /** Releases the memory. Nothing of the world is `alive` then, and every call throws `"disposed"`, except `dispose` and `destroy`. */
  dispose(): void {
    this.#instance.dispose();
  }

  /** The same as `dispose()`, for `using`. */
  [DISPOSE](): void {
    this.dispose();
  }
}

toggles(World, ["paused", "profiling"], (world) => World.instanceOf(world).switches);
