import type { Body } from "./body.js";
import type { Vector } from "./definitions.js";
import type { Joint } from "./joint.js";

// What `world.createJoint` takes: one literal, discriminated by `type`.

/** Range of a joint's angle (rad, within ±1e5), length (m, 0 to 1e7 · lengthUnit), translation (m) or force (N). */
export interface Limit {
  /** Least. */
  lower: number;
  /** Greatest; not below `lower`. */
  upper: number;
}

/** Turns a joint at a speed. */
export interface TurningMotor {
  /** rad/s, within ±1e7. */
  speed: number;
  /** Largest torque (N·m); ∞ is allowed. */
  maxTorque: number;
  /** Of motors that slide. */
  maxForce?: undefined;
}

/** Moves a joint along at a speed. */
export interface SlidingMotor {
  /** m/s, within ±1e7 · lengthUnit. */
  speed: number;
  /** Largest force (N); ∞ is allowed. */
  maxForce: number;
  /** Of motors that turn. */
  maxTorque?: undefined;
}

/** Drives a joint to a speed. */
export type Motor = TurningMotor | SlidingMotor;

/** Softens a joint. */
export interface Spring {
  /** Oscillations a second, 0 to 1e6; what is above 0.16 of the sub-steps a second (38 Hz by default) acts as that. */
  hertz: number;
  /** 0 swings for ever (up to 17 Hz by default; docs/joints.md), 1 (the default) just not at all; at most 1,000. */
  dampingRatio?: number | undefined;
}

/** What every joint has. */
export interface JointBase {
  /** The body that B is measured and driven against. */
  bodyA: Body;
  /** The body that motors, springs and limits move against A. */
  bodyB: Body;
  /** Point of the world where both are held (m) … */
  anchor?: Readonly<Vector> | undefined;
  /**
   * … or a point of each body in its own frame (m), default its origin: no coordinate beyond ±1e7 · lengthUnit, either way. Joints on
   * angles alone need none.
   */
  anchorA?: Readonly<Vector> | undefined;
  /** The point of B in its own frame (m). */
  anchorB?: Readonly<Vector> | undefined;
  /** Do the two bodies collide with each other? Default false, of a mouse joint true. */
  collide?: boolean | undefined;
  /** The joint breaks when its force, the mean of a step, is beyond this (N); default 0: never, as with ∞. */
  breakForce?: number | undefined;
  /** The joint breaks when its torque, the mean of a step, is beyond this (N·m); default 0: never, as with ∞. */
  breakTorque?: number | undefined;
  /** Softness of the joint itself; default the world's `jointHertz` and `jointDampingRatio`. */
  softness?: Spring | undefined;
  /** The joint's `userData`. */
  userData?: unknown | undefined;
}

/** A direction that is fixed in body A. */
export interface Axis {
  /** Direction in the world now, of any length above 0 … */
  axis?: Readonly<Vector> | undefined;
  /** … or in the frame of body A. */
  axisA?: Readonly<Vector> | undefined;
}

/** Keeps two anchors at a distance: a rod; with a spring, limit or motor those instead. */
export interface DistanceJointDef extends JointBase {
  type: "distance";
  /** Rest length (m); default the distance of the anchors now. */
  length?: number | undefined;
  /** Smallest and largest distance (m). */
  limit?: Limit | undefined;
  /** Drives the anchors apart (`speed` above 0, m/s) or together, with `maxForce`. */
  motor?: SlidingMotor | undefined;
  /** Makes the rod a spring; default rigid. */
  spring?: Spring | undefined;
  /** Range of the spring's force (N): above 0 pushes, below 0 pulls. Default unlimited. */
  springForce?: Limit | undefined;
}

/** Lets two anchors come no further apart than its length. */
export interface RopeJointDef extends JointBase {
  type: "rope";
  /** Largest distance of the anchors (m); default that of now. */
  length?: number | undefined;
  /** Another name of `length`. */
  maxLength?: number | undefined;
  /** In place of `length`: largest distance, and smallest (m). */
  limit?: Limit | undefined;
}

/** A damped spring between two anchors. */
export interface SpringJointDef extends JointBase {
  type: "spring";
  /** Rest length (m); default the distance of the anchors now. */
  length?: number | undefined;
  /** Default 2 Hz, damping ratio 0.7. */
  spring?: Spring | undefined;
  /** Range of the spring's force (N): above 0 pushes, below 0 pulls. Default unlimited. */
  springForce?: Limit | undefined;
  /** Smallest and largest distance (m). */
  limit?: Limit | undefined;
}

/** Pins two bodies together at a point about which they turn. */
export interface RevoluteJointDef extends JointBase {
  type: "revolute";
  /** Angle of B against A that counts as 0 (rad); default the angle between them now. */
  referenceAngle?: number | undefined;
  /** Range of the angle (rad), also over more than one turn. */
  limit?: Limit | undefined;
  /** Turns B against A: `speed` in rad/s, with `maxTorque`. */
  motor?: TurningMotor | undefined;
  /** Turns to `targetAngle`. */
  spring?: Spring | undefined;
  /** Angle at which the spring rests (rad), default 0. */
  targetAngle?: number | undefined;
}

/** Lets B slide along an axis of A, without turning. */
export interface PrismaticJointDef extends JointBase, Axis {
  /** Default axis: the world's x. */
  type: "prismatic";
  /** Angle of B against A that is held (rad); default the angle between them now. */
  referenceAngle?: number | undefined;
  /** Range of the translation (m). */
  limit?: Limit | undefined;
  /** `speed` in m/s, with `maxForce`. */
  motor?: SlidingMotor | undefined;
  /** Slides to `targetTranslation`. */
  spring?: Spring | undefined;
  /** Translation at which the spring rests (m), default 0. */
  targetTranslation?: number | undefined;
}

/** Glues two bodies together, rigidly or by springs. */
export interface WeldJointDef extends JointBase {
  type: "weld";
  /** Angle of B against A that is held (rad); default the angle between them now. */
  referenceAngle?: number | undefined;
  /** Holds the anchors together softly; default rigidly. */
  spring?: Spring | undefined;
  /** Holds the angle softly; default rigidly. */
  angularSpring?: Spring | undefined;
}

/** A wheel B on a suspension along an axis of A. */
export interface WheelJointDef extends JointBase, Axis {
  /** Default axis: the world's y. */
  type: "wheel";
  /** Suspension, default 2 Hz, damping ratio 0.7. */
  spring?: Spring | undefined;
  /** Range of the suspension (m). */
  limit?: Limit | undefined;
  /** Turns the wheel: `speed` in rad/s, with `maxTorque`. */
  motor?: TurningMotor | undefined;
}

/**
 * Drives B against A: to a pose where an offset is given, else to a velocity. Where only a largest force or torque is
 * given the velocity is 0: friction, as of a body seen from above. A and B do not collide unless `collide` is true.
 */
export interface MotorJointDef extends JointBase {
  type: "motor";
  /** Where anchor B goes, from anchor A in the frame of A (m). */
  linearOffset?: Readonly<Vector> | undefined;
  /** Angle of B against A to go to (rad); it may grow over any number of turns. */
  angularOffset?: number | undefined;
  /** Velocity of anchor B against anchor A, in the frame of A (m/s), default 0. */
  linearVelocity?: Readonly<Vector> | undefined;
  /** Of B against A (rad/s), default 0. */
  angularVelocity?: number | undefined;
  /** Largest force (N); default unlimited, or 0 if nothing linear is given. */
  maxForce?: number | undefined;
  /** Largest torque (N·m); default unlimited, or 0 if nothing angular is given. */
  maxTorque?: number | undefined;
  /** `angularVelocity` and `maxTorque` in one. */
  motor?: TurningMotor | undefined;
  /** Goes to the offset softly; default as stiff as joints are, and with a largest force as fast as that can brake. */
  spring?: Spring | undefined;
  /** Goes to the angle softly; default as to the offset. */
  angularSpring?: Spring | undefined;
}

/** Draws a point of B to a point of the world. A feels nothing: give the ground. The two collide unless `collide` is false. */
export interface MouseJointDef extends JointBase {
  type: "mouse";
  /** In the world (m); default where anchor B is. The point of B that is held is there, unless `anchorB` is given. */
  target?: Readonly<Vector> | undefined;
  /** Largest force (N), default unlimited. */
  maxForce?: number | undefined;
  /** Default 5 Hz, damping ratio 0.7. */
  spring?: Spring | undefined;
}

/**
 * Lets two joints move by a ratio: coordinate A + ratio · coordinate B stays what it is. The coordinate is the angle of a
 * revolute or rotary joint, the translation of a prismatic one, and without joints the angle of the body.
 */
export type GearJointDef = Omit<JointBase, "bodyA" | "bodyB"> & {
  type: "gear";
  /** Default 1: the angles turn against each other. Below 0 they turn together. */
  ratio?: number | undefined;
} & (
    | {
        /** A body of `jointA`, default the one that moves, of two its second; needed without `jointA`. */
        bodyA?: Body | undefined;
        /** The gear is destroyed with either. */
        jointA: Joint;
      }
    | { bodyA: Body; jointA?: undefined }
  ) &
  (
    | {
        /** A body of `jointB`, default the one that moves, of two its second; needed without `jointB`. */
        bodyB?: Body | undefined;
        /** The gear is destroyed with it, as with `jointA`. */
        jointB: Joint;
      }
    | { bodyB: Body; jointB?: undefined }
  );

/** A rope from A over two points of the world to B: length A + ratio · length B stays within its length. */
export interface PulleyJointDef extends JointBase {
  type: "pulley";
  /** In the world (m). */
  groundAnchorA: Readonly<Vector>;
  /** In the world (m): over it the rope goes down to B. */
  groundAnchorB: Readonly<Vector>;
  /** How many times the side of B is reeved, default 1. */
  ratio?: number | undefined;
  /** Largest sum of the two sides (m); default that of now. */
  length?: number | undefined;
}

/** Lets B turn against A one way only, tooth by tooth. */
export interface RatchetJointDef extends JointBase {
  type: "ratchet";
  /** Angle of a tooth (rad), default π/8; above 0 the angle may grow, below 0 shrink. */
  ratchet?: number | undefined;
  /** Angle of one of the teeth (rad), default 0. */
  phase?: number | undefined;
  /** Angle of B against A that counts as 0 (rad); default the angle between them now. */
  referenceAngle?: number | undefined;
}

/** A spring, a motor and limits on the angle between two bodies that are free otherwise. */
export interface RotaryJointDef extends JointBase {
  type: "rotary";
  /** Angle of B against A that counts as 0 (rad); default the angle between them now. */
  referenceAngle?: number | undefined;
  /** Range of the angle (rad), also over more than one turn. */
  limit?: Limit | undefined;
  /** Turns B against A: `speed` in rad/s, with `maxTorque`. */
  motor?: TurningMotor | undefined;
  /** Turns to `targetAngle`. */
  spring?: Spring | undefined;
  /** Angle at which the spring rests (rad), default 0. */
  targetAngle?: number | undefined;
}

/** Does nothing but keep two bodies from colliding. */
export interface FilterJointDef extends JointBase {
  type: "filter";
}

/**
 * How fast the error of a constraint grows with the velocities: Ċ = linearA · vA + angularA · ωA + linearB · vB +
 * angularB · ωB, with v the velocity of a centre of mass. What is not given is 0.
 */
export interface Jacobian {
  /** By vA. */
  linearA?: Readonly<Vector> | undefined;
  /** By ωA. */
  angularA?: number | undefined;
  /** By vB. */
  linearB?: Readonly<Vector> | undefined;
  /** By ωB. */
  angularB?: number | undefined;
}

/** A row of your own: holds an error C at 0, or its rate Ċ at a speed. */
export interface CustomJointDef extends JointBase {
  type: "custom";
  /** Numbers within ±1e10, in world axes. */
  jacobian: Jacobian;
  /** C now. It follows from the Jacobian from then on; set it again where that is not exact. Default: only Ċ is held. */
  error?: number | undefined;
  /** Ċ to be held, default 0. */
  targetSpeed?: number | undefined;
  /** Range of the force along the row (N or N·m), default unlimited. With `lower: 0` the row holds C ≥ 0, with `upper: 0` C ≤ 0. */
  forceRange?: Partial<Limit> | undefined;
  /** Default as stiff as joints are. */
  spring?: Spring | undefined;
}

/** The definition of each type. */
export interface JointDefs {
  distance: DistanceJointDef;
  rope: RopeJointDef;
  spring: SpringJointDef;
  revolute: RevoluteJointDef;
  prismatic: PrismaticJointDef;
  weld: WeldJointDef;
  wheel: WheelJointDef;
  motor: MotorJointDef;
  mouse: MouseJointDef;
  gear: GearJointDef;
  pulley: PulleyJointDef;
  ratchet: RatchetJointDef;
  rotary: RotaryJointDef;
  filter: FilterJointDef;
  custom: CustomJointDef;
}
/** The types of joints. */
export type JointKind = keyof JointDefs;
/** What `world.createJoint` takes. */
export type JointDef = JointDefs[JointKind];
