// Code in documents runs as it stands: each ts and js block is a module of its own against the built package.
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { expect, suite, test } from "vitest";
import { codeBlocks, documentPaths } from "../documents";
import { ROOT } from "../sources";

const run = promisify(execFile);
const FOLDER = join(ROOT, "out/code_blocks");
mkdirSync(FOLDER, { recursive: true });

/** Runs a block in a process of its own, inside the package, so that it can import `scree` by name. */
async function runBlock(name: string, language: string, code: string): Promise<void> {
  const options = { compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext } };
  const file = join(FOLDER, `${name.replaceAll(/[^\w]+/g, "_")}.mjs`);
  writeFileSync(file, language === "ts" ? ts.transpileModule(code, options).outputText : code);
  await run(process.execPath, [file], { cwd: ROOT, timeout: 60_000 });
}

const blocks = documentPaths().flatMap((path) =>
  codeBlocks(readFileSync(join(ROOT, path), "utf8"))
    .filter(({ language }) => language === "ts" || language === "js")
    .map(({ language, code, line }) => ({ name: `${path}:${line}`, language, code })),
);

suite("code blocks of the documents", () => {
  test("there are some in the README", () => {
    expect(blocks.filter(({ name }) => name.startsWith("README.md")).length).toBeGreaterThan(0);
  });

  test.each(blocks)("$name runs", async ({ name, language, code }) => {
    await runBlock(name, language, code);
  });

  test("a block that fails is found", async () => {
    await expect(runBlock("planted", "ts", 'import { World } from "scree";\nnew World().nobody();')).rejects.toThrow(
      "nobody",
    );
  });
});
