import { fields, known, oneOf } from "../check.js";
import type { Vector } from "../definitions.js";
import { PhysicsError } from "../errors.js";
import type { GeometryCore } from "./core.js";
import { load, read, single, type Operand, type Reading } from "./operand.js";
import { coordinate } from "./points.js";

// Two stationary shapes: how far apart they are, whether and how deep they overlap, where they touch. GJK,
// EPA and separating axes are in the core (assembly/collision/); here arguments are read and results written.

/** What a search remembers of a pair for the next one: an object of the caller's, empty at first, one per pair. */
export interface PairCache {
  /** Direction with which the last `distance` ended. */
  x?: number | undefined;
  y?: number | undefined;
  /** Axis that separated the pair in the last `intersects`. */
  axis?: number | undefined;
}

/** Result of `distance`. */
export interface Distance {
  /** Gap between the surfaces (m); 0 if they overlap. */
  distance: number;
  /** Unit vector from A to B along the gap; if they overlap, the direction in which B gets out of A soonest. */
  normal: Vector;
  /** The point of A nearest to B (m). If they overlap, `pointA` and `pointB` are one common point. */
  pointA: Vector;
  /** The point of B nearest to A (m). */
  pointB: Vector;
}

/** Result of `penetration`. */
export interface Penetration {
  /** How far B must move along the normal until the two only touch (m). */
  depth: number;
  /** Unit vector from A to B. */
  normal: Vector;
  /** The point of A deepest in B (m). */
  pointA: Vector;
  /** The point of B deepest in A (m). */
  pointB: Vector;
}

/** A point of a `Manifold`. */
export interface ManifoldPoint {
  /** Point midway between the surfaces (m). */
  point: Vector;
  /** Gap along the normal (m); negative if they overlap. */
  separation: number;
  /** Says which features touch: the number stays the same as long as they do. */
  id: number;
}

/** Result of `collide`. */
export interface Manifold {
  /** Unit vector from A to B. */
  normal: Vector;
  /** One or two points. */
  points: ManifoldPoint[];
}

const CACHED = new Set(["cache", "out"]);

/** Refuses an object to which a result cannot be written. */
function fillable(out: object): void {
  const given = fields(out, "options.out", "an object to fill, or left out");
  for (const key of ["normal", "pointA", "pointB"]) {
    fields(given[key], `options.out.${key}`, "a vector { x, y }");
  }
}
const METHOD = new Set(["method", "cache"]);
const SPECULATIVE = new Set(["speculative"]);
const METHODS = ["auto", "sat", "gjk"] as const;

/** A vector of the result, by the index of its x. `+ 0`, here as wherever numbers are read: −0 becomes 0. */
export function vectorAt(core: GeometryCore, index: number): Vector {
  return { x: core.f32[core.answer + index]! + 0, y: core.f32[core.answer + index + 1]! + 0 };
}

/** A point of the result, in the world. */
export function pointAt(core: GeometryCore, index: number, out: Vector = { x: 0, y: 0 }): Vector {
  out.x = core.f64[core.origin]! + core.f32[core.answer + index]! + 0;
  out.y = core.f64[core.origin + 1]! + core.f32[core.answer + index + 1]! + 0;
  return out;
}

/** Loads every pair of parts in turn and calls `ask`. */
function eachPair(a: Reading, b: Reading, ask: (core: GeometryCore) => void): void {
  for (const partA of a.parts) {
    for (const partB of b.parts) {
      load(0, partA, a, "a");
      ask(load(1, partB, b, "b"));
    }
  }
}

/**
 * The gap between two shapes and the points where they are closest, by GJK (Gilbert, Johnson and Keerthi
 * 1988). If shapes have several parts (chains), the closest two parts count.
 *
 * `options.cache` starts the search where the last one of this pair ended; `options.out` is filled instead of a new object.
 * Throws a PhysicsError for anything but shapes.
 */
export function distance(a: Operand, b: Operand, options: { cache?: PairCache; out?: Distance } = {}): Distance {
  known(options, "options", CACHED);
  const { cache, out = { distance: 0, normal: { x: 0, y: 0 }, pointA: { x: 0, y: 0 }, pointB: { x: 0, y: 0 } } } =
    options;
  fillable(out);
  const readA = read(a, "a");
  const readB = read(b, "b");
  const one = readA.parts.length === 1 && readB.parts.length === 1;
  let best = Infinity;
  eachPair(readA, readB, (core) => {
    core.f64[core.cache] = (one && cache?.x) || 0;
    core.f64[core.cache + 1] = (one && cache?.y) || 0;
    const overlap = core.distance() !== 0;
    const gap = core.f32[core.answer]!;
    if (cache && one && !overlap) {
      cache.x = core.f64[core.cache]!;
      cache.y = core.f64[core.cache + 1]!;
    }
    const found = overlap || gap < 0 ? core.separation() : gap;
    if (!(found < best)) {
      return;
    }
    best = found;
    out.distance = Math.max(0, found);
    out.normal.x = core.f32[core.answer + 1]! + 0;
    out.normal.y = core.f32[core.answer + 2]! + 0;
    pointAt(core, 3, out.pointA);
    pointAt(core, 5, out.pointB);
    if (found < 0) {
      out.pointB.x = out.pointA.x = 0.5 * (out.pointA.x + out.pointB.x);
      out.pointB.y = out.pointA.y = 0.5 * (out.pointA.y + out.pointB.y);
    }
  });
  return out;
}

/**
 * Whether two shapes share a point; touching counts. `"auto"` uses separating axes if both have corners and no rounding (Gottschalk 1996,
 * no division), else GJK; `"sat"` refuses other shapes. `options.cache` remembers the axis that kept a pair apart and tries it first.
 *
 * Throws a PhysicsError for anything but shapes.
 */
export function intersects(
  a: Operand,
  b: Operand,
  options: { method?: "auto" | "sat" | "gjk"; cache?: PairCache } = {},
): boolean {
  known(options, "options", METHOD);
  const { method = "auto", cache } = options;
  oneOf(method, "options.method", METHODS);
  const readA = read(a, "a");
  const readB = read(b, "b");
  const one = readA.parts.length === 1 && readB.parts.length === 1;
  for (const partA of readA.parts) {
    for (const partB of readB.parts) {
      load(0, partA, readA, "a");
      const core = load(1, partB, readB, "b");
      if (method !== "gjk" && isSharp(core, method)) {
        core.i32[core.axis] = (one && cache?.axis) || 0;
        const overlap = core.overlaps() !== 0;
        if (cache && one) {
          cache.axis = core.i32[core.axis]!;
        }
        if (overlap) {
          return true;
        }
      } else {
        core.f64[core.cache] = 0;
        core.f64[core.cache + 1] = 0;
        if (core.distance() !== 0 || core.f32[core.answer]! <= 0) {
          return true;
        }
      }
    }
  }
  return false;
}

function isSharp(core: GeometryCore, method: string): boolean {
  const sharp = core.areSharp() !== 0;
  if (!sharp && method === "sat") {
    throw new PhysicsError("not-available", `method "sat" needs corners on both shapes and no rounding; use "auto".`);
  }
  return sharp;
}

/**
 * How deep two shapes overlap, by EPA (van den Bergen 2001), or null if they are apart. Shapes that touch have depth 0.
 *
 * `options.out` is filled instead of a new object. Throws a PhysicsError for anything but shapes, and for
 * shapes of several parts: moving one part out may push another in.
 */
export function penetration(a: Operand, b: Operand, options: { out?: Penetration } = {}): Penetration | null {
  known(options, "options", CACHED);
  const { out = { depth: 0, normal: { x: 0, y: 0 }, pointA: { x: 0, y: 0 }, pointB: { x: 0, y: 0 } } } = options;
  fillable(out);
  const core = loadBoth(a, b);
  const gap = core.separation();
  if (gap > 0) {
    return null;
  }
  out.depth = gap < 0 ? -gap : 0;
  out.normal.x = core.f32[core.answer + 1]! + 0;
  out.normal.y = core.f32[core.answer + 2]! + 0;
  pointAt(core, 3, out.pointA);
  pointAt(core, 5, out.pointB);
  return out;
}

function loadBoth(a: Operand, b: Operand): GeometryCore {
  const readA = read(a, "a");
  const readB = read(b, "b");
  load(0, single(readA, "a"), readA, "a");
  return load(1, single(readB, "b"), readB, "b");
}

/**
 * The shortest move of B that ends an overlap (m), or null if there is none: by the faces of both shapes if
 * they have corners and no rounding, else by EPA. Errors as for `penetration`.
 */
export function minimumTranslation(
  a: Operand,
  b: Operand,
  options: { method?: "auto" | "sat" | "gjk" } = {},
): Vector | null {
  known(options, "options", METHOD);
  const { method = "auto" } = options;
  oneOf(method, "options.method", METHODS);
  const core = loadBoth(a, b);
  let gap = 0;
  if (method !== "gjk" && isSharp(core, method)) {
    core.i32[core.axis] = 0;
    if (core.overlaps() === 0) {
      return null;
    }
    core.widestAxis();
    gap = Math.min(0, core.f32[core.answer]!);
  } else {
    gap = core.separation();
  }
  const normal = vectorAt(core, 1);
  return gap > 0 ? null : { x: -gap * normal.x || 0, y: -gap * normal.y || 0 };
}

/**
 * The contact of two shapes as the engine makes it: a normal and one or two points, clipped from the facing
 * edges. Null if the shapes are farther apart than `options.speculative` (m, default 0), and for sharp corners
 * that meet from outside within half a millimetre, since neither faces the other. Errors as for `penetration`.
 */
export function collide(a: Operand, b: Operand, options: { speculative?: number } = {}): Manifold | null {
  known(options, "options", SPECULATIVE);
  const reach = options.speculative === undefined ? 0 : coordinate(options.speculative, "options.speculative");
  const core = loadBoth(a, b);
  const count = core.contact(Math.fround(reach));
  if (count === 0) {
    return null;
  }
  const points: ManifoldPoint[] = [];
  for (let i = 0; i < count; i++) {
    const at = 3 + 4 * i;
    points.push({
      point: pointAt(core, at),
      separation: core.f32[core.answer + at + 2]! + 0,
      id: core.f32[core.answer + at + 3]!,
    });
  }
  return { normal: vectorAt(core, 0), points };
}
