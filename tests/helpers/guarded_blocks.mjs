// Compiler transform: puts gaps between the heap's blocks, and tells the host which blocks are in use and how much of each was requested.
import { Transform } from "assemblyscript/transform";

/** Unused bytes between one block and the next: an access that overshoots a block's end by no more than this is detected. */
export const GAP = 4096;
/**
 * What the host is told: that a block is now in use (with the first, how many bytes the allocator always leaves behind the last block,
 * as found by trying), how many of its bytes a buffer may use, that it was given back, and that memory is about to be read or written.
 */
export const NEWS = { took: 0, fits: 1, gave: 2, read: 3, wrote: 4 };

const ALLOCATOR = "assembly/memory/allocator.ts";
const BUFFER = "assembly/memory/buffer.ts";
const NEW_PAIRS = "assembly/collision/new_pairs.ts";

/** For each file: what is replaced, what replaces it, and what is appended to the file. */
const CHANGES = {
  [ALLOCATOR]: {
    from: /export function (?=(allocate|release)\()/g,
    to: "function __",
    more: `
@external("guard", "watch") export declare function __watch(at: usize, offset: usize, bytes: usize, news: i32): usize;
function __slack(): usize {
  const pages = memory.size();
  const left = ((<usize>pages) << 16) - heap.top;
  let bytes = left - 256;
  while (memory.size() == pages) {
    reserve(++bytes);
  }
  return left + 1 - bytes;
}
export function allocate(bytes: usize): usize {
  const slack = heap.live == 0 ? __slack() : 0;
  const top = heap.top;
  const block = __allocate(bytes);
  if (block != 0) {
    heap.top += block == top ? ${GAP} : 0;
    __watch(block, slack, bytes, ${NEWS.took});
  }
  return block;
}
export function release(block: usize, bytes: usize): void {
  if (block != 0) {
    __watch(block, 0, blockBytes(bytes), ${NEWS.gave});
    __release(block, bytes);
  }
}`,
  },
  [BUFFER]: {
    from: /return Buffer\.fit\(b, bytes, (\w+)\)/g,
    to: `const old = b.ptr;
    if (!Buffer.fit(b, bytes, $1)) {
      return false;
    }
    __watch(b.ptr, <usize>(b.ptr != old), bytes, ${NEWS.fits});
    return true`,
    more: `import { __watch } from "./allocator";`,
  },
  // This file uses the whole of the block that a buffer was given.
  [NEW_PAIRS]: {
    from: "= out.ptr + out.capacity",
    to: `= __watch(out.ptr, 0, out.capacity, ${NEWS.fits}) + out.capacity`,
    more: `import { __watch } from "../memory/allocator";`,
  },
};

export default class GuardBlocks extends Transform {
  afterParse(parser) {
    parser.sources.forEach(({ normalizedPath: path, text, sourceKind }, index) => {
      if (path in CHANGES) {
        const { from, to, more } = CHANGES[path];
        const parsed = new parser.constructor([]);
        parsed.parseFile(text.replace(from, to) + more, path, sourceKind === 1);
        parser.sources[index] = parsed.sources[0];
      }
    });
  }
}
