import type { Body } from "./body.js";
import type { Shape } from "./shape.js";
import type { ShapeDescriptor } from "./geometry.js";

// What callers write. Units are metres, kilograms, seconds and radians, unless `lengthUnit` changes how long a metre is.

/** A point or a direction. The library returns fresh plain objects: changing one changes nothing else. */
export interface Vector {
  x: number;
  y: number;
}

/** `"static"`: never moves. `"kinematic"`: moves with its velocity, and nothing pushes it. `"dynamic"`: moved by forces and contacts. */
export type BodyKind = "static" | "kinematic" | "dynamic";

/**
 * How many bodies, shapes, contacts and joints to reserve memory for. Their records then need not be moved as their number grows.
 * The working memory of a step (trees, lists, what the solver gathers) is at least half of the total and is still allocated when
 * first needed: creating so many, and the first steps with them, may still grow the memory, which detaches views taken earlier.
 */
export interface Capacity {
  /** Number of bodies; by default no room is reserved. */
  bodies?: number | undefined;
  /** Number of shapes. */
  shapes?: number | undefined;
  /** Number of pairs of shapes near each other; a pile has three or four per body. */
  contacts?: number | undefined;
  /** Number of joints. */
  joints?: number | undefined;
}

/**
 * Tolerances and switches that may be changed while the world runs; see `world.settings`. Only setting
 * `sleeping` to false wakes sleeping bodies; the other settings apply to them once they wake.
 */
export interface Settings {
  /** Whether bodies at rest may fall asleep. Default true. */
  sleeping: boolean;
  /** Whether fast bodies are kept from passing through static, kinematic and sleeping ones, and `bullet` ones through any. Default true. */
  continuous: boolean;
  /**
   * Stiffness of contacts (Hz) with the solver `"soft"`, default 30. Softer contacts give way; stiffer ones may jitter.
   * Contacts with a single point are 1.2 times as stiff. With 0, shapes in contact sink no deeper, and existing overlap stays.
   */
  contactHertz: number;
  /** Damping ratio of contacts (1 is critical) with the solver `"soft"`, default 10. */
  contactDampingRatio: number;
  /** Stiffness of joints (Hz), default 60. With 0, joints constrain velocities alone, and drift that has occurred is never corrected. */
  jointHertz: number;
  /** Damping ratio of joints (1 is critical), default 2. */
  jointDampingRatio: number;
  /** Overlapping shapes are pushed apart no faster than this (m/s), default 3 · lengthUnit. */
  contactPushSpeed: number;
  /** Below this approach speed nothing bounces (m/s), default 1 · lengthUnit. */
  restitutionThreshold: number;
  /** A `hit` event is reported from this approach speed on (m/s), default 1 · lengthUnit. */
  hitThreshold: number;
  /**
   * No reported velocity exceeds this speed (m/s), default 400 · lengthUnit. Joints, contacts and belts may move
   * a body up to twice that far in a step along x and along y; gravity, forces and its own velocity may not.
   */
  maxSpeed: number;
  /** A body slower than this may fall asleep (m/s), default 0.05 · lengthUnit. */
  sleepThreshold: number;
  /** Solvers `"impulse"` and `"arcade"`: passes over the velocities per sub-step, 1 to 100, default 8. */
  iterations: number;
  /** Solver `"impulse"`: share of the overlap that a sub-step removes from the positions, 0 to 1, default 0.2. */
  projectionPercent: number;
  /** Solver `"impulse"`: overlap that is left uncorrected (m), default 0.005 · lengthUnit. */
  projectionSlop: number;
  /** How long an island must have been at rest before it falls asleep (s), default 0.5. */
  timeToSleep: number;
}

/** What `new World(options)` takes. Every setting of `world.settings` may be given here too. */
export interface WorldOptions extends Partial<Settings> {
  /** Acceleration of free fall (m/s²), default (0, −10 · lengthUnit). */
  gravity?: Readonly<Vector> | undefined;
  /** Number of sub-steps when `step` is given none: 1 to 64, default 4. More make stacks and joints stiffer and steps slower. */
  substeps?: number | undefined;
  /** Length of a step of `advance`, and of `step` when it is given none (s). Default 1/60. */
  timeStep?: number | undefined;
  /** `advance` takes at most this many steps per call and drops the remaining time, default 8. */
  maxSteps?: number | undefined;
  /** Length of a metre in your units: 50 for a world in pixels where a crate is 50 wide. Default 1. */
  lengthUnit?: number | undefined;
  /** Memory to reserve; a number means that many bodies with one shape each, and no contacts. Steps may still grow the memory. */
  capacity?: number | Capacity | undefined;
  /**
   * How pairs of shapes that may touch are found: trees of four-wide nodes (`"bvh"`, the default), a dynamic tree of boxes, sort and
   * sweep, a spatial hash, or the one that measured best (`"auto"`). All find the same pairs in the same order, so only the time differs.
   */
  broadPhase?: "auto" | "bvh" | "tree" | "sweep" | "grid" | undefined;
  /**
   * How contacts are resolved. `"soft"` (default): soft constraints in sub-steps. For teaching and platform
   * games: `"impulse"`, sequential impulses with linear projection, and `"arcade"`, without rotation.
   */
  solver?: "soft" | "impulse" | "arcade" | undefined;
  /** How free motion under forces is integrated: `"semi-implicit"` (default) or `"explicit"` Euler, or `"rk4"`. */
  integrator?: "semi-implicit" | "explicit" | "rk4" | undefined;
  /** Events reported for contacts of shapes that set no `events` of their own; default contacts and sensors, not hits. */
  events?: boolean | EventSwitches | undefined;
  /** Whether to time the stages of each step for `world.profile`; default false. */
  profiling?: boolean | undefined;
}

/** Which events are reported for the contacts of a shape. `true` or `false` instead of this object stands for all of them. */
export interface EventSwitches {
  /** `contactBegin` and `contactEnd`; default true. Both shapes must agree. */
  contact?: boolean | undefined;
  /** `hit`; default false. It is enough if one of the two shapes asks for it. */
  hit?: boolean | undefined;
  /** `sensorBegin` and `sensorEnd`; default true. Both shapes must agree. */
  sensor?: boolean | undefined;
  /** `swept`: what a fast body met within a step; default false. It is enough if one of the two shapes asks for it. */
  swept?: boolean | undefined;
}

/**
 * How the values of two surfaces are combined: `"average"`, `"geometric"` (√(a·b)), `"min"`, `"multiply"`,
 * `"max"`. If two shapes name different rules, the one later in this list applies.
 */
export type CombineRule = "average" | "geometric" | "min" | "multiply" | "max";

/** What `world.setMaterialPair` takes: values that apply between two materials. Anything left out is still combined by the rules. */
export interface MaterialPair {
  /** Friction of sliding surfaces. */
  friction?: number | undefined;
  /** Friction until the surfaces slip; default `friction`, if that is given. */
  staticFriction?: number | undefined;
  /** Bounce: 0 is none, 1 keeps all of the approach speed. */
  restitution?: number | undefined;
  /** Resistance to rolling, as a share of the radius. */
  rollingResistance?: number | undefined;
}

/** Surface, weight and filter of a shape. */
export interface Material {
  /** Mass per area (kg/m²), 0 or more, default 1. */
  density?: number | undefined;
  /** Coulomb friction of a sliding surface, 0 or more, default 0.6. `frictionRule` says how two surfaces combine. */
  friction?: number | undefined;
  /** Friction until the surface slips; default `friction`. */
  staticFriction?: number | undefined;
  /** Bounce: 0 is none, 1 keeps all of the approach speed, at most 1,000. If unset (the default), the other surface decides. */
  restitution?: number | undefined;
  /** Resistance to rolling, as a share of the radius, default 0. */
  rollingResistance?: number | undefined;
  /**
   * Speed along the surface, as of a conveyor belt (m/s), default 0. Where y points up, positive is
   * clockwise and carries what lies on top towards +x; where y points down it is the other way round.
   */
  surfaceSpeed?: number | undefined;
  /** How friction and static friction are combined; default `"geometric"`, which yields to any rule that the other shape names. */
  frictionRule?: CombineRule | undefined;
  /** How restitution is combined if both surfaces set one; default `"min"`, which yields to any rule that the other shape names. */
  restitutionRule?: CombineRule | undefined;
  /** Id for `world.setMaterialPair`, 0 to 32,767; default 0. */
  material?: number | undefined;
  /**
   * Direction in which others pass through the shape, in the frame in which it was defined. `{ x: 0, y: 1 }` makes
   * a platform that can be jumped through from below and landed on from above. Default none.
   */
  oneWay?: Readonly<Vector> | undefined;
  /** Whether the shape reports overlaps and collides with nothing. Default false. */
  sensor?: boolean | undefined;
  /** Bits of the layers the shape is in, default 1. */
  category?: number | undefined;
  /** Bits of the layers the shape collides with, default all. Both shapes must agree. */
  mask?: number | undefined;
  /**
   * Shapes of the same positive group always collide, those of the same negative group never; 0 (the
   * default) leaves it to `category` and `mask`.
   */
  group?: number | undefined;
  /** Which events are reported for its contacts; default contacts and sensors, not hits. */
  events?: boolean | EventSwitches | undefined;
}

/** Directions in which a body cannot move. */
export interface Locks {
  /** Whether movement along the world's x axis is locked. Default false. */
  x?: boolean | undefined;
  /** Whether movement along the world's y axis is locked. Default false. */
  y?: boolean | undefined;
  /** Whether rotation is locked. Default false. */
  rotation?: boolean | undefined;
}

/** One of the shapes of `BodyDef.shapes`: a shape, or a shape with its own material around or beside it. */
export type ShapeEntry = ShapeDescriptor | ({ shape: ShapeDescriptor } & Material) | (ShapeDescriptor & Material);

/** Properties of a body other than its position and motion. */
export interface BodyTraits {
  /** Kind of body; default `"static"`. */
  type?: BodyKind | undefined;
  /** Damping of the velocity (1/s), 0 or more, default 0. */
  linearDamping?: number | undefined;
  /** Damping of the rotation (1/s), 0 or more, default 0. */
  angularDamping?: number | undefined;
  /** Factor by which gravity acts on the body, default 1; with a negative one it rises. */
  gravityScale?: number | undefined;
  /** Whether rotation is locked; short for `locks: { rotation: true }`. Default false. */
  fixedRotation?: boolean | undefined;
  /** Directions in which the body cannot move; default none. */
  locks?: Locks | undefined;
  /** Whether the body is kept from passing through anything, moving bodies included; costs time. Default false. */
  bullet?: boolean | undefined;
  /** Whether the body, when fast, is kept from passing through static, kinematic and sleeping ones, or as a `bullet` any; default true. */
  continuous?: boolean | undefined;
  /**
   * Whether the body starts awake; default true. A sleeping body is at rest, so with false any velocities given here
   * are dropped. Its contacts are found, and reported, when it wakes. With `sleep: false` it starts awake in any case.
   */
  awake?: boolean | undefined;
  /** Whether the body may fall asleep; default true. With false it stays awake until it is put to sleep by `body.awake = false`. */
  sleep?: boolean | undefined;
  /** Speed below which the body may fall asleep (m/s), 0 or more; default the world's `sleepThreshold`. */
  sleepThreshold?: number | undefined;
}

/** What `world.createBody` takes: the body, and beside it the material of the shapes given here. */
export interface BodyDef extends BodyTraits, Material {
  /** Position of the body's origin (m), each coordinate within ±1e7 · lengthUnit; default (0, 0). */
  position?: Readonly<Vector> | undefined;
  /** Angle (rad), counter-clockwise where y points up; default 0. */
  angle?: number | undefined;
  /** Velocity of the body's origin (m/s), which is also its centre of mass unless its shapes lie off it; default (0, 0). */
  linearVelocity?: Readonly<Vector> | undefined;
  /** Angular velocity (rad/s); default 0. */
  angularVelocity?: number | undefined;
  /** Gravity that acts on this body instead of the world's (m/s²). */
  gravity?: Readonly<Vector> | undefined;
  /** A force at the centre of mass (N) that lasts until it is changed. */
  force?: Readonly<Vector> | undefined;
  /** A torque (N·m) that lasts until it is changed. */
  torque?: number | undefined;
  /** Anything of yours; the library keeps it and never looks at it. */
  userData?: unknown | undefined;
  /** One shape … */
  shape?: ShapeDescriptor | undefined;
  /** … or several. */
  shapes?: readonly ShapeEntry[] | undefined;
}

/** What `world.createBodies` takes: many bodies that differ only in position and motion. */
export interface BodiesDef extends BodyTraits, Material {
  /** How many bodies, 0 or more. */
  count: number;
  /** x and y of each body (m). */
  positions: ArrayLike<number>;
  /** Angle of each body (rad); default 0. In a Float32Array, angles of many turns have already been rounded. */
  angles?: ArrayLike<number> | undefined;
  /** vx and vy of each body's origin (m/s), or vx, vy and ω (rad/s) if the array is three times `count` long; default 0. */
  velocities?: ArrayLike<number> | undefined;
  /** The shape of each body. It must consist of one piece: most chains, grids and height fields have several. */
  shape: ShapeDescriptor;
}

/** Which shapes a query sees; by default all but sensors. */
export interface Filter {
  /** Bits of the layers the query is in, default all. It sees a shape if each one's `category` is in the other's `mask`. */
  category?: number | undefined;
  /** Bits of the layers it looks for, default all. */
  mask?: number | undefined;
  /** Kinds of bodies the query sees, default all. */
  types?: BodyKind | readonly BodyKind[] | undefined;
  /** Bodies the query does not see, at most 1,024. */
  exclude?: Body | readonly Body[] | undefined;
  /** Whether sensors are seen. Default false. */
  sensors?: boolean | undefined;
  /** Whether rays and moved shapes hit shapes they start in, with fraction 0. Default true. */
  inside?: boolean | undefined;
  /** Asked last, about each shape found, nearest first. If it returns false, or nothing, the query goes on. Not for bulk queries. */
  predicate?: ((shape: Shape) => boolean) | undefined;
}

/** Where the shape of a query is: `{ x, y, angle }`, `{ position, angle }`, or a body. The angle (rad) defaults to 0. */
export type Pose = (Vector | { position: Readonly<Vector> }) & { angle?: number | undefined };

/** Where a ray or a moved shape meets a shape. */
export interface RayHit {
  /** The body that has the shape. */
  body: Body;
  /** The shape that was hit. */
  shape: Shape;
  /** Point of the hit in the world (m). */
  point: Vector;
  /**
   * Unit normal of the surface there, facing the ray. If a ray starts inside a shape it is (0, 0); if a
   * moved shape does, it is the way out.
   */
  normal: Vector;
  /** Share of the translation travelled: 0 at its start, 1 at its end. */
  fraction: number;
}

/** The nearest point of a shape's surface. */
export interface Nearest {
  /** The body that has the shape. */
  body: Body;
  /** The shape whose surface is nearest. */
  shape: Shape;
  /** The nearest point in the world (m). */
  point: Vector;
  /** Unit normal of the surface there, pointing outwards. */
  normal: Vector;
  /** Distance from the given point to the surface (m); negative inside. */
  distance: number;
}
