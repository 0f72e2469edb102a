import { Hit, HIT_WORDS, QueryDef, QueryFlag, ShapeKind } from "../assembly/abi/layout.js";
import { BODY_TYPES } from "./create.js";
import * as check from "./check.js";
import type { Filter, Nearest, Pose, RayHit, Vector } from "./definitions.js";
import { PhysicsError } from "./errors.js";
import { circle, piecesFor } from "./geometry.js";
import type { Instance } from "./instance.js";
import { ALL_BITS, writeShape } from "./material.js";
import type { Piece } from "./pieces.js";
import type { Shape } from "./shape.js";

// Every query sees what was made, moved and destroyed since the last step. It writes its filter to the
// mailbox, asks the core, and makes objects of the answer or fills those of the caller.

/** A box of the world (m). */
export interface Bounds {
  /** Least x and y (m). */
  lower: Readonly<Vector>;
  /** Greatest x and y (m). */
  upper: Readonly<Vector>;
}

const FILTER_KEYS = new Set(["category", "mask", "types", "exclude", "sensors", "inside", "predicate"]);
const BOUNDS = new Set(["lower", "upper"]);
const ALL_TYPES = QueryFlag.Static | QueryFlag.Kinematic | QueryFlag.Dynamic;

/** Which hits of a cast are wanted: assembly/queries/casts.ts. */
const CLOSEST = 0;
const ALL = 1;
const ANY = 2;

/** @internal */
export type Predicate = (shape: Shape) => boolean;

function typeFlags(value: unknown, name: string): number {
  let flags = 0;
  for (const type of Array.isArray(value) ? (value as unknown[]) : [value]) {
    flags |= 1 << check.oneOf(type, name, BODY_TYPES);
  }
  return flags;
}

/** Checks a filter, called `name` in messages, and writes it to the mailbox. Returns its predicate. @internal */
export function writeFilter(of: Instance, filter: Filter | undefined, name = "filter"): Predicate | undefined {
  if (filter === undefined) {
    of.refresh();
    const { u32 } = of;
    u32[QueryDef.Category] = ALL_BITS;
    u32[QueryDef.Mask] = ALL_BITS;
    u32[QueryDef.Flags] = ALL_TYPES | QueryFlag.Inside;
    u32[QueryDef.ExcludedCount] = 0;
    return undefined;
  }
  const given: Filter = check.known(filter, name, FILTER_KEYS);
  const { category = ALL_BITS, mask = ALL_BITS, types = BODY_TYPES, exclude = [] } = given;
  const { sensors = false, inside = true, predicate } = given;
  if (predicate !== undefined && typeof predicate !== "function") {
    check.refuse("bad-type", `${name}.predicate`, predicate, "a function of a shape");
  }
  const list = Array.isArray(exclude) ? (exclude as unknown[]) : [exclude];
  if (list.length > QueryDef.MostExcluded) {
    throw new PhysicsError(
      "out-of-range",
      `${name}.exclude has ${list.length} bodies; use at most ${QueryDef.MostExcluded}, or a predicate.`,
    );
  }
  const flags =
    typeFlags(types, `${name}.types`) |
    (check.boolean(sensors, `${name}.sensors`) ? QueryFlag.Sensors : 0) |
    (check.boolean(inside, `${name}.inside`) ? QueryFlag.Inside : 0);
  const categoryBits = check.bits(category, `${name}.category`);
  const maskBits = check.bits(mask, `${name}.mask`);
  const excluded = list.map(
    (body, i) => of.ownBody(body, Array.isArray(exclude) ? `${name}.exclude[${i}]` : `${name}.exclude`).handle,
  );
  // Only now: reading the caller's values may have run getters that asked the world.
  of.refresh();
  const { u32 } = of;
  u32.set(excluded, QueryDef.Excluded);
  u32[QueryDef.Category] = categoryBits;
  u32[QueryDef.Mask] = maskBits;
  u32[QueryDef.Flags] = flags;
  u32[QueryDef.ExcludedCount] = excluded.length;
  return predicate;
}

/** Reads a hit of the answer, into the caller's object if there is one. `+ 0`, here as wherever numbers are read: −0 becomes 0. */
function readHit(of: Instance, u32: Uint32Array, f32: Float32Array, at: number, out: RayHit | undefined): RayHit {
  const body = of.bodyObject(u32[at + Hit.Body]!);
  const shape = of.shapeObject(u32[at + Hit.Shape]!);
  const x = f32[at + Hit.X]! + 0;
  const y = f32[at + Hit.Y]! + 0;
  const nx = f32[at + Hit.NormalX]! + 0;
  const ny = f32[at + Hit.NormalY]! + 0;
  const fraction = f32[at + Hit.Fraction]! + 0;
  if (out === undefined) {
    return { body, shape, point: { x, y }, normal: { x: nx, y: ny }, fraction };
  }
  out.body = body;
  out.shape = shape;
  out.point.x = x;
  out.point.y = y;
  out.normal.x = nx;
  out.normal.y = ny;
  out.fraction = fraction;
  return out;
}

/** Turns a hit whose fraction is a distance into a `Nearest`, in the caller's object if there is one. */
function asDistance({ body, shape, point, normal, fraction }: RayHit, out: Nearest | undefined): Nearest {
  if (out === undefined) {
    return { body, shape, point, normal, distance: fraction };
  }
  out.body = body;
  out.shape = shape;
  out.point.x = point.x;
  out.point.y = point.y;
  out.normal.x = normal.x;
  out.normal.y = normal.y;
  out.distance = fraction;
  return out;
}

/**
 * Indices of the shapes that the predicate accepts, at most `most`. Shapes in `asked` are skipped, and those
 * asked about now are added to it. Shapes that the predicate has destroyed are neither asked about nor returned.
 */
function passing(of: Instance, predicate: Predicate, ids: Uint32Array, most: number, asked?: Set<number>): number[] {
  const found: number[] = [];
  for (let k = 0; k < ids.length && found.length < most; k++) {
    const id = ids[k]!;
    const shape = asked?.has(id) ? undefined : of.findShape(id);
    asked?.add(id);
    if (shape !== undefined && predicate(shape) && shape.alive) {
      found.push(k);
    }
  }
  return found.filter((k) => of.findShape(ids[k]) !== undefined);
}

/**
 * Reads the `count` hits of the answer from the hit buffer, or from the word `mailbox` of the mailbox, into
 * the caller's list if there is one: those that the predicate accepts, at most `most`.
 */
function readHits(
  of: Instance,
  count: number,
  predicate: Predicate | undefined,
  out: RayHit[] | undefined,
  most: number,
  asked?: Set<number>,
  mailbox?: number,
): RayHit[] {
  const list = out ?? [];
  let kept = 0;
  if (count > 0) {
    const at = mailbox ?? of.word(of.core.hitPointer());
    of.refresh();
    if (predicate === undefined) {
      for (; kept < count && kept < most; kept++) {
        list[kept] = readHit(of, of.u32, of.f32, at + kept * HIT_WORDS, list[kept]);
      }
    } else {
      const u32 = of.u32.slice(at, at + count * HIT_WORDS); // a copy: the predicate may ask the world
      const f32 = new Float32Array(u32.buffer);
      const ids = Uint32Array.from({ length: count }, (_, k) => u32[k * HIT_WORDS + Hit.Shape]!);
      for (const k of passing(of, predicate, ids, most, asked)) {
        list[kept] = readHit(of, u32, f32, k * HIT_WORDS, list[kept]);
        kept++;
      }
    }
  }
  list.length = kept;
  return list;
}

/** Asks the core for what is wanted (CLOSEST, ALL); around a point, up to a limit (m). */
type Ask = (wanted: number, limit: number) => number;

/** When a predicate refuses everything found around a point: factor by which the search widens, and rounds before it has no limit. */
const FARTHER = 4;
const ROUNDS = 5;

/**
 * One hit or none, at most `limit` away (m). A predicate rarely refuses the nearest, so only then are more
 * hits asked for: all at once, or within a growing distance that begins at `reach` (m).
 */
function oneHit(
  of: Instance,
  predicate: Predicate | undefined,
  out: RayHit | undefined,
  what: string,
  ask: Ask,
  limit = Infinity,
  reach = limit,
): RayHit | null {
  const filter = predicate && of.u32.slice(QueryDef.Category, QueryDef.Excluded + of.u32[QueryDef.ExcludedCount]!);
  if (of.found(ask(CLOSEST, limit), what) === 0) {
    return null;
  }
  of.refresh();
  if (filter === undefined) {
    return readHit(of, of.u32, of.f32, 0, out);
  }
  const room = (): RayHit[] => (out === undefined ? [] : [out]);
  const asked = new Set<number>();
  let within = Math.min(limit, Math.max(reach, 2 * Math.abs(of.f32[Hit.Fraction]!)));
  let [hit] = readHits(of, 1, predicate, room(), 1, asked, 0);
  for (let round = 1; hit === undefined; round++) {
    // The predicate may have asked the world, and destroyed excluded bodies.
    const excluded = filter.subarray(QueryDef.Excluded - QueryDef.Category).filter((id) => of.findBody(id));
    of.refresh();
    of.u32.set(filter, QueryDef.Category);
    of.u32.set(excluded, QueryDef.Excluded);
    of.u32[QueryDef.ExcludedCount] = excluded.length;
    [hit] = readHits(of, of.found(ask(ALL, within), what), predicate, room(), 1, asked);
    if (within === limit) {
      break;
    }
    within = round < ROUNDS ? Math.min(limit, within * FARTHER) : limit;
  }
  return hit ?? null;
}

function ray(of: Instance, origin: Readonly<Vector>, translation: Readonly<Vector>): (wanted: number) => number {
  const a = check.position(origin, "origin", of.lengthUnit);
  const b = check.position(translation, "translation", of.lengthUnit);
  return (wanted) => of.core.castRay(a.x, a.y, b.x, b.y, wanted);
}

/** @internal */
export function castRay(
  of: Instance,
  origin: Readonly<Vector>,
  translation: Readonly<Vector>,
  filter: Filter | undefined,
  out: RayHit | undefined,
): RayHit | null {
  if (filter?.predicate !== undefined) {
    const ask = ray(of, origin, translation);
    hitRoom(out);
    return oneHit(of, writeFilter(of, filter), out, "castRay", ask);
  }
  // The same without a closure: this query is used most.
  const a = check.position(origin, "origin", of.lengthUnit);
  const b = check.position(translation, "translation", of.lengthUnit);
  hitRoom(out);
  writeFilter(of, filter);
  if (of.found(of.core.castRay(a.x, a.y, b.x, b.y, CLOSEST), "castRay") === 0) {
    return null;
  }
  of.refresh();
  return readHit(of, of.u32, of.f32, 0, out);
}

/** @internal */
export function castRayAll(
  of: Instance,
  origin: Readonly<Vector>,
  translation: Readonly<Vector>,
  filter: Filter | undefined,
  out: RayHit[] | undefined,
): RayHit[] {
  const ask = ray(of, origin, translation);
  const predicate = writeFilter(of, filter);
  return readHits(of, of.found(ask(ALL), "castRayAll"), predicate, hitsRoom(out), Infinity);
}

/** @internal */
export function castRayAny(
  of: Instance,
  origin: Readonly<Vector>,
  translation: Readonly<Vector>,
  filter: Filter | undefined,
): boolean {
  const ask = ray(of, origin, translation);
  const predicate = writeFilter(of, filter);
  return predicate === undefined
    ? of.found(ask(ANY), "castRayAny") !== 0
    : oneHit(of, predicate, undefined, "castRayAny", ask) !== null;
}

/** A convex shape and its pose, checked. */
interface Placed {
  readonly piece: Piece;
  readonly x: number;
  readonly y: number;
  readonly angle: number;
}

function placed(of: Instance, shape: unknown, pose: Readonly<Pose>): Placed {
  const pieces = piecesFor(shape, "shape");
  const [piece] = pieces;
  if (piece === undefined || pieces.length > 1 || piece.kind === ShapeKind.HalfSpace) {
    throw new PhysicsError("bad-shape", "shape is a half-space or not a single piece; use a shape such as box(…).");
  }
  const place = check.fields(pose, "pose", "a pose { x, y, angle } or a body");
  const { x, y } = check.position(
    "position" in place && !("x" in place) ? place.position : pose,
    "pose",
    of.lengthUnit,
  );
  const angle = place.angle === undefined ? 0 : check.angle(place.angle, "pose.angle");
  return { piece, x, y, angle };
}

/** Gives the core the shape of a query, once all of the caller's values have been read: it stays until the next call. */
function setShape(of: Instance, { piece, x, y, angle }: Placed): void {
  writeShape(of.f32, of.u32, QueryDef.Shape, piece, NO_MATERIAL, "");
  of.check(of.core.queryShapeSet(piece.kind, x, y, angle), "shape");
}

const NO_MATERIAL = {};

/** @internal */
export function castShape(
  of: Instance,
  shape: unknown,
  pose: Readonly<Pose>,
  translation: Readonly<Vector>,
  filter: Filter | undefined,
  out: RayHit | undefined,
): RayHit | null {
  const place = placed(of, shape, pose);
  const d = check.position(translation, "translation", of.lengthUnit);
  hitRoom(out);
  return oneHit(of, writeFilter(of, filter), out, "castShape", (wanted) => {
    setShape(of, place);
    return of.core.castShape(d.x, d.y, wanted);
  });
}

/** @internal */
export function castShapeAll(
  of: Instance,
  shape: unknown,
  pose: Readonly<Pose>,
  translation: Readonly<Vector>,
  filter: Filter | undefined,
  out: RayHit[] | undefined,
): RayHit[] {
  const place = placed(of, shape, pose);
  const d = check.position(translation, "translation", of.lengthUnit);
  const predicate = writeFilter(of, filter);
  setShape(of, place);
  const count = of.found(of.core.castShape(d.x, d.y, ALL), "castShapeAll");
  return readHits(of, count, predicate, hitsRoom(out), Infinity);
}

/** @internal */
export function castCircle(
  of: Instance,
  origin: Readonly<Vector>,
  radius: number,
  translation: Readonly<Vector>,
  filter: Filter | undefined,
  out: RayHit | undefined,
): RayHit | null {
  check.position(origin, "origin", of.lengthUnit);
  return castShape(of, circle(radius), { x: origin.x, y: origin.y }, translation, filter, out);
}

/** @internal */
export function closestPoint(
  of: Instance,
  point: Readonly<Vector>,
  maxDistance: number,
  filter: Filter | undefined,
  out: Nearest | undefined,
): Nearest | null {
  const { x, y } = check.position(point, "point", of.lengthUnit);
  if (typeof maxDistance !== "number" || !(maxDistance >= 0)) {
    check.refuse("out-of-range", "maxDistance", maxDistance, "0 or more (m)");
  }
  hitRoom(out);
  const ask: Ask = (wanted, limit) => of.core.closestPoint(x, y, limit, wanted);
  const predicate = writeFilter(of, filter);
  const hit = oneHit(of, predicate, undefined, "closestPoint", ask, Math.fround(maxDistance), of.lengthUnit);
  return hit === null ? null : asDistance(hit, out);
}

/** Reads the shapes of the answer that the predicate accepts, into the caller's list if there is one. @internal */
export function shapesFound(of: Instance, count: number, predicate?: Predicate, out?: Shape[]): Shape[] {
  const list = listRoom(out) ?? [];
  let kept = 0;
  if (count > 0) {
    const at = of.word(of.core.resultPointer());
    of.renew();
    if (predicate === undefined) {
      for (; kept < count; kept++) {
        list[kept] = of.shapeObject(of.u32[at + kept]!);
      }
    } else {
      const ids = of.u32.slice(at, at + count);
      for (const k of passing(of, predicate, ids, count)) {
        list[kept++] = of.shapeObject(ids[k]!);
      }
    }
  }
  list.length = kept;
  return list;
}

/** @internal */
export function overlapAABB(
  of: Instance,
  bounds: Bounds,
  filter: Filter | undefined,
  out: Shape[] | undefined,
): Shape[] {
  const { lower, upper } = check.known(bounds, "bounds", BOUNDS) as unknown as Bounds;
  const a = check.position(lower, "bounds.lower", of.lengthUnit);
  const b = check.position(upper, "bounds.upper", of.lengthUnit);
  if (a.x > b.x || a.y > b.y) {
    throw new PhysicsError("out-of-range", "bounds.lower exceeds bounds.upper; lower must have the smaller x and y.");
  }
  const predicate = writeFilter(of, filter);
  return shapesFound(of, of.found(of.core.overlapBox(a.x, a.y, b.x, b.y), "overlapAABB"), predicate, out);
}

/** @internal */
export function overlapPoint(
  of: Instance,
  point: Readonly<Vector>,
  filter: Filter | undefined,
  out: Shape[] | undefined,
): Shape[] {
  const { x, y } = check.position(point, "point", of.lengthUnit);
  const predicate = writeFilter(of, filter);
  return shapesFound(of, of.found(of.core.overlapPoint(x, y), "overlapPoint"), predicate, out);
}

/** @internal */
export function overlapShape(
  of: Instance,
  shape: unknown,
  pose: Readonly<Pose>,
  filter: Filter | undefined,
  out: Shape[] | undefined,
): Shape[] {
  const place = placed(of, shape, pose);
  const predicate = writeFilter(of, filter);
  setShape(of, place);
  return shapesFound(of, of.found(of.core.overlapShape(), "overlapShape"), predicate, out);
}

/**
 * Checks an object given to be filled, a hit or a nearest point, if there is one. A filter in its place
 * would otherwise be filled unnoticed.
 */
function hitRoom<T extends RayHit | Nearest>(out: T | undefined, name = "out"): T | undefined {
  if (out !== undefined) {
    check.fields(out, name, "an object to fill, or left out");
    check.fields(out.point, `${name}.point`, "a vector { x, y }");
    check.fields(out.normal, `${name}.normal`, "a vector { x, y }");
  }
  return out;
}

function hitsRoom(out: RayHit[] | undefined): RayHit[] | undefined {
  listRoom(out)?.forEach((hit, i) => hitRoom(hit, `out[${i}]`));
  return out;
}

function listRoom<T>(out: T[] | undefined): T[] | undefined {
  if (out !== undefined && !Array.isArray(out)) {
    check.refuse("bad-type", "out", out, "an array to fill, or left out");
  }
  return out;
}
