import { JointField, JointParam } from "../assembly/abi/layout.js";
import * as check from "./check.js";
import type { Vector } from "./definitions.js";
import { Joint } from "./joint.js";
import type { JointDefs, Spring, TurningMotor } from "./joint_definitions.js";
import { numbers, vectors } from "./properties.js";
import { JOINT_FLAG, forceBack, readForce, readSpeed, readVelocity } from "./joint_types.js";

/** Drives B relative to A, to a pose or at a velocity. */
export class MotorJoint extends Joint<JointDefs["motor"]> {
  declare readonly type: "motor";

  /**
   * `angularVelocity` and `maxTorque` in one; undefined if there is no torque. Setting undefined gives both
   * the values they have in a definition without them.
   */
  override get motor(): Readonly<TurningMotor> | undefined {
    const { angularVelocity: speed, maxTorque } = this;
    return maxTorque > 0 ? { speed, maxTorque } : undefined;
  }
  override set motor(value: TurningMotor | undefined) {
    super.motor = value;
    if (value === undefined) {
      this.angularVelocity = 0;
      this.maxTorque = this.angularOffset === undefined ? 0 : Infinity;
    }
  }

  /**
   * Where anchor B is driven to, measured from anchor A in the frame of A (m); undefined if a velocity is driven
   * instead. If it is set anew in every step, B also gets the speed of that motion; likewise `angularOffset`.
   */
  get linearOffset(): Vector | undefined {
    return this.has(JOINT_FLAG.pose, "linearOffset") ? this.paramPair(JointParam.X, "linearOffset") : undefined;
  }
  set linearOffset(value: Readonly<Vector> | undefined) {
    if (value !== undefined) {
      this.setParamPair(JointParam.X, check.position(value, "linearOffset", this.lengthUnit), "linearOffset");
    }
    this.turn(JOINT_FLAG.pose, value !== undefined, "linearOffset");
  }

  /**
   * Angle of B relative to A that is driven to (rad), less its whole turns beyond four turns; undefined if a velocity is driven instead.
   */
  get angularOffset(): number | undefined {
    return this.has(JOINT_FLAG.angularPose, "angularOffset") ? this.get(JointField.Rest, "angularOffset") : undefined;
  }
  set angularOffset(value: number | undefined) {
    if (value !== undefined) {
      this.set(JointField.Rest, check.angle(value, "angularOffset"), "angularOffset");
    }
    this.turn(JOINT_FLAG.angularPose, value !== undefined, "angularOffset");
  }

  /** Velocity of anchor B relative to anchor A, in the frame of A (m/s). */
  declare linearVelocity: Vector;

  /** Angular velocity of B relative to A (rad/s). */
  declare angularVelocity: number;

  /** Largest force (N). */
  get maxForce(): number {
    return forceBack(this.param(JointParam.Extra, "maxForce"));
  }
  set maxForce(value: number) {
    this.setParam(JointParam.Extra, readForce(value, "maxForce"), "maxForce");
  }

  /** Largest torque (N·m). */
  get maxTorque(): number {
    return forceBack(this.get(JointField.MaxMotor, "maxTorque"));
  }
  set maxTorque(value: number) {
    this.set(JointField.MaxMotor, readForce(value, "maxTorque"), "maxTorque");
  }

  /** Spring that approaches the angle; undefined for as stiffly as joints are. */
  get angularSpring(): Required<Spring> | undefined {
    return this.springNow(JointField.Param + JointParam.AngularHertz, "angularSpring");
  }
  set angularSpring(value: Spring | undefined) {
    this.setSpring(value, JointField.Param + JointParam.AngularHertz, "angularSpring");
  }
}

numbers(MotorJoint, {
  angularVelocity: [JointField.MotorSpeed, (value, name) => readSpeed(value, name)],
});
vectors(MotorJoint, {
  linearVelocity: [JointField.Param + JointParam.X2, readVelocity],
});
