/** Serves the repository's files to pages, and packages as modules, on this machine only. */

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const ROOT = new URL("../../", import.meta.url);
const PACKAGES = "/package/";

/** @type {Record<string, string>} */
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

/** With these headers a page may share memory between threads, as Box2D's build requires, and its clock is exact to 5 µs. */
const ISOLATION = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** @type {Map<string, Promise<string>>} */
const bundles = new Map();

/** Bundles a package into one module. */
async function bundle(/** @type {string} */ name) {
  const { outputFiles } = await build({
    stdin: {
      contents: `export * from "${name}"; import * as all from "${name}"; export default all.default ?? all;`,
      resolveDir: fileURLToPath(new URL("..", import.meta.url)),
    },
    bundle: true,
    format: "esm",
    platform: "browser",
    write: false,
    logLevel: "error",
  });
  return outputFiles[0].text;
}

/** @returns {Promise<{ type: string, content: string | Uint8Array }>} */
async function find(/** @type {string} */ path) {
  if (path.startsWith(PACKAGES)) {
    const name = path.slice(PACKAGES.length);
    if (!bundles.has(name)) {
      bundles.set(name, bundle(name));
    }
    return { type: TYPES[".js"], content: await /** @type {Promise<string>} */ (bundles.get(name)) };
  }
  const file = new URL(`.${path}`, ROOT);
  if (!file.href.startsWith(ROOT.href)) {
    throw new Error("outside the repository");
  }
  return { type: TYPES[extname(file.pathname)] ?? "application/octet-stream", content: await readFile(file) };
}

/** @returns {Promise<{ address: string, close(): void }>} */
export async function serve() {
  const server = createServer(async (request, response) => {
    try {
      const { pathname } = new URL(request.url ?? "/", "http://localhost");
      const { type, content } = await find(pathname);
      response.writeHead(200, { "Content-Type": type, ...ISOLATION }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { address: `http://127.0.0.1:${port}`, close: () => server.close() };
}
