// Claims of documents that can be checked: paths, links, scripts, and code that is said to run.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "./sources";

/** Documents at the top and below docs/, examples/ and benchmarks/. */
export function documentPaths(): string[] {
  const below = (folder: string): string[] =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => !name.includes("node_modules"))
      .map((name) => `${folder}/${name.replaceAll("\\", "/")}`);
  return [...readdirSync(ROOT), ...below("docs"), ...below("examples"), ...below("benchmarks")].filter((path) =>
    path.endsWith(".md"),
  );
}

export interface Block {
  language: string;
  code: string;
  /** The line of the opening fence. */
  line: number;
}

/** Fenced code blocks. */
export function codeBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  text.split("\n").forEach((row, index) => {
    const fence = /^\s*```(\S*)/.exec(row);
    if (fence === null) {
      if (open !== undefined) open.code += `${row}\n`;
    } else if (open === undefined) {
      open = { language: fence[1], code: "", line: index + 1 };
    } else {
      blocks.push(open);
      open = undefined;
    }
  });
  return blocks;
}

/** The text without its fenced blocks. */
function prose(text: string): string {
  return text.replaceAll(/^\s*```[\s\S]*?^\s*```.*$/gm, "");
}

/** A path in a code span: with a slash or a known ending, without spaces or placeholders. */
const PATH = /^\.?[\w-]+(\/[\w.*-]+)*\/?$/;
const ENDINGS = /\.(ts|mjs|js|json|md|svg|wasm)$/;
/** Folders that a build or a run creates; their contents are not in the repository. */
const MADE = /^(build|dist|out|node_modules)\//;

/** The package's entries, by the names used to import them. */
const { exports: entries } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  exports: Record<string, unknown>;
};

/** Code spans that look like paths but name nothing, from the root, assembly/ or the document's folder; links that lead nowhere. */
export function deadPaths(document: string, text: string): string[] {
  const dead: string[] = [];
  for (const [, span] of prose(text).matchAll(/`([^`\n]+)`/g)) {
    const looksLikePath = PATH.test(span) && (span.includes("/") || ENDINGS.test(span));
    if (!looksLikePath || MADE.test(span) || span.replace(/^scree/, ".") in entries) continue;
    const places = [span, `assembly/${span}`, join(dirname(document), span)];
    if (!places.some((place) => exists(place))) dead.push(`${document} names ${span}, which is not there`);
  }
  for (const [, link] of prose(text).matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^(https?:|#)/.test(link)) continue;
    const target = join(dirname(document), link.replace(/#.*$/, ""));
    if (!exists(target)) dead.push(`${document} links to ${link}, which is not there`);
  }
  return dead;
}

/** Does a path exist? A star stands for any characters of a name in its folder. */
function exists(path: string): boolean {
  if (!path.includes("*")) return existsSync(join(ROOT, path));
  const folder = join(ROOT, dirname(path));
  const pattern = new RegExp(
    `^${path
      .slice(path.lastIndexOf("/") + 1)
      .replaceAll(".", "\\.")
      .replaceAll("*", ".*")}$`,
  );
  return existsSync(folder) && readdirSync(folder).some((name) => pattern.test(name));
}

/** Each `npm run x` in a document for which package.json has no script x. */
export function unknownScripts(document: string, text: string, scripts: Record<string, string>): string[] {
  return [...text.matchAll(/\bnpm run (?:--\S+ )*([\w:-]+)/g)]
    .filter(([, name]) => !(name in scripts))
    .map(([, name]) => `${document} says "npm run ${name}", and package.json has no such script`);
}

/** Documents that a comment names but that do not exist. */
export function deadReferences(path: string, text: string): string[] {
  return [...text.matchAll(/\b(docs\/[\w/-]+\.md|[A-Z]{4,}\.md)\b/g)]
    .filter(([, name]) => !existsSync(join(ROOT, name)) && !existsSync(join(ROOT, dirname(path), name)))
    .map(([, name]) => `${path} refers to ${name}, which is not there`);
}

/** The rows of the tables in a document, each as its trimmed cells. */
export function tableRows(text: string): string[][] {
  return prose(text)
    .split("\n")
    .filter((row) => row.startsWith("|") && !/^\|[\s:|-]+\|$/.test(row))
    .map((row) =>
      row
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}
