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

/** Milliseconds of the last step that was taken with `world.profiling` on, and of its stages. */
export interface Profile {
  /** All of them together. */
  total: number;
  /** Finding pairs of shapes that may touch. */
  pairs: number;
  /** Where shapes touch. */
  collide: number;
  /** Touches begun and ended, islands joined. */
  graph: number;
  /** Contacts, joints, forces; bodies moved. */
  solve: number;
  /** Boxes around what moved. */
  refit: number;
  /** Fast bodies. */
  continuous: number;
  /** What falls asleep. */
  sleep: number;
  /** Hits and broken joints. */
  events: number;
}

/** How much there is of everything. */
export interface Counters {
  /** Bodies, asleep or not. */
  bodies: number;
  /** Bodies awake. */
  awake: number;
  /** Shapes; a chain has one a link. */
  shapes: number;
  /** Pairs of shapes whose boxes are near each other. */
  contacts: number;
  /** Contacts among awake bodies that touch. */
  touching: number;
  /** Joints. */
  joints: number;
  /** Groups of awake bodies that touch or are joined. */
  islands: number;
  /** Colours of the constraint graph in use. */
  colours: number;
  /** Bytes of memory. */
  bytes: number;
  /** Bytes of it in use. */
  liveBytes: number;
  /** Steps taken. */
  steps: number;
  /** Pairs found by the last step. */
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

/** Hosts without it get a symbol of the same name. */
const DISPOSE: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");

/**
 * A world of bodies: one instance of the core. Worlds share nothing; nothing in one can reach another. Made by
 * `new World(options)` of an entry (`scree`, `scree/scalar`, `scree/js`), which knows the core.
 *
 * A refused call throws a `PhysicsError` and leaves the world as it was.
 */
export class World extends WorldQueries {
  /** What the last step did, and calls since: arrays to be read after it. */
  readonly events: Events;
  /** Poses and velocities of all bodies as typed arrays. */
  readonly state: State;
  /** Tolerances and switches, live. */
  readonly settings: Settings;
  /** Times of the last step with `profiling` on (ms). */
  readonly profile: Profile = Object.fromEntries(["total", ...STAGES].map((name) => [name, 0])) as unknown as Profile;
  /** Which core this is: all three give the same hashes. */
  readonly backend: "simd" | "scalar" | "js";
  /** Time the stages of each step for `profile`? Costs a few microseconds a step. */
  declare profiling: boolean;

  readonly #instance: Instance;
  readonly #clock: Clock;
  /** While true `advance` takes no steps; `step()` still takes one. Time that passes meanwhile is not made up for. */
  declare paused: boolean;
  /** Within an `advance` that tells the events of all its steps. */
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
    // Steps and restores rely on these: a subclass with a field of such a name fails here, not in the middle of one.
    for (const name of ["events", "state", "settings", "profile", "backend"]) {
      Object.defineProperty(this, name, { writable: false, configurable: false });
    }
  }

  /**
   * Moves the world on by `dt` seconds (default `options.timeStep`, 1/60) in `substeps` parts (1 to 64, default
   * `options.substeps`, 4). A `dt` of 0 (or less than a nanosecond) moves nothing; 10 is
   * the most. Contacts, friction and joints get stiffer with more sub-steps.
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
   * Adds `elapsed` seconds to an accumulator and takes as many whole steps of `options.timeStep` as fit in it (at most
   * `options.maxSteps`, 8; beyond that time is lost, so that a host that cannot keep up slows down instead of falling ever
   * further behind). Returns the fraction of a step that is left, from 0 to below 1: draw between the last pose and the one
   * before by it, which is what `interpolate` does.
   *
   * Afterwards `events` has those of all the steps taken, none if there was no step. What is to happen in every step, once and at
   * any frame rate (forces, a character's move), goes into `step`, which is called in place of `world.step()` and calls it;
   * `events` is then as after any step, and best read there.
   */
  advance(elapsed: number, step?: () => void): number {
    const instance = this.#instance;
    instance.core.bodyEnd(); // refuses when disposed of
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
   * Poses between the last step and the one before: four numbers a slot (`body.slot`), x, y (m), cosine and sine, into `out`
   * if given, which must hold `4 * state.slots`. What was put elsewhere since the step is where it is. The first call starts
   * the keeping of old poses: in-between poses come from the next step on.
   */
  interpolate(out?: Float32Array, alpha: number = this.alpha): Float32Array {
    this.#instance.core.bodyEnd(); // refuses when disposed of
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

  /** A new body with its shapes. Throws before anything is made if anything in the definition is wrong. */
  createBody(def: BodyDef): Body {
    return createBody(this.#instance, def);
  }

  /** Many bodies at once, alike but for place and motion: returns their ids. `world.body(id)` gives the objects. */
  createBodies(def: BodiesDef): Uint32Array {
    return createBodies(this.#instance, def);
  }

  /**
   * Teleports many bodies, as `setTransform` does one: three numbers each, x, y (m) and angle (rad). A Float32Array has rounded
   * angles of many turns by then: a list or Float64Array keeps them even. This and its neighbours check all ids and numbers before the
   * first body is moved, and name the one that is wrong.
   */
  setTransforms(ids: ArrayLike<number>, transforms: ArrayLike<number>): void {
    moveBodies(this.#instance, BulkMotion.Transform, ids, transforms, "transforms");
  }

  /** Sets the velocities of many bodies: three numbers each, vx, vy (m/s) of the centre of mass, and ω (rad/s). */
  setVelocities(ids: ArrayLike<number>, velocities: ArrayLike<number>): void {
    moveBodies(this.#instance, BulkMotion.Velocity, ids, velocities, "velocities");
  }

  /**
   * Forces for the next step at the centres of mass of many bodies: two numbers each, fx and fy (N), or three with a torque
   * (N·m). Wakes them; one of 0 does not.
   */
  applyForces(ids: ArrayLike<number>, forces: ArrayLike<number>): void {
    moveBodies(this.#instance, BulkMotion.Force, ids, forces, "forces");
  }

  /**
   * Impulses at the centres of mass of many bodies: jx and jy (N·s), or three with an angular impulse (N·m·s). Wakes them; one of 0
   * does not.
   */
  applyImpulses(ids: ArrayLike<number>, impulses: ArrayLike<number>): void {
    moveBodies(this.#instance, BulkMotion.Impulse, ids, impulses, "impulses");
  }

  /**
   * Sets what holds between shapes of two materials (`shape.material`, 0 to 32,767), in either order, in place of the
   * combining rules; `null` takes it back. Contacts that are there follow with the next step. Kept in snapshots.
   */
  setMaterialPair(a: number, b: number, pair: Readonly<MaterialPair> | null): void {
    setMaterialPair(this.#instance, a, b, pair);
  }
  /** What was set between two materials; undefined if nothing was. */
  materialPair(a: number, b: number): MaterialPair | undefined {
    return materialPair(this.#instance, a, b);
  }

  /**
   * A new force field: an attractor, an area with forces, drag, wind or a gravity of its own, or a fluid that carries. It
   * acts until it is destroyed; bodies asleep in it sleep on until it changes. Kept in snapshots.
   */
  createField(def: FieldDef): Field {
    return createField(this.#instance, def);
  }
  /** The living force field of an id. */
  field(id: number): Field | undefined {
    return this.#instance.findField(id);
  }
  /** All living force fields, a fresh array. */
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

  /** A new joint between two bodies of this world. Both wake. */
  createJoint<K extends JointKind>(def: JointDefs[K] & { type: K }): JointClasses[K] {
    return createJoint(this.#instance, def) as JointClasses[K];
  }

  /**
   * Lets two bodies pass through each other (`ignore` true, the default), or collide again. What they touch of each other
   * ends at once and both wake; snapshots keep it. It ends with one of the bodies.
   */
  ignorePair(bodyA: Body, bodyB: Body, ignore = true): void {
    const [a, b] = this.#pair(bodyA, bodyB);
    this.#instance.check(this.#instance.core.bodiesIgnore(a, b, check.boolean(ignore, "ignore") ? 1 : 0), "ignorePair");
  }

  /** Do two bodies ignore each other by `ignorePair`? */
  ignoresPair(bodyA: Body, bodyB: Body): boolean {
    const [a, b] = this.#pair(bodyA, bodyB);
    return this.#instance.core.bodiesIgnored(a, b) !== 0;
  }

  #pair(bodyA: Body, bodyB: Body): [a: number, b: number] {
    return [this.#instance.ownBody(bodyA, "bodyA").handle, this.#instance.ownBody(bodyB, "bodyB").handle];
  }

  /** The living body of an id: the same object every time. Undefined if there is none. */
  body(id: number): Body | undefined {
    return this.#instance.findBody(id);
  }
  /** The living shape of an id. */
  shape(id: number): Shape | undefined {
    return this.#instance.findShape(id);
  }
  /** The living joint of an id. */
  joint(id: number): AnyJoint | undefined {
    return this.#instance.findJoint(id) as AnyJoint | undefined;
  }

  /** All living bodies, in the order of their slots: a fresh array. */
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

  /** All living joints, in the order of their slots: a fresh array. */
  get joints(): AnyJoint[] {
    const { core } = this.#instance;
    const list: AnyJoint[] = [];
    for (let id = core.jointAt(1); id !== 0; id = core.jointAt((id & SLOT_MASK) + 1)) {
      list.push(this.#instance.jointObject(id) as AnyJoint);
    }
    return list;
  }

  /** Acceleration of free fall (m/s²): a fresh object; set a whole vector to change it. */
  get gravity(): Vector {
    const { core } = this.#instance;
    return { x: core.worldGetOption(WorldField.GravityX) + 0, y: core.worldGetOption(WorldField.GravityY) + 0 };
  }
  set gravity(value: Readonly<Vector>) {
    setGravity(this.#instance, value, "gravity");
  }

  /** Seconds of a step of `advance`, and of `step` when it names none; chosen with `options.timeStep`. */
  get timeStep(): number {
    return this.#timeStep;
  }
  /** Sub-steps of a step when `step` names none; chosen with `options.substeps`. */
  get substeps(): number {
    return this.#substeps;
  }

  /** How long a metre is in this world's numbers. */
  get lengthUnit(): number {
    return this.#instance.lengthUnit;
  }

  /** Slots (`body.slot`) of the bodies whose pose the last step changed; a view that is good until the next step. */
  get moved(): Uint32Array {
    return movedSlots(this.#instance);
  }

  /**
   * The whole state as bytes, for `restore` of any world of this version. Given an array that is long enough, it writes
   * into it and returns the part written, twice as fast; given one that is too short, it returns a fresh array, whose
   * length is what is needed. Keep one array longer than that, and reuse it.
   */
  snapshot(into?: Uint8Array): Uint8Array {
    return takeSnapshot(this.#instance, into);
  }

  /**
   * Puts the state of a snapshot in place of this one. Bodies, shapes and joints of then are valid again, the same objects
   * as then; what was made since is gone. Throws `"bad-snapshot"`, with nothing changed, for anything but the bytes of
   * `snapshot()` of this version. Keeps what `advance` has gathered.
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

  /** How much there is of everything: a fresh object. */
  get counters(): Counters {
    const counters = {} as Counters;
    COUNTERS.forEach((key, number) => {
      counters[key] = this.#instance.core.worldCounter(number) >>> 0;
    });
    return counters;
  }

  /** Checks the core's own invariants: 0, or the number of the one that does not hold. For tests; slow. */
  validate(): number {
    return this.#instance.core.worldValidate();
  }

  /**
   * A new world of a snapshot. `options` as for `new World`; what the snapshot holds (gravity, settings, length unit) comes
   * from the snapshot. Throws `"bad-snapshot"` as `restore` does.
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

  /** Did the core stop in the middle of a call? Then every call throws `"faulted"`; other worlds go on. */
  get faulted(): boolean {
    return this.#instance.fault !== undefined;
  }

  /** Lets go of the memory. Nothing of it is `alive` any more; every later call throws `"disposed"`, except `dispose` and `destroy`. */
  dispose(): void {
    this.#instance.dispose();
  }

  /** The same as `dispose()`, for `using`. */
  [DISPOSE](): void {
    this.dispose();
  }
}

toggles(World, ["paused", "profiling"], (world) => World.instanceOf(world).switches);
