// What packing and unpacking must have alike of the streams: the same numbers as in scripts/stream_format.mjs, to which
// tests/unit/unpack holds them.

/** The head of the streams: bytes of sections before the bodies, how many bodies, the length of each stream. */
export const BEFORE: usize = 0;
export const BODIES: usize = 4;
export const LENGTHS: usize = 8;
export const STREAMS: usize = 16;
export const HEAD: usize = LENGTHS + 4 * STREAMS;

/** What follows a symbol's bytes; less than these are so many bytes. */
export const NUMBER: u32 = 32;
export const NUMBER_AND_BYTE: u32 = 33;
export const NUMBERS: u32 = 34;
export const BLOCK: u32 = 35;
export const END: u32 = 36;
/** Four for each list of locals: by a number (0 the next new one, else how long ago it was used), the last used, the one before. */
export const LOCAL: u32 = 37;
export const RULES_OF_LIST: u32 = 4;

/** The locals of a type are in the list of its code's lower bits. */
export const LISTS: usize = 8;
/** Of a function, parameters with them. */
export const MOST_LOCALS: usize = 4096;
