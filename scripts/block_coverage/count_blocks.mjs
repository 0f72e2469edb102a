// Loaded before the tests of a coverage run: replaces every core that they start by one that counts its blocks, and writes the
// blocks entered to out/coverage/ when the process ends or a test file is done.
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
  /** @type {{ plain: Buffer, counting: Buffer, module?: WebAssembly.Module }[]} */
  const cores = ["simd", "scalar"].map((target) => ({
    plain: readFileSync(join(root, `build/core.${target}.wasm`)),
    counting: readFileSync(join(root, `build/coverage/core.${target}.wasm`)),
  }));

  /** For each plain module, the counting module that runs in its place. @type {WeakMap<WebAssembly.Module, WebAssembly.Module>} */
  const counting = new WeakMap();
  const note = (/** @type {WebAssembly.Module} */ module, /** @type {BufferSource} */ source) => {
    const bytes = ArrayBuffer.isView(source)
      ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
      : new Uint8Array(source);
    const core = cores.find(({ plain }) => plain.equals(bytes));
    if (core) counting.set(module, (core.module ??= new Module(core.counting)));
    return module;
  };
  const running = (/** @type {WebAssembly.Module} */ module) => counting.get(module) ?? module;
  const withCounter = (/** @type {WebAssembly.Imports} */ imports = {}) => ({
    ...imports,
    coverage: { entered: (/** @type {number} */ block) => blocks.add(block) },
  });

  WebAssembly.Module = new Proxy(Module, {
    construct: (target, [source]) => note(new target(source), source),
  });
  WebAssembly.Instance = new Proxy(Instance, {
    construct: (target, [module, imports]) => new target(running(module), withCounter(imports)),
  });
  WebAssembly.compile = async (source) => note(await compile(source), source);
  WebAssembly.instantiate = async (source, imports) => {
    if (source instanceof Module) return instantiate(running(source), withCounter(imports));
    const module = note(await compile(source), source);
    return { module, instance: await instantiate(running(module), withCounter(imports)) };
  };
  process.on("exit", save);
  return blocks;
}

/** Writes the blocks entered so far. */
export function save() {
  mkdirSync(folder, { recursive: true });
  const name = `${process.pid}-${Date.now()}-${Math.random().toString(36).slice(2)}.json`;
  writeFileSync(join(folder, name), JSON.stringify([...entered]));
}
