import { Buffer, List } from "../memory/buffer";
import { ALL_LANES, Block } from "./contact_block";
import { solveContacts } from "./contact_solver";
import { Column, Motion } from "./integrate";
import { SideA, SideB, SolverRows } from "./solver_rows";

// Relaxing passes over some contacts alone, where one pass a sub-step is not enough: lanes that hold columns (columns.ts), and blocks of
// bodies with a locked axis (locked_contacts.ts).

/** Another relaxing pass over the blocks of bodies with a locked axis in a list: u32 addresses, + 1 where blocks are of two points. */
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
 * The same over lanes of blocks of two points: addresses, + a bit for each lane. What else lies in a block has nothing to do with these:
 * with the whole of it a tower changed what went on a kilometre away.
 */
export function relaxLanes(blocks: Buffer): void {
  for (let k: u32 = 0, n = blocks.count; k < n; k++) {
    const block = List.get(blocks, k);
    const p = <usize>(block & ~ALL_LANES);
    if ((block & ALL_LANES) == ALL_LANES) {
      relaxBlock<i32>(p);
      continue;
    }
    for (let lane: u32 = 0; lane < 4; lane++) {
      if ((block >> lane) & 1) {
        relaxLane<i32>(p + ((<usize>lane) << 2));
      }
    }
  }
}

/** What the bodies of a block go along locked axes is taken back, before others see it. */
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

/** `P` as for solveContacts. */
function relaxBlock<P>(p: usize): void {
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

/** Takes away what the pass before counted: what points pushed in all counts the sub-steps, not the passes. */
function uncount<T, P>(p: usize): void {
  store<T>(p, load<T>(p, Block.totalImpulse1) - load<T>(p, Block.normalImpulse1), Block.totalImpulse1);
  if (isInteger<P>()) {
    store<T>(p, load<T>(p, Block.totalImpulse2) - load<T>(p, Block.normalImpulse2), Block.totalImpulse2);
  }
}
