import { PhysicsError, type ErrorCode } from "./errors.js";
import type { Vector } from "./definitions.js";

// Every argument passes through here before the first call into the core. A check returns the value or throws a
// PhysicsError whose sentence begins with the name of the argument.

/** Largest coordinate of a body, in lengths of the world's `lengthUnit`. */
export const MAX_COORDINATE = 1e7;

/** Four turns (rad): beyond them 32-bit angles are spaced more coarsely than those of a pose. */
export const MAX_TURNED = 8 * Math.PI;

/** A value as a person would write it. */
export function show(value: unknown): string {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
    case "object":
      return value === null ? "null" : Array.isArray(value) ? "an array" : "an object";
    case "function":
      return "a function";
    case "symbol":
      return "a symbol";
    case "bigint":
      return `${value}n`;
    default:
      return String(value);
  }
}

/** Throws the error for a `value` given for `name`, where `wanted` is expected. */
export function refuse(code: ErrorCode, name: string, value: unknown, wanted: string): never {
  throw new PhysicsError(code, `${name} is ${show(value)}; it must be ${wanted}.`);
}

function isFinite32(value: unknown): value is number {
  return typeof value === "number" && Math.fround(value) - Math.fround(value) === 0;
}

/** A number that is finite in 32 bits, rounded to 32 bits. */
export function number(value: unknown, name: string): number {
  if (typeof value !== "number") {
    refuse("bad-type", name, value, "a number");
  }
  const rounded = Math.fround(value);
  if (rounded - rounded !== 0) {
    refuse("not-finite", name, value, "a finite number (at most 3.4e38)");
  }
  return rounded;
}

/**
 * An angle of which only the direction counts, rounded to 32 bits. Beyond four turns its whole turns are taken off first,
 * or an angle driven by a clock would move in steps that grow with time. Taking the remainder has no rounding error.
 */
export function angle(value: unknown, name: string): number {
  const rounded = number(value, name);
  return Math.abs(rounded) > MAX_TURNED ? Math.fround((value as number) % (2 * Math.PI)) : rounded;
}

/** A number from `min` to `max`, both included; `wanted` is what the error calls it. */
export function within(value: unknown, name: string, min: number, max: number, wanted = "a number"): number {
  const n = number(value, name);
  // Limits are rounded as the number is, because 1e-5 in 32 bits is less than 1e-5. The sign is not taken
  // from the rounded number: -1e-46 in 32 bits is 0.
  if (n < Math.fround(min) || n > Math.fround(max) || (min === 0 && (value as number) < 0)) {
    refuse("out-of-range", name, value, `${wanted} from ${min} to ${max}`);
  }
  return n;
}

/** A number that is 0 or more. */
export function positiveOrZero(value: unknown, name: string): number {
  const n = number(value, name);
  if ((value as number) < 0) {
    refuse("out-of-range", name, value, "0 or more");
  }
  return n;
}

/** A number above 0. */
export function positive(value: unknown, name: string): number {
  const n = number(value, name);
  if (!(n > 0)) {
    refuse("out-of-range", name, value, "a number above 0");
  }
  return n;
}

/** A whole number from `min` to `max`. */
export function whole(value: unknown, name: string, min: number, max: number): number {
  const n = value as number;
  if (!Number.isInteger(value) || n < min || n > max) {
    const code = typeof value !== "number" ? "bad-type" : n - n === 0 ? "out-of-range" : "not-finite";
    refuse(code, name, value, `a whole number from ${min} to ${max}`);
  }
  return n;
}

/** 32 bits. Negative numbers are taken as two's complement, so that `~layer` works. Returned as a signed number. */
export function bits(value: unknown, name: string): number {
  return whole(value, name, -0x80000000, 0xffffffff) | 0;
}

export function boolean(value: unknown, name: string): boolean {
  if (typeof value !== "boolean") {
    refuse("bad-type", name, value, "true or false");
  }
  return value;
}

/** Index of a name in a list of names. */
export function oneOf(value: unknown, name: string, list: readonly string[], code: ErrorCode = "bad-type"): number {
  const index = list.indexOf(value as string);
  if (index < 0) {
    refuse(code, name, value, (list.length > 1 ? "one of " : "") + list.map((item) => `"${item}"`).join(", "));
  }
  return index;
}

/** `{ x, y }` of finite numbers, rounded to 32 bits. */
export function vector(value: unknown, name: string): Vector {
  // The names of the coordinates are built only for messages: this is called for every body.
  const v = fields(value, name, "a vector { x, y }");
  const { x, y } = v;
  if (isFinite32(x) && isFinite32(y)) {
    return { x: Math.fround(x), y: Math.fround(y) };
  }
  return { x: number(x, `${name}.x`), y: number(y, `${name}.y`) };
}

/** A point of the world: `{ x, y }` with coordinates within ±1e7 · lengthUnit. */
export function position(value: unknown, name: string, lengthUnit: number): Vector {
  const { x, y } = fields(value, name, "a point { x, y }");
  const limit = MAX_COORDINATE * lengthUnit;
  if (isFinite32(x) && isFinite32(y) && Math.abs(x) <= limit && Math.abs(y) <= limit) {
    return { x: Math.fround(x), y: Math.fround(y) };
  }
  return { x: coordinate(x, `${name}.x`, lengthUnit), y: coordinate(y, `${name}.y`, lengthUnit) };
}

export function coordinate(value: unknown, name: string, lengthUnit: number): number {
  const limit = MAX_COORDINATE * lengthUnit;
  return within(value, name, -limit, limit);
}

interface TypedArrays {
  Uint8Array: Uint8Array;
  Uint32Array: Uint32Array;
  Float32Array: Float32Array;
  Float64Array: Float64Array;
}

/**
 * Whether a value is a typed array of this kind, even one from another frame, or from outside a test
 * runner's context, which `instanceof` would not recognise.
 */
export function isTyped<K extends keyof TypedArrays>(value: unknown, kind: K): value is TypedArrays[K] {
  return ArrayBuffer.isView(value) && (value as unknown as Uint8Array)[Symbol.toStringTag] === kind;
}

/** Checks a typed array that may be left out. */
export function maybeTyped(value: unknown, name: string, kind: keyof TypedArrays): void {
  if (value !== undefined && !isTyped(value, kind)) {
    refuse("bad-type", name, value, `a ${kind}, or left out`);
  }
}

/** An array of any kind, to be read number by number. */
export function arrayLike(value: unknown, name: string, wanted: string): ArrayLike<number> {
  const list = value as ArrayLike<number> | null | undefined;
  if (typeof list !== "object" || list === null || typeof list.length !== "number") {
    refuse("bad-type", name, value, wanted);
  }
  return list;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An object that is neither null nor an array, to be read field by field. */
export function fields(value: unknown, name: string, wanted: string): Record<string, unknown> {
  if (!isObject(value)) {
    refuse("bad-type", name, value, wanted);
  }
  return value;
}

/** Whether a field belongs to the object or its class. A field that a page has put on all objects is not an option. */
export function isGiven(object: object, key: string): boolean {
  return Object.prototype.hasOwnProperty.call(object, key) || !(key in Object.prototype);
}

/** The fields of two objects, where those of `over` win. Unlike spreading, it includes inherited fields. */
export function overlaid<U extends object, O extends object>(under: U, over: O): U & O {
  const both: Record<string, unknown> = {};
  for (const from of [under, over] as Record<string, unknown>[]) {
    for (const key in from) {
      if (isGiven(from, key)) {
        both[key] = from[key];
      }
    }
  }
  return both as U & O;
}

/** The error for an option that does not exist. */
export function unknownOption(name: string, key: string | symbol, keys: Iterable<string>): PhysicsError {
  return new PhysicsError(
    "unknown-option",
    `${name}.${String(key)} is not an option; the options are ${[...keys].join(", ")}.`,
  );
}

/** An object that has only known keys: a misspelt option is an error, not a silent default. */
export function known(value: unknown, name: string, keys: ReadonlySet<string>): Record<string, unknown> {
  if (!isObject(value)) {
    refuse("bad-type", name, value, `an object with ${[...keys].join(", ")}`);
  }
  for (const key in value) {
    if (!keys.has(key) && isGiven(value, key)) {
      throw unknownOption(name, key, keys);
    }
  }
  return value;
}
