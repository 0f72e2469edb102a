import { Code, JointField, type JointType } from "../assembly/abi/layout.js";
import type { Body } from "./body.js";
import * as check from "./check.js";
import type { Vector } from "./definitions.js";
import { stale } from "./errors.js";
import type { Instance } from "./instance.js";
import type { JointKind, Limit, Motor, Spring } from "./joint_definitions.js";
import {
  JOINT_FLAG,
  forceBack,
  readBreaking,
  readLimit,
  readMotor,
  readSpring,
  type JointTraits,
} from "./joint_types.js";
import { numbers, vectors } from "./properties.js";
import type { World } from "./world.js";

/** Options that any joint may have. */
interface Options {
  limit: Limit;
  motor: Motor;
  spring: Spring;
}

/** `T` if the definition `D` of a joint has the option `K`; if it has not, only undefined fits. */
type Option<D, K, T> = K extends keyof D ? T | undefined : undefined;
type MotorOf<D> = "motor" extends keyof D ? D["motor"] | undefined : undefined;
// Getters return a copy, and writing into it would not reach the joint: so their type is readonly where the setters' is not.
type ReadMotor<D> = "motor" extends keyof D ? Readonly<NonNullable<D["motor"]>> | undefined : undefined;

/**
 * A joint between two bodies. Made by `world.createJoint`. Every member of a destroyed joint throws a
 * PhysicsError `"stale-joint"`, except `id`, `type`, `world`, `userData`, `alive` and `destroy`.
 */
export abstract class Joint<D = Options> {
  /** Type of the joint, as in its definition. */
  declare readonly type: JointKind;
  /** Anything of yours, as for a body: kept, never looked at, and not part of snapshots. */
  userData: unknown = undefined;

  /** Small integer made of slot and generation, never 0. `world.joint(id)` gives the joint back. */
  readonly id: number;
  /** The same id, used for calls because a program can overwrite `id`. */
  readonly #handle: number;
  readonly #instance: Instance;
  readonly #traits: JointTraits;

  /** @internal */
  constructor(instance: Instance, id: number, traits: JointTraits) {
    this.#instance = instance;
    this.#handle = id;
    this.id = id;
    this.#traits = traits;
    this.type = traits.name;
  }

  /** The id of a joint, for the library; 0 for anything else. @internal */
  static handleOf(value: unknown): number {
    return typeof value === "object" && value !== null && #handle in value ? value.#handle : 0;
  }

  /** @internal */
  protected get lengthUnit(): number {
    return this.#instance.lengthUnit;
  }

  /** The world it is in. */
  get world(): World {
    return this.#instance.world;
  }

  /** Whether the joint still exists. It is destroyed with either of its bodies. */
  get alive(): boolean {
    return !this.#instance.disposed && this.#instance.core.jointGet(this.#handle, JointField.Type) === this.kind;
  }

  /** Number of its type. @internal */
  get kind(): JointType {
    return this.#traits.type;
  }

  /** Body A, as in the definition. */
  get bodyA(): Body {
    return this.#instance.bodyObject(this.get(JointField.BodyA, "bodyA"));
  }
  /** Body B, as in the definition. */
  get bodyB(): Body {
    return this.#instance.bodyObject(this.get(JointField.BodyB, "bodyB"));
  }

  /** Anchor in the frame of body A (m). */
  declare anchorA: Vector;

  /** Anchor in the frame of body B (m). */
  declare anchorB: Vector;

  /** Force on body B in the last step, the mean of its sub-steps (N). */
  declare readonly force: Vector;
  /** Torque on body B in the last step, likewise averaged (N·m). */
  declare readonly torque: number;
  /** Speed at which the joint's angle, length or translation changes (rad/s or m/s); 0 for a joint that has none of these. */
  declare readonly speed: number;

  /**
   * Range of the angle (rad), length or translation (m); undefined for none. The getter returns a copy, as
   * those of `motor`, `spring` and `softness` do: set it as a whole.
   */
  get limit(): Option<D, "limit", Readonly<Limit>> {
    const limit = this.has(JOINT_FLAG.limit, "limit")
      ? { lower: this.get(JointField.Lower, "limit"), upper: this.get(JointField.Upper, "limit") }
      : undefined;
    return limit as Option<D, "limit", Readonly<Limit>>;
  }
  set limit(value: Option<D, "limit", Readonly<Limit>>) {
    const limit = value === undefined ? undefined : readLimit(value, "limit", this.#traits, this.#instance.lengthUnit);
    if (limit !== undefined) {
      this.set(JointField.Lower, limit.lower, "limit");
      this.set(JointField.Upper, limit.upper, "limit");
    }
    this.turn(JOINT_FLAG.limit, limit !== undefined, "limit");
  }

  /** Motor that drives the joint; undefined for none. */
  get motor(): ReadMotor<D> {
    const motor = this.has(JOINT_FLAG.motor, "motor")
      ? {
          speed: this.get(JointField.MotorSpeed, "motor"),
          [this.#traits.effort!]: forceBack(this.get(JointField.MaxMotor, "motor")),
        }
      : undefined;
    return motor as ReadMotor<D>;
  }
  set motor(value: MotorOf<D>) {
    const motor = value === undefined ? undefined : readMotor(value, "motor", this.#traits, this.#instance.lengthUnit);
    if (motor !== undefined) {
      this.set(JointField.MotorSpeed, motor.speed, "motor");
      this.set(JointField.MaxMotor, motor.most, "motor");
    }
    this.turn(JOINT_FLAG.motor, motor !== undefined, "motor");
  }

  /** Spring of the joint. With undefined, whatever it would soften is rigid; at 0 Hz, that is free (docs/joints.md). */
  get spring(): Option<D, "spring", Readonly<Required<Spring>>> {
    return this.springNow(JointField.Hertz, "spring") as Option<D, "spring", Readonly<Required<Spring>>>;
  }
  set spring(value: Option<D, "spring", Spring>) {
    this.setSpring(value, JointField.Hertz, "spring");
  }

  /** Stiffness and damping of the joint itself; undefined for the world's `jointHertz` and `jointDampingRatio`. */
  get softness(): Readonly<Required<Spring>> | undefined {
    const softness = this.springAt(JointField.ConstraintHertz, "softness");
    return softness.hertz === 0 ? undefined : softness;
  }
  set softness(value: Spring | undefined) {
    const { hertz, dampingRatio } = value === undefined ? { hertz: 0, dampingRatio: 0 } : readSpring(value, "softness");
    this.set(JointField.ConstraintHertz, hertz, "softness");
    this.set(JointField.ConstraintDampingRatio, dampingRatio, "softness");
  }

  /** Whether the two bodies collide with each other. */
  get collide(): boolean {
    return this.has(JOINT_FLAG.collide, "collide");
  }
  set collide(value: boolean) {
    this.turn(JOINT_FLAG.collide, check.boolean(value, "collide"), "collide");
  }

  /** The joint breaks beyond this force (N); 0 means never, and ∞ is read back as 0. */
  declare breakForce: number;

  /** The joint breaks beyond this torque (N·m); 0 means never, and ∞ is read back as 0. */
  declare breakTorque: number;

  /** Destroys the joint. Returns false if it was already gone, which does no harm. */
  destroy(): boolean {
    return this.alive && this.#instance.gone(this.#instance.core.jointDestroy(this.#handle));
  }

  /** @internal */
  protected get(field: JointField, what: string): number {
    const value = this.#instance.core.jointGet(this.#handle, field);
    if (value !== value || (this.#instance.restored && !this.alive)) {
      throw stale("joint", `joint.${what}`);
    }
    return value + 0; // readers get 0 for −0
  }

  /** @internal */
  protected set(field: JointField, value: number, what: string): void {
    const { core, restored } = this.#instance;
    const code = restored && !this.alive ? Code.StaleJoint : core.jointSet(this.#handle, field, value);
    if (code !== Code.Ok) {
      throw this.#instance.refusal(code, `joint.${what}`);
    }
  }

  /** A parameter that each type of joint names itself. @internal */
  protected param(at: number, what: string): number {
    return this.get(JointField.Param + at, what);
  }
  /** @internal */
  protected setParam(at: number, value: number, what: string): void {
    this.set(JointField.Param + at, value, what);
  }
  /** @internal */
  protected paramPair(at: number, what: string): Vector {
    return this.pair(JointField.Param + at, JointField.Param + at + 1, what);
  }
  /** @internal */
  protected setParamPair(at: number, { x, y }: Vector, what: string): void {
    this.setParam(at, x, what);
    this.setParam(at + 1, y, what);
  }

  private springAt(field: JointField, what: string): Required<Spring> {
    return { hertz: this.get(field, what), dampingRatio: this.get(field + 1, what) };
  }
  /** @internal */
  protected springNow(field: JointField, what: "spring" | "angularSpring"): Required<Spring> | undefined {
    return this.has(JOINT_FLAG[what], what) ? this.springAt(field, what) : undefined;
  }
  /** @internal */
  protected setSpring(value: Spring | undefined, field: JointField, what: "spring" | "angularSpring"): void {
    const spring = value === undefined ? undefined : readSpring(value, what, this.#traits);
    if (spring !== undefined) {
      this.set(field, spring.hertz, what);
      this.set(field + 1, spring.dampingRatio, what);
    }
    this.turn(JOINT_FLAG[what], spring !== undefined, what);
  }

  /** The object of the joint with an id. @internal */
  protected jointOf(id: number): Joint {
    return this.#instance.jointObject(id);
  }

  private pair(first: JointField, second: JointField, what: string): Vector {
    return { x: this.get(first, what), y: this.get(second, what) };
  }

  /** @internal */
  protected has(flag: number, what: string): boolean {
    return (this.get(JointField.Flags, what) & flag) !== 0;
  }

  /** @internal */
  protected turn(flag: number, on: boolean, what: string): void {
    const flags = this.get(JointField.Flags, what);
    this.set(JointField.Flags, on ? flags | flag : flags & ~flag, what);
  }
}

numbers(Joint, {
  torque: [JointField.Torque],
  speed: [JointField.Speed],
  breakForce: [JointField.BreakForce, readBreaking],
  breakTorque: [JointField.BreakTorque, readBreaking],
});
vectors(Joint, {
  anchorA: [JointField.AnchorAX, check.position],
  anchorB: [JointField.AnchorBX, check.position],
  force: [JointField.ForceX],
});
