import { V } from "../math/wide";
import { world } from "../world/world";
import { Block, ONE_POINT_BYTES, TWO_POINT_BYTES } from "./contact_block";
import { SideA, SideB, SolverRows } from "./solver_rows";

// Contact constraint, a point of a manifold with normal n (from A to B), anchors rA, rB, tangent t = (n.y, −n.x):
//
//     C  = (pB − pA) · n ≥ 0
//     Ċ  = (vB + ωB × rB − vA − ωA × rA) · n
//     J  = [−n, −rA × n, n, rB × n],   K = mA⁻¹ + mB⁻¹ + IA⁻¹ (rA × n)² + IB⁻¹ (rB × n)²
//     friction: the same along t with C unbounded, |λt| ≤ μ λn
//
// An anchor is kept as r × n ("cross") and r · n ("along"), which are all that is ever asked of it: r × t = −(r · n), and
// turned by the body's rotation q since the step began, (q r) · n = cos q (r · n) + sin q (r × n). Velocities are taken
// into the frame of n and t once a block. Against anchors as vectors this halves the multiplications.
//
// The biased pass, which decides where bodies go, takes friction first and non-penetration last: the other order leaves a
// pile of circles overlapping by 0.18 m at worst instead of 0.14. The relaxing pass, which decides velocities, takes
// friction last. Friction acts in both: in the relaxing pass alone it costs a fifth less, and a pyramid of base 100 moves
// by 0.43 m instead of 0.36 (docs/decisions/0008-order-of-friction.md).
//
// Sequential impulses with accumulated clamping (Catto, GDC 2006), soft for overlap and relaxed afterwards (TGS soft,
// Catto, "Solver2D", 2024). The gap is followed through the sub-steps, the impulse arms are those of the step's beginning.
//
// The points of a block wait for one another, and a pass is as long as what lies between them. So what knows of no velocity is
// subtracted first, and friction takes each velocity times the mass before it sums them: with both, full `pyramids` step in 0.95
// of the time. The same for non-penetration won nothing.
//
// Type parameters: T, M machine (math/wide.ts); B int: the biased pass, float: the relaxing one; P int: two points, float:
// one. No store of four lanes is conditional: V8 would copy the arithmetic before it into every branch. One lane leaves out
// what changes nothing: a point that is apart and does not push is half of all points where things tumble. What it leaves
// out would add zeros to velocities, so at most the sign of a zero tells the machines apart.

/** A lane of a block has no impulses. */
function isIdle<P>(p: usize): bool {
  if (
    load<f32>(p, Block.rollingImpulse) != 0 ||
    load<f32>(p, Block.normalImpulse1) != 0 ||
    load<f32>(p, Block.tangentImpulse1) != 0
  ) {
    return false;
  }
  return isFloat<P>() || (load<f32>(p, Block.normalImpulse2) == 0 && load<f32>(p, Block.tangentImpulse2) == 0);
}

/** Applies the impulses of the last step, in its first sub-step (later ones carry velocity instead, see integrate.ts). */
export function warmStart<T, P>(start: usize, end: usize): void {
  if (start >= end) {
    return;
  }
  const bytes = isInteger<P>() ? TWO_POINT_BYTES : ONE_POINT_BYTES;
  let p = start;
  do {
    if (!isVector<T>() && isIdle<P>(p)) {
      p = V.next<T>(p, bytes);
      continue;
    }
    let vAx = SolverRows.vx<T, SideA>(p);
    let vAy = SolverRows.vy<T, SideA>(p);
    let wA = SolverRows.w<T, SideA>(p);
    let vBx = SolverRows.vx<T, SideB>(p);
    let vBy = SolverRows.vy<T, SideB>(p);
    let wB = SolverRows.w<T, SideB>(p);
    const nx = load<T>(p, Block.nx);
    const ny = load<T>(p, Block.ny);
    const imA = load<T>(p, Block.invMassA);
    const imB = load<T>(p, Block.invMassB);
    const iiA = load<T>(p, Block.invInertiaA);
    const iiB = load<T>(p, Block.invInertiaB);
    const spin = load<T>(p, Block.rollingImpulse);
    wA = wA - iiA * spin;
    wB = wB + iiB * spin;
    let pushN = V.splat<T>(0);
    let pushT = V.splat<T>(0);
    {
      // first point
      const crossA = load<T>(p, Block.crossA1);
      const crossB = load<T>(p, Block.crossB1);
      const alongA = load<T>(p, Block.alongA1);
      const alongB = load<T>(p, Block.alongB1);
      const normal = load<T>(p, Block.normalImpulse1);
      const tangent = load<T>(p, Block.tangentImpulse1);
      pushN = pushN + normal;
      pushT = pushT + tangent;
      wA = wA - iiA * (crossA * normal - alongA * tangent);
      wB = wB + iiB * (crossB * normal - alongB * tangent);
    }
    if (isInteger<P>()) {
      {
        // second point
        const crossA = load<T>(p, Block.crossA2);
        const crossB = load<T>(p, Block.crossB2);
        const alongA = load<T>(p, Block.alongA2);
        const alongB = load<T>(p, Block.alongB2);
        const normal = load<T>(p, Block.normalImpulse2);
        const tangent = load<T>(p, Block.tangentImpulse2);
        pushN = pushN + normal;
        pushT = pushT + tangent;
        wA = wA - iiA * (crossA * normal - alongA * tangent);
        wB = wB + iiB * (crossB * normal - alongB * tangent);
      }
    }
    // Linear impulses act on both bodies at once.
    const px = pushN * nx + pushT * ny;
    const py = pushN * ny - pushT * nx;
    vAx = vAx - imA * px;
    vAy = vAy - imA * py;
    vBx = vBx + imB * px;
    vBy = vBy + imB * py;
    SolverRows.store<T>(p + Block.bodyA, vAx, vAy, wA);
    SolverRows.store<T>(p + Block.bodyB, vBx, vBy, wB);
    p = V.next<T>(p, bytes);
  } while (p < end);
}

/** One pass over the blocks from `start` to `end`. */
export function solveContacts<T, M, B, P>(start: usize, end: usize): void {
  if (start >= end) {
    return;
  }
  const zero = V.splat<T>(0);
  const one = V.splat<T>(1);
  const invH = V.splat<T>(world.invH);
  const maxPush = V.splat<T>(-world.contactPushSpeed);
  const bytes = isInteger<P>() ? TWO_POINT_BYTES : ONE_POINT_BYTES;
  let p = start;
  do {
    let vAx = SolverRows.vx<T, SideA>(p);
    let vAy = SolverRows.vy<T, SideA>(p);
    let wA = SolverRows.w<T, SideA>(p);
    let vBx = SolverRows.vx<T, SideB>(p);
    let vBy = SolverRows.vy<T, SideB>(p);
    let wB = SolverRows.w<T, SideB>(p);
    const dpx = SolverRows.dx<T, SideB>(p) - SolverRows.dx<T, SideA>(p);
    const dpy = SolverRows.dy<T, SideB>(p) - SolverRows.dy<T, SideA>(p);
    const cA = SolverRows.dc<T, SideA>(p);
    const sA = SolverRows.ds<T, SideA>(p);
    const cB = SolverRows.dc<T, SideB>(p);
    const sB = SolverRows.ds<T, SideB>(p);
    const nx = load<T>(p, Block.nx);
    const ny = load<T>(p, Block.ny);
    const imA = load<T>(p, Block.invMassA);
    const imB = load<T>(p, Block.invMassB);
    const iiA = load<T>(p, Block.invInertiaA);
    const iiB = load<T>(p, Block.invInertiaB);
    // Relative velocity along normal and tangent; impulses are gathered and applied to the bodies' velocities at the end.
    const m = imA + imB;
    let dvn = (vBx - vAx) * nx + (vBy - vAy) * ny;
    let dvt = (vBx - vAx) * ny - (vBy - vAy) * nx - load<T>(p, Block.tangentSpeed);
    let pushN = zero;
    let pushT = zero;
    let idle = 1;
    const friction = load<T>(p, Block.friction);
    const dpn = dpx * nx + dpy * ny;
    let massScale = one;
    let biasRate = zero;
    let impulseScale = zero;
    if (isInteger<B>()) {
      massScale = load<T>(p, Block.massScale);
      biasRate = massScale * load<T>(p, Block.biasRate);
      impulseScale = load<T>(p, Block.impulseScale);
    }
    if (isInteger<B>()) {
      {
        // first point, friction
        const normal = load<T>(p, Block.normalImpulse1);
        const old = load<T>(p, Block.tangentImpulse1);
        if (isVector<T>() || normal != zero || old != zero) {
          const limit = friction * normal;
          const alongA = load<T>(p, Block.alongA1);
          const alongB = load<T>(p, Block.alongB1);
          const mass = load<T>(p, Block.tangentMass1);
          const wanted = old - mass * dvt + mass * alongB * wB - mass * alongA * wA;
          const impulse = V.max<T>(V.min<T>(wanted, limit), -limit);
          store<T>(p, impulse, Block.tangentImpulse1);
          const change = impulse - old;
          pushT = pushT + change;
          dvt = dvt + m * change;
          wA = wA + iiA * alongA * change;
          wB = wB - iiB * alongB * change;
          idle = 0;
        }
      }
      if (isInteger<P>()) {
        {
          // second point, friction
          const normal = load<T>(p, Block.normalImpulse2);
          const old = load<T>(p, Block.tangentImpulse2);
          if (isVector<T>() || normal != zero || old != zero) {
            const limit = friction * normal;
            const alongA = load<T>(p, Block.alongA2);
            const alongB = load<T>(p, Block.alongB2);
            const mass = load<T>(p, Block.tangentMass2);
            const wanted = old - mass * dvt + mass * alongB * wB - mass * alongA * wA;
            const impulse = V.max<T>(V.min<T>(wanted, limit), -limit);
            store<T>(p, impulse, Block.tangentImpulse2);
            const change = impulse - old;
            pushT = pushT + change;
            dvt = dvt + m * change;
            wA = wA + iiA * alongA * change;
            wB = wB - iiB * alongB * change;
            idle = 0;
          }
        }
      }
    }
    {
      // first point, normal
      const crossA = load<T>(p, Block.crossA1);
      const crossB = load<T>(p, Block.crossB1);
      const alongA = load<T>(p, Block.alongA1);
      const alongB = load<T>(p, Block.alongB1);
      const gap = dpn + (cB * alongB + sB * crossB - (cA * alongA + sA * crossA)) + load<T>(p, Block.separation1);
      // Apart: may close the gap within the sub-step, and no further. Overlapping: pushed apart softly, and not too fast.
      const vn = dvn + (wB * crossB - wA * crossA);
      const old = load<T>(p, Block.normalImpulse1);
      let impulse = old;
      const mass = load<T>(p, Block.normalMass1);
      if (isVector<T>()) {
        const open = V.gt<T, M>(gap, zero);
        if (isInteger<B>()) {
          const bias = V.select<T, M>(open, gap * invH, V.max<T>(biasRate * gap, maxPush));
          const rest = old - mass * bias - V.drop<T, M>(open, impulseScale * old);
          impulse = rest - mass * V.select<T, M>(open, one, massScale) * vn;
        } else {
          impulse = old - mass * V.keep<T, M>(open, gap * invH) - mass * vn;
        }
        impulse = V.max<T>(impulse, zero);
      } else if (gap > zero) {
        const bias = gap * invH;
        if (!(vn + bias >= zero) || old != zero) {
          impulse = V.max<T>(old - mass * bias - mass * vn, zero);
        }
      } else if (isInteger<B>()) {
        const rest = old - mass * V.max<T>(biasRate * gap, maxPush) - impulseScale * old;
        impulse = V.max<T>(rest - mass * massScale * vn, zero);
      } else {
        impulse = V.max<T>(old - mass * vn, zero);
      }
      if (isFloat<B>() && (isVector<T>() || impulse != zero)) {
        store<T>(p, load<T>(p, Block.totalImpulse1) + impulse, Block.totalImpulse1);
      }
      if (isVector<T>() || impulse != old) {
        const change = impulse - old;
        store<T>(p, impulse, Block.normalImpulse1);
        pushN = pushN + change;
        dvn = dvn + m * change;
        wA = wA - iiA * crossA * change;
        wB = wB + iiB * crossB * change;
        idle = 0;
      }
    }
    if (isInteger<P>()) {
      {
        // second point, normal
        const crossA = load<T>(p, Block.crossA2);
        const crossB = load<T>(p, Block.crossB2);
        const alongA = load<T>(p, Block.alongA2);
        const alongB = load<T>(p, Block.alongB2);
        const gap = dpn + (cB * alongB + sB * crossB - (cA * alongA + sA * crossA)) + load<T>(p, Block.separation2);
        // Apart: may close the gap within the sub-step, and no further. Overlapping: pushed apart softly, and not too fast.
        const vn = dvn + (wB * crossB - wA * crossA);
        const old = load<T>(p, Block.normalImpulse2);
        let impulse = old;
        const mass = load<T>(p, Block.normalMass2);
        if (isVector<T>()) {
          const open = V.gt<T, M>(gap, zero);
          if (isInteger<B>()) {
            const bias = V.select<T, M>(open, gap * invH, V.max<T>(biasRate * gap, maxPush));
            const rest = old - mass * bias - V.drop<T, M>(open, impulseScale * old);
            impulse = rest - mass * V.select<T, M>(open, one, massScale) * vn;
          } else {
            impulse = old - mass * V.keep<T, M>(open, gap * invH) - mass * vn;
          }
          impulse = V.max<T>(impulse, zero);
        } else if (gap > zero) {
          const bias = gap * invH;
          if (!(vn + bias >= zero) || old != zero) {
            impulse = V.max<T>(old - mass * bias - mass * vn, zero);
          }
        } else if (isInteger<B>()) {
          const rest = old - mass * V.max<T>(biasRate * gap, maxPush) - impulseScale * old;
          impulse = V.max<T>(rest - mass * massScale * vn, zero);
        } else {
          impulse = V.max<T>(old - mass * vn, zero);
        }
        if (isFloat<B>() && (isVector<T>() || impulse != zero)) {
          store<T>(p, load<T>(p, Block.totalImpulse2) + impulse, Block.totalImpulse2);
        }
        if (isVector<T>() || impulse != old) {
          const change = impulse - old;
          store<T>(p, impulse, Block.normalImpulse2);
          pushN = pushN + change;
          dvn = dvn + m * change;
          wA = wA - iiA * crossA * change;
          wB = wB + iiB * crossB * change;
          idle = 0;
        }
      }
    }
    if (isFloat<B>()) {
      {
        // first point, friction
        const normal = load<T>(p, Block.normalImpulse1);
        const old = load<T>(p, Block.tangentImpulse1);
        if (isVector<T>() || normal != zero || old != zero) {
          const limit = friction * normal;
          const alongA = load<T>(p, Block.alongA1);
          const alongB = load<T>(p, Block.alongB1);
          const mass = load<T>(p, Block.tangentMass1);
          const wanted = old - mass * dvt + mass * alongB * wB - mass * alongA * wA;
          const impulse = V.max<T>(V.min<T>(wanted, limit), -limit);
          store<T>(p, impulse, Block.tangentImpulse1);
          const change = impulse - old;
          pushT = pushT + change;
          dvt = dvt + m * change;
          wA = wA + iiA * alongA * change;
          wB = wB - iiB * alongB * change;
          idle = 0;
        }
      }
      if (isInteger<P>()) {
        {
          // second point, friction
          const normal = load<T>(p, Block.normalImpulse2);
          const old = load<T>(p, Block.tangentImpulse2);
          if (isVector<T>() || normal != zero || old != zero) {
            const limit = friction * normal;
            const alongA = load<T>(p, Block.alongA2);
            const alongB = load<T>(p, Block.alongB2);
            const mass = load<T>(p, Block.tangentMass2);
            const wanted = old - mass * dvt + mass * alongB * wB - mass * alongA * wA;
            const impulse = V.max<T>(V.min<T>(wanted, limit), -limit);
            store<T>(p, impulse, Block.tangentImpulse2);
            const change = impulse - old;
            pushT = pushT + change;
            dvt = dvt + m * change;
            wA = wA + iiA * alongA * change;
            wB = wB - iiB * alongB * change;
            idle = 0;
          }
        }
      }
    }
    if (isVector<T>() || idle == 0) {
      // Linear impulses act on both bodies at once.
      const px = pushN * nx + pushT * ny;
      const py = pushN * ny - pushT * nx;
      vAx = vAx - imA * px;
      vAy = vAy - imA * py;
      vBx = vBx + imB * px;
      vBy = vBy + imB * py;
      SolverRows.store<T>(p + Block.bodyA, vAx, vAy, wA);
      SolverRows.store<T>(p + Block.bodyB, vBx, vBy, wB);
    }
    p = V.next<T>(p, bytes);
  } while (p < end);
}
