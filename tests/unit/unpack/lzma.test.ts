// What scripts/embed.mjs packs, assembly/unpack brings out: bytes of every kind, and the cores themselves.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { compile } from "../../../scripts/compile-core.mjs";
import { embed } from "../../../scripts/embed.mjs";

const root = join(import.meta.dirname, "../../..");
let module: WebAssembly.Module;

beforeAll(async () => {
  const file = "build/unit/unpack.wasm";
  await compile("unpack", { entry: "assembly/unpack/lzma.ts", args: ["--outFile", file], transforms: [] });
  module = new WebAssembly.Module(readFileSync(join(root, file)));
});

function unpack(text: string): Uint8Array {
  const core = new WebAssembly.Instance(module).exports as any;
  new TextEncoder().encodeInto(text, new Uint8Array(core.memory.buffer, core.input()));
  const start = core.unpack(text.length);
  return new Uint8Array(core.memory.buffer, start, core.length()).slice();
}

/** Runs, copies from near and far, and noise, which between them reach every kind of match. */
const bytes = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 40 }).map((noise) => () => [...noise]),
      fc.tuple(fc.nat(255), fc.nat(600)).map(
        ([byte, count]) =>
          () =>
            Array<number>(count).fill(byte),
      ),
      fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(400)).map(
        ([place, count]) =>
          (before: number[]) =>
            before.slice(place * before.length, place * before.length + count),
      ),
    ),
    { maxLength: 60 },
  )
  .map((pieces) => {
    const all: number[] = [];
    for (const piece of pieces) all.push(...piece(all));
    return Uint8Array.from(all.length > 0 ? all : [0]);
  });

describe("the unpacker", () => {
  it("brings out what was packed, whatever the bytes", () => {
    fc.assert(
      fc.property(bytes, (source) => {
        expect(Buffer.from(unpack(embed(source))).equals(Buffer.from(source))).toBe(true);
      }),
      { numRuns: 60, seed: 1 },
    );
  });

  it.each(["core.simd.wasm", "core.scalar.wasm"])("brings out %s", (name) => {
    const source = readFileSync(join(root, "dist", name));
    expect(Buffer.from(unpack(embed(source))).equals(source)).toBe(true);
  });

  it("grows its memory for more than it begins with, and reaches back a megabyte", () => {
    const noise = new Uint8Array(100_000).map((_, i) => (Math.imul(i + 1, 2654435761) >>> 13) & 255);
    const source = new Uint8Array(1_200_000);
    source.set(noise);
    source.set(noise, 1_100_000);
    expect(Buffer.from(unpack(embed(source))).equals(Buffer.from(source))).toBe(true);
  });
});
