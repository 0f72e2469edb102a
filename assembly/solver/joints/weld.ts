import { JointFlag } from "../../abi/layout";
import { Joint } from "../../world/joint";
import { Axis } from "./axes";
import { Place, Row, UNLIMITED, holdPoint, holdRow, prepareRows } from "./row_block";
import { angleOf } from "../../world/joint_coordinates";

// Weld joint: two anchors coincide and the bodies keep their angle.
//
//     C1 = pB + rB − pA − rA,  C2 = θB − θA − reference
//     J1 = [−1, −[rA]×, 1, [rB]×],  J2 = [0, −1, 0, 1]
//
// Either may be a spring instead: of the way between the anchors, and of the angle. The angle is solved first and the
// point, as one system, has the last word. (Catto, "Soft Constraints", GDC 2011.)

const POINT: usize = Place.rows + Row.bytes;

export function prepareWeld(j: Joint, q: usize): void {
  prepareRows(q);
  store<f32>(q, angleOf(j), Place.angle);
  const flags = j.flags;
  holdRow(q, Place.rows, (flags & JointFlag.AngularSpring) != 0, j.p6, j.p7, UNLIMITED, j.springImpulse);
  holdPoint(j, q, POINT, UNLIMITED);
}

export function placeWeld<T, M>(p: usize): void {
  Axis.turn<T, M>(p, Place.rows);
  Axis.point<T, M>(p, POINT);
}
