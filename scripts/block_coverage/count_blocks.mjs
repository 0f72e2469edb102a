// Loaded before the tests of a coverage run: every core they start is the one that counts its blocks, and what was entered
// is written to out/coverage/ when the process ends or a test file is done.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const folder = join(root, "out/coverage/entered");
const installed = Symbol.for("scree.coverage");

/** Blocks entered in this process. @type {Set<number>} */
const entered = (globalThis[installed] ??= install());

function install() {
  /** @type {Set<number>} */
  const blocks = new Set();
  const { Module, Instance, instantiate, compile } = WebAssembly;
  const substitutes = ["simd", "scalar"].map((target) => ({
    plain: readFileSync(join(root, `build/core.${target}.wasm`)),
    counting: readFileSync(join(root, `build/coverage/core.${target}.wasm`)),
  }));

  /** The counting core in the place of the plain one. */
  const swap = (/** @type {BufferSource} */ source) => {
    const bytes = ArrayBuffer.isView(source)
      ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
      : new Uint8Array(source);
    return substitutes.find(({ plain }) => plain.equals(bytes))?.counting ?? source;
  };
  const withCounter = (/** @type {WebAssembly.Imports} */ imports = {}) => ({
    ...imports,
    coverage: { entered: (/** @type {number} */ block) => blocks.add(block) },
  });

  WebAssembly.Module = new Proxy(Module, {
    construct: (target, [source]) => new target(swap(source)),
  });
  WebAssembly.Instance = new Proxy(Instance, {
    construct: (target, [module, imports]) => new target(module, withCounter(imports)),
  });
  WebAssembly.compile = (source) => compile(swap(source));
  WebAssembly.instantiate = (source, imports) =>
    source instanceof Module
      ? instantiate(source, withCounter(imports))
      : instantiate(swap(source), withCounter(imports));
  process.on("exit", save);
  return blocks;
}

/** Writes what was entered so far. */
export function save() {
  mkdirSync(folder, { recursive: true });
  const name = `${process.pid}-${Date.now()}-${Math.random().toString(36).slice(2)}.json`;
  writeFileSync(join(folder, name), JSON.stringify([...entered]));
}
