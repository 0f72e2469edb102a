/**
 * A Wasm module of its own, of two kilobytes, that brings the embedded core out of its text: base64 of LZMA of the streams
 * that scripts/embed.mjs makes of the core. Hosts have no decoder of their own that answers at once.
 */
import { join } from "./join";
import { expand } from "./lzma";

/** Where the host puts the text; the streams and the file follow it. Below is what the two parts note. */
const INPUT: usize = 26 * 65536;
/** The text begins with the length of the streams and that of the file, four bytes each. */
const FILE_LENGTH: usize = INPUT + 4;
const STREAM: usize = INPUT + 8;
/** What may be written behind the file. */
const SLACK: i32 = 16;
/** The value of each character of base64; LZMA wants this zero, so it lies in front of the text. */
const DIGITS: usize = INPUT - 128;
const PAGE: i32 = 65536;

/** Where the host has to write the text, which must fit the memory as it is at first. */
export function input(): usize {
  return INPUT;
}

/** How many bytes `unpack` brought out. */
export function length(): i32 {
  return load<u32>(FILE_LENGTH);
}

/** Unpacks `characters` of base64 at `input()` and returns where the file lies. */
export function unpack(characters: i32): usize {
  fromBase64(characters);
  const streams = INPUT + characters;
  const file = streams + load<u32>(INPUT);
  const end = file + length();
  const pages = ((end as i32) + SLACK + PAGE - 1) / PAGE - memory.size();
  if (pages > 0) memory.grow(pages);
  expand(STREAM, streams, file);
  join(streams, file, end);
  return file;
}

/** Four digits of six bits become three bytes, in place. */
function fromBase64(characters: i32): void {
  // Downwards, because beyond 9 come other characters, and then A.
  for (let i = 25; i >= 0; i--) {
    store<u8>(DIGITS + 65 + i, i);
    store<u8>(DIGITS + 97 + i, 26 + i);
    store<u8>(DIGITS + 48 + i, 52 + i);
  }
  store<u8>(DIGITS + 43, 62);
  store<u8>(DIGITS + 47, 63);
  let to = INPUT;
  for (let from = INPUT; from < INPUT + characters; from += 4) {
    store<u32>(
      to,
      bswap((digit(from) << 26) | (digit(from + 1) << 20) | (digit(from + 2) << 14) | (digit(from + 3) << 8)),
    );
    to += 3;
  }
}

/** The padding counts as anything. */
function digit(at: usize): u32 {
  return load<u8>(DIGITS + load<u8>(at));
}
