import { V } from "../math/wide";
import { world } from "../world/world";
import { Aside, Block, ONE_POINT_BYTES, SECOND, TWO_POINT_BYTES, aside } from "./contact_block";
import { Column, Motion } from "./integrate";
import { SideA, SideB, SolverRows } from "./solver_rows";

// How fast the points of contacts approach at the surface, noted before the first sub-step. A bouncing point leaves at e times
// that speed (restitution.ts).
//
// A step first sees a fast body above the surface, or already below it, and leaves it a little below. Both gaps are accounted
// for by a quantity that semi-implicit Euler keeps constant in free flight: with u the normal velocity, a the relative
// acceleration under forces along the normal and h the sub-step,
//
//     I = u² / 2 − a · gap + a h u / 2
//
// The bounce leaves with e² I. Without this correction a ball of e = 0.25 falling 1.5 m rises a fifth too little.

/** Notes normal velocities at the surface, before the first sub-step. */
export function noteApproaches<T, M, P>(start: usize, end: usize): void {
  if (start >= end) {
    return;
  }
  const invH = V.splat<T>(world.invH);
  const bytes = isInteger<P>() ? TWO_POINT_BYTES : ONE_POINT_BYTES;
  let p = start;
  do {
    const vAx = SolverRows.vx<T, SideA>(p);
    const vAy = SolverRows.vy<T, SideA>(p);
    const wA = SolverRows.w<T, SideA>(p);
    const vBx = SolverRows.vx<T, SideB>(p);
    const vBy = SolverRows.vy<T, SideB>(p);
    const wB = SolverRows.w<T, SideB>(p);
    const aAx = Motion.change<T, M, SideA>(p, Column.X);
    const aAy = Motion.change<T, M, SideA>(p, Column.Y);
    const aBx = Motion.change<T, M, SideB>(p, Column.X);
    const aBy = Motion.change<T, M, SideB>(p, Column.Y);
    const nx = load<T>(p, Block.nx);
    const ny = load<T>(p, Block.ny);
    const dvn = (vBx - vAx) * nx + (vBy - vAy) * ny;
    const acceleration = ((aBx - aAx) * nx + (aBy - aAy) * ny) * invH;
    store<T>(aside(p), acceleration, Aside.acceleration);
    noteApproach<T, M>(p, acceleration, dvn, wA, wB);
    if (isInteger<P>()) {
      noteApproach<T, M>(p + SECOND, acceleration, dvn, wA, wB);
    }
    p = V.next<T>(p, bytes);
  } while (p < end);
}

/**
 * Separating points keep their speed; approaching ones get their speed at the surface. `q`: a point's fields, as if it were the
 * first.
 * @inline
 */
function noteApproach<T, M>(q: usize, acceleration: T, dvn: T, wA: T, wB: T): void {
  const zero = V.splat<T>(0);
  const gap = load<T>(q, Block.separation1) + (load<T>(q, Block.coreB1) - load<T>(q, Block.coreA1));
  const vn = dvn + wB * load<T>(q, Block.crossB1) - wA * load<T>(q, Block.crossA1);
  const lag = acceleration * V.splat<T>(Motion.lateness());
  const squared = vn * vn - V.splat<T>(2) * acceleration * gap + lag * vn;
  const atSurface = V.sqrt<T>(V.max<T>(squared, zero));
  const r = aside(q);
  store<T>(r, V.select<T, M>(V.gt<T, M>(zero, vn), -atSurface, vn), Aside.approach1);
  store<T>(r, zero, Aside.stopped1);
}
