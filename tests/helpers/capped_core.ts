// A core whose memory may not grow beyond so many pages: the limit is written into the binary, nothing is compiled.
import { readFileSync } from "node:fs";

const MEMORY_SECTION = 5;
const HEADER_BYTES = 8;

/** An unsigned LEB128 number at a place, and the place behind it. */
function read(bytes: Uint8Array, at: number): [value: number, next: number] {
  let value = 0;
  for (let shift = 0; ; shift += 7, at++) {
    value += (bytes[at]! & 0x7f) * 2 ** shift;
    if (bytes[at]! < 0x80) {
      return [value, at + 1];
    }
  }
}

function written(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...written(value >>> 7)];
}

/** The bytes of a Wasm module with another largest number of pages of its memory. */
export function capped(bytes: Uint8Array, pages: number): Uint8Array<ArrayBuffer> {
  for (let at = HEADER_BYTES; at < bytes.length;) {
    const [size, body] = read(bytes, at + 1);
    if (bytes[at] === MEMORY_SECTION) {
      const [count, flags] = read(bytes, body);
      const [least] = read(bytes, flags + 1);
      if (count !== 1 || least > pages) {
        throw new Error(`${count} memories, the first of at least ${least} pages`);
      }
      const section = [1, 1, ...written(least), ...written(pages)];
      const head = [MEMORY_SECTION, ...written(section.length), ...section];
      const rest = bytes.subarray(body + size);
      const made = new Uint8Array(at + head.length + rest.length);
      made.set(bytes.subarray(0, at));
      made.set(head, at);
      made.set(rest, at + head.length);
      return made;
    }
    at = body + size;
  }
  throw new Error("a module without a memory");
}

/** The built core of a name with a limit of pages. */
export function cappedCore(name: "simd" | "scalar", pages: number): WebAssembly.Module {
  const file = new URL(`../../build/core.${name}.wasm`, import.meta.url);
  return new WebAssembly.Module(capped(readFileSync(file), pages));
}
