// Memory of the unpacker. Expanding goes first; joining needs nothing any more of what that noted, but for the streams.
//
//           expanding (nibble.ts, expand.ts)         joining (join.ts)
//        0  the coder: where it reads, its number    where each stream is read, and two parts of the joined file
//       16  the mean of two models
//       64  the value of each digit
//      128                                           where the row of each symbol begins
//      192  a model that knows nothing
//      512  the last distances; where models go on
//     1024  where each nibble moves a model to
//     2048                                           the ends of the lists of locals, how many are used
//     4096  where the sets of models begin           the lists of locals
//    65536  the models, as they are needed
//   131072                                           where the parameters of each type are
//  2752512  the text, then the streams, then the joined file, whose length stands before the text

import { LISTS, MOST_LOCALS, STREAMS } from "./format";

/** Bytes of a model; they come in sets of as many as a byte needs: one for its upper half, one for its lower by each upper. */
export const MODEL: usize = 32;
export const SET: usize = 17 * MODEL;
/** Sets of literals by what they are guessed from: by all and by half of the byte before, in each stream; after a match. */
export const OF_STREAM: usize = 256 + 16;
/** The head counts as the first stream. */
export const MATCHED: usize = (1 + STREAMS) * OF_STREAM;
/** Sets of numbers. */
export const SETS: usize = 32;

/** The digits still to be read, and the coder's number. */
export const SOURCE: usize = 0;
export const STATE: usize = 4;
/** Behind the mean's last lane lies where the last interval ends. */
export const MEAN: usize = 16;
export const DIGITS: usize = 64;
export const UNIFORM: usize = 192;
/** The last used first. */
export const DISTANCES: usize = 512;
export const FREE: usize = 528;
export const GOALS: usize = 1024;
/** Zero where there is no set yet. */
export const PLACES: usize = 4096;
export const MODELS: usize = 65536;

/** By four times a stream's number; in the same way the joined file's functions and parameters. */
export const CURSORS: usize = 0;
export const FUNCTIONS: usize = CURSORS + 4 * STREAMS;
export const PARAMETERS: usize = FUNCTIONS + 4;
export const ROWS: usize = 128;
export const ENDS: usize = 2048;
export const USED: usize = ENDS + 4 * LISTS;
/** The lists themselves: the locals of a type, the last used first. What moves them up may touch what lies before. */
export const LOCALS: usize = 4096;
export const ROOM: usize = 2 * MOST_LOCALS + 8;
export const TYPES: usize = 131072;

/** Where the host puts the text, and before it the length of the joined file. */
export const INPUT: usize = 2752512;
export const LENGTH: usize = INPUT - 4;
/** What may be written behind the joined file. */
export const SLACK: i32 = 16;

if (PLACES + 4 * (MATCHED + 256) > MODELS) {
  ERROR("the places of sets overlap the models");
}
if (MODELS + (SETS + MATCHED + 256) * SET > LENGTH) {
  ERROR("the models overlap the text");
}
if (LOCALS + LISTS * ROOM > TYPES) {
  ERROR("the lists of locals overlap the types");
}
