import { V } from "../math/wide";
import { List } from "../memory/buffer";
import { bouncingBlocks } from "../world/buffers";
import { world } from "../world/world";
import { clearOf, pushOfSecond } from "./both_points";
import { Block, ONE_POINT_BYTES, SECOND, TWO_POINT_BYTES } from "./contact_block";
import { Column, Motion } from "./integrate";
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
// It comes first, for what it turns changes the speeds along the normal, with what each point will push if both want the same. What
// it did in an earlier pass it may take back: of what lands on two wheels at once, the first to bounce turns it, and rubs.

// What lands on one end may be turned down on the other within the step. It bounces on the first before it gets there: the other
// point lets go of what it pushed, and has its turn in the next step, at the speed that the bounce gives it. (Where ground holds
// it, and has pushed no more than the body itself brought: what others pushed meanwhile would be left over.)

// What is elastic and bounced leaves, so the next step begins with none of what it pushed: between two walls that nearly face each
// other a blow that was applied once more threw a ball out with twice its energy. (Where little is kept, it may be pressed on:
// `spinner` took 4 % longer without.)

// The two points of a contact bounce together: with w the speeds wanted, J v ≥ w and λ ≥ 0 over the step, one of both an
// equality for each point. One after the other, the second would undo a part of the first: a box that lands flat rose by
// three quarters of what it should and turned, and boxes gained energy.

/**
 * Restitution above which several contacts of one body matter to one another: the pass is made again over what bounces, as often as
 * this in all if it does not settle before. A ball that met two walls at 150° left with 8 % more energy after 4 passes, 0.1 % after 30.
 */
export const ELASTIC: f32 = 0.15;
export const ELASTIC_PASSES: u32 = 30;

/** A point that was leaving comes at most so many times as fast as both points of its contact moved, by what the other does. */
const SPURRED: f32 = 4;

/**
 * Ground that changed a body's speed by more than so many times that with which its centre came, gravity beside, has borne others
 * as well.
 */
const ALONE: f32 = 1.05;

/** A change of less than this share of what a point pushed does not count. */
const SETTLED: f32 = 0.001;

/** Before the first sub-step: normal velocities at the surface. */
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
    store<T>(p, acceleration, Block.acceleration);
    noteApproach<T, M>(p, acceleration, dvn, wA, wB);
    if (isInteger<P>()) {
      noteApproach<T, M>(p + SECOND, acceleration, dvn, wA, wB);
    }
    p = V.next<T>(p, bytes);
  } while (p < end);
}

/**
 * What parts stays as it is; what approaches counts with its speed at the surface. `q`: a point's fields, as if it were the first.
 * @inline
 */
function noteApproach<T, M>(q: usize, acceleration: T, dvn: T, wA: T, wB: T): void {
  const zero = V.splat<T>(0);
  const gap = load<T>(q, Block.separation1) + (load<T>(q, Block.coreB1) - load<T>(q, Block.coreA1));
  const vn = dvn + wB * load<T>(q, Block.crossB1) - wA * load<T>(q, Block.crossA1);
  const lag = acceleration * V.splat<T>(Motion.lateness());
  const squared = vn * vn - V.splat<T>(2) * acceleration * gap + lag * vn;
  const atSurface = V.sqrt<T>(V.max<T>(squared, zero));
  store<T>(q, V.select<T, M>(V.gt<T, M>(zero, vn), -atSurface, vn), Block.approach1);
}

/** The lanes whose point at `q` approached fast enough, and pushed since. @inline */
function bouncing<T, M>(q: usize): M {
  const fast = V.gt<T, M>(V.splat<T>(-world.restitutionThreshold), load<T>(q, Block.approach1));
  return V.and<M>(fast, V.gt<T, M>(load<T>(q, Block.totalImpulse1), V.splat<T>(0)));
}

/** The lanes whose point at `q` was farther than contacts are seen ahead when the step began. @inline */
function wasFar<T, M>(q: usize): M {
  const gap = load<T>(q, Block.separation1) + (load<T>(q, Block.coreB1) - load<T>(q, Block.coreA1));
  return V.gt<T, M>(gap, V.splat<T>(world.speculativeDistance));
}

/** The normal velocity with which the point at `q` has to leave. `dpn`: how far the centres have parted; the bodies' rotations. */
function leaving<T>(p: usize, q: usize, dpn: T, cA: T, sA: T, cB: T, sB: T): T {
  const partA = cA * load<T>(q, Block.coreA1) + sA * load<T>(q, Block.crossA1);
  const partB = cB * load<T>(q, Block.coreB1) + sB * load<T>(q, Block.crossB1);
  const gap = dpn + (partB - partA) + load<T>(q, Block.separation1);
  const acceleration = load<T>(p, Block.acceleration);
  const lag = acceleration * V.splat<T>(0.5 * Motion.lateness());
  const speed = load<T>(p, Block.restitution) * load<T>(q, Block.approach1);
  const squared = lag * lag + speed * speed + V.splat<T>(2) * acceleration * gap;
  return V.sqrt<T>(V.max<T>(squared, V.splat<T>(0))) - lag;
}

/** Notes the block at `p` for further passes. */
function noteBounce(p: usize, bytes: usize): void {
  const block = (<u32>p) | (<u32>(bytes == TWO_POINT_BYTES));
  const n = bouncingBlocks.count;
  const end = bouncingBlocks.ptr + ((<usize>n) << 2);
  if (n == 0 || load<u32>(end - 4) != block) {
    store<u32>(end, block);
    bouncingBlocks.count = n + 1;
  }
}

/** Another pass, over the blocks that bounced in the first. */
export function bounceAgain(): void {
  world.unsettled = 0;
  for (let k: u32 = 0, n = bouncingBlocks.count; k < n; k++) {
    const block = List.get(bouncingBlocks, k);
    const p = <usize>(block & ~1);
    if (ASC_FEATURE_SIMD) {
      if (block & 1) {
        applyRestitution<v128, v128, i32>(p, p + 16, false);
      } else {
        applyRestitution<v128, v128, f32>(p, p + 16, false);
      }
    } else {
      if (block & 1) {
        applyRestitution<f32, bool, i32>(p, p + 16, false);
      } else {
        applyRestitution<f32, bool, f32>(p, p + 16, false);
      }
    }
  }
}

/** After the last. `first`: of the passes. */
export function applyRestitution<T, M, P>(start: usize, end: usize, first: bool): void {
  if (start >= end) {
    return;
  }
  const zero = V.splat<T>(0);
  const bytes = isInteger<P>() ? TWO_POINT_BYTES : ONE_POINT_BYTES;
  let p = start;
  do {
    const bouncy = V.gt<T, M>(load<T>(p, Block.restitution), zero);
    const bounces1 = V.and<M>(bouncing<T, M>(p), bouncy);
    let bounces = bounces1;
    if (isInteger<P>()) {
      bounces = V.or<M>(bounces1, V.and<M>(bouncing<T, M>(p + SECOND), bouncy));
    }
    if (!V.any<M>(bounces)) {
      p = V.next<T>(p, bytes);
      continue;
    }
    if (first) {
      noteBounce(p & ~15, bytes);
      store<T>(p, load<T>(p, Block.totalImpulse1), Block.stopped1);
      if (isInteger<P>()) {
        store<T>(p, load<T>(p, Block.totalImpulse2), Block.stopped2);
      }
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
    const target1 = V.keep<T, M>(bounces1, leaving<T>(p, p, dpn, cA, sA, cB, sB));
    const slip = (vBx - vAx) * ny - (vBy - vAy) * nx - load<T>(p, Block.tangentSpeed);
    const alongA = load<T>(p, Block.alongA);
    const alongB = load<T>(p, Block.alongB);
    const stick = -(load<T>(p, Block.tangentMass) * (slip - wB * alongB + wA * alongA));
    const leaves = V.and<M>(bounces, V.gt<T, M>(load<T>(p, Block.restitution), V.splat<T>(ELASTIC)));
    const bouncePush = first ? zero : load<T>(p, Block.bouncePush);
    const bounceRub = first ? zero : load<T>(p, Block.bounceRub);
    let pushT: T;
    let change1: T;
    // of the points that bounce, what friction goes by
    let push: T;
    if (isInteger<P>()) {
      const crossA2 = load<T>(p, Block.crossA2);
      const crossB2 = load<T>(p, Block.crossB2);
      const mass2 = load<T>(p, Block.normalMass2);
      const total2 = load<T>(p, Block.totalImpulse2);
      const old2 = load<T>(p, Block.normalImpulse2);
      const bounces2 = V.and<M>(bouncing<T, M>(p + SECOND), bouncy);
      const target2 = V.keep<T, M>(bounces2, leaving<T>(p, p + SECOND, dpn, cA, sA, cB, sB));
      const pushed1 = V.gt<T, M>(total1, zero);
      const pushed2 = V.gt<T, M>(total2, zero);
      const approach1 = load<T>(p, Block.approach1);
      const approach2 = load<T>(p, Block.approach2);
      const moves = V.gt<T, M>(imB, zero);
      const arm1 = V.select<T, M>(moves, crossB1, crossA1);
      const arm2 = V.select<T, M>(moves, crossB2, crossA2);
      const brought = (approach2 * arm1 - approach1 * arm2) / (arm2 - arm1);
      const borne = m * (total1 + total2) + load<T>(p, Block.acceleration) * V.splat<T>(world.dt);
      const alone = V.le<T, M>(borne, V.splat<T>(ALONE) * brought);
      const held = V.and<M>(V.le<T, M>(V.min<T>(imA, imB), zero), alone);
      const waits1 = V.and<M>(V.and<M>(held, bounces2), wasFar<T, M>(p));
      const waits2 = V.and<M>(V.and<M>(held, bounces1), wasFar<T, M>(p + SECOND));
      const k11 = m + (iiA * crossA1 * crossA1 + iiB * crossB1 * crossB1);
      const k22 = m + (iiA * crossA2 * crossA2 + iiB * crossB2 * crossB2);
      // A point that did not push takes no part.
      const pair = V.and<M>(pushed1, pushed2);
      const k12 = V.keep<T, M>(pair, m + (iiA * crossA1 * crossA2 + iiB * crossB1 * crossB2));
      {
        // friction
        const goes1 = V.andNot<M>(bounces1, waits1);
        const goes2 = V.andNot<M>(bounces2, waits2);
        const others1 = V.keep<T, M>(goes2, k12);
        const share1 = V.keep<T, M>(goes1, V.splat<T>(1) / V.max<T>(k11 + others1, V.splat<T>(0.5) * k11));
        const others2 = V.keep<T, M>(goes1, k12);
        const share2 = V.keep<T, M>(goes2, V.splat<T>(1) / V.max<T>(k22 + others2, V.splat<T>(0.5) * k22));
        const push1 = V.max<T>(share1 * (target1 - (dvn + wB * crossB1 - wA * crossA1)), zero);
        const push2 = V.max<T>(share2 * (target2 - (dvn + wB * crossB2 - wA * crossA2)), zero);
        const limit = friction * V.max<T>(bouncePush + push1 + push2, zero);
        pushT = V.max<T>(V.min<T>(bounceRub + stick, limit), -limit) - bounceRub;
        wA = wA + iiA * alongA * pushT;
        wB = wB - iiB * alongB * pushT;
      }
      const less1 = mass1 * (dvn + wB * crossB1 - wA * crossA1 - target1);
      const less2 = mass2 * (dvn + wB * crossB2 - wA * crossA2 - target2);
      const lessen1 = mass1 * k12;
      const lessen2 = mass2 * k12;
      const clear = clearOf<T>(lessen1, lessen2);
      const wanted2 = pushOfSecond<T, M>(k12, lessen1, lessen2, less1, less2, total1, clear);
      // One that was leaving lets go, be it that the other drives it back at no great speed: its turn comes in the next step.
      const only1 = lessen1 * total2 - less1;
      const only2 = lessen2 * total1 - less2;
      const most = V.splat<T>(SPURRED) * (V.abs<T>(approach1) + V.abs<T>(approach2));
      const comes1 = k11 * (total1 - less1) - k12 * only2;
      const comes2 = k22 * (total2 - less2) - k12 * only1;
      const parting1 = V.and<M>(V.gt<T, M>(approach1, zero), V.le<T, M>(comes1, most));
      const parting2 = V.and<M>(V.gt<T, M>(approach2, zero), V.le<T, M>(comes2, most));
      const parts1 = V.and<M>(pair, V.or<M>(parting1, waits1));
      const parts2 = V.and<M>(pair, V.or<M>(parting2, waits2));
      let change2 = V.max<T>(V.select<T, M>(parts1, only2, wanted2), -total2);
      change2 = V.select<T, M>(parts2, -total2, change2);
      change1 = V.max<T>(-less1 - lessen1 * change2, -total1);
      change1 = V.select<T, M>(parts1, -total1, change1);
      change1 = V.keep<T, M>(V.and<M>(bounces, pushed1), change1);
      change2 = V.keep<T, M>(V.and<M>(bounces, pushed2), change2);
      store<T>(p, V.drop<T, M>(leaves, V.max<T>(old2 + change2, zero)), Block.normalImpulse2);
      store<T>(p, total2 + change2, Block.totalImpulse2);
      world.unsettled |= <u32>V.any<M>(V.gt<T, M>(V.abs<T>(change2), V.splat<T>(SETTLED) * total2));
      pushN = change1 + change2;
      push = V.drop<T, M>(V.and<M>(pair, waits1), change1) + V.drop<T, M>(V.and<M>(pair, waits2), change2);
      turnA = crossA1 * change1 + crossA2 * change2;
      turnB = crossB1 * change1 + crossB2 * change2;
    } else {
      const push1 = V.keep<T, M>(bounces1, V.max<T>(mass1 * (target1 - (dvn + wB * crossB1 - wA * crossA1)), zero));
      const limit = friction * V.max<T>(bouncePush + push1, zero);
      pushT = V.max<T>(V.min<T>(bounceRub + stick, limit), -limit) - bounceRub;
      wA = wA + iiA * alongA * pushT;
      wB = wB - iiB * alongB * pushT;
      const missing1 = target1 - (dvn + wB * crossB1 - wA * crossA1);
      change1 = V.keep<T, M>(bounces1, V.max<T>(mass1 * missing1, -total1));
      pushN = change1;
      push = change1;
      turnA = crossA1 * change1;
      turnB = crossB1 * change1;
    }
    store<T>(p, V.drop<T, M>(leaves, V.max<T>(old1 + change1, zero)), Block.normalImpulse1);
    store<T>(p, total1 + change1, Block.totalImpulse1);
    world.unsettled |= <u32>V.any<M>(V.gt<T, M>(V.abs<T>(change1), V.splat<T>(SETTLED) * total1));
    store<T>(p, V.keep<T, M>(bounces, bouncePush + push), Block.bouncePush);
    store<T>(p, V.keep<T, M>(bounces, bounceRub + pushT), Block.bounceRub);
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
