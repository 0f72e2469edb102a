// scripts/packing_order.mjs: the same functions in another order, with the same callers, and with their locals renumbered.
import binaryen from "binaryen";
import { describe, expect, it } from "vitest";
import { inPackingOrder } from "../../../scripts/packing_order.mjs";
import { assemble } from "../../helpers/wasm_text.js";

const polynomial = (a: number) => `
  (local $sum f64)
  (local.set $sum (f64.add (f64.mul (local.get $x) (f64.const ${a})) (f64.const 1)))
  (local.set $sum (f64.add (f64.mul (local.get $x) (local.get $sum)) (f64.const 2)))
  (local.get $sum)`;
const bits = (n: number) => `
  (i32.xor (i32.shl (local.get $n) (i32.const ${n})) (i32.shr_u (local.get $n) (i32.const ${n + 2})))`;

/** Two kinds of functions, alternating, that call one another. */
const SOURCE = assemble(`(module (memory (export "memory") 1)
  (func $p1 (export "p1") (param $x f64) (result f64) ${polynomial(3)})
  (func $b1 (export "b1") (param $n i32) (result i32) ${bits(3)})
  (func $p2 (export "p2") (param $x f64) (result f64) ${polynomial(5)})
  (func $b2 (export "b2") (param $n i32) (result i32) (call $b1 ${bits(5)}))
  (func $p3 (export "p3") (param $x f64) (result f64) (call $p1 (call $p2 (local.get $x))))
  (func $b3 (export "b3") (param $n i32) (result i32) (block $out (br_if $out (local.get $n)) (return (i32.const -1)))
    (i32.store (i32.const 8) (call $b2 (local.get $n))) (i32.load (i32.const 8))))`);

/** The names of all functions, in the order of the file. */
function namesOf(bytes: Uint8Array): string[] {
  const functions = Object.entries(new WebAssembly.Instance(new WebAssembly.Module(bytes as BufferSource)).exports);
  // The `name` of an exported function is its index in the file.
  return functions
    .filter(([, value]) => typeof value === "function")
    .sort(([, a], [, b]) => Number((a as { name: string }).name) - Number((b as { name: string }).name))
    .map(([name]) => name);
}

describe("functions sorted by likeness", () => {
  const sorted = inPackingOrder(SOURCE);

  it("lie beside similar functions", () => {
    expect(namesOf(SOURCE)).toEqual(["p1", "b1", "p2", "b2", "p3", "b3"]);
    expect(namesOf(sorted).join(" ")).toMatch(/p1 p2/);
    expect(namesOf(sorted).join(" ")).toMatch(/b1 b2|b2 b1/);
    expect(namesOf(sorted).toSorted()).toEqual(["b1", "b2", "b3", "p1", "p2", "p3"]);
  });

  it("do the same as before", () => {
    const [before, after] = [SOURCE, sorted].map(
      (bytes) => new WebAssembly.Instance(new WebAssembly.Module(bytes as BufferSource)).exports as any,
    );
    for (const name of ["p1", "p2", "p3", "b1", "b2", "b3"]) {
      for (const x of [0, 1, 2, 77, -5]) expect(after[name](x), `${name}(${x})`).toBe(before[name](x));
    }
  });

  it("are in the same order every time", () => {
    expect(inPackingOrder(SOURCE)).toEqual(sorted);
  });

  it("have the locals of a type numbered by their first use", () => {
    const body = `(param $n i32) (result i32) (local $a i32) (local $x f64) (local $b i32) (local $y f64) (local $c i32)
      (local.set $c (local.get $n)) (local.set $y (f64.const 3)) (local.set $a (local.get $c))
      (i32.add (local.get $b) (i32.add (local.get $a) (i32.trunc_f64_s (local.get $y))))`;
    const source = assemble(`(module (memory 1) (func (export "f") ${body}))`);
    const ordered = inPackingOrder(source);
    const used = (bytes: Uint8Array) => {
      const module = binaryen.readBinary(bytes);
      const numbers = [...module.emitText().matchAll(/local\.[gs]et \$(\d+)/g)].map(([, number]) => Number(number));
      module.dispose();
      return numbers;
    };
    // A local's number is its place among all locals: three of one type, then two of the other.
    const [parameter, a, b, c, x, y] = [0, 1, 2, 3, 4, 5];
    const first = (numbers: number[]) => [...new Set(numbers)].filter((local) => local !== parameter);
    expect(first(used(source)).length).toBe(4);
    expect(first(used(ordered)).toSorted()).toEqual([a, b, c, x]);
    expect(used(ordered)).not.toContain(y);
    const bare = assemble(`(module (memory 1) (func (export "f") (result i32) (local $a i32) (local $b i32)
      (drop (i32.const 9)) (local.set $b (i32.const 7)) (local.get $b)))`);
    expect(used(bare)).toEqual([1, 1]);
    expect(used(inPackingOrder(bare))).toEqual([0, 0]);
    for (const bytes of [source, ordered]) {
      const { f } = new WebAssembly.Instance(new WebAssembly.Module(bytes as BufferSource)).exports as any;
      expect(f(4)).toBe(7);
    }
  });

  it("are refused if something else in the module names them by their place", () => {
    const table = '(module (table 1 funcref) (elem (i32.const 0) $f) (func $f (export "f")))';
    expect(() => inPackingOrder(assemble(table))).toThrow("section 4 may name functions by their place");
    const start = "(module (memory 1) (start $f) (func $f (i32.store (i32.const 0) (i32.const 1))))";
    expect(() => inPackingOrder(assemble(start))).toThrow("section 8 may name functions");
    const imported = '(module (import "env" "g" (func $g)) (func (export "f") (call $g)))';
    expect(() => inPackingOrder(assemble(imported))).toThrow("section 2 may name functions");
  });
});
