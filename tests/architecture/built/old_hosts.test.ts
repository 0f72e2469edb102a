// What docs/environments.md promises for the built files: they use nothing newer than Chrome 91, Firefox 90 and Safari 15.
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { describe, expect, it } from "vitest";
import { ROOT } from "../sources";

const HOSTS = ["chrome91", "firefox90", "safari15"];
const files = readdirSync(join(ROOT, "dist")).filter((name) => name.endsWith(".js"));

/** Newer functions of a global, by the global's name. */
const STATICS: Record<string, string> = {
  Array: "fromAsync",
  Atomics: "waitAsync pause",
  Error: "isError captureStackTrace",
  Iterator: "from concat",
  Map: "groupBy",
  Math: "f16round sumPrecise",
  Object: "groupBy hasOwn",
  Promise: "try withResolvers",
  RegExp: "escape",
  Uint8Array: "fromBase64 fromHex",
  WebAssembly: "JSTag Suspending Tag promising",
};
/** Newer globals. */
const GLOBALS =
  "AsyncDisposableStack CompressionStream DecompressionStream DisposableStack Float16Array Iterator SuppressedError " +
  "Temporal reportError scheduler structuredClone";
/** Newer methods of any object, except those whose names older methods share. */
const METHODS =
  "at findLast findLastIndex getFloat16 getOrInsert getOrInsertComputed isDisjointFrom isSubsetOf isSupersetOf " +
  "isWellFormed randomUUID setFloat16 setFromBase64 setFromHex symmetricDifference toBase64 toHex toReversed toSorted " +
  "toSpliced toWellFormed transferToFixedLength with";

const either = (names: string): string => names.replaceAll(" ", "|");
const NEWER = [
  ...Object.entries(STATICS).map(
    ([owner, names]) => new RegExp(String.raw`\b${owner}\??\.(?:${either(names)})\b`, "g"),
  ),
  new RegExp(String.raw`(?<![\w$.])(?:${either(GLOBALS)})\b(?!["'\`\w$:])`, "g"),
  new RegExp(String.raw`\.(?:${either(METHODS)})(?:\?\.)?\(`, "g"),
];

/** Uses of newer parts of the standard library. */
function newerCalls(code: string): string[] {
  return NEWER.flatMap((pattern) => code.match(pattern) ?? []);
}

/** The hosts for which a compiler would rewrite the code: it knows what syntax they lack, even in regular expressions. */
function newerSyntax(code: string): string[] {
  const written = (target: string): string => transformSync(code, { target, format: "esm" }).code;
  const asItIs = written("esnext");
  return HOSTS.filter((host) => written(host) !== asItIs);
}

describe("the oldest supported hosts", () => {
  it.each(files)("understand %s", (file) => {
    const code = readFileSync(join(ROOT, "dist", file), "utf8");
    expect(newerSyntax(code)).toEqual([]);
    expect(newerCalls(code)).toEqual([]);
  });

  it("are those that the document names", () => {
    const text = readFileSync(join(ROOT, "docs/environments.md"), "utf8");
    expect(text).toContain("the JavaScript of Chrome 91, Firefox 90 and Safari 15");
    expect(readFileSync(join(ROOT, "rollup.config.mjs"), "utf8")).toContain(
      JSON.stringify(HOSTS).replaceAll(",", ", "),
    );
  });

  it.each([
    "class A { static #a = 1; static { A.#a = 2; } }",
    "export const a = /(?<=b)c/;",
    "export const a = /[b--c]/v;",
    "using a = b;",
  ])("would not understand %s", (code) => {
    expect(newerSyntax(code).length).toBeGreaterThan(0);
  });

  it.each([
    "Object.hasOwn(a, b)",
    "a.at(-1)",
    "a?.findLast(b)",
    "structuredClone(a)",
    "a.toSorted()",
    "Map.groupBy(a, b)",
  ])("would lack %s", (code) => {
    expect(newerCalls(code)).toHaveLength(1);
  });

  it("have the features that look like newer ones but are not", () => {
    const code = `class A { static b = 1; #c = 2; #d() {} static has(a) { return #c in a; } }
      a ??= b; const { at } = a; export const c = a.hasOwnProperty("structuredClone"), d = a.replaceAll("b", "c");`;
    expect(newerSyntax(code)).toEqual([]);
    expect(
      newerCalls("Object.hasOwnProperty(a); a.attach(); a.at; a.width(b); a.replaceAll(b, c); { scheduler: 1 }"),
    ).toEqual([]);
  });

  it("run worlds, with events, snapshots and materials", () => {
    const program = `
      delete Object.hasOwn; delete Object.groupBy; delete globalThis.structuredClone;
      for (const { prototype } of [Array, String, Uint8Array.__proto__]) delete prototype.at;
      for (const key of ["findLast", "findLastIndex", "toSorted", "toReversed", "toSpliced", "with"]) {
        delete Array.prototype[key]; delete Uint8Array.__proto__.prototype[key];
      }
      const { World, box, chain, circle } = await import("./dist/js.js");
      const { Character } = await import("./dist/helpers.js");
      const { distance } = await import("./dist/geometry.js");
      const world = new World({ events: { hit: true } });
      world.createBody({ shape: chain([{ x: -9, y: 0 }, { x: 9, y: 0 }, { x: 12, y: 1 }], { materials: [{ friction: 0.1 }, {}] }) });
      const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 3 }, shapes: [{ shape: box(1, 1), density: 2 }] });
      crate.shapes[0].events = { contact: true };
      world.profiling = true;
      world.paused = true;
      if (world.advance(1) !== 0) throw new Error("did not pause");
      const hero = new Character(world, { position: { x: 4, y: 1 } });
      let begun = 0;
      for (let i = 0; i < 60; i++) { hero.move({ x: 1, y: -1 }, 1 / 60); world.step(); begun += world.events.contactBegin.length; }
      const twin = World.fromSnapshot(world.snapshot(), { timeStep: 1 / 30 });
      console.log(begun > 0, world.profile.total > 0, twin.hash() === world.hash(), distance(circle(1), { shape: circle(1), position: { x: 5, y: 0 } }).distance);`;
    const said = execFileSync(process.execPath, ["--input-type=module", "-e", program], {
      cwd: ROOT,
      encoding: "utf8",
    });
    expect(said.trim()).toBe("true true true 3");
  });
});
