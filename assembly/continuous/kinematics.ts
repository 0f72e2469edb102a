import { BodyFlag, BodyType, Code } from "../abi/layout";
import { Also, findInBox, kinematicTree, refitBytes } from "../broad_phase/trees";
import { Sweep } from "../collision/time_of_impact";
import { TREE_HEADER_BYTES, Tree, refitTree, storeEmptyBox } from "../collision/wide_bvh";
import { wakeBody } from "../contact_graph/sleep";
import { Buffer, List } from "../memory/buffer";
import { KINEMATIC_SPACE } from "../memory/fixed";
import { unseen } from "../solver/finalize";
import { MOTION_BYTES, still } from "../solver/integrate";
import { SOLVER_BODY_BYTES } from "../solver/solver_body";
import { Bodies, NONE } from "../world/body";
import {
  awakeBodies,
  bodyMotion as bodyMotions,
  fastBodies,
  kinematicShapes,
  queryResults,
  solverBodies,
  sortSpace,
  sortSpace2,
} from "../world/buffers";
import { Shapes } from "../world/shape";
import { world } from "../world/world";
import { firstOf, mayHit } from "./first_touch";
import { bodyMotion, lengthOf, liesBeside, liesBesideBox, reachOf } from "./motion";
import { bulgeOf, motionSeenBy } from "./seen_by";
import { Way, bodySweep, way } from "./way";

// Awake kinematic bodies. Fast bodies are swept against them as against the ground, as seen from each (`motionSeenBy`), and so are slow
// bodies in their path; a sleeper there wakes if it is met. The active tree holds them among everything else, and a query of it would
// find the whole heap that a body flies in. So they have a tree of their own, made in the steps that look for them. It is not sorted:
// a query of 2,000 boxes in no order costs 1 µs.

const own = changetype<Sweep>(KINEMATIC_SPACE + TREE_HEADER_BYTES);
const other = changetype<Sweep>(KINEMATIC_SPACE + TREE_HEADER_BYTES + 40);
const BOX: usize = KINEMATIC_SPACE + TREE_HEADER_BYTES + 80;

/** Awake kinematic bodies → their tree, with boxes over their whole step. False: out of memory. */
export function gatherKinematics(): bool {
  kinematicTree.count = 0;
  kinematicShapes.count = 0;
  if (world.kinematics == 0) {
    return true;
  }
  for (let k: u32 = 0, n = awakeBodies.count; k < n; k++) {
    const slot = List.get(awakeBodies, k);
    if (Bodies.type(slot) != BodyType.Kinematic) {
      continue;
    }
    for (let shape = Bodies.at(slot).shapeHead; shape != NONE; shape = Shapes.at(shape).next) {
      if (!Shapes.isSensor(shape) && !List.push(kinematicShapes, shape)) {
        return false;
      }
    }
  }
  return makeTree(kinematicShapes.count);
}

/** Makes the tree of the `n` listed shapes. While their boxes are read, the list (the tree's order) holds the boxes' numbers instead. */
function makeTree(n: u32): bool {
  if (
    !Buffer.ensureScratch(sortSpace, refitBytes(n)) ||
    !Buffer.ensureScratch(sortSpace2, (<usize>n + 1) * 20) ||
    !Tree.layOut(kinematicTree, n)
  ) {
    return false;
  }
  const boxes = sortSpace2.ptr;
  const shapes = boxes + ((<usize>n + 1) << 4);
  storeEmptyBox(boxes);
  for (let k: u32 = 0; k < n; k++) {
    const shape = List.get(kinematicShapes, k);
    store<u32>(shapes + ((<usize>k) << 2), shape);
    sweptBox(shape, boxes + ((<usize>k + 1) << 4));
    List.set(kinematicShapes, k, k + 1);
  }
  refitTree(kinematicTree, boxes, world.shapeMarks, sortSpace.ptr);
  memory.copy(kinematicShapes.ptr, shapes, (<usize>n) << 2);
  return true;
}

/** A box around the whole path of a shape: its boxes at both ends, grown by how far an arc may lie beyond its chord, turn · way / 8. */
function sweptBox(shape: u32, out: usize): void {
  const slot = Shapes.at(shape).body;
  bodyMotion(slot, own);
  const turn: f32 = abs<f32>(own.q0c * own.q1s - own.q0s * own.q1c);
  const bulge: f32 = turn * turn * Bodies.at(slot).maxExtent * 0.25;
  const first = Shapes.oldBox(shape);
  const last = Shapes.fatBox(shape);
  store<f32>(out, min<f32>(load<f32>(first), load<f32>(last)) - bulge);
  store<f32>(out, min<f32>(load<f32>(first, 4), load<f32>(last, 4)) - bulge, 4);
  store<f32>(out, max<f32>(load<f32>(first, 8), load<f32>(last, 8)) + bulge, 8);
  store<f32>(out, max<f32>(load<f32>(first, 12), load<f32>(last, 12)) + bulge, 12);
}

/**
 * Adds slow bodies that kinematic ones may have run into to the fast ones, which they are as seen from those. Sleepers among them wake.
 * False: out of memory.
 */
export function addStruck(): bool {
  for (let k: u32 = 0, n = kinematicTree.count; k < n; k++) {
    const shape = List.get(kinematicShapes, k);
    const owner = Shapes.at(shape).body;
    bodyMotion(owner, own);
    if (lengthOf(own, Bodies.at(owner).maxExtent) <= world.speculativeDistance) {
      continue;
    }
    sweptBox(shape, BOX);
    if (!findInBox(load<f32>(BOX), load<f32>(BOX, 4), load<f32>(BOX, 8), load<f32>(BOX, 12), Also.Active)) {
      return false;
    }
    for (let i: u32 = 0, m = queryResults.count; i < m; i++) {
      const slot = Shapes.at(List.get(queryResults, i)).body;
      if (mayBeStruck(slot, owner, shape)) {
        if (!List.push(fastBodies, slot)) {
          return false;
        }
        Bodies.setFlags(slot, Bodies.flags(slot) | BodyFlag.Fast);
      }
    }
  }
  return true;
}

function mayBeStruck(slot: u32, owner: u32, shape: u32): bool {
  const continuous = (Bodies.flags(slot) & (BodyFlag.Continuous | BodyFlag.Fast)) == BodyFlag.Continuous;
  if (!continuous || !Bodies.isDynamic(slot) || Bodies.locks(slot) == BodyFlag.AnyLock) {
    return false;
  }
  bodyMotion(slot, own);
  Way.begin(way); // how it is seen depends on what was met on its path
  motionSeenBy(owner, own, other);
  const far = lengthOf(other, Bodies.at(slot).maxExtent) > unseen(slot, Bodies.at(slot));
  const reach: f32 = reachOf(slot) + bulgeOf(owner, own, other);
  if (!far || liesBeside(Shapes.fatBox(shape), other, reach) || liesBesideBox(shape, other, reach)) {
    return false;
  }
  return Bodies.isAwake(slot) || (strikes(shape, slot) && wakeStruck(slot));
}

/** Does a kinematic shape meet a sleeping body? One that it only passes sleeps on. */
function strikes(shape: u32, slot: u32): bool {
  const s = bodySweep;
  bodyMotion(slot, s);
  const x = s.c1x;
  const y = s.c1y;
  Way.begin(way);
  return mayHit(slot, shape) && (firstOf(slot, shape, 1) < 1 || s.c1x != x || s.c1y != y);
}

/**
 * Wakes a struck body and its island after the solver has run: as far as this step goes, they stood where they lie. False: out of
 * memory, and it sleeps on.
 */
function wakeStruck(slot: u32): bool {
  const first = awakeBodies.count + 1;
  let end = first + 1;
  for (let at = Bodies.at(slot).sleepRing; at != slot && at != NONE; at = Bodies.at(at).sleepRing) {
    end++;
  }
  if (
    !Buffer.ensure(solverBodies, <usize>end * SOLVER_BODY_BYTES) ||
    !Buffer.ensure(bodyMotions, <usize>end * MOTION_BYTES)
  ) {
    world.fault = Code.OutOfMemory;
    return false;
  }
  for (let number = first; number < end; number++) {
    still(number);
  }
  wakeBody(slot);
  Bodies.setFlags(slot, Bodies.flags(slot) & ~BodyFlag.Laid); // the blow moves it: whatever it then overlaps, it was not put there
  solverBodies.count = awakeBodies.count;
  return true;
}
