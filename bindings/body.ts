import { BodyField, BodyFlag, BodyType, Code, type ShapeKind } from "../assembly/abi/layout.js";
import * as check from "./check.js";
import { addPieces, addShape, BODY_TYPES, lockFlags } from "./create.js";
import type { BodyKind, Locks, Material, Vector } from "./definitions.js";
import { PhysicsError, stale } from "./errors.js";
import { readContacts, type Contact } from "./contacts.js";
import type { ShapeDescriptor } from "./geometry.js";
import type { Instance } from "./instance.js";
import type { Piece } from "./pieces.js";
import { numbers, switches, vectors } from "./properties.js";
import { shapesFound } from "./queries.js";
import { SLOT_MASK } from "./registry.js";
import type { Shape } from "./shape.js";
import { readWhyAwake, type WhyAwake } from "./why_awake.js";
import type { World } from "./world.js";

/** A position and an angle (m, rad). */
export interface InterpolatedPose {
  /** x of the body's origin (m). */
  x: number;
  /** y of the body's origin (m). */
  y: number;
  /** Angle (rad). */
  angle: number;
}

const POSE = new Float32Array(4);

/**
 * A rigid body. Made by `world.createBody`; the same object as long as the body lives, even across `world.restore`. Every member
 * of a destroyed body throws a PhysicsError `"stale-body"`, except `id`, `slot`, `world`, `userData`, `alive` and `destroy`.
 */
export class Body {
  /** @internal */
  static readonly name: string = "Body";
  /** Anything of yours; the library keeps it and never looks at it. Not part of snapshots, but kept when one is restored. */
  userData: unknown = undefined;

  /** Small integer made of slot and generation, never 0. `world.body(id)` gives the body back. */
  readonly id: number;
  /** The same id, used for calls because a program can overwrite `id`. */
  readonly #handle: number;
  readonly #instance: Instance;

  /** @internal */
  constructor(instance: Instance, id: number) {
    this.#instance = instance;
    this.#handle = id;
    this.id = id;
  }

  /** The world's internals, if the value is a body at all. @internal */
  static instanceOf(value: unknown): Instance | undefined {
    return typeof value === "object" && value !== null && #instance in value ? value.#instance : undefined;
  }

  /** Index into the arrays of `world.state`, unchanged as long as the body lives. */
  get slot(): number {
    return this.#handle & SLOT_MASK;
  }

  /** Its id, for the library. @internal */
  get handle(): number {
    return this.#handle;
  }

  /** The world it is in. */
  get world(): World {
    return this.#instance.world;
  }

  /** Whether the body still exists. */
  get alive(): boolean {
    return !this.#instance.disposed && this.#instance.core.bodyFind(this.#handle) !== 0;
  }

  get type(): BodyKind {
    return BODY_TYPES[this.get(BodyField.Type, "type")]!;
  }
  /**
   * Changing the type ends the body's contacts; the next step finds them anew. Throws `"bad-shape"` for a
   * body with a half-space, which must stay static.
   */
  set type(value: BodyKind) {
    const code = this.#instance.core.bodySet(this.#handle, BodyField.Type, check.oneOf(value, "type", BODY_TYPES));
    if (code === Code.BadShape) {
      throw new PhysicsError(
        "bad-shape",
        `type is ${JSON.stringify(value)}; a body with a half-space must stay "static".`,
      );
    }
    this.#done(code, "type");
  }

  /** x of the body's origin (m). */
  declare x: number;

  /** y of the body's origin (m). */
  declare y: number;

  /** Angle of the body, from −π to π (rad). */
  declare angle: number;

  /** Position of the body's origin (m). Setting it is a jump: nothing on the way is touched. */
  get position(): Vector {
    return this.#pair(BodyField.X, BodyField.Y, "position");
  }
  set position(value: Readonly<Vector>) {
    const { x, y } = check.position(value, "position", this.#instance.lengthUnit);
    this.#done(this.#instance.core.bodySetPosition(this.#handle, x, y), "position");
  }

  /**
   * Jumps to a position and an angle (rad; default the present one). Setting the pose that the body already
   * reports, within ±1e7 · lengthUnit, changes nothing and does not wake it.
   */
  setTransform(position: Readonly<Vector>, angle?: number): void {
    const { x, y } = check.position(position, "position", this.#instance.lengthUnit);
    if (angle === undefined) {
      this.position = { x, y };
      return;
    }
    const turned = check.angle(angle, "angle");
    this.#done(this.#instance.core.bodySetTransform(this.#handle, x, y, turned), "setTransform");
  }

  /**
   * Sets the velocities that in a step of `dt` seconds bring the body's origin to a position, and the body to an angle (rad; default
   * the present one; the shorter way round). For kinematic bodies: they push what is in their way and carry what stands on them.
   */
  moveTo(position: Readonly<Vector>, angle: number | undefined, dt: number): void {
    const target = check.position(position, "position", this.#instance.lengthUnit);
    const seconds = check.positive(dt, "dt");
    const turned = angle === undefined ? 0 : check.angle(angle, "angle");
    this.#done(
      this.#instance.core.bodyMoveTo(this.#handle, target.x, target.y, turned, angle === undefined ? 0 : 1, seconds),
      "moveTo",
    );
  }

  /**
   * The body's pose between those before and after the last step, as `world.interpolate` gives it for all
   * bodies; written to `out` if given.
   */
  interpolated(out: InterpolatedPose = { x: 0, y: 0, angle: 0 }, alpha: number = this.world.alpha): InterpolatedPose {
    this.#needsLife("interpolated");
    check.fields(out, "out", "an object to fill, or left out");
    this.#instance.interpolation.one(this.slot, check.within(alpha, "alpha", 0, 1), POSE);
    out.x = POSE[0]! + 0;
    out.y = POSE[1]! + 0;
    out.angle = Math.atan2(POSE[3]!, POSE[2]!) + 0;
    return out;
  }

  /** Centre of mass in the world (m), from the densities of the shapes. To move it, add a heavy sensor shape with a mask of 0. */
  declare readonly centerOfMass: Vector;

  /** Velocity of the centre of mass (m/s). */
  get linearVelocity(): Vector {
    return this.#pair(BodyField.VelocityX, BodyField.VelocityY, "linearVelocity");
  }
  set linearVelocity(value: Readonly<Vector>) {
    const { x, y } = check.vector(value, "linearVelocity");
    const w = this.get(BodyField.AngularVelocity, "linearVelocity");
    this.#done(this.#instance.core.bodySetVelocity(this.#handle, x, y, w), "linearVelocity");
  }

  /** Angular velocity (rad/s). */
  declare angularVelocity: number;

  /**
   * Mass (kg) of a dynamic body, from its shapes or as set; 0 for other bodies. Setting it scales the
   * inertia to match, and both then stay, whatever happens to the shapes, until `resetMass`.
   */
  get mass(): number {
    return this.get(BodyField.Mass, "mass");
  }
  set mass(value: number) {
    const mass = check.positive(value, "mass");
    this.#needsDynamic("mass");
    this.set(BodyField.Mass, mass, "mass");
  }

  /** Moment of inertia about the centre of mass (kg·m²); 0 cannot be turned. Once set, mass and inertia no longer follow the shapes. */
  get inertia(): number {
    return this.get(BodyField.Inertia, "inertia");
  }
  set inertia(value: number) {
    const inertia = check.positiveOrZero(value, "inertia");
    this.#needsDynamic("inertia");
    this.set(BodyField.Inertia, inertia, "inertia");
  }

  /** Computes mass and inertia from the shapes again, after `mass` or `inertia` was set. Wakes the body if they change. */
  resetMass(): void {
    this.#needsDynamic("resetMass");
    this.set(BodyField.OwnMass, 0, "resetMass");
  }

  /** Damping of the velocity (1/s). */
  declare linearDamping: number;

  /** Damping of the rotation (1/s). */
  declare angularDamping: number;

  /** Factor by which gravity acts on the body. */
  declare gravityScale: number;

  /** Gravity that acts on this body instead of the world's (m/s²); `undefined` for the world's. Scaled by `gravityScale`. */
  get gravity(): Vector | undefined {
    return this.get(BodyField.OwnGravity, "gravity") === 0
      ? undefined
      : this.#pair(BodyField.GravityX, BodyField.GravityY, "gravity");
  }
  set gravity(value: Readonly<Vector> | undefined) {
    if (value === undefined) {
      this.set(BodyField.OwnGravity, 0, "gravity");
      return;
    }
    const { x, y } = check.vector(value, "gravity");
    this.set(BodyField.GravityX, x, "gravity");
    this.set(BodyField.GravityY, y, "gravity");
  }

  /** A force at the centre of mass (N) that lasts until it is changed. A body at rest under it may fall asleep. */
  declare force: Vector;

  /** A torque (N·m) that lasts until it is changed. */
  declare torque: number;

  /** Whether the body is kept from passing through anything, moving bodies included. */
  declare bullet: boolean;

  /** Whether the body, when fast, is kept from passing through static, kinematic and sleeping ones, or as a `bullet` any. */
  declare continuous: boolean;

  /** Whether rotation is locked; short for the rotation of `locks`. */
  declare fixedRotation: boolean;

  /** Directions in which the body cannot move. */
  get locks(): Readonly<Required<Locks>> {
    const flags = this.get(BodyField.Flags, "locks");
    return {
      x: (flags & BodyFlag.LockX) !== 0,
      y: (flags & BodyFlag.LockY) !== 0,
      rotation: (flags & BodyFlag.LockRotation) !== 0,
    };
  }
  set locks(value: Locks) {
    const flags = lockFlags(value, "locks");
    this.set(BodyField.LockX, flags & BodyFlag.LockX ? 1 : 0, "locks");
    this.set(BodyField.LockY, flags & BodyFlag.LockY ? 1 : 0, "locks");
    this.set(BodyField.FixedRotation, flags & BodyFlag.LockRotation ? 1 : 0, "locks");
  }

  /**
   * Whether the body is awake. Set to false, the body falls asleep at once together with its island: all dynamic bodies that it
   * touches or is joined to. A sleeping body wakes when something awake touches it, and when it is pushed, moved or changed.
   */
  declare awake: boolean;

  /** Wakes the body and its island. */
  wake(): void {
    this.set(BodyField.Awake, 1, "wake");
  }

  /** What keeps the body or its island awake; undefined if it sleeps, as a static body always does. Finding the island takes time. */
  get whyAwake(): WhyAwake | undefined {
    return readWhyAwake(this.#instance, this.#handle);
  }

  /** Whether the body may fall asleep. False wakes it; `awake = false` still puts it to sleep, until something wakes it. */
  declare sleep: boolean;

  /** Speed below which the body may fall asleep (m/s); set to `undefined`, it is the world's. */
  get sleepThreshold(): number {
    return this.get(BodyField.SleepThreshold, "sleepThreshold");
  }
  set sleepThreshold(value: number | undefined) {
    const own = value === undefined ? -1 : check.positiveOrZero(value, "sleepThreshold");
    this.set(BodyField.SleepThreshold, own, "sleepThreshold");
  }

  /**
   * Applies a force (N) for the next step only (`force` lasts), at a point of the world or at the centre of
   * mass. Its torque about the centre of mass is that of the body's present pose throughout the step. Wakes
   * the body, unless the force is 0. Has no effect on static and kinematic bodies.
   */
  applyForce(force: Readonly<Vector>, point?: Readonly<Vector>): void {
    this.#push("bodyApplyForce", check.vector(force, "force"), point, "applyForce");
  }

  /** Applies a torque (N·m) for the next step, counter-clockwise. Wakes the body, unless the torque is 0. */
  applyTorque(torque: number): void {
    this.#done(this.#instance.core.bodyApplyTorque(this.#handle, check.number(torque, "torque"), 1), "applyTorque");
  }

  /** Changes the velocity at once by an impulse (N·s), at a point of the world or the centre of mass. Unless 0, it wakes the body. */
  applyImpulse(impulse: Readonly<Vector>, point?: Readonly<Vector>): void {
    this.#push("bodyApplyImpulse", check.vector(impulse, "impulse"), point, "applyImpulse");
  }

  /** Changes the angular velocity at once by an angular impulse (N·m·s). Wakes the body, unless the impulse is 0. */
  applyAngularImpulse(impulse: number): void {
    this.#done(
      this.#instance.core.bodyApplyAngularImpulse(this.#handle, check.number(impulse, "impulse"), 1),
      "applyAngularImpulse",
    );
  }

  /**
   * Adds a shape to the body, and its mass. A chain becomes one segment per link; the first one is returned.
   * Throws `"bad-shape"` for an impossible shape, and for a half-space on a body that is not static.
   */
  addShape(shape: ShapeDescriptor, material: Material = {}): Shape {
    this.#needsLife("addShape");
    return addShape(this.#instance, this, shape, material);
  }

  /** The part of a tile grid or height field at a point in the body's frame. @internal */
  partAt(kind: ShapeKind, x: number, y: number, near?: Shape): Shape | undefined {
    this.#needsLife("shapes");
    const id = this.#instance.core.bodyPartAt(this.#handle, kind, x, y, near === undefined ? 0 : near.handle);
    return id === 0 ? undefined : this.#instance.shapeObject(id);
  }

  /** @internal */
  addParts(pieces: readonly Piece[], like: Shape | undefined): void {
    addPieces(this.#instance, this.#handle, pieces, like === undefined ? 0 : like.handle);
  }

  /** The body's shapes, in the order in which they were added. */
  get shapes(): Shape[] {
    return this.shapesUpTo(2 ** 32 - 1);
  }

  /** The first of the shapes; the ground may have very many. @internal */
  shapesUpTo(most: number): Shape[] {
    this.#needsLife("shapes");
    const count = this.#instance.found(this.#instance.core.bodyShapes(this.#handle, most), "shapes");
    return shapesFound(this.#instance, count);
  }

  /** What the body touches now, where and how hard. Sensors are not included. */
  get contacts(): Contact[] {
    this.#needsLife("contacts");
    return readContacts(this.#instance, this.#handle);
  }

  /** Converts a point of the world (m) to the body's frame. */
  toLocal(point: Readonly<Vector>): Vector {
    const p = check.vector(point, "point");
    const dx = p.x - this.get(BodyField.X, "toLocal");
    const dy = p.y - this.get(BodyField.Y, "toLocal");
    const c = this.get(BodyField.Cosine, "toLocal");
    const s = this.get(BodyField.Sine, "toLocal");
    return { x: c * dx + s * dy + 0, y: c * dy - s * dx + 0 };
  }

  /** Converts a point in the body's frame (m) to the world. */
  toWorld(point: Readonly<Vector>): Vector {
    const p = check.vector(point, "point");
    const c = this.get(BodyField.Cosine, "toWorld");
    const s = this.get(BodyField.Sine, "toWorld");
    return {
      x: this.get(BodyField.X, "toWorld") + c * p.x - s * p.y,
      y: this.get(BodyField.Y, "toWorld") + s * p.x + c * p.y,
    };
  }

  /** Velocity (m/s) of the body's material at a point of the world (m). */
  velocityAt(point: Readonly<Vector>): Vector {
    const p = check.vector(point, "point");
    const w = this.get(BodyField.AngularVelocity, "velocityAt");
    const v = this.linearVelocity;
    const center = this.centerOfMass;
    return { x: v.x - w * (p.y - center.y), y: v.y + w * (p.x - center.x) };
  }

  /** Destroys the body with its shapes, contacts and joints. Returns false if it was already gone, which does no harm. */
  destroy(): boolean {
    const destroyed = !this.#instance.disposed && this.#instance.gone(this.#instance.core.bodyDestroy(this.#handle));
    if (destroyed) {
      this.#instance.interpolation.forget(this.slot);
    }
    return destroyed;
  }

  private get(field: BodyField, what: string): number {
    const value = this.#instance.core.bodyGet(this.#handle, field);
    if (value !== value) {
      throw stale("body", `body.${what}`);
    }
    return value + 0; // readers get 0 for −0
  }

  private set(field: BodyField, value: number, what: string): void {
    this.#done(this.#instance.core.bodySet(this.#handle, field, value), what);
  }

  #push(
    call: "bodyApplyForce" | "bodyApplyImpulse",
    { x, y }: Vector,
    point: Readonly<Vector> | undefined,
    what: string,
  ): void {
    const at = point === undefined ? undefined : check.position(point, "point", this.#instance.lengthUnit);
    const { core } = this.#instance;
    const code =
      at === undefined ? core[call](this.#handle, x, y, 0, 0, 0, 1) : core[call](this.#handle, x, y, at.x, at.y, 1, 1);
    this.#done(code, what);
  }

  #pair(first: BodyField, second: BodyField, what: string): Vector {
    return { x: this.get(first, what), y: this.get(second, what) };
  }

  #done(code: number, what: string): void {
    if (code !== 0) {
      throw this.#instance.refusal(code, `body.${what}`);
    }
  }

  #needsLife(what: string): void {
    if (this.#instance.core.bodyFind(this.#handle) === 0) {
      throw stale("body", `body.${what}`);
    }
  }

  #needsDynamic(what: string): void {
    if (this.get(BodyField.Type, what) !== BodyType.Dynamic) {
      throw new PhysicsError("bad-type", `body.${what} is for dynamic bodies; this one is ${this.type}.`);
    }
  }
}

numbers(Body, {
  x: [BodyField.X, check.coordinate],
  y: [BodyField.Y, check.coordinate],
  angle: [BodyField.Angle, check.angle],
  angularVelocity: [BodyField.AngularVelocity, check.number],
  linearDamping: [BodyField.LinearDamping, check.positiveOrZero],
  angularDamping: [BodyField.AngularDamping, check.positiveOrZero],
  gravityScale: [BodyField.GravityScale, check.number],
  torque: [BodyField.SteadyTorque, check.number],
});
vectors(Body, {
  centerOfMass: [BodyField.CenterX],
  force: [BodyField.SteadyForceX, check.vector],
});
switches(Body, {
  bullet: [BodyField.Bullet, check.boolean],
  continuous: [BodyField.Continuous, check.boolean],
  fixedRotation: [BodyField.FixedRotation, check.boolean],
  awake: [BodyField.Awake, check.boolean],
  sleep: [BodyField.CanSleep, check.boolean],
});
