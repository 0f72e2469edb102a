// Fixed addresses in low memory, below the compiler's data (asconfig.json: memoryBase 65536).
//
//        0  nothing: a null pointer lands here
//     1024  the heap's own record (memory/allocator.ts); from here to the scratch is part of a snapshot
//     1280  the World record (world/world.ts)
//     3328  the spring worked out last (solver/softness.ts)
//     3392  how soft contacts are (solver/contact_softness.ts)
//     4096  growable buffers, twelve bytes each (world/buffers.ts)
//    12416  table of the solver's block ranges (solver/contact_block.ts)
//    12960  small records of single functions above the collision layer, each with its place below
//    15360  scratch: temporaries of one call of one function, never read across calls (memory/scratch.ts)
//    31744  what a moving body takes along and how it sees another (continuous/taken_along.ts, seen_by.ts, way.ts), behind the scratch
//    32768  the mailbox: arguments and results too large for a call, shared with the bindings
//    65536  read-only tables, then the heap
//
// A fixed address makes every access to the world record one load of a constant address, which takes two bytes below 8192: the fields
// named most often lie lowest.

export const HEAP_ADDRESS: usize = 1024;
export const WORLD_ADDRESS: usize = 1280;
export const SPRING_SPACE: usize = 3328;
export const CONTACT_SOFTNESS: usize = 3392;
export const BUFFERS_ADDRESS: usize = 4096;
export const BLOCK_TABLE: usize = 12416;

// Temporaries that must survive a call into `collision/`, which owns all of scratch.
export const SEAM_BOX: usize = 12960;
export const REFIT_SPACE: usize = 13056;
export const NARROW_SPACE: usize = 13120;
export const CONTINUOUS_SPACE: usize = 13248;
export const SEAM_SPACE: usize = 13824;
export const IMPALED_SPACE: usize = 13960;
export const BEND_SPACE: usize = 14016;
export const QUERY_SPACE: usize = 14080;
export const PASSING_SPACE: usize = 14592;
export const KINEMATIC_SPACE: usize = 14816;
export const INTRUSION_SPACE: usize = 14976;
export const CREATE_SPACE: usize = 15072;
export const DRIVE_SPACE: usize = 15120;

export const SCRATCH_ADDRESS: usize = 15360;
export const TAKEN_SPACE: usize = 31744;
export const SEEN_SPACE: usize = 32128;
export const WAY_SPACE: usize = 32256;
export const MAILBOX_ADDRESS: usize = 32768;
export const MAILBOX_BYTES: usize = 32768;
