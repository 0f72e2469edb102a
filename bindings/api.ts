// What every entry gives beside its `World`.
export { Body } from "./body.js";
export type {
  BodiesDef,
  BodyDef,
  BodyKind,
  BodyTraits,
  Capacity,
  CombineRule,
  DistanceJointDef,
  EventSwitches,
  Filter,
  JointBase,
  JointDef,
  JointKind,
  Limit,
  Locks,
  Material,
  MaterialPair,
  Motor,
  Nearest,
  Pose,
  RayHit,
  RevoluteJointDef,
  Settings,
  ShapeEntry,
  Spring,
  Vector,
  WorldOptions,
} from "./definitions.js";
export { PhysicsError, type ErrorCode } from "./errors.js";
export type { Events, HitEvent, JointBreakEvent, SleepEvent, Touch } from "./events.js";
export { Field } from "./field.js";
export type { AreaDef, AttractorDef, ExplosionDef, FieldBase, FieldDef, FluidDef } from "./field.js";
export { box, capsule, chain, circle, ellipse, halfSpace, polygon, segment } from "./geometry.js";
export type {
  BoxShape,
  CapsuleShape,
  ChainShape,
  CircleShape,
  EllipseShape,
  HalfSpaceShape,
  Placement,
  PolygonShape,
  RoundedPlacement,
  SegmentShape,
  ShapeDescriptor,
} from "./geometry.js";
export { DistanceJoint, Joint, RevoluteJoint } from "./joint.js";
export type { Bounds } from "./queries.js";
export { Shape, type ShapeGeometry, type ShapeType } from "./shape.js";
export type { State } from "./state.js";
export type { Counters, Profile } from "./world.js";
