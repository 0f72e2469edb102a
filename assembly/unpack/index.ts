/**
 * A Wasm module of its own, of two kilobytes, that brings the embedded core out of its text: base64 of LZMA of the streams
 * that scripts/embed.mjs makes of the core. Hosts have no decoder of their own that answers at once.
 */
import { join } from "./join";
import { expand } from "./lzma";

/** Where the host puts the text; the streams and the file follow it. Below is what the two parts note. */
const INPUT: usize = 16384;
/** The text begins with the length of the streams and that of the file, four bytes each. */
const FILE_LENGTH: usize = INPUT + 4;
const STREAM: usize = INPUT + 8;
/** What may be written behind the file. */
const SLACK: i32 = 16;
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
  let to = INPUT;
  for (let from = INPUT; from < INPUT + characters; from += 4) {
    const bits =
      (digit(load<u8>(from)) << 18) |
      (digit(load<u8>(from + 1)) << 12) |
      (digit(load<u8>(from + 2)) << 6) |
      digit(load<u8>(from + 3));
    store<u8>(to, bits >>> 16);
    store<u8>(to + 1, bits >>> 8);
    store<u8>(to + 2, bits);
    to += 3;
  }
}

/** A-Z a-z 0-9 + /; the padding counts as anything. */
function digit(character: u32): u32 {
  if (character >= 97) return character - 71;
  if (character >= 65) return character - 65;
  if (character >= 48) return character + 4;
  return character == 43 ? 62 : 63;
}
