import { JointFlag } from "../../abi/layout";
import { Angle } from "../../math/wide_angle";
import { V } from "../../math/wide";
import { Joint } from "../../world/joint";
import { world } from "../../world/world";
import { Axis } from "./axes";
import { JointRow } from "./joint_block";
import { OPEN, Place, Row, UNLIMITED, holdRow, motorRow, prepareRows } from "./row_block";

// A row of the user's own: the Jacobian J = [jA, aA, jB, aB] of a constraint on the velocities of two centres of mass, its
// error C, a target for Ċ, and limits of the force. J is constant through a step, and the error follows from it,
//
//     C ← C + J · (change of pA, θA, pB, θB)
//
// also from one step to the next: a constraint whose J never changes needs no more. A lowest force of 0 makes it C ≥ 0, a
// highest of 0 C ≤ 0. Without an error it holds Ċ alone.

export function prepareCustom(j: Joint, q: usize): void {
  prepareRows(q);
  store<f32>(q, j.p0, Place.own0);
  store<f32>(q, j.p1, Place.own1);
  store<f32>(q, j.p2, Place.own2);
  store<f32>(q, j.p3, Place.own3);
  store<f32>(q, j.p4, Place.own4);
  store<f32>(q, j.p5, Place.angle);
  const row = q + Place.rows;
  const isPulling = j.upper == 0 && j.lower < 0;
  const low: f32 = isPulling ? 0 : j.lower;
  const high: f32 = isPulling ? -j.lower : j.upper;
  if ((j.flags & JointFlag.Pose) == 0) {
    motorRow(q, Place.rows, true, 0, UNLIMITED, j.impulseX);
  } else {
    const spring = (j.flags & JointFlag.Spring) != 0;
    const force: f32 = low > 0 || high < 0 ? UNLIMITED : low == 0 ? high : min<f32>(-low, high);
    const error: f32 = abs<f32>(j.rest);
    const x = j.impulseX;
    holdRow(q, Place.rows, spring, j.springHertz, j.springDampingRatio, force, x, error, invMassOf(j, q), abs<f32>(x));
    store<f32>(row, low != 0 ? 0 : spring ? OPEN : 1, Row.limit);
  }
  store<f32>(row, isPulling ? -1 : 1, Row.side);
  store<f32>(row, j.motorSpeed, Row.speed);
  store<f32>(row, -j.rest, Row.target);
  store<f32>(row, low * world.h, Row.low);
  store<f32>(row, high * world.h, Row.high);
}

/** Inverse mass along the row. */
function invMassOf(j: Joint, q: usize): f32 {
  const a = load<f32>(q, JointRow.invMassA) * (j.p0 * j.p0 + j.p1 * j.p1);
  const b = load<f32>(q, JointRow.invMassB) * (j.p3 * j.p3 + j.p4 * j.p4);
  const turns = load<f32>(q, JointRow.invInertiaA) * j.p2 * j.p2 + load<f32>(q, JointRow.invInertiaB) * j.p5 * j.p5;
  return a + b + turns;
}

export function placeCustom<T, M>(p: usize): void {
  const jAx = load<T>(p, Place.own0);
  const jAy = load<T>(p, Place.own1);
  const aA = load<T>(p, Place.own2);
  const jBx = load<T>(p, Place.own3);
  const jBy = load<T>(p, Place.own4);
  const aB = load<T>(p, Place.angle);
  const turnA = Angle.of<T, M>(load<T>(p, Place.sinA), load<T>(p, Place.cosA));
  const turnB = Angle.of<T, M>(load<T>(p, Place.sinB), load<T>(p, Place.cosB));
  const change =
    jAx * load<T>(p, Place.movedAx) +
    jAy * load<T>(p, Place.movedAy) +
    aA * turnA +
    (jBx * load<T>(p, Place.movedBx) + jBy * load<T>(p, Place.movedBy) + aB * turnB);
  Axis.set<T, M>(p, Place.rows, jAx, jAy, aA, jBx, jBy, aB, change);
  // It has no anchor: its torque is all that turns B.
  store<T>(p, V.splat<T>(0), Place.rBx);
  store<T>(p, V.splat<T>(0), Place.rBy);
}
