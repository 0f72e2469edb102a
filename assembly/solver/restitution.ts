import { V } from "../math/wide";
import { Buffer, List } from "../memory/buffer";
import { bouncingBlocks } from "../world/buffers";
import { world } from "../world/world";
import { clearOf, pushOfSecond } from "./both_points";
import { Aside, Block, ONE_POINT_BYTES, SECOND, TWO_POINT_BYTES, aside, frictionOf } from "./contact_block";
import { Motion } from "./integrate";
import { SideA, SideB, SolverRows } from "./solver_rows";

// Restitution, after the last sub-step: points that approached faster than the threshold when the step began, and have pushed
// since, leave at e times the speed they met at (approaches.ts): in one pass (Catto, "Solver2D", 2024), or several where much
// is to be kept.
//
// Friction acts on what the bounce adds, too: Coulomb's law is of the whole impulse, (1 + e) times that which stops the body.
// It comes first, as the turn it causes changes the speeds along the normal. So its limit is that of what the points will push,
// estimated as if both pushed alike. It may take back what it did in an earlier pass: when a body lands on two wheels at once,
// the first wheel to bounce turns the body, and rubs.

// A body that bounces on one end may be turned down onto the other within the step. That end was leaving, or had farther to go
// to the ground and waits. It comes down after the first has bounced, so it bounces in the next step, at the speed that the
// bounce alone gives it. It yields to that speed and no more: it goes on bearing what neighbours and walls press it by. (When
// it let go of all that it had pushed, planks on one another rattled end on end for ever, and bodies pinched by two walls left
// at 250 m/s.)
//
// A point that was leaving also yields to e times its speed, whatever drives it back: Moreau's law for all points at once. A
// push of λ gives λ (u⁻ + u⁺) / 2 of energy, so it gives some where a leaving point is held. (25 elastic planks in a room
// gained 27 % with such points held at rest; of 360 rooms, 25 gained more than 2 %, up to 95 %, where they yielded to the first
// speed only.)

// An elastic body that bounced leaves, so the next step begins without its impulses: between two walls that nearly face each
// other, a blow applied once more threw a ball out with twice its energy. (Where little speed is kept, it may be pressed on:
// `spinner` took 4 % longer without them.)

// The two points of a contact bounce together. With w the speeds wanted, J v ≥ w and λ ≥ 0 over the step, and at each point one
// of the two is an equality. Solved one after the other, the second point would undo part of the first: a box that landed flat
// rose by three quarters of what it should and turned, and boxes gained energy.

/**
 * Restitution above which several contacts of one body affect one another: the pass is repeated over what bounces until it
 * settles, up to this many times. A ball that met two walls at 150° left with 8 % more energy after 4 passes, 0.1 % after 30.
 */
export const ELASTIC: f32 = 0.15;
export const ELASTIC_PASSES: u32 = 30;

/** A change of less than this share of what a point has pushed does not count. */
const SETTLED: f32 = 0.001;

/** The lanes of the block at `p` that have restitution, and whose point at `q` approached fast enough and has pushed since. @inline */
function bouncing<T, M>(p: usize, q: usize): M {
  const zero = V.splat<T>(0);
  const fast = V.gt<T, M>(V.splat<T>(-world.restitutionThreshold), load<T>(aside(q), Aside.approach1));
  const pushed = V.gt<T, M>(load<T>(q, Block.totalImpulse1), zero);
  return V.and<M>(V.and<M>(fast, pushed), V.gt<T, M>(load<T>(aside(p), Aside.restitution), zero));
}

/** How far the point at `q` was from touching when the step began. @inline */
function gapOf<T>(q: usize): T {
  return load<T>(q, Block.separation1) + (load<T>(q, Block.coreB1) - load<T>(q, Block.coreA1));
}

/**
 * The lanes whose point at `q` was farther than the one at `other` by more than contacts are seen ahead. (Measured from
 * touching, both could wait for each other, and of the blow only friction was left.)
 * @inline
 */
function wasFar<T, M>(q: usize, other: usize): M {
  const ahead = V.max<T>(gapOf<T>(other), V.splat<T>(0)) + V.splat<T>(world.speculativeDistance);
  return V.gt<T, M>(gapOf<T>(q), ahead);
}

/** The normal velocity at which the point at `q` has to leave. */
function leaving<T>(p: usize, q: usize): T {
  const dpx = SolverRows.dx<T, SideB>(p) - SolverRows.dx<T, SideA>(p);
  const dpy = SolverRows.dy<T, SideB>(p) - SolverRows.dy<T, SideA>(p);
  const dpn = dpx * load<T>(p, Block.nx) + dpy * load<T>(p, Block.ny);
  const partA =
    SolverRows.dc<T, SideA>(p) * load<T>(q, Block.coreA1) + SolverRows.ds<T, SideA>(p) * load<T>(q, Block.crossA1);
  const partB =
    SolverRows.dc<T, SideB>(p) * load<T>(q, Block.coreB1) + SolverRows.ds<T, SideB>(p) * load<T>(q, Block.crossB1);
  const gap = dpn + (partB - partA) + load<T>(q, Block.separation1);
  const r = aside(p);
  const acceleration = load<T>(r, Aside.acceleration);
  const lag = acceleration * V.splat<T>(0.5 * Motion.lateness());
  const speed = load<T>(r, Aside.restitution) * load<T>(aside(q), Aside.approach1);
  const squared = lag * lag + speed * speed + V.splat<T>(2) * acceleration * gap;
  return V.sqrt<T>(V.max<T>(squared, V.splat<T>(0))) - lag;
}

/** Normal velocity of the point at `q`. `dvn`: that of the centres. */
function normalSpeed<T>(q: usize, dvn: T, wA: T, wB: T): T {
  return dvn + wB * load<T>(q, Block.crossB1) - wA * load<T>(q, Block.crossA1);
}

/** How much a unit of impulse at the point at `other` changes the normal velocity at the point at `q`. */
function response<T>(p: usize, q: usize, other: usize): T {
  const a = load<T>(p, Block.invInertiaA) * load<T>(q, Block.crossA1) * load<T>(other, Block.crossA1);
  const b = load<T>(p, Block.invInertiaB) * load<T>(q, Block.crossB1) * load<T>(other, Block.crossB1);
  return load<T>(p, Block.invMassA) + load<T>(p, Block.invMassB) + (a + b);
}

/** What a point pushes to gain `missing` speed if the other point, of response `k12`, pushes as much. */
function pushOfBoth<T, M>(goes: M, k: T, k12: T, missing: T): T {
  const share = V.keep<T, M>(goes, V.splat<T>(1) / V.max<T>(k + k12, V.splat<T>(0.5) * k));
  return V.max<T>(share * missing, V.splat<T>(0));
}

/**
 * The normal velocity that a yielding point of speed `approach` is held at. `driven`: what the bounce of the other point alone
 * adds to it. A point that leaves the surface has half a sub-step's gravity added to its speed, for the flight up and back
 * down. Unless that is taken off, a box on flat ground rocks end on end for ever if the threshold lets bounces of g · dt through.
 */
function yielding<T>(approach: T, driven: T, e: T, acceleration: T): T {
  const u = V.max<T>(approach, V.splat<T>(0));
  const lag = acceleration * V.splat<T>(Motion.lateness());
  const half = V.splat<T>(0.5) * lag;
  const atSurface = V.max<T>(u * u + lag * u, V.splat<T>(0));
  const back = V.sqrt<T>(e * e * atSurface + half * half) + half;
  return V.min<T>(approach + driven, -V.max<T>(back, V.splat<T>(0)));
}

/** The point at `q` pushes by `change` more. In lanes that `leaves`, the next step starts without its impulse. */
function pushMore<T, M>(q: usize, change: T, leaves: M): void {
  const total = load<T>(q, Block.totalImpulse1);
  const next = V.max<T>(load<T>(q, Block.normalImpulse1) + change, V.splat<T>(0));
  store<T>(q, V.drop<T, M>(leaves, next), Block.normalImpulse1);
  store<T>(q, total + change, Block.totalImpulse1);
  world.unsettled |= <u32>V.any<M>(V.gt<T, M>(V.abs<T>(change), V.splat<T>(SETTLED) * total));
}

/** Notes the block at `p` for further passes, with what its points pushed before the first one. */
function noteBounce<T, P>(p: usize): void {
  const block = ((<u32>p) & ~15) | (<u32>isInteger<P>());
  const n = bouncingBlocks.count;
  const end = bouncingBlocks.ptr + ((<usize>n) << 2);
  if (n == 0 || load<u32>(end - 4) != block) {
    store<u32>(end, block);
    bouncingBlocks.count = n + 1;
  }
  const r = aside(p);
  store<T>(r, load<T>(p, Block.totalImpulse1), Aside.stopped1);
  if (isInteger<P>()) {
    store<T>(r, load<T>(p, Block.totalImpulse2), Aside.stopped2);
  }
  store<T>(r, V.splat<T>(0), Aside.bouncePush);
  store<T>(r, V.splat<T>(0), Aside.bounceRub);
}

/** Another pass, over the blocks of a list: all that bounced in the first pass, or some of them. */
export function bounceAgain(blocks: Buffer): void {
  world.unsettled = 0;
  for (let k: u32 = 0, n = blocks.count; k < n; k++) {
    const block = List.get(blocks, k);
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

/** Restitution of the blocks from `start` to `end`, after the last sub-step. `first`: in the first of its passes. */
export function applyRestitution<T, M, P>(start: usize, end: usize, first: bool): void {
  if (start >= end) {
    return;
  }
  const bytes = isInteger<P>() ? TWO_POINT_BYTES : ONE_POINT_BYTES;
  let p = start;
  do {
    const bounces1 = bouncing<T, M>(p, p);
    const bounces2 = isInteger<P>() ? bouncing<T, M>(p, p + SECOND) : bounces1;
    if (V.any<M>(V.or<M>(bounces1, bounces2))) {
      if (first) {
        noteBounce<T, P>(p);
      }
      bounce<T, M, P>(p, bounces1, bounces2);
    }
    p = V.next<T>(p, bytes);
  } while (p < end);
}

/** Sends off the lanes that bounce, at the first point or the second. */
function bounce<T, M, P>(p: usize, bounces1: M, bounces2: M): void {
  const zero = V.splat<T>(0);
  const q = p + SECOND;
  const r = aside(p);
  const bounces = V.or<M>(bounces1, bounces2);
  const vAx = SolverRows.vx<T, SideA>(p);
  const vAy = SolverRows.vy<T, SideA>(p);
  const oldA = SolverRows.w<T, SideA>(p);
  const vBx = SolverRows.vx<T, SideB>(p);
  const vBy = SolverRows.vy<T, SideB>(p);
  const oldB = SolverRows.w<T, SideB>(p);
  const nx = load<T>(p, Block.nx);
  const ny = load<T>(p, Block.ny);
  const imA = load<T>(p, Block.invMassA);
  const imB = load<T>(p, Block.invMassB);
  const iiA = load<T>(p, Block.invInertiaA);
  const iiB = load<T>(p, Block.invInertiaB);
  const dvn = (vBx - vAx) * nx + (vBy - vAy) * ny;
  const mass1 = load<T>(p, Block.normalMass1);
  const total1 = load<T>(p, Block.totalImpulse1);
  const target1 = V.keep<T, M>(bounces1, leaving<T>(p, p));
  const missing1 = target1 - normalSpeed<T>(p, dvn, oldA, oldB);
  const pushedBefore = load<T>(r, Aside.bouncePush);
  let target2 = target1;
  let waits1 = bounces1;
  let waits2 = bounces1;
  // Do both points push? Otherwise they are not coupled.
  let pair = bounces1;
  let k11 = zero;
  let k12 = zero;
  let k22 = zero;
  let pushed: T; // by the points that bounce, for the limit of friction
  if (isInteger<P>()) {
    target2 = V.keep<T, M>(bounces2, leaving<T>(p, q));
    // Only against immovable bodies: of 100 rows of pins that a ball was bowled at, 8 rattled while ends waited at moving bodies, too.
    const held = V.le<T, M>(V.min<T>(imA, imB), zero);
    waits1 = V.and<M>(V.and<M>(held, bounces2), wasFar<T, M>(p, q));
    waits2 = V.and<M>(V.and<M>(held, bounces1), wasFar<T, M>(q, p));
    pair = V.and<M>(V.gt<T, M>(total1, zero), V.gt<T, M>(load<T>(p, Block.totalImpulse2), zero));
    k11 = response<T>(p, p, p);
    k22 = response<T>(p, q, q);
    k12 = V.keep<T, M>(pair, response<T>(p, p, q));
    const goes1 = V.andNot<M>(bounces1, waits1);
    const goes2 = V.andNot<M>(bounces2, waits2);
    const push1 = pushOfBoth<T, M>(goes1, k11, V.keep<T, M>(goes2, k12), missing1);
    const missing2 = target2 - normalSpeed<T>(q, dvn, oldA, oldB);
    pushed = pushedBefore + push1 + pushOfBoth<T, M>(goes2, k22, V.keep<T, M>(goes1, k12), missing2);
  } else {
    pushed = pushedBefore + V.keep<T, M>(bounces1, V.max<T>(mass1 * missing1, zero));
  }

  const alongA = load<T>(p, Block.alongA);
  const alongB = load<T>(p, Block.alongB);
  const slip = (vBx - vAx) * ny - (vBy - vAy) * nx - load<T>(p, Block.tangentSpeed);
  const stick = -(load<T>(p, Block.tangentMass) * (slip - oldB * alongB + oldA * alongA));
  const limit = frictionOf<T>(p) * V.max<T>(pushed, zero);
  const rubbedBefore = load<T>(r, Aside.bounceRub);
  const rub = V.max<T>(V.min<T>(rubbedBefore + stick, limit), -limit) - rubbedBefore;
  const wA = oldA + iiA * alongA * rub;
  const wB = oldB - iiB * alongB * rub;

  const leaves = V.and<M>(bounces, V.gt<T, M>(load<T>(r, Aside.restitution), V.splat<T>(ELASTIC)));
  let change1: T;
  let push: T;
  let going: T; // the part of `push` by points that do not wait
  let turnA: T;
  let turnB: T;
  if (isInteger<P>()) {
    const mass2 = load<T>(p, Block.normalMass2);
    const total2 = load<T>(p, Block.totalImpulse2);
    const lessen1 = mass1 * k12;
    const lessen2 = mass2 * k12;
    const e = load<T>(r, Aside.restitution);
    const approach1 = load<T>(r, Aside.approach1);
    const approach2 = load<T>(r, Aside.approach2);
    const acceleration = load<T>(r, Aside.acceleration);
    const yields1 = V.or<M>(V.gt<T, M>(approach1, zero), waits1);
    const yields2 = V.or<M>(V.gt<T, M>(approach2, zero), waits2);
    const held1 = yielding<T>(approach1, lessen2 * (target2 - approach2), e, acceleration);
    const held2 = yielding<T>(approach2, lessen1 * (target1 - approach1), e, acceleration);
    const least1 = V.select<T, M>(yields1, held1, target1);
    const least2 = V.select<T, M>(yields2, held2, target2);
    const less1 = mass1 * (normalSpeed<T>(p, dvn, wA, wB) - least1);
    const less2 = mass2 * (normalSpeed<T>(q, dvn, wA, wB) - least2);
    const clear = clearOf<T>(lessen1, lessen2);
    const wanted2 = pushOfSecond<T, M>(k12, lessen1, lessen2, less1, less2, total1, clear);
    let change2 = V.max<T>(wanted2, -total2);
    change1 = V.max<T>(-less1 - lessen1 * change2, -total1);
    change1 = V.keep<T, M>(V.and<M>(bounces, V.gt<T, M>(total1, zero)), change1);
    change2 = V.keep<T, M>(V.and<M>(bounces, V.gt<T, M>(total2, zero)), change2);
    push = change1 + change2;
    going = V.drop<T, M>(V.and<M>(pair, waits1), change1) + V.drop<T, M>(V.and<M>(pair, waits2), change2);
    turnA = load<T>(p, Block.crossA1) * change1 + load<T>(p, Block.crossA2) * change2;
    turnB = load<T>(p, Block.crossB1) * change1 + load<T>(p, Block.crossB2) * change2;
    pushMore<T, M>(q, change2, leaves);
  } else {
    const less1 = mass1 * (normalSpeed<T>(p, dvn, wA, wB) - target1);
    change1 = V.keep<T, M>(bounces1, V.max<T>(-less1, -total1));
    push = change1;
    going = change1;
    turnA = load<T>(p, Block.crossA1) * change1;
    turnB = load<T>(p, Block.crossB1) * change1;
  }
  pushMore<T, M>(p, change1, leaves);
  store<T>(r, V.select<T, M>(bounces, pushedBefore + going, pushedBefore), Aside.bouncePush);
  store<T>(r, V.select<T, M>(bounces, rubbedBefore + rub, rubbedBefore), Aside.bounceRub);

  const px = push * nx + rub * ny;
  const py = push * ny - rub * nx;
  // Lanes that do not bounce keep every bit, as do blocks that are skipped.
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
}
