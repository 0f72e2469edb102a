// node scripts/golden.mjs: writes tests/determinism/golden.json, the hashes that every build must reach. Run it after
// `npm run build` when a change of the simulation is meant, and name that change in CHANGELOG.md.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { format } from "prettier";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const file = join(root, "tests/determinism/golden.json");
const { steps } = JSON.parse(readFileSync(file, "utf8"));

// The scenes are TypeScript: what they import is bundled, and the module loaded from memory.
const { outputFiles } = await build({
  entryPoints: [join(root, "tests/helpers/scenes.ts")],
  bundle: true,
  format: "esm",
  write: false,
});
const { SCENES, hashes } = await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`
);
const engine = await import("../dist/index.js");

const scenes = {};
for (const [name, scene] of Object.entries(SCENES)) {
  const path = hashes(engine, scene, Math.max(...steps));
  scenes[name] = steps.map((step) => path[step - 1]);
}
writeFileSync(file, await format(JSON.stringify({ steps, scenes }), { parser: "json", printWidth: 120 }));
console.log(`${file}: ${Object.keys(scenes).length} scenes at steps ${steps.join(", ")}`);
