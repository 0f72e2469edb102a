import { Joint } from "../../world/joint";
import { Axis } from "./axes";
import { Place, limitRow, prepareRows } from "./row_block";
import { jointAngle } from "../../world/joint_coordinates";

// Ratchet joint: B turns against A one way only, and falls back to the last tooth it passed. Teeth lie at phase + k · tooth;
// a positive tooth lets the angle θ = θB − θA − reference grow, a negative one lets it shrink.
//
//     C = ± (θ − last tooth) ≥ 0,  J = ± [0, −1, 0, 1]
//
// (Lembcke, Chipmunk: cpRatchetJoint.)

/** Smallest tooth (unit: rad). */
const MIN_TOOTH: f32 = 1e-4;
/** A tooth counts as passed from this far before it on (unit: rad), plus some roundings of the angle: on a tooth it may read less. */
const NEAR: f32 = 1e-5;
const ROUNDED: f32 = 4 * f32.EPSILON;

export function prepareRatchet(j: Joint, q: usize): void {
  prepareRows(q);
  const angle = jointAngle(j);
  const tooth = toothAt(j, angle);
  const forwards = j.p1 > 0;
  if (forwards ? tooth > j.p2 : tooth < j.p2) {
    j.p2 = tooth;
  }
  store<f32>(q, angle, Place.angle);
  limitRow(q, Place.rows, true, forwards ? 1 : -1, j.p2, j.lowerImpulse);
}

export function placeRatchet<T, M>(p: usize): void {
  Axis.turn<T, M>(p, Place.rows, Axis.angle<T, M>(p));
}

/** The last tooth passed at an angle. */
export function toothAt(j: Joint, angle: f32): f32 {
  const size: f32 = abs<f32>(j.p1) < MIN_TOOTH ? MIN_TOOTH : j.p1;
  const near: f32 = NEAR + ROUNDED * (abs<f32>(angle) + abs<f32>(j.p0));
  // At most a quarter of a tooth, where teeth are fine and far out: a tooth ahead must not count as passed.
  const early: f32 = min<f32>(near / abs<f32>(size), 0.25);
  return floor<f32>((angle - j.p0) / size + early) * size + j.p0;
}
