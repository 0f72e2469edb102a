/** The comparison's command line. */

import { BENCHMARK_SCENES } from "../examples/scenes/index.mjs";
import { readChoice, readChoices, readCount, readOptions } from "../examples/shared/command_line.mjs";
import { ADAPTERS } from "./adapters/index.mjs";

/** What can be measured. */
export const PARTS = /** @type {const} */ (["steps", "costs", "growth"]);

const SIZES = /** @type {const} */ (["full", "half"]);
const SCENE_NAMES = BENCHMARK_SCENES.map(({ name }) => name);
const ENGINE_NAMES = ADAPTERS.map(({ name }) => name);

/** Stepping time after which a run stops early; its figures then cover the steps it took (s). */
const DEFAULT_LIMIT = 60;
const QUICK_LIMIT = 1;

const DEFAULT_ROUNDS = 3;

export const HELP = `Scree against the physics engines of the web, on the same scenes: out/bench/index.html.

npm run bench -- [options]

  --engines A,B    ${ENGINE_NAMES.join(", ")}
  --scenes A,B     ${SCENE_NAMES.join(", ")}
  --parts A,B      ${PARTS.join(", ")}. steps: the scenes; costs: loading, creating, reading, rays, snapshots, sizes;
                   growth: 1,000 to 100,000 bodies
  --rounds N       runs of each engine and scene, interleaved. Left out: ${DEFAULT_ROUNDS}
  --size NAME      full, half. Left out: full
  --steps N        steps a run at most. Left out: as many as the scene's proof is made for; after fewer it is not judged
  --limit SECONDS  stepping time after which a run stops early. Left out: ${DEFAULT_LIMIT}
  --quick          half size, one round, ${QUICK_LIMIT} s a run: under three minutes
  --browser        in Chromium (Debian's package, or the path in CHROMIUM) instead of Node: out/bench_browser
  --list           the engines and the scenes
  --help           this

All engines at full size take about half an hour a round. A run is a process of its own.
Exits with 1 when a run of Scree breaks or its proof fails, with 2 when the command line is wrong.`;

/**
 * @typedef {object} BenchmarkOptions
 * @property {boolean} help
 * @property {boolean} list
 * @property {boolean} quick
 * @property {boolean} browser
 * @property {string[]} engines
 * @property {string[]} scenes
 * @property {(typeof PARTS)[number][]} parts
 * @property {number} rounds
 * @property {import("../examples/scenes/scene.mjs").Size} size
 * @property {number | undefined} steps
 * @property {number} limit (s)
 */

/**
 * @param {string[]} argv
 * @returns {BenchmarkOptions}
 */
export function parseBenchmarkArguments(argv) {
  const values = readOptions(argv, {
    engines: { type: "string", multiple: true },
    scenes: { type: "string", multiple: true },
    parts: { type: "string", multiple: true },
    rounds: { type: "string" },
    size: { type: "string" },
    steps: { type: "string" },
    limit: { type: "string" },
    quick: { type: "boolean" },
    browser: { type: "boolean" },
    list: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  });
  const quick = values.quick ?? false;
  return {
    help: values.help ?? false,
    list: values.list ?? false,
    quick,
    browser: values.browser ?? false,
    engines: readChoices("--engines", values.engines, ENGINE_NAMES) ?? ENGINE_NAMES,
    scenes: readChoices("--scenes", values.scenes, SCENE_NAMES) ?? SCENE_NAMES,
    parts: readChoices("--parts", values.parts, PARTS) ?? [...PARTS],
    rounds: readCount("--rounds", values.rounds) ?? (quick ? 1 : DEFAULT_ROUNDS),
    size: readChoice("--size", values.size ?? (quick ? "half" : "full"), SIZES),
    steps: readCount("--steps", values.steps),
    limit: readCount("--limit", values.limit) ?? (quick ? QUICK_LIMIT : DEFAULT_LIMIT),
  };
}

/** What `--list` prints. */
export function listChoices() {
  const width = Math.max(...[...ENGINE_NAMES, ...SCENE_NAMES].map(({ length }) => length));
  const engines = ADAPTERS.map(
    ({ name, title, note }) => `  ${name.padEnd(width)}  ${title}${note ? `. ${note}` : ""}`,
  );
  const scenes = BENCHMARK_SCENES.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`);
  return ["Engines:", ...engines, "", "Scenes:", ...scenes].join("\n");
}
