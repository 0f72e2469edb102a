import { Code, HullCode, ShapeDef, ShapeKind } from "../abi/layout";
import { buildHull } from "../collision/hull";
import { setBounds } from "../collision/shape_bounds";
import { Frame, HULL_MAX_VERTICES, Hull, ShapeGeometry } from "../collision/shape_geometry";
import { LARGEST_EXPONENT, LEAST_EXPONENT } from "../collision/superellipse";
import { allocate, release } from "../memory/allocator";
import { CREATE_SPACE, MAILBOX_ADDRESS, MAILBOX_BYTES } from "../memory/fixed";
import { cos, sin } from "../math/trig";
import { world } from "../world/world";

// From a definition (abi/layout.ts: ShapeDef) to a geometry. Preparing a definition checks it and gets the memory that it needs,
// after which nothing can fail. It is then taken as often as was announced, or dropped.
//
// In place of its points, a prepared polygon holds the address of its first hull and the centroid; its number of points is that
// of the hull. Hulls not yet taken are linked through their first word, which holds the count once they are taken.

/** Most points of a polygon given by a user. */
const MAX_POINTS: u32 = HULL_MAX_VERTICES;
/** Larger shapes are refused: their numbers would no longer resolve the slop (unit: m). */
const MAX_SIZE: f32 = 1e6;
const MIN_SIZE: f32 = 1e-5;

/** Why the last polygon was refused, and the centroid of the last hull. */
const HULL_CODE: usize = CREATE_SPACE;
const CENTROID: usize = CREATE_SPACE + 8;
/** Room for a hull while a shape is being made: the end of the mailbox, beyond any definition. */
const HULL_ROOM: usize = MAILBOX_ADDRESS + MAILBOX_BYTES - 4096;

export function hullCode(): i32 {
  return load<i32>(HULL_CODE);
}

/** Words of a definition. */
export abstract class Def {
  @inline static f(def: usize, field: u32): f32 {
    return load<f32>(def + ((<usize>field) << 2));
  }
  @inline static u(def: usize, field: u32): u32 {
    return load<u32>(def + ((<usize>field) << 2));
  }
}

/** Is a number finite, and no larger than a shape may be? */
function isLength(x: f32): bool {
  return abs<f32>(x) <= MAX_SIZE;
}

/** Checks a definition without making anything. The hull of a polygon then lies in HULL_ROOM. */
function checkShape(kind: u32, def: usize): i32 {
  store<i32>(HULL_CODE, 0);
  for (let k: u32 = ShapeDef.Density; k <= <u32>ShapeDef.SurfaceSpeed; k++) {
    const v = Def.f(def, k);
    if (!(v - v == 0)) {
      return Code.NonFinite;
    }
    if (v < 0 && k != ShapeDef.SurfaceSpeed) {
      return Code.OutOfRange;
    }
  }
  const hx = Def.f(def, ShapeDef.HalfX);
  const hy = Def.f(def, ShapeDef.HalfY);
  const r = Def.f(def, ShapeDef.Radius);
  const cx = Def.f(def, ShapeDef.CenterX);
  const cy = Def.f(def, ShapeDef.CenterY);
  const angle: f32 = Def.f(def, ShapeDef.Angle) + Def.f(def, ShapeDef.OneWay);
  if (!isLength(hx) || !isLength(hy) || !isLength(r) || !isLength(cx) || !isLength(cy) || !(angle - angle == 0)) {
    return Code.BadShape;
  }
  if (hx < 0 || hy < 0 || r < 0) {
    return Code.BadShape;
  }
  switch (kind) {
    case ShapeKind.Circle:
      return r >= MIN_SIZE ? Code.Ok : Code.BadShape;
    case ShapeKind.Capsule:
      return r >= MIN_SIZE && hx >= MIN_SIZE ? Code.Ok : Code.BadShape;
    case ShapeKind.Box:
    case ShapeKind.Ellipse:
      return hx >= MIN_SIZE && hy >= MIN_SIZE ? Code.Ok : Code.BadShape;
    case ShapeKind.Superellipse: {
      const exponent = load<f32>(def + (ShapeDef.Points << 2));
      const fits = exponent >= LEAST_EXPONENT && exponent <= LARGEST_EXPONENT;
      return fits && hx >= MIN_SIZE && hy >= MIN_SIZE ? Code.Ok : Code.BadShape;
    }
    case ShapeKind.HalfSpace:
      return Code.Ok;
    case ShapeKind.Segment: {
      const p = def + (ShapeDef.Points << 2);
      const ax = load<f32>(p);
      const ay = load<f32>(p, 4);
      const bx = load<f32>(p, 8);
      const by = load<f32>(p, 12);
      if (!isLength(ax) || !isLength(ay) || !isLength(bx) || !isLength(by)) {
        return Code.BadShape;
      }
      const dx: f32 = bx - ax;
      const dy: f32 = by - ay;
      return dx * dx + dy * dy >= 4 * MIN_SIZE * MIN_SIZE ? Code.Ok : Code.BadShape;
    }
    case ShapeKind.Polygon: {
      const n = Def.u(def, ShapeDef.PointCount);
      if (n < 3 || n > MAX_POINTS) {
        store<i32>(HULL_CODE, n < 3 ? HullCode.TooFewPoints : HullCode.TooManyPoints);
        return Code.BadShape;
      }
      const code = buildHull(def + (ShapeDef.Points << 2), <i32>n, r, world.linearSlop, HULL_ROOM, CENTROID);
      store<i32>(HULL_CODE, code);
      return code == HullCode.Ok ? Code.Ok : Code.BadShape;
    }
    default:
      return Code.BadType;
  }
}

/** Checks a definition and gets memory for `copies` shapes of it. Returns a Code, with nothing kept unless it is Ok. */
export function prepareShape(kind: u32, def: usize, copies: u32): i32 {
  const code = checkShape(kind, def);
  if (code != Code.Ok || kind != ShapeKind.Polygon) {
    return code;
  }
  const bytes = Hull.byteLength(changetype<Hull>(HULL_ROOM).count);
  noteHull(def, 0);
  for (let k: u32 = 0; k < copies; k++) {
    const block = allocate(bytes);
    if (block == 0) {
      dropShape(kind, def);
      return Code.OutOfMemory;
    }
    memory.copy(block, HULL_ROOM, bytes);
    store<usize>(block, load<usize>(def + (ShapeDef.Points << 2)));
    store<usize>(def + (ShapeDef.Points << 2), block);
  }
  return Code.Ok;
}

/** Gives back what a prepared definition still holds. */
export function dropShape(kind: u32, def: usize): void {
  if (kind != ShapeKind.Polygon) {
    return;
  }
  const bytes = Hull.byteLength(<i32>Def.u(def, ShapeDef.PointCount));
  let block = load<usize>(def + (ShapeDef.Points << 2));
  while (block != 0) {
    const next = load<usize>(block);
    release(block, bytes);
    block = next;
  }
}

/** Replaces the points of a definition by the address `block`, and by the count and centroid of the hull in HULL_ROOM. */
function noteHull(def: usize, block: usize): void {
  const p = def + (ShapeDef.Points << 2);
  store<u32>(def + (ShapeDef.PointCount << 2), changetype<Hull>(HULL_ROOM).count);
  store<usize>(p, block);
  store<f32>(p, load<f32>(CENTROID), 4);
  store<f32>(p, load<f32>(CENTROID, 4), 8);
}

function takeHull(def: usize): usize {
  const p = def + (ShapeDef.Points << 2);
  const block = load<usize>(p);
  store<usize>(p, load<usize>(block));
  store<u32>(block, Def.u(def, ShapeDef.PointCount));
  return block;
}

/** Makes a shape of a definition for a query; it is valid until the mailbox is written again. Returns a Code. */
export function describeShape(kind: u32, def: usize, g: ShapeGeometry, local: Frame): i32 {
  const code = kind == ShapeKind.HalfSpace ? Code.BadType : checkShape(kind, def);
  if (code == Code.Ok) {
    if (kind == ShapeKind.Polygon) {
      noteHull(def, HULL_ROOM);
    }
    setGeometry(g, local, kind, def);
  }
  return code;
}

/** Sets a geometry from a prepared definition; it takes over one of the hulls. */
export function setGeometry(g: ShapeGeometry, local: Frame, kind: u32, def: usize): void {
  const angle = Def.f(def, ShapeDef.Angle);
  g.kind = kind;
  g.hx = 0;
  g.hy = 0;
  g.radius = Def.f(def, ShapeDef.Radius);
  g.hull = 0;
  g.exponent = 0;
  local.x = Def.f(def, ShapeDef.CenterX);
  local.y = Def.f(def, ShapeDef.CenterY);
  local.c = upright(<f32>cos(angle));
  local.s = upright(<f32>sin(angle));
  switch (kind) {
    case ShapeKind.Capsule:
      g.hx = Def.f(def, ShapeDef.HalfX);
      break;
    case ShapeKind.Segment:
      setSegment(g, local, def);
      break;
    case ShapeKind.Superellipse:
      g.exponent = load<f32>(def + (ShapeDef.Points << 2));
    // falls through
    case ShapeKind.Box:
    case ShapeKind.Ellipse:
      g.hx = Def.f(def, ShapeDef.HalfX);
      g.hy = Def.f(def, ShapeDef.HalfY);
      break;
    case ShapeKind.Polygon: {
      const p = def + (ShapeDef.Points << 2);
      const cx = load<f32>(p, 4);
      const cy = load<f32>(p, 8);
      // Points are in the body's frame; the shape's frame lies at their centroid, not turned, and is then moved by centre and angle.
      local.x += local.c * cx - local.s * cy;
      local.y += local.s * cx + local.c * cy;
      g.hull = takeHull(def);
      break;
    }
    default:
      break;
  }
  setBounds(g);
}

/** A quarter turn in f32 is off by 4e-8: it is rounded to the 0 that is meant, so that half-spaces along an axis have tight boxes. */
function upright(x: f32): f32 {
  return abs<f32>(x) < 1e-7 ? 0 : x;
}

function setSegment(g: ShapeGeometry, local: Frame, def: usize): void {
  const p = def + (ShapeDef.Points << 2);
  const ax = load<f32>(p);
  const ay = load<f32>(p, 4);
  const bx = load<f32>(p, 8);
  const by = load<f32>(p, 12);
  const dx: f32 = bx - ax;
  const dy: f32 = by - ay;
  const length: f32 = sqrt<f32>(dx * dx + dy * dy);
  local.x = 0.5 * (ax + bx);
  local.y = 0.5 * (ay + by);
  local.c = dx / length;
  local.s = dy / length;
  g.hx = 0.5 * length;
}
