import { BodyFlag, JointFlag, JointType } from "../../abi/layout";
import { SolverKind } from "../../abi/option_layout";
import { Buffer, List } from "../../memory/buffer";
import { Bodies, NONE } from "../../world/body";
import { weldTrees } from "../../world/buffers";
import { Joint, Joints } from "../../world/joint";
import { world } from "../../world/world";
import { Softness } from "../softness";
import { JointRow, Lanes, boundDamping, boundHertz } from "./joint_block";
import { isLoaded } from "./load";
import { Place, rowBytes } from "./row_block";
import { Run } from "./runs";
import { Branch } from "./tree_branches";

// Trees of welds: bodies that rigid welds hold together in no ring. Passes over welds one by one carry a load a few bodies far and
// bear 50 Hz at most, so that eight boxes of half a metre sagged by 0.6 m; and on long arms trees were thrown apart. So where a weld
// of a tree bears more than it holds by itself, the velocities of the whole are solved exactly (tree_solver.ts). A tree
// that nothing else holds is stiffer then, but where its bodies touch something: as rows of pins are, and for their reasons
// (chains.ts, docs/decisions/0036-trees-of-welds.md).

/** A weld is loaded when its softness gives by this share of its arms, or by this angle (rad). */
const SAG: f32 = 0.001;
/** Stiffness of a tree against that of other joints. */
const STIFFER: f32 = 4;

/** What becomes of a weld in this step, in its lane: looked at and solved by itself, or part of a tree. 0: not looked at. */
const ALONE: f32 = 0.5;
const IN_TREE: f32 = 1;

/** Are all welds of the block that begins with `p`, or has it as one of its lanes, solved with their trees? */
export function isOfTrees(p: usize): bool {
  const q = p & ~15;
  const most = min<f32>(load<f32>(q, Place.tree), load<f32>(q + 4, Place.tree));
  return min<f32>(most, min<f32>(load<f32>(q + 8, Place.tree), load<f32>(q + 12, Place.tree))) == IN_TREE;
}

function isRigidWeld(j: Joint): bool {
  return Joints.kind(j.type, j.flags) == Joints.kind(JointType.Weld, 0) && j.colour != NONE;
}

function laneOf(j: Joint): usize {
  return Lanes.at(Run.startOf(j), j.colour, j.colourIndex, rowBytes(JointType.Weld));
}

/** Loaded welds → the trees they are parts of. False: out of memory. */
export function gatherTrees(): bool {
  weldTrees.count = 0;
  if (world.solver != SolverKind.Soft) {
    return true; // rigid anyhow
  }
  for (let k = world.jointRuns - world.holdingRuns; k < world.jointRuns; k++) {
    const run = Run.at(k);
    if (Run.kernel(run) == JointType.Weld && !gatherRun(Run.list(run))) {
      return false;
    }
  }
  return true;
}

function gatherRun(list: Buffer): bool {
  for (let k: u32 = 0, n = list.count; k < n; k++) {
    const j = Joints.at(List.get(list, k));
    const q = laneOf(j);
    if (load<f32>(q, Place.tree) != 0) {
      continue;
    }
    if (!isLoaded(j, q, j.springImpulse, SAG, armsOf(q), SAG)) {
      j.flags &= ~JointFlag.Stiff; // unless another weld of its tree is loaded
    } else if (!gatherFrom(Bodies.isDynamic(j.bodyA) ? j.bodyA : j.bodyB)) {
      return false;
    }
  }
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

/** Has a dynamic body no locked axis, and is there no way in which it is immovable, as one without a shape cannot be turned? */
function movesFreely(body: u32): bool {
  const mass = Bodies.mass(body);
  const locks = Bodies.flags(body) & (BodyFlag.LockX | BodyFlag.LockY | BodyFlag.LockRotation);
  return locks == 0 && mass.invMass > 0 && mass.invInertia > 0;
}

/** Where a further record would be. @inline */
function end(): usize {
  return (<usize>weldTrees.count) << 2;
}

/** A record behind the last. False: out of memory. */
function push(body: u32, joint: u32, before: usize): bool {
  const at = end();
  if (!Buffer.ensure(weldTrees, at + Branch.bytes)) {
    return false;
  }
  weldTrees.count = <u32>((at + Branch.bytes) >> 2);
  const r = weldTrees.ptr + at;
  store<u32>(r, body, Branch.body);
  store<u32>(r, joint, Branch.joint);
  store<u32>(r, <u32>before, Branch.before);
  store<u32>(r, 0, Branch.lane);
  return true;
}

/**
 * The tree that a dynamic body is part of → records, if it is one that is solved as one. What never moves ends it, and is in it as often as
 * a weld leads there. False: out of memory.
 */
function gatherFrom(root: u32): bool {
  const from = end();
  if (!push(root, 0, 0)) {
    return false;
  }
  let whole = true;
  let held = false; // by joints of other kinds
  for (let at = from; at < end(); at += Branch.bytes) {
    const body = load<u32>(weldTrees.ptr + at, Branch.body);
    if (!Bodies.isDynamic(body)) {
      continue;
    }
    if (!movesFreely(body)) {
      whole = false;
    }
    const own = load<u32>(weldTrees.ptr + at, Branch.joint);
    for (let edge = Bodies.at(body).jointHead; edge != NONE; edge = load<u32>(Joints.edge(edge))) {
      const j = Joints.at(edge >> 1);
      if (edge >> 1 == own || Joints.isLight(j.type)) {
        continue;
      }
      if (!isRigidWeld(j)) {
        held = true;
        continue;
      }
      const q = laneOf(j);
      if (load<f32>(q, Place.tree) != 0) {
        whole = false; // a ring
        continue;
      }
      store<f32>(q, IN_TREE, Place.tree);
      if (!push(j.bodyA == body ? j.bodyB : j.bodyA, edge >> 1, at)) {
        return false;
      }
    }
  }
  const to = end();
  // One weld alone is solved exactly by itself (weld.ts).
  if (whole && to > from + 2 * Branch.bytes && (held || isFree(from, to))) {
    describe(from, to, held);
  } else {
    leave(from, to);
  }
  return true;
}

function touchesNothing(j: Joint): bool {
  return (Bodies.at(j.bodyA).contactColours | Bodies.at(j.bodyB).contactColours) == 0;
}

/** Is there a weld both of whose bodies touch nothing? Between contacts, which are solved one by one, exact welds win little. */
function isFree(from: usize, to: usize): bool {
  for (let at = from + Branch.bytes; at < to; at += Branch.bytes) {
    if (touchesNothing(Joints.at(load<u32>(weldTrees.ptr + at, Branch.joint)))) {
      return true;
    }
  }
  return false;
}

/** Records are taken back: each of the welds is solved by itself. */
function leave(from: usize, to: usize): void {
  for (let at = from + Branch.bytes; at < to; at += Branch.bytes) {
    const j = Joints.at(load<u32>(weldTrees.ptr + at, Branch.joint));
    j.flags &= ~JointFlag.Stiff;
    store<f32>(laneOf(j), ALONE, Place.tree);
  }
  weldTrees.count = <u32>(from >> 2);
}

/** Lanes and softness of the welds of a tree. */
function describe(from: usize, to: usize, held: bool): void {
  const h = world.h;
  const hertz = boundHertz(world.jointHertz, STIFFER);
  const zeta = boundDamping(world.jointDampingRatio);
  const rate = <f64>Softness.biasRate(hertz, zeta, h);
  const gamma: f64 = hertz > 0 ? 1 / <f64>Softness.stiffness(hertz, zeta, h) : 0;
  store<u32>(weldTrees.ptr + from, <u32>to, Branch.end);
  for (let at = from + Branch.bytes; at < to; at += Branch.bytes) {
    const r = weldTrees.ptr + at;
    const j = Joints.at(load<u32>(r, Branch.joint));
    const q = laneOf(j);
    j.flags |= JointFlag.Stiff;
    store<u32>(r, <u32>q, Branch.lane);
    store<u32>(r, j.bodyB == load<u32>(r, Branch.body) ? 0 : 1, Branch.turned);
    if (!held && hertz > 0 && (j.flags & JointFlag.Soft) == 0 && touchesNothing(j)) {
      store<f64>(r, rate, Branch.rate);
      store<f64>(r, gamma, Branch.gamma);
    } else {
      store<f64>(r, <f64>load<f32>(q, JointRow.biasRate), Branch.rate);
      store<f64>(r, <f64>load<f32>(q, JointRow.impulseScale) / <f64>load<f32>(q, JointRow.massScale), Branch.gamma);
    }
  }
}
