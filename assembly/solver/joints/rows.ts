import { JointType } from "../../abi/layout";
import { V } from "../../math/wide";
import { Joint } from "../../world/joint";
import { world } from "../../world/world";
import { Column, Motion } from "../integrate";
import { SideA, SideB, SolverRows } from "../solver_rows";
import { Axis } from "./axes";
import { JointRow, Sum, addToSum, meanOf, sound, tellForce } from "./joint_block";
import { NEW_AXIS, PAIR, Place, Row, SECOND, isOn } from "./row_block";

// The one kernel of joints solved by rows (row_block.ts). Their axes have been placed (axes.ts).

/** Ċ along an axis. @inline */
function rateOf<T>(axis: usize, vAx: T, vAy: T, wA: T, vBx: T, vBy: T, wB: T): T {
  return (vAx * load<T>(axis, Row.jAx) +
    vAy * load<T>(axis, Row.jAy) +
    wA * load<T>(axis, Row.aA) +
    (vBx * load<T>(axis, Row.jBx) + vBy * load<T>(axis, Row.jBy) + wB * load<T>(axis, Row.aB))) as T;
}

/** Notes what springs need of the velocities before loads. */
function noteBefore<T, M>(p: usize, plan: u32): void {
  const vAx = Motion.before<T, M, SideA>(p, Column.X);
  const vAy = Motion.before<T, M, SideA>(p, Column.Y);
  const wA = Motion.before<T, M, SideA>(p, Column.Turn);
  const vBx = Motion.before<T, M, SideB>(p, Column.X);
  const vBy = Motion.before<T, M, SideB>(p, Column.Y);
  const wB = Motion.before<T, M, SideB>(p, Column.Turn);
  let row = p + Place.rows;
  let axis = row;
  do {
    axis = (plan & NEW_AXIS) != 0 ? row : axis;
    const before = load<T>(row, Row.before);
    const asks = V.gt<T, M>(V.abs<T>(before), V.splat<T>(0));
    if (V.any<M>(asks)) {
      const rate = rateOf<T>(axis, vAx, vAy, wA, vBx, vBy, wB) - load<T>(row, Row.speed);
      store<T>(row, V.keep<T, M>(asks, load<T>(row, Row.side) * (before * rate)), Row.bias);
    }
    row += Row.bytes;
    plan >>= 4;
  } while (plan != 0);
}

/** The axes of the block have just been set. `sums`: of the block or lane. */
export function warmStartRows<T, M>(p: usize, plan: u32, sums: usize): void {
  if (V.anyAt<T>(p + Place.springs)) {
    noteBefore<T, M>(p, plan);
  }
  solveRows<T, M, bool>(p, plan, sums);
}

/** `B` int: the biased pass, float: the relaxing one, bool: the warm start, whose impulses are added to `sums`. */
export function solveRows<T, M, B>(p: usize, plan: u32, sums: usize = 0): void {
  let vAx = SolverRows.vx<T, SideA>(p);
  let vAy = SolverRows.vy<T, SideA>(p);
  let wA = SolverRows.w<T, SideA>(p);
  let vBx = SolverRows.vx<T, SideB>(p);
  let vBy = SolverRows.vy<T, SideB>(p);
  let wB = SolverRows.w<T, SideB>(p);
  const imA = load<T>(p, JointRow.invMassA);
  const imB = load<T>(p, JointRow.invMassB);
  const iiA = load<T>(p, JointRow.invInertiaA);
  const iiB = load<T>(p, JointRow.invInertiaB);
  const locked = world.solvedLocks != 0;
  let row = p + Place.rows;
  let axis = row;
  let second = V.splat<T>(0); // impulse of a pair's second row
  let sumX = second;
  let sumY = second;
  let sumTurn = second;
  do {
    axis = (plan & NEW_AXIS) != 0 ? row : axis;
    if (isOn<T, M>(row)) {
      let impulse = second;
      if (isBoolean<B>()) {
        impulse = load<T>(row, Row.side) * load<T>(row, Row.impulse);
        sumX = sumX + impulse * load<T>(axis, Row.jBx);
        sumY = sumY + impulse * load<T>(axis, Row.jBy);
        sumTurn = sumTurn + impulse * torqueOf<T>(p, axis);
      } else if (plan == PAIR) {
        const y = row + Row.bytes;
        const oldX = load<T>(row, Row.impulse);
        const oldY = load<T>(y, Row.impulse);
        const rateX = rateOf<T>(row, vAx, vAy, wA, vBx, vBy, wB) - load<T>(row, Row.speed);
        const rateY = rateOf<T>(y, vAx, vAy, wA, vBx, vBy, wB) - load<T>(y, Row.speed);
        solvePair<T, M, B>(p, row, rateX, rateY);
        impulse = load<T>(row, Row.impulse) - oldX;
        second = load<T>(y, Row.impulse) - oldY;
      } else if (plan != SECOND) {
        impulse = solveRow<T, M, B>(axis, row, rateOf<T>(axis, vAx, vAy, wA, vBx, vBy, wB) - load<T>(row, Row.speed));
      }
      const a = imA * impulse;
      const b = imB * impulse;
      vAx = vAx + a * load<T>(axis, Row.jAx);
      vAy = vAy + a * load<T>(axis, Row.jAy);
      wA = wA + iiA * impulse * load<T>(axis, Row.aA);
      vBx = vBx + b * load<T>(axis, Row.jBx);
      vBy = vBy + b * load<T>(axis, Row.jBy);
      if (locked) {
        vAx = vAx * Motion.lock<T, SideA>(p, Column.X);
        vAy = vAy * Motion.lock<T, SideA>(p, Column.Y);
        vBx = vBx * Motion.lock<T, SideB>(p, Column.X);
        vBy = vBy * Motion.lock<T, SideB>(p, Column.Y);
      }
      wB = wB + iiB * impulse * load<T>(axis, Row.aB);
    }
    row += Row.bytes;
    plan >>= 4;
  } while (plan != 0);
  SolverRows.store<T>(p + JointRow.bodyA, vAx, vAy, wA);
  SolverRows.store<T>(p + JointRow.bodyB, vBx, vBy, wB);
  if (isBoolean<B>()) {
    addToSum<T>(sums + Sum.x, sumX);
    addToSum<T>(sums + Sum.y, sumY);
    addToSum<T>(sums + Sum.turn, sumTurn);
  }
}

/**
 * Adds what the rows of a plan push B by, along their current axes, to the sums, multiplied by `times`: 1 before axes are set
 * anew, −1 after.
 */
export function addPushes<T>(p: usize, plan: u32, sums: usize, times: f32): void {
  let row = p + Place.rows;
  let axis = row;
  let x = V.splat<T>(0);
  let y = x;
  let turn = x;
  for (; plan != 0; plan >>= 4) {
    axis = (plan & NEW_AXIS) != 0 ? row : axis;
    if (V.anyAt<T>(row + Row.impulse)) {
      const impulse = V.splat<T>(times) * (load<T>(row, Row.side) * load<T>(row, Row.impulse));
      x = x + impulse * load<T>(axis, Row.jBx);
      y = y + impulse * load<T>(axis, Row.jBy);
      turn = turn + impulse * torqueOf<T>(p, axis);
    }
    row += Row.bytes;
  }
  addToSum<T>(sums + Sum.x, x);
  addToSum<T>(sums + Sum.y, y);
  addToSum<T>(sums + Sum.turn, turn);
}

/** The torque of an axis on B, without the moment of its force at the anchor, which does not count as the joint's. @inline */
function torqueOf<T>(p: usize, axis: usize): T {
  const moment = load<T>(p, Place.rBx) * load<T>(axis, Row.jBy) - load<T>(p, Place.rBy) * load<T>(axis, Row.jBx);
  return (load<T>(axis, Row.aB) - moment) as T;
}

/** Solves a row whose Ċ is `rate`: returns the impulse it adds along its axis. @inline */
function solveRow<T, M, B>(axis: usize, row: usize, rate: T): T {
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
  const wanted = old - load<T>(axis, Row.mass) * (scale * (side * rate) + bias) - leak * old;
  let next = V.max<T>(V.min<T>(wanted, load<T>(row, Row.high)), load<T>(row, Row.low));
  next = V.keep<T, M>(V.le<T, M>(V.abs<T>(next), V.splat<T>(1e30)), next);
  store<T>(row, next, Row.impulse);
  return (side * (next - old)) as T;
}

/** @inline */
function pushOf<T, B>(row: usize, rate: T): T {
  return isInteger<B>()
    ? ((load<T>(row, Row.scale) * rate + (load<T>(row, Row.rate) * load<T>(row, Row.C) + load<T>(row, Row.bias))) as T)
    : ((load<T>(row, Row.relax) * rate) as T);
}

/** Solves two rows of two axes, with these Ċ, as one system. */
function solvePair<T, M, B>(p: usize, x: usize, rateX: T, rateY: T): void {
  const y = x + Row.bytes;
  const zero = V.splat<T>(0);
  const one = V.splat<T>(1);
  const cx = pushOf<T, B>(x, rateX);
  const cy = pushOf<T, B>(y, rateY);
  const k11 = load<T>(x, Row.k);
  // Where neither body can turn, an angle's row has no mass: the other row stands alone.
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
  // At its limit the force opposes the remaining motion, as friction does, whatever direction the masses would give it. A
  // spring's force stays as it is.
  const step = load<T>(x, Row.relax) / V.max<T>(k11 + k22, tiny);
  const againstX = oldX - step * cx;
  const againstY = oldY - step * cy;
  const against = V.sqrt<T>(againstX * againstX + againstY * againstY);
  // Neither NaN nor an unlimited force is turned.
  const told = V.gt<T, M>(against * load<T>(x, Row.relax), V.splat<T>(1e-18));
  const finite = V.gt<T, M>(V.splat<T>(1e18), V.max<T>(against, most));
  const opposes = V.and<M>(V.and<M>(bound, told), finite);
  const share = most / V.max<T>(against, tiny);
  nextX = V.select<T, M>(opposes, againstX * share, nextX);
  nextY = V.select<T, M>(opposes, againstY * share, nextY);
  // A row that is off, beside others that are on, bears nothing, not even an impulse too small to have a length. And what an
  // overflow has spoilt would reach other joints through the immovable body.
  const on = V.gt<T, M>(most, zero);
  nextX = V.keep<T, M>(V.and<M>(on, V.le<T, M>(V.abs<T>(nextX), V.splat<T>(1e30))), nextX);
  nextY = V.keep<T, M>(V.and<M>(on, V.le<T, M>(V.abs<T>(nextY), V.splat<T>(1e30))), nextY);
  store<T>(x, nextX, Row.impulse);
  store<T>(y, nextY, Row.impulse);
}

/** Impulses of lane `q` → the joint, with its force and torque on B, averaged over the step. */
export function storeRows(j: Joint, q: usize, plan: u32, sums: usize): void {
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
    const push: f32 = impulse * load<f32>(row, Row.side);
    x += push * load<f32>(axis, Row.jBx);
    y += push * load<f32>(axis, Row.jBy);
    turn += push * torqueOf<f32>(q, axis);
    row += Row.bytes;
    plan >>= 4;
  } while (plan != 0);
  tellForce(j, sums, x, y);
  j.torque = meanOf(load<f32>(sums, Sum.turn) + turn);
}
