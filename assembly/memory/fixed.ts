// Fixed addresses in low memory, below the compiler's data (asconfig.json: memoryBase 65536).
//
//        0  nothing: a null pointer lands here
//     1024  the mailbox: arguments and results too large for a call, shared with the bindings
//    33792  scratch: temporaries of one call of one function, never read across calls (memory/scratch.ts)
//    51200  the heap's own record (memory/allocator.ts); from here to 65536 is part of a snapshot
//    51456  the World record (world/world.ts)
//    54272  growable buffers, twelve bytes each (world/buffers.ts)
//    62592  table of the solver's block ranges (solver/contact_block.ts)
//    63232  small records of single functions above the collision layer, each with its place below
//    65536  read-only tables, then the heap
//
// A fixed address makes every access to the world record one load with a constant offset.

export const MAILBOX_ADDRESS: usize = 1024;
export const MAILBOX_BYTES: usize = 32768;
export const SCRATCH_ADDRESS: usize = 33792;
export const HEAP_ADDRESS: usize = 51200;
export const WORLD_ADDRESS: usize = 51456;
export const BUFFERS_ADDRESS: usize = 54272;
export const BLOCK_TABLE: usize = 62592;

// Temporaries that must survive a call into `collision/`, which owns all of scratch.
export const REFIT_SPACE: usize = 63232;
export const NARROW_SPACE: usize = 63296;
export const CONTINUOUS_SPACE: usize = 63424;
export const SEAM_SPACE: usize = 64000;
export const QUERY_SPACE: usize = 64256;
export const PASSING_SPACE: usize = 64768;
export const CREATE_SPACE: usize = 65280;
export const DRIVE_SPACE: usize = 65312;
