import { V } from "../math/wide";
import { BLOCK_TABLE, SEAM_BOX } from "../memory/fixed";
import { COLOUR_COUNT, MOVING_COLOURS, OVERFLOW_COLOUR, asideBlocks, contactBlocks } from "../world/buffers";

/**
 * A constraint block: four contacts of one colour, structure of arrays. The values are byte offsets of its fields, 16 bytes
 * each, one lane per contact. One-point blocks end before the fields of the second point. Streamed by the solver, rebuilt each
 * step.
 *
 * A pass over many blocks takes as long as moving their bytes from memory and back. So a block has only what each pass reads,
 * what a pass writes lies side by side, and the rest is in `Aside` (docs/decisions/0029-contacts-in-memory.md).
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
  /** Its sign is a flag: read it by `frictionOf` and `answersOf`. */
  friction = 128,
  tangentSpeed = 144,
  /** Softness: `biasRate` includes the mass scale, which is 1 less the impulse scale. */
  biasRate = 160,
  impulseScale = 176,
  tangentMass = 192,
  /** r · n where friction acts: at the only point, or at the deeper of two. */
  alongA = 208,
  alongB = 224,
  tangentImpulse = 240,
  normalImpulse1 = 256,
  /** Sum of the normal impulse over the sub-steps: did the point push at all? */
  totalImpulse1 = 272,
  normalMass1 = 288,
  /** Gap at the start of the step without the anchors' share, so that only the turned anchors need be added. */
  separation1 = 304,
  /** Anchors of a point: r × n, and r · n on the shape's core (solver/contact_solver.ts). */
  crossA1 = 320,
  coreA1 = 336,
  crossB1 = 352,
  coreB1 = 368,
  normalImpulse2 = 384,
  totalImpulse2 = 400,
  normalMass2 = 416,
  separation2 = 432,
  crossA2 = 448,
  coreA2 = 464,
  crossB2 = 480,
  coreB2 = 496,
}
/** From a field of the first point to that of the second. */
export const SECOND: usize = Block.crossA2 - Block.crossA1;
export const ONE_POINT_BYTES: usize = 384;
export const TWO_POINT_BYTES: usize = 512;

/** One bit for each lane of a block; they fit below a block's address, which is a multiple of 16. */
export const ALL_LANES: u32 = 15;

/** Offset of blocks from a cache line: then a pass writes one line for a point and its friction. */
export const BLOCK_OFFSET: usize = 16;

/** What only restitution and rolling resistance read of a block, a quarter of its length. Offsets from `aside`, 16 bytes each. */
export const enum Aside {
  restitution = 0,
  rollingResistance = 16,
  rollingImpulse = 32,
  /** Reused once the sub-steps are over: the impulses that the bounce has pushed and rubbed so far. */
  bouncePush = rollingResistance,
  bounceRub = rollingImpulse,
  /** Of B relative to A along n, under forces. */
  acceleration = 48,
  /** Normal velocity at the start of the step. Like the acceleration, written by approaches.ts, only where something reads it. */
  approach1 = 64,
  /**
   * What the point had pushed before it bounced; 0 where it did not. Like all of the bounce, written by the first pass of
   * restitution; a block that does not bounce in that never does.
   */
  stopped1 = 80,
  approach2 = 96,
  stopped2 = 112,
}
if (SECOND >> 2 != Aside.approach2 - Aside.approach1) {
  ERROR("the second point of what lies aside must be found as the first is");
}

/** Address of the `Aside` fields of the block, lane or second point at `q`. @inline */
export function aside(q: usize): usize {
  return asideBlocks.ptr + (((q & ~15) - BLOCK_OFFSET - contactBlocks.ptr) >> 2) + (q & 12);
}

/** @inline */
export function frictionOf<T>(p: usize): T {
  return V.abs<T>(load<T>(p, Block.friction));
}

/** Lanes whose normals answer to friction at once: no joint holds either body, or there is no friction. @inline */
export function answersOf<T, M>(p: usize): M {
  return V.le<T, M>(V.splat<T>(0), load<T>(p, Block.friction));
}

/** Marks the contact at lane `q` as one whose normals do not answer. */
export function holdAnswer(q: usize): void {
  store<f32>(q, -load<f32>(q, Block.friction), Block.friction);
}

/** Behind the ranges: the turns of a forward pass, and of a backward one, at which there are blocks (u32 each, a bit a turn). */
const TURNS: usize = BLOCK_TABLE + ((<usize>COLOUR_COUNT * 2) << 3);
const BACK_TURNS: usize = TURNS + 4;
if (BACK_TURNS + 4 > SEAM_BOX) {
  ERROR("the table of ranges reaches into the next record");
}

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
  /** Are there blocks of a colour? Those of two points follow those of one. */
  @inline static has(colour: u32): bool {
    return Ranges.start(colour, 0) != Ranges.end(colour, 1);
  }
  /** Are there blocks of any colour? */
  @inline static any(): bool {
    return load<u32>(TURNS) != 0;
  }
  /** The turns of a pass at which colours with blocks are solved, as bits: a small world has blocks of few. */
  @inline static turns(backwards: bool): u32 {
    return backwards ? load<u32>(BACK_TURNS) : load<u32>(TURNS);
  }
  /** Notes for which colours there are blocks. */
  static noteTurns(): void {
    let turns: u32 = 0;
    let backTurns: u32 = 0;
    for (let turn: u32 = 0; turn < COLOUR_COUNT; turn++) {
      turns |= (<u32>Ranges.has(colourAt(turn))) << turn;
      backTurns |= (<u32>Ranges.has(colourBackAt(turn))) << turn;
    }
    store<u32>(TURNS, turns);
    store<u32>(BACK_TURNS, backTurns);
  }
}

/** The order in which colours are solved: the overflow first, contacts with the ground last. */
export function colourAt(turn: u32): u32 {
  return turn == 0 ? OVERFLOW_COLOUR : turn - 1;
}

/** The same of a backwards pass: contacts of two moving bodies from the last colour to the first, then those with the ground. */
export function colourBackAt(turn: u32): u32 {
  const moving = popcnt<u32>(MOVING_COLOURS);
  return turn != 0 && turn <= moving ? moving - turn : colourAt(turn);
}
