import { BodyFlag } from "../abi/layout";
import { Buffer } from "../memory/buffer";
import { Bodies } from "./body";
import { ignoredPairs } from "./buffers";

// Pairs of bodies that ignore each other: u64 keys (lower slot << 32 | higher slot) in ascending order. Both bodies of a
// pair carry a flag, so that bodies without pairs need no search.

export abstract class IgnoredPairs {
  private static key(a: u32, b: u32): u64 {
    return ((<u64>min<u32>(a, b)) << 32) | (<u64>max<u32>(a, b));
  }

  @inline private static at(index: u32): usize {
    return ignoredPairs.ptr + ((<usize>index) << 3);
  }

  /** Place of the first key that is not below this one. */
  private static place(key: u64): u32 {
    let low: u32 = 0;
    let high = ignoredPairs.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (load<u64>(IgnoredPairs.at(middle)) < key) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static holds(key: u64): bool {
    const place = IgnoredPairs.place(key);
    return place < ignoredPairs.count && load<u64>(IgnoredPairs.at(place)) == key;
  }

  static has(a: u32, b: u32): bool {
    return (Bodies.flags(a) & Bodies.flags(b) & BodyFlag.Ignores) != 0 && IgnoredPairs.holds(IgnoredPairs.key(a, b));
  }

  /** Adds a pair that is not in the list. False: out of memory, nothing changed. */
  static add(a: u32, b: u32): bool {
    const n = ignoredPairs.count;
    if (!Buffer.ensure(ignoredPairs, (<usize>n + 1) << 3)) {
      return false;
    }
    const key = IgnoredPairs.key(a, b);
    const place = IgnoredPairs.place(key);
    const p = IgnoredPairs.at(place);
    memory.copy(p + 8, p, (<usize>(n - place)) << 3);
    store<u64>(p, key);
    ignoredPairs.count = n + 1;
    Bodies.setFlags(a, Bodies.flags(a) | BodyFlag.Ignores);
    Bodies.setFlags(b, Bodies.flags(b) | BodyFlag.Ignores);
    return true;
  }

  /** Removes a pair that is in the list. */
  static remove(a: u32, b: u32): void {
    const place = IgnoredPairs.place(IgnoredPairs.key(a, b));
    const n = ignoredPairs.count - 1;
    const p = IgnoredPairs.at(place);
    memory.copy(p, p + 8, (<usize>(n - place)) << 3);
    ignoredPairs.count = n;
    IgnoredPairs.settle(a);
    IgnoredPairs.settle(b);
  }

  /** Takes the flag from a body that has no pair left. Pairs in which it has the lower slot lie together. */
  private static settle(a: u32): void {
    const place = IgnoredPairs.place((<u64>a) << 32);
    if (place < ignoredPairs.count && <u32>(load<u64>(IgnoredPairs.at(place)) >> 32) == a) {
      return;
    }
    for (let k: u32 = 0; k < place; k++) {
      if (load<u32>(IgnoredPairs.at(k)) == a) {
        return;
      }
    }
    Bodies.setFlags(a, Bodies.flags(a) & ~BodyFlag.Ignores);
  }

  /** Removes all pairs of a body that is about to be destroyed. */
  static removeOf(a: u32): void {
    let kept: u32 = 0;
    for (let k: u32 = 0, n = ignoredPairs.count; k < n; k++) {
      const key = load<u64>(IgnoredPairs.at(k));
      if (<u32>(key >> 32) != a && <u32>key != a) {
        store<u64>(IgnoredPairs.at(kept), key);
        kept++;
      }
    }
    ignoredPairs.count = kept;
  }
}
