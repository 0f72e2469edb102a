import { BLOCK_TABLE } from "../memory/fixed";
import { COLOUR_COUNT, OVERFLOW_COLOUR } from "../world/buffers";

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
  /**
   * In their place once the sub-steps are over: what the bounce has pushed so far, and rubbed. Written by the first pass of
   * restitution; a block that does not bounce in that never does.
   */
  bouncePush = massScale,
  bounceRub = impulseScale,
  restitution = 208,
  rollingResistance = 224,
  rollingMass = 240,
  rollingImpulse = 256,
  /** Of B against A along n, under forces. */
  acceleration = 272,
  tangentImpulse = 288,
  tangentMass = 304,
  /** r · n of where friction acts: of the point, or the deeper of both. */
  alongA = 320,
  alongB = 336,
  /** 1 where the normals answer to friction at once, 0 where a joint holds one of both bodies. */
  answers = 352,
  /** Then, likewise: what each point pushed before it bounced. */
  stopped1 = biasRate,
  stopped2 = answers,
  /** Anchors of a point: r × n, and r · n of the shape's core (solver/contact_solver.ts). */
  crossA1 = 368,
  coreA1 = 384,
  crossB1 = 400,
  coreB1 = 416,
  /** Gap at the start of the step less what the anchors contribute, so that only their turning need be added. */
  separation1 = 432,
  normalImpulse1 = 448,
  normalMass1 = 464,
  /** Sum of the normal impulse over the sub-steps: did the point push at all? */
  totalImpulse1 = 480,
  /** Normal velocity at the start of the step. */
  approach1 = 496,
  crossA2 = 512,
  coreA2 = 528,
  crossB2 = 544,
  coreB2 = 560,
  separation2 = 576,
  normalImpulse2 = 592,
  normalMass2 = 608,
  totalImpulse2 = 624,
  approach2 = 640,
}
/** From a field of the first point to that of the second. */
export const SECOND: usize = Block.crossA2 - Block.crossA1;
export const ONE_POINT_BYTES: usize = 512;
export const TWO_POINT_BYTES: usize = 656;

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
  /** Are there blocks of any colour? They lie one behind the other. */
  @inline static any(): bool {
    return Ranges.start(colourAt(0), 0) != Ranges.end(colourAt(COLOUR_COUNT - 1), 1);
  }
}

/** The order in which colours are solved: what found no colour first, contacts with the ground last. */
export function colourAt(turn: u32): u32 {
  return turn == 0 ? OVERFLOW_COLOUR : turn - 1;
}
