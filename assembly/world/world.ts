import { Family } from "../memory/column";
import { WORLD_ADDRESS } from "../memory/fixed";

/**
 * The world record, the only root: everything in a world can be reached from here. It lies at a fixed address, so reading a
 * field is one load. Units: m, kg, s, rad. Columns are flat blocks indexed by slot (memory/column.ts).
 */
@unmanaged
export class World {
  // Settings (world/settings.ts gives defaults and their reasons)
  gravityX: f32;
  gravityY: f32;
  /** How long a metre is in the user's numbers: tolerances scale with it. */
  lengthUnit: f32;
  /** Overlap that the solver leaves standing (unit: m). */
  linearSlop: f32;
  /** Largest gap at which the solver sees a contact coming (unit: m). */
  speculativeDistance: f32;
  /** How far a fat box reaches beyond the tight one (unit: m). */
  boxMargin: f32;
  contactHertz: f32;
  contactDampingRatio: f32;
  jointHertz: f32;
  jointDampingRatio: f32;
  /** Fastest speed at which overlap is pushed apart (unit: m/s). */
  contactPushSpeed: f32;
  /** Below this approach speed nothing bounces (unit: m/s). */
  restitutionThreshold: f32;
  /** From this approach speed on a hit event is told (unit: m/s). */
  hitThreshold: f32;
  /** Speed cap of every body (unit: m/s). */
  maxSpeed: f32;
  /** A body slower than this may fall asleep (unit: m/s). */
  sleepThreshold: f32;
  /** Of the plain solvers: passes per sub-step, the share of overlap taken out, and the overlap left (unit: 1, 1, m). */
  iterations: f32;
  projectionPercent: f32;
  projectionSlop: f32;
  /** SolverKind and IntegratorKind. */
  solver: u32;
  integrator: u32;
  /** An island falls asleep after it has been at rest for this long (unit: s). */
  timeToSleep: f32;
  sleeping: u32;
  continuous: u32;
  profiling: u32;

  // Step context, written by beginStep
  dt: f32;
  /** Sub-step time and its inverse. */
  h: f32;
  invH: f32;
  substeps: i32;
  stepCount: u32;
  /** Code of the first thing that ran out during the step. */
  fault: i32;

  // Bodies
  bodyCapacity: u32;
  /** Slots ever used, slot 0 (the immovable body) included. */
  bodyEnd: u32;
  bodyFree: u32;
  bodyCount: u32;
  bodyPose: usize;
  bodyVelocity: usize;
  bodyMass: usize;
  bodyFlags: usize;
  bodySolver: usize;
  bodies: usize;

  // Shapes
  shapeCapacity: u32;
  shapeEnd: u32;
  shapeFree: u32;
  shapeCount: u32;
  shapeGeometry: usize;
  shapeFrame: usize;
  shapeLocal: usize;
  shapeFatBox: usize;
  shapeOldBox: usize;
  /** One byte of `ShapeMark` bits for each shape. */
  shapeMarks: usize;
  shapes: usize;

  // Contacts
  contactCapacity: u32;
  contactEnd: u32;
  contactFree: u32;
  contactCount: u32;
  contacts: usize;

  // Joints
  jointCapacity: u32;
  jointEnd: u32;
  jointFree: u32;
  jointCount: u32;
  joints: usize;

  // Broad phase
  /** Steps since the active tree was last sorted. */
  treeAge: u32;
  /** Proxies were added, moved or removed since the active tree was last refitted. */
  treeDirty: u32;
  /** `changedShapes` does not list all of them: they were many, or a step made them. */
  treeBehind: u32;
  /** Sorted places of the active tree's order, from its beginning; and the number of unsorted ones, summed over queries since then. */
  treeSorted: u32;
  treeSearched: u32;
  /** Static or sleeping shapes may lie in the active tree: not yet settled, or too few to be moved to the resting one. */
  restingInActive: u32;
  /** Empty places in the order of the resting tree. */
  restHoles: u32;
  /** BroadPhase: the method that finds the pairs. */
  broadPhase: u32;
  /** 0: the pair finder must be rebuilt from the boxes; 1: it holds what was there at the last step. */
  pairsReady: u32;
  /** Number of changes of the active tree's content; number of times the resting one got a new order. */
  activeVersion: u32;
  restVersion: u32;
  /** Shapes that joined the end of the resting tree's order since it was sorted. */
  restJoined: u32;
  /** Many new shapes were sorted in this step. */
  treeFresh: u32;

  // Counters of the last step
  sleepCandidates: u32;
  /** Awake kinematic bodies, and those of them that moved so far that they may have run into slow bodies. */
  kinematics: u32;
  strikers: u32;
  newPairCount: u32;
  /** Passes of restitution that end this step: none if nothing bounces, several if bounces must keep much of the speed. */
  bounces: u32;
  /** Some shape or material pair names a static friction of its own. */
  mixedFriction: u32;
  /** Some shape is one-way. */
  oneWay: u32;
  /** Some contact of this step resists rolling. */
  rolling: u32;
  /** Some body of this step may be pulled by something other than the world's gravity. */
  ownPulls: u32;
  /** Joints that the solver has in this step. */
  activeJointCount: u32;
  /** Runs of joints of this step, and how many of them, at the end, are of joints that hold (solver/joints/runs.ts). */
  jointRuns: u32;
  holdingRuns: u32;
  /** Joints that may be solved in linkages are marked (solver/joints/rings.ts); 0: some came, left a ring, or got a limit or spring. */
  linkagesKnown: u32;
  /** Softness of joints that name none, for this step. */
  jointBiasRate: f32;
  jointMassScale: f32;
  jointImpulseScale: f32;
  /** Living bodies with a lasting force or a gravity of their own. */
  drivenBodyCount: u32;
  /** Living force fields. */
  fieldCount: u32;
  /** Bodies with a locked axis and solved contacts or joints in this step (solver/integrate.ts). */
  solvedLocks: u32;
  /** Living joints that can break. */
  breakableJointCount: u32;
  /** Living revolute joints with a spring, motor or limit. */
  activePinCount: u32;
  /** Living contacts that want hit events. */
  hitContactCount: u32;
  eventsLost: u32;
  /** Some contact may be marked as overlapping: 1, or the number of steps until islands of those are looked for (solver/recovery.ts). */
  overlapping: u32;
  /** Many bodies overlap: each contact notes how fast its bodies are. If few do, only their contacts are read, with the same result. */
  crowded: u32;
  /** Some shape is a sensor; some sensor belongs to a body that is not static. */
  sensors: u32;
  movingSensors: u32;
  /** Some contact woken by this step was `ContactFlag.Unmade`. */
  unmade: u32;
  /** For how many more steps contacts marked as blows are looked for (solver/blows.ts). */
  blowSteps: u32;
  /** The last pass of restitution changed something that counts. */
  unsettled: u32;
  /**
   * A body joined to nothing that moves is pushed out of an overlap in this step. Set by solver/prepare_contacts.ts, which clears it for
   * each batch; read by solver/solve.ts.
   */
  pushedOut: u32;
  /** There was no memory to list some joint that should be solved. */
  jointsLeft: u32;
  /** Steps until the next search for batches of contacts (solver/batches.ts). */
  batchRest: u32;
  /** Number of changes of the lists of solved contacts, or of the awake bodies, since the last search for batches (`Lists.changed`). */
  listChanges: u32;
  /** The trees may not have sleepers' shapes where they are now, for some were made or put to sleep since the trees were refreshed. */
  sleepersMoved: u32;
  /** Bodies were created asleep, or had a shape added, since the last step: nobody has looked yet for what they touch. */
  sleepersNew: u32;
  /**
   * Some sleeping body may be `BodyFlag.Placed`. Set when bodies are placed (world/body.ts) or fall asleep (contact_graph/sleep.ts),
   * until the next step has looked at what they touch (contact_graph/overlap.ts).
   */
  sleepersPlaced: u32;
  /** A body was put to sleep that lies on a moving kinematic one, or is joined to one: the next step wakes it (contact_graph/sleep.ts). */
  sleepersCarried: u32;
  /** Body whose shapes were weighed last, and their sums about its origin (unit: kg, kg·m, kg·m²). */
  weighed: u32;
  weighedMass: f64;
  weighedX: f64;
  weighedY: f64;
  weighedInertia: f64;
}

export const world = changetype<World>(WORLD_ADDRESS);

if (
  offsetof<World>("bodyCount") - offsetof<World>("bodyCapacity") != offsetof<Family>("count") ||
  offsetof<World>("shapeCount") - offsetof<World>("shapeCapacity") != offsetof<Family>("count") ||
  offsetof<World>("contactCount") - offsetof<World>("contactCapacity") != offsetof<Family>("count") ||
  offsetof<World>("jointCount") - offsetof<World>("jointCapacity") != offsetof<Family>("count")
) {
  ERROR("each family begins with a Family");
}
if (offsetof<World>() > 2048) {
  ERROR("the world record overlaps what comes behind it");
}
