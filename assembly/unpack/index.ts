/**
 * A Wasm module of its own, of two kilobytes, that restores the embedded core from its text: the streams that scripts/embed.mjs
 * makes of the core, packed, as base64 digits. Hosts have no synchronous decoder of their own.
 */
import { expand } from "./expand";
import { join } from "./join";
import { FILE, INPUT, LENGTH, SLACK } from "./memory";
import { begin, open, plain } from "./nibble";

const PAGE: i32 = 65536;

/** Where the host has to write the text, which must fit into the initial memory. */
export function input(): usize {
  return INPUT;
}

/** How many bytes `unpack` produced. */
export function length(): i32 {
  return load<u32>(LENGTH);
}

/** Unpacks `characters` characters of text at `input()` and returns the address of the file. */
export function unpack(characters: i32): usize {
  begin(INPUT);
  const streams = INPUT + characters;
  const end = streams + plain();
  store<u32>(LENGTH, plain());
  const pages = ((end as i32) + SLACK + PAGE - 1) / PAGE - memory.size();
  if (pages > 0) memory.grow(pages);
  open();
  expand(streams, end);
  join(streams, FILE, FILE + length());
  return FILE;
}
