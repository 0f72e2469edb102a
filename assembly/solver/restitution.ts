import { X } from "../math/transpose";
import { V } from "../math/wide";
import { world } from "../world/world";
import { Block, ONE_POINT_BYTES, TWO_POINT_BYTES } from "./contact_block";
import { SolverRows } from "./contact_solver";
import { SolverBody } from "./solver_body";

// Restitution, after the last sub-step: points that approached faster than the threshold when the step began, and that
// pushed since, are given the normal velocity −e times the approach. One pass, no iteration (Catto, "Solver2D", 2024).

/** Before the first sub-step: normal velocities. */
export function noteApproaches<T, P>(start: usize, end: usize): void {
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
    const dvn = (vBx - vAx) * load<T>(p, Block.nx) + (vBy - vAy) * load<T>(p, Block.ny);
    {
      // first point
      const crossA = load<T>(p, Block.crossA1);
      const crossB = load<T>(p, Block.crossB1);
      store<T>(p, dvn + wB * crossB - wA * crossA, Block.approach1);
    }
    if (isInteger<P>()) {
      {
        // second point
        const crossA = load<T>(p, Block.crossA2);
        const crossB = load<T>(p, Block.crossB2);
        store<T>(p, dvn + wB * crossB - wA * crossA, Block.approach2);
      }
    }
    p = V.next<T>(p, bytes);
  } while (p < end);
}

/** After the last. */
export function applyRestitution<T, M, P>(start: usize, end: usize): void {
  if (start >= end) {
    return;
  }
  const zero = V.splat<T>(0);
  const threshold = V.splat<T>(-world.restitutionThreshold);
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
    const nx = load<T>(p, Block.nx);
    const ny = load<T>(p, Block.ny);
    const imA = load<T>(p, Block.invMassA);
    const imB = load<T>(p, Block.invMassB);
    const iiA = load<T>(p, Block.invInertiaA);
    const iiB = load<T>(p, Block.invInertiaB);
    const restitution = load<T>(p, Block.restitution);
    let dvn = (vBx - vAx) * nx + (vBy - vAy) * ny;
    let pushN = zero;
    {
      // first point
      const crossA = load<T>(p, Block.crossA1);
      const crossB = load<T>(p, Block.crossB1);
      const approach = load<T>(p, Block.approach1);
      const pushed = load<T>(p, Block.totalImpulse1);
      const bounces = V.and<M>(V.gt<T, M>(threshold, approach), V.gt<T, M>(pushed, zero));
      const vn = dvn + wB * crossB - wA * crossA;
      const old = load<T>(p, Block.normalImpulse1);
      const wanted = V.max<T>(old - load<T>(p, Block.normalMass1) * (vn + restitution * approach), zero);
      const change = V.keep<T, M>(V.and<M>(bounces, V.gt<T, M>(restitution, zero)), wanted - old);
      store<T>(p, old + change, Block.normalImpulse1);
      store<T>(p, pushed + change, Block.totalImpulse1);
      pushN = pushN + change;
      dvn = dvn + (imA + imB) * change;
      wA = wA - iiA * crossA * change;
      wB = wB + iiB * crossB * change;
    }
    if (isInteger<P>()) {
      {
        // second point
        const crossA = load<T>(p, Block.crossA2);
        const crossB = load<T>(p, Block.crossB2);
        const approach = load<T>(p, Block.approach2);
        const pushed = load<T>(p, Block.totalImpulse2);
        const bounces = V.and<M>(V.gt<T, M>(threshold, approach), V.gt<T, M>(pushed, zero));
        const vn = dvn + wB * crossB - wA * crossA;
        const old = load<T>(p, Block.normalImpulse2);
        const wanted = V.max<T>(old - load<T>(p, Block.normalMass2) * (vn + restitution * approach), zero);
        const change = V.keep<T, M>(V.and<M>(bounces, V.gt<T, M>(restitution, zero)), wanted - old);
        store<T>(p, old + change, Block.normalImpulse2);
        store<T>(p, pushed + change, Block.totalImpulse2);
        pushN = pushN + change;
        dvn = dvn + (imA + imB) * change;
        wA = wA - iiA * crossA * change;
        wB = wB + iiB * crossB * change;
      }
    }
    const px = pushN * nx;
    const py = pushN * ny;
    SolverRows.store<T>(p + Block.bodyA, vAx - imA * px, vAy - imA * py, wA);
    SolverRows.store<T>(p + Block.bodyB, vBx + imB * px, vBy + imB * py, wB);
    p = V.next<T>(p, bytes);
  } while (p < end);
}
