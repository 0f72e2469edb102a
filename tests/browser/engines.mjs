// The golden scenes in every installed browser, each with its own JavaScript engine, in every build:
//   npm run build && node --test tests/browser/engines.mjs
// Debian: apt-get install chromium firefox-esr webkit2gtk-driver xvfb; other paths in CHROMIUM, FIREFOX and WEBKIT. The page runs
// the scenes and reports to this program, so that browsers only have to be opened.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { chromiumOptions } from "../../examples/shared/chromium.mjs";

const path = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));
const golden = JSON.parse(readFileSync(path("../determinism/golden.json"), "utf8"));
const STEPS = golden.steps.at(-1);
const BUILDS = ["index", "scalar", "js"];
/** How long to wait for a browser to report the next scene (ms). */
const PATIENCE = 120_000;

const PAGE = `<!doctype html><title>Golden scenes</title><script type="module">
const tell = (what) => fetch("/told", { method: "POST", body: JSON.stringify(what) });
addEventListener("error", ({ message }) => tell({ error: message }));
addEventListener("unhandledrejection", ({ reason }) => tell({ error: String(reason?.stack ?? reason) }));
const { SCENES, hashes } = await import("/scenes.js");
for (const build of ${JSON.stringify(BUILDS)}) {
  const engine = await import("/dist/" + build + ".js");
  for (const [scene, make] of Object.entries(SCENES)) {
    await tell({ build, scene, path: hashes(engine, make, ${STEPS}) });
  }
}
await tell({ end: navigator.userAgent });
</script>`;

const found = (/** @type {string | undefined} */ named, /** @type {string[]} */ places) =>
  named ?? places.find((place) => existsSync(place));

const firefox = found(process.env.FIREFOX, ["/usr/bin/firefox-esr", "/usr/bin/firefox"]);
const webkit = found(
  process.env.WEBKIT,
  ["x86_64", "aarch64"].map((machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`),
);

/** @returns {string | undefined} */
function chromium() {
  try {
    return chromiumOptions().executablePath;
  } catch {
    return undefined;
  }
}

/** How to open each; `folder` is for its profile. @type {Record<string, { at: string | undefined, args: (folder: string) => string[] }>} */
const BROWSERS = {
  chromium: {
    at: chromium(),
    args: (folder) => ["--headless", "--no-sandbox", "--disable-gpu", `--user-data-dir=${folder}`],
  },
  firefox: { at: firefox, args: (folder) => ["--headless", "--no-remote", "--profile", folder] },
  webkit: { at: webkit, args: () => [] },
};

let server;
let address;
/** Receives what the open page reports. @type {(what: any) => void} */
let listener = () => {};

before(async () => {
  const bundle = { entryPoints: [path("../helpers/scenes.ts")], bundle: true, write: false };
  const { outputFiles } = await build({ ...bundle, format: "esm" });
  const answer = (/** @type {string} */ url) => {
    if (url === "/") return ["text/html", PAGE];
    if (url === "/scenes.js") return ["text/javascript", outputFiles[0].text];
    const file = path(`../..${url}`);
    return url.startsWith("/dist/") && existsSync(file)
      ? [file.endsWith(".wasm") ? "application/wasm" : "text/javascript", readFileSync(file)]
      : undefined;
  };
  server = createServer(async (request, response) => {
    if (request.method === "POST") {
      const body = await request.toArray();
      listener(JSON.parse(Buffer.concat(body).toString()));
      response.end();
      return;
    }
    const [type, text] = answer(new URL(request.url, "http://localhost").pathname) ?? [];
    response.writeHead(type ? 200 : 404, { "Content-Type": type ?? "text/plain" });
    response.end(text);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", () => done(undefined)));
  address = `http://127.0.0.1:${server.address().port}/`;
});

after(() => server?.close());

for (const [name, { at, args }] of Object.entries(BROWSERS)) {
  test(
    `the golden scenes reach their hashes in ${name}, in each build`,
    { skip: at ? false : "not installed" },
    async (t) => {
      const folder = mkdtempSync(join(tmpdir(), "scree-"));
      // WebKit has no headless mode, so it gets a virtual screen
      const command = name === "webkit" && !process.env.DISPLAY ? ["xvfb-run", "-a", at] : [at];
      const [program, ...rest] = [...command, ...args(folder), address];
      const child = spawn(program, rest, { stdio: "ignore", detached: true });
      try {
        const told = await new Promise((done, fail) => {
          const all = [];
          const timer = setTimeout(() => fail(new Error(`${name} fell silent after ${all.length} scenes`)), PATIENCE);
          child.once("error", fail);
          listener = (what) => {
            all.push(what);
            timer.refresh();
            if (what.error) fail(new Error(what.error));
            if (what.error || what.end) clearTimeout(timer);
            if (what.end) done(all);
          };
        });
        let compared = 0;
        for (const { build, scene, path: seen, end } of told) {
          if (end) t.diagnostic(end);
          if (!scene) continue;
          const digest = createHash("sha256").update(seen.join(" ")).digest("hex");
          assert.equal(digest, golden.paths[scene], `${build}, ${scene}`);
          compared += 1;
        }
        assert.equal(compared, BUILDS.length * Object.keys(golden.paths).length);
      } finally {
        listener = () => {};
        process.kill(-child.pid, "SIGKILL");
        rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
      }
    },
  );
}
