import { Buffer, List } from "./buffer";
import { SCRATCH } from "./scratch";

// Least-significant-digit radix sort, 11 bits a pass, or 8 where so few are sorted that clearing histograms would take longer. Histograms live in scratch memory (3 × 8 KB would not fit beside
// others' temporaries, so passes are done one histogram at a time).

const DIGIT_BITS: u32 = 11;
const SHORT_BITS: u32 = 8;
/** Fewer are sorted by short digits. */
const MANY: u32 = 2048;

/** Turns counts into start positions. */
function prefixSums(histogram: usize, bytes: usize): void {
  let sum: u32 = 0;
  for (let p = histogram, end = histogram + bytes; p < end; p += 4) {
    const count = load<u32>(p);
    store<u32>(p, sum);
    sum += count;
  }
}

/** Moves `count` items of 8 bytes to `target` in the order of one digit, so many bits of the word at `half` from `shift` on; stable. */
function pass(source: usize, target: usize, count: u32, half: usize, shift: u32, digitBits: u32): void {
  const histogram = SCRATCH;
  const mask: u32 = (1 << digitBits) - 1;
  const bytes = (<usize>4) << digitBits;
  memory.fill(histogram, 0, bytes);
  const end = source + ((<usize>count) << 3);
  for (let p = source; p < end; p += 8) {
    const h = histogram + (((load<u32>(p + half) >> shift) & mask) << 2);
    store<u32>(h, load<u32>(h) + 1);
  }
  prefixSums(histogram, bytes);
  for (let p = source; p < end; p += 8) {
    const h = histogram + (((load<u32>(p + half) >> shift) & mask) << 2);
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
    sortFewPairs(a, count, half, bits);
    return a;
  }
  const digitBits = count < MANY ? SHORT_BITS : DIGIT_BITS;
  for (let shift: u32 = 0; shift < bits; shift += digitBits) {
    pass(a, b, count, half, shift, digitBits);
    const swap = a;
    a = b;
    b = swap;
  }
  return a;
}

/** Sorts `count` u64 keys whose two halves have at most `bits` significant bits each, by (high, low). As above. */
export function radixSortKeys(a: usize, b: usize, count: u32, bits: u32): usize {
  if (count < FEW) {
    insertionSort<u64>(a, count);
    return a;
  }
  const low = sortByWord(a, b, count, 0, bits);
  return sortByWord(low, low == a ? b : a, count, 4, bits);
}

/** So few are sorted sooner than the histograms are cleared. */
const FEW: u32 = 64;

function insertionSort<T>(a: usize, count: u32): void {
  const end = a + <usize>count * sizeof<T>();
  for (let next = a + sizeof<T>(); next < end; next += sizeof<T>()) {
    const value = load<T>(next);
    let p = next;
    for (; p > a && load<T>(p - sizeof<T>()) > value; p -= sizeof<T>()) {
      store<T>(p, load<T>(p - sizeof<T>()));
    }
    store<T>(p, value);
  }
}

/** Pairs by bits of the word at `half` alone, so that those of equal ones stay in their order. */
function sortFewPairs(a: usize, count: u32, half: usize, bits: u32): void {
  const mask = (<u32>-1) >> (32 - bits);
  const end = a + ((<usize>count) << 3);
  for (let next = a + 8; next < end; next += 8) {
    const value = load<u64>(next);
    const key = load<u32>(next + half) & mask;
    let p = next;
    for (; p > a && (load<u32>(p - 8 + half) & mask) > key; p -= 8) {
      store<u64>(p, load<u64>(p - 8));
    }
    store<u64>(p, value);
  }
}

/** Sorts a list of u32 of at most `bits` bits in place. `space` gives room; false: there is none, nothing changed. */
export function sortList(list: Buffer, space: Buffer, bits: u32): bool {
  const count = list.count;
  if (count < 2) {
    return true;
  }
  if (count < 48) {
    insertionSort<u32>(list.ptr, count);
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
