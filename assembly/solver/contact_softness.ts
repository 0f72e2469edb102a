import { SolverKind } from "../abi/option_layout";
import { CONTACT_SOFTNESS } from "../memory/fixed";
import { V } from "../math/wide";
import { world } from "../world/world";
import { Block } from "./contact_block";
import { Softness } from "./softness";

/** No contact between moving bodies is stiffer than this share of the sub-step rate, except in columns. */
const HIGHEST: f32 = 0.25;
/** Factor on `contactHertz` for contacts of one point: heaps of balls overlap by a third less for it. */
const ONE_POINT: f32 = 1.2;
/** Factor for contacts with the ground: a pile then rests on it rather than in it. */
const HARD: f32 = 2;
/** Contacts between overlapping parts of one machine are softer by this factor. */
const GENTLE: f32 = 3;
/** Factor for the contacts of a column, and their bound as a share of the sub-step rate. */
const COLUMN: f32 = 4;
const HIGHEST_COLUMN: f32 = 0.5;

/** A kinematic body squeezes if its contact would need more than this share of `contactPushSpeed` to push back what it bears. */
const SQUEEZING: f32 = 0.6667;

/** How stiff a contact is. The values are offsets of the two numbers of softness that a block has. */
export const enum Stiffness {
  /** Between two bodies that move. */
  Moving = 0,
  /** The same at one point, unless a joint holds a body: joints have to be twice as stiff as contacts that push at them. */
  OnePoint = 8,
  /** One body does not move, or is kinematic and does not squeeze the other. */
  Hard = 16,
  /** Between overlapping parts of one machine. */
  Gentle = 24,
  /** The contact bears a tall stack (columns.ts). */
  Column = 32,
}

/**
 * Contacts as springs (solver/softness.ts). Each kind has its own frequency, and its coefficients are computed once a step
 * (docs/decisions/0035-stiffness-of-points.md). In the other solvers contacts are rigid, which is 0 here, and overlap is taken
 * out of the positions (solver/plain.ts).
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
   * The impulse per mass beyond which a kinematic body squeezes a body against ground that does not give way. Its contact is
   * then as soft as between moving bodies; otherwise the two drive each other up, and the body between is pushed into the
   * ground (docs/decisions/0044-what-kinematic-bodies-squeeze.md).
   */
  static squeezing(): f32 {
    return (SQUEEZING * world.contactPushSpeed) / load<f32>(<usize>Stiffness.Hard, CONTACT_SOFTNESS + 4);
  }
  /** Does an immovable body in this lane push more softly than ground, because it squeezes or because both are parts of one machine? */
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

/** This many times `contactHertz`, as far as the sub-step rate allows (unit: Hz). */
function bounded(factor: f32): f32 {
  return world.solver == SolverKind.Soft ? min<f32>(factor * world.contactHertz, HIGHEST * world.invH) : 0;
}

function workOut(stiffness: Stiffness, hertz: f32): void {
  const zeta = world.contactDampingRatio;
  store<f32>(<usize>stiffness, Softness.scaledBiasRate(hertz, zeta, world.h), CONTACT_SOFTNESS);
  store<f32>(<usize>stiffness, Softness.impulseScale(hertz, zeta, world.h), CONTACT_SOFTNESS + 4);
}
