// Compiles a test entry of the core and writes records into its memory.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { threadId } from "node:worker_threads";
import { compile } from "../../scripts/compile-core.mjs";
import { capped } from "../helpers/capped_core";

export type Target = "simd" | "scalar";
export const TARGETS: readonly Target[] = ["simd", "scalar"];
/**
 * `ground`: the layers below the world, small and quick to compile; `collision`: the pure functions of that layer; `pairs`: the
 * pair finders; `world`: everything.
 */
export type Entry = "ground" | "collision" | "pairs" | "world";

/** The exports of an entry: addresses are numbers, 64-bit values bigints. */
export interface Core {
  memory: WebAssembly.Memory;
  [name: string]: any;
}

const root = join(import.meta.dirname, "../..");
const folder = "build/unit";

/** A hash of all sources of the core, of the build scripts, and of the other files named. */
function sourceHash(others: readonly string[]): string {
  const hash = createHash("sha256").update(process.env.SCREE_COVERAGE ?? "");
  const core = readdirSync(join(root, "assembly"), { recursive: true, encoding: "utf8" });
  const files = core.filter((name) => name.endsWith(".ts")).map((name) => `assembly/${name}`);
  const build = [
    "asconfig.json",
    "package-lock.json",
    "scripts/compile-core.mjs",
    "scripts/v128-operators.mjs",
    "scripts/inlining.mjs",
  ];
  if (process.env.SCREE_COVERAGE)
    build.push("scripts/block_coverage/blocks.mjs", "scripts/block_coverage/transform.mjs");
  for (const file of [...files.sort(), ...build, ...others]) {
    hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest("hex").slice(0, 16);
}

/** A core compiled with `options`, which use the files in `others`. It is kept in build/ until a source changes. */
export async function keptCore(
  name: string,
  target: Target,
  others: readonly string[],
  options: Parameters<typeof compile>[1] = {},
): Promise<Uint8Array> {
  const file = `${folder}/${name}.${target}.${sourceHash(others)}.wasm`;
  if (!existsSync(join(root, file))) {
    mkdirSync(join(root, folder), { recursive: true });
    const own = `${file}.${process.pid}.${threadId}`; // another worker may be compiling the same core
    await compile(target, { ...options, args: [...(options.args ?? []), "--outFile", own] });
    renameSync(join(root, own), join(root, file));
  }
  return readFileSync(join(root, file));
}

/** The Wasm file of an entry. */
export async function compiledCore(entry: Entry, target: Target): Promise<Uint8Array> {
  const file = `tests/unit/${entry}_entry.ts`;
  return keptCore(entry, target, [file], { entry: file });
}

/** A fresh instance. `maximumPages` limits its memory. */
export async function loadCore(entry: Entry, target: Target, maximumPages = 65536): Promise<Core> {
  const bytes = await compiledCore(entry, target);
  const { instance } = await WebAssembly.instantiate(capped(bytes, maximumPages), {});
  const core = instance.exports as unknown as Core;
  core._initialize?.();
  core.makeHilbertTable?.();
  return core;
}

/** Views of memory, valid until it grows: get new ones after every call that may allocate. */
export function views(core: Core): { u8: Uint8Array; u32: Uint32Array; f32: Float32Array; u64: BigUint64Array } {
  const { buffer } = core.memory;
  return {
    u8: new Uint8Array(buffer),
    u32: new Uint32Array(buffer),
    f32: new Float32Array(buffer),
    u64: new BigUint64Array(buffer),
  };
}

/** Addresses for a test's own records, in pages that the heap never reaches. Make it after the last allocation. */
export class Arena {
  private next: number;
  private readonly end: number;

  constructor(
    readonly core: Core,
    pages: number,
  ) {
    this.next = core.memory.grow(pages) * 65536;
    this.end = this.next + pages * 65536;
  }

  /** Address of `bytes` fresh zeroed bytes, 16-aligned. */
  take(bytes: number): number {
    const at = this.next;
    this.next += (bytes + 15) & ~15;
    if (this.next > this.end) throw new Error("the arena is too small");
    return at;
  }
}
