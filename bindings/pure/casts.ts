import { known } from "../check.js";
import type { Vector } from "../definitions.js";
import { PhysicsError } from "../errors.js";
import type { GeometryCore } from "./core.js";
import { load, read, readAngle, type MovingShape, type Operand, type Part, type Reading } from "./operand.js";
import { pointAt, vectorAt } from "./pairs.js";
import { coordinate, readPoint } from "./points.js";

// Points and shapes in motion: rays, casts, sweeps, the time of impact. If a shape has several parts, the part that is met first counts.

/** Result of `closestPoint`. */
export interface ClosestPoint {
  /** Signed distance from the surface (m), negative inside. */
  distance: number;
  /** The nearest point of the surface (m). */
  point: Vector;
  /** Unit normal there, pointing outwards. */
  normal: Vector;
}

/** Where a ray crosses a surface. */
export interface Crossing {
  /** Share of the translation at which the ray crosses. */
  fraction: number;
  /** Where the ray crosses the surface (m). */
  point: Vector;
  /** Unit normal of the surface there, pointing outwards. */
  normal: Vector;
}

/** Result of `rayCast`. */
export interface RayCast extends Crossing {
  /** Whether the ray starts inside: `fraction` is then 0, `point` its start and `normal` (0, 0). */
  inside: boolean;
  /** Where the ray leaves the shape, or null if it ends inside. */
  exit: Crossing | null;
}

/** Result of `shapeCast`. */
export interface ShapeCast extends Crossing {
  /** Whether the shapes overlap at the start: `fraction` is then 0 and `normal` the way out. */
  inside: boolean;
}

/** Result of `sweep`. */
export interface Sweep {
  /** `"overlap"` at the start, a `"hit"` on the way, or a `"miss"`. */
  state: "overlap" | "hit" | "miss";
  /** For an overlap, minus its depth (m), 0 or less. For a hit, the share of the translation, 0 to 1. For a miss, Infinity. */
  time: number;
  /** Unit vector from A to B along the axis that decided; (0, 0) for a miss. */
  normal: Vector;
}

/** Result of `timeOfImpact`. */
export interface TimeOfImpact {
  /**
   * `"hit"`: they come that near. `"separated"`: they never do. `"overlapped"`: they are that near at the
   * start. `"failed"`: the search gave up, and all that is known is that nothing touches before `fraction`.
   */
  state: "hit" | "separated" | "overlapped" | "failed";
  /** Share of the step; 1 if they do not touch. */
  fraction: number;
  /** Unit vector from A to B at that time; (0, 0) if they do not touch, or if their cores overlap at the start. */
  normal: Vector;
}

const IMPACT = new Set(["target", "tolerance"]);
const SWEEP_STATES = ["miss", "overlap", "hit"] as const;
const IMPACT_STATES = ["separated", "hit", "overlapped", "failed"] as const;

/**
 * The nearest point of a shape's surface to a point (m), which may be inside or outside. Throws a PhysicsError for anything but a shape.
 */
export function closestPoint(shape: Operand, point: Readonly<Vector>): ClosestPoint {
  const reading = read(shape, "shape");
  const { x, y } = readPoint(point, "point");
  let best: ClosestPoint | undefined;
  for (const part of reading.parts) {
    const core = load(0, part, reading, "shape");
    core.nearest(x, y);
    const gap = core.f32[core.answer]! + 0;
    if (best === undefined || gap < best.distance) {
      best = { distance: gap, point: pointAt(core, 1), normal: vectorAt(core, 3) };
    }
  }
  return best!;
}

/** Whether a point (m) lies in a shape or on its surface. Throws a PhysicsError for anything but a shape. */
export function containsPoint(shape: Operand, point: Readonly<Vector>): boolean {
  return closestPoint(shape, point).distance <= 0;
}

/**
 * Where the ray from `origin` along `translation` (m) enters a shape and where it leaves it, or null if it
 * misses. A ray of no length hits a shape that contains it.
 *
 * Throws a PhysicsError for anything but a shape or vectors.
 */
export function rayCast(shape: Operand, origin: Readonly<Vector>, translation: Readonly<Vector>): RayCast | null {
  const reading = read(shape, "shape");
  const { x, y } = readPoint(origin, "origin");
  const by = readPoint(translation, "translation");
  const dx = Math.fround(by.x);
  const dy = Math.fround(by.y);
  let best: RayCast | null = null;
  for (const part of reading.parts) {
    const core = load(0, part, reading, "shape");
    if (core.ray(x, y, dx, dy, 0) !== 0 && !(best && best.fraction <= core.f32[core.answer]!)) {
      const inside = core.i32[core.answer + 5] !== 0;
      // Not spread: that costs more than the ray (events.ts).
      best = Object.assign(crossing(core), { inside, exit: null });
      best.exit = core.ray(x, y, dx, dy, 1) !== 0 ? crossing(core) : null;
    }
  }
  return best;
}

function crossing(core: GeometryCore): Crossing {
  return { fraction: core.f32[core.answer]! + 0, point: pointAt(core, 1), normal: vectorAt(core, 3) };
}

/** Calls `ask` for every pair of parts. */
function eachPair(
  a: Reading,
  b: Reading,
  names: readonly [string, string],
  ask: (core: GeometryCore, partA: Part, partB: Part) => void,
): void {
  for (const partA of a.parts) {
    for (const partB of b.parts) {
      load(0, partA, a, names[0]);
      ask(load(1, partB, b, names[1]), partA, partB);
    }
  }
}

/**
 * Pushes `moving` along `translation` (m), without turning, until it meets the stationary `target`. Returns where,
 * and the target's normal there; or null, also if the two touch at the start and `moving` leaves or slides.
 *
 * Throws a PhysicsError for anything but shapes or a vector.
 */
export function shapeCast(moving: Operand, target: Operand, translation: Readonly<Vector>): ShapeCast | null {
  const readMoving = read(moving, "moving");
  const readTarget = read(target, "target");
  const by = readPoint(translation, "translation");
  let best: ShapeCast | null = null;
  eachPair(readTarget, readMoving, ["target", "moving"], (core) => {
    const hit = core.cast(Math.fround(by.x), Math.fround(by.y)) !== 0;
    if (hit && !(best && best.fraction <= core.f32[core.answer]!)) {
      best = Object.assign(crossing(core), { inside: core.i32[core.answer + 5] !== 0 });
    }
  });
  return best;
}

/**
 * Whether two shapes overlap now, will touch, or neither, if B moves by `translation` (m) relative to A and
 * neither turns. By swept separating axes if both have corners and no rounding, else by casting. Shapes
 * that already touch, to the rounding of their places, and do not approach are a miss.
 *
 * Throws a PhysicsError for anything but shapes or a vector.
 */
export function sweep(a: Operand, b: Operand, translation: Readonly<Vector>): Sweep {
  const readA = read(a, "a");
  const readB = read(b, "b");
  const by = readPoint(translation, "translation");
  const best: Sweep = { state: "miss", time: Infinity, normal: { x: 0, y: 0 } };
  eachPair(readA, readB, ["a", "b"], (core) => {
    core.sweep(Math.fround(by.x), Math.fround(by.y));
    const state = SWEEP_STATES[core.i32[core.answer]!]!;
    const time = core.f32[core.answer + 1]! + 0;
    if (state !== "miss" && time < best.time) {
      best.state = state;
      best.time = time;
      best.normal = vectorAt(core, 2);
    }
  });
  return best;
}

interface Motion extends Reading {
  readonly dx: number;
  readonly dy: number;
  readonly turn: number;
  readonly pivot: Readonly<Vector>;
}

function readMotion(value: Operand | MovingShape, name: string): Motion {
  const reading = read(value, name, true);
  const { translation, rotation = 0, pivot } = "shape" in value ? (value as MovingShape) : ({} as MovingShape);
  const by = translation === undefined ? { x: 0, y: 0 } : readPoint(translation, `${name}.translation`);
  return Object.assign(reading, {
    dx: by.x,
    dy: by.y,
    turn: readTurn(rotation, `${name}.rotation`),
    pivot: pivot === undefined ? { x: 0, y: 0 } : readPoint(pivot, `${name}.pivot`),
  });
}

/** Reads the rotation over a step, at most about a thousand turns: each takes a search of its own. */
function readTurn(value: unknown, name: string): number {
  const turn = readAngle(value, name);
  if (Math.abs(turn) > 6300) {
    throw new PhysicsError("out-of-range", `${name} is ${turn}; it must be within ±6300 rad (a thousand turns).`);
  }
  return turn;
}

/**
 * When two shapes, each moving by its `translation` while turning by its `rotation` about its `pivot`, first
 * come within `options.target` of each other (m, default 0). In closed form for circles that turn about
 * their centres, for all others by conservative advancement (Mirtich 1996), which cannot pass a contact.
 *
 * The gap at the time found exceeds the target by at most twice `options.tolerance` (m; default a millionth
 * of the sizes and the way together, at least 1e-9).
 * Throws a PhysicsError for anything but shapes, vectors and numbers, and for more than a thousand turns.
 */
export function timeOfImpact(
  a: Operand | MovingShape,
  b: Operand | MovingShape,
  options: { target?: number; tolerance?: number } = {},
): TimeOfImpact {
  known(options, "options", IMPACT);
  const target = options.target === undefined ? 0 : coordinate(options.target, "options.target");
  const tolerance = options.tolerance === undefined ? 0 : coordinate(options.tolerance, "options.tolerance");
  if (tolerance < 0) {
    throw new PhysicsError("out-of-range", `options.tolerance is ${tolerance}; it must be 0 or more.`);
  }
  const ma = readMotion(a, "a");
  const mb = readMotion(b, "b");
  const way = Math.abs(ma.dx) + Math.abs(ma.dy) + Math.abs(mb.dx) + Math.abs(mb.dy);
  const between = Math.abs(ma.x - mb.x) + Math.abs(ma.y - mb.y);
  const best: TimeOfImpact = { state: "separated", fraction: 1, normal: { x: 0, y: 0 } };
  eachPair(ma, mb, ["a", "b"], (core) => {
    const size = core.bound(0) + core.bound(1) + way + between;
    const slack = tolerance || Math.max(1e-9, 1e-6 * size);
    const state =
      IMPACT_STATES[
        core.impact(
          ma.dx,
          ma.dy,
          ma.turn,
          ma.pivot.x,
          ma.pivot.y,
          mb.dx,
          mb.dy,
          mb.turn,
          mb.pivot.x,
          mb.pivot.y,
          Math.fround(target),
          Math.fround(slack),
        )
      ]!;
    const fraction = core.f32[core.answer + 1]! + 0;
    if (state !== "separated" && (best.state === "separated" || fraction < best.fraction)) {
      best.state = state === "hit" && fraction === 0 ? "overlapped" : state;
      best.fraction = fraction;
      best.normal = vectorAt(core, 2);
    }
  });
  return best;
}
