import { Joint } from "../../world/joint";
import { Axis } from "./axes";
import { Place, limitRow, prepareRows } from "./row_block";
import { WHOLE_TURN, angleOf, followTurns } from "../../world/joint_coordinates";

// Ratchet joint: B turns against A one way only, and falls back to the last tooth it passed. Teeth lie at phase + k · tooth;
// a positive tooth lets the angle θ = θB − θA − reference grow, a negative one lets it shrink.
//
//     C = ± (θ − last tooth) ≥ 0,  J = ± [0, −1, 0, 1]
//
// (Lembcke, Chipmunk: cpRatchetJoint.)

/** Smallest tooth (unit: rad). */
const MIN_TOOTH: f32 = 1e-4;
/** A tooth counts as passed from this far before it on (unit: rad): on a tooth the angle may read less, by rounding. */
const NEAR: f64 = 1e-5;

// The last tooth is kept as an angle from the present whole turn: after a thousand turns single precision has steps of a milliradian,
// teeth seemed to be passed before they were, and the limit pushed the wheel on to them.

export function prepareRatchet(j: Joint, q: usize): void {
  prepareRows(q);
  const before = j.turns;
  const angle = angleOf(j);
  const turns = followTurns(changetype<usize>(j) + offsetof<Joint>("angle"), angle);
  const last = <f32>(<f64>j.p2 - WHOLE_TURN * <f64>(turns - before));
  const tooth = toothAt(j);
  const forwards = j.p1 > 0;
  j.p2 = forwards ? max<f32>(tooth, last) : min<f32>(tooth, last);
  store<f32>(q, angle, Place.angle);
  limitRow(q, Place.rows, true, forwards ? 1 : -1, j.p2, j.lowerImpulse);
}

export function placeRatchet<T, M>(p: usize): void {
  Axis.turn<T, M>(p, Place.rows, Axis.angle<T, M>(p));
}

/** The last tooth passed at the joint's noted angle, from its noted whole turn on. */
export function toothAt(j: Joint): f32 {
  const size = <f64>(abs<f32>(j.p1) < MIN_TOOTH ? MIN_TOOTH : j.p1);
  const phase = <f64>j.p0 - WHOLE_TURN * <f64>j.turns;
  return <f32>(floor<f64>((<f64>j.angle - phase + NEAR * (size > 0 ? 1 : -1)) / size) * size + phase);
}
