import type { ShapeKind } from "../assembly/abi/layout.js";
import { number, refuse, vector } from "./check.js";
import type { Material, Vector } from "./definitions.js";

// What the makers of shapes share: checks of sizes and places, and what a shape means to the core.

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
  /** `ShapeFlag` bits beside those of the material. */
  readonly flags: number;
  /** What it has beside the material of the whole shape. */
  readonly material: Material | undefined;
}

/** Smallest and largest half extent of a shape (m), as in the core. */
export const MIN_SIZE = 1e-5;
export const MAX_SIZE = 1e6;

const ORIGIN: Readonly<Vector> = Object.freeze({ x: 0, y: 0 });
const NO_POINTS: readonly number[] = [];

/** A base class that makes nothing: what derives from it puts its private fields on an object that is there already. */
const Itself = function (object: object) {
  return object;
} as unknown as new (object: object) => object;

/**
 * What a descriptor means to the core, found once, in a private field of the descriptor. (A `WeakMap` took longer than the
 * rest of making a body.)
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

export function bad(name: string, value: unknown, wanted: string): never {
  refuse("bad-shape", name, value, wanted);
}

export function size(value: unknown, name: string, half: number): number {
  const n = number(value, name);
  if (n * half < Math.fround(MIN_SIZE) || n * half > MAX_SIZE) {
    bad(name, value, `a length from ${MIN_SIZE / half} to ${MAX_SIZE / half}`);
  }
  return n;
}

/** A length that may be 0. */
export function optionalSize(value: unknown, name: string): number {
  const n = number(value, name);
  if (n < 0 || n > MAX_SIZE) {
    bad(name, value, `a length from 0 to ${MAX_SIZE}`);
  }
  return n;
}

export function point(value: unknown, name: string): Readonly<Vector> {
  const v = vector(value, name);
  if (Math.abs(v.x) > MAX_SIZE || Math.abs(v.y) > MAX_SIZE) {
    bad(name, `(${v.x}, ${v.y})`, `coordinates within ±${MAX_SIZE} of the body's origin`);
  }
  return Object.freeze(v);
}

export function pointList(value: unknown, name: string, min: number, max: number): readonly Readonly<Vector>[] {
  if (!Array.isArray(value)) {
    refuse("bad-type", name, value, "an array of points { x, y }");
  }
  if (value.length < min || value.length > max) {
    bad(`${name}.length`, value.length, max === Infinity ? `at least ${min} points` : `${min} to ${max} points`);
  }
  return Object.freeze(Array.from(value, (item, i) => point(item, `${name}[${i}]`)));
}

export function centerOf(options: { center?: unknown }, name: string): Readonly<Vector> {
  return options.center === undefined ? ORIGIN : point(options.center, `${name}.center`);
}

export function angleOf(options: { angle?: unknown }, name: string): number {
  return options.angle === undefined ? 0 : number(options.angle, `${name}.angle`);
}

export function radiusOf(options: { radius?: unknown }, name: string): number {
  return options.radius === undefined ? 0 : optionalSize(options.radius, `${name}.radius`);
}

export function piece(kind: ShapeKind, part: Partial<Piece>): Piece {
  const { halfX = 0, halfY = 0, radius = 0, centerX = 0, centerY = 0, angle = 0, points = NO_POINTS } = part;
  const { flags = 0, material } = part;
  return { kind, halfX, halfY, radius, centerX, centerY, angle, points, flags, material };
}

/** A descriptor with its pieces: a list, for a call takes no more arguments than the stack holds. */
export function finish<T extends object>(shape: T, pieces: readonly Piece[]): T {
  return Object.freeze(new Pieces(shape, pieces)) as unknown as T;
}
