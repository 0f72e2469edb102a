import { JointFlag } from "../../abi/layout";
import { NONE } from "../../world/body";
import { Joints } from "../../world/joint";
import { world } from "../../world/world";

// What joints bear, and which of those that can break bear too much: the mean of a step's sub-steps. A jolt is over within one of
// them, and in the last one little is left of it; and passes that go forth and back by fours (docs/decisions/0034-forth-and-back.md)
// leave what each came to too high and too low in turn, by a tenth in moving linkages, at the same places of every step.

/** After the sub-steps: joints that bore too much are marked, for `breakJoints`. */
export function noteStrain(): void {
  if (world.breakableJointCount == 0) {
    return;
  }
  for (let slot: u32 = 1; slot < world.jointEnd; slot++) {
    const j = Joints.at(slot);
    if ((j.flags & JointFlag.Alive) == 0 || (j.breakForce <= 0 && j.breakTorque <= 0) || j.colour == NONE) {
      continue;
    }
    const force: f32 = sqrt<f32>(j.forceX * j.forceX + j.forceY * j.forceY);
    if ((j.breakForce > 0 && force > j.breakForce) || (j.breakTorque > 0 && abs<f32>(j.torque) > j.breakTorque)) {
      j.flags |= JointFlag.Overloaded;
    }
  }
}
