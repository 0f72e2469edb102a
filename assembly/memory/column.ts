import { allocate, blockBytes, extend, release } from "./allocator";

/**
 * A column: one flat block of equal elements, indexed by slot, whose base pointer is a field of the world record.
 * Columns of a family (bodies, shapes, …) share capacity and grow together, by doubling.
 */

/** How the slots of a family are used: four words of the world record, before the addresses of the columns. */
@unmanaged
export class Family {
  /** Elements its columns have room for. */
  capacity: u32;
  /** Slots ever used, slot 0 (nobody) included. */
  end: u32;
  /** First of the free slots, 0 for none. */
  free: u32;
  /** Slots that live. */
  count: u32;
}

/**
 * The capacity that the columns of a family need so that `count` more slots can be taken: the present one if there is room, 0 if they
 * would need more than `most`. Free slots are taken first; each names the next in a word of its record, the first record's at `links`.
 * Columns begin with `least` elements.
 */
export function roomFor(f: Family, count: u32, links: usize, recordBytes: usize, least: u32, most: u32): u32 {
  const capacity = f.capacity;
  const end = f.end;
  let need = end + count;
  for (let slot = f.free; slot != 0 && need > capacity && need > end; need--) {
    slot = load<u32>(links + <usize>slot * recordBytes);
  }
  if (need <= capacity) {
    return capacity;
  }
  if (need > most) {
    return 0;
  }
  let next = max<u32>(capacity, least);
  while (next < need) {
    next <<= 1;
  }
  return next;
}

/**
 * Makes room for `next` elements in the column whose pointer lies at `field`, in another block unless its own can be made longer. New
 * elements are not cleared: whoever first takes a slot clears it, so that memory that is never taken is never touched (that was half the
 * time of creating 10,000 bodies).
 */
export function growColumn(field: usize, elementBytes: usize, capacity: u32, next: u32): void {
  const oldBytes = elementBytes * <usize>capacity;
  const newBytes = elementBytes * <usize>next;
  const old = load<usize>(field);
  if (extend(old, oldBytes, newBytes)) {
    return;
  }
  const block = allocate(newBytes); // cannot fail: the caller reserved
  memory.copy(block, old, oldBytes);
  release(old, oldBytes);
  store<usize>(field, block);
}

/** The most memory that growing a column to `next` elements takes, for `reserve`. */
export function columnBytes(elementBytes: usize, next: u32): usize {
  return blockBytes(elementBytes * <usize>next);
}
