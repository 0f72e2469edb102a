import { V } from "../math/wide";
import { Aside, Block, ONE_POINT_BYTES, TWO_POINT_BYTES, aside } from "./contact_block";
import { SideA, SideB, SolverRows } from "./solver_rows";

// Rolling resistance of a contact: a torque against the relative turn, at most the arm ρ = resistance · radius times the
// normal impulse of its points.
//
//     Ċ = ωB − ωA,   J = [0, −1, 0, 1],   K = IA⁻¹ + IB⁻¹,   |λ| ≤ ρ (λn1 + λn2)
//
// A pass of its own, made only if some contact has rolling resistance: so the contact kernel need not know of it.

/** `P` int: two points; float: one. */
export function solveRolling<T, M, P>(start: usize, end: usize): void {
  if (start >= end) {
    return;
  }
  const bytes = isInteger<P>() ? TWO_POINT_BYTES : ONE_POINT_BYTES;
  let p = start;
  do {
    const vAx = SolverRows.vx<T, SideA>(p);
    const vAy = SolverRows.vy<T, SideA>(p);
    let wA = SolverRows.w<T, SideA>(p);
    const vBx = SolverRows.vx<T, SideB>(p);
    const vBy = SolverRows.vy<T, SideB>(p);
    let wB = SolverRows.w<T, SideB>(p);
    let normal = load<T>(p, Block.normalImpulse1);
    if (isInteger<P>()) {
      normal = normal + load<T>(p, Block.normalImpulse2);
    }
    const iiA = load<T>(p, Block.invInertiaA);
    const iiB = load<T>(p, Block.invInertiaB);
    const r = aside(p);
    const limit = load<T>(r, Aside.rollingResistance) * normal;
    const old = load<T>(r, Aside.rollingImpulse);
    const impulse = V.max<T>(V.min<T>(old - V.inverse<T, M>(iiA + iiB) * (wB - wA), limit), -limit);
    store<T>(r, impulse, Aside.rollingImpulse);
    const change = impulse - old;
    wA = wA - iiA * change;
    wB = wB + iiB * change;
    SolverRows.store<T>(p + Block.bodyA, vAx, vAy, wA);
    SolverRows.store<T>(p + Block.bodyB, vBx, vBy, wB);
    p = V.next<T>(p, bytes);
  } while (p < end);
}
