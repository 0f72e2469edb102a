import { BodyFlag, JointFlag, JointType } from "../../abi/layout";
import { Buffer, List } from "../../memory/buffer";
import { Bodies, NONE } from "../../world/body";
import { jointChains, loadedJoints } from "../../world/buffers";
import { Joints } from "../../world/joint";
import { world } from "../../world/world";
import { Link } from "./chain_links";
import { JointRow } from "./joint_block";
import { Held, holdSoftly, holdStiffly } from "./elimination";
import { Fate, Rows, acrossOf, isDriven, isPressed, laneOf, loadOn, mayStiffen, reachOf } from "./load";
import { makeWhole } from "./revolute";

// Chains: rows of bodies pinned one to the next. A pass over joints one by one carries a load only a few links far, and each
// soft joint gives by F / (m ω²): a light link under a great load gives by its own length. So where pins along a row of bodies
// with two joints each bear more than they can hold, velocities are solved exactly after each pass over all joints
// (chain_solver.ts). A row both of whose ends are free or held is stiffer than other joints from a certain gap on. Rows that
// hang on other joints are not: the passes over those could not follow such stiffness (docs/decisions/0014-joint-softness.md).

/** The joint on the other side of a body that links two pins, or 0. */
function beyond(joint: u32, body: u32): u32 {
  const b = Bodies.at(body);
  if (!Rows.mayLink(b.jointColours) || (Bodies.flags(body) & BodyFlag.LockedAxes) != 0) {
    return 0;
  }
  let other: u32 = 0;
  for (let edge = b.jointHead; edge != NONE; edge = load<u32>(Joints.edge(edge))) {
    const j = Joints.at(edge >> 1);
    if (edge >> 1 != joint && !Joints.isLight(j.type)) {
      if (other != 0 || j.type != JointType.Revolute || j.colour == NONE || isDriven(j)) {
        return 0;
      }
      other = edge >> 1;
    }
  }
  return other;
}

/** Loaded pins → the rows they are part of. False: out of memory. */
export function gatherChains(): bool {
  jointChains.count = 0;
  for (let k: u32 = 0, n = loadedJoints.count; k < n; k++) {
    const seed = List.get(loadedJoints, k);
    const j = Joints.at(seed);
    if (
      j.type == JointType.Revolute &&
      !isDriven(j) &&
      (load<u32>(laneOf(j), JointRow.fate) & (Fate.Row | Fate.Linked)) == 0 &&
      !gatherFrom(seed)
    ) {
      return false;
    }
  }
  return true;
}

/** Offset of the next record. @inline */
function end(): usize {
  return (<usize>jointChains.count) << 2;
}

/** Writes the records of the row that a joint is part of. False: out of memory. */
function gatherFrom(seed: u32): bool {
  let first = seed;
  let start = Joints.at(seed).bodyA;
  let joint = beyond(first, start);
  while (joint != 0 && joint != seed) {
    first = joint;
    start = acrossOf(Joints.at(first), start);
    joint = beyond(first, start);
  }
  const from = end();
  let last = first;
  let body = start;
  joint = first;
  do {
    last = joint;
    if (!pushLink(joint, body)) {
      return false;
    }
    body = acrossOf(Joints.at(joint), body);
    joint = beyond(joint, body);
  } while (joint != 0 && joint != first);
  // A joint that closes a ring couples to both ends: it is left to the passes over all joints.
  const ring = body == start && Bodies.isDynamic(body);
  let to = end();
  if (ring) {
    to -= Link.bytes;
  }
  const long = to > from + Link.bytes;
  jointChains.count = <u32>((long ? to : from) >> 2);
  if (long) {
    store<u32>(jointChains.ptr + from, 1, Link.first);
    weighDown(from, to);
    if (!ring && Joints.isEnd(Joints.at(first), start) && Joints.isEnd(Joints.at(last), body)) {
      stiffen(from, to);
    }
  }
  return true;
}

/** Adds a record. `body`: the body of the joint on side p. */
function pushLink(joint: u32, body: u32): bool {
  const j = Joints.at(joint);
  const at = end();
  if (!Buffer.ensure(jointChains, at + Link.bytes)) {
    return false;
  }
  jointChains.count = <u32>((at + Link.bytes) >> 2);
  const r = jointChains.ptr + at;
  const q = laneOf(j);
  store<u32>(q, Fate.Row, JointRow.fate);
  j.flags &= ~JointFlag.Stiff;
  holdSoftly(r, joint, q, j.bodyA == body ? 0 : 1);
  store<u32>(r, 0, Link.first);
  return true;
}

/**
 * Joints of a row are solved with their angles (`makeWhole`): the row knows nothing of angles, and what limits do would violate
 * the pins. From the gap that makes them loaded on, joints get the row's stiffness, except those with a softness of their own,
 * and those of bodies that touch something: contacts are solved one by one, and a heap of stiff rows would never come to rest.
 * Below that gap they are as soft as others, so that the force is one function of the gap: when all of a row's stiffness came
 * and went with its load, a double pendulum gained 5 % of its range in half a minute.
 */
function stiffen(from: usize, to: usize): void {
  for (let r = jointChains.ptr + from, last = jointChains.ptr + to; r < last; r += Link.bytes) {
    const j = Joints.at(load<u32>(r, Held.joint));
    const q = <usize>load<u32>(r, Held.lane);
    makeWhole(q);
    j.flags |= JointFlag.Stiff;
    if (mayStiffen(j)) {
      holdStiffly(r, reachOf(j, q));
    }
  }
}

/**
 * A link of inertia I under a load F swings about its own middle with ω² = F L / I, and impulses along arms that turn only
 * between sub-steps drive that swing as soon as h ω > 2 (Tournier et al., "Stable Constrained Dynamics", 2015). So to its pins
 * the link is at least so hard to turn that h ω = 1. Not if contacts press it: they turn it with its true inertia, and what
 * pins and contacts undid of each other became energy, 100 J/kg where a chain wraps a pillar.
 */
function weighDown(from: usize, to: usize): void {
  const h = world.h;
  for (let r = jointChains.ptr + from + Link.bytes, end = jointChains.ptr + to; r < end; r += Link.bytes) {
    const before = r - Link.bytes;
    const j = Joints.at(load<u32>(r, Held.joint));
    const link = load<u32>(r, Held.turned) != 0 ? j.bodyB : j.bodyA;
    const p = <usize>load<u32>(r, Held.lane);
    const q = <usize>load<u32>(before, Held.lane);
    const sideP = p + ((<usize>load<u32>(r, Held.turned)) << 4);
    const sideQ = q + ((1 - <usize>load<u32>(before, Held.turned)) << 4);
    const borne: f32 = loadOn(p, sideP) + loadOn(q, sideQ);
    const hardest: f32 = 1 / (h * borne);
    const inverse = load<f32>(sideP, JointRow.invInertiaA);
    if (hardest < inverse && !isPressed(link, borne)) {
      store<f32>(sideP, hardest, JointRow.invInertiaA);
      store<f32>(sideQ, hardest, JointRow.invInertiaA);
    }
  }
}
