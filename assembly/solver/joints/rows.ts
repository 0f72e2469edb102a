import { JointType } from "../../abi/layout";
import { V } from "../../math/wide";
import { Joint } from "../../world/joint";
import { world } from "../../world/world";
import { Column, Motion } from "../integrate";
import { SideA, SideB, SolverRows } from "../solver_rows";
import { Axis } from "./axes";
import { JointRow, sound } from "./joint_block";
import { NEW_AXIS, PAIR, Place, Row } from "./row_block";

// The one kernel of joints solved by rows (row_block.ts). Their axes have been placed (axes.ts).

/** Adds impulse λ along the axis at `axis` to the velocities kept in the block. */
function applyRow<T>(p: usize, axis: usize, impulse: T): void {
  const a = load<T>(p, JointRow.invMassA) * impulse;
  const b = load<T>(p, JointRow.invMassB) * impulse;
  store<T>(p, load<T>(p, Place.vAx) + a * load<T>(axis, Row.jAx), Place.vAx);
  store<T>(p, load<T>(p, Place.vAy) + a * load<T>(axis, Row.jAy), Place.vAy);
  store<T>(p, load<T>(p, Place.vBx) + b * load<T>(axis, Row.jBx), Place.vBx);
  store<T>(p, load<T>(p, Place.vBy) + b * load<T>(axis, Row.jBy), Place.vBy);
  const turnA = load<T>(p, JointRow.invInertiaA) * impulse;
  const turnB = load<T>(p, JointRow.invInertiaB) * impulse;
  store<T>(p, load<T>(p, Place.wA) + turnA * load<T>(axis, Row.aA), Place.wA);
  store<T>(p, load<T>(p, Place.wB) + turnB * load<T>(axis, Row.aB), Place.wB);
}

/** Ċ along an axis, less what row `row` wants. @inline */
function rateOf<T>(p: usize, axis: usize, row: usize): T {
  return (load<T>(p, Place.vAx) * load<T>(axis, Row.jAx) +
    load<T>(p, Place.vAy) * load<T>(axis, Row.jAy) +
    load<T>(p, Place.wA) * load<T>(axis, Row.aA) +
    (load<T>(p, Place.vBx) * load<T>(axis, Row.jBx) +
      load<T>(p, Place.vBy) * load<T>(axis, Row.jBy) +
      load<T>(p, Place.wB) * load<T>(axis, Row.aB)) -
    load<T>(row, Row.speed)) as T;
}

/** @inline */
function keepVelocities<T>(p: usize, vAx: T, vAy: T, wA: T, vBx: T, vBy: T, wB: T): void {
  store<T>(p, vAx, Place.vAx);
  store<T>(p, vAy, Place.vAy);
  store<T>(p, wA, Place.wA);
  store<T>(p, vBx, Place.vBx);
  store<T>(p, vBy, Place.vBy);
  store<T>(p, wB, Place.wB);
}

/** @inline */
function gatherVelocities<T>(p: usize): void {
  const vAx = SolverRows.vx<T, SideA>(p);
  const vAy = SolverRows.vy<T, SideA>(p);
  const wA = SolverRows.w<T, SideA>(p);
  const vBx = SolverRows.vx<T, SideB>(p);
  const vBy = SolverRows.vy<T, SideB>(p);
  const wB = SolverRows.w<T, SideB>(p);
  keepVelocities<T>(p, vAx, vAy, wA, vBx, vBy, wB);
}

/** @inline */
function scatterVelocities<T>(p: usize): void {
  SolverRows.store<T>(p + JointRow.bodyA, load<T>(p, Place.vAx), load<T>(p, Place.vAy), load<T>(p, Place.wA));
  SolverRows.store<T>(p + JointRow.bodyB, load<T>(p, Place.vBx), load<T>(p, Place.vBy), load<T>(p, Place.wB));
}

/** What springs have of the velocities before loads. */
function noteBefore<T, M>(p: usize, plan: u32): void {
  const vAx = Motion.before<T, M, SideA>(p, Column.X);
  const vAy = Motion.before<T, M, SideA>(p, Column.Y);
  const wA = Motion.before<T, M, SideA>(p, Column.Turn);
  const vBx = Motion.before<T, M, SideB>(p, Column.X);
  const vBy = Motion.before<T, M, SideB>(p, Column.Y);
  const wB = Motion.before<T, M, SideB>(p, Column.Turn);
  keepVelocities<T>(p, vAx, vAy, wA, vBx, vBy, wB);
  let row = p + Place.rows;
  let axis = row;
  do {
    axis = (plan & NEW_AXIS) != 0 ? row : axis;
    const before = load<T>(row, Row.before);
    const bias = load<T>(row, Row.side) * (before * rateOf<T>(p, axis, row));
    store<T>(row, V.keep<T, M>(V.gt<T, M>(V.abs<T>(before), V.splat<T>(0)), bias), Row.bias);
    row += Row.bytes;
    plan >>= 4;
  } while (plan != 0);
}

/** Is a row of any lane of the block (or of this lane) a spring? @inline */
function anySpring<T>(p: usize): bool {
  if (isVector<T>()) {
    return v128.any_true(load<v128>(p, Place.springs));
  } else {
    return load<f32>(p, Place.springs) != 0;
  }
}

/** The axes of the block have just been set. */
export function warmStartRows<T, M>(p: usize, plan: u32): void {
  if (anySpring<T>(p)) {
    noteBefore<T, M>(p, plan);
  }
  gatherVelocities<T>(p);
  let row = p + Place.rows;
  let axis = row;
  do {
    axis = (plan & NEW_AXIS) != 0 ? row : axis;
    applyRow<T>(p, axis, load<T>(row, Row.side) * load<T>(row, Row.impulse));
    row += Row.bytes;
    plan >>= 4;
  } while (plan != 0);
  scatterVelocities<T>(p);
}

/** `B` int: the biased pass, float: the relaxing one. */
export function solveRows<T, M, B>(p: usize, plan: u32): void {
  gatherVelocities<T>(p);
  let row = p + Place.rows;
  let axis = row;
  do {
    axis = (plan & NEW_AXIS) != 0 ? row : axis;
    if (plan == PAIR) {
      solvePair<T, M, B>(p, row);
      break;
    }
    solveRow<T, M, B>(p, axis, row);
    row += Row.bytes;
    plan >>= 4;
  } while (plan != 0);
  scatterVelocities<T>(p);
}

function solveRow<T, M, B>(p: usize, axis: usize, row: usize): void {
  const side = load<T>(row, Row.side);
  const C = side * (load<T>(axis, Row.C) - load<T>(row, Row.target));
  const way = C * load<T>(row, Row.limit);
  const isOpen = V.gt<T, M>(way, V.splat<T>(0));
  let bias = V.keep<T, M>(isOpen, way * V.splat<T>(world.invH));
  let scale: T;
  let leak = V.splat<T>(0);
  if (isInteger<B>()) {
    bias = V.select<T, M>(isOpen, bias, C * load<T>(row, Row.rate) + load<T>(row, Row.bias));
    scale = V.select<T, M>(isOpen, V.splat<T>(1), load<T>(row, Row.scale));
    leak = V.drop<T, M>(isOpen, load<T>(row, Row.leak));
  } else {
    scale = load<T>(row, Row.relax);
    bias = scale * bias;
  }
  const old = load<T>(row, Row.impulse);
  const rate = side * rateOf<T>(p, axis, row);
  const wanted = old - load<T>(axis, Row.mass) * (scale * rate + bias) - leak * old;
  let next = V.max<T>(V.min<T>(wanted, load<T>(row, Row.high)), load<T>(row, Row.low));
  next = V.keep<T, M>(V.le<T, M>(V.abs<T>(next), V.splat<T>(1e30)), next);
  store<T>(row, next, Row.impulse);
  applyRow<T>(p, axis, side * (next - old));
}

/** @inline */
function pushOf<T, B>(p: usize, row: usize): T {
  const rate = rateOf<T>(p, row, row);
  return isInteger<B>()
    ? ((load<T>(row, Row.scale) * rate + (load<T>(row, Row.rate) * load<T>(row, Row.C) + load<T>(row, Row.bias))) as T)
    : ((load<T>(row, Row.relax) * rate) as T);
}

/** Two rows of two axes as one system. */
function solvePair<T, M, B>(p: usize, x: usize): void {
  const y = x + Row.bytes;
  const zero = V.splat<T>(0);
  const one = V.splat<T>(1);
  const cx = pushOf<T, B>(p, x);
  const cy = pushOf<T, B>(p, y);
  const k11 = load<T>(x, Row.k);
  // What cannot turn leaves nothing of an angle's row: the other stands alone.
  const turns = V.gt<T, M>(load<T>(y, Row.k), zero);
  const k22 = V.select<T, M>(turns, load<T>(y, Row.k), one);
  const k12 = Axis.coupling<T>(p, x - p, y - p);
  const det = k11 * k22 - k12 * k12;
  const inverse = V.inverse<T, M>(det);
  const oldX = load<T>(x, Row.impulse);
  const oldY = load<T>(y, Row.impulse);
  let nextX = oldX - inverse * (k22 * cx - k12 * cy);
  let nextY = V.keep<T, M>(turns, oldY - inverse * (k11 * cy - k12 * cx));
  if (isInteger<B>()) {
    nextX = nextX - load<T>(x, Row.leak) * oldX;
    nextY = nextY - load<T>(y, Row.leak) * oldY;
  }
  const most = load<T>(x, Row.high);
  const tiny = V.splat<T>(1e-30);
  const length = V.sqrt<T>(nextX * nextX + nextY * nextY);
  const bound = V.gt<T, M>(length, most);
  const fit = V.select<T, M>(bound, most / V.max<T>(length, tiny), one);
  nextX = nextX * fit;
  nextY = nextY * fit;
  // At its largest the force is against the motion left, as that of friction, and not as the masses would have it; a spring's
  // is what it is.
  const step = load<T>(x, Row.relax) / V.max<T>(k11 + k22, tiny);
  const againstX = oldX - step * cx;
  const againstY = oldY - step * cy;
  const against = V.sqrt<T>(againstX * againstX + againstY * againstY);
  // Neither what is no number nor what is unlimited is turned.
  const told = V.gt<T, M>(against * load<T>(x, Row.relax), V.splat<T>(1e-18));
  const finite = V.gt<T, M>(V.splat<T>(1e18), V.max<T>(against, most));
  const opposes = V.and<M>(V.and<M>(bound, told), finite);
  const share = most / V.max<T>(against, tiny);
  nextX = V.select<T, M>(opposes, againstX * share, nextX);
  nextY = V.select<T, M>(opposes, againstY * share, nextY);
  // The wreck of an overflow would come through the immovable body to other joints.
  nextX = V.keep<T, M>(V.le<T, M>(V.abs<T>(nextX), V.splat<T>(1e30)), nextX);
  nextY = V.keep<T, M>(V.le<T, M>(V.abs<T>(nextY), V.splat<T>(1e30)), nextY);
  store<T>(x, nextX, Row.impulse);
  store<T>(y, nextY, Row.impulse);
  applyRow<T>(p, x, nextX - oldX);
  applyRow<T>(p, y, nextY - oldY);
}

/** Impulses of lane `q` → the joint, with the force and torque on B that they are. */
export function storeRows(j: Joint, q: usize, plan: u32): void {
  let row = q + Place.rows;
  let axis = row;
  let x: f32 = 0;
  let y: f32 = 0;
  let turn: f32 = 0;
  if (j.type == JointType.Custom) {
    j.rest = sound(load<f32>(row, Row.C) - load<f32>(row, Row.target));
  }
  do {
    axis = (plan & NEW_AXIS) != 0 ? row : axis;
    const impulse = sound(load<f32>(row, Row.impulse));
    store<f32>(changetype<usize>(j) + ((<usize>(plan & (NEW_AXIS - 1))) << 2), impulse, offsetof<Joint>("impulseX"));
    const force: f32 = impulse * load<f32>(row, Row.side) * world.invH;
    const jx = load<f32>(axis, Row.jBx);
    const jy = load<f32>(axis, Row.jBy);
    x += force * jx;
    y += force * jy;
    // The moment of a force at the anchor is no torque of the joint.
    const moment: f32 = j.type == JointType.Custom ? 0 : load<f32>(q, Place.rBx) * jy - load<f32>(q, Place.rBy) * jx;
    turn += force * (load<f32>(axis, Row.aB) - moment);
    row += Row.bytes;
    plan >>= 4;
  } while (plan != 0);
  j.forceX = sound(x);
  j.forceY = sound(y);
  j.torque = sound(turn);
}
