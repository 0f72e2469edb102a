import { Bodies } from "../world/body";
import { solverBodies } from "../world/buffers";

/** `SolverBody.slender`: the body touches at most two bodies that move, or more; or a joint holds it to one (solver/columns.ts). */
export const SLENDER: f32 = 1;
export const CROWDED: f32 = 0;
const JOINED: f32 = -1;
/** Only after the warm start: the impulses of the step before throw the body (solver/thrown.ts, which alone reads it). */
export const THROWN: f32 = -2;

/**
 * What the solver knows of a body: 32 bytes in two rows, all that its kernels gather. Records lie in the order of the awake
 * list. Number 0 is the immovable body, which static and sleeping sides point to. It has no mass in any constraint, so kernels
 * store to it without asking, and always store the zero that they read.
 */
@unmanaged
export class SolverBody {
  vx: f32;
  vy: f32;
  w: f32;
  /** May the body be part of a column? SLENDER, CROWDED or JOINED. Once the sub-steps begin it means nothing, but for THROWN. */
  slender: f32;
  /** Motion and turn since the step began. */
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
   * A joint holds the two bodies with these records. If both move, neither is part of a column however much it bears: limbs are
   * not columns (docs/decisions/0009-columns.md).
   */
  static joined(a: usize, b: usize): void {
    if (a != solverBodies.ptr && b != solverBodies.ptr) {
      changetype<SolverBody>(a).slender = JOINED;
      changetype<SolverBody>(b).slender = JOINED;
    }
  }
  /** Number of the body whose record lies there. */
  @inline static number(address: usize): u32 {
    return <u32>((address - solverBodies.ptr) / SOLVER_BODY_BYTES);
  }
}
