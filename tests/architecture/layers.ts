// Which folders of assembly/ may import which, and import cycles. Rules return a sentence for each violation, so none if they hold.
import ts from "typescript";
import { importsOf, lineOf } from "./sources";
import type { Source } from "./sources";

/** The folders of assembly/ from the lowest layer up. A file may import from its own folder and from layers below. */
export const LAYERS: string[][] = [
  ["math", "memory", "diagnostics", "runtime", "unpack"],
  ["collision"],
  ["world"],
  ["broad_phase", "narrow_phase", "contact_graph", "solver", "events"],
  ["continuous"],
  ["lifecycle", "queries"],
  ["pipeline"],
  ["abi"],
];

/** Layouts are plain numbers that the core and its bindings share: any file may import them, and they import nothing. */
export function isLayout(path: string): boolean {
  return /^assembly\/abi\/(\w+_)?layout\.ts$/.test(path);
}
const ENTRIES = ["assembly/index.ts", "assembly/geometry.ts"];

function folderOf(path: string): string {
  return path.split("/")[1];
}

function layerOf(folder: string): number {
  return LAYERS.findIndex((layer) => layer.includes(folder));
}

/** Imports that go upwards or sideways, and folders without a layer. */
export function layerViolations(sources: Source[]): string[] {
  const violations: string[] = [];
  for (const source of sources) {
    const isEntry = ENTRIES.includes(source.path);
    const folder = folderOf(source.path);
    if (!isEntry && layerOf(folder) < 0) violations.push(`${source.path}: the folder "${folder}" has no layer`);
    for (const { target, line } of importsOf(source)) {
      const at = `${source.path}:${line}`;
      if (!target.startsWith("assembly/")) violations.push(`${at} imports ${target}, which is not in assembly/`);
      else if (isLayout(target)) continue;
      else if (isEntry) {
        if (folderOf(target) !== "abi")
          violations.push(`${at} imports ${target}: the entry re-exports abi/ and nothing else`);
      } else if (folderOf(target) !== folder && layerOf(folderOf(target)) >= layerOf(folder)) {
        const direction = layerOf(folderOf(target)) === layerOf(folder) ? "sideways" : "upwards";
        violations.push(`${at} imports ${direction}: ${target}`);
      }
    }
  }
  return violations;
}

/** Statements in a shared layout that are neither a `const enum` nor a constant number. */
export function layoutViolations(source: Source): string[] {
  return source.tree.statements
    .filter((statement) => {
      if (ts.isEnumDeclaration(statement)) {
        return !(statement.modifiers ?? []).some(({ kind }) => kind === ts.SyntaxKind.ConstKeyword);
      }
      if (!ts.isVariableStatement(statement)) return true;
      const constant = (statement.declarationList.flags & ts.NodeFlags.Const) !== 0;
      return !constant || statement.declarationList.declarations.some(({ initializer }) => !isNumber(initializer));
    })
    .map((statement) => `${source.path}:${lineOf(source, statement)} is not a plain number`);
}

function isNumber(node: ts.Expression | undefined): boolean {
  return node !== undefined && ts.isNumericLiteral(node);
}

/** Import cycles among the files, each named once. `import type` does not count, since nothing of it remains at run time. */
export function importCycles(sources: Source[]): string[] {
  const paths = new Set(sources.map(({ path }) => path));
  const graph = new Map(
    sources.map((source) => [
      source.path,
      importsOf(source).flatMap(({ target, typeOnly }) => (!typeOnly && paths.has(target) ? [target] : [])),
    ]),
  );
  const cycles: string[] = [];
  const done = new Set<string>();
  const trail: string[] = [];
  const visit = (path: string): void => {
    if (done.has(path)) return;
    const start = trail.indexOf(path);
    if (start >= 0) {
      cycles.push([...trail.slice(start), path].join(" → "));
      return;
    }
    trail.push(path);
    for (const next of graph.get(path) ?? []) visit(next);
    trail.pop();
    done.add(path);
  };
  for (const path of graph.keys()) visit(path);
  return cycles;
}
