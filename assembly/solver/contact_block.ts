import { BLOCK_TABLE } from "../memory/fixed";
import { OVERFLOW_COLOUR } from "../world/buffers";

/**
 * A constraint block: four contacts of one colour, structure of arrays. Byte offsets of its fields, 16 bytes each, one lane
 * a contact. Blocks with one contact point end before `crossA2`. Streamed by the solver, rebuilt each step.
 */
export const enum Block {
  /** Addresses of the solver bodies. */
  bodyA = 0,
  bodyB = 16,
  invMassA = 32,
  invMassB = 48,
  invInertiaA = 64,
  invInertiaB = 80,
  /** From A to B. The tangent is (ny, −nx). */
  nx = 96,
  ny = 112,
  friction = 128,
  tangentSpeed = 144,
  /** Softness. */
  biasRate = 160,
  massScale = 176,
  impulseScale = 192,
  restitution = 208,
  rollingResistance = 224,
  rollingMass = 240,
  rollingImpulse = 256,
  /** Anchors as r × n and r · n (solver/contact_solver.ts). */
  crossA1 = 272,
  alongA1 = 288,
  crossB1 = 304,
  alongB1 = 320,
  /** Gap at the start of the step less what the anchors contribute, so that only their turning need be added. */
  separation1 = 336,
  normalImpulse1 = 352,
  tangentImpulse1 = 368,
  normalMass1 = 384,
  tangentMass1 = 400,
  /** Sum of the normal impulse over the sub-steps: did the point push at all? */
  totalImpulse1 = 416,
  /** Normal velocity at the start of the step. */
  approach1 = 432,
  crossA2 = 448,
  alongA2 = 464,
  crossB2 = 480,
  alongB2 = 496,
  separation2 = 512,
  normalImpulse2 = 528,
  tangentImpulse2 = 544,
  normalMass2 = 560,
  tangentMass2 = 576,
  totalImpulse2 = 592,
  approach2 = 608,
}
export const ONE_POINT_BYTES: usize = 448;
export const TWO_POINT_BYTES: usize = 624;

/** Where the blocks of each colour lie: start and end address, for one-point and for two-point blocks. */
export abstract class Ranges {
  @inline static entry(colour: u32, twoPoints: u32): usize {
    return BLOCK_TABLE + ((<usize>(colour * 2 + twoPoints)) << 3);
  }
  @inline static start(colour: u32, twoPoints: u32): usize {
    return load<usize>(Ranges.entry(colour, twoPoints));
  }
  @inline static end(colour: u32, twoPoints: u32): usize {
    return load<usize>(Ranges.entry(colour, twoPoints), 4);
  }
  @inline static set(colour: u32, twoPoints: u32, start: usize, end: usize): void {
    store<usize>(Ranges.entry(colour, twoPoints), start);
    store<usize>(Ranges.entry(colour, twoPoints), end, 4);
  }
}

/** The order in which colours are solved: what found no colour first, contacts with the ground last. */
export function colourAt(turn: u32): u32 {
  return turn == 0 ? OVERFLOW_COLOUR : turn - 1;
}
