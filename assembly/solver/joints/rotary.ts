import { Joint } from "../../world/joint";
import { Axis } from "./axes";
import { JointRow } from "./joint_block";
import { Place, freeRows, prepareRows } from "./row_block";
import { jointAngle } from "../../world/joint_coordinates";

// Rotary joint: a spring, a motor and limits on the angle between two bodies that may otherwise move as they like. Angles
// count over whole turns.
//
//     θ = θB − θA − reference,  J = [0, −1, 0, 1],  K = IA⁻¹ + IB⁻¹
//
// (Lembcke, Chipmunk: damped rotary spring, rotary limit and simple motor in one.)

export function prepareRotary(j: Joint, q: usize): void {
  prepareRows(q);
  const angle = jointAngle(j);
  store<f32>(q, angle, Place.angle);
  freeRows(j, q, Place.rows, angle, load<f32>(q, JointRow.invInertiaA) + load<f32>(q, JointRow.invInertiaB));
}

export function placeRotary<T, M>(p: usize): void {
  Axis.turn<T, M>(p, Place.rows, Axis.angle<T, M>(p));
}
