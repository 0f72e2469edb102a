import { world } from "./world";

// Default of every tolerance, with its unit, its reason and what goes wrong if it is changed. Lengths and speeds scale with
// `lengthUnit`, so a world in pixels behaves like one in metres.

/** Overlap left standing, so that resting contacts last from step to step (m). Smaller: jitter. Larger: visible overlap. */
const LINEAR_SLOP: f32 = 0.005;
/** Gap at which the solver sees a contact coming (m): four slops. Smaller: bodies hit before they are slowed. */
const SPECULATIVE_DISTANCE: f32 = 0.02;
/** Fat boxes reach this far beyond what the pair test needs (m). Larger: fewer moves of the tree, more useless pairs. */
const BOX_MARGIN: f32 = 0.015;
/**
 * Stiffness of contacts (Hz), capped at a quarter of the sub-step rate by the solver. At 60 a pyramid of base 40 falls after
 * 16 s, and what heavy impacts drive goes a twentieth less far (docs/decisions/0007-contact-stiffness.md). Tall stacks are
 * made stiffer (solver/columns.ts).
 */
const CONTACT_HERTZ: f32 = 30;
/** Heavily damped, so that overlap disappears without throwing bodies. */
const CONTACT_DAMPING_RATIO: f32 = 10;
const JOINT_HERTZ: f32 = 60;
const JOINT_DAMPING_RATIO: f32 = 2;
/** Overlap is pushed apart no faster than this (m/s). */
const CONTACT_PUSH_SPEED: f32 = 3;
const RESTITUTION_THRESHOLD: f32 = 1;
const HIT_THRESHOLD: f32 = 1;
/** Four hundred metres a second, faster than sound; beyond it the numbers of one step lose their meaning. */
const MAX_SPEED: f32 = 400;
const SLEEP_THRESHOLD: f32 = 0.05;
/** For the impulse solver: fewer passes leave stacks soft; taking out a larger share of overlap at once makes them jump. */
const ITERATIONS: f32 = 8;
const PROJECTION_PERCENT: f32 = 0.2;

/** Seconds at rest before a body may fall asleep. */
const TIME_TO_SLEEP: f32 = 0.5;
/** Largest turn of a body in one sub-step (rad): a quarter of a circle keeps the rotation update meaningful. */
export const MAX_TURN: f32 = 0.25 * 3.14159274;

/** A body that moves by this share of its inner radius passes through nothing: the next contact sees the near side of what it hit. */
export const HARMLESS: f32 = 0.5;
/** How much faster than it fell one end of a body may come down once the other has landed: 1.5 times for a rod, twice at most. */
export const WHIPPED: f32 = 2;

/** Between points nearer than this there is no meaningful direction (unit: m). @inline */
export function leastWay(): f32 {
  return 1e-6 * world.lengthUnit;
}

/** Sets all tolerances for a length unit. */
export function applySettings(lengthUnit: f32): void {
  world.lengthUnit = lengthUnit;
  world.linearSlop = LINEAR_SLOP * lengthUnit;
  world.speculativeDistance = SPECULATIVE_DISTANCE * lengthUnit;
  world.boxMargin = BOX_MARGIN * lengthUnit;
  world.contactHertz = CONTACT_HERTZ;
  world.contactDampingRatio = CONTACT_DAMPING_RATIO;
  world.jointHertz = JOINT_HERTZ;
  world.jointDampingRatio = JOINT_DAMPING_RATIO;
  world.contactPushSpeed = CONTACT_PUSH_SPEED * lengthUnit;
  world.restitutionThreshold = RESTITUTION_THRESHOLD * lengthUnit;
  world.hitThreshold = HIT_THRESHOLD * lengthUnit;
  world.maxSpeed = MAX_SPEED * lengthUnit;
  world.sleepThreshold = SLEEP_THRESHOLD * lengthUnit;
  world.iterations = ITERATIONS;
  world.projectionPercent = PROJECTION_PERCENT;
  world.projectionSlop = world.linearSlop;
  world.timeToSleep = TIME_TO_SLEEP;
}
