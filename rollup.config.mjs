// Bundles the bindings: shared chunks for the interface, and for each core an entry that carries it.
import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import typescript from "@rollup/plugin-typescript";
import { transform } from "esbuild";
import ts from "typescript";
import { minify as shorten } from "vite";
import { embed } from "./scripts/embed.mjs";
import { factoryOf } from "./scripts/js-core.mjs";

const BUILD = "build";
const DIST = "dist";
const { version: VERSION } = JSON.parse(readFileSync("package.json", "utf8"));
const ENTRIES = Object.fromEntries(
  ["index", "scalar", "js", "auto", "geometry", "module", "debug-draw", "replay", "helpers"].map((name) => [
    name,
    `bindings/entries/${name}.ts`,
  ]),
);

/**
 * `core:simd` and `core:scalar` are the packed Wasm files as text, `core:unpack.simd` and `core:unpack.scalar` the Wasm files
 * that unpack them in the same hosts, `core:js` and `core:geometry` JavaScript cores as factories, `core:version` the package's version.
 */
function cores() {
  return {
    name: "cores",
    resolveId: (id) => (id.startsWith("core:") ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith("\0core:")) {
        return null;
      }
      const name = id.slice("\0core:".length);
      if (name === "version") {
        return `export default "${VERSION}";`;
      }
      if (name === "js" || name === "geometry") {
        return factoryOf(readFileSync(join(BUILD, `core.${name}.mjs`), "utf8"));
      }
      const packed = name === "simd" || name === "scalar";
      const bytes = readFileSync(join(BUILD, packed ? `core.${name}.wasm` : `${name}.wasm`));
      // In base64 equal bytes seldom look alike: the small file, which is not packed, is a ninth shorter as hex after gzip.
      const text = packed ? embed(bytes, `${BUILD}/unpack.${name}.wasm`) : bytes.toString("hex");
      return `export default "${later(text)}";`;
    },
  };
}

/** Long texts, by the placeholder that stands for each until the code is minified: split into lines they would be 1 % longer. */
const texts = new Map();

/** @param {string} text */
function later(text) {
  const name = `text:${texts.size}`;
  texts.set(name, text);
  return name;
}

/** The length of lines: a host that reports an uncaught error prints the whole line. Each line break costs two bytes and a match. */
const LINE = 1000;

/** The oldest hosts that docs/environments.md promises. `tests/architecture/built` searches the files for anything newer. */
const HOSTS = ["chrome91", "firefox90", "safari15"];

/** Oxc makes the interface 2 % smaller than esbuild does; entries and cores stay with esbuild, whose output was measured. */
function minify() {
  return {
    name: "minify",
    async renderChunk(code, { name, fileName }) {
      let short = "";
      if (name === "shared" || name === "shapes") {
        const options = { module: true, compress: { target: HOSTS }, mangle: { toplevel: true } };
        const result = await shorten(fileName, code, options);
        if (result.errors.length > 0) throw new Error(`${fileName}: ${result.errors[0].message}`);
        short = inLines(result.code);
      } else {
        const options = { minify: true, lineLimit: LINE, format: "esm", target: HOSTS, legalComments: "none" };
        short = (await transform(code, options)).code;
      }
      return { code: inAscii(short).replaceAll(/text:\d+/g, (text) => texts.get(text)), map: null };
    },
  };
}

/** If no character of a file is beyond Latin-1, hosts keep it in half the memory and read it a tenth faster. */
function inAscii(code) {
  return code.replaceAll(/[\x80-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Breaks lines before statements and members of classes, where a line break means nothing. */
function inLines(code) {
  const file = ts.createSourceFile("chunk.js", code, ts.ScriptTarget.Latest, true);
  const lines = [];
  let at = 0;
  const visit = (node) => {
    const { parent } = node;
    const listed =
      ts.isStatement(node) && (ts.isSourceFile(parent) || ts.isBlock(parent) || ts.isCaseOrDefaultClause(parent));
    if (listed || ts.isClassElement(node)) {
      const start = node.getStart(file);
      if (start - at >= LINE) {
        lines.push(code.slice(at, start));
        at = start;
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...lines, code.slice(at)].join("\n");
}

/** A Wasm file with a custom section "scree" at its end. Lengths below 128 are one byte. */
function labelled(wasm, label) {
  const name = Buffer.from("scree");
  const section = [name.length, ...name, ...Buffer.from(label)];
  return Buffer.concat([wasm, Buffer.from([0, section.length, ...section])]);
}

/** Removes the old output, adds the Wasm files, labelled for `scree/module`, and puts declarations beside their entries. */
function files() {
  return {
    name: "files",
    buildStart() {
      rmSync(DIST, { recursive: true, force: true });
    },
    writeBundle() {
      for (const backend of ["simd", "scalar"]) {
        const name = `core.${backend}.wasm`;
        writeFileSync(join(DIST, name), labelled(readFileSync(join(BUILD, name)), `${backend} ${VERSION}`));
      }
      const needed = new Set();
      for (const entry of Object.keys(ENTRIES)) {
        const declaration = `types/bindings/entries/${entry}`;
        writeFileSync(join(DIST, `${entry}.d.ts`), `export * from "./${declaration}.js";\n`);
        follow(join(DIST, `${declaration}.d.ts`), needed);
      }
      for (const file of readdirSync(join(DIST, "types"), { recursive: true, withFileTypes: true })) {
        const path = join(file.parentPath, file.name);
        if (file.isFile() && !needed.has(path)) {
          rmSync(path);
        }
      }
    },
  };
}

/** `shapes` is what worlds and `scree/geometry` share, `shared` the rest of the interface of a world. */
function chunkOf(id) {
  if (/[\\/]bindings[\\/](check|definitions|errors|geometry|material_keys|pieces|terrain)\.ts$/.test(id)) {
    return "shapes";
  }
  return /[\\/]bindings[\\/](?!entries|debug_draw|delta|replay|helpers|pure)/.test(id) ? "shared" : null;
}

/** Adds a declaration file and all that it imports. */
function follow(file, needed) {
  if (needed.has(file)) {
    return;
  }
  needed.add(file);
  for (const [, path] of readFileSync(file, "utf8").matchAll(/(?:from|import\()\s*"(\.[^"]+)\.js"/g)) {
    follow(join(dirname(file), `${path}.d.ts`), needed);
  }
}

export default {
  input: ENTRIES,
  output: {
    dir: DIST,
    format: "es",
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    manualChunks: chunkOf,
  },
  plugins: [
    files(),
    cores(),
    typescript({ tsconfig: "tsconfig.json", declaration: true, declarationDir: `${DIST}/types`, outDir: DIST }),
    minify(),
  ],
};
