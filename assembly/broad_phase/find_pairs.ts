import { findNewPairs } from "../collision/wide_bvh";
import { Buffer, List } from "../memory/buffer";
import { radixSortKeys } from "../memory/radix_sort";
import { Code } from "../abi/layout";
import { movedShapes, newPairs, sortSpace } from "../world/buffers";
import { ShapeMark } from "../world/shape";
import { world } from "../world/world";
import { activeTree, refreshTrees, restTree, settleNew } from "./trees";

/**
 * Broad phase: the pairs of shapes whose fat boxes overlap now and did not before, at least one of them a mover.
 *
 * There is no set of pairs to look up: a pair is new exactly when last step's boxes did not overlap. A shape that is
 * created, teleported or filtered anew gets an empty old box (its contacts having been destroyed), so all its overlaps
 * count as new. The new pairs are sorted, so that the order of contacts does not depend on the shape of the tree.
 */
export function findPairs(): void {
  newPairs.count = 0;
  world.treeAge++;
  if (!refreshTrees()) {
    world.fault = Code.OutOfMemory;
    return;
  }
  if (movedShapes.count == 0) {
    return;
  }
  const old = world.shapeOldBox;
  let complete = findNewPairs(activeTree, activeTree, old, newPairs);
  complete = findNewPairs(activeTree, restTree, old, newPairs) && complete;
  const n = newPairs.count;
  world.newPairCount = n;
  if (n > 1) {
    if (Buffer.ensureScratch(sortSpace, (<usize>n) << 3)) {
      const sorted = radixSortKeys(newPairs.ptr, sortSpace.ptr, n, 32 - clz<u32>(world.shapeEnd));
      if (sorted != newPairs.ptr) {
        memory.copy(newPairs.ptr, sorted, (<usize>n) << 3);
      }
    } else {
      complete = false;
    }
  }
  if (!complete) {
    world.fault = Code.OutOfMemory;
  }
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
