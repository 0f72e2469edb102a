import type { Body } from "./body.js";
import type { Shape } from "./shape.js";
import type { ShapeDescriptor } from "./geometry.js";

// What callers write. Units: metres, kilograms, seconds, radians (or whatever `lengthUnit` makes of a metre).

/** A point or a direction. What the library returns is a fresh plain object; changing it changes nothing else. */
export interface Vector {
  x: number;
  y: number;
}

/**
 * `"static"`: never moves. `"kinematic"`: moves by its velocity, nothing pushes it. `"dynamic"`: moves by forces and
 * contacts.
 */
export type BodyKind = "static" | "kinematic" | "dynamic";

/**
 * How many of each to make room for ahead: for what is kept of each, which is then not moved as they become more. What steps work with
 * (trees, lists, what the solver gathers), half of the memory and more, is made when it is first needed: creations and the first steps
 * with so many may still grow the memory, which detaches views of before.
 */
export interface Capacity {
  /** How many bodies, default none ahead. */
  bodies?: number | undefined;
  /** How many shapes. */
  shapes?: number | undefined;
  /** How many pairs of shapes near each other; a pile has three or four a body. */
  contacts?: number | undefined;
  /** How many joints. */
  joints?: number | undefined;
}

/**
 * Tolerances and switches that may change while the world runs; see `world.settings`. Only `sleeping`, set false, wakes what
 * sleeps; the others hold for it once it wakes.
 */
export interface Settings {
  /** May bodies at rest fall asleep? Default true. */
  sleeping: boolean;
  /** Are fast bodies kept from passing through static ones? Default true. */
  continuous: boolean;
  /**
   * Stiffness of contacts (Hz) with the solver `"soft"`, default 30. Softer contacts give way; stiffer ones may jitter. Those of a single
   * point are 1.2 times as stiff. 0: what touches goes no deeper, and overlap stays as it is.
   */
  contactHertz: number;
  /** Damping of contacts (1 is critical) with the solver `"soft"`, default 10. */
  contactDampingRatio: number;
  /** Stiffness of joints (Hz), default 60. 0: they hold by their velocities alone, and what has drifted apart stays so. */
  jointHertz: number;
  /** Damping of joints (1 is critical), default 2. */
  jointDampingRatio: number;
  /** Overlap is pushed apart no faster than this (m/s), default 3 · lengthUnit. */
  contactPushSpeed: number;
  /** Below this approach speed nothing bounces (m/s), default 1 · lengthUnit. */
  restitutionThreshold: number;
  /** From this approach speed on a `hit` event is told (m/s), default 1 · lengthUnit. */
  hitThreshold: number;
  /**
   * No velocity is told above this (m/s), default 400 · lengthUnit. What joints, contacts and belts move goes up to twice as far in a step
   * along x and along y; what gravity, forces and its own velocity move does not.
   */
  maxSpeed: number;
  /** A body slower than this may fall asleep (m/s), default 0.05 · lengthUnit. */
  sleepThreshold: number;
  /** Of the solvers `"impulse"` and `"arcade"`: passes over the velocities in a sub-step, 1 to 100, default 8. */
  iterations: number;
  /** Of the solver `"impulse"`: share of the overlap that a sub-step takes out of the positions, 0 to 1, default 0.2. */
  projectionPercent: number;
  /** Of the solver `"impulse"`: overlap left standing (m), default 0.005 · lengthUnit. */
  projectionSlop: number;
  /** So long an island must have been at rest (s) to fall asleep, default 0.5. */
  timeToSleep: number;
}

/** What `new World(options)` takes. Every setting of `world.settings` may be given here too. */
export interface WorldOptions extends Partial<Settings> {
  /** Acceleration of free fall (m/s²), default (0, −10 · lengthUnit). */
  gravity?: Readonly<Vector> | undefined;
  /** Sub-steps of a step when `step` names none: 1 to 64, default 4. More: stiffer stacks and joints, slower steps. */
  substeps?: number | undefined;
  /** Seconds of a step of `advance`, and of `step` when it names none. Default 1/60. */
  timeStep?: number | undefined;
  /** `advance` takes at most this many steps a call and forgets the rest, default 8. */
  maxSteps?: number | undefined;
  /** How long a metre is in your numbers: 50 for a world in pixels where a crate is 50 wide. Default 1. */
  lengthUnit?: number | undefined;
  /** Room to make ahead; a number means that many bodies with a shape each, without contacts. Steps may still grow the memory. */
  capacity?: number | Capacity | undefined;
  /**
   * How pairs of shapes that may touch are found: trees of four-wide nodes (`"bvh"`, the default), a dynamic tree of boxes,
   * sort and sweep, a spatial hash, or the one that was measured best (`"auto"`). All find the same pairs in
   * the same order, so only the time differs.
   */
  broadPhase?: "auto" | "bvh" | "tree" | "sweep" | "grid" | undefined;
  /**
   * How contacts are resolved. `"soft"` (default): soft constraints in sub-steps. For teaching and platform games:
   * `"impulse"`, sequential impulses with linear projection, and `"arcade"`, without rotation.
   */
  solver?: "soft" | "impulse" | "arcade" | undefined;
  /** How free motion under forces is integrated: `"semi-implicit"` (default) or `"explicit"` Euler, or `"rk4"`. */
  integrator?: "semi-implicit" | "explicit" | "rk4" | undefined;
  /** Which events the contacts of shapes tell that name none themselves; default contacts and sensors, not hits. */
  events?: boolean | EventSwitches | undefined;
  /** Time the stages of each step for `world.profile`; default false. */
  profiling?: boolean | undefined;
}

/** Which events the contacts of a shape tell. `true` or `false` for all of them. */
export interface EventSwitches {
  /** `contactBegin` and `contactEnd`; default true. Both shapes must agree. */
  contact?: boolean | undefined;
  /** `hit`; default false. One of the two shapes is enough. */
  hit?: boolean | undefined;
  /** `sensorBegin` and `sensorEnd`; default true. Both shapes must agree. */
  sensor?: boolean | undefined;
  /** `swept`: what a fast body met within its step; default false. One of the two shapes is enough. */
  swept?: boolean | undefined;
}

/**
 * How the numbers of two surfaces become one: `"average"`, `"geometric"` (√(a·b)), `"min"`, `"multiply"`, `"max"`. Where
 * two shapes name different rules, the later one of this list holds.
 */
export type CombineRule = "average" | "geometric" | "min" | "multiply" | "max";

/** What `world.setMaterialPair` takes: what holds between two materials. What is left out stays with the rules. */
export interface MaterialPair {
  /** Of sliding surfaces. */
  friction?: number | undefined;
  /** Default: `friction`, if that is given. */
  staticFriction?: number | undefined;
  /** Bounce, 0 none, 1 all. */
  restitution?: number | undefined;
  /** As a share of the radius. */
  rollingResistance?: number | undefined;
}

/** Surface, weight and filter of a shape. */
export interface Material {
  /** Mass per area (kg/m²), 0 or more, default 1. */
  density?: number | undefined;
  /** Coulomb friction of a sliding surface, 0 or more, default 0.6. Two surfaces mix by `frictionRule`. */
  friction?: number | undefined;
  /** Friction until the surface slips; default the sliding one. */
  staticFriction?: number | undefined;
  /** Bounce, 0 none, 1 all, at most 1,000. Unset (the default) leaves the decision to the other surface. */
  restitution?: number | undefined;
  /** Resistance against rolling, as a share of the radius, default 0. */
  rollingResistance?: number | undefined;
  /**
   * A conveyor's speed along the surface (m/s), default 0. Positive is clockwise where y points up, and carries what lies on top
   * towards +x; where y points down it is the other way round.
   */
  surfaceSpeed?: number | undefined;
  /** How friction, static friction too, mixes; default `"geometric"`, which gives way to any rule that is named. */
  frictionRule?: CombineRule | undefined;
  /** How bounce mixes where both surfaces name one; default `"min"`, which gives way to any rule that is named. */
  restitutionRule?: CombineRule | undefined;
  /** Id for `world.setMaterialPair`, 0 to 32,767; default 0. */
  material?: number | undefined;
  /**
   * Direction in which the shape is passed, in the frame in which it was defined: `{ x: 0, y: 1 }` makes a platform that is
   * jumped through from below and landed on from above. Default none.
   */
  oneWay?: Readonly<Vector> | undefined;
  /** Tells overlaps, collides with nothing. Default false. */
  sensor?: boolean | undefined;
  /** Bits of the layers it is in, default 1. */
  category?: number | undefined;
  /** Bits of the layers it collides with, default all. Both shapes must agree. */
  mask?: number | undefined;
  /** Shapes of one positive group always collide, of one negative group never; 0 (the default) leaves it to the bits. */
  group?: number | undefined;
  /** Which events its contacts tell; default contacts and sensors, not hits. */
  events?: boolean | EventSwitches | undefined;
}

/** Directions in which a body cannot move. */
export interface Locks {
  /** Along the world's x axis? Default false. */
  x?: boolean | undefined;
  /** Along the world's y axis? Default false. */
  y?: boolean | undefined;
  /** Turning? Default false. */
  rotation?: boolean | undefined;
}

/** One of the shapes of `BodyDef.shapes`: a shape, or a shape with a material of its own around or beside it. */
export type ShapeEntry = ShapeDescriptor | ({ shape: ShapeDescriptor } & Material) | (ShapeDescriptor & Material);

/** How a body is to be, without its place. */
export interface BodyTraits {
  /** Default `"static"`. */
  type?: BodyKind | undefined;
  /** Slows the velocity, 1/s, 0 or more, default 0. */
  linearDamping?: number | undefined;
  /** Slows the rotation, 1/s, 0 or more, default 0. */
  angularDamping?: number | undefined;
  /** Share of gravity that it feels, default 1; negative rises. */
  gravityScale?: number | undefined;
  /** Never turns; short for `locks: { rotation: true }`. Default false. */
  fixedRotation?: boolean | undefined;
  /** Directions in which it cannot move; default none. */
  locks?: Locks | undefined;
  /** Never passes through anything, moving bodies included; costs time. Default false. */
  bullet?: boolean | undefined;
  /** Kept from passing through static bodies when fast; default true. */
  continuous?: boolean | undefined;
  /**
   * Starts awake; default true. What sleeps is at rest: with false the velocities given here are dropped. What it touches is found,
   * and told, when it wakes. With `sleep: false` it starts awake whatever this says.
   */
  awake?: boolean | undefined;
  /** May fall asleep; default true. With false it is awake until it is sent to sleep (`body.awake = false`). */
  sleep?: boolean | undefined;
  /** Speed below which it may fall asleep (m/s), 0 or more; default the world's. */
  sleepThreshold?: number | undefined;
}

/** What `world.createBody` takes: the body, and beside it the material of the shapes named here. */
export interface BodyDef extends BodyTraits, Material {
  /** Of the body's origin (m), each coordinate within ±1e7 · lengthUnit; default (0, 0). */
  position?: Readonly<Vector> | undefined;
  /** Radians, counter-clockwise where y points up; default 0. */
  angle?: number | undefined;
  /** Of the origin (m/s), which is the centre of mass unless shapes lie off it; default (0, 0). */
  linearVelocity?: Readonly<Vector> | undefined;
  /** rad/s; default 0. */
  angularVelocity?: number | undefined;
  /** Gravity of its own in place of the world's (m/s²). */
  gravity?: Readonly<Vector> | undefined;
  /** A lasting force at the centre of mass (N). */
  force?: Readonly<Vector> | undefined;
  /** A lasting torque (N·m). */
  torque?: number | undefined;
  /** Yours; the library keeps it and never looks at it. */
  userData?: unknown | undefined;
  /** One shape … */
  shape?: ShapeDescriptor | undefined;
  /** … or several. */
  shapes?: readonly ShapeEntry[] | undefined;
}

/** What `world.createBodies` takes: many bodies alike but for place and motion. */
export interface BodiesDef extends BodyTraits, Material {
  /** How many, 0 or more. */
  count: number;
  /** x, y a body (m). */
  positions: ArrayLike<number>;
  /** Radians, one a body; default 0. A Float32Array has rounded those of many turns. */
  angles?: ArrayLike<number> | undefined;
  /** vx, vy a body (m/s), of its origin, or vx, vy, ω (rad/s) if it is three times `count` long; default 0. */
  velocities?: ArrayLike<number> | undefined;
  /** The shape of each: of one piece, not several as most chains, grids and height fields are. */
  shape: ShapeDescriptor;
}

/** Which shapes a query sees. Default: all but sensors. */
export interface Filter {
  /** Bits of the layers the query is in, default all: it meets a shape when each is in the other's mask. */
  category?: number | undefined;
  /** Bits of the layers it looks for, default all. */
  mask?: number | undefined;
  /** Kinds of bodies it sees, default all. */
  types?: BodyKind | readonly BodyKind[] | undefined;
  /** Bodies it does not see, at most 1,024. */
  exclude?: Body | readonly Body[] | undefined;
  /** Are sensors seen? Default false. */
  sensors?: boolean | undefined;
  /** Do rays and moved shapes hit what they start in, with fraction 0? Default true. */
  inside?: boolean | undefined;
  /** Asked last, of every shape found, nearest first; false, or nothing, lets the query go on. Not for bulk queries. */
  predicate?: ((shape: Shape) => boolean) | undefined;
}

/** Where a shape of a query is: `{ x, y, angle }`, a position and an angle, or a body. The angle defaults to 0 (rad). */
export type Pose = (Vector | { position: Readonly<Vector> }) & { angle?: number | undefined };

/** Where a ray or a moved shape meets a shape. */
export interface RayHit {
  /** Whose shape it is. */
  body: Body;
  /** What was met. */
  shape: Shape;
  /** World (m). */
  point: Vector;
  /**
   * Unit normal of the surface there, against the ray; (0, 0) where a ray starts inside, for a shape the way out.
   */
  normal: Vector;
  /** 0 at the start, 1 at the end of the translation. */
  fraction: number;
}

/** The nearest point of a shape's surface. */
export interface Nearest {
  /** Whose shape it is. */
  body: Body;
  /** Whose surface is nearest. */
  shape: Shape;
  /** World (m). */
  point: Vector;
  /** Unit normal of the surface there, outwards. */
  normal: Vector;
  /** From the point asked for to the surface (m); negative inside. */
  distance: number;
}
