import { JOINT_PARAM_COUNT, JointDef, JointFlag, JointType } from "../abi/layout";
import { colourJoint, uncolourJoint } from "../contact_graph/colouring";
import { keepAwake, solvable } from "../contact_graph/sleep";
import { destroyContact } from "../contact_graph/destroy_contact";
import { angleOf } from "../world/joint_coordinates";
import { gearAngle, gearSum } from "../solver/joints/gear";
import { toothAt } from "../solver/joints/ratchet";
import { renewProxies } from "../broad_phase/refit";
import { Bodies, NONE } from "../world/body";
import { Contacts } from "../world/contact";
import { jointEvents } from "../world/buffers";
import { addTouchEvent } from "../world/event_buffers";
import { Joint, Joints } from "../world/joint";
import { world } from "../world/world";

export const SETTABLE_FLAGS: u32 = 255 & ~JointFlag.Alive;

/** Makes a joint between two bodies from a definition; the caller has checked and reserved. */
export function createJoint(type: u32, bodyA: u32, bodyB: u32, def: usize): u32 {
  const slot = Joints.take(type, bodyA, bodyB);
  const j = Joints.at(slot);
  const flags = load<u32>(def, JointDef.Flags << 2);
  j.flags |= flags & SETTABLE_FLAGS;
  memory.copy(changetype<usize>(j) + offsetof<Joint>("anchorAX"), def, (JointDef.BreakTorque + 1) << 2);
  memory.copy(changetype<usize>(j) + offsetof<Joint>("p0"), def + (JointDef.Param << 2), JOINT_PARAM_COUNT << 2);
  j.linkA = Joints.find(load<u32>(def, JointDef.LinkA << 2));
  j.linkB = Joints.find(load<u32>(def, JointDef.LinkB << 2));
  noteSoftness(j);
  countJoint(j, 1);
  if (type == JointType.Gear) {
    gearLink(j.linkA, bodyA);
    gearLink(j.linkB, bodyB);
  }
  keepAwake(bodyA);
  keepAwake(bodyB);
  settleJoint(j);
  engageJoint(slot);
  if ((flags & JointFlag.Collide) == 0) {
    destroyContactsBetween(bodyA, bodyB);
  }
  return slot;
}

/** Wakes a joint that a gear drives by this one of its bodies, and marks it, so that the gear is found in that body's list. */
function gearLink(link: u32, body: u32): void {
  if (link != 0) {
    const j = Joints.at(link);
    j.flags |= Joints.geared(j, body);
    keepAwake(j.bodyA);
    keepAwake(j.bodyB);
  }
}

/** Stores what a joint keeps from when it was made or its numbers changed: angles, a gear's sum, a ratchet's last tooth. */
export function settleJoint(j: Joint): void {
  j.angle = angleOf(j);
  j.turns = 0;
  if (j.type == JointType.Gear) {
    j.turns2 = 0;
    j.angle = gearAngle(j.linkA, j.bodyA);
    j.angle2 = gearAngle(j.linkB, j.bodyB);
    j.rest = <f32>gearSum(j, false);
  } else if (j.type == JointType.Ratchet) {
    j.p2 = toothAt(j);
  }
}

/** After a change of a joint's softness: steps read from its flags whether it has one of its own. */
export function noteSoftness(j: Joint): void {
  j.flags = j.hertz > 0 ? j.flags | JointFlag.Soft : j.flags & ~JointFlag.Soft;
}

/** Adds 1 or −1 to the counters of joints like this one. */
export function countJoint(j: Joint, change: i32): void {
  world.breakableJointCount += change * <i32>(j.breakForce > 0 || j.breakTorque > 0);
  world.activePinCount += change * <i32>(j.type == JointType.Revolute && Joints.active(j) != 0);
}

/** Gives a joint to the solver if one of its bodies can be moved by it. */
export function engageJoint(slot: u32): void {
  const j = Joints.at(slot);
  if (solvable(j.bodyA, j.bodyB)) {
    colourJoint(slot);
  }
}

/** Destroys a joint; both bodies wake, and may collide again. */
export function destroyJoint(slot: u32): void {
  const j = Joints.at(slot);
  const bodyA = j.bodyA;
  const bodyB = j.bodyB;
  destroyGears(slot);
  const collided = (j.flags & JointFlag.Collide) != 0;
  keepAwake(bodyA);
  keepAwake(bodyB);
  countJoint(j, -1);
  uncolourJoint(slot);
  Joints.free(slot);
  if (!collided) {
    findPairsAnew(bodyA, bodyB);
  }
}

/** Destroys the gears on a joint: a gear dies with either of its joints. */
function destroyGears(link: u32): void {
  eachGear(link, true);
}

/** After a coordinate of a joint has another zero: lets its gears hold the present sum of their coordinates. */
export function settleGears(link: u32): void {
  eachGear(link, false);
}

/** Only walks the joint lists of those of its bodies that gears act on: the other's, such as the ground's, may be of any length. */
function eachGear(link: u32, destroy: bool): void {
  const j = Joints.at(link);
  for (let side = 0; side < 2; side++) {
    const body = side == 0 ? j.bodyA : j.bodyB;
    let edge = (j.flags & Joints.geared(j, body)) != 0 ? Bodies.at(body).jointHead : NONE;
    while (edge != NONE) {
      const other = Joints.at(edge >> 1);
      const next = load<u32>(Joints.edge(edge));
      if (other.type == JointType.Gear && (other.linkA == link || other.linkB == link)) {
        if (destroy) {
          destroyJoint(edge >> 1);
        } else {
          settleJoint(other);
        }
      }
      edge = next;
    }
  }
}

/** Sets whether the two bodies of a joint collide from now on. */
export function setCollide(slot: u32, on: bool): void {
  const j = Joints.at(slot);
  if (((j.flags & JointFlag.Collide) != 0) == on) {
    return;
  }
  j.flags ^= JointFlag.Collide;
  if (on) {
    findPairsAnew(j.bodyA, j.bodyB);
  } else {
    destroyContactsBetween(j.bodyA, j.bodyB);
  }
}

/**
 * A pair that was refused when its boxes met is not found again: so the next step looks for all pairs of one of the two bodies. Of a
 * dynamic body rather than of ground, on which many may lie; of two alike, the one with fewer contacts.
 */
export function findPairsAnew(bodyA: u32, bodyB: u32): void {
  const typeA = Bodies.type(bodyA);
  const typeB = Bodies.type(bodyB);
  renewProxies(typeA == typeB ? Contacts.fewer(bodyA, bodyB) : typeA > typeB ? bodyA : bodyB);
}

export function destroyContactsBetween(bodyA: u32, bodyB: u32): void {
  const shorter = Contacts.fewer(bodyA, bodyB);
  const other = shorter == bodyA ? bodyB : bodyA;
  let edge = Bodies.at(shorter).contactHead;
  while (edge != NONE) {
    const next = load<u32>(Contacts.edge(edge));
    if (Contacts.across(edge) == other) {
      destroyContact(edge >> 1);
    }
    edge = next;
  }
}

/** Does the step solve this joint? */
function isSolved(j: Joint): bool {
  return (j.flags & JointFlag.Alive) != 0 && j.colour != NONE;
}

/**
 * Did a joint bear too much in the last step? As in what it reports, the mean over the sub-steps counts: a jolt is over within one of
 * them, and little of it is left in the last one.
 */
function isOverloaded(j: Joint): bool {
  const force: f32 = sqrt<f32>(j.forceX * j.forceX + j.forceY * j.forceY);
  return (j.breakForce > 0 && force > j.breakForce) || (j.breakTorque > 0 && abs<f32>(j.torque) > j.breakTorque);
}

/** Destroys joints that bore too much in the last step, with an event. */
export function breakJoints(): void {
  if (world.breakableJointCount == 0) {
    return;
  }
  for (let slot: u32 = 1; slot < world.jointEnd; slot++) {
    const j = Joints.at(slot);
    if (isSolved(j) && isOverloaded(j)) {
      addTouchEvent(jointEvents, Bodies.id(j.bodyA), Bodies.id(j.bodyB), Joints.id(slot), j.type);
      destroyJoint(slot);
    }
  }
}
