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
  /** Does it touch at most two bodies that move, with no joint to one? 1 or 0; gone once the sub-steps begin (solver/columns.ts). */
  slender: f32;
  /** Moved and turned since the step began. */
  dx: f32;
  dy: f32;
  dc: f32;
  ds: f32;
}
export const SOLVER_BODY_BYTES: usize = 32;
if (offsetof<SolverBody>() != SOLVER_BODY_BYTES) {
  ERROR("a solver body is two rows of 16 bytes");
}

export abstract class SolverBodies {
  /** Address of the solver's record of a body slot. */
  @inline static of(slot: u32): usize {
    return solverBodies.ptr + ((<usize>Bodies.solverIndex(slot)) << 5);
  }
  /**
   * A joint holds the two whose records lie there: of two that move neither is slender, however much they bear, for limbs are no column
   * (docs/decisions/0009-columns.md).
   */
  static joined(a: usize, b: usize): void {
    if (a != solverBodies.ptr && b != solverBodies.ptr) {
      changetype<SolverBody>(a).slender = 0;
      changetype<SolverBody>(b).slender = 0;
    }
  }
  /** Number of the body whose record lies there. */
  @inline static number(address: usize): u32 {
    return <u32>((address - solverBodies.ptr) / SOLVER_BODY_BYTES);
  }
}
