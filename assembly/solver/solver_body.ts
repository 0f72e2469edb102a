import { V } from "../math/wide";
import { Bodies } from "../world/body";
import { solverBodies } from "../world/buffers";

/**
 * What the solver knows of a body: 32 bytes, two rows, all that its kernels gather. Dense in the order of the awake list,
 * number 0 being the immovable body that static and sleeping sides point to; it has no mass in any constraint, so
 * kernels store to it without asking, and always the zero that they read.
 */
@unmanaged
export class SolverBody {
  vx: f32;
  vy: f32;
  w: f32;
  /** Does it touch at most two bodies that move? 1 or 0; gone once the sub-steps begin (solver/columns.ts). */
  slender: f32;
  /** Moved and turned since the step began; a sine of −0: not turned until it is over (`BodyFlag.Round`). */
  dx: f32;
  dy: f32;
  dc: f32;
  ds: f32;
}
export const SOLVER_BODY_BYTES: usize = 32;
if (offsetof<SolverBody>() != SOLVER_BODY_BYTES) {
  ERROR("a solver body is two rows of 16 bytes");
}

/** −0, which no turn that began with 0 becomes. */
export const UNTURNED: f32 = reinterpret<f32>(0x80000000);

export abstract class SolverBodies {
  /**
   * Gaps follow the material points that touched when the step began, and those of what rolls rise from the ground: a marble of
   * 5 cm sank by 18 % of its radius at 5 m/s, and lost speed. The gap of a circle knows of no turn, so while the solver is at work
   * such a body does not turn (docs/decisions/0021-rolling-circles.md).
   */
  @inline static isUnturned(s: SolverBody): bool {
    return V.minusZero<f32, bool>(s.ds);
  }
  /** Address of the solver's record of a body slot. */
  @inline static of(slot: u32): usize {
    return solverBodies.ptr + ((<usize>Bodies.solverIndex(slot)) << 5);
  }
}
