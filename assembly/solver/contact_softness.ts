import { SolverKind } from "../abi/option_layout";
import { CONTACT_SOFTNESS } from "../memory/fixed";
import { V } from "../math/wide";
import { world } from "../world/world";
import { Block } from "./contact_block";
import { Softness } from "./softness";

/** No contact between bodies that move is stiffer than this share of the sub-step rate, but for columns. */
const HIGHEST: f32 = 0.25;
/** Of contacts of one point, against `contactHertz`: heaps of balls overlap by a third less for it. */
const ONE_POINT: f32 = 1.2;
/** Against the ground: a pile then rests on it rather than in it. */
const HARD: f32 = 2;
/** So many times softer are contacts between parts of one machine that lie in each other. */
const GENTLE: f32 = 3;
/** Stiffness of a column, and its bound as a share of the sub-step rate. */
const COLUMN: f32 = 4;
const HIGHEST_COLUMN: f32 = 0.5;

/** With more than this share of `contactPushSpeed` a kinematic body's contact would have to push back what it bears: it squeezes. */
const SQUEEZING: f32 = 0.6667;

/** How stiff a contact is: where the two numbers of its softness lie that a block has. */
export const enum Stiffness {
  /** Between two bodies that move. */
  Moving = 0,
  /** The same at one point, unless a joint holds a body: joints are to be twice as stiff as what pushes at them. */
  OnePoint = 8,
  /** One of both does not move, or is kinematic and does not squeeze the other. */
  Hard = 16,
  /** Between parts of one machine that lie in each other. */
  Gentle = 24,
  /** It bears a tall stack (columns.ts). */
  Column = 32,
}

/**
 * Contacts as springs (solver/softness.ts), each kind of its own frequency, worked out once a step
 * (docs/decisions/0035-stiffness-of-points.md). The other solvers are rigid, which 0 means, and take overlap out of the
 * positions (solver/plain.ts).
 */
export abstract class ContactSoftness {
  static prepare(): void {
    const hertz = ContactSoftness.ofMoving();
    workOut(Stiffness.Moving, hertz);
    workOut(Stiffness.OnePoint, bounded(ONE_POINT));
    workOut(Stiffness.Hard, HARD * hertz);
    workOut(Stiffness.Gentle, hertz / GENTLE);
    workOut(Stiffness.Column, ContactSoftness.ofColumns());
  }
  /** Stiffness between two bodies that move (unit: Hz). */
  static ofMoving(): f32 {
    return bounded(1);
  }
  /** Stiffness of a column (unit: Hz). */
  static ofColumns(): f32 {
    return min<f32>(COLUMN * world.contactHertz, HIGHEST_COLUMN * world.invH);
  }
  @inline static biasRate<T>(stiffness: Stiffness): T {
    return V.splat<T>(load<f32>(<usize>stiffness, CONTACT_SOFTNESS));
  }
  @inline static impulseScale<T>(stiffness: Stiffness): T {
    return V.splat<T>(load<f32>(<usize>stiffness, CONTACT_SOFTNESS + 4));
  }
  /**
   * The impulse per mass beyond which a kinematic body squeezes what it touches against ground that does not give way. Its contact then
   * is as soft as between bodies that move, else the two drive each other up and what is between them goes into the ground
   * (docs/decisions/0044-what-kinematic-bodies-squeeze.md).
   */
  static squeezing(): f32 {
    return (SQUEEZING * world.contactPushSpeed) / load<f32>(<usize>Stiffness.Hard, CONTACT_SOFTNESS + 4);
  }
  /** Does what nothing moves push in this lane more softly than the ground: for it squeezes, or both are parts of one machine? */
  static squeezes(q: usize): bool {
    const lighter = min<f32>(load<f32>(q, Block.invMassA), load<f32>(q, Block.invMassB));
    return lighter == 0 && load<f32>(q, Block.biasRate) != load<f32>(<usize>Stiffness.Hard, CONTACT_SOFTNESS);
  }
  /** Gives a lane of a block this stiffness. */
  static give(q: usize, stiffness: Stiffness): void {
    store<f32>(q, load<f32>(<usize>stiffness, CONTACT_SOFTNESS), Block.biasRate);
    store<f32>(q, load<f32>(<usize>stiffness, CONTACT_SOFTNESS + 4), Block.impulseScale);
  }
}

/** So many times `contactHertz`, as far as the sub-step rate lets it (unit: Hz). */
function bounded(factor: f32): f32 {
  return world.solver == SolverKind.Soft ? min<f32>(factor * world.contactHertz, HIGHEST * world.invH) : 0;
}

function workOut(stiffness: Stiffness, hertz: f32): void {
  const zeta = world.contactDampingRatio;
  store<f32>(<usize>stiffness, Softness.scaledBiasRate(hertz, zeta, world.h), CONTACT_SOFTNESS);
  store<f32>(<usize>stiffness, Softness.impulseScale(hertz, zeta, world.h), CONTACT_SOFTNESS + 4);
}
