import { Code, HullCode, ShapeKind } from "../../assembly/abi/layout.js";
import { known, show } from "../check.js";
import type { Vector } from "../definitions.js";
import { PhysicsError, refusal } from "../errors.js";
import { piecesFor, type ShapeDescriptor } from "../geometry.js";
import type { Piece } from "../pieces.js";
import { geometryCore, supports, type GeometryCore, type SupportFunction } from "./core.js";
import { hullOf } from "./polygon.js";
import { coordinate, readPoint, readPoints } from "./points.js";

// What the functions of this entry accept as a shape, and how a shape gets into the core.

/** A convex shape given by its support function, in its own frame. */
export interface SupportShape {
  /** Returns the point farthest along a unit direction (m). It must describe one convex shape, the same at every call. */
  readonly support: SupportFunction;
  /** Rounding radius around it (m), default 0. */
  readonly radius?: number | undefined;
}

/** The hull of any number of points, prepared once by `convex`. */
export interface ConvexShape {
  readonly type: "convex";
  /** Corners of the hull, counter-clockwise, no three on a line. */
  readonly points: readonly Readonly<Vector>[];
}

/** A shape where it was defined: what `box` and the others return, a list of points (which stands for its hull), or a support function. */
export type AnyShape = ShapeDescriptor | ConvexShape | SupportShape | readonly Readonly<Vector>[];

/** A shape at another place. */
export interface PlacedShape {
  /** The shape to be placed. */
  readonly shape: AnyShape;
  /** Position of the shape's frame (m), default (0, 0). */
  readonly position?: Readonly<Vector> | undefined;
  /** Angle of the shape's frame (rad), default 0. */
  readonly angle?: number | undefined;
}

/** A shape in motion, for `timeOfImpact`. */
export interface MovingShape extends PlacedShape {
  /** How far `pivot` moves over the step (m), default (0, 0). */
  readonly translation?: Readonly<Vector> | undefined;
  /** How far the shape turns over the step about `pivot` (rad), default 0, within ±6,300: a thousand turns. */
  readonly rotation?: number | undefined;
  /** The point about which the shape turns, in its frame (m), default (0, 0); a body's centre of mass, say. */
  readonly pivot?: Readonly<Vector> | undefined;
}

/** A shape, or a shape with its place. */
export type Operand = AnyShape | PlacedShape;

/** A convex part as it goes into a slot. */
export interface Part {
  readonly kind: number;
  readonly halfX: number;
  readonly halfY: number;
  readonly radius: number;
  readonly x: number;
  readonly y: number;
  readonly angle: number;
  /** Where the origin of the points lies. */
  readonly offset: Readonly<Vector>;
  /** x, y pairs; for a superellipse, its exponent. */
  readonly points: readonly number[];
  /** If there are points, the support function of their hull. */
  readonly support?: SupportFunction | undefined;
  /** The slot's content, once the core has made it. */
  bytes?: Int32Array | undefined;
}

/** An argument that has been read. */
export interface Reading {
  readonly parts: readonly Part[];
  readonly x: number;
  readonly y: number;
  readonly angle: number;
}

const PLACED = new Set(["shape", "position", "angle"]);
const MOVING = new Set([...PLACED, "translation", "rotation", "pivot"]);
const ORIGIN: Readonly<Vector> = Object.freeze({ x: 0, y: 0 });
const NONE: readonly number[] = [];
/** Most corners that go into the core as a polygon; larger hulls are given by their support function. */
const MOST_CORNERS = 64;
const SHAPES =
  "a shape: box(…), circle(…), …, convex(…), an array of points, { support }, or { shape, position, angle }";

const partsOf = new WeakMap<object, readonly Part[]>();
/** What each slot holds. */
const loaded: (Part | undefined)[] = [undefined, undefined];

/** Reads a shape, with or without a place. */
export function read(value: unknown, name: string, moving = false): Reading {
  if (typeof value !== "object" || value === null) {
    throw new PhysicsError("bad-type", `${name} is ${show(value)}; it must be ${SHAPES}.`);
  }
  if (!("shape" in value)) {
    return { parts: partsFor(value, name), x: 0, y: 0, angle: 0 };
  }
  known(value, name, moving ? MOVING : PLACED);
  const { shape, position = ORIGIN, angle = 0 } = value as PlacedShape;
  const { x, y } = readPoint(position, `${name}.position`);
  return { parts: partsFor(shape, `${name}.shape`), x, y, angle: readAngle(angle, `${name}.angle`) };
}

/** An angle in the range in which its sine can be computed. */
export function readAngle(value: unknown, name: string): number {
  return coordinate(value, name);
}

function partsFor(shape: unknown, name: string): readonly Part[] {
  if (Array.isArray(shape)) {
    return [hullPart(hullOf(readPoints(shape, name, 1)))];
  }
  if (typeof shape !== "object" || shape === null) {
    throw new PhysicsError("bad-type", `${name} is ${show(shape)}; it must be ${SHAPES}.`);
  }
  const old = partsOf.get(shape);
  if (old) {
    return old;
  }
  if ("support" in shape) {
    return [supportPart(shape as SupportShape, name)];
  }
  if ((shape as { type?: unknown }).type === "convex") {
    return [hullPart(hullOf(readPoints((shape as ConvexShape).points, `${name}.points`, 1)))];
  }
  const pieces = piecesFor(shape, name);
  let parts = partsOf.get(pieces);
  if (parts === undefined) {
    parts = pieces.map(partOf);
    partsOf.set(pieces, parts);
  }
  return parts;
}

/**
 * The convex hull of any number of points (m, at least 1) as a shape: `polygon` without its limit of 64, and prepared
 * once, whereas a list of points is prepared at every call. The functions of `scree/geometry` accept it; a body does not.
 *
 * Throws a PhysicsError for an empty list or a coordinate that is not finite or beyond ±1e7.
 */
export function convex(points: readonly Readonly<Vector>[]): ConvexShape {
  const hull = hullOf(readPoints(points, "points", 1)).map((p) => Object.freeze(p));
  const shape: ConvexShape = Object.freeze({ type: "convex", points: Object.freeze(hull) });
  partsOf.set(shape, [hullPart(hull)]);
  return shape;
}

function part(kind: number, fields: Partial<Part>): Part {
  return {
    kind,
    halfX: 0,
    halfY: 0,
    radius: 0,
    x: 0,
    y: 0,
    angle: 0,
    offset: ORIGIN,
    points: NONE,
    ...fields,
  };
}

/** Points relative to the middle of their box, so that 32 bits suffice for them. */
function centred(points: readonly Readonly<Vector>[]): { offset: Vector; points: number[] } {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    x0 = Math.min(x0, x);
    y0 = Math.min(y0, y);
    x1 = Math.max(x1, x);
    y1 = Math.max(y1, y);
  }
  const offset = { x: 0.5 * (x0 + x1), y: 0.5 * (y0 + y1) };
  return { offset, points: points.flatMap(({ x, y }) => [x - offset.x, y - offset.y]) };
}

/** A hull of 64-bit points: a polygon if the core accepts it, else its support function. */
function hullPart(hull: readonly Readonly<Vector>[]): Part {
  const local = centred(hull);
  const { offset } = local;
  if (hull.length === 1) {
    return part(ShapeKind.Circle, { x: offset.x, y: offset.y });
  }
  if (hull.length > 2 && hull.length <= MOST_CORNERS) {
    const polygon = part(ShapeKind.Polygon, local);
    if (enter(0, polygon) === HullCode.Ok) {
      return polygon;
    }
  }
  const { points } = local;
  let farthest = 0;
  for (let i = 0; i < points.length; i += 2) {
    farthest = Math.max(farthest, lengthOf(points[i]!, points[i + 1]!));
  }
  const support = ({ x, y }: Vector): Vector => {
    let best = 0;
    let most = -Infinity;
    for (let i = 0; i < points.length; i += 2) {
      const d = x * points[i]! + y * points[i + 1]!;
      if (d > most) {
        most = d;
        best = i;
      }
    }
    return { x: points[best]!, y: points[best + 1]! };
  };
  return part(ShapeKind.Support, { halfX: farthest, x: offset.x, y: offset.y, points, support });
}

/** Not the host's `Math.hypot`, whose last bits the language leaves open. */
function lengthOf(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}

function supportPart({ support, radius = 0 }: SupportShape, name: string): Part {
  if (typeof support !== "function") {
    throw new PhysicsError(
      "bad-type",
      `${name}.support is ${show(support)}; it must be a function of a direction { x, y }.`,
    );
  }
  const r = coordinate(radius, `${name}.radius`);
  if (r < 0) {
    throw new PhysicsError("out-of-range", `${name}.radius is ${r}; it must be 0 or more.`);
  }
  // the box around the shape bounds how far it reaches
  const reach = (x: number, y: number): number => {
    const p = readPoint(support({ x, y }), `${name}.support(…)`);
    return Math.abs(p.x * x + p.y * y);
  };
  const halfX = lengthOf(Math.max(reach(1, 0), reach(-1, 0)), Math.max(reach(0, 1), reach(0, -1)));
  return part(ShapeKind.Support, { halfX, radius: r, support });
}

function partOf(piece: Piece): Part {
  const { kind, halfX, halfY, radius, centerX, centerY, angle } = piece;
  if (kind === ShapeKind.Superellipse) {
    return part(kind, { halfX, halfY, radius, x: centerX, y: centerY, angle, points: piece.points });
  }
  const points: Vector[] = [];
  for (let i = 0; i < piece.points.length; i += 2) {
    points.push({ x: piece.points[i]!, y: piece.points[i + 1]! });
  }
  const hull = kind === ShapeKind.Polygon ? hullOf(points) : points;
  // points on a line stay as they are, so that the core reports it
  const local = points.length > 0 ? centred(hull.length > 2 ? hull : points) : {};
  return part(kind, { halfX, halfY, radius, x: centerX, y: centerY, angle, ...local });
}

/** Puts a part into a slot and returns a HullCode. */
function enter(slot: number, p: Part): number {
  const core = geometryCore();
  supports[slot] = p.support;
  if (loaded[slot] === p) {
    return HullCode.Ok;
  }
  const words = core.slotBytes() / 4;
  const at = core.answer + (slot === 0 ? 256 : 1024);
  loaded[slot] = p;
  if (p.bytes) {
    core.i32.set(p.bytes, at);
    return HullCode.Ok;
  }
  for (let i = 0; i < p.points.length && i < 2 * MOST_CORNERS; i++) {
    core.f32[core.points + i] = p.points[i]!;
  }
  const { fround } = Math;
  const count = p.points.length / 2;
  const half = [fround(p.halfX), fround(p.halfY), fround(p.radius)] as const;
  const code = core.define(slot, p.kind, ...half, p.x, p.y, p.angle, p.offset.x, p.offset.y, count);
  if (code === HullCode.Ok) {
    p.bytes = core.i32.slice(at, at + words);
  } else {
    loaded[slot] = undefined;
  }
  return code;
}

/** Puts a part of an argument into a slot, at the argument's place. */
export function load(slot: number, p: Part, at: Reading, name: string): GeometryCore {
  const code = enter(slot, p);
  if (code !== HullCode.Ok) {
    throw refusal(Code.BadShape, name, code);
  }
  const core = geometryCore();
  core.place(slot, at.x, at.y, at.angle);
  return core;
}

/** The only part of an argument, for functions that make no sense for several. */
export function single(reading: Reading, name: string): Part {
  if (reading.parts.length !== 1) {
    throw new PhysicsError(
      "bad-shape",
      `${name} has ${reading.parts.length} parts; use one convex part at a time, such as a segment of a chain.`,
    );
  }
  return reading.parts[0]!;
}

/**
 * Converts a point from the frame in which a part was defined to the world, once the part is in slot 0. It
 * uses the core's sines, which are the same on every machine.
 */
export function toWorld(core: GeometryCore, part: Part, { x, y }: Vector): Vector {
  const slot = core.answer / 2 + 128;
  // a segment's own frame lies along it, so its points are already in the frame outside
  const turned = part.kind !== ShapeKind.Segment;
  const c1 = turned ? core.f64[slot + 2]! : 1;
  const s1 = turned ? core.f64[slot + 3]! : 0;
  const c = core.f64[slot + 6]!;
  const s = core.f64[slot + 7]!;
  const px = part.x + c1 * x - s1 * y;
  const py = part.y + s1 * x + c1 * y;
  return { x: core.f64[slot + 4]! + c * px - s * py + 0, y: core.f64[slot + 5]! + s * px + c * py + 0 };
}
