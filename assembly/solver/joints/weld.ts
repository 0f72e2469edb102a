import { JointFlag } from "../../abi/layout";
import { V } from "../../math/wide";
import { Joint } from "../../world/joint";
import { Axis } from "./axes";
import { FreeAngle } from "./free_angle";
import { JointRow } from "./joint_block";
import { Place, Row, UNLIMITED, holdPoint, holdRow, prepareRows } from "./row_block";
import { angleOf } from "../../world/joint_coordinates";

// Weld joint: two anchors coincide and the bodies keep their angle.
//
//     C1 = pB + rB − pA − rA,  C2 = θB − θA − reference
//     J1 = [−1, −[rA]×, 1, [rB]×],  J2 = [0, −1, 0, 1]
//
// Either may be a spring instead: on the way between the anchors, and on the angle. The angle is solved first; the point, as
// one system, comes last. (Catto, "Soft Constraints", GDC 2011.) If nothing else holds the two bodies and the point is rigid,
// all three rows are one system, for the angle is held as the point leaves it free (docs/decisions/0026-driven-joints.md). rA
// and rB end at one point between the anchors: so a turn of the pair as a whole does not enter J1, and its pushes carry no
// angular momentum (docs/decisions/0036-trees-of-welds.md).

/** Rows of the point in its block, behind the row of the angle. */
export const POINT: usize = Place.rows + Row.bytes;

export function prepareWeld(j: Joint, q: usize): void {
  prepareRows(q);
  store<f32>(q, angleOf(j), Place.angle);
  const flags = j.flags;
  const springy = (flags & JointFlag.AngularSpring) != 0;
  store<f32>(q, <f32>((flags & JointFlag.Spring) == 0 && FreeAngle.isWhole(j, q)), Place.own0);
  store<f32>(q, springy ? 1 : 0, Place.own1);
  store<f32>(q, !springy && (flags & JointFlag.Spring) != 0 ? 1 : 0, Place.own2);
  store<f32>(q, 0, Place.fate);
  // If neither body can turn any more, the angle drops what it bore: where a linkage holds all of a block, its rows would keep that.
  const turns = load<f32>(q, JointRow.invInertiaA) + load<f32>(q, JointRow.invInertiaB) > 0;
  holdRow(q, Place.rows, springy, j.p6, j.p7, UNLIMITED, turns ? j.springImpulse : 0);
  holdPoint(j, q, POINT, UNLIMITED);
}

export function placeWeld<T, M>(p: usize): void {
  const zero = V.splat<T>(0);
  const held = V.gt<T, M>(load<T>(p, Place.own0), zero);
  const springy = V.gt<T, M>(load<T>(p, Place.own1), zero);
  const whole = V.gt<T, M>(load<T>(p, Place.own2), zero);
  Axis.freeTurn<T, M>(p, Place.rows, held, false);
  // Springs use the inertia of the angle alone, as those of pins do.
  const ii = load<T>(p, JointRow.invInertiaA) + load<T>(p, JointRow.invInertiaB);
  store<T>(p, V.select<T, M>(springy, V.inverse<T, M>(ii), load<T>(p + Place.rows, Row.mass)), Place.rows + Row.mass);
  // With a rigid angle and a spring at the point, that is a spring between bodies that move as a whole, wherever the anchors
  // are. All lanes take the same path: with a branch for blocks without such welds, what a weld did depended on the welds that
  // shared its block.
  Axis.meet<T, M>(p, POINT, Place.rows, whole);
}
