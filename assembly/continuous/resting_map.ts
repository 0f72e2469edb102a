import { activeTree, kinematicTree, restTree } from "../broad_phase/trees";
import { Aabb } from "../collision/aabb";
import { Tree, isEmptyBox } from "../collision/wide_bvh";
import { Buffer, List } from "../memory/buffer";
import { CONTINUOUS_SPACE } from "../memory/fixed";
import { fastBodies, sortSpace2 } from "../world/buffers";
import { world } from "../world/world";
import { wayBox } from "./motion";

// A map of where anything rests: the cells of a grid over all that moves, a byte each. In a stirred heap all bodies are fast, but only
// one in nine has ground in its path; a body that meets no marked cell is not swept. The boxes around all paths are computed before any
// is tested: distant memory serves many loads in the time of one, unless work waits for each (docs/decisions/0028-landings.md).

const ACROSS: i32 = 64;
const CELLS_BYTES: usize = 4096;
/** A tree of no more boxes than this is searched as fast. */
const FEW: u32 = 16;
/** Most cells to mark for each fast body: with more, sweeping all bodies costs no more. */
const MOST_MARKS: i32 = 8;

@unmanaged
class RestingMap {
  /** Address of the cells, row by row, and behind them of the boxes of the fast bodies. */
  cells: usize;
  x0: f32;
  y0: f32;
  /** Cells a metre. */
  scaleX: f32;
  scaleY: f32;
}
const map = changetype<RestingMap>(CONTINUOUS_SPACE + 512);
const box = changetype<Aabb>(CONTINUOUS_SPACE + 544);

/** Fast bodies, trees → the map of this step. False: there is none, because it is not worth it or memory is lacking. */
export function drawMap(): bool {
  const n = fastBodies.count;
  const others = kinematicTree.count | world.restingInActive;
  if (
    others != 0 ||
    restTree.count <= FEW ||
    restTree.count > n ||
    activeTree.count == 0 ||
    !Buffer.ensureScratch(sortSpace2, CELLS_BYTES + ((<usize>n) << 4)) ||
    !markResting(sortSpace2.ptr, <i32>n * MOST_MARKS)
  ) {
    return false;
  }
  for (let k: u32 = 0; k < n; k++) {
    wayBox(List.get(fastBodies, k), wayOf(k));
  }
  return true;
}

/** The box around the path of the k-th fast body. @inline */
function wayOf(k: u32): Aabb {
  return changetype<Aabb>(map.cells + CELLS_BYTES + ((<usize>k) << 4));
}

/** Marks the cells that boxes of the resting tree meet, in a grid over the active tree. False: they are more than `left`. */
function markResting(cells: usize, left: i32): bool {
  Tree.bound(activeTree, box);
  map.x0 = box.x0;
  map.y0 = box.y0;
  map.scaleX = <f32>ACROSS / (box.x1 - box.x0);
  map.scaleY = <f32>ACROSS / (box.y1 - box.y0);
  map.cells = cells;
  memory.fill(cells, 0, CELLS_BYTES);
  for (let k: u32 = 0, n = restTree.count; k < n; k++) {
    Tree.box(restTree, k, box);
    if (isEmptyBox(changetype<usize>(box))) {
      continue;
    }
    const i = column(box.x0);
    const width = column(box.x1) - i + 1;
    const last = row(box.y1);
    for (let j = row(box.y0); j <= last; j++) {
      memory.fill(cells + <usize>(j * ACROSS + i), 1, width);
      left -= width;
    }
    if (left < 0) {
      return false;
    }
  }
  return true;
}

/** May anything that rests lie in the path of the k-th fast body, as it was when the map was drawn? */
export function isNearResting(k: u32): bool {
  const way = wayOf(k);
  const first = column(way.x0);
  const last = column(way.x1);
  for (let j = row(way.y0), end = row(way.y1); j <= end; j++) {
    for (let i = first; i <= last; i++) {
      if (load<u8>(map.cells + <usize>(j * ACROSS + i)) != 0) {
        return true;
      }
    }
  }
  return false;
}

function column(x: f32): i32 {
  return cell((x - map.x0) * map.scaleX);
}

function row(y: f32): i32 {
  return cell((y - map.y0) * map.scaleY);
}

/** Anything beyond the grid counts as being in its outermost cells. */
function cell(at: f32): i32 {
  return at > 0 ? <i32>min<f32>(at, <f32>(ACROSS - 1)) : 0;
}
