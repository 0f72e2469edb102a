// node scripts/golden.mjs: writes tests/determinism/golden.json, the hashes that every build must reach. Run it after
// `npm run build` when the simulation is meant to change, and name the scenes in the commit.
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { format } from "prettier";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const file = join(root, "tests/determinism/golden.json");
/** Steps whose hashes are written out; the hashes of all steps go into a digest. */
const steps = [1, 10, 100, 300, 1000];

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
const paths = {};
for (const [name, scene] of Object.entries(SCENES)) {
  const path = hashes(engine, scene, Math.max(...steps));
  scenes[name] = steps.map((step) => path[step - 1]);
  paths[name] = createHash("sha256").update(path.join(" ")).digest("hex");
}
writeFileSync(file, await format(JSON.stringify({ steps, scenes, paths }), { parser: "json", printWidth: 120 }));
console.log(`${file}: ${Object.keys(scenes).length} scenes at steps ${steps.join(", ")}`);
