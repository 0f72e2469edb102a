import { JointField, JointType } from "../assembly/abi/layout.js";
import type { Body } from "./body.js";
import * as check from "./check.js";
import type { JointKind, Limit, Motor, Spring, Vector } from "./definitions.js";
import { stale } from "./errors.js";
import type { Instance } from "./instance.js";
import {
  JOINT_FLAG,
  jointTraits,
  readLimit,
  readMeasure,
  readMotor,
  readSpring,
  type JointTraits,
} from "./joint_types.js";
import type { World } from "./world.js";

/**
 * What holds two bodies together. Made by `world.createJoint`. Every member of a destroyed joint throws a PhysicsError
 * `"stale-joint"`, except `id`, `type`, `world`, `alive` and `destroy`.
 */
export abstract class Joint {
  abstract readonly type: JointKind;

  /** Small integer of slot and generation, never 0. `world.joint(id)` gives the joint back. */
  readonly id: number;
  readonly #instance: Instance;
  readonly #traits: JointTraits;

  /** @internal */
  constructor(instance: Instance, id: number, traits: JointTraits) {
    this.#instance = instance;
    this.id = id;
    this.#traits = traits;
  }

  get world(): World {
    return this.#instance.world;
  }

  /** Does it still exist? It goes with either body. */
  get alive(): boolean {
    return this.#instance.core.jointFind(this.id) !== 0;
  }

  get bodyA(): Body {
    return this.#instance.bodyObject(this.get(JointField.BodyA, "bodyA"));
  }
  get bodyB(): Body {
    return this.#instance.bodyObject(this.get(JointField.BodyB, "bodyB"));
  }

  /** In the frame of body A (m). */
  get anchorA(): Vector {
    return this.pair(JointField.AnchorAX, JointField.AnchorAY, "anchorA");
  }
  set anchorA(value: Readonly<Vector>) {
    const { x, y } = check.position(value, "anchorA", this.#instance.lengthUnit);
    this.set(JointField.AnchorAX, x, "anchorA");
    this.set(JointField.AnchorAY, y, "anchorA");
  }

  /** In the frame of body B (m). */
  get anchorB(): Vector {
    return this.pair(JointField.AnchorBX, JointField.AnchorBY, "anchorB");
  }
  set anchorB(value: Readonly<Vector>) {
    const { x, y } = check.position(value, "anchorB", this.#instance.lengthUnit);
    this.set(JointField.AnchorBX, x, "anchorB");
    this.set(JointField.AnchorBY, y, "anchorB");
  }

  /** Force on body B in the last step (N). */
  get force(): Vector {
    return this.pair(JointField.ForceX, JointField.ForceY, "force");
  }
  /** Torque on body B in the last step (N·m). */
  get torque(): number {
    return this.get(JointField.Torque, "torque");
  }
  /** Speed at which the joint's angle or length changes (rad/s or m/s). */
  get speed(): number {
    return this.get(JointField.Speed, "speed");
  }

  /** Range of the angle (rad) or length (m); undefined for none. */
  get limit(): Limit | undefined {
    if (!this.has(JOINT_FLAG.limit, "limit")) {
      return undefined;
    }
    return { lower: this.get(JointField.Lower, "limit"), upper: this.get(JointField.Upper, "limit") };
  }
  set limit(value: Limit | undefined) {
    const limit = value === undefined ? undefined : readLimit(value, "limit", this.#traits, this.#instance.lengthUnit);
    if (limit !== undefined) {
      this.set(JointField.Lower, limit.lower, "limit");
      this.set(JointField.Upper, limit.upper, "limit");
    }
    this.turn(JOINT_FLAG.limit, limit !== undefined, "limit");
  }

  /** Drives the joint; undefined for none. */
  get motor(): Motor | undefined {
    if (!this.has(JOINT_FLAG.motor, "motor")) {
      return undefined;
    }
    const most = this.get(JointField.MaxMotor, "motor");
    return { speed: this.get(JointField.MotorSpeed, "motor"), [this.#traits.effort]: most };
  }
  set motor(value: Motor | undefined) {
    const motor = value === undefined ? undefined : readMotor(value, "motor", this.#traits, this.#instance.lengthUnit);
    if (motor !== undefined) {
      this.set(JointField.MotorSpeed, motor.speed, "motor");
      this.set(JointField.MaxMotor, motor.most, "motor");
    }
    this.turn(JOINT_FLAG.motor, motor !== undefined, "motor");
  }

  /** Softens the joint; undefined for none. */
  get spring(): Required<Spring> | undefined {
    if (!this.has(JOINT_FLAG.spring, "spring")) {
      return undefined;
    }
    return {
      hertz: this.get(JointField.Hertz, "spring"),
      dampingRatio: this.get(JointField.DampingRatio, "spring"),
    };
  }
  set spring(value: Spring | undefined) {
    const spring = value === undefined ? undefined : readSpring(value, "spring");
    if (spring !== undefined) {
      this.set(JointField.Hertz, spring.hertz, "spring");
      this.set(JointField.DampingRatio, spring.dampingRatio, "spring");
    }
    this.turn(JOINT_FLAG.spring, spring !== undefined, "spring");
  }

  /** Do the two bodies collide with each other? Given when the joint is made. */
  get collide(): boolean {
    return this.has(JOINT_FLAG.collide, "collide");
  }

  /** Breaks beyond this force (N); 0 never. */
  get breakForce(): number {
    return this.get(JointField.BreakForce, "breakForce");
  }
  set breakForce(value: number) {
    this.set(JointField.BreakForce, check.positiveOrZero(value, "breakForce"), "breakForce");
  }

  /** Breaks beyond this torque (N·m); 0 never. */
  get breakTorque(): number {
    return this.get(JointField.BreakTorque, "breakTorque");
  }
  set breakTorque(value: number) {
    this.set(JointField.BreakTorque, check.positiveOrZero(value, "breakTorque"), "breakTorque");
  }

  /** Lets go. False if it was destroyed already, which does no harm. */
  destroy(): boolean {
    return this.#instance.core.jointDestroy(this.id) === 0;
  }

  /** @internal */
  protected get(field: JointField, what: string): number {
    const value = this.#instance.core.jointGet(this.id, field);
    if (value !== value) {
      throw stale("joint", `joint.${what}`);
    }
    return value;
  }

  /** @internal */
  protected set(field: JointField, value: number, what: string): void {
    const code = this.#instance.core.jointSet(this.id, field, value);
    if (code !== 0) {
      throw this.#instance.refusal(code, `joint.${what}`);
    }
  }

  /** @internal */
  protected setRest(value: unknown, what: string): void {
    this.set(JointField.Rest, readMeasure(value, what, this.#traits, this.#instance.lengthUnit), what);
  }

  private pair(first: JointField, second: JointField, what: string): Vector {
    return { x: this.get(first, what), y: this.get(second, what) };
  }

  private has(flag: number, what: string): boolean {
    return (this.get(JointField.Flags, what) & flag) !== 0;
  }

  private turn(flag: number, on: boolean, what: string): void {
    const flags = this.get(JointField.Flags, what);
    this.set(JointField.Flags, on ? flags | flag : flags & ~flag, what);
  }
}

/** A rod, a spring or a rope between two anchors. */
export class DistanceJoint extends Joint {
  /** @internal */
  static override readonly name: string = "DistanceJoint";
  override readonly type = "distance";

  /** Rest length (m). */
  get length(): number {
    return this.get(JointField.Rest, "length");
  }
  set length(value: number) {
    this.setRest(value, "length");
  }

  /** Distance of the anchors now (m). */
  get distance(): number {
    return this.get(JointField.Value, "distance");
  }

  /** Force of the motor in the last step (N). */
  get motorForce(): number {
    return this.get(JointField.MotorEffort, "motorForce");
  }
}

/** A pin about which two bodies turn. */
export class RevoluteJoint extends Joint {
  /** @internal */
  static override readonly name: string = "RevoluteJoint";
  override readonly type = "revolute";

  /** Angle of B against A that counts as 0 (rad). */
  get referenceAngle(): number {
    return this.get(JointField.Rest, "referenceAngle");
  }
  set referenceAngle(value: number) {
    this.setRest(value, "referenceAngle");
  }

  /** Angle of B against A less the reference, from −π to π (rad). */
  get angle(): number {
    return this.get(JointField.Value, "angle");
  }

  /** Torque of the motor in the last step (N·m). */
  get motorTorque(): number {
    return this.get(JointField.MotorEffort, "motorTorque");
  }
}

/** The joint class of each definition. */
export interface JointClasses {
  distance: DistanceJoint;
  revolute: RevoluteJoint;
}

const CLASSES: Record<JointType, new (instance: Instance, id: number, traits: JointTraits) => Joint> = {
  [JointType.Distance]: DistanceJoint,
  [JointType.Revolute]: RevoluteJoint,
};

/** The object of a living joint. @internal */
export function makeJoint(instance: Instance, id: number): Joint {
  const type = instance.core.jointGet(id, JointField.Type) as JointType;
  return new CLASSES[type](instance, id, jointTraits(type));
}
