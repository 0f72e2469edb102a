import { JointField, JointParam } from "../assembly/abi/layout.js";
import * as check from "./check.js";
import type { Vector } from "./definitions.js";
import { Joint } from "./joint.js";
import type { JointDefs, Spring, TurningMotor } from "./joint_definitions.js";
import { numbers, vectors } from "./properties.js";
import { JOINT_FLAG, forceBack, readForce, readSpeed, readVelocity } from "./joint_types.js";

/** Drives B to a pose or a velocity against A. */
export class MotorJoint extends Joint<JointDefs["motor"]> {
  declare readonly type: "motor";

  /** `angularVelocity` and `maxTorque` in one; undefined for no torque. Set so, they are as where a definition names none. */
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
   * Where anchor B goes, from anchor A in the frame of A (m); undefined where velocity is driven. Set anew step by step, B has the speed of
   * that; `angularOffset` likewise.
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

  /** Angle of B against A to go to (rad), beyond four turns less the whole ones; undefined where velocity is driven. */
  get angularOffset(): number | undefined {
    return this.has(JOINT_FLAG.angularPose, "angularOffset") ? this.get(JointField.Rest, "angularOffset") : undefined;
  }
  set angularOffset(value: number | undefined) {
    if (value !== undefined) {
      this.set(JointField.Rest, check.angle(value, "angularOffset"), "angularOffset");
    }
    this.turn(JOINT_FLAG.angularPose, value !== undefined, "angularOffset");
  }

  /** Of anchor B against anchor A, in the frame of A (m/s). */
  declare linearVelocity: Vector;

  /** Of B against A (rad/s). */
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

  /** Goes to the angle softly; undefined for as stiffly as joints are. */
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
