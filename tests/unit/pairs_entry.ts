// The pair finders alone: a dynamic tree, sort and sweep, and a spatial hash, over columns of boxes that the test fills.
import { BoxList, PairSearch } from "../../assembly/collision/box_list";
import { DynamicTree, enterAll, removeLeaf, treeHeight, treePairs } from "../../assembly/collision/dynamic_tree";
import { Sweep, sweepPairs } from "../../assembly/collision/sort_and_sweep";
import { Grid, buildGrid, gridPairs } from "../../assembly/collision/spatial_hash";
import { allocate, heapLive, initHeap } from "../../assembly/memory/allocator";
import { Buffer, List } from "../../assembly/memory/buffer";

export { heapLive };

let search: PairSearch = changetype<PairSearch>(0);
let active: Buffer = changetype<Buffer>(0);
let resting: Buffer = changetype<Buffer>(0);
let moved: Buffer = changetype<Buffer>(0);
let spaceA: Buffer = changetype<Buffer>(0);
let spaceB: Buffer = changetype<Buffer>(0);
let tree: DynamicTree = changetype<DynamicTree>(0);
let sweep: Sweep = changetype<Sweep>(0);
let grid: Grid = changetype<Grid>(0);
let restGrid: Grid = changetype<Grid>(0);

function record(): usize {
  const p = allocate(64);
  memory.fill(p, 0, 64);
  return p;
}

/** Makes columns for items below `end`, with all boxes empty and none marked. */
export function begin(end: u32): void {
  initHeap();
  search = changetype<PairSearch>(record());
  active = changetype<Buffer>(record());
  resting = changetype<Buffer>(record());
  moved = changetype<Buffer>(record());
  spaceA = changetype<Buffer>(record());
  spaceB = changetype<Buffer>(record());
  tree = changetype<DynamicTree>(record());
  sweep = changetype<Sweep>(record());
  grid = changetype<Grid>(record());
  restGrid = changetype<Grid>(record());
  search.out = changetype<Buffer>(record());
  search.end = end;
  search.boxes = allocate((<usize>end) << 4);
  search.oldBoxes = allocate((<usize>end) << 4);
  search.marks = allocate(end);
  memory.fill(search.marks, 0, end);
  for (let p = search.boxes, q = search.oldBoxes, k: u32 = 0; k < end; k++, p += 16, q += 16) {
    for (let side: usize = 0; side < 16; side += 4) {
      store<f32>(p + side, side < 8 ? Infinity : -Infinity);
      store<f32>(q + side, side < 8 ? Infinity : -Infinity);
    }
  }
  tree.nodes = changetype<Buffer>(record());
  sweep.active = changetype<BoxList>(record());
  sweep.rest = changetype<BoxList>(record());
  grid.list = changetype<BoxList>(record());
  restGrid.list = changetype<BoxList>(record());
  sweep.active.data = changetype<Buffer>(record());
  sweep.rest.data = changetype<Buffer>(record());
  grid.list.data = changetype<Buffer>(record());
  restGrid.list.data = changetype<Buffer>(record());
  grid.cells = changetype<Buffer>(record());
  restGrid.cells = changetype<Buffer>(record());
  enterAll(tree, search);
}

/** The address of a column: 0 boxes, 1 old boxes, 2 marks. */
export function column(which: u32): usize {
  return which == 0 ? search.boxes : which == 1 ? search.oldBoxes : search.marks;
}

/** Empties a list (0 active, 1 resting, 2 moved). */
export function clearList(which: u32): void {
  listOf(which).count = 0;
}
export function push(which: u32, item: u32): void {
  List.push(listOf(which), item);
}
function listOf(which: u32): Buffer {
  return which == 0 ? active : which == 1 ? resting : moved;
}

/** Finds new pairs by a method (2 tree, 3 sweep, 4 grid): their number, or -1 if memory is out. Their keys are at `keys()`. */
export function find(method: u32, activeVersion: u32, version: u32): i32 {
  search.out.count = 0;
  search.complete = true;
  let ready = true;
  if (method == 2) {
    ready = treePairs(tree, moved, search);
  } else if (method == 3) {
    ready = sweepPairs(sweep, active, resting, activeVersion, version, search, spaceA, spaceB);
  } else {
    if (restGrid.version != version) {
      ready = buildGrid(restGrid, resting, search.boxes, spaceA);
      restGrid.version = version;
    }
    ready = ready && buildGrid(grid, active, search.boxes, spaceA);
    if (ready) {
      gridPairs(grid, restGrid, search);
    }
  }
  return ready && search.complete ? <i32>search.out.count : -1;
}
export function keys(): usize {
  return search.out.ptr;
}

export function rebuildTree(): bool {
  return enterAll(tree, search);
}
export function removeFromTree(item: u32): void {
  removeLeaf(tree, item);
}
export function height(): i32 {
  return treeHeight(tree);
}
/** The address of the nodes; `treeRoot` gives the two roots. */
export function treeNodes(): usize {
  return tree.nodes.ptr;
}
export function treeRoot(isStatic: bool): u32 {
  return isStatic ? tree.staticRoot : tree.root;
}
export function setStamp(stamp: u32): void {
  tree.stamp = stamp;
}

export function sweepSwaps(): u32 {
  return sweep.swaps;
}
export function sweepAxis(): u32 {
  return (<u32>sweep.axis) >> 2;
}
