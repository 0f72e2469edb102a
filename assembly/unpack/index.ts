/**
 * A Wasm module of its own, of two kilobytes, that brings the embedded core out of its text: the streams that scripts/embed.mjs
 * makes of the core, packed, in digits of base64. Hosts have no decoder of their own that answers at once.
 */
import { expand } from "./expand";
import { join } from "./join";
import { INPUT, LENGTH, SLACK } from "./memory";
import { begin, open, plain } from "./nibble";

const PAGE: i32 = 65536;

/** Where the host has to write the text, which must fit the memory as it is at first. */
export function input(): usize {
  return INPUT;
}

/** How many bytes `unpack` brought out. */
export function length(): i32 {
  return load<u32>(LENGTH);
}

/** Unpacks `characters` of text at `input()` and returns where the file lies. */
export function unpack(characters: i32): usize {
  begin(INPUT);
  const streams = INPUT + characters;
  const file = streams + plain();
  store<u32>(LENGTH, plain());
  const end = file + length();
  const pages = ((end as i32) + SLACK + PAGE - 1) / PAGE - memory.size();
  if (pages > 0) memory.grow(pages);
  open();
  expand(streams, file);
  join(streams, file, end);
  return file;
}
