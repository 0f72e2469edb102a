// Code in documents runs as it stands: each ts and js block is a module of its own that uses the built package. TypeScript blocks
// compile in the strictest mode, and blocks that use `document` are given one. No block may print `false`.
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
async function runBlock(name: string, language: string, code: string): Promise<string> {
  const options = { compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext } };
  const file = join(FOLDER, `${name.replaceAll(/[^\w]+/g, "_")}.mjs`);
  writeFileSync(file, language === "ts" ? ts.transpileModule(code, options).outputText : code);
  const page = code.includes("document.") ? ["--import", join(ROOT, "tests/architecture/built/page.mjs")] : [];
  return (await run(process.execPath, [...page, file], { cwd: ROOT, timeout: 60_000 })).stdout;
}

/** The compiler's complaints about TypeScript blocks, each a module inside the package, as in `runBlock`. */
function complaints(written: { name: string; code: string }[]): string[] {
  const files = written.map(({ name, code }) => {
    const file = join(FOLDER, `${name.replaceAll(/[^\w]+/g, "_")}.mts`);
    writeFileSync(file, code);
    return file;
  });
  const program = ts.createProgram(files, {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    types: [],
  });
  return ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
    const which = written[files.indexOf(file?.fileName ?? "")]?.name;
    return `${which}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });
}

const blocks = documentPaths().flatMap((path) =>
  codeBlocks(readFileSync(join(ROOT, path), "utf8"))
    .filter(({ language }) => language === "ts" || language === "js")
    .map(({ language, code, line }) => ({ name: `${path}:${line}`, language, code })),
);

suite("code blocks of the documents", () => {
  test("exist in the README", () => {
    expect(blocks.filter(({ name }) => name.startsWith("README.md")).length).toBeGreaterThan(0);
  });

  test.each(blocks)("$name runs", async ({ name, language, code }) => {
    expect(await runBlock(name, language, code)).not.toMatch(/\bfalse\b/);
  });

  test("compile if they are in TypeScript", { timeout: 60_000 }, () => {
    expect(complaints(blocks.filter(({ language }) => language === "ts"))).toEqual([]);
  });

  test("a block that does not compile is found", () => {
    const code = 'import { World } from "scree";\nnew World({ gravity: 9.81 });';
    expect(complaints([{ name: "planted", code }])).toHaveLength(1);
  });

  test("a block that fails is found", async () => {
    await expect(runBlock("planted", "ts", 'import { World } from "scree";\nnew World().nobody();')).rejects.toThrow(
      "nobody",
    );
  });
});
