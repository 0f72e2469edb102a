import { Family } from "../memory/column";
import { WORLD_ADDRESS } from "../memory/fixed";

/**
 * The world record: the only root. Everything that a world is can be reached from here; it lies at a fixed address, so a
 * field is one load. Units: m, kg, s, rad. Columns are flat blocks indexed by slot (memory/column.ts).
 */
@unmanaged
export class World {
  // Settings (world/settings.ts gives defaults and their reasons)
  gravityX: f32;
  gravityY: f32;
  /** How long a metre of the user's numbers is: tolerances scale with it. */
  lengthUnit: f32;
  /** Overlap that the solver leaves standing (unit: m). */
  linearSlop: f32;
  /** Contacts are made ready for the solver from this gap on (unit: m). */
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
  /** Passes a sub-step of the plain solvers, the share of overlap it takes out, and what it leaves (unit: 1, 1, m). */
  iterations: f32;
  projectionPercent: f32;
  projectionSlop: f32;
  /** SolverKind and IntegratorKind. */
  solver: u32;
  integrator: u32;
  /** At rest for so long an island falls asleep (unit: s). */
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
  /** One byte of `ShapeMark` bits a shape. */
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
  /** They were others than `changedShapes` lists: many, or of a step. */
  treeBehind: u32;
  /** Places of the active tree's order that are sorted, from its begin; and what lay behind, summed over the queries since. */
  treeSorted: u32;
  treeSearched: u32;
  /** Shapes that are static or asleep may lie in the active tree: not yet settled, or too few to move over. */
  restingInActive: u32;
  /** Empty places in the order of the resting tree. */
  restHoles: u32;
  /** BroadPhase: what finds the pairs. */
  broadPhase: u32;
  /** 0: what finds the pairs must be made anew from the boxes, 1: it holds what was there at the last step. */
  pairsReady: u32;
  /** Changes of what lies in the active tree; times the resting one got a new order. */
  activeVersion: u32;
  restVersion: u32;
  /** Shapes at the end of the resting tree's order that joined it since it was sorted. */
  restJoined: u32;
  /** Many new shapes were sorted in this step. */
  treeFresh: u32;

  // Counters of the last step
  sleepCandidates: u32;
  /** Awake kinematic bodies, and those that moved so far that they may have run into what is slow. */
  kinematics: u32;
  strikers: u32;
  newPairCount: u32;
  /** Passes of restitution that end this step: none where nothing bounces, several where much is to be kept. */
  bounces: u32;
  /** Some shape names a static friction of its own. */
  mixedFriction: u32;
  /** Some shape is one-way. */
  oneWay: u32;
  /** Some contact of this step resists rolling. */
  rolling: u32;
  /** Some body of this step may be pulled by other than the world's gravity. */
  ownPulls: u32;
  /** Joints that the solver has in this step. */
  activeJointCount: u32;
  /** Runs of joints of this step, and how many of them, the last, are of joints that hold (solver/joints/runs.ts). */
  jointRuns: u32;
  holdingRuns: u32;
  /** Joints that may be solved in linkages are marked (solver/joints/rings.ts); 0: some have come since, gone from a ring, or got a limit or spring. */
  linkagesKnown: u32;
  /** Softness of joints that name none, for this step. */
  jointBiasRate: f32;
  jointMassScale: f32;
  jointImpulseScale: f32;
  /** Living bodies with a lasting force or a gravity of their own. */
  drivenBodyCount: u32;
  /** Living force fields. */
  fieldCount: u32;
  /** Bodies with a locked axis that this step solves, and that something touches or holds (solver/integrate.ts). */
  solvedLocks: u32;
  /** Living joints that can break. */
  breakableJointCount: u32;
  /** Living revolute joints with a spring, motor or limit. */
  activePinCount: u32;
  /** Living contacts that want hit events. */
  hitContactCount: u32;
  eventsLost: u32;
  /** Some contact may be marked as overlapping: 1, or steps until islands of such are looked for (solver/recovery.ts). */
  overlapping: u32;
  /** Many bodies overlap: each contact notes how fast what it touches is. Where few do these are asked; they learn the same. */
  crowded: u32;
  /** Some shape is a sensor; some that is belongs to a body that is not static. */
  sensors: u32;
  movingSensors: u32;
  /** Some contact that this step has woken is `ContactFlag.Unmade`. */
  unmade: u32;
  /** Steps through which contacts marked as blows are still looked for (solver/blows.ts). */
  blowSteps: u32;
  /** The last pass of restitution changed something that counts. */
  unsettled: u32;
  /**
   * What is joined to nothing that moves is pushed out of an overlap in this step: told by solver/prepare_contacts.ts, which forgets
   * it for each batch, asked by solver/solve.ts.
   */
  pushedOut: u32;
  /** Some joint that is to be solved found no memory for its place in the lists. */
  jointsLeft: u32;
  /** Steps until it is looked again whether contacts fall into batches (solver/batches.ts). */
  batchRest: u32;
  /** Changes of lists of contacts that are solved, or of the awake bodies, since batches were last looked for (`Lists.changed`). */
  listChanges: u32;
  /** The trees may not have shapes of sleepers where those are now: made, or put to sleep, since they were refreshed. */
  sleepersMoved: u32;
  /** Bodies were created asleep since the last step, or had a shape added: what they touch nobody has looked for. */
  sleepersNew: u32;
  /**
   * Some sleeping body may be `BodyFlag.Placed`: told where bodies are placed (world/body.ts) and fall asleep (contact_graph/sleep.ts),
   * until the next step has looked at what it touches (contact_graph/overlap.ts).
   */
  sleepersPlaced: u32;
  /** A body was put to sleep on a kinematic one that moves, or joined to one: the next step wakes it (contact_graph/sleep.ts). */
  sleepersCarried: u32;
  /** Body whose shapes were weighed last, and what they come to about its origin (unit: kg, kg·m, kg·m²). */
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
