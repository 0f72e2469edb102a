// npm run check: everything about the sources that can be checked without running them. Every check runs, even if others
// fail; the exit code is 1 if any fails. `npm run check -- lint types` runs only those two.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile } from "./compile-core.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const bin = (name) => join(root, "node_modules/.bin", name);

const CHECKS = {
  format: [bin("prettier"), "--check", "--log-level=warn", "."],
  lint: [bin("oxlint"), "--deny-warnings"],
  types: [bin("tsc"), "--noEmit", "-p", "tsconfig.json"],
  core: async () => {
    // Each target compiles branches that the other leaves out.
    for (const target of ["simd", "scalar"]) await compile(target, { args: ["--noEmit"] });
    await compile("scalar", { entry: "assembly/geometry.ts", args: ["--use", "HOST_SUPPORT=1", "--noEmit"] });
  },
  architecture: [bin("vitest"), "run", "tests/architecture", "--exclude", "tests/architecture/built/**"],
};

/** Whether a command succeeds, or a function ends without an error. */
async function run(check) {
  if (Array.isArray(check)) {
    const [command, ...args] = check;
    return spawnSync(command, args, { cwd: root, stdio: "inherit" }).status === 0;
  }
  try {
    await check();
    return true;
  } catch (error) {
    console.error(error.message);
    return false;
  }
}

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !(name in CHECKS));
if (unknown !== undefined) {
  console.error(`"${unknown}" is none of the checks: ${Object.keys(CHECKS).join(", ")}.`);
  process.exit(2);
}

const failed = [];
for (const name of asked.length > 0 ? asked : Object.keys(CHECKS)) {
  const start = performance.now();
  const passes = await run(CHECKS[name]);
  if (!passes) failed.push(name);
  console.log(`${passes ? "ok    " : "FAILED"} ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
}
if (failed.length > 0) {
  console.error(`Checks that fail: ${failed.join(", ")}.`);
  process.exitCode = 1;
}
