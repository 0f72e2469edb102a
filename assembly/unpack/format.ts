// The format of the streams, on which packing and unpacking must agree: the same numbers as in scripts/stream_format.mjs, as
// tests/unit/unpack checks.

/** The head of the streams: bytes of sections before the bodies, how many bodies, the length of each stream. */
export const BEFORE: usize = 0;
export const BODIES: usize = 4;
export const LENGTHS: usize = 8;
export const STREAMS: usize = 16;
export const HEAD: usize = LENGTHS + 4 * STREAMS;

/** Rules for what follows a symbol's bytes; a rule below these is a number of bytes. */
export const NUMBER: u32 = 32;
export const NUMBER_AND_BYTE: u32 = 33;
export const NUMBERS: u32 = 34;
export const BLOCK: u32 = 35;
export const END: u32 = 36;
/** Four rules for each list of locals: by a number (0: the next new one, else how long ago it was used), the last used, the two before. */
export const LOCAL: u32 = 37;
export const RULES_OF_LIST: u32 = 4;

/** The lower bits of a type's code say which list holds the locals of that type. */
export const LISTS: usize = 8;
/** Most locals of a function, parameters included. */
export const MOST_LOCALS: usize = 4096;
