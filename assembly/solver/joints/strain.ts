import { JointFlag, JointType } from "../../abi/layout";
import { Buffer } from "../../memory/buffer";
import { NONE } from "../../world/body";
import { jointStrain } from "../../world/buffers";
import { Joint, Joints } from "../../world/joint";
import { leastWay } from "../../world/settings";
import { world } from "../../world/world";
import { wayX, wayY } from "../../world/joint_coordinates";
import { storeJoints } from "./joints";

// What joints bear, and which of those that can break bear too much: the mean of a step's sub-steps counts, for a jolt is over
// within one of them, and in the last one little is left of it.

/** Sums of a joint over the sub-steps, by slot: force x, y (unit: N) and torque (unit: N·m). */
const SUM_BYTES: usize = 12;

/** Impulse of spring, motor and limits. */
function freeImpulse(j: Joint): f32 {
  return j.springImpulse + j.motorImpulse + j.lowerImpulse - j.upperImpulse;
}

/** Force of a joint of the kernel `Distance` along it: of its rod and of what else acts there. */
function forceAlong(j: Joint): f32 {
  return (j.impulseX + freeImpulse(j)) * world.invH;
}

/** Force on B in the last sub-step, one coordinate (unit: N). */
export function forceOf(j: Joint, y: bool): f32 {
  switch (Joints.kernel(j.type)) {
    case JointType.Distance: {
      const dx = wayX(j);
      const dy = wayY(j);
      const far = sqrt<f32>(dx * dx + dy * dy);
      return far < leastWay() ? 0 : forceAlong(j) * ((y ? dy : dx) / far);
    }
    case JointType.Revolute:
      return (y ? j.impulseY : j.impulseX) * world.invH;
    default:
      return y ? j.forceY : j.forceX;
  }
}

/** Torque on B in the last sub-step (unit: N·m). */
export function torqueOf(j: Joint): f32 {
  switch (Joints.kernel(j.type)) {
    case JointType.Distance:
      return 0;
    case JointType.Revolute:
      return freeImpulse(j) * world.invH;
    default:
      return j.torque;
  }
}

/** Before the first sub-step. False: out of memory. */
export function prepareStrain(): bool {
  const bytes: usize = world.breakableJointCount == 0 ? 0 : <usize>world.jointEnd * SUM_BYTES;
  if (!Buffer.ensureScratch(jointStrain, bytes)) {
    return false;
  }
  memory.fill(jointStrain.ptr, 0, bytes);
  return true;
}

/** After a sub-step. After the last one joints that bore too much are marked, for `breakJoints`. */
export function noteStrain(last: bool): void {
  if (world.breakableJointCount == 0) {
    return;
  }
  storeJoints();
  const sums = jointStrain.ptr;
  const share: f32 = 1 / <f32>world.substeps;
  for (let slot: u32 = 1; slot < world.jointEnd; slot++) {
    const j = Joints.at(slot);
    if ((j.flags & JointFlag.Alive) == 0 || (j.breakForce <= 0 && j.breakTorque <= 0) || j.colour == NONE) {
      continue;
    }
    const p = sums + <usize>slot * SUM_BYTES;
    // A rod's force has one direction, also where its anchors meet.
    const rod = Joints.kernel(j.type) == JointType.Distance;
    const x: f32 = load<f32>(p) + (rod ? forceAlong(j) : forceOf(j, false));
    const y: f32 = load<f32>(p, 4) + (rod ? 0 : forceOf(j, true));
    const turn: f32 = load<f32>(p, 8) + torqueOf(j);
    store<f32>(p, x);
    store<f32>(p, y, 4);
    store<f32>(p, turn, 8);
    if (!last) {
      continue;
    }
    const force: f32 = sqrt<f32>(x * x + y * y) * share;
    const torque: f32 = abs<f32>(turn) * share;
    if ((j.breakForce > 0 && force > j.breakForce) || (j.breakTorque > 0 && torque > j.breakTorque)) {
      j.flags |= JointFlag.Overloaded;
    }
  }
}
