import { JointFlag } from "../../abi/layout";
import { Buffer, List } from "../../memory/buffer";
import { Bodies, NONE } from "../../world/body";
import { COLOUR_COUNT, JOINT_KINDS, Lists, jointTrees } from "../../world/buffers";
import { Joint, Joints } from "../../world/joint";
import { world } from "../../world/world";
import { acrossOf } from "./load";

// Which pins and welds are in trees: those that leaves can be taken off by, one after the other, what never moves being a leaf each time
// that a joint leads there. What is left are rings, and what lies between two of them. Looked for when joints come, or go from a ring.

function isOfTrees(j: Joint): bool {
  return j.colour != NONE && Joints.ofTrees(Joints.kind(j.type, j.flags));
}

function joinsTwo(j: Joint): bool {
  return Bodies.isDynamic(j.bodyA) && Bodies.isDynamic(j.bodyB);
}

/** How many joints a body has left, one word a body; behind them bodies with one. */
function leftOf(body: u32): usize {
  return jointTrees.ptr + ((<usize>body) << 2);
}

/** Marks pins and welds that are in no ring. False: out of memory. */
export function findTrees(): bool {
  if (world.treesKnown != 0) {
    return true;
  }
  const n = world.bodyEnd;
  if (!Buffer.ensureScratch(jointTrees, (<usize>n) << 3)) {
    return false;
  }
  memory.fill(jointTrees.ptr, 0, (<usize>n) << 2);
  jointTrees.count = n;
  eachJoint(true);
  eachJoint(false);
  while (jointTrees.count > n) {
    takeLeaf(List.get(jointTrees, --jointTrees.count));
  }
  world.treesKnown = 1;
  return true;
}

/** `count`: joints of bodies are counted; else bodies with one are noted. */
function eachJoint(count: bool): void {
  for (let kind: u32 = 0; kind < JOINT_KINDS; kind++) {
    if (!Joints.ofTrees(kind)) {
      continue;
    }
    for (let colour: u32 = 0; colour < COLOUR_COUNT; colour++) {
      const list = Lists.joint(colour, kind);
      for (let k: u32 = 0, n = list.count; k < n; k++) {
        const j = Joints.at(List.get(list, k));
        if (joinsTwo(j)) {
          lookAt(j.bodyA, count);
          lookAt(j.bodyB, count);
          j.flags &= ~JointFlag.InTree;
        } else {
          j.flags |= JointFlag.InTree;
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

/** There is room: a body comes to have one joint left once. */
function noteLeaf(body: u32): void {
  List.set(jointTrees, jointTrees.count++, body);
}

/** The joint that a body has left is in no ring. */
function takeLeaf(body: u32): void {
  if (load<u32>(leftOf(body)) == 0) {
    return; // two leaves that hold each other
  }
  for (let edge = Bodies.at(body).jointHead; edge != NONE; edge = load<u32>(Joints.edge(edge))) {
    const j = Joints.at(edge >> 1);
    if (isOfTrees(j) && joinsTwo(j) && (j.flags & JointFlag.InTree) == 0) {
      j.flags |= JointFlag.InTree;
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
