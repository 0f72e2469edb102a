import { JointFlag } from "../../abi/layout";
import { Joint } from "../../world/joint";
import { Axis } from "./axes";
import { Place, Row, UNLIMITED, prepareRows, rigidRow, springRow } from "./row_block";
import { angleOf } from "./coordinates";

// Weld joint: two anchors coincide and the bodies keep their angle.
//
//     C1 = pB + rB − pA − rA,  C2 = θB − θA − reference
//     J1 = [−1, −[rA]×, 1, [rB]×],  J2 = [0, −1, 0, 1]
//
// Either may be a spring instead: of the way between the anchors, and of the angle. The angle is solved first and the
// point, as one system, has the last word. (Catto, "Soft Constraints", GDC 2011.)

const POINT: usize = Place.rows + Row.bytes;

export function prepareWeld(j: Joint, q: usize): void {
  prepareRows(j, q);
  store<f32>(q, angleOf(j), Place.angle);
  const flags = j.flags;
  holdRow(q, Place.rows, (flags & JointFlag.AngularSpring) != 0, j.p6, j.p7, UNLIMITED, j.springImpulse);
  holdPoint(j, q, POINT, UNLIMITED);
}

export function placeWeld<T, M>(p: usize): void {
  Axis.turn<T, M>(p, Place.rows);
  Axis.point<T, M>(p, POINT);
}

/** C is held at 0, rigidly or by a spring. */
export function holdRow(q: usize, row: usize, spring: bool, hertz: f32, zeta: f32, force: f32, impulse: f32): void {
  if (spring) {
    springRow(q, row, true, hertz, zeta, 0, force, impulse);
  } else {
    rigidRow(q, row, force, false, impulse);
  }
}

/** The two rows of a point, rigid or by the joint's spring. */
export function holdPoint(j: Joint, q: usize, row: usize, force: f32): void {
  const spring = (j.flags & JointFlag.Spring) != 0;
  holdRow(q, row, spring, j.springHertz, j.springDampingRatio, force, j.impulseX);
  holdRow(q, row + Row.bytes, spring, j.springHertz, j.springDampingRatio, force, j.impulseY);
}
