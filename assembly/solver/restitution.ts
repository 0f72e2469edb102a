import { V } from "../math/wide";
import { world } from "../world/world";
import { Block, ONE_POINT_BYTES, TWO_POINT_BYTES } from "./contact_block";
import { Motion } from "./integrate";
import { SideA, SideB, SolverRows } from "./solver_rows";

// Restitution, after the last sub-step: points that approached faster than the threshold when the step began, and that
// pushed since, are sent away with e times the speed they met at: in one pass (Catto, "Solver2D", 2024), in several where
// much is to be kept.
//
// A step sees a fast body first above the surface or already below it, and leaves it a little below. Both gaps are
// accounted for by what semi-implicit Euler keeps constant in free flight: with u the normal velocity, a the relative
// acceleration under forces along the normal and h the sub-step,
//
//     I = u² / 2 − a · gap + a h u / 2
//
// The bounce leaves with e² I. Without this a ball of e = 0.25 falling 1.5 m rises a fifth too little.

// Friction acts on what the bounce adds, too: Coulomb's law is of the whole impulse, (1 + e) times that which stops the body.
// It comes first, for what it turns changes the speeds along the normal, with what each point will push if both want the same.

// The two points of a contact bounce together: with w the speeds wanted, J v ≥ w and λ ≥ 0 over the step, one of both an
// equality for each point. One after the other, the second would undo a part of the first: a box that lands flat rose by
// three quarters of what it should and turned, and boxes gained energy.

/** Restitution above which several contacts of one body can gain energy: the pass is made again, as often as this in all. */
export const ELASTIC: f32 = 0.5;
export const ELASTIC_PASSES: u32 = 4;

/** A point that was leaving comes at most so many times as fast as both points of its contact moved, by what the other does. */
const SPURRED: f32 = 4;

/** A change of less than this share of what a point pushed does not count. */
const SETTLED: f32 = 0.001;

/** Two points are solved together while k11 k22 < this · det(K); nearer to each other they are as good as one. */
const SOLVABLE: f32 = 1000;

/** Before the first sub-step: normal velocities at the surface. */
export function noteApproaches<T, M, P>(start: usize, end: usize): void {
  if (start >= end) {
    return;
  }
  const zero = V.splat<T>(0);
  const two = V.splat<T>(2);
  const invH = V.splat<T>(world.invH);
  const h = V.splat<T>(Motion.lateness());
  const bytes = isInteger<P>() ? TWO_POINT_BYTES : ONE_POINT_BYTES;
  let p = start;
  do {
    const vAx = SolverRows.vx<T, SideA>(p);
    const vAy = SolverRows.vy<T, SideA>(p);
    const wA = SolverRows.w<T, SideA>(p);
    const vBx = SolverRows.vx<T, SideB>(p);
    const vBy = SolverRows.vy<T, SideB>(p);
    const wB = SolverRows.w<T, SideB>(p);
    const aAx = Motion.dvx<T, SideA>(p);
    const aAy = Motion.dvy<T, SideA>(p);
    const aBx = Motion.dvx<T, SideB>(p);
    const aBy = Motion.dvy<T, SideB>(p);
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
      const gap = load<T>(p, Block.separation1) + (load<T>(p, Block.coreB1) - load<T>(p, Block.coreA1));
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
        const gap = load<T>(p, Block.separation2) + (load<T>(p, Block.coreB2) - load<T>(p, Block.coreA2));
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
  const halfH = V.splat<T>(0.5 * Motion.lateness());
  const threshold = V.splat<T>(-world.restitutionThreshold);
  const bytes = isInteger<P>() ? TWO_POINT_BYTES : ONE_POINT_BYTES;
  let p = start;
  do {
    const bouncy = V.gt<T, M>(load<T>(p, Block.restitution), zero);
    const approach1 = load<T>(p, Block.approach1);
    const pushed1 = V.gt<T, M>(load<T>(p, Block.totalImpulse1), zero);
    const bounces1 = V.and<M>(V.and<M>(V.gt<T, M>(threshold, approach1), pushed1), bouncy);
    let bounces = bounces1;
    if (isInteger<P>()) {
      const pushed = V.gt<T, M>(load<T>(p, Block.totalImpulse2), zero);
      const bounces2 = V.and<M>(V.gt<T, M>(threshold, load<T>(p, Block.approach2)), pushed);
      bounces = V.or<M>(bounces1, V.and<M>(bounces2, bouncy));
    }
    if (!V.any<M>(bounces)) {
      p = V.next<T>(p, bytes);
      continue;
    }
    const vAx = SolverRows.vx<T, SideA>(p);
    const vAy = SolverRows.vy<T, SideA>(p);
    const oldA = SolverRows.w<T, SideA>(p);
    const vBx = SolverRows.vx<T, SideB>(p);
    const vBy = SolverRows.vy<T, SideB>(p);
    const oldB = SolverRows.w<T, SideB>(p);
    let wA = oldA;
    let wB = oldB;
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
    const m = imA + imB;
    const friction = load<T>(p, Block.friction);
    const restitution = load<T>(p, Block.restitution);
    const acceleration = load<T>(p, Block.acceleration);
    const lag = acceleration * halfH;
    const dpn = dpx * nx + dpy * ny;
    const dvn = (vBx - vAx) * nx + (vBy - vAy) * ny;
    let pushN: T;
    let turnA: T;
    let turnB: T;
    const crossA1 = load<T>(p, Block.crossA1);
    const crossB1 = load<T>(p, Block.crossB1);
    const mass1 = load<T>(p, Block.normalMass1);
    const total1 = load<T>(p, Block.totalImpulse1);
    const old1 = load<T>(p, Block.normalImpulse1);
    let wanted1: T;
    {
      // first point
      const coreA1 = load<T>(p, Block.coreA1);
      const coreB1 = load<T>(p, Block.coreB1);
      const gap = dpn + (cB * coreB1 + sB * crossB1 - (cA * coreA1 + sA * crossA1)) + load<T>(p, Block.separation1);
      const leaving = restitution * approach1;
      wanted1 = V.sqrt<T>(V.max<T>(lag * lag + leaving * leaving + two * acceleration * gap, zero)) - lag;
    }
    const target1 = V.keep<T, M>(bounces1, wanted1);
    const slip = (vBx - vAx) * ny - (vBy - vAy) * nx - load<T>(p, Block.tangentSpeed);
    const alongA = load<T>(p, Block.alongA);
    const alongB = load<T>(p, Block.alongB);
    const stick = -(load<T>(p, Block.tangentMass) * (slip - wB * alongB + wA * alongA));
    let pushT: T;
    let change1: T;
    let missing1: T;
    if (isInteger<P>()) {
      const crossA2 = load<T>(p, Block.crossA2);
      const crossB2 = load<T>(p, Block.crossB2);
      const mass2 = load<T>(p, Block.normalMass2);
      const total2 = load<T>(p, Block.totalImpulse2);
      const old2 = load<T>(p, Block.normalImpulse2);
      const pushed2 = V.gt<T, M>(total2, zero);
      const approach2 = load<T>(p, Block.approach2);
      let bounces2: M;
      let wanted2: T;
      {
        // second point
        const coreA2 = load<T>(p, Block.coreA2);
        const coreB2 = load<T>(p, Block.coreB2);
        const gap = dpn + (cB * coreB2 + sB * crossB2 - (cA * coreA2 + sA * crossA2)) + load<T>(p, Block.separation2);
        bounces2 = V.and<M>(V.and<M>(V.gt<T, M>(threshold, approach2), pushed2), bouncy);
        const leaving = restitution * approach2;
        wanted2 = V.sqrt<T>(V.max<T>(lag * lag + leaving * leaving + two * acceleration * gap, zero)) - lag;
      }
      const target2 = V.keep<T, M>(bounces2, wanted2);
      const k11 = m + (iiA * crossA1 * crossA1 + iiB * crossB1 * crossB1);
      const k22 = m + (iiA * crossA2 * crossA2 + iiB * crossB2 * crossB2);
      const k12 = m + (iiA * crossA1 * crossA2 + iiB * crossB1 * crossB2);
      {
        // friction
        const others1 = V.keep<T, M>(bounces2, k12);
        const share1 = V.keep<T, M>(bounces1, V.splat<T>(1) / V.max<T>(k11 + others1, V.splat<T>(0.5) * k11));
        const others2 = V.keep<T, M>(bounces1, k12);
        const share2 = V.keep<T, M>(bounces2, V.splat<T>(1) / V.max<T>(k22 + others2, V.splat<T>(0.5) * k22));
        const push1 = V.max<T>(share1 * (target1 - (dvn + wB * crossB1 - wA * crossA1)), zero);
        const push2 = V.max<T>(share2 * (target2 - (dvn + wB * crossB2 - wA * crossA2)), zero);
        const limit = friction * (push1 + push2);
        pushT = V.max<T>(V.min<T>(stick, limit), -limit);
        wA = wA + iiA * alongA * pushT;
        wB = wB - iiB * alongB * pushT;
      }
      missing1 = target1 - (dvn + wB * crossB1 - wA * crossA1);
      const missing2 = target2 - (dvn + wB * crossB2 - wA * crossA2);
      const det = k11 * k22 - k12 * k12;
      const solvable = V.gt<T, M>(V.splat<T>(SOLVABLE) * det, k11 * k22);
      const inverse = V.splat<T>(1) / V.select<T, M>(solvable, det, V.splat<T>(1));
      // One after the other, for when all else fails or one pushes alone.
      const alone1 = V.max<T>(mass1 * missing1, -total1);
      const after1 = V.keep<T, M>(pushed1, alone1);
      const alone2 = V.max<T>(mass2 * (missing2 - k12 * after1), -total2);
      // The second pushes and the first does not, be it that it was leaving: its turn comes in the next step. But what it bore for
      // others it goes on bearing: a box on which something heavy had fallen was shot into the ground at 220 m/s.
      const most = V.splat<T>(SPURRED) * (V.abs<T>(approach1) + V.abs<T>(approach2));
      const only2 = mass2 * (missing2 + k12 * total1);
      const comes1 = missing1 + k11 * total1 - k12 * only2;
      const leaves1 = V.le<T, M>(comes1, zero);
      const parts1 = V.and<M>(V.gt<T, M>(approach1, zero), V.le<T, M>(comes1, most));
      const second = V.or<M>(parts1, V.and<M>(leaves1, V.le<T, M>(zero, total2 + only2)));
      change1 = V.select<T, M>(second, -total1, alone1);
      let change2 = V.select<T, M>(second, only2, alone2);
      // The other way round.
      const only1 = mass1 * (missing1 + k12 * total2);
      const comes2 = missing2 + k22 * total2 - k12 * only1;
      const leaves2 = V.le<T, M>(comes2, zero);
      const parts2 = V.and<M>(V.gt<T, M>(approach2, zero), V.le<T, M>(comes2, most));
      const first = V.or<M>(parts2, V.and<M>(leaves2, V.le<T, M>(zero, total1 + only1)));
      change1 = V.select<T, M>(first, only1, change1);
      change2 = V.select<T, M>(first, -total2, change2);
      // Both push.
      const both1 = inverse * (k22 * missing1 - k12 * missing2);
      const both2 = inverse * (k11 * missing2 - k12 * missing1);
      const push = V.and<M>(V.le<T, M>(zero, total1 + both1), V.le<T, M>(zero, total2 + both2));
      const both = V.andNot<M>(V.andNot<M>(V.and<M>(solvable, push), parts1), parts2);
      const pair = V.and<M>(pushed1, pushed2);
      change1 = V.select<T, M>(pair, V.select<T, M>(both, both1, change1), alone1);
      change2 = V.select<T, M>(pair, V.select<T, M>(both, both2, change2), alone2);
      change1 = V.keep<T, M>(V.and<M>(bounces, pushed1), change1);
      change2 = V.keep<T, M>(V.and<M>(bounces, pushed2), change2);
      store<T>(p, V.max<T>(old2 + change2, zero), Block.normalImpulse2);
      store<T>(p, total2 + change2, Block.totalImpulse2);
      world.unsettled |= <u32>V.any<M>(V.gt<T, M>(V.abs<T>(change2), V.splat<T>(SETTLED) * total2));
      pushN = change1 + change2;
      turnA = crossA1 * change1 + crossA2 * change2;
      turnB = crossB1 * change1 + crossB2 * change2;
    } else {
      const limit =
        friction * V.keep<T, M>(bounces1, V.max<T>(mass1 * (target1 - (dvn + wB * crossB1 - wA * crossA1)), zero));
      pushT = V.max<T>(V.min<T>(stick, limit), -limit);
      wA = wA + iiA * alongA * pushT;
      wB = wB - iiB * alongB * pushT;
      missing1 = target1 - (dvn + wB * crossB1 - wA * crossA1);
      change1 = V.keep<T, M>(bounces1, V.max<T>(mass1 * missing1, -total1));
      pushN = change1;
      turnA = crossA1 * change1;
      turnB = crossB1 * change1;
    }
    store<T>(p, V.max<T>(old1 + change1, zero), Block.normalImpulse1);
    store<T>(p, total1 + change1, Block.totalImpulse1);
    world.unsettled |= <u32>V.any<M>(V.gt<T, M>(V.abs<T>(change1), V.splat<T>(SETTLED) * total1));
    const px = pushN * nx + pushT * ny;
    const py = pushN * ny - pushT * nx;
    // Lanes that do not bounce keep every bit, as blocks that are passed over do.
    SolverRows.store<T>(
      p + Block.bodyA,
      V.select<T, M>(bounces, vAx - imA * px, vAx),
      V.select<T, M>(bounces, vAy - imA * py, vAy),
      V.select<T, M>(bounces, wA - iiA * turnA, oldA),
    );
    SolverRows.store<T>(
      p + Block.bodyB,
      V.select<T, M>(bounces, vBx + imB * px, vBx),
      V.select<T, M>(bounces, vBy + imB * py, vBy),
      V.select<T, M>(bounces, wB + iiB * turnB, oldB),
    );
    p = V.next<T>(p, bytes);
  } while (p < end);
}
