// What the deny-list promises for the sources, checked in the built core: nothing comes from the host, and no state lies outside memory.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, suite, test } from "vitest";
import { ROOT, readSources } from "../sources";

const GLOBAL_SECTION = 6;

/** The ids of the sections of a Wasm file. */
function sections(bytes: Uint8Array): number[] {
  const ids: number[] = [];
  let at = 8;
  const unsigned = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
  };
  while (at < bytes.length) {
    ids.push(bytes[at++]);
    const size = unsigned();
    at += size;
  }
  return ids;
}

suite.each(["simd", "scalar"])("the %s core", (target) => {
  const bytes = readFileSync(join(ROOT, `build/core.${target}.wasm`));
  const module = new WebAssembly.Module(bytes);

  test("imports nothing", () => {
    expect(WebAssembly.Module.imports(module)).toEqual([]);
  });

  test("has no globals: all state lies in linear memory", () => {
    expect(sections(bytes)).not.toContain(GLOBAL_SECTION);
  });

  test("exports the functions of abi/, its memory and its start, and nothing else", () => {
    const doors = readSources("assembly/abi")
      .filter(({ path }) => !/(layout|check)\.ts$/.test(path))
      .flatMap(({ text }) => [...text.matchAll(/^export function (\w+)/gm)].map(([, name]) => name));
    const exported = WebAssembly.Module.exports(module).map(({ name }) => name);
    expect(exported.filter((name) => !doors.includes(name)).sort()).toEqual(["_initialize", "memory"]);
  });
});

test("a mutable global and an import are noticed in a planted module", () => {
  const i32 = 0x7f;
  const header = [0, 97, 115, 109, 1, 0, 0, 0];
  const oneGlobal = [GLOBAL_SECTION, 6, 1, i32, 1, 0x41, 0, 0x0b];
  const oneImport = [2, 8, 1, 1, 101, 1, 103, 3, i32, 0];
  const planted = Uint8Array.from([...header, ...oneImport, ...oneGlobal]);
  expect(sections(planted)).toContain(GLOBAL_SECTION);
  expect(WebAssembly.Module.imports(new WebAssembly.Module(planted))).toHaveLength(1);
});
