import { Buffer, List } from "../memory/buffer";
import { radixSortPairs } from "../memory/radix_sort";
import { sortSpace, touchChanges } from "../world/buffers";
import { Contact, Contacts, TouchChange } from "../world/contact";
import { world } from "../world/world";

/** What touches are ordered by, the last first. */
const enum Key {
  HigherShape = 0,
  LowerShape = 1,
  /** The nearest first; what has met is as near as what is in each other (else capsules of 55 m/s now and then left a loop). */
  Gap = 2,
}
const KEYS: u32 = 3;

/**
 * Touch changes → a list of those that begin a touch, the nearest first, of equals that of the lower shape, then that of the higher. The first
 * of two touches of a body takes the first colour, and so is solved last of those with what stands: bars of four boxes that landed on several
 * at once hopped by 5 mm in the mean, by 27 in the order of their shapes and by 54 with the farthest first. In that of the lists in which
 * they were found, from which a contact that ends anywhere is taken by putting the last in its place, what went on far away made heaps
 * go another way here. Where there is no memory for it, the changes as they are.
 */
export function orderBegins(): Buffer {
  const n = touchChanges.count;
  if (!Buffer.ensureScratch(sortSpace, (<usize>n) << 4)) {
    return touchChanges;
  }
  let end = sortSpace.ptr;
  for (let k: u32 = 0; k < n; k++) {
    const code = List.get(touchChanges, k);
    const change = code & 3;
    if (change == TouchChange.Begin || change == TouchChange.BeginAhead) {
      store<u32>(end, code, 4);
      end += 8;
    }
  }
  const count = <u32>((end - sortSpace.ptr) >> 3);
  let sorted = sortSpace.ptr;
  for (let key: u32 = 0; key < KEYS; key++) {
    sorted = sortBy(key, sorted, count);
  }
  sortSpace.count = count;
  for (let k: u32 = 0; k < count; k++) {
    List.set(sortSpace, k, load<u32>(sorted + ((<usize>k) << 3), 4));
  }
  return sortSpace;
}

/** Pairs of a key and a change, in one half of `sortSpace` → the same by a key, in one of both. */
function sortBy(key: u32, pairs: usize, count: u32): usize {
  const bytes = (<usize>count) << 3;
  for (let p = pairs, end = p + bytes; p < end; p += 8) {
    store<u32>(p, keyOf(key, Contacts.at(load<u32>(p, 4) >> 2)));
  }
  const first = sortSpace.ptr;
  const bits: u32 = key == Key.Gap ? 32 : 32 - clz<u32>(world.shapeEnd);
  return radixSortPairs(pairs, pairs == first ? first + bytes : first, count, bits);
}

function keyOf(key: u32, c: Contact): u32 {
  if (key == Key.Gap) {
    return reinterpret<u32>(max<f32>(Contacts.gap(c), 0)); // floats from 0 on are in the order of their bits
  }
  return key == Key.LowerShape ? min<u32>(c.shapeA, c.shapeB) : max<u32>(c.shapeA, c.shapeB);
}
