// npm run coverage: which blocks of the core the tests and the demo's scenes enter, as a percentage for each folder.
//   npm run coverage                      the whole test suite, and every scene for a few steps
//   npm run coverage -- tests/unit        those tests only
//   npm run coverage -- --blocks          and every block that was not entered, as file:line
// The tests run as usual, but on cores compiled with scripts/block_coverage/transform.mjs, four lanes wide and one lane wide; the
// JavaScript core is made from the latter and not counted. The build in build/ and dist/ stays as it is.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile } from "./compile-core.mjs";
import { allBlocks } from "./block_coverage/blocks.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const out = join(root, "out/coverage");
const asked = process.argv.slice(2);
const listBlocks = asked.includes("--blocks");
const filters = asked.filter((argument) => argument !== "--blocks");

rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, "entered"), { recursive: true });

const transforms = [join(root, "scripts/block_coverage/transform.mjs")];
for (const target of ["simd", "scalar"]) {
  await compile(target, { args: ["--outFile", `build/coverage/core.${target}.wasm`], transforms });
}

const run = (/** @type {string[]} */ args) =>
  spawnSync(process.execPath, args, { cwd: root, stdio: "inherit", env: { ...process.env, SCREE_COVERAGE: "1" } })
    .status;

/** Deletes the test cores in build/: those kept from other runs do not count blocks, and those of this run always do. */
const forgetTestCores = () => {
  for (const name of readdirSync(join(root, "build"))) {
    if (name.startsWith("test-") && name.endsWith(".wasm")) rmSync(join(root, "build", name));
  }
};

forgetTestCores();
const tests = run(["node_modules/vitest/vitest.mjs", "run", ...filters]);
forgetTestCores();
let scenes = 0;
if (filters.length === 0) {
  const counter = join(root, "scripts/block_coverage/count_blocks.mjs");
  // A proof may fail after so few steps; only what was entered matters here.
  run(["--import", counter, "examples/demo/run.mjs", "--half", "--steps", "30"]);
  scenes = 1;
}

const blocks = allBlocks();
const entered = new Set();
for (const name of readdirSync(join(out, "entered"))) {
  for (const number of JSON.parse(readFileSync(join(out, "entered", name), "utf8"))) entered.add(number);
}

/** @type {Map<string, { blocks: number, entered: number }>} */
const folders = new Map();
blocks.forEach(({ file }, number) => {
  for (const name of [file.split("/")[1], "all"]) {
    const row = folders.get(name) ?? { blocks: 0, entered: 0 };
    row.blocks += 1;
    row.entered += entered.has(number) ? 1 : 0;
    folders.set(name, row);
  }
});
const rows = [...folders].sort(([a], [b]) => Number(a === "all") - Number(b === "all") || a.localeCompare(b));
const table = rows.map(([name, row]) => {
  const share = ((100 * row.entered) / row.blocks).toFixed(1);
  return `${name.padEnd(16)} ${String(row.blocks).padStart(6)} ${String(row.entered).padStart(8)} ${share.padStart(6)} %`;
});
console.log(`\n${"folder".padEnd(16)} blocks  entered  covered\n${table.join("\n")}`);

const missed = blocks.filter((_, number) => !entered.has(number)).map(({ file, line }) => `${file}:${line}`);
writeFileSync(join(out, "missed.txt"), `${missed.join("\n")}\n`);
if (listBlocks) console.log(`\nNot entered:\n${missed.join("\n")}`);
console.log(`\nWhat was not entered: out/coverage/missed.txt${scenes ? "" : " (of the tests asked for only)"}`);
process.exitCode = tests === 0 ? 0 : 1;
