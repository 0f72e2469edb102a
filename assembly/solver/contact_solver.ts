import { V } from "../math/wide";
import { world } from "../world/world";
import { clearOf, pushOfSecond } from "./both_points";
import { Aside, Block, ONE_POINT_BYTES, TWO_POINT_BYTES, answersOf, aside, frictionOf } from "./contact_block";
import { SideA, SideB, SolverRows } from "./solver_rows";

// Contact constraint, a point of a manifold with normal n (from A to B), anchors rA, rB, tangent t = (n.y, −n.x):
//
//     C  = (pB − pA) · n ≥ 0
//     Ċ  = (vB + ωB × rB − vA − ωA × rA) · n
//     J  = [−n, −rA × n, n, rB × n],   K = mA⁻¹ + mB⁻¹ + IA⁻¹ (rA × n)² + IB⁻¹ (rB × n)²
//     friction: the same along t with C unbounded, |λt| ≤ μ λn
//
// An anchor is kept as r × n ("cross") and r · n ("along"), which is all that is needed: r × t = −(r · n) and, turned by the
// body's rotation q since the step began, (q r) · n = cos q (r · n) + sin q (r × n). Velocities are taken into the frame of n
// and t once a block. Against anchors as vectors this halves the multiplications.
//
// Gaps follow points on the shapes' cores. However a core is turned, its surface lies a radius away along n. Core anchors
// ("core") have the r · n of the surface less the radius on A, plus the radius on B, and the same r × n
// (docs/decisions/0021-rolling-circles.md).
//
// The biased pass, which decides where bodies go, takes friction first and non-penetration last: the other order leaves a pile
// of circles overlapping by 0.18 m at worst instead of 0.14. Both passes have friction: in the relaxing pass alone it costs a
// fifth less, but a pyramid of base 100 moves by 0.38 m instead of 0.35 (docs/decisions/0008-order-of-friction.md).
//
// Sequential impulses with accumulated clamping (Catto, GDC 2006), soft for overlap and relaxed afterwards (TGS soft,
// Catto, "Solver2D", 2024). The gap is followed through the sub-steps; impulse arms stay those of the step's beginning.
//
// The two points of a contact are solved exactly, as one system. They lie along the tangent, so one friction impulse serves
// both (docs/decisions/0022-points-of-a-contact.md). The relaxing pass solves friction with them: points that pushed in the
// biased pass immediately cancel the normal speed that friction gives them, and the friction cone follows the normal impulses
// that result (docs/decisions/0023-friction-answered.md).
//
// Friction multiplies each velocity by the mass before summing, and terms that need no velocity are subtracted first: the time
// a pass takes is that of its longest chain of dependent operations.
//
// Type parameters: T, M machine (math/wide.ts); B int: the biased pass, float: the relaxing one; P int: two points, float: one.
// Stores of four lanes are never conditional: V8 would copy the arithmetic before them into every branch. The one-lane version
// skips work that changes nothing: where bodies tumble, half of all points are apart and do not push. The skipped work would
// add zeros to velocities, so the two machines differ by the sign of a zero at most. Each pass has its own copy of that check:
// inside `rub` it makes one lane 1 to 5 % slower.

/**
 * Where the points of a contact nearly coincide, or friction and the points act along nearly one line, the points answer
 * friction at most as if this much independence were left between them. Else one would push much more and the other let go,
 * which is a kick and not an answer.
 */
const ANSWERABLE: f32 = 0.05;
/**
 * Where friction wedges, friction and the points' push drive each other up. The push counts as at most what it would be without
 * friction, divided by this. Beyond lies Painlevé's paradox.
 */
const WEDGED: f32 = 0.25;

/** Does a lane of a block have no impulses? */
function isIdle<P>(p: usize): bool {
  if (load<f32>(p, Block.normalImpulse1) != 0 || load<f32>(p, Block.tangentImpulse) != 0) {
    return false;
  }
  return isFloat<P>() || load<f32>(p, Block.normalImpulse2) == 0;
}

/** Applies the impulses of the previous step in the first sub-step. (Later ones carry velocity instead, see integrate.ts.) */
export function warmStart<T, P>(start: usize, end: usize): void {
  if (start >= end) {
    return;
  }
  const bytes = isInteger<P>() ? TWO_POINT_BYTES : ONE_POINT_BYTES;
  const rolling = world.rolling != 0;
  let p = start;
  do {
    if (!isVector<T>() && !rolling && isIdle<P>(p)) {
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
    if (rolling) {
      const spin = load<T>(aside(p), Aside.rollingImpulse);
      wA = wA - iiA * spin;
      wB = wB + iiB * spin;
    }
    let pushN = load<T>(p, Block.normalImpulse1);
    const pushT = load<T>(p, Block.tangentImpulse);
    let turnA = load<T>(p, Block.crossA1) * pushN - load<T>(p, Block.alongA) * pushT;
    let turnB = load<T>(p, Block.crossB1) * pushN - load<T>(p, Block.alongB) * pushT;
    if (isInteger<P>()) {
      const normal = load<T>(p, Block.normalImpulse2);
      pushN = pushN + normal;
      turnA = turnA + load<T>(p, Block.crossA2) * normal;
      turnB = turnB + load<T>(p, Block.crossB2) * normal;
    }
    wA = wA - iiA * turnA;
    wB = wB + iiB * turnB;
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

/** Applies the friction of a block, at most `limit`, and returns the change of its impulse. @inline */
function rub<T>(p: usize, old: T, limit: T, dvt: T, alongA: T, alongB: T, wA: T, wB: T): T {
  const mass = load<T>(p, Block.tangentMass);
  const wanted = old - mass * dvt + mass * alongB * wB - mass * alongA * wA;
  const impulse = V.max<T>(V.min<T>(wanted, limit), -limit);
  store<T>(p, impulse, Block.tangentImpulse);
  return impulse - old;
}

/**
 * Friction that the normals answer: it stops the slip, or is the most that the points' resulting push allows. `pressed`: what
 * the points push before friction changes; `share`: how much more they push for a unit of friction; `vt`: the slip before;
 * `eased`: how much of what a unit of friction changes of the slip that answer takes back.
 * @inline
 */
function rubAndPress<T, M>(p: usize, pressed: T, share: T, vt: T, eased: T): T {
  const zero = V.splat<T>(0);
  const one = V.splat<T>(1);
  const answerable = V.splat<T>(ANSWERABLE);
  const wedged = V.splat<T>(WEDGED);
  const old = load<T>(p, Block.tangentImpulse);
  const friction = frictionOf<T>(p);
  const mass = load<T>(p, Block.tangentMass);
  const wanted = old - vt * (mass / V.max<T>(one - mass * eased, answerable));
  const unrubbed = V.keep<T, M>(V.gt<T, M>(pressed, zero), V.max<T>(pressed - share * old, zero));
  const lean = friction * share;
  const upper = unrubbed * (friction / V.max<T>(one - lean, wedged));
  const lower = unrubbed * (friction / V.max<T>(one + lean, wedged));
  const impulse = V.max<T>(V.min<T>(wanted, upper), -lower);
  store<T>(p, impulse, Block.tangentImpulse);
  return impulse - old;
}

/** One pass over the blocks from `start` to `end`. */
export function solveContacts<T, M, B, P>(start: usize, end: usize): void {
  if (start >= end) {
    return;
  }
  const zero = V.splat<T>(0);
  const one = V.splat<T>(1);
  const invH = V.splat<T>(world.invH);
  const mostClear = V.splat<T>(1 / ANSWERABLE);
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
    const dvn = (vBx - vAx) * nx + (vBy - vAy) * ny;
    const dvt = (vBx - vAx) * ny - (vBy - vAy) * nx - load<T>(p, Block.tangentSpeed);
    let pushN = zero;
    let pushT = zero;
    let idle = 1;
    const dpn = dpx * nx + dpy * ny;
    let massScale = one;
    let biasRate = zero;
    let impulseScale = zero;
    let pressed = zero;
    if (isInteger<B>()) {
      biasRate = load<T>(p, Block.biasRate);
      impulseScale = load<T>(p, Block.impulseScale);
      massScale = one - impulseScale;
      pressed = load<T>(p, Block.normalImpulse1);
      if (isInteger<P>()) {
        pressed = pressed + load<T>(p, Block.normalImpulse2);
      }
      const old = load<T>(p, Block.tangentImpulse);
      if (isVector<T>() || pressed != zero || old != zero) {
        const alongA = load<T>(p, Block.alongA);
        const alongB = load<T>(p, Block.alongB);
        pushT = rub<T>(p, old, frictionOf<T>(p) * pressed, dvt, alongA, alongB, wA, wB);
        wA = wA + iiA * alongA * pushT;
        wB = wB - iiB * alongB * pushT;
        idle = 0;
      }
    }
    if (isFloat<P>()) {
      const crossA = load<T>(p, Block.crossA1);
      const crossB = load<T>(p, Block.crossB1);
      const coreA = load<T>(p, Block.coreA1);
      const coreB = load<T>(p, Block.coreB1);
      const gap = dpn + (cB * coreB + sB * crossB - (cA * coreA + sA * crossA)) + load<T>(p, Block.separation1);
      // Apart: the gap may close within the sub-step, but no further. Overlapping: pushed apart softly, at a limited speed.
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
      if (isFloat<B>()) {
        const oldT = load<T>(p, Block.tangentImpulse);
        if (isVector<T>() || impulse != zero || old != zero || oldT != zero) {
          const alongA = load<T>(p, Block.alongA);
          const alongB = load<T>(p, Block.alongB);
          const coupling = crossA * (iiA * alongA) + crossB * (iiB * alongB);
          const answers = answersOf<T, M>(p);
          const share = V.keep<T, M>(V.and<M>(V.gt<T, M>(old, zero), answers), mass * coupling);
          const vt = dvt - alongB * wB + alongA * wA - coupling * (impulse - old);
          pushT = rubAndPress<T, M>(p, impulse, share, vt, coupling * share);
          wA = wA + iiA * alongA * pushT;
          wB = wB - iiB * alongB * pushT;
          impulse = V.keep<T, M>(V.gt<T, M>(impulse, zero), V.max<T>(impulse + share * pushT, zero));
          store<T>(p, load<T>(p, Block.totalImpulse1) + impulse, Block.totalImpulse1);
          idle = 0;
        }
      }
      if (isVector<T>() || impulse != old) {
        const change = impulse - old;
        store<T>(p, impulse, Block.normalImpulse1);
        pushN = change;
        wA = wA - iiA * crossA * change;
        wB = wB + iiB * crossB * change;
        idle = 0;
      }
    }
    if (isInteger<P>()) {
      const crossA1 = load<T>(p, Block.crossA1);
      const crossB1 = load<T>(p, Block.crossB1);
      const coreA1 = load<T>(p, Block.coreA1);
      const coreB1 = load<T>(p, Block.coreB1);
      const crossA2 = load<T>(p, Block.crossA2);
      const crossB2 = load<T>(p, Block.crossB2);
      const coreA2 = load<T>(p, Block.coreA2);
      const coreB2 = load<T>(p, Block.coreB2);
      const gap1 = dpn + (cB * coreB1 + sB * crossB1 - (cA * coreA1 + sA * crossA1)) + load<T>(p, Block.separation1);
      const gap2 = dpn + (cB * coreB2 + sB * crossB2 - (cA * coreA2 + sA * crossA2)) + load<T>(p, Block.separation2);
      const open1 = V.gt<T, M>(gap1, zero);
      const open2 = V.gt<T, M>(gap2, zero);
      const vn1 = dvn + (wB * crossB1 - wA * crossA1);
      const vn2 = dvn + (wB * crossB2 - wA * crossA2);
      const old1 = load<T>(p, Block.normalImpulse1);
      const old2 = load<T>(p, Block.normalImpulse2);
      // By how much less each point would push if it were alone.
      let mass1 = load<T>(p, Block.normalMass1);
      let mass2 = load<T>(p, Block.normalMass2);
      let less1: T;
      let less2: T;
      if (isInteger<B>()) {
        const bias1 = V.select<T, M>(open1, gap1 * invH, V.max<T>(biasRate * gap1, maxPush));
        const bias2 = V.select<T, M>(open2, gap2 * invH, V.max<T>(biasRate * gap2, maxPush));
        less1 = mass1 * bias1 + V.drop<T, M>(open1, impulseScale * old1);
        less2 = mass2 * bias2 + V.drop<T, M>(open2, impulseScale * old2);
        mass1 = mass1 * V.select<T, M>(open1, one, massScale);
        mass2 = mass2 * V.select<T, M>(open2, one, massScale);
      } else {
        less1 = mass1 * V.keep<T, M>(open1, gap1 * invH);
        less2 = mass2 * V.keep<T, M>(open2, gap2 * invH);
      }
      less1 = less1 + mass1 * vn1;
      less2 = less2 + mass2 * vn2;
      const still = old1 == zero && old2 == zero && (isInteger<B>() || load<T>(p, Block.tangentImpulse) == zero);
      if (isVector<T>() || !(less1 >= zero && less2 >= zero && still)) {
        const coupling = m + (iiA * crossA1 * crossA2 + iiB * crossB1 * crossB2);
        const lessen1 = mass1 * coupling;
        const lessen2 = mass2 * coupling;
        const clear = clearOf<T>(lessen1, lessen2);
        const wanted2 = pushOfSecond<T, M>(coupling, lessen1, lessen2, less1, less2, old1, clear);
        let change2 = V.max<T>(wanted2, -old2);
        let change1 = V.max<T>(-less1 - lessen1 * change2, -old1);
        let impulse1 = old1 + change1;
        let impulse2 = old2 + change2;
        if (isFloat<B>()) {
          const alongA = load<T>(p, Block.alongA);
          const alongB = load<T>(p, Block.alongB);
          const coupling1 = crossA1 * (iiA * alongA) + crossB1 * (iiB * alongB);
          const coupling2 = crossA2 * (iiA * alongA) + crossB2 * (iiB * alongB);
          const answers = answersOf<T, M>(p);
          const alone1 = V.keep<T, M>(answers, mass1 * coupling1);
          const alone2 = V.keep<T, M>(answers, mass2 * coupling2);
          const clearest = V.min<T>(clear, mostClear);
          const pushes1 = V.gt<T, M>(old1, zero);
          const pushes2 = V.gt<T, M>(old2, zero);
          const share1 = V.keep<T, M>(pushes1, V.select<T, M>(pushes2, (alone1 - lessen1 * alone2) * clearest, alone1));
          const share2 = V.keep<T, M>(pushes2, V.select<T, M>(pushes1, (alone2 - lessen2 * alone1) * clearest, alone2));
          const vt = dvt - alongB * wB + alongA * wA - (coupling1 * change1 + coupling2 * change2);
          const eased = coupling1 * share1 + coupling2 * share2;
          pushT = rubAndPress<T, M>(p, impulse1 + impulse2, share1 + share2, vt, eased);
          const answered1 = impulse1 + share1 * pushT;
          const answered2 = impulse2 + share2 * pushT;
          let last1 = V.keep<T, M>(V.gt<T, M>(impulse1, zero), answered1);
          let last2 = V.keep<T, M>(V.gt<T, M>(impulse2, zero), answered2);
          // How far an answer goes beyond what its point may do: pull, or push once it has let go. If both have let go, nothing rubs.
          const missed = V.max<T>(V.abs<T>(answered1) - last1, V.abs<T>(answered2) - last2);
          const isShort = V.gt<T, M>(V.min<T>(missed, impulse1 + impulse2), zero);
          if (V.any<M>(isShort)) {
            // One point has let go, or does so under part of this friction: beyond that the other alone answers.
            const tiny = V.splat<T>(f32.MIN_NORMAL_VALUE);
            const until1 = impulse1 / V.max<T>(impulse1 - V.min<T>(answered1, zero), tiny);
            const until2 = impulse2 / V.max<T>(impulse2 - V.min<T>(answered2, zero), tiny);
            const firstGone = V.gt<T, M>(until2, until1);
            const part = V.min<T>(until1, until2) * pushT;
            const left1 = V.max<T>(impulse1 + share1 * part, zero);
            const left2 = V.max<T>(impulse2 + share2 * part, zero);
            const slip = vt + part * (one / load<T>(p, Block.tangentMass) - eased);
            const share = V.select<T, M>(firstGone, V.keep<T, M>(pushes2, alone2), V.keep<T, M>(pushes1, alone1));
            const rubbed = load<T>(p, Block.tangentImpulse);
            store<T>(p, rubbed - pushT + part, Block.tangentImpulse);
            const coupledBy = V.select<T, M>(firstGone, coupling2, coupling1);
            const left = V.select<T, M>(firstGone, left2, left1);
            const rest = rubAndPress<T, M>(p, left, share, slip, coupledBy * share);
            store<T>(p, V.select<T, M>(isShort, load<T>(p, Block.tangentImpulse), rubbed), Block.tangentImpulse);
            pushT = V.select<T, M>(isShort, part + rest, pushT);
            const answered = V.max<T>(left + share * rest, zero);
            last1 = V.select<T, M>(isShort, V.drop<T, M>(firstGone, answered), last1);
            last2 = V.select<T, M>(isShort, V.keep<T, M>(firstGone, answered), last2);
          }
          impulse1 = last1;
          impulse2 = last2;
          wA = wA + iiA * alongA * pushT;
          wB = wB - iiB * alongB * pushT;
          change1 = impulse1 - old1;
          change2 = impulse2 - old2;
          store<T>(p, load<T>(p, Block.totalImpulse1) + impulse1, Block.totalImpulse1);
          store<T>(p, load<T>(p, Block.totalImpulse2) + impulse2, Block.totalImpulse2);
        }
        store<T>(p, impulse1, Block.normalImpulse1);
        store<T>(p, impulse2, Block.normalImpulse2);
        pushN = change1 + change2;
        wA = wA - iiA * (crossA1 * change1 + crossA2 * change2);
        wB = wB + iiB * (crossB1 * change1 + crossB2 * change2);
        idle = 0;
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
