// The numbers that the core and its bindings share. This file is both plain TypeScript and AssemblyScript, so that there is
// only one list: the core compiles it, the bindings import it.

/** What every export that can refuse returns: `Ok`, or the reason why nothing was changed. */
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
  /** The checksum is right, but the snapshot holds no valid world: this instance has to be restored from another one. */
  BrokenSnapshot = 12,
}

export const enum BodyType {
  Static = 0,
  Kinematic = 1,
  Dynamic = 2,
}

/** Convex kinds. A chain has one `Segment` shape for each link. Order matters: the narrow phase dispatches on it. */
export const enum ShapeKind {
  Circle = 0,
  Capsule = 1,
  Segment = 2,
  Box = 3,
  Polygon = 4,
  Ellipse = 5,
  HalfSpace = 6,
  Superellipse = 7,
  /** A convex shape given by its support function; only in the geometry core. */
  Support = 64,
}
export const SHAPE_KIND_COUNT = 8;

/** Why a set of points makes no hull. */
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
  Prismatic = 2,
  Weld = 3,
  Wheel = 4,
  Motor = 5,
  Mouse = 6,
  Gear = 7,
  Pulley = 8,
  Ratchet = 9,
  Rotary = 10,
  Custom = 11,
  /** From here on joints have no kernel of their own: two cases of the distance joint, and one that is not solved at all. */
  Rope = 12,
  Spring = 13,
  Filter = 14,
}

/** Bits of a joint's flags. */
export const enum JointFlag {
  Alive = 1,
  /** The two bodies collide although they are joined. */
  Collide = 2,
  Limit = 4,
  Motor = 8,
  Spring = 16,
  /** Motor: holds an offset. Custom: corrects its error. */
  Pose = 32,
  /** Motor: holds an angle. */
  AngularPose = 64,
  /** Weld, motor: a spring on the angle. */
  AngularSpring = 128,
  /** Internal to the core: part of a row or linkage that has once been loaded (solver/joints/chains.ts, linkages.ts). */
  Stiff = 256,
  /** Internal to the core: names a softness of its own. */
  Soft = 1024,
  /** Internal to the core: a rod, rope, pin, slider or weld in no ring of such joints, or in a narrow one (solver/joints/rings.ts). */
  Links = 2048,
  /** Internal to the core: its length, limits or offsets were set in this step or the one before (solver/joints/winding.ts). */
  Winds = 4096,
  /** Internal to the core: its body A, or B, is or was one on which a gear driven by this joint acts (lifecycle/joints.ts). */
  GearedA = 8192,
  GearedB = 16384,
}

/**
 * Numbers of a joint whose meaning depends on its type (`JointDef.Param`, `JointField.Param` and the record's `p`):
 *
 *     distance, spring    0–1 smallest and largest force of the spring, 2–5 internal to the core (solver/joints/winding.ts)
 *     revolute, rotary    4 target of the spring
 *     prismatic           0–1 axis in A's frame, 4 target of the spring
 *     wheel               0–1 axis in A's frame
 *     weld                6–7 hertz and damping ratio of the angular spring
 *     motor               0–1 offset, 2–3 velocity, both in A's frame, 4 largest force, 6–7 as weld
 *     mouse               0–1 target in the world, 4 largest force
 *     gear                4 ratio
 *     pulley              0–1 and 2–3 ground anchors in the world, 4 ratio
 *     ratchet             0 phase, 1 angle of a tooth
 *     custom              0–5 Jacobian: vA x, y, ωA, vB x, y, ωB
 */
export const enum JointParam {
  X = 0,
  Y = 1,
  X2 = 2,
  Y2 = 3,
  Extra = 4,
  Extra2 = 5,
  AngularHertz = 6,
  AngularDampingRatio = 7,
}
export const JOINT_PARAM_COUNT = 8;

/** `bodyFlags` column, one u32 per body, which the host also reads as `state.flags`. */
export const enum BodyFlag {
  /** bits 0–1: BodyType */
  TypeMask = 3,
  Awake = 4,
  Bullet = 8,
  LockX = 16,
  LockY = 32,
  LockedAxes = 48,
  LockRotation = 64,
  AnyLock = 112,
  /** May fall asleep. */
  CanSleep = 128,
  /** The slot holds a living body. */
  Alive = 256,
  /** In its last step the continuous stage separated it from a body that it would have passed (continuous/passing.ts). */
  Parted = 512,
  /** Pressed deep into ground in this step: the continuous stage must look at it, however slow. During that stage: fast. */
  Fast = 1024,
  /** Takes part in the continuous stage. */
  Continuous = 2048,
  /** Dynamic, and created, put elsewhere or given a shape since it was last solved. */
  Placed = 4096,
  /** Ignores some other body (world/ignored_pairs.ts). */
  Ignores = 8192,
  /** Can move, and has a sensor among its shapes. */
  Sensing = 16384,
  /** A fast bullet to be looked at again: its end or a neighbour's was moved since it was; never set between calls. */
  Disturbed = 32768,
  /** Can move, but no step has moved it yet: new, created asleep, or sent to sleep at once. Its shapes may still be to come. */
  New = 65536,
  /** Asleep where it was placed, or beside a body that was, and neither moved nor struck since (contact_graph/overlap.ts). */
  Laid = 131072,
  /** A fast bullet that a static, kinematic or sleeping body stopped on its path; never set between calls. */
  Stopped = 0x40000,
  /** Not seen by the current query; never set between calls. */
  Unseen = 0x40000000,
}

export const enum ShapeFlag {
  Sensor = 1,
  ContactEvents = 2,
  HitEvents = 4,
  SensorEvents = 8,
  /** The material names a restitution of its own; a material that names none does not veto the other's. */
  NamesRestitution = 16,
  /** The material names a static friction different from the dynamic one. */
  NamesStaticFriction = 32,
  /** A segment that stops only what is on its right, seen from its first point to its second. */
  OneSided = 64,
  /** One of the pieces of a tile grid or height field. */
  Part = 128,
  /** bits 8–10: CombineRule of friction, bits 11–13: of restitution, as multiples of these */
  FrictionRule = 256,
  RestitutionRule = 2048,
  /** Lets through what moves along the shape's pass-through direction. */
  OneWay = 16384,
  /** Asks for swept events: what it met as a part of a fast body, or which fast body met it. */
  SweptEvents = 32768,
}

/**
 * Where calls that create find definitions of shapes: one after another in the mailbox, or all at the start of the bulk buffer.
 * Each is its kind, the number of words that follow, and a ShapeDef of that many words.
 */
export const enum Staged {
  /** u32 of the mailbox: how many there are. */
  Count = 29,
  /** u32 of the mailbox after a refusal: number of the definition that was refused, 0xffffffff if it was not one of them. */
  Refused = 30,
  /** u32 of the mailbox: 1 if they lie in the bulk buffer. */
  InBulk = 31,
  /** Their first word in the mailbox, and the word after the last that they may take there. */
  First = 32,
  End = 7168,
  /** Words of a staged definition: its kind, its length, the definition itself. */
  Kind = 0,
  Words = 1,
  Def = 2,
}

/** Words of a definition of a shape; f32 unless stated otherwise. */
export const enum ShapeDef {
  Density = 0,
  Friction = 1,
  StaticFriction = 2,
  Restitution = 3,
  RollingResistance = 4,
  SurfaceSpeed = 5,
  /** u32 */
  Category = 6,
  /** u32 */
  Mask = 7,
  /** i32 */
  Group = 8,
  /** u32 ShapeFlag bits, material id from bit 16 on */
  Flags = 9,
  /** Half width; half length of a capsule's core; half axis of an ellipse. */
  HalfX = 10,
  HalfY = 11,
  Radius = 12,
  /** Place in the body: centre and angle. A half-space's normal is (cos, sin) of the angle. */
  CenterX = 13,
  CenterY = 14,
  Angle = 15,
  /** u32; polygon: 3–32, segment: 2 */
  PointCount = 16,
  /** Pass-through direction as an angle in the shape's frame, with ShapeFlag.OneWay. */
  OneWay = 17,
  /** x, y pairs in the body's frame */
  Points = 18,
}

/** Words of the mailbox that `jointCreate` reads; f32 unless stated otherwise. */
export const enum JointDef {
  // In the order of the record (world/joint.ts) and of JointField.
  AnchorAX = 0,
  AnchorAY = 1,
  AnchorBX = 2,
  AnchorBY = 3,
  /** Length of a distance joint or pulley; reference angle; error of a custom row. */
  Rest = 4,
  Lower = 5,
  Upper = 6,
  MotorSpeed = 7,
  /** Largest motor force or torque. From here to `BreakTorque` none may be negative. */
  MaxMotor = 8,
  Hertz = 9,
  DampingRatio = 10,
  /** Softness of the constraint itself; 0: the world's. */
  ConstraintHertz = 11,
  ConstraintDampingRatio = 12,
  BreakForce = 13,
  BreakTorque = 14,
  /** u32 JointFlag bits */
  Flags = 15,
  /** eight of JointParam */
  Param = 16,
  /** u32 ids of a gear's joints, 0 for the bodies themselves */
  LinkA = 24,
  LinkB = 25,
}

/** Fields of `bodyGet` and `bodySet`. Those that are read-only say so. */
export const enum BodyField {
  X = 0,
  Y = 1,
  Angle = 2,
  VelocityX = 3,
  VelocityY = 4,
  AngularVelocity = 5,
  Mass = 6,
  /** About the centre of mass. */
  Inertia = 7,
  LinearDamping = 8,
  AngularDamping = 9,
  GravityScale = 10,
  SleepThreshold = 11,
  /** BodyType; settable */
  Type = 12,
  /** BodyFlag bits, read-only */
  Flags = 13,
  Bullet = 14,
  FixedRotation = 15,
  CanSleep = 16,
  Awake = 17,
  /** World centre of mass, read-only. */
  CenterX = 18,
  CenterY = 19,
  /** In the body's frame, read-only. */
  LocalCenterX = 20,
  LocalCenterY = 21,
  /** read-only */
  ShapeCount = 22,
  ContactCount = 23,
  JointCount = 24,
  ForceX = 25,
  ForceY = 26,
  Torque = 27,
  LockX = 28,
  LockY = 29,
  Cosine = 30,
  Sine = 31,
  /** Lasting force and torque. */
  SteadyForceX = 32,
  SteadyForceY = 33,
  SteadyTorque = 34,
  /** The body's own gravity; setting one component makes both its own, setting `OwnGravity` to 0 restores the world's. */
  GravityX = 35,
  GravityY = 36,
  OwnGravity = 37,
  Continuous = 38,
  /** Id of its first shape, read-only; 0: it has none. */
  FirstShape = 39,
  /** 1 once mass or inertia were set; setting it to 0 restores those of its shapes. */
  OwnMass = 40,
}

/** Fields of `shapeGet` and `shapeSet`. */
export const enum ShapeField {
  Density = 0,
  Friction = 1,
  StaticFriction = 2,
  Restitution = 3,
  RollingResistance = 4,
  SurfaceSpeed = 5,
  Category = 6,
  Mask = 7,
  Group = 8,
  Flags = 9,
  /** read-only from here */
  Kind = 10,
  Body = 11,
  HalfX = 12,
  HalfY = 13,
  Radius = 14,
  CenterX = 15,
  CenterY = 16,
  Angle = 17,
  PointCount = 18,
  /** settable again: CombineRule */
  FrictionRule = 19,
  RestitutionRule = 20,
  /** Material id in the table of pairs. */
  Material = 21,
  /** Angle of the pass-through direction; setting it makes the shape one-way. */
  OneWay = 22,
  /** Of a superellipse; read-only. */
  Exponent = 23,
  /** Id of the body's next shape in order of creation, read-only; 0: it is the last. */
  Next = 24,
}

/** Fields of `jointGet` and `jointSet`. */
export const enum JointField {
  Type = 0,
  BodyA = 1,
  BodyB = 2,
  /** JointFlag bits */
  Flags = 3,
  // In the order of JointDef.
  AnchorAX = 4,
  AnchorAY = 5,
  AnchorBX = 6,
  AnchorBY = 7,
  Rest = 8,
  Lower = 9,
  Upper = 10,
  MotorSpeed = 11,
  MaxMotor = 12,
  Hertz = 13,
  DampingRatio = 14,
  ConstraintHertz = 15,
  ConstraintDampingRatio = 16,
  BreakForce = 17,
  BreakTorque = 18,
  /** read-only from here; of the last step */
  ForceX = 19,
  ForceY = 20,
  Torque = 21,
  /** What it measures: angle of B relative to A less the reference (revolute), distance of the anchors (distance). */
  Value = 22,
  /** Rate of change of `Value`. */
  Speed = 23,
  /** Torque (revolute) or force (distance) of the motor. */
  MotorEffort = 24,
  LinkA = 25,
  LinkB = 26,
  /** Whole turns that the angle has gone (revolute, rotary); settable again. */
  Turns = 27,
  /** eight of JointParam; settable */
  Param = 32,
}

/** Counters of `worldCounter`. */
export const enum Counter {
  Bodies = 0,
  Awake = 1,
  Shapes = 2,
  Contacts = 3,
  Touching = 4,
  Joints = 5,
  /** Islands among the awake bodies; computed when asked for. */
  Islands = 6,
  Colours = 7,
  /** Bytes of linear memory. */
  Bytes = 8,
  /** Bytes that the allocator has handed out. */
  LiveBytes = 9,
  Steps = 10,
  NewPairs = 11,
  EventsLost = 12,
}

/** The stages of a step for `stepStage`, in order. `worldStep` is `stepBegin`, all of them, and `stepEnd`. */
export const enum Stage {
  Pairs = 0,
  Collide = 1,
  Graph = 2,
  Solve = 3,
  Refit = 4,
  Continuous = 5,
  Sleep = 6,
  Events = 7,
}
export const STAGE_COUNT = 8;

/** Kinds of events for `eventCount` and `eventPointer`; the records are described in world/event_buffers.ts. */
export const enum EventKind {
  ContactBegin = 0,
  ContactEnd = 1,
  Hit = 2,
  SensorBegin = 3,
  SensorEnd = 4,
  Sleep = 5,
  JointBreak = 6,
  /** u32 body slots moved by the last step */
  Moved = 7,
  Swept = 8,
}

/** Columns that the host may read through `columnPointer`, by body slot. */
export const enum Column {
  /** f32 x, y, cos, sin */
  Transforms = 0,
  /** f32 vx, vy, ω, unused */
  Velocities = 1,
  /** u32 BodyFlag bits */
  Flags = 2,
}

/** Words of the mailbox that every query reads, u32. A hit is written to the words before them. */
export const enum QueryDef {
  Category = 16,
  Mask = 17,
  /** QueryFlag bits */
  Flags = 18,
  /** Number of ids of excluded bodies that follow. */
  ExcludedCount = 19,
  Excluded = 20,
  MostExcluded = 1024,
  /** A ShapeDef: the shape for a shape query. */
  Shape = 2048,
}

export const enum QueryFlag {
  /** Kinds of bodies that are seen: 1 << BodyType. */
  Static = 1,
  Kinematic = 2,
  Dynamic = 4,
  Sensors = 8,
  /** Rays and moved shapes also hit what they start in, at fraction 0. */
  Inside = 16,
}

/** Words of a query hit, in the mailbox (`castRay`) or in the hit buffer. */
export const enum Hit {
  /** u32 shape id */
  Shape = 0,
  /** u32 body id */
  Body = 1,
  X = 2,
  Y = 3,
  NormalX = 4,
  NormalY = 5,
  /** For `closestPoint`: the distance. */
  Fraction = 6,
}
export const HIT_WORDS = 8;
