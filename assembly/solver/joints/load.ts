import { JointFlag } from "../../abi/layout";
import { Joint } from "../../world/joint";
import { JointRow } from "./joint_block";

/** What was loaded counts as that down to this share of the load. */
const RELEASE: f32 = 0.25;

/**
 * Does what a joint bore in the last sub-step, its impulse and a `couple` beside it (unit: N·m·s), make its softness give by more than `sag` times
 * `arm`, or turn its bodies by more than `angle` (unit: 1, m, rad)? That asks for solving it with its neighbours: rows of pins
 * (chains.ts), trees of welds (weld_trees.ts). `q`: its lane.
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
