import { JointType } from "../abi/layout";
import { Bodies, NONE } from "./body";
import { Joints } from "./joint";

/** Is it jointed, and to nothing that moves? A filter joint holds nothing, and whoever drags a body by the mouse does not move. */
export function isPinned(slot: u32): bool {
  let pinned = false;
  for (let edge = Bodies.at(slot).jointHead; edge != NONE; edge = load<u32>(Joints.edge(edge))) {
    const j = Joints.at(edge >> 1);
    if (j.type == JointType.Filter) {
      continue;
    }
    if (j.type != JointType.Mouse && Bodies.mass(j.bodyA == slot ? j.bodyB : j.bodyA).invMass != 0) {
      return false;
    }
    pinned = true;
  }
  return pinned;
}
