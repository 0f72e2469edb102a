import { Joint } from "../../world/joint";
import { Axis } from "./axes";
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
  store<f32>(q, jointAngle(j), Place.angle);
  freeRows(j, q, Place.rows);
}

export function placeRotary<T, M>(p: usize): void {
  Axis.turn<T, M>(p, Place.rows);
}
