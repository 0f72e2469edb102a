import { expect, suite, test } from "vitest";
import { LAYERS, importCycles, isLayout, layerViolations, layoutViolations } from "./layers";
import { planted, readSources } from "./sources";

const core = readSources("assembly");
const bindings = readSources("bindings");

suite("layers of assembly/", () => {
  test("have every folder once", () => {
    const folders = LAYERS.flat();
    expect(new Set(folders).size).toBe(folders.length);
  });

  test("are imported downwards only", () => {
    expect(layerViolations(core)).toEqual([]);
  });

  test("forbid imports upwards, sideways, out of the core, and from a folder without a layer", () => {
    const plant = (path: string, from: string): string[] =>
      layerViolations([planted(`assembly/${path}`, `import { x } from "${from}";\nx();`)]);
    expect(plant("math/a.ts", "../world/body")).toEqual([
      "assembly/math/a.ts:1 imports upwards: assembly/world/body.ts",
    ]);
    expect(plant("solver/joints/a.ts", "../../events/hits")[0]).toContain("sideways");
    expect(plant("memory/a.ts", "../math/wide")[0]).toContain("sideways");
    expect(plant("abi/a.ts", "../../bindings/world")[0]).toContain("not in assembly/");
    expect(plant("newcomer/a.ts", "../math/wide")[0]).toContain("has no layer");
    expect(plant("index.ts", "./pipeline/step")[0]).toContain("nothing else");
    expect(plant("solver/a.ts", "../abi/layout")).toEqual([]);
    expect(plant("solver/a.ts", "../abi/option_layout")).toEqual([]);
    expect(plant("solver/a.ts", "../abi/layout_of_it")[0]).toContain("upwards");
    expect(plant("solver/joints/a.ts", "../softness")).toEqual([]);
    expect(plant("solver/a.ts", "../world/body")).toEqual([]);
  });

  test("count a re-export as an import", () => {
    expect(layerViolations([planted("assembly/math/a.ts", 'export * from "../world/body";')])).toHaveLength(1);
  });

  test("include shared layouts, which are plain numbers", () => {
    const layouts = core.filter(({ path }) => isLayout(path));
    expect(layouts.map(({ path }) => path)).toContain("assembly/abi/layout.ts");
    expect(layouts.flatMap(layoutViolations)).toEqual([]);
  });

  test("allow nothing else in a shared layout", () => {
    const plant = (text: string): string[] => layoutViolations(planted("assembly/abi/layout.ts", text));
    expect(plant("export const enum A { B = 1 }\nexport const C = 2;")).toEqual([]);
    expect(plant('import { x } from "../world/body";')).toHaveLength(1);
    expect(plant("export enum A { B = 1 }")).toHaveLength(1);
    expect(plant("export let c = 2;")).toHaveLength(1);
    expect(plant("export function f(): void {}")).toHaveLength(1);
  });
});

suite("import cycles", () => {
  test("do not exist in assembly/", () => {
    expect(importCycles(core)).toEqual([]);
  });

  test("do not exist in bindings/", () => {
    expect(importCycles(bindings)).toEqual([]);
  });

  test("are found and named if three files form one", () => {
    const ring = [
      planted("assembly/a/x.ts", 'import { y } from "./y";'),
      planted("assembly/a/y.ts", 'import { z } from "../b/z";'),
      planted("assembly/b/z.ts", 'export { x } from "../a/x";'),
    ];
    expect(importCycles(ring)).toEqual(["assembly/a/x.ts → assembly/a/y.ts → assembly/b/z.ts → assembly/a/x.ts"]);
    expect(importCycles([ring[0], planted("assembly/a/y.ts", 'import type { x } from "./x";')])).toEqual([]);
  });
});
