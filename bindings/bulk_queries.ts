import { Hit, HIT_WORDS } from "../assembly/abi/layout.js";
import * as check from "./check.js";
import type { Filter } from "./definitions.js";
import { PhysicsError } from "./errors.js";
import type { Instance } from "./instance.js";
import { writeFilter, type Predicate } from "./queries.js";

// Many queries in one call: numbers in, numbers out, no objects.

function needsNoPredicate(predicate: Predicate | undefined): void {
  if (predicate !== undefined) {
    throw new PhysicsError("not-available", "filter.predicate does not work in bulk queries; leave it out.");
  }
}

/** Checks the numbers of a bulk query, `stride` per item, and copies them to the core. Returns the number of items. */
function writeBulk(of: Instance, list: unknown, name: string, stride: number, what: string): number {
  if (!check.isTyped(list, "Float32Array")) {
    check.refuse("bad-type", name, list, `a Float32Array of ${what}`);
  }
  if (list.length % stride !== 0) {
    throw new PhysicsError("out-of-range", `${name} has ${list.length} numbers; it needs ${what}.`);
  }
  const limit = check.MAX_COORDINATE * of.lengthUnit;
  for (let i = 0; i < list.length; i++) {
    const value = list[i]!;
    if (!(Math.abs(value) <= limit)) {
      check.coordinate(value, `${name}[${i}]`, of.lengthUnit);
    }
  }
  if (list.length > 0) {
    const address = of.bulkBuffer(list.length, name);
    new Float32Array(of.buffer, address, list.length).set(list);
  }
  return list.length / stride;
}

/** @internal */
export function castRays(
  of: Instance,
  rays: Float32Array,
  out: Float32Array | undefined,
  filter: Filter | undefined,
): Float32Array {
  check.maybeTyped(out, "out", "Float32Array");
  needsNoPredicate(writeFilter(of, filter));
  const count = writeBulk(of, rays, "rays", 4, "x, y, dx, dy per ray");
  const words = count * HIT_WORDS;
  if (out !== undefined && out.length < words) {
    throw new PhysicsError(
      "out-of-range",
      `out has ${out.length} numbers; it needs ${HIT_WORDS} per ray, ${words} in total.`,
    );
  }
  const into = out ?? new Float32Array(words);
  if (count > 0) {
    of.found(of.core.castRays(count), "castRays");
    const address = of.core.hitPointer() >>> 0;
    into.set(new Float32Array(of.buffer, address, words));
    for (let at = 0; at < words; at += HIT_WORDS) {
      for (let k = at + Hit.X; k <= at + Hit.Fraction; k++) {
        into[k]! += 0; // −0 becomes 0
      }
    }
  }
  return into;
}

/** @internal */
export function overlapBulk(
  of: Instance,
  places: Float32Array,
  boxes: boolean,
  out: Uint32Array | undefined,
  filter: Filter | undefined,
): Uint32Array {
  check.maybeTyped(out, "out", "Uint32Array");
  needsNoPredicate(writeFilter(of, filter));
  const count = boxes
    ? writeBulk(of, places, "boxes", 4, "lower x, y, upper x, y per box")
    : writeBulk(of, places, "points", 2, "x, y per point");
  if (count === 0) {
    return new Uint32Array(0);
  }
  for (let i = 0; boxes && i < places.length; i += 4) {
    for (let k = i + 2; k < i + 4; k++) {
      if (places[k]! < places[k - 2]!) {
        throw new PhysicsError("out-of-range", `boxes[${k}] is less than boxes[${k - 2}]; put the lower corner first.`);
      }
    }
  }
  const words = 2 * of.found(of.core.overlapBulk(boxes ? 1 : 0, count), boxes ? "overlapAABBs" : "overlapPoints");
  const found = of.wordsAt(of.core.hitPointer(), words);
  if (out === undefined || out.length < words) {
    return found.slice();
  }
  out.set(found);
  return out.subarray(0, words);
}
