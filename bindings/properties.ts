import { boolean } from "./check.js";
import type { Vector } from "./definitions.js";

// Properties that work alike: numbers that the core keeps under an index. The class declares them, and a table gives their indices.

/** Checks a new value. */
type Read<T> = (value: unknown, name: string, lengthUnit: number) => T;

/** For each property, the index of its number in the core, or of the first of two, and the check of a new value, if it can be set. */
type Table<T> = Readonly<Record<string, readonly [field: number, read?: Read<T>]>>;

/** The same for properties that can all be set. */
export type SettableTable<T> = Readonly<Record<string, readonly [field: number, read: Read<T>]>>;

interface Owner {
  readonly world: { readonly lengthUnit: number };
  get(field: number, what: string): number;
  set(field: number, value: number, what: string): void;
}

function define<T>(
  { prototype }: { readonly prototype: object },
  table: Table<T>,
  get: (of: Owner, field: number, what: string) => T,
  set: (of: Owner, field: number, value: T, what: string) => void,
): void {
  for (const [key, [field, read]] of Object.entries(table)) {
    Object.defineProperty(prototype, key, {
      configurable: true,
      get(this: Owner) {
        return get(this, field, key);
      },
      set:
        read &&
        function (this: Owner, value: unknown) {
          set(this, field, read(value, key, this.world.lengthUnit), key);
        },
    });
  }
}

/** Gives a class properties that are numbers. @internal */
export function numbers(owner: { readonly prototype: object }, table: Table<number>): void {
  define(
    owner,
    table,
    (of, field, what) => of.get(field, what),
    (of, field, value, what) => of.set(field, value, what),
  );
}

/** Gives a class properties that are vectors: two consecutive numbers. @internal */
export function vectors(owner: { readonly prototype: object }, table: Table<Vector>): void {
  define(
    owner,
    table,
    (of, field, what) => ({ x: of.get(field, what), y: of.get(field + 1, what) }),
    (of, field, { x, y }, what) => {
      of.set(field, x, what);
      of.set(field + 1, y, what);
    },
  );
}

/** Gives a class boolean properties, stored as 1 or 0. @internal */
export function switches(owner: { readonly prototype: object }, table: Table<boolean>): void {
  define(
    owner,
    table,
    (of, field, what) => of.get(field, what) !== 0,
    (of, field, value, what) => of.set(field, value ? 1 : 0, what),
  );
}

/** Gives a class boolean properties. The class only declares them, so that a subclass may have fields of the same names. @internal */
export function toggles<T extends object>(
  { prototype }: { readonly prototype: T },
  keys: readonly string[],
  of: (object: T) => Record<string, boolean>,
): void {
  for (const key of keys) {
    Object.defineProperty(prototype, key, {
      configurable: true,
      get(this: T) {
        return of(this)[key];
      },
      set(this: T, value: unknown) {
        of(this)[key] = boolean(value, key);
      },
    });
  }
}
