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

/** Moves `count` items of 8 bytes to `target` in the order of one digit, that of the word at `half` from bit `shift` on; stable. */
function pass(source: usize, target: usize, count: u32, half: usize, shift: u32): void {
  const histogram = SCRATCH;
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
}

/**
 * Sorts `count` pairs of (key u32, value u32), 8 bytes each, by key; stable. `bits`: how many low bits of the key matter.
 * `a` holds the input, `b` is as large; returns whichever of the two holds the result.
 */
export function radixSortPairs(a: usize, b: usize, count: u32, bits: u32): usize {
  return sortByWord(a, b, count, 0, bits);
}

/** The same by the word at `half`. */
function sortByWord(a: usize, b: usize, count: u32, half: usize, bits: u32): usize {
  if (count < FEW) {
    insertPairs(a, count, half, bits);
    return a;
  }
  for (let shift: u32 = 0; shift < bits; shift += DIGIT_BITS) {
    pass(a, b, count, half, shift);
    const swap = a;
    a = b;
    b = swap;
  }
  return a;
}

/** Sorts `count` u64 keys whose two halves have at most `bits` significant bits each, by (high, low). As above. */
export function radixSortKeys(a: usize, b: usize, count: u32, bits: u32): usize {
  const low = sortByWord(a, b, count, 0, bits);
  return sortByWord(low, low == a ? b : a, count, 4, bits);
}

/** Fewer items than this are sorted by insertion in less time than it takes to clear the histograms. */
const FEW: u32 = 64;

/** `sortByWord` for few pairs. */
function insertPairs(a: usize, count: u32, half: usize, bits: u32): void {
  const mask = (<u32>-1) >> (32 - bits);
  const end = a + ((<usize>count) << 3);
  for (let next = a + 8; next < end; next += 8) {
    const item = load<u64>(next);
    const key = load<u32>(next + half) & mask;
    let p = next;
    for (; p > a && (load<u32>(p - 8 + half) & mask) > key; p -= 8) {
      store<u64>(p, load<u64>(p - 8));
    }
    store<u64>(p, item);
  }
}

/** `sortList` for few words. */
function insertWords(list: Buffer): void {
  const end = list.ptr + ((<usize>list.count) << 2);
  for (let next = list.ptr + 4; next < end; next += 4) {
    const word = load<u32>(next);
    let p = next;
    for (; p > list.ptr && load<u32>(p - 4) > word; p -= 4) {
      store<u32>(p, load<u32>(p - 4));
    }
    store<u32>(p, word);
  }
}

/** Sorts a list of u32 of at most `bits` bits in place. `space` gives room; false: there is none, nothing changed. */
export function sortList(list: Buffer, space: Buffer, bits: u32): bool {
  const count = list.count;
  if (count < 2) {
    return true;
  }
  if (count < FEW) {
    insertWords(list);
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
