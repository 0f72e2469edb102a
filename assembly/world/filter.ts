import { JointFlag } from "../abi/layout";
import { NONE, Bodies } from "./body";
import { IgnoredPairs } from "./ignored_pairs";
import { Joints } from "./joint";
import { Shape } from "./shape";

/** Category, mask and group of two shapes. A common positive group always collides, a common negative one never. */
export function filtersAgree(a: Shape, b: Shape): bool {
  if (a.group == b.group && a.group != 0) {
    return a.group > 0;
  }
  return (a.mask & b.category) != 0 && (b.mask & a.category) != 0;
}

/** Are the two bodies told not to collide, or joined so that they do not? */
export function pairForbidden(bodyA: u32, bodyB: u32): bool {
  return IgnoredPairs.has(bodyA, bodyB) || jointForbids(bodyA, bodyB);
}

/** Is there a joint between the two bodies that keeps them from colliding? Walks the shorter of their joint lists. */
function jointForbids(bodyA: u32, bodyB: u32): bool {
  const shorter = Bodies.at(bodyA).jointCount <= Bodies.at(bodyB).jointCount ? bodyA : bodyB;
  const other = shorter == bodyA ? bodyB : bodyA;
  let edge = Bodies.at(shorter).jointHead;
  while (edge != NONE) {
    const j = Joints.at(edge >> 1);
    const far = edge & 1 ? j.bodyA : j.bodyB;
    if (far == other && (j.flags & JointFlag.Collide) == 0) {
      return true;
    }
    edge = load<u32>(Joints.edge(edge));
  }
  return false;
}
