// The declarations agree with the contract: a strict program that covers it compiles, and misspelt lines do not.
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const PROGRAM = fileURLToPath(new URL("typed_program.ts", import.meta.url));
const { ModuleKind, ModuleResolutionKind, ScriptTarget } = ts;
const STRICT: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: false,
  target: ScriptTarget.ES2022,
  types: [],
};
const bundler = { module: ModuleKind.Preserve, moduleResolution: ModuleResolutionKind.Bundler };
const pedantic = {
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  isolatedModules: true,
  verbatimModuleSyntax: true,
};
const HOSTS: [string, ts.CompilerOptions][] = [
  ["Node", { module: ModuleKind.NodeNext, moduleResolution: ModuleResolutionKind.NodeNext, lib: ["lib.esnext.d.ts"] }],
  ["a bundler, as strict as can be", { ...bundler, ...pedantic, lib: ["lib.esnext.d.ts", "lib.dom.d.ts"] }],
  ["an older library", { ...bundler, lib: ["lib.es2022.d.ts", "lib.esnext.disposable.d.ts"] }],
];

describe("the types", () => {
  it.each(HOSTS)("are those of the contract for %s", (_, options) => {
    const program = ts.createProgram([PROGRAM], { ...STRICT, ...options });
    const found = ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
      const line =
        file === undefined ? "" : `${file.fileName}:${file.getLineAndCharacterOfPosition(start ?? 0).line + 1} `;
      return line + ts.flattenDiagnosticMessageText(messageText, "\n");
    });
    expect(found).toEqual([]);
  });
});
