/** The testbed's server and bundle. It uses the built package: run `npm run build` first. */

import { fileURLToPath } from "node:url";

import { PAGE_COLORS } from "../shared/page_style.mjs";

const path = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));

export default {
  root: path("."),
  base: "./",
  plugins: [
    {
      name: "page-colors",
      transformIndexHtml: () => [{ tag: "style", children: PAGE_COLORS, injectTo: "head-prepend" }],
    },
  ],
  resolve: {
    alias: [
      { find: /^scree$/, replacement: path("../../dist/index.js") },
      { find: /^scree\/(.+)$/, replacement: path("../../dist/$1.js") },
    ],
  },
  build: { outDir: path("../../out/testbed"), emptyOutDir: true, target: "es2022", chunkSizeWarningLimit: 1000 },
};
