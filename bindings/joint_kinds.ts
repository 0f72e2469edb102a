import { JointField, JointParam, JointType } from "../assembly/abi/layout.js";
import * as check from "./check.js";
import type { Vector } from "./definitions.js";
import type { Instance } from "./instance.js";
import { Joint } from "./joint.js";
import type { Jacobian, JointDefs, Limit, Spring } from "./joint_definitions.js";
import {
  JOINT_FLAG,
  forceBack,
  jointTraits,
  readAngle,
  readAxis,
  readForce,
  readForces,
  readJacobian,
  readLength,
  readNumber,
  readRatio,
  readReeving,
  readSpeed,
  readTooth,
  type JointTraits,
} from "./joint_types.js";
import { numbers, vectors } from "./properties.js";
import { MotorJoint } from "./motor_joint.js";

// One class per type of joint, with what other joints do not have. joint_definitions.ts says what the options mean.

abstract class LengthJoint<D> extends Joint<D> {
  /** Rest length (m). */
  declare length: number;

  /** Present distance of the anchors (m). */
  declare readonly distance: number;

  /** Range of the spring's force (N): above 0 pushes, below 0 pulls. */
  get springForce(): Readonly<Limit> {
    return { lower: forceBack(this.param(0, "springForce")), upper: forceBack(this.param(1, "springForce")) };
  }
  set springForce(value: Limit) {
    const { lower, upper } = readForces(value, "springForce");
    this.setParamPair(JointParam.X, { x: lower, y: upper }, "springForce");
  }
}

numbers(LengthJoint, {
  length: [JointField.Rest, readLength],
  distance: [JointField.Value],
});

/** A rod between two anchors, or a spring, limit and motor. */
export class DistanceJoint extends LengthJoint<JointDefs["distance"]> {
  declare readonly type: "distance";

  /** Force of the motor in the last sub-step (N). */
  declare readonly motorForce: number;
}

numbers(DistanceJoint, {
  motorForce: [JointField.MotorEffort],
});

/** A damped spring between two anchors. */
export class SpringJoint extends LengthJoint<JointDefs["spring"]> {
  declare readonly type: "spring";
}

/** A rope between two anchors. */
export class RopeJoint extends Joint<JointDefs["rope"]> {
  declare readonly type: "rope";

  /** Largest distance of the anchors (m). Setting it gives the rope a limit again, if `limit` was set to `undefined`. */
  get length(): number {
    return this.get(JointField.Upper, "length");
  }
  set length(value: number) {
    const lower = this.limit?.lower ?? 0;
    this.limit = { lower, upper: readLength(value, "length", this.lengthUnit, lower) };
  }

  /** Present distance of the anchors (m). */
  declare readonly distance: number;
}

numbers(RopeJoint, {
  distance: [JointField.Value],
});

abstract class AngleJoint<D> extends Joint<D> {
  /** Angle of B relative to A that counts as 0 (rad); beyond four turns the whole turns are taken off. */
  declare referenceAngle: number;

  /** Angle of B relative to A minus the reference angle (rad). It counts whole turns if the joint acts on it, else it lies from −π to π. */
  declare readonly angle: number;
}

numbers(AngleJoint, {
  referenceAngle: [JointField.Rest, check.angle],
  angle: [JointField.Value],
});

/** The same limit as in the core. */
const MAX_TURNS = 2 ** 24;

abstract class HingeJoint<D> extends AngleJoint<D> {
  /** Angle at which the spring rests (rad). */
  declare targetAngle: number;

  /**
   * Whole turns of `angle`, counted if the joint acts on it, up to ±2²⁴. Set it on a copy of a joint to say how far B has already been
   * turned, which limits over more than one turn need. A `revolute` joint without limit, motor and spring has 0, whatever is set.
   */
  declare turns: number;

  /** Torque of the motor in the last sub-step (N·m). */
  declare readonly motorTorque: number;
}

numbers(HingeJoint, {
  targetAngle: [JointField.Param + JointParam.Extra, readAngle],
  turns: [JointField.Turns, (value, name) => check.whole(value, name, -MAX_TURNS, MAX_TURNS)],
  motorTorque: [JointField.MotorEffort],
});

/** A pin about which two bodies turn. */
export class RevoluteJoint extends HingeJoint<JointDefs["revolute"]> {
  declare readonly type: "revolute";
}

/** A spring, a motor and limits on the angle between two bodies. */
export class RotaryJoint extends HingeJoint<JointDefs["rotary"]> {
  declare readonly type: "rotary";
}

/** A pawl: lets B turn in one direction only. */
export class RatchetJoint extends AngleJoint<JointDefs["ratchet"]> {
  declare readonly type: "ratchet";

  /** Angle at which one of the teeth lies (rad). */
  declare phase: number;

  /** Angle from tooth to tooth (rad). With a positive one the angle may only grow, with a negative one only shrink. */
  declare ratchet: number;
}

numbers(RatchetJoint, {
  phase: [JointField.Param + JointParam.X, readAngle],
  ratchet: [JointField.Param + JointParam.Y, readTooth],
});

abstract class SlideJoint<D> extends Joint<D> {
  /** The axis: a unit vector in the frame of body A. */
  declare axisA: Vector;

  /** Distance of anchor B from anchor A along the axis (m). */
  declare readonly translation: number;
}

numbers(SlideJoint, {
  translation: [JointField.Value],
});
vectors(SlideJoint, {
  axisA: [JointField.Param + JointParam.X, readAxis],
});

/** A slider: B moves along an axis of A. */
export class PrismaticJoint extends SlideJoint<JointDefs["prismatic"]> {
  declare readonly type: "prismatic";

  /** Angle of B relative to A that is held (rad); beyond four turns the whole turns are taken off. */
  declare referenceAngle: number;

  /** Translation at which the spring rests (m). */
  declare targetTranslation: number;

  /** Force of the motor in the last sub-step (N). */
  declare readonly motorForce: number;
}

numbers(PrismaticJoint, {
  targetTranslation: [JointField.Param + JointParam.Extra, check.coordinate],
  referenceAngle: [JointField.Rest, check.angle],
  motorForce: [JointField.MotorEffort],
});

/** A wheel on a suspension. */
export class WheelJoint extends SlideJoint<JointDefs["wheel"]> {
  declare readonly type: "wheel";

  /** Torque of the motor in the last sub-step (N·m). */
  declare readonly motorTorque: number;
}

numbers(WheelJoint, {
  motorTorque: [JointField.MotorEffort],
});

/** Glues two bodies together. */
export class WeldJoint extends AngleJoint<JointDefs["weld"]> {
  declare readonly type: "weld";

  /** Spring that holds the angle; undefined if it is held rigidly. */
  get angularSpring(): Readonly<Required<Spring>> | undefined {
    return this.springNow(JointField.Param + JointParam.AngularHertz, "angularSpring");
  }
  set angularSpring(value: Spring | undefined) {
    this.setSpring(value, JointField.Param + JointParam.AngularHertz, "angularSpring");
  }
}

/** Pulls a point of B to a point of the world. */
export class MouseJoint extends Joint<JointDefs["mouse"]> {
  declare readonly type: "mouse";

  /** Point of the world that B is pulled to (m). */
  declare target: Vector;

  /** Largest force (N). */
  get maxForce(): number {
    return forceBack(this.param(JointParam.Extra, "maxForce"));
  }
  set maxForce(value: number) {
    this.setParam(JointParam.Extra, readForce(value, "maxForce"), "maxForce");
  }

  /** Distance of the held point from the target (m). */
  declare readonly distance: number;
}

numbers(MouseJoint, {
  distance: [JointField.Value],
});
vectors(MouseJoint, {
  target: [JointField.Param + JointParam.X, check.position],
});

/** Couples two joints, or the angles of two bodies, by a ratio. */
export class GearJoint extends Joint<JointDefs["gear"]> {
  declare readonly type: "gear";

  /** The joint whose coordinate is A. */
  get jointA(): Joint | undefined {
    return this.link(JointField.LinkA, "jointA");
  }
  /** The joint whose coordinate is B. */
  get jointB(): Joint | undefined {
    return this.link(JointField.LinkB, "jointB");
  }

  /** Coordinate A + ratio · coordinate B keeps its value. After a change of the ratio, that is the value it has then. */
  declare ratio: number;

  /**
   * Value at which coordinate A + ratio · coordinate B is held (rad or m). Setting it shifts one side against the
   * other. Turns are counted from when the gear was made, so adjust a copy of a gear by `copy.phase -= gear.error`.
   */
  declare phase: number;

  /** How far coordinate A + ratio · coordinate B is from `phase` (rad or m). */
  declare readonly error: number;

  private link(field: JointField, what: string): Joint | undefined {
    const id = this.get(field, what);
    return id === 0 ? undefined : this.jointOf(id);
  }
}

numbers(GearJoint, {
  ratio: [JointField.Param + JointParam.Extra, readRatio],
  phase: [JointField.Rest, readNumber],
  error: [JointField.Value],
});

/** A rope over two points of the world. */
export class PulleyJoint extends Joint<JointDefs["pulley"]> {
  declare readonly type: "pulley";

  /** Point of the world over which the rope runs to A (m). */
  declare groundAnchorA: Vector;
  /** Point of the world over which the rope runs to B (m). */
  declare groundAnchorB: Vector;

  /** How many times the rope is reeved on the side of B. */
  declare ratio: number;

  /** Largest value of length A + ratio · length B (m). */
  declare length: number;

  /** Present value of length A + ratio · length B (m). */
  declare readonly distance: number;
}

numbers(PulleyJoint, {
  ratio: [JointField.Param + JointParam.Extra, readReeving],
  length: [JointField.Rest, readLength],
  distance: [JointField.Value],
});
vectors(PulleyJoint, {
  groundAnchorA: [JointField.Param + JointParam.X, check.position],
  groundAnchorB: [JointField.Param + JointParam.X2, check.position],
});

/** Keeps two bodies from colliding. */
export class FilterJoint extends Joint<JointDefs["filter"]> {
  declare readonly type: "filter";
}

/** A constraint row of your own. */
export class CustomJoint extends Joint<JointDefs["custom"]> {
  declare readonly type: "custom";

  /** How the error changes with the velocities. */
  get jacobian(): Required<Jacobian> {
    return {
      linearA: this.paramPair(0, "jacobian"),
      angularA: this.param(2, "jacobian"),
      linearB: this.paramPair(3, "jacobian"),
      angularB: this.param(5, "jacobian"),
    };
  }
  set jacobian(value: Jacobian) {
    readJacobian(value).forEach((n, k) => this.setParam(k, n, "jacobian"));
  }

  /** The error C; undefined if only Ċ is held. */
  get error(): number | undefined {
    return this.has(JOINT_FLAG.pose, "error") ? this.get(JointField.Value, "error") : undefined;
  }
  set error(value: number | undefined) {
    if (value !== undefined) {
      this.set(JointField.Rest, readNumber(value, "error"), "error");
    }
    this.turn(JOINT_FLAG.pose, value !== undefined, "error");
  }

  /** Value at which Ċ is held: the target, not the present speed. */
  declare targetSpeed: number;

  /** Range of the force along the row (N or N·m). */
  get forceRange(): Readonly<Limit> {
    const lower = this.get(JointField.Lower, "forceRange");
    return { lower: forceBack(lower), upper: forceBack(this.get(JointField.Upper, "forceRange")) };
  }
  set forceRange(value: Partial<Limit>) {
    const { lower, upper } = readForces(value, "forceRange");
    this.set(JointField.Lower, lower, "forceRange");
    this.set(JointField.Upper, upper, "forceRange");
  }
}

numbers(CustomJoint, {
  targetSpeed: [JointField.MotorSpeed, readSpeed],
});

/** The joint class of each definition. */
export interface JointClasses {
  distance: DistanceJoint;
  rope: RopeJoint;
  spring: SpringJoint;
  revolute: RevoluteJoint;
  prismatic: PrismaticJoint;
  weld: WeldJoint;
  wheel: WheelJoint;
  motor: MotorJoint;
  mouse: MouseJoint;
  gear: GearJoint;
  pulley: PulleyJoint;
  ratchet: RatchetJoint;
  rotary: RotaryJoint;
  filter: FilterJoint;
  custom: CustomJoint;
}

/** In the order of `JointType`. */
const CLASSES: readonly (new (instance: Instance, id: number, traits: JointTraits) => Joint)[] = [
  DistanceJoint,
  RevoluteJoint,
  PrismaticJoint,
  WeldJoint,
  WheelJoint,
  MotorJoint,
  MouseJoint,
  GearJoint,
  PulleyJoint,
  RatchetJoint,
  RotaryJoint,
  CustomJoint,
  RopeJoint,
  SpringJoint,
  FilterJoint,
];

// The names stay readable in stack traces and inspectors after minifying.
CLASSES.forEach((Class, type) => {
  const { name } = jointTraits(type);
  Object.defineProperty(Class, "name", { value: `${name[0]!.toUpperCase()}${name.slice(1)}Joint` });
});

/** Makes the object of a living joint. @internal */
export function makeJoint(instance: Instance, id: number): Joint {
  const type = instance.core.jointGet(id, JointField.Type) as JointType;
  return new CLASSES[type]!(instance, id, jointTraits(type));
}
