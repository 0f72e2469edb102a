import { BodyFlag, JointFlag, JointType } from "../../abi/layout";
import { Buffer, List } from "../../memory/buffer";
import { Bodies, NONE } from "../../world/body";
import { jointChains, jointTrees } from "../../world/buffers";
import { Joint, Joints } from "../../world/joint";
import { world } from "../../world/world";
import { Softness } from "../softness";
import { pinReach } from "./chains";
import { HEAD_WORDS } from "./chain_links";
import { Held, holdSoftly, holdStiffly } from "./elimination";
import { JointRow, boundDamping, boundHertz } from "./joint_block";
import { Fate, acrossOf, fateOf, isDriven, isLoaded, laneOf, loadOn, touchesNothing } from "./load";
import { makeWhole } from "./revolute";
import { Place } from "./row_block";
import { Branch } from "./tree_branches";

// Trees: bodies that pins and rigid welds hold together in no ring (rings.ts). Passes over joints one by one carry a load a few bodies
// far: eight boxes of half a metre in a row of welds sagged by 0.6 m, the pins of a beam between chains gaped by 23 cm, and on long
// arms trees were thrown apart. So where a joint of a tree bears more than it holds by itself, the velocities of the whole are
// solved exactly (tree_solver.ts). A tree that nothing else holds is stiffer then, but where its bodies touch something: as rows of
// pins are, and for their reasons (chains.ts, docs/decisions/0036-trees-of-welds.md). Pins in a tree that does not fork are a row.

/** A weld is loaded when its softness gives by this share of its arms, or by this angle (rad). */
const SAG: f32 = 0.001;
/** Stiffness of a tree against that of other joints. */
const STIFFER: f32 = 4;

/** Are all welds of the block that begins with `p`, or has it as one of its lanes, solved with their trees? */
export function isOfTrees(p: usize): bool {
  const q = p & ~15;
  const both = load<u32>(q, Place.fate) & load<u32>(q + 4, Place.fate);
  return (both & load<u32>(q + 8, Place.fate) & load<u32>(q + 12, Place.fate)) == Fate.Tree;
}

/** Is a joint of a tree that may be solved as one? */
function branches(j: Joint): bool {
  return (j.flags & JointFlag.InTree) != 0 && j.colour != NONE && !isDriven(j);
}

/** Notes a weld, prepared in lane `q`, if it is loaded. False: out of memory. */
export function noteWeld(slot: u32, q: usize): bool {
  const j = Joints.at(slot);
  if (isLoaded(j, q, j.springImpulse, SAG, armsOf(q), SAG)) {
    return List.push(jointChains, slot);
  }
  j.flags &= ~JointFlag.Stiff; // unless another weld of its tree is loaded
  return true;
}

/** How far a weld is from the centres of its bodies, taken together. */
function armsOf(q: usize): f32 {
  const ax = load<f32>(q, JointRow.armAx);
  const ay = load<f32>(q, JointRow.armAy);
  const bx = load<f32>(q, JointRow.armBx);
  const by = load<f32>(q, JointRow.armBy);
  return sqrt<f32>(ax * ax + ay * ay + (bx * bx + by * by));
}

/** Loaded joints → the trees they are parts of. False: out of memory. */
export function gatherTrees(): bool {
  jointTrees.count = 0;
  for (let k = HEAD_WORDS, n = jointChains.count; k < n; k++) {
    const j = Joints.at(List.get(jointChains, k));
    if (branches(j) && load<u32>(fateOf(j, laneOf(j))) == 0) {
      if (!gatherFrom(Bodies.isDynamic(j.bodyA) ? j.bodyA : j.bodyB)) {
        return false;
      }
    }
  }
  return true;
}

/** Where a further record would be. @inline */
function end(): usize {
  return (<usize>jointTrees.count) << 2;
}

/** A record behind the last. False: out of memory. */
function push(body: u32, joint: u32, before: usize): bool {
  const at = end();
  if (!Buffer.ensure(jointTrees, at + Branch.bytes)) {
    return false;
  }
  jointTrees.count = <u32>((at + Branch.bytes) >> 2);
  const r = jointTrees.ptr + at;
  store<u32>(r, body, Branch.body);
  store<u32>(r, joint, Held.joint);
  store<u32>(r, <u32>before, Branch.before);
  return true;
}

/** What is found of a tree while its records are written. */
const enum Found {
  /** A body may not be moved along both axes. */
  Stuck = 1,
  /** Joints of other kinds, or in rings, hold it too. */
  Held = 2,
  /** It is more than a row of pins. */
  Forked = 4,
}

/**
 * The tree that a dynamic body is part of → records, if it is one that is solved as one. What never moves ends it, and is in it as often as
 * a joint leads there. False: out of memory.
 */
function gatherFrom(root: u32): bool {
  const from = end();
  if (!push(root, 0, 0)) {
    return false;
  }
  let found: u32 = 0;
  for (let at = from; at < end(); at += Branch.bytes) {
    const body = load<u32>(jointTrees.ptr + at, Branch.body);
    if (!Bodies.isDynamic(body)) {
      continue;
    }
    if ((Bodies.flags(body) & (BodyFlag.LockX | BodyFlag.LockY)) != 0) {
      found |= Found.Stuck;
    }
    let joints = 0;
    const own = load<u32>(jointTrees.ptr + at, Held.joint);
    for (let edge = Bodies.at(body).jointHead; edge != NONE; edge = load<u32>(Joints.edge(edge))) {
      const slot = edge >> 1;
      const j = Joints.at(slot);
      if (Joints.isLight(j.type)) {
        continue;
      }
      if (!branches(j)) {
        found |= Found.Held;
        continue;
      }
      joints++;
      if (j.type == JointType.Weld) {
        found |= Found.Forked;
      }
      if (slot != own) {
        store<u32>(fateOf(j, laneOf(j)), Fate.Tree);
        if (!push(acrossOf(j, body), slot, at)) {
          return false;
        }
      }
    }
    if (joints > 2) {
      found |= Found.Forked;
    }
  }
  const to = end();
  // One joint alone is solved exactly by itself.
  if (to <= from + 2 * Branch.bytes || found < <u32>Found.Forked) {
    leave(from, to, found == 0 ? ~JointFlag.InTree : -1);
  } else if ((found & Found.Stuck) != 0 || ((found & Found.Held) == 0 && !isFree(from, to))) {
    leave(from, to, -1);
  } else {
    describe(from, to, (found & Found.Held) != 0);
    weighDown(from, to);
  }
  return true;
}

/** Do at least half of the joints hold bodies that touch nothing? Between contacts, which are solved one by one, exact joints win little. */
function isFree(from: usize, to: usize): bool {
  let free = 0;
  for (let at = from + Branch.bytes; at < to; at += Branch.bytes) {
    free += touchesNothing(Joints.at(load<u32>(jointTrees.ptr + at, Held.joint))) ? 1 : -1;
  }
  return free >= 0;
}

/** Records are taken back: each of the joints is solved by itself, or with its row. `flags`: those that they keep. */
function leave(from: usize, to: usize, flags: u32): void {
  for (let at = from + Branch.bytes; at < to; at += Branch.bytes) {
    const j = Joints.at(load<u32>(jointTrees.ptr + at, Held.joint));
    store<u32>(fateOf(j, laneOf(j)), Fate.Alone);
    if (j.type == JointType.Weld) {
      j.flags &= ~JointFlag.Stiff;
    }
    j.flags &= flags;
  }
  jointTrees.count = <u32>(from >> 2);
}

/** Lanes and softness of the joints of a tree. `held`: by other joints. */
function describe(from: usize, to: usize, held: bool): void {
  const h = world.h;
  const hertz = boundHertz(world.jointHertz, STIFFER);
  const zeta = boundDamping(world.jointDampingRatio);
  const rate = <f64>Softness.biasRate(hertz, zeta, h);
  const gamma: f64 = hertz > 0 ? 1 / <f64>Softness.stiffness(hertz, zeta, h) : 0;
  store<u32>(jointTrees.ptr + from, <u32>to, Branch.before);
  for (let at = from + Branch.bytes; at < to; at += Branch.bytes) {
    const r = jointTrees.ptr + at;
    const slot = load<u32>(r, Held.joint);
    const j = Joints.at(slot);
    const q = laneOf(j);
    const pin = j.type == JointType.Revolute;
    j.flags |= JointFlag.Stiff;
    holdSoftly(r, slot, q, j.bodyB == load<u32>(r, Branch.body) ? 0 : 1);
    store<u32>(r, pin ? 1 : 0, Branch.pin);
    const stiff = !held && hertz > 0 && (j.flags & JointFlag.Soft) == 0 && touchesNothing(j);
    if (pin) {
      if (!held) {
        makeWhole(q);
      }
      if (stiff) {
        holdStiffly(r, pinReach(j, q), rate, gamma);
      }
    } else if (stiff) {
      store<f64>(r, rate, Held.rate);
      store<f64>(r, gamma, Held.gamma);
    }
  }
}

/** As a link of a row (chains.ts), so a body that only pins hold is at least so hard to turn to them that what they bear turns it by h ω = 1. */
function weighDown(from: usize, to: usize): void {
  const base = jointTrees.ptr;
  for (let r = base + from; r < base + to; r += Branch.bytes) {
    store<f64>(r, 0, Branch.gt);
  }
  for (let pass = 0; pass < 2; pass++) {
    for (let r = base + from + Branch.bytes; r < base + to; r += Branch.bytes) {
      const lane = <usize>load<u32>(r, Held.lane);
      const turned = <usize>load<u32>(r, Held.turned);
      const pin = load<u32>(r, Branch.pin) != 0;
      const before = base + load<u32>(r, Branch.before);
      weigh(before, lane, lane + (turned << 4), pin, pass != 0);
      weigh(r, lane, lane + ((1 - turned) << 4), pin, pass != 0);
    }
  }
}

/** What a joint in `lane` bears is added to what a body of the tree bears, or, at last, the body gets as hard to turn as that asks for. */
function weigh(r: usize, lane: usize, side: usize, pin: bool, last: bool): void {
  if (!last) {
    store<f64>(r, pin ? load<f64>(r, Branch.gt) + <f64>loadOn(lane, side) : -Infinity, Branch.gt);
    return;
  }
  const hardest = <f32>(1 / (<f64>world.h * load<f64>(r, Branch.gt)));
  if (hardest > 0 && hardest < load<f32>(side, JointRow.invInertiaA)) {
    store<f32>(side, hardest, JointRow.invInertiaA);
  }
}
