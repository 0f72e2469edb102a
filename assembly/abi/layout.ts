// The numbers that the core and its bindings share. This file is plain TypeScript as well as AssemblyScript, so there is
// one list: the core compiles it, the bindings import it.

/** What every export that can refuse returns: `Ok`, or the reason nothing was changed. */
export const enum Code {
  Ok = 0,
  StaleBody = 1,
  StaleShape = 2,
  StaleJoint = 3,
  NonFinite = 4,
  OutOfRange = 5,
  OutOfMemory = 6,
  BadShape = 7,
  BadType = 8,
  SameBody = 9,
  BadSnapshot = 10,
  TooMany = 11,
}

export const enum BodyType {
  Static = 0,
  Kinematic = 1,
  Dynamic = 2,
}

/** Convex kinds. A chain is one `Segment` shape a link. Order matters: the narrow phase dispatches on it. */
export const enum ShapeKind {
  Circle = 0,
  Capsule = 1,
  Segment = 2,
  Box = 3,
  Polygon = 4,
  Ellipse = 5,
  HalfSpace = 6,
}
export const SHAPE_KIND_COUNT = 7;

/** Why a point set is no hull. */
export const enum HullCode {
  Ok = 0,
  TooFewPoints = 1,
  TooManyPoints = 2,
  NonFinite = 3,
  /** All points lie within the welding distance of one line. */
  Collinear = 4,
  /** Area or inertia vanishes in f32. */
  TooSmall = 5,
  TooLarge = 6,
}

export const enum JointType {
  Distance = 0,
  Revolute = 1,
}

/** `bodyFlags` column, one u32 a body, also what the host reads as `state.flags`. */
export const enum BodyFlag {
  /** bits 0–1: BodyType */
  TypeMask = 3,
  Awake = 4,
  Bullet = 8,
  LockX = 16,
  LockY = 32,
  LockRotation = 64,
  /** May fall asleep. */
  CanSleep = 128,
  /** The slot holds a living body. */
  Alive = 256,
  /** Moved by the last step. */
  Moved = 512,
  /** Moved so fast in this step that the continuous stage must look at it. */
  Fast = 1024,
  /** Takes part in the continuous stage at all. */
  Continuous = 2048,
}

export const enum ShapeFlag {
  Sensor = 1,
  ContactEvents = 2,
  HitEvents = 4,
  SensorEvents = 8,
  /** The material names a restitution of its own; one that does not, does not veto the other's. */
  NamesRestitution = 16,
  /** The material names a static friction different from the dynamic one. */
  NamesStaticFriction = 32,
}
