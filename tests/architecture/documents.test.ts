import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, suite, test } from "vitest";
import * as fixed from "../../assembly/memory/fixed";
import { codeBlocks, deadPaths, deadReferences, documentPaths, tableRows, unknownScripts } from "./documents";
import { LAYERS } from "./layers";
import { ROOT, readSources } from "./sources";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const documents = documentPaths();
const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };

suite("documents", () => {
  test("include those that a newcomer looks for", () => {
    expect(documents).toEqual(
      expect.arrayContaining(["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/step.md"]),
    );
  });

  test.each(documents)("%s names only existing paths and scripts", (path) => {
    const text = read(path);
    expect([...deadPaths(path, text), ...unknownScripts(path, text, scripts)]).toEqual([]);
  });

  test("a dead path, link or script is found", () => {
    const text = "`assembly/world/nobody.ts`, `solver/nobody.ts`, [a page](docs/nobody.md), `npm run nobody`";
    expect(deadPaths("README.md", text)).toEqual([
      "README.md names assembly/world/nobody.ts, which is not there",
      "README.md names solver/nobody.ts, which is not there",
      "README.md links to docs/nobody.md, which is not there",
    ]);
    expect(unknownScripts("README.md", text, scripts)).toHaveLength(1);
    expect(
      deadPaths("README.md", "`assembly/world/`, `world/body.ts`, `x / y`, `scripts/*.mjs`, [here](README.md)"),
    ).toEqual([]);
  });

  test("all but decisions can be reached by links from README.md", () => {
    const led = new Set(["README.md"]);
    for (const path of led) {
      for (const [, link] of read(path).matchAll(/\]\(([^)#:]+\.md)(?:#[^)]*)?\)/g))
        led.add(join(dirname(path), link!));
    }
    const pages = documents.filter((path) => /^docs\/[^/]+\.md$/.test(path));
    expect(pages.filter((path) => !led.has(path))).toEqual([]);
  });

  test("docs/time.md names every kind of event", () => {
    const kinds = /const KINDS.*= \{([^}]*)\}/.exec(read("bindings/events.ts"))![1]!;
    const named = tableRows(read("docs/time.md"))
      .map(([names]) => names!)
      .join();
    expect(
      [...kinds.matchAll(/^\s+(\w+):/gm)].map(([, kind]) => kind).filter((kind) => !named.includes(`\`${kind}\``)),
    ).toEqual([]);
  });

  test("exist if comments refer to them", () => {
    const sources = ["assembly", "bindings", "tests", "examples"].flatMap((folder) => readSources(folder));
    const own = (path: string): boolean => path.startsWith("tests/architecture/");
    expect(sources.flatMap(({ path, text }) => (own(path) ? [] : deadReferences(path, text)))).toEqual([]);
    expect(deadReferences("assembly/a.ts", "// see docs/nobody.md")).toHaveLength(1);
  });
});

suite("ARCHITECTURE.md", () => {
  const rows = tableRows(read("ARCHITECTURE.md"));

  test("has the table of layers that the tests prove", () => {
    const layers = rows
      .filter(([number]) => /^[0-9]+$/.test(number))
      .map(([, folders]) => [...folders.matchAll(/`([a-z_]+)\/`/g)].map(([, name]) => name));
    const named = LAYERS.map((layer) => layer.filter((folder) => folder !== "diagnostics"));
    expect(layers).toEqual(named);
  });

  test("has a table of a step that names the stages in the order of pipeline/step.ts", () => {
    const step = read("assembly/pipeline/step.ts");
    const body = step.slice(step.indexOf("export function runStage"), step.indexOf("export function endStep"));
    const called = [...body.matchAll(/^\s+(\w+)\(\);/gm)].map(([, name]) => name);
    const named = rows.map(([stage]) => /^`(\w+)`$/.exec(stage)?.[1]).filter((name) => name !== undefined);
    expect(called.length).toBeGreaterThan(8);
    expect(named).toEqual(called);
  });
});

suite("docs/memory_layout.md", () => {
  test("has every fixed address, and no other", () => {
    const { MAILBOX_BYTES, ...addresses } = fixed;
    const named = tableRows(read("docs/memory_layout.md"))
      .map(([address]) => address)
      .filter((cell) => /^\d+$/.test(cell));
    expect(named.map(Number).sort((a, b) => a - b)).toEqual(
      [0, ...Object.values(addresses), 65536].sort((a, b) => a - b),
    );
    expect(read("docs/memory_layout.md")).toContain(`${MAILBOX_BYTES} bytes`);
  });
});

suite("docs/units.md", () => {
  test("has the defaults of world/settings.ts", () => {
    const settings = read("assembly/world/settings.ts");
    const text = read("docs/units.md");
    const defaults = { LINEAR_SLOP: "m", SPECULATIVE_DISTANCE: "m", BOX_MARGIN: "m", CONTACT_PUSH_SPEED: "m/s" };
    const more = {
      MAX_SPEED: "m/s",
      SLEEP_THRESHOLD: "m/s",
      TIME_TO_SLEEP: "s",
      CONTACT_HERTZ: "Hz",
      JOINT_HERTZ: "Hz",
    };
    for (const [name, unit] of Object.entries({ ...defaults, ...more })) {
      const value = new RegExp(`const ${name}: f32 = ([\\d.]+);`).exec(settings)?.[1];
      expect(text, name).toMatch(new RegExp(`\\| ${value} ${unit} `));
    }
  });
});

suite("code blocks", () => {
  test("are found with their language and line", () => {
    const text = "a\n```ts\nconst a = 1;\n```\n\n```sh\nnpm test\n```\n";
    expect(codeBlocks(text)).toEqual([
      { language: "ts", code: "const a = 1;\n", line: 2 },
      { language: "sh", code: "npm test\n", line: 6 },
    ]);
  });

  test("name their language, or say that they are text", () => {
    const known = ["ts", "js", "sh", "text", "assemblyscript", "html"];
    const odd = documents.flatMap((path) =>
      codeBlocks(read(path)).flatMap(({ language, line }) =>
        known.includes(language) ? [] : [`${path}:${line} "${language}"`],
      ),
    );
    expect(odd).toEqual([]);
  });
});
