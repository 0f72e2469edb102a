import { JointFlag, JointType } from "../../abi/layout";
import { Bodies } from "../../world/body";
import { Joint } from "../../world/joint";
import { JointRow, Lanes } from "./joint_block";
import { pinBytes } from "./revolute";
import { Place, rowBytes } from "./row_block";
import { Run } from "./runs";

// What rows of pins (chains.ts) and linkages (linkages.ts) ask of a joint: where its lane is, what it bears, and
// whether it is solved with its neighbours in this step.

/** What was loaded counts as that down to this share of the load. */
const RELEASE: f32 = 0.25;

/** What becomes of a pin or rigid weld in this step. 0: not looked at. */
export const enum Fate {
  Linked = 1,
  Row = 2,
  /** Of a linkage that is not solved as one. */
  Alone = 4,
}

/** Lane of a pin or weld that is solved. */
export function laneOf(j: Joint): usize {
  const bytes = j.type == JointType.Revolute ? pinBytes() : rowBytes(JointType.Weld);
  return Lanes.at(Run.startOf(j), j.colour, j.colourIndex, bytes);
}

/** Where its `Fate` is noted, in its lane. @inline */
export function fateOf(j: Joint, q: usize): usize {
  return q + (j.type == JointType.Revolute ? JointRow.fate : Place.fate);
}

/** Does a motor drive a pin? A row knows of none: solving it would undo what that does, and brakes crept at 0.04 rad/s. */
export function isDriven(j: Joint): bool {
  return (j.flags & JointFlag.Motor) != 0;
}

export function acrossOf(j: Joint, body: u32): u32 {
  return j.bodyA == body ? j.bodyB : j.bodyA;
}

export function touchesNothing(j: Joint): bool {
  return (Bodies.at(j.bodyA).contactColours | Bodies.at(j.bodyB).contactColours) == 0;
}

/** Length of the arm whose parts begin at `arm`. */
export function armLength(arm: usize): f32 {
  const x = load<f32>(arm);
  const y = load<f32>(arm, JointRow.armAy - JointRow.armAx);
  return sqrt<f32>(x * x + y * y);
}

/** Impulse times the arm that it draws, of a side of a pin. */
export function loadOn(lane: usize, side: usize): f32 {
  const arm = side + (side - lane);
  const x: f32 = load<f32>(lane, JointRow.impulseX) * load<f32>(arm, JointRow.armAx);
  const y: f32 = load<f32>(lane, JointRow.impulseY) * load<f32>(arm, JointRow.armAy);
  return abs<f32>(x + y);
}

/**
 * Does what a joint bore in the last sub-step, its impulse and a `couple` beside it (unit: N·m·s), make its softness give by more than `sag` times
 * `arm`, or turn its bodies by more than `angle` (unit: 1, m, rad)? That asks for solving it with its neighbours. `q`: its lane.
 */
export function isLoaded(j: Joint, q: usize, couple: f32, sag: f32, arm: f32, angle: f32): bool {
  const ax = load<f32>(q, JointRow.armAx);
  const ay = load<f32>(q, JointRow.armAy);
  const bx = load<f32>(q, JointRow.armBx);
  const by = load<f32>(q, JointRow.armBy);
  const px = j.impulseX;
  const py = j.impulseY;
  const m: f32 = load<f32>(q, JointRow.invMassA) + load<f32>(q, JointRow.invMassB);
  const turnA: f32 = load<f32>(q, JointRow.invInertiaA) * (ax * py - ay * px + couple);
  const turnB: f32 = load<f32>(q, JointRow.invInertiaB) * (bx * py - by * px + couple);
  // K λ · leak / scale / rate is how far softness lets the bodies go.
  const leak = load<f32>(q, JointRow.impulseScale);
  const x: f32 = leak * (m * px - (ay * turnA + by * turnB));
  const y: f32 = leak * (m * py + (ax * turnA + bx * turnB));
  const share: f32 = (j.flags & JointFlag.Stiff) != 0 ? RELEASE : 1;
  const scale = load<f32>(q, JointRow.massScale);
  const rate = load<f32>(q, JointRow.biasRate);
  const reach: f32 = sag * share * scale * rate * arm;
  return x * x + y * y > reach * reach || abs<f32>(leak * (turnA + turnB)) > angle * share * scale * rate;
}
