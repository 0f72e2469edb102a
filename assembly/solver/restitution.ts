import { X } from "../math/transpose";
import { V } from "../math/wide";
import { world } from "../world/world";
import { Block, ONE_POINT_BYTES, TWO_POINT_BYTES } from "./contact_block";
import { SolverRows } from "./contact_solver";
import { Motion } from "./integrate";
import { SolverBody } from "./solver_body";

// Restitution, after the last sub-step: points that approached faster than the threshold when the step began, and that
// pushed since, are sent away with e times the speed they met at. One pass, no iteration (Catto, "Solver2D", 2024).
//
// A step sees a fast body first above the surface or already below it, and leaves it a little below. Both gaps are
// accounted for by what semi-implicit Euler keeps constant in free flight: with u the normal velocity, a the relative
// acceleration under forces along the normal and h the sub-step,
//
//     I = u² / 2 − a · gap + a h u / 2
//
// The bounce leaves with e² I. Without this a ball of e = 0.25 falling 1.5 m rises a fifth too little.

/** The h of that formula: semi-implicit Euler's; the other integrators keep energy differently (RK4: exactly). */
function lateness(): f32 {
  return world.h * (1 - <f32>world.integrator);
}

/** Before the first sub-step: normal velocities at the surface. */
export function noteApproaches<T, M, P>(start: usize, end: usize): void {
  if (start >= end) {
    return;
  }
  const zero = V.splat<T>(0);
  const two = V.splat<T>(2);
  const invH = V.splat<T>(world.invH);
  const h = V.splat<T>(lateness());
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
    let aAx: T;
    let aAy: T;
    let aBx: T;
    let aBy: T;
    if (isVector<T>()) {
      let r0 = v128.load(Motion.row(load<u32>(p, Block.bodyA)));
      let r1 = v128.load(Motion.row(load<u32>(p, Block.bodyA + 4)));
      let r2 = v128.load(Motion.row(load<u32>(p, Block.bodyA + 8)));
      let r3 = v128.load(Motion.row(load<u32>(p, Block.bodyA + 12)));
      aAx = X.lo(X.lo(r0, r2), X.lo(r1, r3));
      aAy = X.hi(X.lo(r0, r2), X.lo(r1, r3));
      r0 = v128.load(Motion.row(load<u32>(p, Block.bodyB)));
      r1 = v128.load(Motion.row(load<u32>(p, Block.bodyB + 4)));
      r2 = v128.load(Motion.row(load<u32>(p, Block.bodyB + 8)));
      r3 = v128.load(Motion.row(load<u32>(p, Block.bodyB + 12)));
      aBx = X.lo(X.lo(r0, r2), X.lo(r1, r3));
      aBy = X.hi(X.lo(r0, r2), X.lo(r1, r3));
    } else {
      const a = Motion.row(load<usize>(p, Block.bodyA));
      const b = Motion.row(load<usize>(p, Block.bodyB));
      aAx = load<f32>(a) as T;
      aAy = load<f32>(a, 4) as T;
      aBx = load<f32>(b) as T;
      aBy = load<f32>(b, 4) as T;
    }
    const nx = load<T>(p, Block.nx);
    const ny = load<T>(p, Block.ny);
    const dvn = (vBx - vAx) * nx + (vBy - vAy) * ny;
    const acceleration = ((aBx - aAx) * nx + (aBy - aAy) * ny) * invH;
    store<T>(p, acceleration, Block.acceleration);
    const lag = acceleration * h;
    {
      // first point
      const crossA = load<T>(p, Block.crossA1);
      const crossB = load<T>(p, Block.crossB1);
      const gap = load<T>(p, Block.separation1) + (load<T>(p, Block.alongB1) - load<T>(p, Block.alongA1));
      const vn = dvn + wB * crossB - wA * crossA;
      const atSurface = V.sqrt<T>(V.max<T>(vn * vn - two * acceleration * gap + lag * vn, zero));
      // What parts stays as it is; what approaches counts with its speed at the surface.
      store<T>(p, V.select<T, M>(V.gt<T, M>(zero, vn), -atSurface, vn), Block.approach1);
    }
    if (isInteger<P>()) {
      {
        // second point
        const crossA = load<T>(p, Block.crossA2);
        const crossB = load<T>(p, Block.crossB2);
        const gap = load<T>(p, Block.separation2) + (load<T>(p, Block.alongB2) - load<T>(p, Block.alongA2));
        const vn = dvn + wB * crossB - wA * crossA;
        const atSurface = V.sqrt<T>(V.max<T>(vn * vn - two * acceleration * gap + lag * vn, zero));
        // What parts stays as it is; what approaches counts with its speed at the surface.
        store<T>(p, V.select<T, M>(V.gt<T, M>(zero, vn), -atSurface, vn), Block.approach2);
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
  const two = V.splat<T>(2);
  const halfH = V.splat<T>(0.5 * lateness());
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
    let dpx: T;
    let dpy: T;
    let cA: T;
    let sA: T;
    let cB: T;
    let sB: T;
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
      r0 = v128.load(p0, 16);
      r1 = v128.load(p1, 16);
      r2 = v128.load(p2, 16);
      r3 = v128.load(p3, 16);
      t0 = X.lo(r0, r2);
      t1 = X.lo(r1, r3);
      t2 = X.hi(r0, r2);
      t3 = X.hi(r1, r3);
      dpx = X.lo(t0, t1);
      dpy = X.hi(t0, t1);
      cA = X.lo(t2, t3);
      sA = X.hi(t2, t3);
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
      r0 = v128.load(p0, 16);
      r1 = v128.load(p1, 16);
      r2 = v128.load(p2, 16);
      r3 = v128.load(p3, 16);
      t0 = X.lo(r0, r2);
      t1 = X.lo(r1, r3);
      t2 = X.hi(r0, r2);
      t3 = X.hi(r1, r3);
      dpx = X.lo(t0, t1) - dpx;
      dpy = X.hi(t0, t1) - dpy;
      cB = X.lo(t2, t3);
      sB = X.hi(t2, t3);
    } else {
      const a = changetype<SolverBody>(load<usize>(p, Block.bodyA));
      const b = changetype<SolverBody>(load<usize>(p, Block.bodyB));
      vAx = a.vx as T;
      vAy = a.vy as T;
      wA = a.w as T;
      vBx = b.vx as T;
      vBy = b.vy as T;
      wB = b.w as T;
      dpx = (b.dx - a.dx) as T;
      dpy = (b.dy - a.dy) as T;
      cA = a.dc as T;
      sA = a.ds as T;
      cB = b.dc as T;
      sB = b.ds as T;
    }
    const nx = load<T>(p, Block.nx);
    const ny = load<T>(p, Block.ny);
    const imA = load<T>(p, Block.invMassA);
    const imB = load<T>(p, Block.invMassB);
    const iiA = load<T>(p, Block.invInertiaA);
    const iiB = load<T>(p, Block.invInertiaB);
    const restitution = load<T>(p, Block.restitution);
    const acceleration = load<T>(p, Block.acceleration);
    const lag = acceleration * halfH;
    const dpn = dpx * nx + dpy * ny;
    let dvn = (vBx - vAx) * nx + (vBy - vAy) * ny;
    let pushN = zero;
    {
      // first point
      const crossA = load<T>(p, Block.crossA1);
      const crossB = load<T>(p, Block.crossB1);
      const alongA = load<T>(p, Block.alongA1);
      const alongB = load<T>(p, Block.alongB1);
      const gap = dpn + (cB * alongB + sB * crossB - (cA * alongA + sA * crossA)) + load<T>(p, Block.separation1);
      const approach = load<T>(p, Block.approach1);
      const pushed = load<T>(p, Block.totalImpulse1);
      const bounces = V.and<M>(V.gt<T, M>(threshold, approach), V.gt<T, M>(pushed, zero));
      const leaving = restitution * approach;
      const wantedSpeed = V.sqrt<T>(V.max<T>(lag * lag + leaving * leaving + two * acceleration * gap, zero)) - lag;
      const vn = dvn + wB * crossB - wA * crossA;
      const old = load<T>(p, Block.normalImpulse1);
      const wanted = V.max<T>(old - load<T>(p, Block.normalMass1) * (vn - wantedSpeed), zero);
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
        const alongA = load<T>(p, Block.alongA2);
        const alongB = load<T>(p, Block.alongB2);
        const gap = dpn + (cB * alongB + sB * crossB - (cA * alongA + sA * crossA)) + load<T>(p, Block.separation2);
        const approach = load<T>(p, Block.approach2);
        const pushed = load<T>(p, Block.totalImpulse2);
        const bounces = V.and<M>(V.gt<T, M>(threshold, approach), V.gt<T, M>(pushed, zero));
        const leaving = restitution * approach;
        const wantedSpeed = V.sqrt<T>(V.max<T>(lag * lag + leaving * leaving + two * acceleration * gap, zero)) - lag;
        const vn = dvn + wB * crossB - wA * crossA;
        const old = load<T>(p, Block.normalImpulse2);
        const wanted = V.max<T>(old - load<T>(p, Block.normalMass2) * (vn - wantedSpeed), zero);
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
