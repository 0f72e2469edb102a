// node benchmarks/stability.mjs [--engines scree,box2d3-deluxe] [--only stack]
// Which scenes stand and which recover, with sleeping off, engines side by side. Needs `npm run build`, and `npm ci` in
// benchmarks/. Takes minutes and prints a table on standard output, as in docs/stability.md.
import { STABILITY_SCENES } from "../examples/scenes/stability.mjs";
import { readChoices, readOptions, runMain } from "../examples/shared/command_line.mjs";
import { ADAPTERS } from "./adapters/index.mjs";
import { judge } from "./standing.mjs";

async function main() {
  const values = readOptions(process.argv.slice(2), {
    engines: { type: "string", multiple: true },
    only: { type: "string" },
  });
  const names = ADAPTERS.map(({ name }) => name);
  const wanted = readChoices("--engines", values.engines, names) ?? ["scree", "box2d3-deluxe"];
  const only = new RegExp(values.only ?? "");
  const engines = [];
  for (const adapter of ADAPTERS.filter(({ name }) => wanted.includes(name))) {
    engines.push({ title: adapter.title, engine: await adapter.load() });
  }
  const header = ["scene", "s", ...engines.map(({ title }) => title)];
  console.log(`| ${header.join(" | ")} |`);
  console.log(`| ${header.map((_, i) => (i === 1 ? "-:" : "---")).join(" | ")} |`);
  for (const scene of STABILITY_SCENES.filter(({ name }) => only.test(name))) {
    const cells = engines.map(({ engine }) => {
      const { fell, moved, drift, fastest } = judge(engine, scene);
      if (fell > 0) {
        return `falls after ${fell.toFixed(1)} s`;
      }
      return scene.fallen === Infinity
        ? `fastest ${fastest.toFixed(2)} m/s, moves ${moved.toFixed(2)} m`
        : `stands; gives ${moved.toFixed(3)} m, drifts ${drift.toFixed(4)} m`;
    });
    console.log(`| ${[scene.name, scene.seconds, ...cells].join(" | ")} |`);
  }
  return 0;
}

await runMain(main);
