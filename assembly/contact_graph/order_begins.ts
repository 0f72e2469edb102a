import { Buffer, List } from "../memory/buffer";
import { radixSortPairs } from "../memory/radix_sort";
import { sortSpace, touchChanges } from "../world/buffers";
import { Contacts, TouchChange } from "../world/contact";
import { world } from "../world/world";

/**
 * Touch changes → a list of those that begin a touch, in the order of the lower and then of the higher shape of each. The lists they
 * were found in lose their order where contacts end anywhere in the world, and the first of two touches of a body takes the first
 * colour: what went on far away made heaps go another way here. Where there is no memory for it, the changes as they are.
 */
export function orderBegins(): Buffer {
  const n = touchChanges.count;
  if (!Buffer.ensureScratch(sortSpace, (<usize>n) << 4)) {
    return touchChanges;
  }
  const pairs = sortSpace.ptr;
  let end = pairs;
  for (let k: u32 = 0; k < n; k++) {
    const code = List.get(touchChanges, k);
    const change = code & 3;
    if (change == TouchChange.Begin || change == TouchChange.BeginAhead) {
      const c = Contacts.at(code >> 2);
      store<u32>(end, max<u32>(c.shapeA, c.shapeB));
      store<u32>(end, code, 4);
      end += 8;
    }
  }
  const count = <u32>((end - pairs) >> 3);
  const bits = 32 - clz<u32>(world.shapeEnd);
  const byHigher = radixSortPairs(pairs, end, count, bits);
  for (let k: u32 = 0; k < count; k++) {
    const p = byHigher + ((<usize>k) << 3);
    const c = Contacts.at(load<u32>(p, 4) >> 2);
    store<u32>(p, min<u32>(c.shapeA, c.shapeB));
  }
  const sorted = radixSortPairs(byHigher, byHigher == pairs ? end : pairs, count, bits);
  sortSpace.count = count;
  for (let k: u32 = 0; k < count; k++) {
    List.set(sortSpace, k, load<u32>(sorted + ((<usize>k) << 3), 4));
  }
  return sortSpace;
}
