import { Buffer, List } from "../memory/buffer";
import { radixSortPairs } from "../memory/radix_sort";
import { sortSpace, touchChanges } from "../world/buffers";
import { Contact, Contacts, TouchChange } from "../world/contact";

/** What touches are ordered by. */
const enum Key {
  /** The nearest first; what has met is as near as what is in each other (else capsules of 55 m/s now and then left a loop). */
  Gap = 0,
  LowerShape = 1,
  HigherShape = 2,
}

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
  let sorted = sortBy(Key.Gap, sortSpace.ptr, count);
  if (hasTies(sorted, count)) {
    sorted = sortBy(Key.HigherShape, sorted, count);
    sorted = sortBy(Key.LowerShape, sorted, count);
    sorted = sortBy(Key.Gap, sorted, count);
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
  return radixSortPairs(pairs, pairs == first ? first + bytes : first, count, 32);
}

function keyOf(key: u32, c: Contact): u32 {
  if (key == Key.Gap) {
    // Floats in order as whole numbers: of those below zero all bits are turned, of others the sign.
    const bits = reinterpret<u32>(max<f32>(Contacts.gap(c), 0));
    return bits ^ ((<u32>((<i32>bits) >> 31)) | 0x80000000);
  }
  return key == Key.LowerShape ? min<u32>(c.shapeA, c.shapeB) : max<u32>(c.shapeA, c.shapeB);
}

/** Are some beside each other of one key? */
function hasTies(pairs: usize, count: u32): bool {
  for (let p = pairs + 8, end = pairs + ((<usize>count) << 3); p < end; p += 8) {
    if (load<u32>(p) == load<u32>(p - 8)) {
      return true;
    }
  }
  return false;
}
