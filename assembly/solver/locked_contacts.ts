import { SolverKind } from "../abi/option_layout";
import { V } from "../math/wide";
import { COLOUR_COUNT, lockedBlocks } from "../world/buffers";
import { world } from "../world/world";
import { Block, ONE_POINT_BYTES, Ranges, TWO_POINT_BYTES, colourAt } from "./contact_block";
import { Column, Motion } from "./integrate";
import { SideA, SideB } from "./solver_rows";

// Contacts of bodies with a locked axis. A contact treats both bodies as free, and what it pushed along a locked axis is taken
// back before contacts of the next colour see it, or bodies resting there would be dragged along. So blocks with such contacts
// are relaxed once more, and bounce again until what is taken back no longer counts. Other blocks are left as they were: when
// one locked crate made all of a heap beside it relax twice, that cost a fifth of the step.

/** Does a side of any lane of the block (or of this lane) have both mass and a locked axis? */
function anyLocked<T, M>(p: usize): bool {
  const one = V.splat<T>(1);
  const a = one - V.min<T>(Motion.lock<T, SideA>(p, Column.X), Motion.lock<T, SideA>(p, Column.Y));
  const b = one - V.min<T>(Motion.lock<T, SideB>(p, Column.X), Motion.lock<T, SideB>(p, Column.Y));
  const counts = V.max<T>(load<T>(p, Block.invMassA) * a, load<T>(p, Block.invMassB) * b);
  return V.any<M>(V.gt<T, M>(counts, V.splat<T>(0)));
}

/** Finds such blocks in the batch: addresses, + 1 for blocks of two points. Room for them has been reserved. */
export function gatherLocked(): void {
  lockedBlocks.count = 0;
  if (world.solvedLocks == 0 || world.solver == SolverKind.Arcade) {
    return; // the arcade solver relaxes nothing
  }
  for (let turn: u32 = 0; turn < COLOUR_COUNT; turn++) {
    const colour = colourAt(turn);
    for (let two: u32 = 0; two < 2; two++) {
      const bytes = two ? TWO_POINT_BYTES : ONE_POINT_BYTES;
      for (let p = Ranges.start(colour, two), end = Ranges.end(colour, two); p < end; p += bytes) {
        let locked = false;
        if (ASC_FEATURE_SIMD) {
          locked = anyLocked<v128, v128>(p);
        } else {
          for (let q = p; q < p + 16; q += 4) {
            locked = locked || anyLocked<f32, bool>(q);
          }
        }
        if (locked) {
          const n = lockedBlocks.count;
          store<u32>(lockedBlocks.ptr + ((<usize>n) << 2), (<u32>p) | two);
          lockedBlocks.count = n + 1;
        }
      }
    }
  }
}
