import { ShapeFlag, ShapeKind } from "../assembly/abi/layout.js";
import type { Body } from "./body.js";
import { arrayLike, boolean, fields, number, oneOf, overlaid, refuse, whole } from "./check.js";
import type { Vector } from "./definitions.js";
import {
  bad,
  centerOf,
  finish,
  isOn,
  MAX_SIZE,
  piece,
  Pieces,
  radiusOf,
  shapeFields,
  size,
  type Piece,
} from "./pieces.js";
import type { Shape } from "./shape.js";

// Ground made of many parts: tile grids and height fields. The parts are shapes like any other and are kept
// by the body. What is solid where is read from them, so edits are part of snapshots.

export interface TileGridShape {
  readonly type: "tileGrid";
  /** Width of the grid in tiles. */
  readonly columns: number;
  /** Height of the grid in tiles. */
  readonly rows: number;
  /** Side length of a tile (m). */
  readonly tileSize: number;
  /** Lower left corner in the body's frame (m). */
  readonly center: Readonly<Vector>;
  /** The tiles, row by row from the lowest: 1 if solid, 0 if empty. */
  readonly tiles: readonly number[];
}

export interface HeightFieldShape {
  readonly type: "heightField";
  /** Heights at even distances, from left to right (m). */
  readonly heights: readonly number[];
  /** Distance between two samples along x (m). */
  readonly spacing: number;
  /** Where a first sample of height 0 would lie in the body's frame (m). */
  readonly center: Readonly<Vector>;
  /** Whether only bodies above are stopped. */
  readonly oneSided: boolean;
  /** Half the thickness (m). */
  readonly radius: number;
}

/** What `tileGrid` takes. */
export interface TileGridOptions {
  /** Width of the grid in tiles. */
  columns: number;
  /** Height of the grid in tiles. */
  rows: number;
  /** Side length of a tile (m), default 1. */
  tileSize?: number | undefined;
  /** Which tiles are solid: a number or boolean per tile, row by row from the lowest, or a function of column and row. Default: all. */
  tiles?: ArrayLike<number | boolean> | ((column: number, row: number) => boolean) | undefined;
  /** Lower left corner in the body's frame (m), default (0, 0). */
  center?: Readonly<Vector> | undefined;
}

/** Options of a height field. */
export interface HeightFieldOptions {
  /** Distance between two samples along x (m), default 1. */
  spacing?: number | undefined;
  /** Where a first sample of height 0 would lie in the body's frame (m), default (0, 0). */
  center?: Readonly<Vector> | undefined;
  /** Whether only bodies that come from above are stopped. Default false. */
  oneSided?: boolean | undefined;
  /** Rounding radius (m), default 0. */
  radius?: number | undefined;
}

export const GRID = new Set(["type", "columns", "rows", "tileSize", "tiles", "center"]);
export const FIELD = new Set(["type", "spacing", "center", "oneSided", "radius"]);
/** Most tiles of a grid, and most samples of a field: a body has no room for more parts. */
const MAX_PARTS = 1 << 20;

/** Columns and rows of a rectangle of tiles, both ends included. */
type Span = [left: number, right: number, low: number, high: number];

/**
 * A grid of square tiles (m), each of which is solid or empty and can be changed later with `setTile`. Neighbouring
 * tiles are merged into rectangles, which become the boxes in `body.shapes`; nothing catches on the seams.
 */
export function tileGrid(options: TileGridOptions): TileGridShape {
  shapeFields(options, "options", GRID);
  const columns = whole(options.columns, "options.columns", 1, MAX_PARTS);
  const rows = whole(options.rows, "options.rows", 1, MAX_PARTS);
  const { tileSize: side = 1, tiles } = options;
  const tileSize = size(side, "options.tileSize", 0.5);
  if (columns * rows > MAX_PARTS || Math.max(columns, rows) * tileSize > MAX_SIZE) {
    bad("options.columns × options.rows", `${columns} × ${rows}`, `at most ${MAX_PARTS} tiles within ${MAX_SIZE} m`);
  }
  const listed = typeof tiles === "object" && tiles !== null ? tiles : undefined;
  if (tiles !== undefined && typeof tiles !== "function" && listed === undefined) {
    refuse("bad-type", "options.tiles", tiles, "an array or a function");
  }
  if (listed !== undefined && listed.length !== columns * rows) {
    bad("options.tiles.length", listed.length, `${columns * rows}, one per tile`);
  }
  const solid = Array.from({ length: columns * rows }, (_, i) => {
    const value =
      listed === undefined
        ? typeof tiles === "function"
          ? tiles(i % columns, Math.floor(i / columns))
          : true
        : listed[i];
    return value === true || value === 1 ? 1 : value === false || value === 0 ? 0 : badTile(value, i);
  });
  const shape: TileGridShape = {
    type: "tileGrid",
    columns,
    rows,
    tileSize,
    center: centerOf(options),
    tiles: Object.freeze(solid),
  };
  return finish(
    shape,
    merge(columns, solid).map((span) => boxOf(shape, span)),
  );
}

function badTile(value: unknown, i: number): never {
  refuse("bad-type", `options.tiles[${i}]`, value, "true, false, 1 or 0");
}

/** Rectangles that cover the solid tiles: runs within a row, merged with equal runs of the row below. */
function merge(columns: number, solid: readonly number[]): Span[] {
  const done: Span[] = [];
  let open = new Map<number, Span>();
  for (let row = 0; row * columns < solid.length; row++) {
    const next = new Map<number, Span>();
    for (let column = 0; column < columns; column++) {
      if (solid[row * columns + column] === 0) {
        continue;
      }
      const left = column;
      while (column + 1 < columns && solid[row * columns + column + 1] === 1) {
        column++;
      }
      const below = open.get(left);
      const span: Span = below !== undefined && below[1] === column ? below : [left, column, row, row];
      span[3] = row;
      if (span !== below) {
        done.push(span);
      }
      next.set(left, span);
    }
    open = next;
  }
  return done;
}

function boxOf({ tileSize, center }: TileGridShape, [left, right, low, high]: Span): Piece {
  return piece(
    ShapeKind.Box,
    {},
    {
      halfX: 0.5 * tileSize * (right - left + 1),
      halfY: 0.5 * tileSize * (high - low + 1),
      centerX: center.x + 0.5 * tileSize * (left + right + 1),
      centerY: center.y + 0.5 * tileSize * (low + high + 1),
      flags: ShapeFlag.Part,
    },
  );
}

/** A line over `heights` (m) at even `spacing`, as smooth as a chain; it can be changed later with `setHeights`. */
export function heightField(heights: ArrayLike<number>, options: HeightFieldOptions = {}): HeightFieldShape {
  shapeFields(options, "options", FIELD);
  const list = heightList(heights, "heights", 2);
  const shape: HeightFieldShape = {
    type: "heightField",
    heights: Object.freeze(list),
    spacing: options.spacing === undefined ? 1 : size(options.spacing, "options.spacing", 0.5),
    center: centerOf(options),
    oneSided: isOn(options, "oneSided"),
    radius: radiusOf(options),
  };
  if (list.length * shape.spacing > MAX_SIZE) {
    bad("options.spacing", shape.spacing, `at most ${MAX_SIZE / list.length} for ${list.length} samples`);
  }
  const links = list.slice(1).map((right, i) => linkOf(shape, i, list[i]!, right));
  return finish(shape, links);
}

function heightList(value: unknown, name: string, least: number): number[] {
  const list: ArrayLike<unknown> = arrayLike(value, name, "an array of numbers");
  if (!(list.length >= least && list.length <= MAX_PARTS)) {
    bad(`${name}.length`, list.length, `from ${least} to ${MAX_PARTS}`);
  }
  return Array.from(list, (item, i) => {
    const rounded = typeof item === "number" ? Math.fround(item) : Number.NaN;
    if (Math.abs(rounded) <= MAX_SIZE) {
      return rounded;
    }
    const height = number(item, `${name}[${i}]`);
    return bad(`${name}[${i}]`, height, `a height within ±${MAX_SIZE}`);
  });
}

/** Link i, from sample i to the next. One-sided links run from right to left, so that their right side is up. */
function linkOf(
  { spacing, center, radius, oneSided }: HeightFieldShape,
  i: number,
  left: number,
  right: number,
): Piece {
  const a = [center.x + i * spacing, center.y + left];
  const b = [center.x + (i + 1) * spacing, center.y + right];
  const points = oneSided ? [...b, ...a] : [...a, ...b];
  const flags = ShapeFlag.Part | (oneSided ? ShapeFlag.OneSided : 0);
  return piece(ShapeKind.Segment, { radius }, { points, flags });
}

/** Checks arguments that must be a body, and what `tileGrid` or `heightField` returned, or a copy of that. */
function ground<T extends TileGridShape | HeightFieldShape>(body: unknown, shape: T, type: T["type"]): T {
  if (typeof (body as Partial<Body> | null | undefined)?.partAt !== "function") {
    refuse("bad-type", "body", body, "the body that the ground belongs to");
  }
  const given = fields(shape, "shape", `what ${type}(…) returned`) as unknown as T;
  oneOf(given.type, "shape.type", [type]);
  if (Pieces.of(given) !== undefined) {
    return given;
  }
  // A copy, from JSON say: its numbers have not been checked.
  if (given.type === "tileGrid") {
    return tileGrid(given) as T;
  }
  const { heights, ...options } = overlaid<object, HeightFieldShape>({}, given);
  return heightField(heights, options) as T;
}

function indices(grid: TileGridShape, column: number, row: number): [column: number, row: number] {
  return [whole(column, "column", 0, grid.columns - 1), whole(row, "row", 0, grid.rows - 1)];
}

/** The part of a body's grid that covers a tile. */
function partAt(body: Body, { tileSize, center }: TileGridShape, column: number, row: number): Shape | undefined {
  return body.partAt(ShapeKind.Box, center.x + tileSize * (column + 0.5), center.y + tileSize * (row + 0.5));
}

/** Whether a tile of a grid is solid on a body now. `shape` is the descriptor of which the grid was made. */
export function hasTile(body: Body, shape: TileGridShape, column: number, row: number): boolean {
  const grid = ground(body, shape, "tileGrid");
  const [c, r] = indices(grid, column, row);
  return partAt(body, grid, c, r) !== undefined;
}

function spanOf({ tileSize, center }: TileGridShape, part: Shape): Span {
  const { center: at, halfWidth, halfHeight } = part.geometry;
  const index = (x: number): number => Math.round(x / tileSize);
  return [
    index(at.x - halfWidth - center.x),
    index(at.x + halfWidth - center.x) - 1,
    index(at.y - halfHeight - center.y),
    index(at.y + halfHeight - center.y) - 1,
  ];
}

/**
 * Fills or empties a tile of a grid on a body; `shape` is the descriptor of which the grid was made. Only the
 * rectangle that holds the tile, or its neighbours, are made anew; bodies resting anywhere on them wake and
 * settle again. A filled tile joins a neighbour and takes its material and filter, and joins further neighbours
 * only if theirs are the same. Without a neighbour to join it takes those of the body's first shape, and on a
 * body without shapes the defaults: then set those of `body.shapes[0]`. Returns whether anything changed.
 */
export function setTile(body: Body, shape: TileGridShape, column: number, row: number, solid: boolean): boolean {
  const grid = ground(body, shape, "tileGrid");
  const [c, r] = indices(grid, column, row);
  const wanted = boolean(solid, "solid");
  const part = partAt(body, grid, c, r);
  if (wanted === (part !== undefined)) {
    return false;
  }
  if (part === undefined) {
    fill(body, grid, c, r);
    return true;
  }
  const [left, right, low, high] = spanOf(grid, part);
  const rests: Span[] = [
    [left, right, low, r - 1],
    [left, right, r + 1, high],
    [left, c - 1, r, r],
    [c + 1, right, r, r],
  ];
  const [first, ...others] = rests.filter(([l, h, b, t]) => l <= h && b <= t).map((span) => boxOf(grid, span));
  body.addParts(others, part);
  if (first === undefined) {
    part.destroy();
  } else {
    part.setPiece(first);
  }
  return true;
}

function fill(body: Body, grid: TileGridShape, column: number, row: number): void {
  const span: Span = [column, column, row, row];
  let kept: Shape | undefined;
  const join = (c: number, r: number, fits: (other: Span) => boolean): void => {
    if (c < 0 || r < 0 || c >= grid.columns || r >= grid.rows) {
      return;
    }
    const part = partAt(body, grid, c, r);
    const other = part && spanOf(grid, part);
    if (part === undefined || other === undefined || !fits(other)) {
      return;
    }
    if (kept !== undefined && !part.isLike(kept)) {
      return; // ice next to rock stays ice
    }
    span[0] = Math.min(span[0], other[0]);
    span[1] = Math.max(span[1], other[1]);
    span[2] = Math.min(span[2], other[2]);
    span[3] = Math.max(span[3], other[3]);
    if (kept === undefined) {
      kept = part;
    } else {
      part.destroy();
    }
  };
  const sameRow = (other: Span): boolean => other[2] === row && other[3] === row;
  join(column - 1, row, sameRow);
  join(column + 1, row, sameRow);
  const sameColumns = (other: Span): boolean => other[0] === span[0] && other[1] === span[1];
  join(column, row - 1, sameColumns);
  join(column, row + 1, sameColumns);
  if (kept === undefined) {
    body.addParts([boxOf(grid, span)], body.shapesUpTo(1)[0]);
  } else {
    kept.setPiece(boxOf(grid, span));
  }
}

/** The link of a body's field between two samples; the search begins at the link `near`, if that is given. */
function linkAt(body: Body, { spacing, center }: HeightFieldShape, i: number, near?: Shape): Shape | undefined {
  return body.partAt(ShapeKind.Segment, center.x + spacing * (i + 0.5), center.y, near);
}

/**
 * The present height of a sample of a field on a body (m); undefined if its link is gone. `shape` is the
 * descriptor of which the field was made.
 */
export function heightAt(body: Body, shape: HeightFieldShape, index: number): number | undefined {
  const field = ground(body, shape, "heightField");
  const i = whole(index, "index", 0, field.heights.length - 1);
  const last = i === field.heights.length - 1;
  const part = linkAt(body, field, last ? i - 1 : i);
  return part && endOf(field, part, last);
}

/** The ends of a link as they are stored, from left to right. */
function endsOf(part: Shape): [left: Vector, right: Vector] {
  const [a, b] = part.geometry.points as [Vector, Vector];
  return a.x < b.x ? [a, b] : [b, a];
}

/** Height of a link's left or right end. */
function endOf({ center }: HeightFieldShape, part: Shape, right: boolean): number {
  return endsOf(part)[right ? 1 : 0].y - center.y;
}

/** Whether a link already leads from one height to the other. */
function reaches({ center }: HeightFieldShape, part: Shape, left: number, right: number): boolean {
  const [from, to] = endsOf(part);
  return from.y === Math.fround(center.y + left) && to.y === Math.fround(center.y + right);
}

/**
 * Changes samples of a height field on a body, from `first` on; `shape` is the descriptor of which the field was
 * made. Only links that change are made anew; bodies resting on them wake. Links that the body does not have, or no
 * longer has, are skipped. If a body has fields one above the other, the first is found: give each a body of its own.
 */
export function setHeights(body: Body, shape: HeightFieldShape, first: number, heights: ArrayLike<number>): void {
  const field = ground(body, shape, "heightField");
  const count = field.heights.length;
  const from = whole(first, "first", 0, count - 1);
  const list = heightList(heights, "heights", 1);
  if (from + list.length > count) {
    bad("heights.length", list.length, `at most ${count - from} samples from ${from} on`);
  }
  const before = Math.max(from - 1, 0);
  const after = Math.min(from + list.length, count - 1);
  const all = Array.from({ length: after - before + 1 }, (_, k) => {
    const i = before + k - from;
    return i >= 0 && i < list.length ? list[i]! : (heightAt(body, field, before + k) ?? 0);
  });
  // Read from the link that stays: from one that is made anew each time, rounding would add up to a step in the ground.
  const stays = from > 1 ? linkAt(body, field, from - 2) : undefined;
  if (stays !== undefined) {
    all[0] = endOf(field, stays, true);
  }
  let link: Shape | undefined;
  for (let i = before; i < after; i++) {
    link = linkAt(body, field, i, link);
    if (link !== undefined && !reaches(field, link, all[i - before]!, all[i - before + 1]!)) {
      link.setPiece(linkOf(field, i, all[i - before]!, all[i - before + 1]!));
    }
  }
}
