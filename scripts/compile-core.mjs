// Compiles the AssemblyScript core: one source, one call for each target of asconfig.json.
//   node scripts/compile-core.mjs [target …]        default: simd scalar js geometry unpackSimd unpackScalar
// `js` is wasm2js of the scalar core. `check` type-checks without writing. Other modules call `compile` directly: a warm
// compiler in the same process takes a third of a second where the command line takes two and a half.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import asc from "assemblyscript/asc";
import { inPackingOrder } from "./packing_order.mjs";
import { tidy } from "./js-tidy.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const ownTransforms = ["v128-operators", "inlining"].map((name) => join(root, `scripts/${name}.mjs`));
/** The transform that scripts/coverage.mjs needs in cores that tests compile. */
const coverage = process.env.SCREE_COVERAGE ? [join(root, "scripts/block_coverage/transform.mjs")] : [];

/** Turns `@inline` at the end of a function's comment into its decorator: the formatter's parser takes those before methods only. */
function inlinedAsTold(source) {
  return source.replaceAll(/@inline\s+\*\/\n(?=(?:export )?function )/g, "$&@inline ");
}

/**
 * Compiles `entry` for a target. `args` are further command-line flags, `transforms` further transform modules (paths).
 * `small`: functions marked to be inlined are not.
 * Returns nothing; throws with the compiler's own messages.
 * @param {string} target
 * @param {{ entry?: string, args?: string[], transforms?: string[], small?: boolean }} [options]
 */
export async function compile(
  target,
  { entry = "assembly/index.ts", args = [], transforms = coverage, small = false } = {},
) {
  mkdirSync(join(root, "build"), { recursive: true });
  const flags = [entry, "--config", "asconfig.json", "--target", target, ...args];
  for (const path of [...ownTransforms, ...transforms]) flags.push("--transform", path);
  const { error, stderr, stdout } = await asc.main(flags, {
    readFile: (name, baseDir) => {
      const path = join(root, baseDir === "." ? "" : baseDir, name);
      const file = existsSync(path) ? path : join(baseDir, name);
      if (!existsSync(file)) return null;
      const source = readFileSync(file, "utf8");
      return small ? source : inlinedAsTold(source);
    },
    writeFile: (name, data) => {
      const path = name.startsWith("/") ? name : join(root, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, data);
    },
  });
  if (error) throw new Error(`asc failed for target ${target}:\n${stderr}${stdout}`);
  const warnings = stderr.toString();
  if (warnings) process.stderr.write(warnings);
}

/** A core that will be embedded: functions and locals in the order in which they pack best. */
async function compilePacked(target) {
  await compile(target);
  const path = join(root, `build/core.${target}.wasm`);
  writeFileSync(path, inPackingOrder(readFileSync(path)));
}

/**
 * The plain JavaScript core: wasm2js of the scalar core, compiled with little inlining. V8 never optimises a function of
 * more than 60 KB of bytecode, and the fully inlined solver is one of 150 KB: a step of a pile of 820 boxes takes 2.5 ms with
 * little inlining and 18 ms with all of it.
 */
export async function compileToJs(output = "build/core.js.mjs") {
  const input = "build/core.js.wasm";
  await compile("scalar", { args: ["--use", "JAVASCRIPT=1", "--optimizeLevel", "1", "--outFile", input], small: true });
  const flags = ["--all-features", "-O2", "--one-caller-inline-max-function-size", "100"];
  toJs(input, flags, output);
}

/** The geometry core of `scree/geometry`, in JavaScript: it starts at once, and runs where there is no WebAssembly. */
export async function compileGeometry(output = "build/core.geometry.mjs") {
  const input = "build/core.geometry.wasm";
  const args = ["--use", "HOST_SUPPORT=1", "--initialMemory", "2", "--shrinkLevel", "2", "--outFile", input];
  await compile("scalar", { entry: "assembly/geometry.ts", args, small: true });
  toJs(input, ["--all-features", "-O2"], output);
}

function toJs(input, flags, output) {
  execFileSync(process.execPath, [join(root, "node_modules/binaryen/bin/wasm2js"), input, ...flags, "-o", output], {
    cwd: root,
    stdio: "inherit",
  });
  const path = join(root, output);
  writeFileSync(path, tidy(readFileSync(path, "utf8")));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const targets = process.argv.slice(2);
  for (const target of targets.length > 0
    ? targets
    : ["simd", "scalar", "js", "geometry", "unpackSimd", "unpackScalar"]) {
    if (target === "js") await compileToJs();
    else if (target === "geometry") await compileGeometry();
    else if (target === "check") await compile("simd", { args: ["--noEmit"] });
    else if (target.startsWith("unpack")) await compile(target, { entry: "assembly/unpack/index.ts" });
    else await compilePacked(target);
  }
}
