import { JointFlag } from "../../abi/layout";
import { V } from "../../math/wide";
import { Bodies } from "../../world/body";
import { Joint } from "../../world/joint";
import { Axis } from "./axes";
import { FreeAngle } from "./free_angle";
import { JointRow } from "./joint_block";
import { Place, Row, UNLIMITED, holdPoint, holdRow, motorRow, prepareRows } from "./row_block";
import { angleOf, pointX, pointY } from "../../world/joint_coordinates";

// Motor joint: drives B to an offset and angle against A, or to a velocity, with no more than a force and a torque.
//
//     C1 = pB + rB − pA − rA,  Ċ1 → velocity,  C2 = θB − θA − reference,  Ċ2 → angular velocity
//
// where rA is the anchor of A and the offset from it. Held poses are rigid, springs, or what a limited force drives to them;
// where none is held, velocity alone is: at 0 that is the friction of a body seen from above. The force is limited as a
// vector. (Catto, Box2D manual.) Of two bodies that nothing else holds, at a rigid point whose force has no end, all three rows are
// one system, as those of welds are.

const POINT: usize = Place.rows + Row.bytes;

export function prepareMotor(j: Joint, q: usize): void {
  prepareRows(q);
  const flags = j.flags;
  const a = Bodies.pose(j.bodyA);
  const angle = angleOf(j);
  store<f32>(q, angle, Place.angle);
  const held = (flags & JointFlag.Pose) != 0;
  if (held) {
    store<f32>(q, load<f32>(q, JointRow.armAx) + (a.c * j.p0 - a.s * j.p1), JointRow.armAx);
    store<f32>(q, load<f32>(q, JointRow.armAy) + (a.s * j.p0 + a.c * j.p1), JointRow.armAy);
  }
  const springs = flags & (JointFlag.Spring | JointFlag.AngularSpring);
  const rigid = springs == 0 && j.p4 >= UNLIMITED && j.p2 == 0 && j.p3 == 0 && j.maxMotor > 0;
  const whole = rigid && FreeAngle.isWhole(j, q);
  store<f32>(q, <f32>whole, Place.own0);
  if ((flags & JointFlag.AngularPose) != 0) {
    const spring = (flags & JointFlag.AngularSpring) != 0;
    const alone: f32 = load<f32>(q, JointRow.invInertiaA) + load<f32>(q, JointRow.invInertiaB);
    const invInertia = whole ? FreeAngle.inverseInertia(q) : alone;
    const bore: f32 = abs<f32>(j.motorImpulse);
    holdRow(q, Place.rows, spring, j.p6, j.p7, j.maxMotor, j.motorImpulse, abs<f32>(angle), invInertia, bore);
    store<f32>(q + Place.rows, j.motorSpeed, Row.speed);
  } else {
    motorRow(q, Place.rows, true, j.motorSpeed, j.maxMotor, j.motorImpulse);
  }
  if (held) {
    holdPoint(j, q, POINT, j.p4, offsetError(j));
  } else {
    motorRow(q, POINT, true, 0, j.p4, j.impulseX);
    motorRow(q, POINT + Row.bytes, true, 0, j.p4, j.impulseY);
  }
  store<f32>(q + POINT, a.c * j.p2 - a.s * j.p3, Row.speed);
  store<f32>(q + POINT + Row.bytes, a.s * j.p2 + a.c * j.p3, Row.speed);
}

/** How far B is from the offset. */
function offsetError(j: Joint): f32 {
  const ax = j.anchorAX + j.p0;
  const ay = j.anchorAY + j.p1;
  const x: f32 = pointX(j.bodyB, j.anchorBX, j.anchorBY) - pointX(j.bodyA, ax, ay);
  const y: f32 = pointY(j.bodyB, j.anchorBX, j.anchorBY) - pointY(j.bodyA, ax, ay);
  return sqrt<f32>(x * x + y * y);
}

export function placeMotor<T, M>(p: usize): void {
  const held = V.gt<T, M>(load<T>(p, Place.own0), V.splat<T>(0));
  Axis.freeTurn<T, M>(p, Place.rows, held);
  const all = V.eq<T, M>(V.splat<T>(0), V.splat<T>(0));
  Axis.point<T, M>(p, POINT, all);
}
