import { known, show, whole } from "../check.js";
import type { Vector } from "../definitions.js";
import { PhysicsError } from "../errors.js";
import type { Bounds } from "../queries.js";
import { coordinate, readPoint } from "./points.js";

// Structures that answer "which boxes are here" without a world: a loose quadtree for boxes that come and go,
// a k-d tree for boxes that stay, and a list that looks at every box, whose results the other two must equal.

/** The queries that all of them have. Ids come in ascending order; boxes that only touch count. */
export interface SpatialIndex {
  /** Ids of the boxes that meet a box. */
  queryBox(box: Bounds): number[];
  /** Ids of the boxes that contain a point (m). */
  queryPoint(point: Readonly<Vector>): number[];
  /** Ids of the boxes that the segment from `origin` along `translation` (m) meets. */
  queryRay(origin: Readonly<Vector>, translation: Readonly<Vector>): number[];
  /** All pairs of boxes that meet, each once, with the lower id first and in ascending order. */
  pairs(): [number, number][];
}

interface Extent {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

interface Segment {
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
}

function readBox(box: unknown, name: string): Extent {
  if (typeof box !== "object" || box === null) {
    throw new PhysicsError("bad-type", `${name} is ${show(box)}; it must be a box { lower, upper }.`);
  }
  const lower = readPoint((box as Bounds).lower, `${name}.lower`);
  const upper = readPoint((box as Bounds).upper, `${name}.upper`);
  if (lower.x > upper.x || lower.y > upper.y) {
    throw new PhysicsError("out-of-range", `${name}.lower exceeds ${name}.upper; lower must have the smaller x and y.`);
  }
  return { x0: lower.x, y0: lower.y, x1: upper.x, y1: upper.y };
}

function meets(a: Extent, b: Extent): boolean {
  return a.x0 <= b.x1 && b.x0 <= a.x1 && a.y0 <= b.y1 && b.y0 <= a.y1;
}

/** The part of [t0, t1] in which start + t · step ≤ limit (sign 1) or ≥ limit (sign −1), or null. */
function clip(
  t: readonly [number, number],
  start: number,
  step: number,
  limit: number,
  sign: number,
): [number, number] | null {
  if (step === 0) {
    return sign * (limit - start) >= 0 ? [t[0], t[1]] : null;
  }
  const cross = (limit - start) / step;
  const clipped: [number, number] = sign * step > 0 ? [t[0], Math.min(t[1], cross)] : [Math.max(t[0], cross), t[1]];
  return clipped[0] <= clipped[1] ? clipped : null;
}

function crosses(s: Segment, e: Extent): boolean {
  const left = clip([0, 1], s.x, s.dx, e.x1, 1);
  const right = left && clip(left, s.x, s.dx, e.x0, -1);
  const below = right && clip(right, s.y, s.dy, e.y1, 1);
  return !!(below && clip(below, s.y, s.dy, e.y0, -1));
}

/** What the three have in common: reading arguments, ordering results, and finding pairs. */
abstract class Index implements SpatialIndex {
  /** Boxes by id. */
  protected readonly boxes = new Map<number, Extent>();

  /** Calls `visit` for every box that may meet `area`. @internal */
  protected abstract visitBox(area: Extent, visit: (id: number) => void): void;
  /** Calls `visit` for every box that the segment may meet. @internal */
  protected abstract visitRay(segment: Segment, visit: (id: number) => void): void;

  queryBox(box: Bounds): number[] {
    return this.meeting(readBox(box, "box"));
  }

  queryPoint(point: Readonly<Vector>): number[] {
    const { x, y } = readPoint(point, "point");
    return this.meeting({ x0: x, y0: y, x1: x, y1: y });
  }

  queryRay(origin: Readonly<Vector>, translation: Readonly<Vector>): number[] {
    const { x, y } = readPoint(origin, "origin");
    const { x: dx, y: dy } = readPoint(translation, "translation");
    const segment = { x, y, dx, dy };
    const found: number[] = [];
    this.visitRay(segment, (id) => crosses(segment, this.boxes.get(id)!) && found.push(id));
    return found.sort((a, b) => a - b);
  }

  pairs(): [number, number][] {
    const found: [number, number][] = [];
    for (const id of [...this.boxes.keys()].sort((a, b) => a - b)) {
      for (const other of this.meeting(this.boxes.get(id)!)) {
        if (other > id) {
          found.push([id, other]);
        }
      }
    }
    return found;
  }

  /** Takes a list of boxes, whose indices are their ids. @internal */
  protected fill(list: unknown): void {
    if (!Array.isArray(list)) {
      throw new PhysicsError("bad-type", `boxes is ${show(list)}; it must be an array of boxes { lower, upper }.`);
    }
    list.forEach((box: unknown, id) => this.boxes.set(id, readBox(box, `boxes[${id}]`)));
  }

  private meeting(area: Extent): number[] {
    const found: number[] = [];
    this.visitBox(area, (id) => meets(area, this.boxes.get(id)!) && found.push(id));
    return found.sort((a, b) => a - b);
  }
}

/** Looks at every box: correct by being simple, fast enough for up to some hundreds, and what the others are tested against. */
export class AllPairs extends Index {
  /** @internal */
  static override readonly name: string = "AllPairs";
  /** Ids are the indices in the list. Throws a PhysicsError for anything but boxes. */
  constructor(boxes: readonly Bounds[] = []) {
    super();
    this.fill(boxes);
  }

  /** @internal */
  protected visitBox(_area: Extent, visit: (id: number) => void): void {
    this.boxes.forEach((_, id) => visit(id));
  }

  /** @internal */
  protected visitRay(_segment: Segment, visit: (id: number) => void): void {
    this.boxes.forEach((_, id) => visit(id));
  }
}

/** A node of the k-d tree: a leaf with boxes, or an axis and the two sides along it. */
type KdNode =
  | { readonly ids: readonly number[] }
  | {
      readonly upright: boolean;
      /** How far the boxes of `low` reach up the axis and those of `high` down it: the gap or overlap of the two sides. */
      readonly lowEnd: number;
      readonly highStart: number;
      readonly low: KdNode;
      readonly high: KdNode;
    };

/** Most boxes in a leaf. */
const LEAF = 8;

/**
 * A k-d tree over boxes that do not change (Bentley 1975), split at the median centre of the longer side. Since boxes have
 * an extent, a split has two planes: where one side ends and where the other begins. Built in time of order n log² n.
 */
export class KdTree extends Index {
  /** @internal */
  static override readonly name: string = "KdTree";
  private readonly root: KdNode;

  /** Ids are the indices in the list. Throws a PhysicsError for anything but boxes. */
  constructor(boxes: readonly Bounds[]) {
    super();
    this.fill(boxes);
    this.root = this.build([...this.boxes.keys()]);
  }

  private build(ids: number[]): KdNode {
    if (ids.length <= LEAF) {
      return { ids };
    }
    const extents = ids.map((id) => this.boxes.get(id)!);
    const spread = (of: (e: Extent) => number): number =>
      extents.reduce((most, e) => Math.max(most, of(e)), -Infinity) +
      extents.reduce((m, e) => Math.max(m, -of(e)), -Infinity);
    const middleX = (e: Extent): number => e.x0 + e.x1;
    const middleY = (e: Extent): number => e.y0 + e.y1;
    const upright = spread(middleY) > spread(middleX);
    const middle = upright ? middleY : middleX;
    ids.sort((a, b) => middle(this.boxes.get(a)!) - middle(this.boxes.get(b)!) || a - b);
    const half = ids.length >> 1;
    const low = ids.slice(0, half);
    const high = ids.slice(half);
    const end = (id: number): number => (upright ? this.boxes.get(id)!.y1 : this.boxes.get(id)!.x1);
    const start = (id: number): number => (upright ? this.boxes.get(id)!.y0 : this.boxes.get(id)!.x0);
    return {
      upright,
      lowEnd: low.reduce((most, id) => Math.max(most, end(id)), -Infinity),
      highStart: high.reduce((least, id) => Math.min(least, start(id)), Infinity),
      low: this.build(low),
      high: this.build(high),
    };
  }

  /** @internal */
  protected visitBox(area: Extent, visit: (id: number) => void): void {
    const walk = (node: KdNode): void => {
      if ("ids" in node) {
        node.ids.forEach(visit);
        return;
      }
      if ((node.upright ? area.y0 : area.x0) <= node.lowEnd) {
        walk(node.low);
      }
      if ((node.upright ? area.y1 : area.x1) >= node.highStart) {
        walk(node.high);
      }
    };
    walk(this.root);
  }

  /** @internal */
  protected visitRay({ x, y, dx, dy }: Segment, visit: (id: number) => void): void {
    const walk = (node: KdNode, t: readonly [number, number]): void => {
      if ("ids" in node) {
        node.ids.forEach(visit);
        return;
      }
      const start = node.upright ? y : x;
      const step = node.upright ? dy : dx;
      const low = clip(t, start, step, node.lowEnd, 1);
      const high = clip(t, start, step, node.highStart, -1);
      if (low) {
        walk(node.low, low);
      }
      if (high) {
        walk(node.high, high);
      }
    };
    walk(this.root, [0, 1]);
  }
}

/** A square cell of the quadtree. Its boxes have their centres in it and are no larger than it, so they stay within twice its size. */
interface Cell {
  readonly x: number;
  readonly y: number;
  /** Half its side length. */
  readonly half: number;
  readonly ids: Set<number>;
  readonly cells: (Cell | undefined)[];
  /** The cell of which it is a quarter. */
  parent: Cell | undefined;
  /** Number of boxes in it and its quarters. */
  count: number;
}

const QUADTREE = new Set(["smallest"]);

/**
 * A loose quadtree (Ulrich 2000): a box lies in the cell of its own size that contains its centre, so a box
 * that moves a little stays in its cell. The tree grows to wherever boxes are put.
 */
export class Quadtree extends Index {
  /** @internal */
  static override readonly name: string = "Quadtree";
  private root: Cell | undefined;
  private readonly smallest: number;
  private readonly cellOf = new Map<number, Cell>();

  /** `smallest` is the side length of the smallest cells (m), default 1: choose about the size of most boxes. */
  constructor(options: { smallest?: number } = {}) {
    super();
    known(options, "options", QUADTREE);
    const smallest = options.smallest === undefined ? 1 : coordinate(options.smallest, "options.smallest");
    if (!(smallest >= 1e-6)) {
      throw new PhysicsError("out-of-range", `options.smallest is ${smallest}; it must be at least 1e-6.`);
    }
    this.smallest = smallest;
  }

  /** Number of boxes. */
  get size(): number {
    return this.boxes.size;
  }

  /** Adds a box under an id of your own (a whole number from 0), or moves the box that has it. */
  set(id: number, box: Bounds): void {
    whole(id, "id", 0, 0xffffffff);
    const extent = readBox(box, "box");
    this.delete(id);
    const cell = this.reach(extent);
    cell.ids.add(id);
    this.boxes.set(id, extent);
    this.cellOf.set(id, cell);
  }

  /** Removes a box. Returns whether it was there. */
  delete(id: number): boolean {
    const home = this.cellOf.get(id);
    if (home === undefined) {
      return false;
    }
    home.ids.delete(id);
    this.boxes.delete(id);
    this.cellOf.delete(id);
    // Removes cells that have become empty, so that a box that travels for ever leaves nothing behind. Goes up from the
    // cell: a box on the border of the first root may lie in another quarter of the next root than that first root does.
    for (let cell: Cell | undefined = home; cell; cell = cell.parent) {
      cell.count--;
      const { parent } = cell;
      if (cell.count === 0 && parent) {
        parent.cells[parent.cells.indexOf(cell)] = undefined;
      }
    }
    if (this.root?.count === 0) {
      this.root = undefined;
    }
    return true;
  }

  /** Finds the cell for a box, making and counting cells on the way. */
  private reach(box: Extent): Cell {
    const size = Math.max(box.x1 - box.x0, box.y1 - box.y0, this.smallest);
    const x = 0.5 * (box.x0 + box.x1);
    const y = 0.5 * (box.y0 + box.y1);
    this.root ??= cellAt(x, y, size, undefined);
    while (
      2 * this.root.half < size ||
      Math.abs(x - this.root.x) > this.root.half ||
      Math.abs(y - this.root.y) > this.root.half
    ) {
      this.root = grow(this.root, x, y);
    }
    let cell = this.root;
    cell.count++;
    // one size larger than needed, so that rounding in the centres of small cells cannot matter
    while (cell.half >= size) {
      const k = quarter(cell, box);
      const half = 0.5 * cell.half;
      cell = cell.cells[k] ??= cellAt(
        cell.x + (k & 1 ? half : -half),
        cell.y + (k & 2 ? half : -half),
        cell.half,
        cell,
      );
      cell.count++;
    }
    return cell;
  }

  /** @internal */
  protected visitBox(area: Extent, visit: (id: number) => void): void {
    this.walk((loose) => meets(area, loose), visit);
  }

  /** @internal */
  protected visitRay(segment: Segment, visit: (id: number) => void): void {
    this.walk((loose) => crosses(segment, loose), visit);
  }

  private walk(enters: (loose: Extent) => boolean, visit: (id: number) => void): void {
    const enter = (cell: Cell): void => {
      // a little more than twice the size, for rounding
      const reach = 2.001 * cell.half;
      if (enters({ x0: cell.x - reach, y0: cell.y - reach, x1: cell.x + reach, y1: cell.y + reach })) {
        cell.ids.forEach(visit);
        for (const below of cell.cells) {
          if (below) {
            enter(below);
          }
        }
      }
    };
    if (this.root) {
      enter(this.root);
    }
  }
}

function cellAt(x: number, y: number, size: number, parent: Cell | undefined): Cell {
  return { x, y, half: 0.5 * size, ids: new Set(), cells: [], parent, count: 0 };
}

/** Which quarter of a cell the centre of a box lies in. */
function quarter(cell: Cell, box: Extent): number {
  return (0.5 * (box.x0 + box.x1) >= cell.x ? 1 : 0) + (0.5 * (box.y0 + box.y1) >= cell.y ? 2 : 0);
}

/** Makes a cell of twice the size around another, towards a point. */
function grow(cell: Cell, x: number, y: number): Cell {
  const right = x >= cell.x;
  const up = y >= cell.y;
  const larger = cellAt(
    cell.x + (right ? cell.half : -cell.half),
    cell.y + (up ? cell.half : -cell.half),
    4 * cell.half,
    undefined,
  );
  cell.parent = larger;
  larger.cells[(right ? 0 : 1) + (up ? 0 : 2)] = cell;
  larger.count = cell.count;
  return larger;
}
