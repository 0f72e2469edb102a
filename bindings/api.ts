// What every entry exports beside its `World`.
export { Body, type InterpolatedPose } from "./body.js";
export type {
  BodiesDef,
  BodyDef,
  BodyKind,
  BodyTraits,
  Capacity,
  CombineRule,
  EventSwitches,
  Filter,
  Locks,
  Material,
  MaterialPair,
  Nearest,
  Pose,
  RayHit,
  Settings,
  ShapeEntry,
  Vector,
  WorldOptions,
} from "./definitions.js";
export { PhysicsError, type ErrorCode } from "./errors.js";
export type { Contact, ContactPoint } from "./contacts.js";
export { Field } from "./field.js";
export type { AreaDef, AttractorDef, ExplosionDef, FieldBase, FieldDef, FluidDef } from "./field.js";
export type { Events, HitEvent, JointBreakEvent, RawEvents, SleepEvent, SweptEvent, Touch } from "./events.js";
export { box, capsule, chain, circle, ellipse, halfSpace, polygon, segment, superellipse } from "./geometry.js";
export type {
  BoxShape,
  CapsuleShape,
  ChainOptions,
  ChainShape,
  CircleShape,
  EllipseShape,
  HalfSpaceShape,
  Placement,
  PolygonShape,
  RoundedPlacement,
  SegmentShape,
  ShapeDescriptor,
  SuperellipseShape,
} from "./geometry.js";
export { Joint } from "./joint.js";
export type { AnyJoint } from "./joint_create.js";
export type {
  Axis,
  CustomJointDef,
  DistanceJointDef,
  FilterJointDef,
  GearJointDef,
  Jacobian,
  JointBase,
  JointDef,
  JointDefs,
  JointKind,
  Limit,
  Motor,
  MotorJointDef,
  MouseJointDef,
  PrismaticJointDef,
  PulleyJointDef,
  RatchetJointDef,
  RevoluteJointDef,
  RopeJointDef,
  RotaryJointDef,
  Spring,
  SlidingMotor,
  SpringJointDef,
  TurningMotor,
  WeldJointDef,
  WheelJointDef,
} from "./joint_definitions.js";
export {
  CustomJoint,
  DistanceJoint,
  FilterJoint,
  GearJoint,
  MouseJoint,
  PrismaticJoint,
  PulleyJoint,
  RatchetJoint,
  RevoluteJoint,
  RopeJoint,
  RotaryJoint,
  SpringJoint,
  WeldJoint,
  WheelJoint,
  type JointClasses,
} from "./joint_kinds.js";
export { MotorJoint } from "./motor_joint.js";
export type { Bounds } from "./queries.js";
export { Shape, type ShapeGeometry, type ShapeType } from "./shape.js";
export type { State } from "./state.js";
export { hasTile, heightAt, heightField, setHeights, setTile, tileGrid } from "./terrain.js";
export type { HeightFieldOptions, HeightFieldShape, TileGridOptions, TileGridShape } from "./terrain.js";
export type { WhyAwake } from "./why_awake.js";
export type { World as AnyWorld, Counters, Profile } from "./world.js";
