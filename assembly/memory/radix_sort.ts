import { Buffer, List } from "./buffer";
import { SCRATCH } from "./scratch";

// Least-significant-digit radix sort, 11 bits a pass. Histograms live in scratch memory (3 × 8 KB would not fit beside
// others' temporaries, so passes are done one histogram at a time).

const DIGIT_BITS: u32 = 11;
const DIGITS: usize = 1 << DIGIT_BITS;
const DIGIT_MASK: u32 = (1 << DIGIT_BITS) - 1;

/** Turns counts into start positions. */
function prefixSums(histogram: usize): void {
  let sum: u32 = 0;
  for (let p = histogram, end = histogram + (DIGITS << 2); p < end; p += 4) {
    const count = load<u32>(p);
    store<u32>(p, sum);
    sum += count;
  }
}

/**
 * Sorts `count` pairs of (key u32, value u32), 8 bytes each, by key; stable. `bits`: how many low bits of the key matter.
 * `a` holds the input, `b` is as large; returns whichever of the two holds the result.
 */
export function radixSortPairs(a: usize, b: usize, count: u32, bits: u32): usize {
  let source = a;
  let target = b;
  const histogram = SCRATCH;
  for (let shift: u32 = 0; shift < bits; shift += DIGIT_BITS) {
    memory.fill(histogram, 0, DIGITS << 2);
    const end = source + ((<usize>count) << 3);
    for (let p = source; p < end; p += 8) {
      const h = histogram + (((load<u32>(p) >> shift) & DIGIT_MASK) << 2);
      store<u32>(h, load<u32>(h) + 1);
    }
    prefixSums(histogram);
    for (let p = source; p < end; p += 8) {
      const h = histogram + (((load<u32>(p) >> shift) & DIGIT_MASK) << 2);
      const at = load<u32>(h);
      store<u32>(h, at + 1);
      store<u64>(target + ((<usize>at) << 3), load<u64>(p));
    }
    const swap = source;
    source = target;
    target = swap;
  }
  return source;
}

/** Sorts `count` u64 keys whose two halves have at most `bits` significant bits each, by (high, low). As above. */
export function radixSortKeys(a: usize, b: usize, count: u32, bits: u32): usize {
  if (count < 64) {
    insertionSortKeys(a, count);
    return a;
  }
  let source = a;
  let target = b;
  const histogram = SCRATCH;
  for (let half: usize = 0; half < 8; half += 4) {
    for (let shift: u32 = 0; shift < bits; shift += DIGIT_BITS) {
      memory.fill(histogram, 0, DIGITS << 2);
      const end = source + ((<usize>count) << 3);
      for (let p = source; p < end; p += 8) {
        const h = histogram + (((load<u32>(p + half) >> shift) & DIGIT_MASK) << 2);
        store<u32>(h, load<u32>(h) + 1);
      }
      prefixSums(histogram);
      for (let p = source; p < end; p += 8) {
        const h = histogram + (((load<u32>(p + half) >> shift) & DIGIT_MASK) << 2);
        const at = load<u32>(h);
        store<u32>(h, at + 1);
        store<u64>(target + ((<usize>at) << 3), load<u64>(p));
      }
      const swap = source;
      source = target;
      target = swap;
    }
  }
  return source;
}

function insertionSortKeys(a: usize, count: u32): void {
  for (let i: u32 = 1; i < count; i++) {
    const key = load<u64>(a + ((<usize>i) << 3));
    let p = a + ((<usize>i) << 3);
    while (p > a && load<u64>(p - 8) > key) {
      store<u64>(p, load<u64>(p - 8));
      p -= 8;
    }
    store<u64>(p, key);
  }
}

/** Few are sorted sooner than the histograms are cleared. */
function insertionSort(list: Buffer): void {
  for (let i: u32 = 1; i < list.count; i++) {
    const value = List.get(list, i);
    let k = i;
    for (; k > 0 && List.get(list, k - 1) > value; k--) {
      List.set(list, k, List.get(list, k - 1));
    }
    List.set(list, k, value);
  }
}

/** Sorts a list of u32 of at most `bits` bits in place. `space` gives room; false: there is none, nothing changed. */
export function sortList(list: Buffer, space: Buffer, bits: u32): bool {
  const count = list.count;
  if (count < 2) {
    return true;
  }
  if (count < 48) {
    insertionSort(list);
    return true;
  }
  const bytes = (<usize>count) << 3;
  if (!Buffer.ensureScratch(space, bytes << 1)) {
    return false;
  }
  const a = space.ptr;
  for (let k: u32 = 0; k < count; k++) {
    store<u32>(a + ((<usize>k) << 3), List.get(list, k));
  }
  const sorted = radixSortPairs(a, a + bytes, count, bits);
  for (let k: u32 = 0; k < count; k++) {
    List.set(list, k, load<u32>(sorted + ((<usize>k) << 3)));
  }
  return true;
}
