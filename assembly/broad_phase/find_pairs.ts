import { findNewPairs } from "../collision/new_pairs";
import { WideBvh, boxesOverlap, queryTree } from "../collision/wide_bvh";
import { Buffer, List } from "../memory/buffer";
import { radixSortKeys } from "../memory/radix_sort";
import { Code } from "../abi/layout";
import { BroadPhase } from "../abi/option_layout";
import { movedShapes, newPairs, queryResults, sortSpace } from "../world/buffers";
import { mayMeet } from "../world/filter";
import { ShapeMark } from "../world/shape";
import { world } from "../world/world";
import { findPairsBy } from "./pair_finder";
import { activeTree, refreshTrees, restTree, settleNew } from "./trees";

/** With so many times more resting shapes than movers (as a shift), each mover queries the resting tree by itself. */
const FEW_SHIFT: u32 = 4;
/** A list of so many new pairs is checked, before it grows, for pairs that the filters refuse. */
const MANY_PAIRS: u32 = 1 << 14;
/** Samples of the list from which the share of those is estimated. */
const SAMPLES: u32 = 256;

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
    complete = findBetween(activeTree, activeTree);
    fewMove = movedShapes.count << FEW_SHIFT < restTree.count;
    complete = (fewMove ? queryResting() : findBetween(activeTree, restTree)) && complete;
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
  world.newPairCount += newPairs.count;
  if (!complete) {
    world.fault = Code.OutOfMemory;
  }
}

/** Finds the new pairs of two trees. False: out of memory. */
function findBetween(a: WideBvh, b: WideBvh): bool {
  let from: usize = 0;
  do {
    if (!makeRoom(16)) {
      return false;
    }
    from = findNewPairs(a, b, world.shapeOldBox, newPairs, from);
  } while (from != 0);
  return true;
}

/**
 * Makes room for `count` more pairs. A crowd in one place pairs each with each, all for nothing if its members do not collide with one
 * another: before a long list grows, pairs that make no contact are dropped from it. False: out of memory.
 */
function makeRoom(count: u32): bool {
  const bytes = (<usize>newPairs.count + <usize>count) << 3;
  if (bytes > newPairs.capacity && newPairs.count >= MANY_PAIRS && refusedOf(SAMPLES) >= SAMPLES >> 1) {
    const before = newPairs.count;
    dropRefused();
    world.newPairCount += before - newPairs.count;
    if (newPairs.count > (before >> 2) * 3) {
      return Buffer.ensure(newPairs, max<usize>(bytes, newPairs.capacity + 1)); // else the next check would come too soon
    }
  }
  return Buffer.ensure(newPairs, (<usize>newPairs.count + <usize>count) << 3);
}

/** How many of so many new pairs, evenly spaced in the list, make no contact. */
function refusedOf(samples: u32): u32 {
  let refused: u32 = 0;
  for (let k: u32 = 0; k < samples; k++) {
    refused += <u32>!isWanted(newPairs.ptr + ((<usize>((<u64>newPairs.count * k) / samples)) << 3));
  }
  return refused;
}

function isWanted(key: usize): bool {
  return mayMeet(load<u32>(key, 4), load<u32>(key));
}

function dropRefused(): void {
  let out = newPairs.ptr;
  for (let p = out, end = p + ((<usize>newPairs.count) << 3); p < end; p += 8) {
    store<u64>(out, load<u64>(p));
    out += (<usize>isWanted(p)) << 3;
  }
  newPairs.count = <u32>((out - newPairs.ptr) >> 3);
}

/**
 * Finds new pairs of movers and resting shapes with a query for each mover. Two movers that could not leave the resting tree, for want of
 * memory, find each other. False: out of memory.
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
      !makeRoom(queryResults.count)
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

/** Keeps one of each run of equal pairs. */
function dropDoubles(): void {
  const base = newPairs.ptr;
  let out = base;
  for (let p = base + 8, end = base + ((<usize>newPairs.count) << 3); p < end; p += 8) {
    out += (<usize>(load<u64>(p) != load<u64>(out))) << 3;
    store<u64>(out, load<u64>(p));
  }
  newPairs.count = <u32>((out - base) >> 3) + 1;
}

/** Once the narrow phase has seen which shapes moved, makes this step's boxes the old ones. */
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
  world.sleepersNew = 0;
  settleNew();
}
