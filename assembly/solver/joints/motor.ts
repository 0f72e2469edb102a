import { JointFlag } from "../../abi/layout";
import { V } from "../../math/wide";
import { world } from "../../world/world";
import { Bodies } from "../../world/body";
import { Joint } from "../../world/joint";
import { Axis } from "./axes";
import { FreeAngle } from "./free_angle";
import { FASTEST, JointRow, anyActive } from "./joint_block";
import { FASTEST_TURN } from "./revolute";
import { Place, Row, holdPoint, holdRow, lacksForce, motorRow, prepareRows } from "./row_block";
import { angleOf, pointX, pointY } from "../../world/joint_coordinates";
import { angleSpeed, noteOffsets, offsetShare, offsetSpeedX, offsetSpeedY } from "./winding";

// Motor joint: drives B to an offset and angle against A, or to a velocity, with a limited force and torque.
//
//     C1 = pB + rB − pA − rA,  Ċ1 → velocity,  C2 = θB − θA − reference,  Ċ2 → angular velocity
//
// where rA is the anchor of A plus the offset from it. A held pose is rigid, a spring, or approached as a limited force can. If
// no pose is held, only the velocity is: at 0 that is the friction of a body seen from above. The force is limited as a vector.
// (Catto, Box2D manual.) Offsets and angles that are set anew in each step have a speed (winding.ts). If nothing else holds the
// two bodies, and the point is rigid and has force enough, all three rows are one system, as those of welds are.

const POINT: usize = Place.rows + Row.bytes;
/**
 * Where angle and point are one system, errors close at most as fast as those of other joints (FASTEST, FASTEST_TURN): anything
 * faster meets the bounds of velocities, which do not conserve momentum. Elsewhere errors close at this share of that: at all
 * of it, a tenth of random rows of three bodies whose joints were made metres off flew apart.
 */
const SLOWER: f32 = 0.25;
/** How far the offset goes in a sub-step, in axes of the world at the start of the step; and how far the angle does. */
const WAY_X: usize = Place.own1;
const WAY_Y: usize = Place.own2;
const WAY: usize = Place.own3;

export function prepareMotor(j: Joint, q: usize): void {
  prepareRows(q);
  const flags = j.flags;
  const a = Bodies.pose(j.bodyA);
  const held = (flags & JointFlag.Pose) != 0;
  let speedX = j.p2;
  let speedY = j.p3;
  let turn = j.motorSpeed;
  let wayX: f32 = 0;
  let wayY: f32 = 0;
  let way: f32 = 0;
  if ((flags & JointFlag.Winds) != 0) {
    const share = offsetShare(j);
    const windsX = offsetSpeedX(j, share);
    const windsY = offsetSpeedY(j, share);
    const winds = angleSpeed(j);
    noteOffsets(j);
    if (share != 0 || winds != 0) {
      speedX += windsX;
      speedY += windsY;
      turn += winds;
      wayX = world.dt * windsX;
      wayY = world.dt * windsY;
      way = world.dt * winds;
      store<u32>(q, load<u32>(q, JointRow.active) | JointFlag.Winds, JointRow.active);
    }
  }
  // Offset and angle as the step begins.
  const x: f32 = j.p0 - wayX;
  const y: f32 = j.p1 - wayY;
  const angle: f32 = angleOf(j) + way;
  store<f32>(q, angle, Place.angle);
  if (held) {
    store<f32>(q, load<f32>(q, JointRow.armAx) + (a.c * x - a.s * y), JointRow.armAx);
    store<f32>(q, load<f32>(q, JointRow.armAy) + (a.s * x + a.c * y), JointRow.armAy);
  }
  const springs = flags & (JointFlag.Spring | JointFlag.AngularSpring);
  const error: f32 = held ? offsetError(j, x, y) : 0;
  const rigid = springs == 0 && speedX == 0 && speedY == 0 && j.maxMotor > 0 && !lacks(j, q, error);
  const whole = rigid && FreeAngle.isWhole(j, q);
  store<f32>(q, <f32>whole, Place.own0);
  if ((flags & JointFlag.AngularPose) != 0) {
    const spring = (flags & JointFlag.AngularSpring) != 0;
    const alone: f32 = load<f32>(q, JointRow.invInertiaA) + load<f32>(q, JointRow.invInertiaB);
    const invInertia = whole ? FreeAngle.inverseInertia(q) : alone;
    const bore: f32 = abs<f32>(j.motorImpulse);
    holdRow(q, Place.rows, spring, j.p6, j.p7, j.maxMotor, j.motorImpulse, abs<f32>(angle), invInertia, bore);
    store<f32>(q + Place.rows, turn, Row.speed);
  } else {
    motorRow(q, Place.rows, true, turn, j.maxMotor, j.motorImpulse);
  }
  if (held) {
    holdPoint(j, q, POINT, j.p4, error);
  } else {
    motorRow(q, POINT, true, 0, j.p4, j.impulseX);
    motorRow(q, POINT + Row.bytes, true, 0, j.p4, j.impulseY);
  }
  const share: f32 = whole ? 1 : SLOWER;
  const fastest: f32 = share * (FASTEST * world.linearSlop);
  if ((flags & JointFlag.AngularSpring) == 0) {
    boundRate(q + Place.rows, abs<f32>(angle), share * FASTEST_TURN);
  }
  if ((flags & JointFlag.Spring) == 0) {
    boundRate(q + POINT, error, fastest);
    boundRate(q + POINT + Row.bytes, error, fastest);
  }
  store<f32>(q + POINT, a.c * speedX - a.s * speedY, Row.speed);
  store<f32>(q + POINT + Row.bytes, a.s * speedX + a.c * speedY, Row.speed);
  const part: f32 = 1 / <f32>world.substeps;
  store<f32>(q, part * (a.c * wayX - a.s * wayY), WAY_X);
  store<f32>(q, part * (a.s * wayX + a.c * wayY), WAY_Y);
  store<f32>(q, part * way, WAY);
  moveOffsets<f32>(q, -1); // the first sub-step moves them, too
}

/** Limits the speed at which an error closes. */
function boundRate(row: usize, error: f32, most: f32): void {
  const rate = load<f32>(row, Row.rate);
  if (rate * error > most) {
    store<f32>(row, most / error, Row.rate);
  }
}

/** Is the force of the point too small, counting what comes with the torque? */
function lacks(j: Joint, q: usize, error: f32): bool {
  const invMass: f32 = load<f32>(q, JointRow.invMassA) + load<f32>(q, JointRow.invMassB);
  const bore: f32 = world.h * sqrt<f32>(j.forceX * j.forceX + j.forceY * j.forceY);
  return lacksForce(q, j.p4, error, invMass, bore);
}

/** How far B is from an offset. */
function offsetError(j: Joint, offsetX: f32, offsetY: f32): f32 {
  const ax: f32 = j.anchorAX + offsetX;
  const ay: f32 = j.anchorAY + offsetY;
  const x: f32 = pointX(j.bodyB, j.anchorBX, j.anchorBY) - pointX(j.bodyA, ax, ay);
  const y: f32 = pointY(j.bodyB, j.anchorBX, j.anchorBY) - pointY(j.bodyA, ax, ay);
  return sqrt<f32>(x * x + y * y);
}

/** Moves offset and angle of the block or lane at `p` on by this many sub-steps. @inline */
function moveOffsets<T>(p: usize, times: T): void {
  store<T>(p, load<T>(p, JointRow.armAx) + times * load<T>(p, WAY_X), JointRow.armAx);
  store<T>(p, load<T>(p, JointRow.armAy) + times * load<T>(p, WAY_Y), JointRow.armAy);
  store<T>(p, load<T>(p, Place.angle) - times * load<T>(p, WAY), Place.angle);
}

/** As a sub-step begins: moves what is set anew in each step to its place in that sub-step. */
export function windMotor<T>(p: usize): void {
  if (anyActive<T>(p, JointFlag.Winds)) {
    moveOffsets<T>(p, V.splat<T>(1));
  }
}

export function placeMotor<T, M>(p: usize): void {
  const held = V.gt<T, M>(load<T>(p, Place.own0), V.splat<T>(0));
  Axis.freeTurn<T, M>(p, Place.rows, held, true);
  Axis.point<T, M>(p, POINT);
}
