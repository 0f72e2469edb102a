// A core whose memory may not grow beyond so many pages: the limit is written into the binary, nothing is compiled.
import { readFileSync } from "node:fs";
import { Reader, SECTION, leb, readSections } from "../../scripts/wasm_file.mjs";

/** The bytes of a Wasm module with another largest number of pages of its memory. */
export function capped(bytes: Uint8Array, pages: number): Uint8Array<ArrayBuffer> {
  const section = readSections(bytes).find(({ id }) => id === SECTION.memory);
  if (section === undefined) {
    throw new Error("a module without a memory");
  }
  const file = new Reader(bytes, section.content);
  const [count, , least] = [file.number(), file.number(), file.number()];
  if (count !== 1 || least > pages) {
    throw new Error(`${count} memories, the first of at least ${least} pages`);
  }
  const content = [1, 1, ...leb(least), ...leb(pages)];
  const made = [SECTION.memory, ...leb(content.length), ...content];
  const parts = [bytes.subarray(0, section.start), Uint8Array.from(made), bytes.subarray(section.end)];
  return new Uint8Array(Buffer.concat(parts));
}

/** The built core of a name with a limit of pages. */
export function cappedCore(name: "simd" | "scalar", pages: number): WebAssembly.Module {
  const file = new URL(`../../build/core.${name}.wasm`, import.meta.url);
  return new WebAssembly.Module(capped(readFileSync(file), pages));
}
