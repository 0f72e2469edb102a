import type { Body } from "./body.js";
import type { Vector } from "./definitions.js";
import type { Joint } from "./joint.js";

// What `world.createJoint` takes: one literal, discriminated by `type`.

/** Range of a joint's angle (rad, within ±1e5), length (m, 0 to 1e7 · lengthUnit), translation (m) or force (N). */
export interface Limit {
  /** Smallest value. */
  lower: number;
  /** Largest value; not below `lower`. */
  upper: number;
}

/** Turns a joint at a given speed. */
export interface TurningMotor {
  /** Target speed (rad/s), within ±1e7. */
  speed: number;
  /** Largest torque (N·m); ∞ is allowed. */
  maxTorque: number;
  /** Only sliding motors have it. */
  maxForce?: undefined;
}

/** Moves a joint along its axis at a given speed. */
export interface SlidingMotor {
  /** Target speed (m/s), within ±1e7 · lengthUnit. */
  speed: number;
  /** Largest force (N); ∞ is allowed. */
  maxForce: number;
  /** Only turning motors have it. */
  maxTorque?: undefined;
}

/** Drives a joint at a given speed. */
export type Motor = TurningMotor | SlidingMotor;

/** Makes a joint springy. */
export interface Spring {
  /**
   * Oscillations per second, 0 to 1e6. Above 0.16 of the number of sub-steps per second (38 Hz by default),
   * a higher value has no further effect.
   */
  hertz: number;
  /**
   * With 0 the spring swings for ever (up to 17 Hz by default; docs/joints.md), with 1 (the default) it
   * just does not swing; at most 1,000.
   */
  dampingRatio?: number | undefined;
}

/** Options of every joint. */
export interface JointBase {
  /** The body against which body B is measured and driven. */
  bodyA: Body;
  /** The body that motors, springs and limits move relative to body A. */
  bodyB: Body;
  /** Point of the world at which both bodies are held (m) … */
  anchor?: Readonly<Vector> | undefined;
  /**
   * … or a point on each body in its own frame (m), default its origin. Either way no coordinate may be
   * beyond ±1e7 · lengthUnit. Joints that act on angles alone need no anchor.
   */
  anchorA?: Readonly<Vector> | undefined;
  /** The point on body B in its own frame (m). */
  anchorB?: Readonly<Vector> | undefined;
  /** Whether the two bodies collide with each other. Default false, for a mouse joint true. */
  collide?: boolean | undefined;
  /** The joint breaks when its force, averaged over a step, exceeds this (N); default 0: never, as with ∞. */
  breakForce?: number | undefined;
  /** The joint breaks when its torque, averaged over a step, exceeds this (N·m); default 0: never, as with ∞. */
  breakTorque?: number | undefined;
  /** Stiffness and damping of the joint itself; default the world's `jointHertz` and `jointDampingRatio`. */
  softness?: Spring | undefined;
  /** Becomes the joint's `userData`. */
  userData?: unknown | undefined;
}

/** A direction fixed in body A. */
export interface Axis {
  /** Direction in the world at present, of any length above 0 … */
  axis?: Readonly<Vector> | undefined;
  /** … or direction in the frame of body A. */
  axisA?: Readonly<Vector> | undefined;
}

/** Keeps two anchors at a fixed distance, like a rod. If a spring, limit or motor is given, that acts instead. */
export interface DistanceJointDef extends JointBase {
  type: "distance";
  /** Rest length (m); default the present distance of the anchors. */
  length?: number | undefined;
  /** Smallest and largest distance of the anchors (m). */
  limit?: Limit | undefined;
  /** Drives the anchors apart (`speed` above 0, m/s) or together, with up to `maxForce`. */
  motor?: SlidingMotor | undefined;
  /** Makes the rod a spring; default rigid. */
  spring?: Spring | undefined;
  /** Range of the spring's force (N): above 0 pushes, below 0 pulls. Default unlimited. */
  springForce?: Limit | undefined;
}

/** Keeps two anchors from moving further apart than its length. */
export interface RopeJointDef extends JointBase {
  type: "rope";
  /** Largest distance of the anchors (m); default the present one. */
  length?: number | undefined;
  /** Alias of `length`. */
  maxLength?: number | undefined;
  /** Smallest and largest distance (m), instead of `length`. */
  limit?: Limit | undefined;
}

/** A damped spring between two anchors. */
export interface SpringJointDef extends JointBase {
  type: "spring";
  /** Rest length (m); default the present distance of the anchors. */
  length?: number | undefined;
  /** Stiffness and damping; default 2 Hz and damping ratio 0.7. */
  spring?: Spring | undefined;
  /** Range of the spring's force (N): above 0 pushes, below 0 pulls. Default unlimited. */
  springForce?: Limit | undefined;
  /** Smallest and largest distance of the anchors (m). */
  limit?: Limit | undefined;
}

/** Pins two bodies together at a point about which both can turn. */
export interface RevoluteJointDef extends JointBase {
  type: "revolute";
  /** Angle of B relative to A that counts as 0 (rad); default the present angle between them. */
  referenceAngle?: number | undefined;
  /** Range of the angle (rad), which may span more than one turn. */
  limit?: Limit | undefined;
  /** Turns B relative to A: `speed` in rad/s, with up to `maxTorque`. */
  motor?: TurningMotor | undefined;
  /** Turns B towards `targetAngle`. */
  spring?: Spring | undefined;
  /** Angle at which the spring rests (rad), default 0. */
  targetAngle?: number | undefined;
}

/** Lets B slide along an axis of A without turning. */
export interface PrismaticJointDef extends JointBase, Axis {
  /** The default axis is the world's x axis. */
  type: "prismatic";
  /** Angle of B relative to A that is held (rad); default the present angle between them. */
  referenceAngle?: number | undefined;
  /** Range of the translation (m). */
  limit?: Limit | undefined;
  /** Slides B along the axis: `speed` in m/s, with up to `maxForce`. */
  motor?: SlidingMotor | undefined;
  /** Slides B towards `targetTranslation`. */
  spring?: Spring | undefined;
  /** Translation at which the spring rests (m), default 0. */
  targetTranslation?: number | undefined;
}

/** Glues two bodies together, rigidly or with springs. */
export interface WeldJointDef extends JointBase {
  type: "weld";
  /** Angle of B relative to A that is held (rad); default the present angle between them. */
  referenceAngle?: number | undefined;
  /** Holds the anchors together with a spring; default rigidly. */
  spring?: Spring | undefined;
  /** Holds the angle with a spring; default rigidly. */
  angularSpring?: Spring | undefined;
}

/** A wheel (body B) on a suspension along an axis of A. */
export interface WheelJointDef extends JointBase, Axis {
  /** The default axis is the world's y axis. */
  type: "wheel";
  /** The suspension; default 2 Hz and damping ratio 0.7. */
  spring?: Spring | undefined;
  /** Range of the suspension's travel (m). */
  limit?: Limit | undefined;
  /** Turns the wheel: `speed` in rad/s, with up to `maxTorque`. */
  motor?: TurningMotor | undefined;
}

/**
 * Drives B relative to A: to a pose if an offset is given, else to a velocity. If only a largest force or torque is given,
 * the velocity is 0: that is friction, as of a body seen from above. A and B do not collide unless `collide` is true.
 */
export interface MotorJointDef extends JointBase {
  type: "motor";
  /** Where anchor B is driven to, measured from anchor A in the frame of A (m). */
  linearOffset?: Readonly<Vector> | undefined;
  /** Angle of B relative to A that is driven to (rad); it may grow over any number of turns. */
  angularOffset?: number | undefined;
  /** Velocity of anchor B relative to anchor A, in the frame of A (m/s), default 0. */
  linearVelocity?: Readonly<Vector> | undefined;
  /** Angular velocity of B relative to A (rad/s), default 0. */
  angularVelocity?: number | undefined;
  /** Largest force (N); default unlimited, or 0 if neither `linearOffset` nor `linearVelocity` is given. */
  maxForce?: number | undefined;
  /** Largest torque (N·m); default unlimited, or 0 if neither `angularOffset` nor `angularVelocity` is given. */
  maxTorque?: number | undefined;
  /** `angularVelocity` and `maxTorque` in one. */
  motor?: TurningMotor | undefined;
  /** Approaches the offset with a spring. Default as stiff as joints are; with a largest force, as fast as that force can still brake. */
  spring?: Spring | undefined;
  /** Approaches the angle with a spring. Default as for the offset. */
  angularSpring?: Spring | undefined;
}

/** Pulls a point of B to a point of the world. A feels no force: give the ground. The two collide unless `collide` is false. */
export interface MouseJointDef extends JointBase {
  type: "mouse";
  /**
   * Point of the world that B is pulled to (m); default where anchor B is. B is held at the point that is
   * there when the joint is made, unless `anchor` or `anchorB` is given.
   */
  target?: Readonly<Vector> | undefined;
  /** Largest force (N), default unlimited. */
  maxForce?: number | undefined;
  /** Stiffness and damping; default 5 Hz and damping ratio 0.7. */
  spring?: Spring | undefined;
}

/**
 * Couples two joints by a ratio: coordinate A + ratio · coordinate B keeps its value. The coordinate is the angle
 * of a revolute or rotary joint or the translation of a prismatic one; without a joint it is the angle of the body.
 */
export type GearJointDef = Omit<JointBase, "bodyA" | "bodyB"> & {
  type: "gear";
  /** Default 1: the angles turn in opposite directions. Below 0 they turn in the same one. */
  ratio?: number | undefined;
} & (
    | {
        /** A body of `jointA`, by default the one that moves, or its second if both do; needed if there is no `jointA`. */
        bodyA?: Body | undefined;
        /** The gear is destroyed with either of its joints. */
        jointA: Joint;
      }
    | { bodyA: Body; jointA?: undefined }
  ) &
  (
    | {
        /** A body of `jointB`, by default the one that moves, or its second if both do; needed if there is no `jointB`. */
        bodyB?: Body | undefined;
        /** The gear is destroyed with either of its joints. */
        jointB: Joint;
      }
    | { bodyB: Body; jointB?: undefined }
  );

/** A rope from A over two points of the world to B: length A + ratio · length B never exceeds its length. */
export interface PulleyJointDef extends JointBase {
  type: "pulley";
  /** The point of the world over which the rope runs to A (m). */
  groundAnchorA: Readonly<Vector>;
  /** The point of the world over which the rope runs to B (m). */
  groundAnchorB: Readonly<Vector>;
  /** How many times the rope is reeved on the side of B, default 1. */
  ratio?: number | undefined;
  /** Largest value of length A + ratio · length B (m); default the present one. */
  length?: number | undefined;
}

/** Lets B turn relative to A in one direction only, tooth by tooth. */
export interface RatchetJointDef extends JointBase {
  type: "ratchet";
  /** Angle from tooth to tooth (rad), default π/8. With a positive one the angle may only grow, with a negative one only shrink. */
  ratchet?: number | undefined;
  /** Angle at which one of the teeth lies (rad), default 0. */
  phase?: number | undefined;
  /** Angle of B relative to A that counts as 0 (rad); default the present angle between them. */
  referenceAngle?: number | undefined;
}

/** A spring, a motor and limits on the angle between two bodies that are otherwise free. */
export interface RotaryJointDef extends JointBase {
  type: "rotary";
  /** Angle of B relative to A that counts as 0 (rad); default the present angle between them. */
  referenceAngle?: number | undefined;
  /** Range of the angle (rad), which may span more than one turn. */
  limit?: Limit | undefined;
  /** Turns B relative to A: `speed` in rad/s, with up to `maxTorque`. */
  motor?: TurningMotor | undefined;
  /** Turns B towards `targetAngle`. */
  spring?: Spring | undefined;
  /** Angle at which the spring rests (rad), default 0. */
  targetAngle?: number | undefined;
}

/** Does nothing but keep two bodies from colliding. */
export interface FilterJointDef extends JointBase {
  type: "filter";
}

/**
 * How the error of a constraint changes with the velocities: Ċ = linearA · vA + angularA · ωA + linearB ·
 * vB + angularB · ωB, where v is the velocity of the centre of mass. What is left out is 0.
 */
export interface Jacobian {
  /** Factor of vA. */
  linearA?: Readonly<Vector> | undefined;
  /** Factor of ωA. */
  angularA?: number | undefined;
  /** Factor of vB. */
  linearB?: Readonly<Vector> | undefined;
  /** Factor of ωB. */
  angularB?: number | undefined;
}

/** A constraint row of your own: holds an error C at 0, or its rate Ċ at a target speed. */
export interface CustomJointDef extends JointBase {
  type: "custom";
  /** The Jacobian in world axes; its numbers lie within ±1e10. */
  jacobian: Jacobian;
  /** C at present. From then on it is integrated from the Jacobian; set it again where that is not exact. By default only Ċ is held. */
  error?: number | undefined;
  /** Value at which Ċ is held, default 0. */
  targetSpeed?: number | undefined;
  /** Range of the force along the row (N or N·m), default unlimited. With `lower: 0` the row keeps C ≥ 0, with `upper: 0` C ≤ 0. */
  forceRange?: Partial<Limit> | undefined;
  /** Stiffness and damping of the row; default as stiff as joints are. */
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
