import { BodyType, JointFlag, ShapeFlag } from "../abi/layout";
import { NONE, Bodies } from "./body";
import { IgnoredPairs } from "./ignored_pairs";
import { Joints } from "./joint";
import { Shape, Shapes } from "./shape";

/** Category, mask and group of two shapes. A common positive group always collides, a common negative one never. */
export function filtersAgree(a: Shape, b: Shape): bool {
  if (a.group == b.group && a.group != 0) {
    return a.group > 0;
  }
  return (a.mask & b.category) != 0 && (b.mask & a.category) != 0;
}

/** Do two bodies ignore each other, or does a joint between them keep them from colliding? */
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

/** Should a pair of shapes whose boxes overlap become a contact? */
export function mayMeet(shapeA: u32, shapeB: u32): bool {
  const a = Shapes.at(shapeA);
  const b = Shapes.at(shapeB);
  if (a.body == b.body) {
    return false;
  }
  const typeA = Bodies.type(a.body);
  const typeB = Bodies.type(b.body);
  const sensorA = (a.flags & ShapeFlag.Sensor) != 0;
  const sensorB = (b.flags & ShapeFlag.Sensor) != 0;
  if (sensorA && sensorB) {
    return false;
  }
  if (sensorA || sensorB) {
    if (typeA == BodyType.Static && typeB == BodyType.Static) {
      return false;
    }
  } else if (typeA != BodyType.Dynamic && typeB != BodyType.Dynamic) {
    return false;
  }
  if (!filtersAgree(a, b)) {
    return false;
  }
  return !pairForbidden(a.body, b.body);
}
