import { V } from "../../math/wide";
import { Joint } from "../../world/joint";
import { Axis } from "./axes";
import { JointRow } from "./joint_block";
import { Free, Place, Row, UNLIMITED, freeRows, prepareAxis, prepareRows, rigidRow } from "./row_block";
import { angleOf, slideOf } from "../../world/joint_coordinates";

// Prismatic joint: B slides along an axis a fixed in A and does not turn against it. With d = pB + rB − pA − rA, n ⊥ a:
//
//     C1 = n · d,  C2 = θB − θA − reference,  s = a · d
//     J1 = [−n, −IB⁻¹ c × n / I, n, −IA⁻¹ c × n / I],  J2 = [0, −1, 0, 1],  Js = J1 with a for n
//
// with c = pB − pA and I = IA⁻¹ + IB⁻¹. J1 is [−n, −(rA + d) × n, n, rB × n] less so much of J2 that the two are independent:
// with C2 = 0 that makes no difference, and the arms of anchors far from the bodies are in neither. C1 and s likewise are taken
// less C2. On s act a spring, a motor and limits; C1 and C2 are one system. What acts along s acts as C1 leaves it free:
// otherwise a load off the axis bounced off its limit. (Catto, "Soft Constraints", GDC 2011, and the Box2D manual.)

/** Rows of its block behind those along the axis: across the axis, and of the angle. */
export const ACROSS: usize = Place.rows + Free.bytes;
export const TURN: usize = ACROSS + Row.bytes;

export function preparePrismatic(j: Joint, q: usize): void {
  prepareRows(q);
  prepareAxis(j, q);
  store<f32>(q, angleOf(j), Place.angle);
  freeRows(j, q, Place.rows, slideOf(j), load<f32>(q, JointRow.invMassA) + load<f32>(q, JointRow.invMassB));
  rigidRow(q, ACROSS, UNLIMITED, false, j.impulseX);
  rigidRow(q, TURN, UNLIMITED, false, j.impulseY);
}

export function placePrismatic<T, M>(p: usize): void {
  const ux = Axis.x<T>(p);
  const uy = Axis.y<T>(p);
  Axis.turn<T, M>(p, TURN, Axis.angle<T, M>(p));
  Axis.slideWhole<T, M>(p, Place.rows, TURN, ux, uy);
  Axis.slideWhole<T, M>(p, ACROSS, TURN, V.splat<T>(0) - uy, ux);
  Axis.apart<T, M>(p, Place.rows, Place.rows, ACROSS);
}
