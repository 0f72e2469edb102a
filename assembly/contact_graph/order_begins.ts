import { Buffer, List } from "../memory/buffer";
import { radixSortPairs } from "../memory/radix_sort";
import { sortSpace, touchChanges } from "../world/buffers";
import { Contact, Contacts, TouchChange } from "../world/contact";
import { world } from "../world/world";

/** Sort keys of touches that begin; the last is the most significant. */
const enum Key {
  HigherShape = 0,
  LowerShape = 1,
  /** The nearest first; all that overlap count as gap 0 (else capsules at 55 m/s now and then left a loop). */
  Gap = 2,
}
const KEYS: u32 = 3;

/**
 * Touch changes → a list of those that begin a touch: the nearest first, among equals by the lower shape, then by the higher. The first of
 * two touches of a body takes the first colour, and so is solved last among those with ground: bars of four boxes that landed on several
 * at once hopped by 5 mm on average, by 27 in the order of their shapes and by 54 with the farthest first. In the order of the lists in
 * which they were found, where the last contact takes the place of any that ends, events far away changed how heaps behaved here. If
 * memory is lacking, the changes are returned as they are.
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

/** Pairs of a key and a change in one half of `sortSpace` → the same sorted by a key, in either half. */
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
    return reinterpret<u32>(max<f32>(Contacts.gap(c), 0)); // floats from 0 on sort like their bits
  }
  return key == Key.LowerShape ? min<u32>(c.shapeA, c.shapeB) : max<u32>(c.shapeA, c.shapeB);
}
