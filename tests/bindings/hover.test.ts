// What an editor shows on hover: every public declaration of the built package has a description, and none is `any`.
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, it } from "vitest";

const dist = fileURLToPath(new URL("../../dist/", import.meta.url));
const entries = ["index", "scalar", "js", "auto", "module", "geometry", "debug-draw", "replay", "helpers"];
/** Members that need no description beside their name and their owner's description. */
const PLAIN = new Set(["x", "y", "type", "name", "position", "constructor"]);
/** Types that belong to the host. */
const HOSTS = new Set(["CanvasContext"]);
/** Types whose members are named after what they describe. */
const KEYED = new Set(["JointClasses", "JointDefs"]);

const program = ts.createProgram(
  entries.map((name) => `${dist}${name}.d.ts`),
  { strict: true, target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.NodeNext, types: [] },
);
const checker = program.getTypeChecker();

function described(symbol: ts.Symbol): boolean {
  return symbol.getDocumentationComment(checker).length > 0 || symbol.getJsDocTags(checker).length > 0;
}

/** The names of an entry's exports and their members that have no description. */
function undescribed(entry: string): string[] {
  const file = program.getSourceFile(`${dist}${entry}.d.ts`)!;
  const missing = new Set<string>();
  for (let symbol of checker.getExportsOfModule(checker.getSymbolAtLocation(file)!)) {
    symbol = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const { name } = symbol;
    const isShape = name.endsWith("Shape");
    if (!described(symbol) && !isShape) {
      missing.add(name);
    }
    for (const declaration of HOSTS.has(name) || KEYED.has(name) ? [] : (symbol.declarations ?? [])) {
      if (!ts.isClassDeclaration(declaration) && !ts.isInterfaceDeclaration(declaration)) {
        continue;
      }
      for (const member of declaration.members) {
        const called = member.name?.getText() ?? "constructor";
        const hidden = (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private) !== 0 || called.startsWith("#");
        const own = checker.getSymbolAtLocation(member.name ?? member);
        if (!hidden && !PLAIN.has(called) && own && !described(own)) {
          missing.add(`${name}.${called}`);
        }
      }
    }
  }
  return [...missing];
}

it.each(entries)("everything in %s.d.ts has a description", (entry) => {
  expect(undescribed(entry)).toEqual([]);
});

it("no public type is any", () => {
  const found: string[] = [];
  for (const file of program.getSourceFiles().filter((source) => source.fileName.startsWith(dist))) {
    const walk = (node: ts.Node): void => {
      if (node.kind === ts.SyntaxKind.AnyKeyword) {
        found.push(`${file.fileName.slice(dist.length)}: ${node.parent.getText()}`);
      }
      ts.forEachChild(node, walk);
    };
    walk(file);
  }
  expect(program.getSourceFiles().some((source) => source.fileName.endsWith("bindings/world.d.ts"))).toBe(true);
  expect(found).toEqual([]);
});
