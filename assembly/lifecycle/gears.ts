import { JointType } from "../abi/layout";
import { Bodies, NONE } from "../world/body";
import { Joints } from "../world/joint";
import { world } from "../world/world";

// Gears of a joint. They are on the lists of one of its bodies, and no joint knows the gears that it is a side of.

/** A gear that has the joint for a side, or 0. */
export function gearOf(link: u32): u32 {
  if (world.gearCount == 0) {
    return 0;
  }
  const j = Joints.at(link);
  return gearOn(j.bodyA, link) || gearOn(j.bodyB, link);
}

function gearOn(body: u32, link: u32): u32 {
  for (let edge = Bodies.at(body).jointHead; edge != NONE; edge = load<u32>(Joints.edge(edge))) {
    const other = Joints.at(edge >> 1);
    if (other.type == JointType.Gear && (other.linkA == link || other.linkB == link)) {
      return edge >> 1;
    }
  }
  return 0;
}
