import { HEAP_ADDRESS } from "./fixed";

/**
 * Power-of-two blocks with one free list per size, all state in linear memory.
 *
 * The core asks for few, large, growing blocks (columns that double), so a column's old block is just what another column
 * will want next. Callers remember sizes; blocks carry no header. Unlike TLSF it returns 0 when memory is out instead
 * of trapping, and it has no module global, so a snapshot of memory is a snapshot of the allocator
 * (docs/decisions/0002-allocator.md).
 */
@unmanaged
export class Heap {
  /** First byte never handed out. */
  top: usize;
  /** Bytes handed out and not given back. */
  live: usize;
  /** Heads of the free lists: entry k holds blocks of 2^k bytes, linked through their first word. */
  free0: usize;
}

const MIN_SHIFT: u32 = 6;
const PAGE: usize = 65536;
/** No block is larger. */
const LARGEST: usize = 0x80000000;
/** Memory grows by at least this many pages at once: many small `memory.grow` calls are slow and once crashed Node 20. */
const MIN_GROW_PAGES: usize = 16;
/** Bytes of memory that there are at least behind the last block: code that takes a hull four corners at a time reads past its end. */
export const SLACK: u64 = 64;
/** Size classes: the free list k holds blocks of 2^k bytes. */
export const FREE_LISTS: u32 = 32;

const heap = changetype<Heap>(HEAP_ADDRESS);

export function initHeap(): void {
  heap.top = heapStart();
}

/** The first block's address. */
export function heapStart(): usize {
  return (__heap_base + 63) & ~63;
}

/** Size class of a request, as a shift. */
function classOf(bytes: usize): u32 {
  const shift = 32 - clz<u32>(<u32>bytes - 1);
  return bytes <= 1 << MIN_SHIFT ? MIN_SHIFT : shift;
}

/** Where the head of the free list of a size class lies. */
export function freeList(shift: u32): usize {
  return changetype<usize>(heap) + offsetof<Heap>("free0") + ((<usize>shift) << 2);
}

/** Bytes that a request really takes. */
export function blockBytes(bytes: usize): usize {
  return (<usize>1) << classOf(bytes);
}

/** Makes sure that blocks of `bytes` in all (rounded sizes) can be taken without fail. False: out of memory. */
export function reserve(bytes: usize): bool {
  const end = <u64>heap.top + <u64>bytes + SLACK;
  const have = (<u64>memory.size()) << 16;
  if (end <= have) {
    return true;
  }
  if (end > 0xffff0000) {
    return false;
  }
  const missing = <usize>((end - have + (PAGE - 1)) >> 16);
  const generous = max<usize>(max<usize>(missing, MIN_GROW_PAGES), (<usize>memory.size()) >> 2);
  if (memory.grow(<i32>generous) >= 0) {
    return true;
  }
  return memory.grow(<i32>missing) >= 0;
}

/** A block of at least `bytes` bytes, 64-aligned, contents undefined; 0 when memory is out. */
export function allocate(bytes: usize): usize {
  if (bytes > LARGEST) {
    return 0;
  }
  const shift = classOf(bytes);
  const list = freeList(shift);
  const block = load<usize>(list);
  const size = (<usize>1) << shift;
  if (block != 0) {
    store<usize>(list, load<usize>(block));
    heap.live += size;
    return block;
  }
  let p = heap.top;
  if (reserve(size)) {
    heap.top = p + size;
  } else {
    p = cut(shift);
  }
  heap.live += p != 0 ? size : 0;
  return p;
}

/**
 * Makes the last block of the heap longer where it lies, to `next` bytes; `bytes` as it was asked for. Nothing is copied, and no outgrown
 * block is left behind. False, and nothing changed, if it is not the last one or memory is out.
 */
export function extend(block: usize, bytes: usize, next: usize): bool {
  const size = blockBytes(bytes);
  if (block == 0 || block + size != heap.top || next > LARGEST) {
    return false;
  }
  const more = blockBytes(next) - size;
  if (!reserve(more)) {
    return false;
  }
  heap.top += more;
  heap.live += more;
  return true;
}

/** When memory is full: cuts a block of 2^shift bytes from a larger one that was given back; 0 if there is none. Pieces stay pieces. */
function cut(shift: u32): usize {
  for (let larger = shift + 1; larger < FREE_LISTS; larger++) {
    const block = load<usize>(freeList(larger));
    if (block != 0) {
      store<usize>(freeList(larger), load<usize>(block));
      while (larger > shift) {
        larger--;
        const rest = block + ((<usize>1) << larger);
        const list = freeList(larger);
        store<usize>(rest, load<usize>(list));
        store<usize>(list, rest);
      }
      return block;
    }
  }
  return 0;
}

/** Gives a block back; `bytes` as it was asked for. */
export function release(block: usize, bytes: usize): void {
  if (block == 0) {
    return;
  }
  const shift = classOf(bytes);
  const list = freeList(shift);
  store<usize>(block, load<usize>(list));
  store<usize>(list, block);
  heap.live -= (<usize>1) << shift;
}

export function heapTop(): usize {
  return heap.top;
}

export function heapLive(): usize {
  return heap.live;
}
