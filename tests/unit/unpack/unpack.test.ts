// assembly/unpack restores what scripts/embed.mjs packs, with SIMD and without: bytes of every kind as streams, and whole
// Wasm files.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import * as coreFormat from "../../../assembly/unpack/format.js";
import { INPUT } from "../../../assembly/unpack/memory.js";
import { compile } from "../../../scripts/compile-core.mjs";
import { embed, unpack } from "../../../scripts/embed.mjs";
import { pack } from "../../../scripts/pack.mjs";
import * as scriptsFormat from "../../../scripts/stream_format.mjs";
import { intoStreams } from "../../../scripts/wasm_streams.mjs";
import { assemble } from "../../helpers/wasm_text.js";

const { HEAD, streamEnds, withHead, ...scriptsNumbers } = scriptsFormat;
const root = join(import.meta.dirname, "../../..");
const BUILDS = ["Simd", "Scalar"];
const unpacker = (build: string) => `build/unit/unpack.${build}.wasm`;
const UNPACKER = unpacker("Simd");
/** Far more memory than any test needs. */
const PAGES = 96;
const expanders: WebAssembly.Module[] = [];

beforeAll(async () => {
  for (const build of BUILDS) {
    const args = ["--outFile", unpacker(build)];
    await compile(`unpack${build}`, { entry: "assembly/unpack/index.ts", args, transforms: [] });
    const expander = `build/unit/expand.${build}.wasm`;
    const more = ["--outFile", expander, "--initialMemory", `${PAGES}`];
    await compile(`unpack${build}`, { entry: "tests/unit/unpack/expand_entry.ts", args: more, transforms: [] });
    expanders.push(new WebAssembly.Module(readFileSync(join(root, expander))));
  }
});

/** Packs streams and expands them again, without their head. */
function expanded(...sources: Uint8Array[]): Buffer {
  const streams = withHead(0, 0, sources);
  const head = streams.subarray(0, HEAD);
  const text = Buffer.from(pack(streams, 2 ** 31 + 5), "latin1");
  const outputs = expanders.map((expander) => {
    const core = new WebAssembly.Instance(expander).exports as any;
    const memory = new Uint8Array(core.memory.buffer);
    memory.set(text, INPUT);
    const start = INPUT + text.length;
    expect(core.expandText(INPUT, start) >>> 0).toBe(2 ** 31 + 5);
    expect(Buffer.from(memory.subarray(start, start + head.byteLength))).toEqual(Buffer.from(head));
    return Buffer.from(memory.slice(start + head.byteLength, start + streams.length));
  });
  expect(outputs[1]!.equals(outputs[0]!)).toBe(true);
  return outputs[0]!;
}

/** Is a file the same after packing and unpacking? `embed` itself also refuses a file that is not. */
const comesOut = (source: Uint8Array): boolean => restores(embed(source, UNPACKER), source);

/** Do the unpackers of both builds make this file of a text? */
function restores(text: string, source: Uint8Array): boolean {
  return BUILDS.every((build) => {
    const module = new WebAssembly.Module(readFileSync(join(root, unpacker(build))));
    return Buffer.from(unpack(text, module)).equals(Buffer.from(source));
  });
}

/** Bytes of all pages of the unpacker's memory in which it leaves anything but zeros. */
function bytesTouched(text: string): number {
  const words = new Float64Array(unpack(text, new WebAssembly.Module(readFileSync(join(root, UNPACKER)))).buffer);
  const page = 4096 / 8;
  let touched = 0;
  for (let word = 0; word < words.length; word += page) {
    touched += Number(words.subarray(word, word + page).some((value) => value !== 0));
  }
  return 8 * page * touched;
}

function noiseOf(length: number): number[] {
  let state = 1;
  return Array.from({ length }, () => (state = (Math.imul(state, 1664525) + 1013904223) | 0) >>> 24);
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

describe("streams", () => {
  it("have the same format for the packer and the unpacker", () => {
    expect({ HEAD, ...scriptsNumbers }).toEqual({ ...coreFormat });
  });

  it("have a head that says where each of them ends", () => {
    const lengths = Array.from({ length: coreFormat.STREAMS }, (_, i) => 100 * i);
    const ends = streamEnds(
      withHead(
        7,
        8,
        lengths.map((length) => new Uint8Array(length)),
      ),
    );
    expect(ends[0]).toBe(coreFormat.HEAD);
    expect(ends.slice(1).map((end, i) => end - ends[i]!)).toEqual(lengths);
  });

  it("come out as they were packed, whatever the bytes", () => {
    fc.assert(
      fc.property(bytes, (source) => {
        expect(expanded(source).equals(Buffer.from(source))).toBe(true);
      }),
      { numRuns: 60, seed: 1 },
    );
  });

  it("may have any length, even 0", () => {
    const many = fc.array(bytes, { minLength: 2, maxLength: 15 });
    fc.assert(
      fc.property(many, fc.nat(15), (streams, empty) => {
        streams[empty % streams.length] = new Uint8Array();
        expect(expanded(...streams).equals(Buffer.concat(streams))).toBe(true);
      }),
      { numRuns: 20, seed: 2 },
    );
  });

  it("are matched with bytes up to a quarter of a megabyte back, and no farther", () => {
    const noise = noiseOf(2000);
    for (const farther of [-1, 0, 1]) {
      const source = new Uint8Array((1 << 18) + 3000);
      source.set(noise);
      source.set(noise, (1 << 18) + farther);
      expect(expanded(source).equals(Buffer.from(source))).toBe(true);
      const text = pack(withHead(0, 0, [source]), 0);
      expect(text.length > 4000).toBe(farther > 0);
    }
  });
});

describe("the unpacker", () => {
  it.each(["core.simd.wasm", "core.scalar.wasm", "core.js.wasm", "core.geometry.wasm", "unpack.simd.wasm"])(
    "restores %s",
    (name) => {
      const source = readFileSync(join(root, "build", name));
      const text = embed(source, UNPACKER);
      expect(restores(text, source)).toBe(true);
      if (name === "core.simd.wasm") {
        // The host maps each page when it is first touched, which may take longer than filling it.
        expect(bytesTouched(text)).toBeLessThan(text.length + 2.5 * source.length);
      }
    },
  );

  it("restores instructions of every form", () => {
    const constants = [0, -1, 63, 64, -64, -65, 8191, 8192, 51_200, -51_200, 1 << 20, 1 << 27, -(2 ** 31), 2 ** 31 - 1];
    const source = assemble(`(module
      (memory 1) (table 2 funcref) (global $g (mut i32) (i32.const 7)) (data (i32.const 8) "ground")
      (func $callee (param i32) (result i32) (local.get 0))
      (func (export "f") (param $a i32) (param $b f64) (result i32) (local $v v128) (local $x i64)
        ${constants.map((value) => `(drop (i32.const ${value})) (drop (i64.const ${value}000))`).join("")}
        (drop (f32.const 1.5)) (drop (f64.const -2.25)) (drop (i64.const ${2n ** 63n - 1n}))
        (global.set $g (call $callee (global.get $g)))
        (i64.store8 offset=300 (local.get $a) (i64.load32_u offset=70000 align=1 (local.get $a)))
        (local.set $v (v128.load offset=16 align=4 (local.get $a)))
        (v128.store64_lane offset=200 1 (local.get $a) (local.get $v))
        (local.set $v (i8x16.shuffle 0 1 2 3 4 5 6 7 24 25 26 27 28 29 30 31 (local.get $v) (local.get $v)))
        (drop (f32x4.extract_lane 3 (f32x4.mul (local.get $v) (v128.const f32x4 1 2 3 4))))
        (memory.copy (local.get $a) (i32.const 8) (i32.const 6)) (memory.fill (local.get $a) (i32.const 1) (i32.const 6))
        (local.set $x (i64.trunc_sat_f64_s (local.get $b))) (drop (memory.grow (memory.size)))
        (block $two (block $one (block $none
          (br_table $none $one $two $one (local.get $a))) (return (i32.const 1))) (return (i32.const 2)))
        (loop $again (br_if $again (i32.sub (local.get $a) (i32.const 1))))
        (if (result i32) (local.get $a) (then (local.tee $a (i32.wrap_i64 (local.get $x)))) (else (local.get $a)))))`);
    expect(comesOut(source)).toBe(true);
  });

  it("restores more constants than a byte can number, many locals and long bodies", () => {
    const vectors = Array.from({ length: 400 }, (_, i) => `(drop (v128.const i32x4 ${i} 0 ${i * i} 1))`).join("");
    const locals = Array.from({ length: 1500 }, (_, i) => `(local $l${i} ${i % 3 > 0 ? "i32" : "f32"})`).join("");
    const sets = Array.from({ length: 1500 }, (_, i) => (i % 3 > 0 ? `(local.set $l${i} (local.get $l1))` : "")).join(
      "",
    );
    const parameters = `(param ${"i32 ".repeat(32)})`;
    const bodies = `(func (export "a") ${vectors}) (func (export "b") ${parameters} ${locals} ${sets} (drop (local.get 31)))`;
    expect(comesOut(assemble(`(module ${bodies} (func (export "c")))`))).toBe(true);
  });

  it("restores locals and parameters of every type, and types that no function has", () => {
    const types = ["i32", "i64", "f32", "f64", "v128", "funcref", "externref"];
    const uses = (count: number) =>
      Array.from({ length: count }, (_, i) => `(drop (local.get ${(i * 5) % count}))`).join("");
    const mixed = types.concat(types.toReversed(), types).join(" ");
    const source = `(module (import "env" "f" (func $imported (param f64 i32 i32) (result i64)))
      (memory 1) (table 1 funcref) (type $unused (func (param i64 f32) (result f32)))
      (func (export "a") (param ${mixed}) (local ${mixed}) ${uses(42)} ${uses(42)})
      (func (export "b") (param ${mixed.split(" ").slice(3).join(" ")}) (result i32) ${uses(18)} (local.get 4))
      (func (export "c") (local ${mixed}) ${uses(21)} (drop (call $imported (f64.const 1) (i32.const 2) (i32.const 3)))))`;
    expect(comesOut(assemble(source))).toBe(true);
    expect(comesOut(assemble(`(module (import "env" "f" (func (param i32))) (memory 1))`))).toBe(true);
    expect(comesOut(assemble("(module)"))).toBe(true);
  });

  it("grows its memory for a file larger than it", () => {
    const text = Array.from({ length: 300_000 }, (_, i) => String.fromCharCode(97 + (i % 17))).join("");
    expect(comesOut(assemble(`(module (memory 8) (data (i32.const 0) "${text}"))`))).toBe(true);
  });
});

describe("the packer", () => {
  it("refuses a core that does not fit the unpacker's initial memory, and says what to do", () => {
    const data = noiseOf(200_000)
      .map((byte) => `\\${byte.toString(16).padStart(2, "0")}`)
      .join("");
    const source = assemble(`(module (memory 8) (data (i32.const 0) "${data}"))`);
    expect(() => embed(source, UNPACKER)).toThrow(/does not fit the unpacker's first memory of \d+.*initialMemory/);
  });

  it("refuses unknown instructions", () => {
    const source = assemble("(module (memory 1 1 shared) (func (drop (i32.atomic.load (i32.const 0)))))");
    expect(() => intoStreams(source)).toThrow("0xfe is unknown");
  });

  it("refuses functions with more locals than the unpacker has room for", () => {
    const source = assemble(
      `(module (func (export "f") (param f32) (local ${"i32 ".repeat(4096)}) (drop (local.get 4096))))`,
    );
    expect(() => intoStreams(source)).toThrow("4097 locals");
  });
});
