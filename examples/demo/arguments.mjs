/** The demo's command line. */

import { ALL_SCENES, BENCHMARK_SCENES, findScene } from "../scenes/index.mjs";
import { readChoice, readChoices, readCount, readOptions } from "../shared/command_line.mjs";

/** The file in dist/ of each build of the engine. */
export const BACKEND_FILES = { simd: "index.js", scalar: "scalar.js", js: "js.js" };

const BACKENDS = /** @type {(keyof typeof BACKEND_FILES)[]} */ (Object.keys(BACKEND_FILES));

export const HELP = `Simulates scenes, judges the outcome and draws it: out/demo/index.html.

npm run demo -- [options]

  --scene NAME     one scene; may be repeated. Left out: the seven of the benchmarks
  --steps N        steps of 1/60 s. Left out: as many as the scene's proof is made for; after others it is not judged
  --backend NAME   ${BACKENDS.join(", ")}. Left out: simd
  --half           the seven at half their size along each axis: a quarter of the bodies
  --no-sleep       bodies at rest stay awake, as in the benchmarks
  --list           the scenes
  --help           this

Exits with 1 when a scene's proof fails, with 2 when the command line is wrong.`;

/**
 * @typedef {object} DemoOptions
 * @property {boolean} help
 * @property {boolean} list
 * @property {import("../scenes/scene.mjs").Scene[]} scenes
 * @property {number | undefined} steps
 * @property {keyof typeof BACKEND_FILES} backend
 * @property {import("../scenes/scene.mjs").Size} size
 * @property {boolean} sleeping
 */

/**
 * @param {string[]} argv
 * @returns {DemoOptions}
 */
export function parseDemoArguments(argv) {
  const values = readOptions(argv, {
    scene: { type: "string", multiple: true },
    steps: { type: "string" },
    backend: { type: "string" },
    half: { type: "boolean" },
    "no-sleep": { type: "boolean" },
    list: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  });
  const names = readChoices(
    "--scene",
    values.scene,
    ALL_SCENES.map(({ name }) => name),
  );
  return {
    help: values.help ?? false,
    list: values.list ?? false,
    scenes: names ? names.map((name) => /** @type {any} */ (findScene(name))) : BENCHMARK_SCENES,
    steps: readCount("--steps", values.steps),
    backend: readChoice("--backend", values.backend ?? "simd", BACKENDS),
    size: values.half ? "half" : "full",
    sleeping: !values["no-sleep"],
  };
}

/** What `--list` prints. */
export function listScenes() {
  const width = Math.max(...ALL_SCENES.map(({ name }) => name.length));
  return ALL_SCENES.map(({ name, about, steps }) => `${name.padEnd(width)}  ${about("full")} ${steps} steps.`).join(
    "\n",
  );
}
