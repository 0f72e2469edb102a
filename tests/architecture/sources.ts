// The sources in the form that the rules of this folder use: path, text, syntax tree, imports.
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import ts from "typescript";

export const ROOT = join(import.meta.dirname, "../..");

export interface Source {
  /** From the repository's root, with forward slashes. */
  path: string;
  text: string;
  tree: ts.SourceFile;
}

/** A source that a test makes up to see a rule fail. */
export function planted(path: string, text: string): Source {
  return { path, text, tree: ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true) };
}

/** All TypeScript files below a folder, except declaration files. */
export function readSources(folder: string): Source[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".d.ts"))
    .sort()
    .map((path) => planted(path, readFileSync(join(ROOT, path), "utf8")));
}

export interface Import {
  /** As written. */
  specifier: string;
  /** For a relative specifier, the path of its file from the repository's root; otherwise the specifier itself. */
  target: string;
  /** Is it an `import type`, or are all of its names types? Then nothing of it is left after compiling. */
  typeOnly: boolean;
  line: number;
}

/** The imports and re-exports of a file. */
export function importsOf(source: Source): Import[] {
  const found: Import[] = [];
  for (const statement of source.tree.statements) {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue;
    const from = statement.moduleSpecifier;
    if (from === undefined || !ts.isStringLiteral(from)) continue;
    const specifier = from.text;
    found.push({
      specifier,
      target: specifier.startsWith(".") ? resolve(source.path, specifier) : specifier,
      typeOnly: isTypeOnly(statement),
      line: lineOf(source, statement),
    });
  }
  return found;
}

function isTypeOnly(statement: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(statement)) return statement.isTypeOnly;
  const clause = statement.importClause;
  if (clause === undefined) return false;
  if (clause.isTypeOnly) return true;
  const names = clause.namedBindings;
  if (clause.name !== undefined || names === undefined || !ts.isNamedImports(names)) return false;
  return names.elements.length > 0 && names.elements.every((element) => element.isTypeOnly);
}

function resolve(from: string, specifier: string): string {
  const path = normalize(join(dirname(from), specifier)).replaceAll("\\", "/");
  return `${path.replace(/\.js$/, "").replace(/\.ts$/, "")}.ts`;
}

export function lineOf(source: Source, node: ts.Node): number {
  return source.tree.getLineAndCharacterOfPosition(node.getStart(source.tree)).line + 1;
}

/** Calls `see` for `node` and every node below it. */
export function walk(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  node.forEachChild((child) => walk(child, see));
}
