// Memory of the unpacker. Expanding comes first; of its results joining needs only the streams, and reuses the rest.
//
//           expanding (nibble.ts, expand.ts)         joining (join.ts)
//        0  the coder: where it reads, its state     where each stream is read, and two parts of the joined file
//       16  the mean of two models
//       64  the value of each digit
//      128                                           where the table's row of each symbol begins
//      192  a model that knows nothing
//      512  the last distances; where the next models go
//     1024  the goal towards which each nibble moves a model
//     2048                                           the ends of the lists of locals, how many are used
//     4096  where the sets of models begin           the lists of locals
//    65536  the models, as they are needed
//   131072                                           where the parameters of each type are
//   196608                                           the joined file
//  3080192  the text, then the streams; before the text stands the length of the joined file
//
// Hosts map a page when it is first touched, which may take longer than filling it: so models are made one by one, and the joined file
// takes their place.

import { LISTS, MOST_LOCALS, STREAMS } from "./format";

/** Bytes of a model. */
export const MODEL: usize = 32;
/** Bytes of a set of models for bytes: the model of the upper half, and by each upper half the address of that of the lower, or zero. */
export const BYTE_SET: usize = MODEL + 4 * 16;
/** Bytes of a set of models for numbers, one for each value of what predicts them. */
export const NUMBER_SET: usize = 17 * MODEL;
/** Sets for literals by what predicts them: in each stream the whole and the upper half of the byte before; the byte after a match. */
export const OF_STREAM: usize = 256 + 16;
/** The head counts as the first stream. */
export const MATCHED: usize = (1 + STREAMS) * OF_STREAM;
/** Sets for numbers. */
export const NUMBER_SETS: usize = 32;

/** Where the next digits are read, and the coder's state. */
export const SOURCE: usize = 0;
export const STATE: usize = 4;
/** After the mean's last lane lies the end of the last interval. */
export const MEAN: usize = 16;
export const DIGITS: usize = 64;
export const UNIFORM: usize = 192;
/** The last distances, the last used one first. */
export const DISTANCES: usize = 512;
export const FREE: usize = 528;
export const GOALS: usize = 1024;
/** Addresses of the sets of models; zero where there is no set yet. */
export const PLACES: usize = 4096;
export const MODELS: usize = 65536;

/** Where each stream is read, at four times its number; after those, in the same way, the joined file's functions and parameters. */
export const CURSORS: usize = 0;
export const FUNCTIONS: usize = CURSORS + 4 * STREAMS;
export const PARAMETERS: usize = FUNCTIONS + 4;
export const ROWS: usize = 128;
export const ENDS: usize = 2048;
export const USED: usize = ENDS + 4 * LISTS;
/** The lists themselves: the locals of a type, the last used first. Moving them up may overwrite what lies before. */
export const LOCALS: usize = 4096;
export const ROOM: usize = 2 * MOST_LOCALS + 8;
/** Room for 16,384 types, and for a file of 2.8 MB. The build fails with more: scripts/embed.mjs compares what comes out. */
export const TYPES: usize = 131072;
export const FILE: usize = 196608;

/** Where the host puts the text, and before it the length of the joined file. */
export const INPUT: usize = 3080192;
export const LENGTH: usize = INPUT - 4;
/** Most bytes that may be written behind the streams or the joined file. */
export const SLACK: i32 = 16;

if (PLACES + 4 * (MATCHED + 256) > MODELS) {
  ERROR("the places of sets overlap the models");
}
if (MODELS + NUMBER_SETS * NUMBER_SET + (MATCHED + 256) * (BYTE_SET + 16 * MODEL) > LENGTH) {
  ERROR("the models overlap the text");
}
if (LOCALS + LISTS * ROOM > TYPES) {
  ERROR("the lists of locals overlap the types");
}
