import { Buffer, List } from "../memory/buffer";
import { ALL_LANES, Block } from "./contact_block";
import { solveContacts } from "./contact_solver";
import { Column, Motion } from "./integrate";
import { SideA, SideB, SolverRows } from "./solver_rows";

// Extra relaxing passes over some contacts only, where one pass a sub-step is not enough: lanes of columns (columns.ts), and
// blocks of bodies with a locked axis (locked_contacts.ts).

/** Another relaxing pass over listed blocks of bodies with a locked axis. Each u32 is a block's address, + 1 for blocks of two points. */
export function relaxAgain(blocks: Buffer): void {
  for (let k: u32 = 0, n = blocks.count; k < n; k++) {
    const block = List.get(blocks, k);
    if (block & 1) {
      relaxBlock<i32>(<usize>(block & ~1));
    } else {
      relaxBlock<f32>(<usize>block);
    }
    const p = <usize>(block & ~1);
    if (ASC_FEATURE_SIMD) {
      takeBack<v128>(p);
    } else {
      for (let q = p; q < p + 16; q += 4) {
        takeBack<f32>(q);
      }
    }
  }
}

/**
 * The same over single lanes of two-point blocks: each entry is an address plus a bit for each lane. Other lanes of the block
 * are unrelated: when whole blocks were relaxed, a tower changed what went on a kilometre away.
 */
export function relaxLanes(blocks: Buffer): void {
  for (let k: u32 = 0, n = blocks.count; k < n; k++) {
    const block = List.get(blocks, k);
    const p = <usize>(block & ~ALL_LANES);
    for (let lane: u32 = 0; lane < 4; lane++) {
      if ((block >> lane) & 1) {
        relaxLane<i32>(p + ((<usize>lane) << 2));
      }
    }
  }
}

/** Takes back the velocity of a block's bodies along locked axes, before other contacts see it. */
function takeBack<T>(p: usize): void {
  const vAx = SolverRows.vx<T, SideA>(p) * Motion.lock<T, SideA>(p, Column.X);
  const vAy = SolverRows.vy<T, SideA>(p) * Motion.lock<T, SideA>(p, Column.Y);
  const wA = SolverRows.w<T, SideA>(p);
  const vBx = SolverRows.vx<T, SideB>(p) * Motion.lock<T, SideB>(p, Column.X);
  const vBy = SolverRows.vy<T, SideB>(p) * Motion.lock<T, SideB>(p, Column.Y);
  const wB = SolverRows.w<T, SideB>(p);
  SolverRows.store<T>(p + Block.bodyA, vAx, vAy, wA);
  SolverRows.store<T>(p + Block.bodyB, vBx, vBy, wB);
}

/** Another relaxing pass over a block. `P` as for solveContacts. */
export function relaxBlock<P>(p: usize): void {
  if (ASC_FEATURE_SIMD) {
    uncount<v128, P>(p);
    solveContacts<v128, v128, f32, P>(p, p + 16);
  } else {
    for (let q = p; q < p + 16; q += 4) {
      relaxLane<P>(q);
    }
  }
}

function relaxLane<P>(q: usize): void {
  uncount<f32, P>(q);
  solveContacts<f32, bool, f32, P>(q, q + 4);
}

/** Takes back what the previous pass added to the total impulses: they count each sub-step once, not each pass. */
function uncount<T, P>(p: usize): void {
  store<T>(p, load<T>(p, Block.totalImpulse1) - load<T>(p, Block.normalImpulse1), Block.totalImpulse1);
  if (isInteger<P>()) {
    store<T>(p, load<T>(p, Block.totalImpulse2) - load<T>(p, Block.normalImpulse2), Block.totalImpulse2);
  }
}
