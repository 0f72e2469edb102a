import { BroadPhase } from "../abi/option_layout";
import { BoxList, PairSearch } from "../collision/box_list";
import { DynamicTree, enterAll, removeLeaf, treePairs } from "../collision/dynamic_tree";
import { Sweep, sweepPairs } from "../collision/sort_and_sweep";
import { Grid, buildGrid, gridPairs } from "../collision/spatial_hash";
import {
  FINDER_RECORDS,
  FINDER_RECORDS_BYTES,
  activeOrder,
  finderBoxes,
  finderCells,
  finderRestBoxes,
  finderRestCells,
  movedShapes,
  newPairs,
  restOrder,
  sortSpace,
  sortSpace2,
} from "../world/buffers";
import { world } from "../world/world";

// Finders of pairs that can replace the two trees, chosen when the world is made (docs/broad_phases.md). All see the same boxes, movers
// and division into active and resting shapes (trees.ts), and find the same pairs, which the caller sorts. So nothing else in the world
// can tell which is at work, and none is part of a snapshot: after a restore it is made anew.

const search = changetype<PairSearch>(FINDER_RECORDS);
const boxes = changetype<BoxList>(FINDER_RECORDS + 32);
const restBoxes = changetype<BoxList>(FINDER_RECORDS + 48);
// One of these is in use at a time.
const tree = changetype<DynamicTree>(FINDER_RECORDS + 64);
const sweep = changetype<Sweep>(FINDER_RECORDS + 64);
const grid = changetype<Grid>(FINDER_RECORDS + 64);
const restGrid = changetype<Grid>(FINDER_RECORDS + 96);
if (offsetof<PairSearch>() > 32 || offsetof<BoxList>() > 16 || offsetof<Grid>() > 32 || offsetof<Sweep>() > 64) {
  ERROR("the records of the pair finders overlap");
}

/** Finds the new pairs by `method`, unordered; a grid may find one twice. False: out of memory, some are missing. */
export function findPairsBy(method: u32): bool {
  const anew = world.pairsReady == 0;
  if (anew) {
    memory.fill(FINDER_RECORDS, 0, FINDER_RECORDS_BYTES);
  }
  boxes.data = finderBoxes;
  restBoxes.data = finderRestBoxes;
  search.boxes = world.shapeFatBox;
  search.oldBoxes = world.shapeOldBox;
  search.marks = world.shapeMarks;
  search.end = world.shapeEnd;
  search.out = newPairs;
  search.complete = true;
  let ready = true;
  if (method == BroadPhase.Tree) {
    tree.nodes = finderCells;
    ready = (!anew || enterAll(tree, search)) && treePairs(tree, movedShapes, search);
  } else if (method == BroadPhase.Sweep) {
    sweep.active = boxes;
    sweep.rest = restBoxes;
    const version = world.restVersion + 1;
    ready = sweepPairs(sweep, activeOrder, restOrder, world.activeVersion, version, search, sortSpace, sortSpace2);
  } else {
    ready = gridAll();
  }
  world.pairsReady = <u32>ready;
  return ready && search.complete;
}

function gridAll(): bool {
  grid.list = boxes;
  grid.cells = finderCells;
  restGrid.list = restBoxes;
  restGrid.cells = finderRestCells;
  const version = world.restVersion + 1;
  if (restGrid.version != version) {
    if (!buildGrid(restGrid, restOrder, search.boxes, sortSpace)) {
      return false;
    }
    restGrid.version = version;
  }
  if (!buildGrid(grid, activeOrder, search.boxes, sortSpace)) {
    return false;
  }
  gridPairs(grid, restGrid, search);
  return true;
}

/** Tells the finder that a shape is about to leave the world. */
export function forgetShape(shapeSlot: u32): void {
  if (world.broadPhase == BroadPhase.Tree && world.pairsReady != 0) {
    removeLeaf(tree, shapeSlot);
  }
}
