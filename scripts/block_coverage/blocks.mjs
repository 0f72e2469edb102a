// The blocks of the core: what lies between braces, and what follows a `case`. House style puts every branch in braces, so a
// block that was entered is covered, and one that was not is code that no test reaches.
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

/**
 * @typedef {object} Block
 * @property {string} file from the repository's root
 * @property {number} line
 * @property {number} at where in the text its first statement begins
 */

/** Blocks of a source, in the order of the text. @returns {Block[]} */
function blocksOf(/** @type {string} */ file, /** @type {string} */ text) {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);
  /** @type {Block[]} */
  const blocks = [];
  const add = (/** @type {number} */ at) => {
    blocks.push({ file, line: tree.getLineAndCharacterOfPosition(at).line + 1, at });
  };
  const visit = (/** @type {ts.Node} */ node) => {
    // Blocks at top level are checks of the build and hold no code.
    if (ts.isBlock(node) && !isBuildCheck(node)) add(node.getStart(tree) + 1);
    // Empty cases fall through to the next; one that is a block is counted as such.
    if (ts.isCaseOrDefaultClause(node) && node.statements.length > 0 && !ts.isBlock(node.statements[0])) {
      add(node.statements[0].getFullStart());
    }
    node.forEachChild(visit);
  };
  visit(tree);
  return blocks.sort((a, b) => a.at - b.at);
}

function isBuildCheck(/** @type {ts.Block} */ block) {
  return ts.isIfStatement(block.parent) && ts.isSourceFile(block.parent.parent);
}

/**
 * Every block of the cores; its number is its index here, the same in every build. The unpacker is left out: it is a program of its
 * own and part of no core. @returns {Block[]}
 */
export function allBlocks() {
  return readdirSync(join(root, "assembly"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => `assembly/${name.replaceAll("\\", "/")}`)
    .filter((file) => !file.startsWith("assembly/unpack/"))
    .sort()
    .flatMap((file) => blocksOf(file, readFileSync(join(root, file), "utf8")));
}
