import { X } from "../math/transpose";
import { V } from "../math/wide";
import { Block, ONE_POINT_BYTES, TWO_POINT_BYTES } from "./contact_block";
import { SolverRows } from "./contact_solver";
import { SolverBody } from "./solver_body";

// Rolling resistance of a contact: a torque against the relative turn, at most the arm ρ = resistance · radius times the
// normal impulse of its points.
//
//     Ċ = ωB − ωA,   J = [0, −1, 0, 1],   K = IA⁻¹ + IB⁻¹,   |λ| ≤ ρ (λn1 + λn2)
//
// A pass of its own, and only when some contact has any: the contact kernel stays free of it.

/** `P` int: two points; float: one. */
export function solveRolling<T, P>(start: usize, end: usize): void {
  if (start >= end) {
    return;
  }
  const bytes = isInteger<P>() ? TWO_POINT_BYTES : ONE_POINT_BYTES;
  let p = start;
  do {
    let vAx: T;
    let vAy: T;
    let wA: T;
    let vBx: T;
    let vBy: T;
    let wB: T;
    if (isVector<T>()) {
      let p0 = <usize>load<u32>(p, Block.bodyA + 0);
      let p1 = <usize>load<u32>(p, Block.bodyA + 4);
      let p2 = <usize>load<u32>(p, Block.bodyA + 8);
      let p3 = <usize>load<u32>(p, Block.bodyA + 12);
      let r0 = v128.load(p0);
      let r1 = v128.load(p1);
      let r2 = v128.load(p2);
      let r3 = v128.load(p3);
      let t0: v128;
      let t1: v128;
      let t2: v128;
      let t3: v128;
      t0 = X.lo(r0, r2);
      t1 = X.lo(r1, r3);
      t2 = X.hi(r0, r2);
      t3 = X.hi(r1, r3);
      vAx = X.lo(t0, t1);
      vAy = X.hi(t0, t1);
      wA = X.lo(t2, t3);
      p0 = <usize>load<u32>(p, Block.bodyB + 0);
      p1 = <usize>load<u32>(p, Block.bodyB + 4);
      p2 = <usize>load<u32>(p, Block.bodyB + 8);
      p3 = <usize>load<u32>(p, Block.bodyB + 12);
      r0 = v128.load(p0);
      r1 = v128.load(p1);
      r2 = v128.load(p2);
      r3 = v128.load(p3);
      t0 = X.lo(r0, r2);
      t1 = X.lo(r1, r3);
      t2 = X.hi(r0, r2);
      t3 = X.hi(r1, r3);
      vBx = X.lo(t0, t1);
      vBy = X.hi(t0, t1);
      wB = X.lo(t2, t3);
    } else {
      const a = changetype<SolverBody>(load<usize>(p, Block.bodyA));
      const b = changetype<SolverBody>(load<usize>(p, Block.bodyB));
      vAx = a.vx as T;
      vAy = a.vy as T;
      wA = a.w as T;
      vBx = b.vx as T;
      vBy = b.vy as T;
      wB = b.w as T;
    }
    let normal = load<T>(p, Block.normalImpulse1);
    if (isInteger<P>()) {
      normal = normal + load<T>(p, Block.normalImpulse2);
    }
    const limit = load<T>(p, Block.rollingResistance) * normal;
    const old = load<T>(p, Block.rollingImpulse);
    const impulse = V.max<T>(V.min<T>(old - load<T>(p, Block.rollingMass) * (wB - wA), limit), -limit);
    store<T>(p, impulse, Block.rollingImpulse);
    const change = impulse - old;
    wA = wA - load<T>(p, Block.invInertiaA) * change;
    wB = wB + load<T>(p, Block.invInertiaB) * change;
    SolverRows.store<T>(p + Block.bodyA, vAx, vAy, wA);
    SolverRows.store<T>(p + Block.bodyB, vBx, vBy, wB);
    p = V.next<T>(p, bytes);
  } while (p < end);
}
