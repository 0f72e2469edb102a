import { BodyFlag, BodyType, Code } from "../abi/layout";
import { hilbertIndex } from "../collision/hilbert";
import { TREE_HEADER_BYTES, Tree, WideBvh, orderBytes, queryTree, refitPlace, refitTree } from "../collision/wide_bvh";
import { Buffer, List } from "../memory/buffer";
import { KINEMATIC_SPACE } from "../memory/fixed";
import { radixSortPairs, sortList } from "../memory/radix_sort";
import { SCRATCH } from "../memory/scratch";
import { Bodies } from "../world/body";
import {
  TREE_HEADERS,
  activeNodes,
  activeOrder,
  changedShapes,
  kinematicNodes,
  kinematicShapes,
  queryResults,
  restNodes,
  restOrder,
  sortSpace,
  sortSpace2,
} from "../world/buffers";
import { ShapeMark, Shapes, TreeId } from "../world/shape";
import { world } from "../world/world";

// Two trees. The active one holds shapes that may move, is refitted every step and sorted anew every few steps. The resting one holds
// static and sleeping shapes, is built when enough of them have gathered and then left alone, so that a hundred thousand sleeping bodies
// cost nothing. Shapes that have just moved lie in the active tree; the resting one has no movers.

export const activeTree = changetype<WideBvh>(TREE_HEADERS);
export const restTree = changetype<WideBvh>(TREE_HEADERS + TREE_HEADER_BYTES);
/** The shapes of awake kinematic bodies, with boxes over all of their step; built and searched within the continuous stage. */
export const kinematicTree = changetype<WideBvh>(KINEMATIC_SPACE);

/** Steps between two sortings of the active tree. Measured: 4–8 are equal within 3 %, 1 and 16 lose 10 %. */
const SORT_INTERVAL: u32 = 6;
/** The resting tree is sorted anew when this plus an eighth of it have joined its end, or this plus a quarter have left. */
const MIN_UNSORTED: u32 = 32;
/** While no more than this rest, all that settle move over: ground in the active tree would make each query of a fast body search that. */
const FEW_RESTING: u32 = 512;
/** Up to so many changes are mended one by one for a query, each with the nodes above it: the block that lists them holds no more. */
const FEW_CHANGED: u32 = 64;
/** And no more than one per so many places, as a shift: mending one takes as long (0.4 µs if they are scattered) as refitting so many. */
const MEND_SHIFT: u32 = 8;
/**
 * Queries search shapes that were not sorted in one after another. When they have searched so many for each shape of the active tree, the
 * tree is sorted, which takes as long: the cost is at most twice the least that it could be (ski rental).
 */
const SEARCHED_PER_SORT: u32 = 16;
/** The cost of the smallest sorting, as a number of shapes sorted. */
const FEW_TO_SORT: u32 = 256;
/** More new shapes than this at once settle in the very step that first sees them: the hitch is part of creating them. */
const MANY_NEW: u32 = 1024;

export function initTrees(): void {
  activeTree.order = activeOrder;
  activeTree.nodes = activeNodes;
  restTree.order = restOrder;
  restTree.nodes = restNodes;
  kinematicTree.order = kinematicShapes;
  kinematicTree.nodes = kinematicNodes;
}

/** Trees that a query searches besides the resting one: bits. */
export const enum Also {
  Active = 1,
  /** Shapes found in it may be in another tree as well. */
  Kinematic = 2,
}

/**
 * Finds the shapes whose boxes, as the trees have them, overlap a box, in the resting tree and those in `also` → `queryResults`. In the
 * order of their slots: what is done to one may decide about the next, and the trees, which a restore builds anew, have an order of their
 * own. False: out of memory.
 */
export function findInBox(x0: f32, y0: f32, x1: f32, y1: f32, also: u32): bool {
  queryResults.count = 0;
  return (
    queryTree(restTree, x0, y0, x1, y1, queryResults) &&
    ((also & Also.Active) == 0 || queryTree(activeTree, x0, y0, x1, y1, queryResults)) &&
    ((also & Also.Kinematic) == 0 || queryTree(kinematicTree, x0, y0, x1, y1, queryResults)) &&
    sortList(queryResults, sortSpace, 32 - clz<u32>(world.shapeEnd))
  );
}

/** Adds a shape at the end of the active tree's order; the next sorting gives it its place. False: out of memory. */
export function addToActive(shapeSlot: u32): bool {
  const shape = Shapes.at(shapeSlot);
  const index = activeOrder.count;
  if (!List.push(activeOrder, shapeSlot)) {
    return false;
  }
  shape.tree = <u16>TreeId.Active;
  shape.treeIndex = index;
  world.activeVersion++;
  world.restingInActive |= <u32>!Bodies.isAwake(shape.body);
  const mark = world.shapeMarks + shapeSlot;
  const movable = Bodies.type(shape.body) != BodyType.Static ? <u8>ShapeMark.Movable : 0;
  store<u8>(mark, (load<u8>(mark) & ShapeMark.Moved) | movable);
  noteChanged(shapeSlot);
  return true;
}

/** Notes that a shape has another box, or place in the active tree; within a step, where many have, not one by one. @inline */
export function noteChanged(shapeSlot: u32): void {
  world.treeDirty = 1;
  if (world.treeBehind == 0) {
    listChanged(shapeSlot);
  }
}

function listChanged(shapeSlot: u32): void {
  const n = changedShapes.count;
  if (n == 0 || List.get(changedShapes, n - 1) != shapeSlot) {
    world.treeBehind = <u32>(n >= FEW_CHANGED || !List.push(changedShapes, shapeSlot));
  }
}

/** Takes a shape out of its tree; an empty place stays, unless it is the last and no tree has it yet. */
export function removeFromTree(shapeSlot: u32): void {
  const shape = Shapes.at(shapeSlot);
  if (shape.tree == TreeId.Active) {
    List.set(activeOrder, shape.treeIndex, 0);
    dropLast();
    world.activeVersion++;
    world.treeDirty = 1;
  } else if (shape.tree == TreeId.Rest) {
    const index = shape.treeIndex;
    List.set(restOrder, index, 0);
    // The box in the tree is emptied in place; the bounds above stay too large, which is safe.
    const lane = Tree.block(restTree, 0, index >> 2) + ((<usize>(index & 3)) << 2);
    store<f32>(lane, Infinity);
    store<f32>(lane, Infinity, 16);
    store<f32>(lane, -Infinity, 32);
    store<f32>(lane, -Infinity, 48);
    world.restHoles++;
  }
  shape.tree = <u16>TreeId.None;
}

/** Drops empty places at the end: a world that is not stepped grew with each shape made and destroyed. */
function dropLast(): void {
  const least = max<u32>(activeTree.count, world.treeSorted);
  let n = activeOrder.count;
  while (n > least && List.get(activeOrder, n - 1) == 0) {
    n--;
  }
  activeOrder.count = n;
}

/** Moves the shape to the active tree if it rests. */
export function activateProxy(shapeSlot: u32): void {
  if (Shapes.at(shapeSlot).tree == TreeId.Rest) {
    if (!Buffer.ensure(activeOrder, (<usize>activeOrder.count + 1) << 2)) {
      world.fault = Code.OutOfMemory;
      return;
    }
    removeFromTree(shapeSlot);
    addToActive(shapeSlot);
  }
}

/** Brings both trees up to date with boxes, additions and removals. False: out of memory. */
export function refreshTrees(): bool {
  return refresh(false, activeOrder.count);
}

/**
 * The same for a query: of the active tree it needs only the boxes and not the masks, and removed shapes may still have one there. False:
 * out of memory.
 */
export function refreshBoxes(): bool {
  const n = activeOrder.count;
  world.treeSearched += n - world.treeSorted;
  if (world.treeSearched > SEARCHED_PER_SORT * (n + FEW_TO_SORT)) {
    return refresh(true, n);
  }
  // Whoever adds shapes one by one will add more: with room for an eighth more, the tree is laid out anew only once in so many.
  const grows = world.treeBehind == 0 && n > activeTree.places;
  return mendPlaces() || refresh(false, grows ? n + (n >> 3) : n);
}

/** Brings the boxes of the active tree up to date if few have changed. False: more have, or some have no place in it. */
export function mendPlaces(): bool {
  if (world.treeDirty == 0) {
    return true;
  }
  const n = activeOrder.count;
  if (world.treeBehind != 0 || n > activeTree.places || changedShapes.count > n >> MEND_SHIFT) {
    return false;
  }
  for (let k: u32 = 0; k < changedShapes.count; k++) {
    const shape = Shapes.at(List.get(changedShapes, k));
    if (shape.tree == TreeId.Active) {
      refitPlace(activeTree, shape.treeIndex, world.shapeFatBox);
    }
  }
  changedShapes.count = 0;
  return true;
}

/** `sorts`: sort however little was added; `places`: room to make if the tree is laid out anew. */
function refresh(sorts: bool, places: u32): bool {
  const added = activeOrder.count > activeTree.count ? activeOrder.count - activeTree.count : 0;
  if (sorts || world.treeAge >= SORT_INTERVAL || added > activeTree.count >> 3) {
    if (!sortTrees()) {
      return false;
    }
    world.treeAge = 0;
    world.treeFresh = <u32>(added > MANY_NEW);
  } else if (world.treeDirty == 0) {
    return true;
  } else if (places != activeTree.places || activeOrder.count != activeTree.count) {
    if (!Tree.layOutFor(activeTree, activeOrder.count, places)) {
      return lost();
    }
  }
  if (!refit(activeTree)) {
    return false;
  }
  world.treeDirty = 0;
  world.treeBehind = 0;
  changedShapes.count = 0;
  return true;
}

/** Gives up the active tree for want of memory. */
function lost(): bool {
  activeTree.count = 0;
  world.treeDirty = 1;
  world.treeBehind = 1;
  return false;
}

/** Moves shapes that were created at rest out of the active tree, if they were many, once their first pairs are found. */
export function settleNew(): void {
  if (world.treeFresh != 0) {
    world.treeFresh = 0;
    if (!sortTrees() || !refit(activeTree)) {
      world.fault = Code.OutOfMemory;
    }
  }
}

/** Rebuilds both trees, whose nodes were lost, over their orders; any other pair finder will be rebuilt too. False: out of memory. */
export function refitTrees(): bool {
  world.pairsReady = 0;
  changedShapes.count = 0;
  const made =
    Tree.layOut(restTree, restOrder.count) &&
    Tree.layOut(activeTree, activeOrder.count) &&
    refit(restTree) &&
    refit(activeTree);
  world.treeBehind = <u32>!made;
  return made;
}

/** No valid order is longer. */
const LONGEST: u32 = 1 << 26;

/**
 * The most memory that `refitTrees` takes when the buffers' records are those of an image, `shift` bytes off. A restore asks before it
 * changes anything: bodies made since a step have no nodes yet.
 */
export function refitTreesBytes(shift: usize): u64 {
  const active = orderLength(activeOrder, shift);
  const rest = orderLength(restOrder, shift);
  return (
    <u64>missing(activeOrder, shift, orderBytes(active)) +
    <u64>missing(restOrder, shift, orderBytes(rest)) +
    <u64>missing(activeNodes, shift, Tree.nodeBytes(active)) +
    <u64>missing(restNodes, shift, Tree.nodeBytes(rest)) +
    <u64>missing(sortSpace, shift, refitBytes(max<u32>(active, rest)))
  );
}

function orderLength(order: Buffer, shift: usize): u32 {
  return min<u32>(changetype<Buffer>(changetype<usize>(order) + shift).count, LONGEST);
}

function missing(b: Buffer, shift: usize, bytes: usize): usize {
  return Buffer.missing(changetype<Buffer>(changetype<usize>(b) + shift), bytes);
}

/**
 * Refits the active tree, which is up to date, over boxes that are replaced for a while: whoever puts the old ones back marks it as
 * dirty. False: out of memory.
 */
export function refitActive(): bool {
  world.treeBehind = 1;
  return refit(activeTree);
}

function refit(t: WideBvh): bool {
  if (!Buffer.ensureScratch(sortSpace, refitBytes(t.places))) {
    t.count = 0; // its nodes may not form a tree
    return lost();
  }
  refitTree(t, world.shapeFatBox, world.shapeMarks, sortSpace.ptr);
  return true;
}

/** How many bytes `refitTree` takes of its space. */
export function refitBytes(count: u32): usize {
  return ((<usize>count + 3) << 2) + 128;
}

/**
 * Makes room for sorting the trees, with so many items: once begun, sorting must not stop half-way. `rest` 0: only the active one. False:
 * out of memory.
 */
function roomToSort(active: u32, rest: u32): bool {
  const most = max<u32>(active, rest);
  const bytes = (<usize>most) << 3;
  // What is lost of the active tree is made anew; nothing of the resting one is lost, for it comes last.
  if (
    Buffer.ensureScratch(sortSpace, max<usize>(bytes, refitBytes(most))) &&
    Buffer.ensureScratch(sortSpace2, bytes) &&
    Tree.room(activeTree, active) &&
    (rest == 0 || Tree.room(restTree, rest))
  ) {
    return true;
  }
  return lost();
}

/** May the shape lie in the resting tree? @inline */
function isSettled(shapeSlot: u32): bool {
  const flags = Bodies.flags(Shapes.at(shapeSlot).body);
  return (load<u8>(world.shapeMarks + shapeSlot) & ShapeMark.Moved) == 0 && (flags & BodyFlag.Awake) == 0;
}

/**
 * Drops empty places, moves settled shapes to the resting tree if there are enough, and sorts what changed. False: out of memory, the
 * orders are unchanged.
 */
function sortTrees(): bool {
  const n = activeOrder.count;
  let living: u32 = 0;
  let settled: u32 = 0;
  for (let k: u32 = 0; k < n; k++) {
    const shape = List.get(activeOrder, k);
    living += <u32>(shape != 0);
    settled += <u32>(shape != 0 && isSettled(shape));
  }
  const restCount = restOrder.count - world.restHoles;
  const half = settled << 1 >= n && settled > restCount >> 6; // fewer would not pay for the refit
  const merge = settled != 0 && (restCount <= FEW_RESTING || settled > restCount >> 3 || half);
  const prune = world.restHoles > MIN_UNSORTED + (restCount >> 2);
  // A few shapes join the end of the resting order as they are, sorted among themselves; if many do, it is sorted anew.
  const joined = restOrder.count > 0 ? world.restJoined + settled : 0;
  const sorts = prune || joined > MIN_UNSORTED + (restCount >> 3);
  const join = merge ? settled : 0;
  const holes = sorts ? 0 : world.restHoles;
  if (
    (merge && !Buffer.ensure(restOrder, (<usize>restOrder.count + <usize>join) << 2)) ||
    !roomToSort(living - join, merge || prune ? restCount + holes + join : 0)
  ) {
    return false;
  }
  let kept: u32 = 0;
  let resting = false;
  for (let k: u32 = 0; k < n; k++) {
    const shape = List.get(activeOrder, k);
    if (shape == 0) {
      continue;
    }
    if (merge && isSettled(shape)) {
      const record = Shapes.at(shape);
      record.tree = <u16>TreeId.Rest;
      record.treeIndex = restOrder.count;
      List.push(restOrder, shape); // cannot fail
      const mark = world.shapeMarks + shape;
      store<u8>(mark, load<u8>(mark) | ShapeMark.Resting);
    } else {
      List.set(activeOrder, kept, shape);
      kept++;
      resting = resting || !Bodies.isAwake(Shapes.at(shape).body);
    }
  }
  activeOrder.count = kept;
  world.restingInActive = <u32>resting;
  world.activeVersion += <u32>merge;
  if (merge && !sorts) {
    world.restJoined = joined;
    world.restVersion++;
    Tree.layOut(restTree, restOrder.count);
    refit(restTree);
  } else if (merge || prune) {
    let count: u32 = 0;
    for (let k: u32 = 0; k < restOrder.count; k++) {
      const shape = List.get(restOrder, k);
      if (shape != 0) {
        List.set(restOrder, count, shape);
        count++;
      }
    }
    restOrder.count = count;
    world.restHoles = 0;
    world.restVersion++;
    world.restJoined = 0;
    sortTree(restTree, TreeId.Rest);
    refit(restTree);
  }
  sortTree(activeTree, TreeId.Active);
  world.treeSorted = kept;
  world.treeSearched = 0;
  return true;
}

/** Sorts a tree's order along the Hilbert curve and lays the tree out for it; there is room. */
function sortTree(t: WideBvh, id: u32): void {
  const order = t.order;
  const n = order.count;
  Tree.layOut(t, n);
  if (n == 0) {
    return;
  }
  const boxes = world.shapeFatBox;
  // Cells over a robust window: a few outliers a thousand kilometres away must not squeeze all others into one cell.
  const lowX = sampleLow(order, 0);
  const spanX = sampleSpan();
  const lowY = sampleLow(order, 4);
  const spanY = sampleSpan();
  const span: f32 = max<f32>(max<f32>(spanX, spanY), 1e-3);
  const scale: f32 = 65535.0 / span;
  let p = sortSpace.ptr;
  for (let k: u32 = 0; k < n; k++) {
    const shape = List.get(order, k);
    const box = boxes + ((<usize>shape) << 4);
    const x: f32 = ((load<f32>(box) + load<f32>(box, 8)) * 0.5 - lowX) * scale;
    const y: f32 = ((load<f32>(box, 4) + load<f32>(box, 12)) * 0.5 - lowY) * scale;
    const cellX = <u32>max<f32>(0, min<f32>(65535, x));
    const cellY = <u32>max<f32>(0, min<f32>(65535, y));
    store<u32>(p, hilbertIndex(cellX, cellY));
    store<u32>(p, shape, 4);
    p += 8;
  }
  p = radixSortPairs(sortSpace.ptr, sortSpace2.ptr, n, 32);
  for (let k: u32 = 0; k < n; k++) {
    const shape = load<u32>(p, 4);
    List.set(order, k, shape);
    const record = Shapes.at(shape);
    record.tree = <u16>id;
    record.treeIndex = k;
    p += 8;
  }
}

const SAMPLES: u32 = 64;
const SAMPLE_SPACE: usize = SCRATCH + 12288;
const SAMPLE_SPAN: usize = SAMPLE_SPACE + 512;

/**
 * Low end of a window on one axis from 64 strided samples: the 10 … 90 % range, widened by itself on either side.
 * `axis`: 0 for x, 4 for y. The window's width is left for `sampleSpan`.
 */
function sampleLow(order: Buffer, axis: usize): f32 {
  const n = order.count;
  const m = min<u32>(SAMPLES, n);
  for (let k: u32 = 0; k < m; k++) {
    const shape = List.get(order, <u32>((<u64>k * n) / m));
    const box = world.shapeFatBox + ((<usize>shape) << 4) + axis;
    const v: f32 = (load<f32>(box) + load<f32>(box, 8)) * 0.5;
    let j = <usize>k;
    while (j > 0 && load<f32>(SAMPLE_SPACE + ((j - 1) << 2)) > v) {
      store<f32>(SAMPLE_SPACE + (j << 2), load<f32>(SAMPLE_SPACE + ((j - 1) << 2)));
      j--;
    }
    store<f32>(SAMPLE_SPACE + (j << 2), v);
  }
  const low: f32 = load<f32>(SAMPLE_SPACE + ((<usize>(m / 10)) << 2));
  const high: f32 = load<f32>(SAMPLE_SPACE + ((<usize>(m - 1 - m / 10)) << 2));
  const width: f32 = high - low;
  store<f32>(SAMPLE_SPAN, 3 * width);
  return low - width;
}

function sampleSpan(): f32 {
  return load<f32>(SAMPLE_SPAN);
}
