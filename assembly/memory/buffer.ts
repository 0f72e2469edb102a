import { allocate, blockBytes, extend, release } from "./allocator";

const LEAST_BYTES: usize = 256;

/** A growable block of bytes: step buffers, lists, event buffers. Embedded in the world record, three words. */
@unmanaged
export class Buffer {
  ptr: usize;
  /** Capacity in bytes. */
  capacity: usize;
  /** Elements in use; what an element is, the owner knows. */
  count: u32;

  /** Room for `bytes` in all; old contents kept. False: out of memory, nothing changed. */
  static ensure(b: Buffer, bytes: usize): bool {
    return Buffer.fit(b, bytes, true);
  }

  /** As `ensure`, for buffers whose old contents nobody needs. */
  static ensureScratch(b: Buffer, bytes: usize): bool {
    return Buffer.fit(b, bytes, false);
  }

  /** Does its count exceed the words that it has room for? */
  static overflows(b: Buffer): bool {
    return (<u64>b.count) << 2 > <u64>b.capacity;
  }

  /** The most memory that `ensure` or `ensureScratch` takes. */
  static missing(b: Buffer, bytes: usize): usize {
    return bytes <= b.capacity ? 0 : blockBytes(max<usize>(bytes, LEAST_BYTES));
  }

  /** Blocks are powers of two, so a larger one is at least twice as large. */
  private static fit(b: Buffer, bytes: usize, keep: bool): bool {
    if (bytes <= b.capacity) {
      return true;
    }
    const wanted = max<usize>(bytes, LEAST_BYTES);
    if (!extend(b.ptr, b.capacity, wanted)) {
      const next = allocate(wanted);
      if (next == 0) {
        return false;
      }
      if (keep) {
        memory.copy(next, b.ptr, b.capacity);
      }
      release(b.ptr, b.capacity);
      b.ptr = next;
    }
    b.capacity = blockBytes(wanted);
    return true;
  }
}

/** A list of u32 in a `Buffer`. */
export abstract class List {
  static push(b: Buffer, value: u32): bool {
    const n = b.count;
    if (!Buffer.ensure(b, (<usize>n + 1) << 2)) {
      return false;
    }
    store<u32>(b.ptr + ((<usize>n) << 2), value);
    b.count = n + 1;
    return true;
  }
  @inline static get(b: Buffer, index: u32): u32 {
    return load<u32>(b.ptr + ((<usize>index) << 2));
  }
  @inline static set(b: Buffer, index: u32, value: u32): void {
    store<u32>(b.ptr + ((<usize>index) << 2), value);
  }
}

export const BUFFER_BYTES: usize = 12;
if (offsetof<Buffer>() != BUFFER_BYTES) {
  ERROR("Buffer is three words");
}
