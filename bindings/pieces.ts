import type { ShapeKind } from "../assembly/abi/layout.js";
import { angle as checkAngle, boolean, isGiven, known, number, refuse, vector } from "./check.js";
import type { Material, Vector } from "./definitions.js";
import { PhysicsError } from "./errors.js";
import { MATERIAL_KEYS } from "./material_keys.js";

// What the makers of shapes share: checks of sizes and places, and the pieces that a shape becomes in the core.

/** A convex piece as the core reads it. @internal */
export interface Piece {
  readonly kind: ShapeKind;
  readonly halfX: number;
  readonly halfY: number;
  readonly radius: number;
  readonly centerX: number;
  readonly centerY: number;
  readonly angle: number;
  /** x, y pairs in the body's frame. */
  readonly points: readonly number[];
  /** `ShapeFlag` bits beyond those of the material. */
  readonly flags: number;
  /** Material fields of this piece that replace those of the whole shape. */
  readonly material: Material | undefined;
}

/** Smallest and largest half extent of a shape (m), as in the core. */
export const MIN_SIZE = 1e-5;
export const MAX_SIZE = 1e6;

const ORIGIN: Readonly<Vector> = Object.freeze({ x: 0, y: 0 });
const NO_POINTS: readonly number[] = [];

/** A base class that creates nothing: a class derived from it adds its private fields to an existing object. */
const Itself = function (object: object) {
  return object;
} as unknown as new (object: object) => object;

/**
 * The pieces that a descriptor becomes in the core, worked out once and kept in a private field of the
 * descriptor. (A `WeakMap` took longer than the rest of making a body.)
 */
export class Pieces extends Itself {
  readonly #pieces: readonly Piece[];
  constructor(shape: object, pieces: readonly Piece[]) {
    super(shape);
    this.#pieces = pieces;
  }
  static of(shape: object): readonly Piece[] | undefined {
    return #pieces in shape ? shape.#pieces : undefined;
  }
}

/** Throws the error for a size or place that no shape can have; a text is shown as it is. */
export function bad(name: string, value: number | string, wanted: string): never {
  throw new PhysicsError("bad-shape", `${name} is ${value}; it must be ${wanted}.`);
}

export function size(value: unknown, name: string, half: number): number {
  const n = number(value, name);
  if (n * half < Math.fround(MIN_SIZE) || n * half > MAX_SIZE) {
    bad(name, value as number, `a length from ${MIN_SIZE / half} to ${MAX_SIZE / half}`);
  }
  return n;
}

/** A length that may be 0. */
export function optionalSize(value: unknown, name: string): number {
  const n = number(value, name);
  if (n < 0 || n > MAX_SIZE) {
    bad(name, value as number, `a length from 0 to ${MAX_SIZE}`);
  }
  return n;
}

export function point(value: unknown, name: string): Readonly<Vector> {
  const v = vector(value, name);
  if (Math.abs(v.x) > MAX_SIZE || Math.abs(v.y) > MAX_SIZE) {
    bad(name, `(${v.x}, ${v.y})`, `within ±${MAX_SIZE} of the body's origin`);
  }
  return Object.freeze(v);
}

export function pointList(value: unknown, name: string, min: number, max: number): readonly Readonly<Vector>[] {
  if (!Array.isArray(value)) {
    refuse("bad-type", name, value, "an array of points { x, y }");
  }
  if (value.length < min || value.length > max) {
    bad(`${name}.length`, value.length, max === Infinity ? `at least ${min}` : `from ${min} to ${max}`);
  }
  return Object.freeze(Array.from(value, (item, i) => point(item, `${name}[${i}]`)));
}

const MATERIAL = new Set<string>(MATERIAL_KEYS);

/** Checks the fields of a shape. Those of its material, which stand beside it, are refused by saying so. */
export function shapeFields(value: unknown, name: string, keys: ReadonlySet<string>): void {
  for (const key in value as object) {
    if (!keys.has(key) && MATERIAL.has(key) && isGiven(value as object, key)) {
      throw new PhysicsError(
        "unknown-option",
        `${name}.${key} is not an option; put it beside the shape: { shape, ${key} }.`,
      );
    }
  }
  known(value, name, keys);
}

export function centerOf({ center }: { center?: unknown }): Readonly<Vector> {
  return center === undefined ? ORIGIN : point(center, "options.center");
}

export function angleOf({ angle = 0 }: { angle?: unknown }): number {
  return checkAngle(angle, "options.angle");
}

export function radiusOf({ radius = 0 }: { radius?: unknown }): number {
  return optionalSize(radius, "options.radius");
}

/** A switch that is off by default. */
export function isOn<K extends string>(options: { [_ in K]?: unknown }, key: K): boolean {
  const { [key]: on = false } = options;
  return boolean(on, `options.${key}`);
}

/** A piece with the place and rounding of `shape`. */
export function piece(
  kind: ShapeKind,
  shape: { center?: Readonly<Vector>; angle?: number; radius?: number },
  part: Partial<Omit<Piece, "kind" | "radius">> = {},
): Piece {
  const { center = ORIGIN, radius = 0 } = shape;
  const { halfX = 0, halfY = 0, centerX = center.x, centerY = center.y, angle = shape.angle ?? 0 } = part;
  const { points = NO_POINTS, flags = 0, material } = part;
  return { kind, halfX, halfY, radius, centerX, centerY, angle, points, flags, material };
}

/** A descriptor with its pieces. They are passed as one list, because the number of arguments of a call is limited by the stack. */
export function finish<T extends object>(shape: T, pieces: readonly Piece[]): T {
  return Object.freeze(new Pieces(shape, pieces)) as unknown as T;
}
