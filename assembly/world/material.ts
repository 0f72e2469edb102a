import { Buffer } from "../memory/buffer";
import { materialPairs } from "./buffers";

/** Numbers for a pair of materials that replace the combining rules. Negative: the rules decide. */
@unmanaged
export class MaterialPair {
  /** Higher id · 65536 + lower id; the table is sorted by it. */
  key: u32;
  friction: f32;
  staticFriction: f32;
  restitution: f32;
  rollingResistance: f32;
}

const BYTES: usize = offsetof<MaterialPair>();

export abstract class MaterialPairs {
  static key(a: u32, b: u32): u32 {
    return a > b ? (a << 16) | b : (b << 16) | a;
  }

  /** Address of the first entry whose key is not below this one. */
  private static place(key: u32): usize {
    let low = materialPairs.ptr;
    let count = <usize>materialPairs.count;
    while (count > 0) {
      const half = count >> 1;
      const middle = low + half * BYTES;
      if (load<u32>(middle) < key) {
        low = middle + BYTES;
        count -= half + 1;
      } else {
        count = half;
      }
    }
    return low;
  }

  /** The entry, or null. */
  static find(key: u32): MaterialPair | null {
    const p = MaterialPairs.place(key);
    const end = materialPairs.ptr + <usize>materialPairs.count * BYTES;
    return p < end && load<u32>(p) == key ? changetype<MaterialPair>(p) : null;
  }

  /** The entry, made if there is none; null when out of memory. */
  static make(key: u32): MaterialPair | null {
    const found = MaterialPairs.find(key);
    const bytes = <usize>materialPairs.count * BYTES;
    if (found !== null || !Buffer.ensure(materialPairs, bytes + BYTES)) {
      return found;
    }
    const p = MaterialPairs.place(key);
    memory.copy(p + BYTES, p, materialPairs.ptr + bytes - p);
    store<u32>(p, key);
    materialPairs.count++;
    return changetype<MaterialPair>(p);
  }

  static remove(key: u32): void {
    if (MaterialPairs.find(key) !== null) {
      const p = MaterialPairs.place(key);
      materialPairs.count--;
      memory.copy(p, p + BYTES, materialPairs.ptr + <usize>materialPairs.count * BYTES - p);
    }
  }
}
