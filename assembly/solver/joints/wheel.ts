import { JointFlag } from "../../abi/layout";
import { V } from "../../math/wide";
import { Joint } from "../../world/joint";
import { Axis } from "./axes";
import {
  Place,
  Row,
  UNLIMITED,
  isOn,
  limitRows,
  motorRow,
  prepareAxis,
  prepareRows,
  rigidRow,
  springRow,
} from "./row_block";

// Wheel joint: B slides along an axis a fixed in A, the suspension, and turns freely. With d = pB + rB − pA − rA, n ⊥ a:
//
//     C = n · d,  s = a · d,  J = [−n, −(rA + d) × n, n, rB × n],  Js = J with a for n,  Jω = [0, −1, 0, 1]
//
// On s a spring and limits, the limits as C leaves it free; a motor on ω. (Catto, Box2D manual; "Soft Constraints", GDC 2011.)

const ALONG: usize = Place.rows + Row.bytes;
const LIMITS: usize = Place.rows + 2 * Row.bytes;
const ACROSS: usize = Place.rows + 4 * Row.bytes;

export function prepareWheel(j: Joint, q: usize): void {
  prepareRows(q);
  prepareAxis(j, q);
  const f = j.flags;
  motorRow(q, Place.rows, (f & JointFlag.Motor) != 0, j.motorSpeed, j.maxMotor, j.motorImpulse);
  const spring = (f & JointFlag.Spring) != 0;
  springRow(q, ALONG, spring, j.springHertz, j.springDampingRatio, 0, UNLIMITED, j.springImpulse);
  limitRows(j, q, LIMITS);
  rigidRow(q, ACROSS, UNLIMITED, false, j.impulseX);
}

export function placeWheel<T, M>(p: usize): void {
  const ux = Axis.x<T>(p);
  const uy = Axis.y<T>(p);
  Axis.turn<T, M>(p, Place.rows, V.splat<T>(0)); // a motor holds no angle
  Axis.slide<T, M>(p, ALONG, ux, uy);
  Axis.slide<T, M>(p, ACROSS, V.splat<T>(0) - uy, ux);
  if (isOn<T, M>(p + LIMITS)) {
    Axis.apart<T, M>(p, LIMITS, ALONG, ACROSS);
  }
}
