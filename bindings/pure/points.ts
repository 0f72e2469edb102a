import { show } from "../check.js";
import type { Vector } from "../definitions.js";
import { PhysicsError } from "../errors.js";

// Points as this entry reads them: 64-bit numbers, unlike those of a world.

/** Largest coordinate (m): beyond it, differences of positions no longer resolve a contact. */
export const FARTHEST = 1e7;

/** A coordinate within ±1e7. */
export function coordinate(value: unknown, name: string): number {
  if (typeof value !== "number") {
    throw new PhysicsError("bad-type", `${name} is ${show(value)}; it must be a number.`);
  }
  if (value - value !== 0) {
    throw new PhysicsError("not-finite", `${name} is ${value}; it must be a finite number.`);
  }
  if (value > FARTHEST || value < -FARTHEST) {
    throw new PhysicsError("out-of-range", `${name} is ${value}; it must be within ±${FARTHEST}.`);
  }
  return value;
}

/** Checks a point `{ x, y }` and returns it as it is. */
export function readPoint(value: unknown, name: string): Readonly<Vector> {
  if (typeof value !== "object" || value === null) {
    throw new PhysicsError("bad-type", `${name} is ${show(value)}; it must be a point { x, y }.`);
  }
  const { x, y } = value as Vector;
  // Types first: a symbol or a big integer has no absolute value.
  if (!(typeof x === "number" && typeof y === "number" && Math.abs(x) <= FARTHEST && Math.abs(y) <= FARTHEST)) {
    coordinate(x, `${name}.x`);
    coordinate(y, `${name}.y`);
  }
  return value as Vector;
}

/** A list of at least `least` points, checked and returned as it is. */
export function readPoints(value: unknown, name: string, least: number): readonly Readonly<Vector>[] {
  if (!Array.isArray(value)) {
    throw new PhysicsError("bad-type", `${name} is ${show(value)}; it must be an array of points { x, y }.`);
  }
  if (value.length < least) {
    throw new PhysicsError("bad-shape", `${name} has ${value.length} points; it needs at least ${least}.`);
  }
  for (let i = 0; i < value.length; i++) {
    readPoint(value[i], `${name}[${i}]`);
  }
  return value as Vector[];
}
