import { JointFlag } from "../../abi/layout";
import { Buffer, List } from "../../memory/buffer";
import { Bodies, NONE } from "../../world/body";
import { COLOUR_COUNT, JOINT_KINDS, Lists, linkages } from "../../world/buffers";
import { Joint, Joints } from "../../world/joint";
import { world } from "../../world/world";
import { acrossOf } from "./load";

// Which rods, pins, sliders and welds may be solved with their linkages (linkages.ts). Those of trees: leaves are taken off one
// after the other, an immovable body being a leaf for each joint that leads to it. What is left are rings, and what lies
// between two of them: of those the narrow ones, as trusses, ladders and scissor lifts are and cloths are not. Searched for
// when joints come, or go from a ring.

/**
 * Rings are narrow if their bodies, in the order of distance from one end, lie no more places than this behind the first body
 * that they are joined to, in the root mean square: the time to take a body out goes with the square.
 */
const NARROW: f64 = 5;
/** Rings are wide if more bodies than this are reached and not yet gone through: of a large net not all need be. */
const AHEAD: u32 = 64;
/** Marks a body that has been reached, beside its place in the order. */
const SEEN: u32 = 0x80000000;
/** In place of that: the body is in wide rings. */
const WIDE: u32 = 0xffffffff;

function isRigid(j: Joint): bool {
  return j.colour != NONE && Joints.mayLink(j);
}

function joinsTwo(j: Joint): bool {
  return Bodies.isDynamic(j.bodyA) && Bodies.isDynamic(j.bodyB);
}

/** May it be in a ring, as far as is known? */
function isInRing(j: Joint): bool {
  return isRigid(j) && joinsTwo(j) && (j.flags & JointFlag.Links) == 0;
}

/** How many joints a body has left, one word a body; behind those words, a list of bodies with one left. */
function leftOf(body: u32): usize {
  return linkages.ptr + ((<usize>body) << 2);
}

/** Marks the joints that may be solved with their linkages. False: out of memory. */
export function findLinkages(): bool {
  if (world.linkagesKnown != 0) {
    return true;
  }
  const n = world.bodyEnd;
  if (!Buffer.ensureScratch(linkages, (<usize>n) << 3)) {
    return false;
  }
  memory.fill(linkages.ptr, 0, (<usize>n) << 2);
  linkages.count = n;
  eachJoint(true);
  eachJoint(false);
  while (linkages.count > n) {
    takeLeaf(List.get(linkages, --linkages.count));
  }
  for (let body: u32 = 0; body < n; body++) {
    if (load<i32>(leftOf(body)) > 0) {
      lookAtRings(body, n);
    }
  }
  world.linkagesKnown = 1;
  return true;
}

/** `count`: counts the joints of bodies; otherwise notes bodies with one joint. */
function eachJoint(count: bool): void {
  for (let kind: u32 = 0; kind < JOINT_KINDS; kind++) {
    if (!Joints.ofLinkages(kind)) {
      continue;
    }
    for (let colour: u32 = 0; colour < COLOUR_COUNT; colour++) {
      const list = Lists.joint(colour, kind);
      for (let k: u32 = 0, n = list.count; k < n; k++) {
        const j = Joints.at(List.get(list, k));
        if (!Joints.mayLink(j)) {
          j.flags &= ~JointFlag.Links;
        } else if (joinsTwo(j)) {
          lookAt(j.bodyA, count);
          lookAt(j.bodyB, count);
          j.flags &= ~JointFlag.Links;
        } else {
          j.flags |= JointFlag.Links;
        }
      }
    }
  }
}

function lookAt(body: u32, count: bool): void {
  const left = leftOf(body);
  if (count) {
    store<u32>(left, load<u32>(left) + 1);
  } else if (load<u32>(left) == 1) {
    noteLeaf(body);
  }
}

/** There is room: each body comes down to one joint only once. */
function noteLeaf(body: u32): void {
  List.set(linkages, linkages.count++, body);
}

/** The one joint that a body has left is in no ring. */
function takeLeaf(body: u32): void {
  if (load<u32>(leftOf(body)) == 0) {
    return; // two leaves that hold each other
  }
  for (let edge = Bodies.at(body).jointHead; edge != NONE; edge = load<u32>(Joints.edge(edge))) {
    const j = Joints.at(edge >> 1);
    if (isInRing(j)) {
      j.flags |= JointFlag.Links;
      store<u32>(leftOf(body), 0);
      const other = acrossOf(j, body);
      const left = leftOf(other);
      const now = load<u32>(left) - 1;
      store<u32>(left, now);
      if (now == 1) {
        noteLeaf(other);
      }
      return;
    }
  }
}

/** Marks the joints of the rings that a body is in, if those are narrow. The list of bodies begins at `n`. */
function lookAtRings(body: u32, n: u32): void {
  if (isNarrow(body, n)) {
    for (let k = n; k < linkages.count; k++) {
      markBeside(List.get(linkages, k));
    }
  } else {
    setAll(n, WIDE);
  }
  linkages.count = n;
}

function isNarrow(body: u32, n: u32): bool {
  if (!goThrough(body, n)) {
    return false;
  }
  setAll(n, 1); // not seen
  if (!goThrough(List.get(linkages, linkages.count - 1), n)) {
    return false;
  }
  const many = linkages.count - n;
  let sum: f64 = 0;
  for (let k: u32 = 0; k < many; k++) {
    const width = <f64>(k - firstBeside(List.get(linkages, n + k), k));
    sum += width * width;
  }
  return sum <= NARROW * NARROW * <f64>many;
}

/** Sets the word of all bodies in the list that begins at `n`. */
function setAll(n: u32, value: u32): void {
  for (let k = n; k < linkages.count; k++) {
    store<u32>(leftOf(List.get(linkages, k)), value);
  }
}

/** Lists the bodies of the rings of `root`, in the order they are reached, behind `n`. False: the rings are wide. */
function goThrough(root: u32, n: u32): bool {
  linkages.count = n;
  see(root, n);
  for (let k = n; k < linkages.count; k++) {
    const body = List.get(linkages, k);
    for (let edge = Bodies.at(body).jointHead; edge != NONE; edge = load<u32>(Joints.edge(edge))) {
      const j = Joints.at(edge >> 1);
      if (isInRing(j) && !see(acrossOf(j, body), n)) {
        return false;
      }
    }
    if (linkages.count - k > AHEAD) {
      return false;
    }
  }
  return true;
}

/** Lists a body unless it has been reached before. False: it is in wide rings. */
function see(body: u32, n: u32): bool {
  const left = leftOf(body);
  const now = load<u32>(left);
  if ((now & SEEN) == 0) {
    store<u32>(left, SEEN | (linkages.count - n));
    noteLeaf(body);
  }
  return now != WIDE;
}

/** The first place in the order of the bodies that a body is joined to in a ring, or its own, `place`. */
function firstBeside(body: u32, place: u32): u32 {
  for (let edge = Bodies.at(body).jointHead; edge != NONE; edge = load<u32>(Joints.edge(edge))) {
    const j = Joints.at(edge >> 1);
    if (isInRing(j)) {
      place = min<u32>(place, load<u32>(leftOf(acrossOf(j, body))) & ~SEEN);
    }
  }
  return place;
}

function markBeside(body: u32): void {
  for (let edge = Bodies.at(body).jointHead; edge != NONE; edge = load<u32>(Joints.edge(edge))) {
    const j = Joints.at(edge >> 1);
    if (isInRing(j)) {
      j.flags |= JointFlag.Links;
    }
  }
}
