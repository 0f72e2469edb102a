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
// Either may be a spring instead: of the way between the anchors, and of the angle. The angle is solved first and the point, as
// one system, has the last word. (Catto, "Soft Constraints", GDC 2011.) Of two bodies that nothing else holds, at a rigid point, all
// three are one system, for the angle is held as the point leaves it free (docs/decisions/0026-driven-joints.md). rA and rB end at one
// point of the way between the anchors, by which J1 is free of what turns as a whole, and its pushes of angular momentum
// (docs/decisions/0036-trees-of-welds.md).

/** Of its block: the rows of the point, behind that of the angle. */
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
  // What cannot turn any more bears nothing, nor what it bore: where a linkage holds all of a block its rows do not forget.
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
  // Springs go by the inertia of the angle alone, as those of pins do.
  const ii = load<T>(p, JointRow.invInertiaA) + load<T>(p, JointRow.invInertiaB);
  store<T>(p, V.select<T, M>(springy, V.inverse<T, M>(ii), load<T>(p + Place.rows, Row.mass)), Place.rows + Row.mass);
  // Where the angle is rigid and the point a spring, that is one of bodies that go as a whole, wherever the anchors are. All lanes
  // go one way: with a branch for blocks without such welds, what a weld did hung on those that shared its block.
  Axis.meet<T, M>(p, POINT, Place.rows, whole);
}
