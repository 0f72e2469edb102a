import { JointFlag } from "../../abi/layout";
import { Bodies } from "../../world/body";
import { Joint } from "../../world/joint";
import { Axis } from "./axes";
import { JointRow } from "./joint_block";
import { Place, Row, motorRow, prepareRows } from "./row_block";
import { angleOf } from "./coordinates";
import { holdPoint, holdRow } from "./weld";

// Motor joint: drives B to an offset and angle against A, or to a velocity, with no more than a force and a torque.
//
//     C1 = pB + rB − pA − rA,  Ċ1 → velocity,  C2 = θB − θA − reference,  Ċ2 → angular velocity
//
// where rA is the anchor of A and the offset from it. Held poses are rigid or springs; where none is held, velocity alone
// is: at 0 that is the friction of a body seen from above. The force is limited as a vector. (Catto, Box2D manual.)

const POINT: usize = Place.rows + Row.bytes;

export function prepareMotor(j: Joint, q: usize): void {
  prepareRows(j, q);
  const flags = j.flags;
  const a = Bodies.pose(j.bodyA);
  const spring = (flags & JointFlag.AngularSpring) != 0;
  store<f32>(q, angleOf(j), Place.angle);
  if ((flags & JointFlag.AngularPose) != 0) {
    holdRow(q, Place.rows, spring, j.p6, j.p7, j.maxMotor, j.motorImpulse);
    store<f32>(q + Place.rows, j.motorSpeed, Row.speed);
  } else {
    motorRow(q, Place.rows, true, j.motorSpeed, j.maxMotor, j.motorImpulse);
  }
  if ((flags & JointFlag.Pose) != 0) {
    store<f32>(q, load<f32>(q, JointRow.armAx) + (a.c * j.p0 - a.s * j.p1), JointRow.armAx);
    store<f32>(q, load<f32>(q, JointRow.armAy) + (a.s * j.p0 + a.c * j.p1), JointRow.armAy);
    holdPoint(j, q, POINT, j.p4);
  } else {
    motorRow(q, POINT, true, 0, j.p4, j.impulseX);
    motorRow(q, POINT + Row.bytes, true, 0, j.p4, j.impulseY);
  }
  store<f32>(q + POINT, a.c * j.p2 - a.s * j.p3, Row.speed);
  store<f32>(q + POINT + Row.bytes, a.s * j.p2 + a.c * j.p3, Row.speed);
}

export function placeMotor<T, M>(p: usize): void {
  Axis.turn<T, M>(p, Place.rows);
  Axis.point<T, M>(p, POINT);
}
