import { boxesOverlap, findNewPairs, queryTree } from "../collision/wide_bvh";
import { Buffer, List } from "../memory/buffer";
import { radixSortKeys } from "../memory/radix_sort";
import { Code } from "../abi/layout";
import { BroadPhase } from "../abi/option_layout";
import { movedShapes, newPairs, queryResults, sortSpace } from "../world/buffers";
import { ShapeMark } from "../world/shape";
import { world } from "../world/world";
import { findPairsBy } from "./pair_finder";
import { activeTree, refreshTrees, restTree, settleNew } from "./trees";

/** So many times more shapes at rest than movers (as a shift), and each mover asks the resting tree for itself. */
const FEW_SHIFT: u32 = 4;

/**
 * Broad phase: the pairs of shapes whose fat boxes overlap now and did not before, at least one of them a mover.
 *
 * There is no set of pairs to look up: a pair is new exactly when last step's boxes did not overlap. A shape that is
 * created, teleported or filtered anew gets an empty old box (its contacts having been destroyed), so all its overlaps
 * count as new. The new pairs are sorted, so that the order of contacts does not depend on what found them.
 */
export function findPairs(): void {
  newPairs.count = 0;
  world.newPairCount = 0;
  world.treeAge++;
  if (!refreshTrees()) {
    world.fault = Code.OutOfMemory;
    return;
  }
  if (movedShapes.count == 0) {
    return;
  }
  const method = world.broadPhase;
  let complete: bool;
  let fewMove = false;
  if (method <= <u32>BroadPhase.Auto) {
    const old = world.shapeOldBox;
    complete = findNewPairs(activeTree, activeTree, old, newPairs);
    fewMove = movedShapes.count << FEW_SHIFT < restTree.count;
    complete = (fewMove ? queryResting() : findNewPairs(activeTree, restTree, old, newPairs)) && complete;
  } else {
    complete = findPairsBy(method);
  }
  const n = newPairs.count;
  if (n > 1) {
    if (Buffer.ensureScratch(sortSpace, (<usize>n) << 3)) {
      const sorted = radixSortKeys(newPairs.ptr, sortSpace.ptr, n, 32 - clz<u32>(world.shapeEnd));
      if (sorted != newPairs.ptr) {
        memory.copy(newPairs.ptr, sorted, (<usize>n) << 3);
      }
      if (fewMove || method == BroadPhase.Grid) {
        dropDoubles();
      }
    } else {
      complete = false;
    }
  }
  world.newPairCount = newPairs.count;
  if (!complete) {
    world.fault = Code.OutOfMemory;
  }
}

/**
 * New pairs of movers and resting shapes, a query a mover. One that was destroyed and made again in the same slot is in the
 * list of movers twice, and so are its pairs. False: out of memory.
 */
function queryResting(): bool {
  const boxes = world.shapeFatBox;
  const old = world.shapeOldBox;
  const marks = world.shapeMarks;
  for (let k: u32 = 0; k < movedShapes.count; k++) {
    const shape = List.get(movedShapes, k);
    const box = boxes + ((<usize>shape) << 4);
    queryResults.count = 0;
    if (
      !queryTree(restTree, load<f32>(box), load<f32>(box, 4), load<f32>(box, 8), load<f32>(box, 12), queryResults) ||
      !Buffer.ensure(newPairs, (<usize>newPairs.count + <usize>queryResults.count) << 3)
    ) {
      return false;
    }
    for (let j: u32 = 0; j < queryResults.count; j++) {
      const other = List.get(queryResults, j);
      const either = (<u32>load<u8>(marks + shape)) | (<u32>load<u8>(marks + other));
      if (
        (either & ShapeMark.Movable) != 0 &&
        !boxesOverlap(old + ((<usize>shape) << 4), old + ((<usize>other) << 4))
      ) {
        const key = ((<u64>min<u32>(shape, other)) << 32) | (<u64>max<u32>(shape, other));
        store<u64>(newPairs.ptr + ((<usize>newPairs.count) << 3), key);
        newPairs.count++;
      }
    }
  }
  return true;
}

/** Keeps one of equal neighbours. */
function dropDoubles(): void {
  const base = newPairs.ptr;
  let out = base;
  for (let p = base + 8, end = base + ((<usize>newPairs.count) << 3); p < end; p += 8) {
    out += (<usize>(load<u64>(p) != load<u64>(out))) << 3;
    store<u64>(out, load<u64>(p));
  }
  newPairs.count = <u32>((out - base) >> 3) + 1;
}

/** After the narrow phase has seen who moved: this step's boxes become the old ones. */
export function settleMoves(): void {
  const n = movedShapes.count;
  const fat = world.shapeFatBox;
  const old = world.shapeOldBox;
  const marks = world.shapeMarks;
  for (let k: u32 = 0; k < n; k++) {
    const shape = <usize>List.get(movedShapes, k);
    store<u8>(marks + shape, load<u8>(marks + shape) & ~ShapeMark.Moved);
    store<u64>(old + (shape << 4), load<u64>(fat + (shape << 4)));
    store<u64>(old + (shape << 4), load<u64>(fat + (shape << 4), 8), 8);
  }
  movedShapes.count = 0;
  settleNew();
}
