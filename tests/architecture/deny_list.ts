// What may not be used in assembly/ and bindings/. Rules return a sentence for each violation, so none if they hold.
import ts from "typescript";
import { importsOf, lineOf, walk } from "./sources";
import type { Source } from "./sources";

/** Names of values that a garbage collector owns or that come from the host. */
const MANAGED = new Set(
  (
    "Array StaticArray Map Set String ArrayBuffer DataView Error Function Object Symbol RegExp Date Promise console " +
    "Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Int64Array Uint64Array " +
    "Float32Array Float64Array"
  ).split(" "),
);
/** The host's Math and the libraries named after it: their bits or their cost differ from machine to machine. */
const MATH = new Set(["Math", "Mathf", "JSMath", "NativeMath", "NativeMathf"]);
/** Members of the host's Math whose last bits the language leaves open. */
const APPROXIMATE = new Set(
  "acos acosh asin asinh atan atan2 atanh cbrt cos cosh exp expm1 hypot log log10 log1p log2 pow sin sinh tan tanh".split(
    " ",
  ),
);
/** The files that may use them: their results are drawn, and never go back into a world. */
export const DRAWN = ["bindings/debug_draw.ts", "bindings/body.ts"];
/** Built-ins that end an instance: the core returns a code instead. */
const TRAPS = new Set(["unreachable", "abort", "trace"]);

/**
 * Files that may name a byte beyond the first four values at an address by a bare number, and the record whose layout
 * they thereby know. All other files read a record by its class, `offsetof` or a named constant.
 */
export const RECORD_OWNERS: Record<string, string> = {
  "assembly/collision/wide_bvh.ts": "blocks of the tree",
  "assembly/broad_phase/trees.ts": "a lane of a tree block, emptied in place",
  "assembly/abi/bodies.ts": "a body's six words in the bulk buffer",
  "assembly/pipeline/checksum.ts": "its rows, lanes and keys",
  "assembly/events/hits.ts": "the hit event that world/event_buffers.ts describes",
  "assembly/world/event_buffers.ts": "event records, which it describes",
  "assembly/solver/contact_solver.ts": "the two rows of a solver body",
  "assembly/solver/restitution.ts": "the two rows of a solver body",
  "assembly/solver/integrate.ts": "four solver bodies in a row",
  "assembly/solver/joints/joints.ts": "bodies of a joint block",
  "assembly/solver/joints/distance.ts": "the two rows of a solver body",
  "assembly/solver/joints/revolute.ts": "the two rows of a solver body",
};

/** The file that may declare a host function: only for the geometry core, as tests/architecture/built proves. */
const HOST_OWNER = "assembly/collision/host_support.ts";

const VALUE_BYTES: Record<string, number> = { i8: 1, u8: 1, bool: 1, i16: 2, u16: 2, i64: 8, u64: 8, f64: 8 };

/** Everything denied in the core. */
export function coreViolations(source: Source): string[] {
  const violations: string[] = [];
  const say = (node: ts.Node, what: string): void => {
    violations.push(`${source.path}:${lineOf(source, node)} ${what}`);
  };
  walk(source.tree, (node) => {
    if (source.path === HOST_OWNER && node.kind === ts.SyntaxKind.DeclareKeyword) return;
    const what = managed(node) ?? hostile(node) ?? global(node) ?? bareOffset(source.path, node);
    if (what !== undefined) say(node, what);
  });
  return violations;
}

/** Objects that need a collector, and closures. */
function managed(node: ts.Node): string | undefined {
  if (ts.isIdentifier(node) && MANAGED.has(node.text) && !isMember(node)) return `uses ${node.text}`;
  if (node.kind === ts.SyntaxKind.StringKeyword) return "uses strings";
  if (ts.isNewExpression(node)) return "makes an object with new";
  if (ts.isObjectLiteralExpression(node)) return "makes an object";
  if (ts.isArrayLiteralExpression(node) && !isStaticData(node)) return "makes an array outside memory.data";
  if (ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node)) return "makes a string";
  if (ts.isStringLiteral(node) && !isCompileTime(node)) return "makes a string";
  if (ts.isRegularExpressionLiteral(node)) return "makes a regular expression";
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return "makes a function value";
  if (ts.isFunctionTypeNode(node)) return "takes a function value";
  if (ts.isFunctionDeclaration(node) && !ts.isSourceFile(node.parent)) return "nests a function";
  if (ts.isClassDeclaration(node) && !isPlain(node)) return "declares a class that is neither @unmanaged nor abstract";
  return undefined;
}

/** What differs between hosts, comes from them, or ends the instance. */
function hostile(node: ts.Node): string | undefined {
  if (ts.isIdentifier(node) && !isMember(node)) {
    if (MATH.has(node.text)) return `uses ${node.text}`;
    if (TRAPS.has(node.text)) return `calls ${node.text}`;
  }
  if (ts.isIdentifier(node) && node.text.startsWith("relaxed_"))
    return `uses ${node.text}, whose bits differ by machine`;
  if (ts.isThrowStatement(node) || ts.isTryStatement(node)) return "throws or catches";
  if (node.kind === ts.SyntaxKind.DeclareKeyword) return "declares a host function or value";
  if (ts.isDecorator(node) && /^@external\b/.test(node.getText())) return "imports from the host";
  return undefined;
}

/** State outside linear memory. */
function global(node: ts.Node): string | undefined {
  if (ts.isVariableStatement(node) && ts.isSourceFile(node.parent)) {
    if ((node.declarationList.flags & ts.NodeFlags.Const) === 0) return "declares a mutable global";
  }
  if (ts.isPropertyDeclaration(node)) {
    const kinds = (node.modifiers ?? []).map(({ kind }) => kind);
    if (kinds.includes(ts.SyntaxKind.StaticKeyword) && !kinds.includes(ts.SyntaxKind.ReadonlyKeyword)) {
      return "declares a mutable static field";
    }
  }
  return undefined;
}

/** A load or store whose literal offset lies beyond four values of its type, in a file that owns no record. */
function bareOffset(path: string, node: ts.Node): string | undefined {
  if (path in RECORD_OWNERS || !ts.isCallExpression(node)) return undefined;
  const callee = node.expression;
  const vector = ts.isPropertyAccessExpression(callee) && callee.expression.getText() === "v128";
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : ts.isIdentifier(callee) ? callee.text : "";
  if (!/^(load|store)/.test(name) || (ts.isPropertyAccessExpression(callee) && !vector)) return undefined;
  const offset = node.arguments[name.startsWith("load") ? 1 : 2];
  if (offset === undefined || !ts.isNumericLiteral(offset)) return undefined;
  const size = vector ? 4 : (VALUE_BYTES[node.typeArguments?.[0]?.getText() ?? ""] ?? 4);
  return Number(offset.text) >= 4 * size ? `names byte ${offset.text} of a record by a bare number` : undefined;
}

/** `a.Map` or `{ Map: … }`: a member that happens to have the name. */
function isMember(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
  return ts.isEnumMember(parent) || ts.isPropertyDeclaration(parent) || ts.isMethodDeclaration(parent);
}

/** The argument of `memory.data<T>([…])`, read-only and laid down by the compiler. */
function isStaticData(node: ts.ArrayLiteralExpression): boolean {
  return ts.isCallExpression(node.parent) && node.parent.expression.getText() === "memory.data";
}

/** A string that only the compiler reads: a module's name, a field's name, a build-time error, a decorator's argument. */
function isCompileTime(node: ts.StringLiteral): boolean {
  const { parent } = node;
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) return true;
  if (!ts.isCallExpression(parent)) return false;
  if (ts.isDecorator(parent.parent)) return true;
  return (
    ts.isIdentifier(parent.expression) && ["offsetof", "ERROR", "WARNING", "INFO"].includes(parent.expression.text)
  );
}

function isPlain(node: ts.ClassDeclaration): boolean {
  return (node.modifiers ?? []).some(
    (modifier) =>
      modifier.kind === ts.SyntaxKind.AbstractKeyword ||
      (ts.isDecorator(modifier) && modifier.expression.getText() === "unmanaged"),
  );
}

/**
 * Everything denied in the bindings: they run in browsers, under `require`, and without `unsafe-eval`, and the values they
 * give a world are the same everywhere.
 */
export function bindingViolations(source: Source): string[] {
  const violations: string[] = [];
  const say = (line: number, what: string): void => {
    violations.push(`${source.path}:${line} ${what}`);
  };
  for (const { specifier, line } of importsOf(source)) {
    if (!specifier.startsWith(".") && !specifier.startsWith("core:")) say(line, `imports ${specifier}`);
  }
  walk(source.tree, (node) => {
    const line = lineOf(source, node);
    if (ts.isAwaitExpression(node) && !insideFunction(node)) say(line, "awaits at top level");
    if (ts.isForOfStatement(node) && node.awaitModifier !== undefined && !insideFunction(node))
      say(line, "awaits at top level");
    if (ts.isIdentifier(node) && !isMember(node)) {
      if (node.text === "eval") say(line, "uses eval");
      if (node.text === "require" || node.text === "process" || node.text === "Buffer") say(line, `uses ${node.text}`);
      if (node.text === "Function" && (ts.isNewExpression(node.parent) || ts.isCallExpression(node.parent))) {
        say(line, "makes a function from text");
      }
    }
    if (ts.isPropertyAccessExpression(node) && node.expression.getText() === "Math") {
      const { text } = node.name;
      if (APPROXIMATE.has(text) && !DRAWN.includes(source.path)) say(line, `uses Math.${text}`);
    }
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [specifier] = node.arguments;
      const inside = specifier && ts.isStringLiteral(specifier) && /^(\.|core:)/.test(specifier.text);
      if (!inside) say(line, "imports what is not its own");
    }
  });
  return violations;
}

function insideFunction(node: ts.Node): boolean {
  for (let at = node.parent; at !== undefined; at = at.parent) if (ts.isFunctionLike(at)) return true;
  return false;
}

/** Files longer than a person reads in one sitting. */
export function longFiles(sources: Source[], limit: number): string[] {
  return sources.flatMap(({ path, text }) => {
    const lines = text.split("\n").length - 1;
    return lines > limit ? [`${path} has ${lines} lines; ${limit} are enough`] : [];
  });
}
