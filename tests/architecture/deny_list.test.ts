import { expect, suite, test } from "vitest";
import { RECORD_OWNERS, bindingViolations, coreViolations, longFiles } from "./deny_list";
import { planted, readSources } from "./sources";

const core = readSources("assembly");
const bindings = readSources("bindings");
const MOST_LINES = 500;

suite("the deny-list of assembly/", () => {
  test("nothing on it is used", () => {
    expect(core.flatMap(coreViolations)).toEqual([]);
  });

  test.each([
    ["Array", "function f(): void { const a = new Array<i32>(3); }"],
    ["makes an array", "const a = [1, 2, 3];"],
    ["Map", "class X { }\nfunction f(m: Map<i32, i32>): void {}"],
    ["Set", "function f(m: Set<i32>): void {}"],
    ["StaticArray", "function f(m: StaticArray<i32>): void {}"],
    ["Float32Array", "function f(): void { const view = Float32Array; }"],
    ["strings", "function f(name: string): void {}"],
    ["makes a string", 'const greeting = "hello";'],
    ["makes a string", "const greeting = `hello`;"],
    ["function value", "const f = (x: i32): i32 => x;"],
    ["function value", "function f(g: () => void): void {}"],
    ["nests a function", "function f(): void { function g(): void {} }"],
    ["makes an object", "function f(): void { const a = { x: 1 }; }"],
    ["makes an object with new", "function f(): void { const v = new Vec(1, 2); }"],
    ["neither @unmanaged nor abstract", "class Vec { x: f32; }"],
    ["mutable global", "let count = 0;"],
    ["mutable global", "export var count = 0;"],
    ["mutable static field", "abstract class A { static count: i32 = 0; }"],
    ["uses Math", "function f(x: f64): f64 { return Math.sin(x); }"],
    ["uses Mathf", "function f(x: f32): f32 { return Mathf.sin(x); }"],
    ["relaxed_madd", "function f(a: v128): v128 { return f32x4.relaxed_madd(a, a, a); }"],
    ["host", "declare function now(): f64;"],
    ["imports from the host", '@external("env", "now") function now(): f64 { return 0; }'],
    ["throws", "function f(): void { throw 1; }"],
    ["unreachable", "function f(): void { unreachable(); }"],
    ["bare number", "function f(p: usize): f32 { return load<f32>(p, 16); }"],
    ["bare number", "function f(p: usize): void { store<u32>(p, 1, 44); }"],
    ["bare number", "function f(p: usize): void { v128.store(p, v128.load(p), 16); }"],
    ["bare number", "function f(p: usize): f64 { return load<f64>(p, 32); }"],
  ])("%s is found in a planted file", (what, text) => {
    expect(coreViolations(planted("assembly/world/planted.ts", text)).join("\n")).toContain(what);
  });

  test("allowed code that looks similar is not found", () => {
    const text = `
      @unmanaged class Row { x: f32; y: f32; }
      abstract class Rows { @inline static at(p: usize): Row { return changetype<Row>(p); } }
      const TABLE: usize = memory.data<u16>([1, 2, 3]);
      if (offsetof<Row>("y") != 4) { ERROR("a row is two words"); }
      function f(p: usize): f32 { return load<f32>(p, 12) + load<f32>(p, offsetof<Row>("y")); }
      const enum Kind { Array = 0, Map = 1 }
    `;
    expect(coreViolations(planted("assembly/world/planted.ts", text))).toEqual([]);
  });

  test("every file that may name bytes by a bare number exists", () => {
    const paths = core.map(({ path }) => path);
    expect(Object.keys(RECORD_OWNERS).filter((path) => !paths.includes(path))).toEqual([]);
  });
});

suite("the deny-list of bindings/", () => {
  test("nothing on it is used", () => {
    expect(bindings.flatMap(bindingViolations)).toEqual([]);
  });

  test.each([
    ["imports node:fs", 'import { readFileSync } from "node:fs";'],
    ["imports rapier", 'import "rapier";'],
    ["imports what is not its own", 'async function f() { await import("node:fs"); }'],
    ["awaits at top level", 'const core = await fetch("core.wasm");'],
    ["awaits at top level", "for await (const x of y) {}"],
    ["uses eval", 'eval("1 + 1");'],
    ["makes a function from text", 'const f = new Function("return 1");'],
    ["uses process", "const home = process.env.HOME;"],
    ["uses Math.cos", "const x = Math.cos(1);"],
    ["uses Math.hypot", "const x = Math.hypot(3, 4);"],
    ["uses require", 'const fs = require("fs");'],
  ])("%s is found in a planted file", (what, text) => {
    expect(bindingViolations(planted("bindings/planted.ts", text)).join("\n")).toContain(what);
  });

  test("allowed code that looks similar is not found", () => {
    const text =
      'import { World } from "./world.js";\nconst root = Math.sqrt(2);\nexport async function load() { return await import("./js.js"); }';
    expect(bindingViolations(planted("bindings/planted.ts", text))).toEqual([]);
  });
});

suite("length of files", () => {
  test(`no file in assembly/ and bindings/ exceeds ${MOST_LINES} lines`, () => {
    expect(longFiles([...core, ...bindings], MOST_LINES)).toEqual([]);
  });

  test("a longer file is found", () => {
    const long = planted("assembly/world/long.ts", "\n".repeat(MOST_LINES + 1));
    const short = planted("assembly/world/short.ts", "\n".repeat(MOST_LINES));
    expect(longFiles([long, short], MOST_LINES)).toEqual(["assembly/world/long.ts has 501 lines; 500 are enough"]);
  });
});
