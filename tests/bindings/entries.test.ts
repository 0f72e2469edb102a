// The package as others load it: what is exported, how, and on hosts that lack features.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  exports: Record<string, string | { types: string; default: string }>;
  main: string;
  types: string;
  typesVersions: Record<"*", Record<string, [string]>>;
  dependencies?: unknown;
};
const bundles = readdirSync(join(root, "dist")).filter((name) => name.endsWith(".js"));

/** Runs a program in a fresh process and returns what it prints. */
function run(program: string, type: "module" | "commonjs" = "module"): string {
  return execFileSync(process.execPath, [`--input-type=${type}`, "-e", program], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  }).trim();
}

const HELLO = `const world = new World();
const crate = world.createBody({ type: "dynamic", position: { x: 0, y: 5 }, shape: box(1, 1) });
for (let i = 0; i < 30; i++) world.step();
console.log(world.backend, crate.y.toFixed(2));`;

describe("the package", () => {
  it("has every entry it promises, and every file that these name", () => {
    expect(Object.keys(manifest.exports)).toEqual(
      expect.arrayContaining([
        ".",
        "./scalar",
        "./js",
        "./auto",
        "./module",
        "./geometry",
        "./debug-draw",
        "./replay",
        "./helpers",
        "./core.simd.wasm",
        "./core.scalar.wasm",
        "./package.json",
      ]),
    );
    for (const target of Object.values(manifest.exports)) {
      for (const path of typeof target === "string" ? [target] : Object.values(target)) {
        expect(existsSync(join(root, path)), path).toBe(true);
      }
    }
    expect(manifest.dependencies).toBeUndefined();
  });

  it("contains everything that it exports and that its documents link to", () => {
    const listing = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [{ files }] = JSON.parse(listing) as [{ files: { path: string }[] }];
    const packed = new Set(files.map(({ path }) => path));
    const has = (path: string): boolean => packed.has(path) || files.some((file) => file.path.startsWith(`${path}/`));
    for (const target of Object.values(manifest.exports)) {
      for (const path of typeof target === "string" ? [target] : Object.values(target)) {
        expect(has(path.slice(2)), path).toBe(true);
      }
    }
    const documents = [...packed].filter((path) => path.endsWith(".md"));
    expect(documents).toContain("docs/step.md");
    for (const document of documents) {
      for (const [, link] of readFileSync(join(root, document), "utf8").matchAll(/\]\((?!https?:|#)([^)#]+)/g)) {
        const path = join(dirname(document), link!).replaceAll("\\", "/");
        expect(has(path), `${document} links to ${link}`).toBe(true);
      }
    }
  });

  it.each([
    ["scree", "simd"],
    ["scree/scalar", "scalar"],
    ["scree/js", "js"],
  ])("%s runs as a module and by require", (name, backend) => {
    expect(run(`import { World, box } from "${name}";\n${HELLO}`)).toMatch(new RegExp(`^${backend} 3\\.7`));
    expect(run(`const { World, box } = require("${name}");\n${HELLO}`, "commonjs")).toMatch(
      new RegExp(`^${backend} 3\\.7`),
    );
  });

  it("scree/auto loads the best build that the host can run", () => {
    const auto = `import { load } from "scree/auto"; const { World, box } = await load();\n${HELLO}`;
    expect(run(auto)).toMatch(/^simd/);
    const noSimd = "WebAssembly.validate = () => false;";
    expect(run(`${noSimd}\n${auto}`)).toMatch(/^scalar/);
    const noCompile = "WebAssembly.Module = class { constructor() { throw new WebAssembly.CompileError('policy') } };";
    expect(run(`${noCompile}\n${auto}`)).toMatch(/^js/);
    expect(run(`delete globalThis.WebAssembly;\n${auto}`)).toMatch(/^js/);
    expect(run(`import { load } from "scree/auto"; console.log((await load()) === (await load()))`)).toBe("true");
  });

  it("says where to make worlds if a page's main thread compiles only small cores; scree/auto then takes scree/js", () => {
    const old = `for (const name of ["Module", "Instance"]) {
      WebAssembly[name] = new Proxy(WebAssembly[name], { construct(target, [given, imports]) {
        if ((given.byteLength ?? WebAssembly.Module.exports(given).length * 50) > 4096) {
          throw new RangeError("WebAssembly." + name + " is disallowed on the main thread, if the buffer size is larger than 4KB.");
        }
        return Reflect.construct(target, [given, imports]);
      } });
    }`;
    const tell = "try { new World() } catch (e) { console.log(e.name, e.code, e.message) }";
    const advice = /^PhysicsError no-wasm .*main thread.*worker.*"scree\/js"/;
    expect(run(`${old} import { World } from "scree"; ${tell}`)).toMatch(advice);
    const compiled = `import { readFileSync } from "node:fs"; import { worldClass } from "scree/module";
      const World = worldClass(new WebAssembly.Module(readFileSync("dist/core.simd.wasm")));`;
    expect(run(`${compiled} ${old} ${tell}`)).toMatch(advice);
    const auto = `import { load } from "scree/auto"; const { World, box } = await load();\n${HELLO}`;
    expect(run(`${old}\n${auto}`)).toMatch(/^js/);
  });

  it.each(["scree", "scree/scalar", "scree/js"])(
    "%s needs no TextEncoder, which audio worklets and jsdom lack",
    (name) => {
      expect(run(`delete globalThis.TextEncoder;\nimport { World, box } from "${name}";\n${HELLO}`)).toMatch(/3\.7/);
    },
  );

  it.each(["simd", "scalar"])("scree/module runs a core that it is given compiled (%s)", (backend) => {
    const program = `import { box, worldClass } from "scree/module";
      import { readFileSync } from "node:fs";
      const core = new WebAssembly.Module(readFileSync("dist/core.${backend}.wasm"));
      WebAssembly.Module = new Proxy(WebAssembly.Module, { construct() { throw new Error("compiled") } });
      const World = worldClass(core);
      ${HELLO}
      console.log(World.fromSnapshot(world.snapshot()).hash() === world.hash(), World.name);`;
    expect(run(program)).toMatch(new RegExp(`^${backend} 3\\.7\\d\ntrue World$`));
  });

  it("scree/module refuses anything but a core of this version", () => {
    const program = `import { worldClass } from "scree/module";
      import { readFileSync } from "node:fs";
      const empty = Buffer.from("0061736d01000000", "hex");
      const older = readFileSync("dist/core.simd.wasm");
      older.write("simd 0.0.0", older.length - "simd 0.0.0".length);
      for (const core of [new WebAssembly.Module(empty), new WebAssembly.Module(older), empty, undefined]) {
        try { worldClass(core); } catch (e) { console.log(e.name, e.code, e.message); }
      }`;
    const [other, old, bytes, nothing] = run(program).split("\n");
    expect(other).toMatch(/^PhysicsError bad-type worldClass: core is not a compiled core of scree/);
    expect(old).toMatch(
      /^PhysicsError bad-type worldClass: core is the core of scree 0\.0\.0; it must be .*core\.simd\.wasm/,
    );
    expect(bytes).toBe(other);
    expect(nothing).toBe(other);
  });

  it("gives its default entry and all types to tools that do not read `exports`", () => {
    expect(manifest.main).toBe((manifest.exports["."] as { default: string }).default);
    expect(manifest.types).toBe((manifest.exports["."] as { types: string }).types);
    const [from, [to]] = Object.entries(manifest.typesVersions["*"]).find(([path]) => path === "*")!;
    for (const [name, target] of Object.entries(manifest.exports)) {
      if (name !== "." && typeof target !== "string") {
        expect(`./${to.replace("*", name.slice(2))}`, `${from} ${name}`).toBe(target.types);
      }
    }
  });

  it("scree/geometry runs as a module and by require, and needs neither a world nor WebAssembly", () => {
    const ask = "console.log(distance(box(1, 1), { shape: circle(1), position: { x: 3, y: 0 } }).distance);";
    const hide = "delete globalThis.WebAssembly;";
    expect(run(`import { box, circle, distance } from "scree/geometry"; ${hide} ${ask}`)).toBe("1.5");
    expect(run(`${hide} const { box, circle, distance } = require("scree/geometry"); ${ask}`, "commonjs")).toBe("1.5");
    expect(readFileSync(join(root, "dist/geometry.js"), "utf8")).not.toContain("shared.js");
  });

  it("says which entry to use if the host lacks SIMD or WebAssembly", () => {
    const tell = "try { new World() } catch (e) { console.log(e.name, e.code, e.message) }";
    const simd = `import { World } from "scree"; ${tell}`;
    expect(run(`WebAssembly.validate = () => false; ${simd}`)).toMatch(/^PhysicsError no-simd .*"scree\/scalar"/);
    expect(run(`delete globalThis.WebAssembly; ${simd}`)).toMatch(/^PhysicsError no-wasm .*"scree\/js"/);
  });

  it("exports the same names from every entry", async () => {
    const [simd, scalar, js] = await Promise.all(
      ["index", "scalar", "js"].map((name) => import(join(root, "dist", `${name}.js`)) as Promise<object>),
    );
    expect(Object.keys(scalar!)).toEqual(Object.keys(simd!));
    expect(Object.keys(js!)).toEqual(Object.keys(simd!));
    const shared = (module: object): unknown => (module as { PhysicsError: unknown }).PhysicsError;
    expect(shared(scalar!)).toBe(shared(simd!));
  });

  it.each(bundles)("%s imports nothing from outside and generates no code", (name) => {
    const text = readFileSync(join(root, "dist", name), "utf8");
    const statement = /(?:^|[;}])(?:import|export)\b(?:[\w$\s{},*]*\bfrom)?"([^"]+)"|\bimport\("([^"]+)"\)/gm;
    const imports = [...text.matchAll(statement)].map(([, path, lazy]) => path ?? lazy!);
    expect(imports.length > 0).toBe(name !== "shapes.js");
    expect(imports.filter((path) => !path.startsWith("./"))).toEqual([]);
    if (name !== "index.js" && name !== "scalar.js") {
      expect(text).not.toMatch(/\beval\(|new Function|\bprocess\.|\bBuffer\b/);
    }
  });

  it("touches the host's clock only for profiles, since Node creates it at the first access", () => {
    const program = `Object.defineProperty(globalThis, "performance", { get() { console.log("looked"); return { now: () => 7 }; } });
      const { World, box } = await import("./dist/index.js"); ${HELLO}
      world.profiling = true; world.step(); console.log(world.profile.total);`;
    const lines = run(program).split("\n");
    expect(lines[0]).toMatch(/^simd /);
    expect(lines.slice(1, -1)).toContain("looked");
    expect(lines.at(-1)).toBe("0");
  });

  it.each(bundles)("%s has no character beyond ASCII, which would double the memory that hosts keep it in", (name) => {
    expect(readFileSync(join(root, "dist", name), "latin1")).not.toMatch(/[\x80-\xff]/);
  });

  it("has raw cores that compile and need no imports", () => {
    const require = createRequire(join(root, "package.json"));
    for (const name of ["scree/core.simd.wasm", "scree/core.scalar.wasm"]) {
      const module = new WebAssembly.Module(readFileSync(require.resolve(name)));
      expect(WebAssembly.Module.imports(module)).toEqual([]);
      expect(WebAssembly.Module.exports(module).map((item) => item.name)).toContain("worldStep");
    }
  });

  it("prints a body briefly, without the world behind it", () => {
    const program = `import { World } from "scree"; console.log(new World().createBody({ userData: 7 }))`;
    expect(run(program)).toMatch(/^Body \{ userData: 7, id: \d+ \}$/);
  });
});
