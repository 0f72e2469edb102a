// Fixed addresses in low memory, below the compiler's data (asconfig.json: memoryBase 65536).
//
//        0  nothing: a null pointer lands here
//     1024  the heap's own record (memory/allocator.ts)
//     1280  the World record (world/world.ts)
//     4096  growable buffers, twelve bytes each (world/buffers.ts)
//    12416  table of the solver's block ranges (solver/contact_block.ts)
//    13312  small records of single functions above the collision layer, each with its place below
//    16384  the mailbox: arguments and results too large for a call, shared with the bindings
//    49152  scratch: temporaries of one call of one function, never read across calls
//    65536  read-only tables, then the heap
//
// A fixed address makes every access to the world record one load with a constant offset.

export const HEAP_ADDRESS: usize = 1024;
export const WORLD_ADDRESS: usize = 1280;
export const BUFFERS_ADDRESS: usize = 4096;
export const MAILBOX_ADDRESS: usize = 16384;
export const MAILBOX_BYTES: usize = 32768;

/** Temporaries that must survive a call into `collision/` (which owns all of scratch). */
export const BLOCK_TABLE: usize = 12416;
/** Header of a snapshot, right before the heap record. */
export const SNAPSHOT_HEADER: usize = 1000;
export const REFIT_SPACE: usize = 13312;
export const NARROW_SPACE: usize = 13376;
export const CONTINUOUS_SPACE: usize = 13504;
export const QUERY_SPACE: usize = 14336;
export const CREATE_SPACE: usize = 15360;
