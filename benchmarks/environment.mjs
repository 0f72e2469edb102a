/** What the figures depend on: the machine, the versions, the commit. */

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { arch, cpus, platform, release, totalmem } from "node:os";
import { gzipSync } from "node:zlib";

import { packageFile } from "./adapters/adapter.mjs";
import { findAdapter } from "./adapters/index.mjs";

const ROOT = new URL("../", import.meta.url);

/**
 * @typedef {object} Environment
 * @property {string} date ISO
 * @property {string} processor
 * @property {number} processors
 * @property {number} memory (GB)
 * @property {string} system
 * @property {string} node
 * @property {string} v8
 * @property {string} [browser] where the runs were carried out, if not in Node
 * @property {string} commit
 * @property {Record<string, string>} versions of each engine
 * @property {Record<string, number>} gzip run-time files of each engine, compressed (bytes)
 */

/** The commit, with a mark when files differ from it. */
function readCommit() {
  try {
    const git = (/** @type {string[]} */ ...args) => execFileSync("git", args, { cwd: ROOT, stdio: "pipe" }).toString();
    const commit = git("rev-parse", "--short=12", "HEAD").trim();
    return git("status", "--porcelain", "--untracked-files=no").trim() === "" ? commit : `${commit} with changes`;
  } catch {
    return "unknown";
  }
}

/** An engine's version. @param {string} name */
function versionOf(name) {
  const adapter = findAdapter(name);
  const file = adapter?.package ? packageFile(adapter.package, "package.json") : new URL("package.json", ROOT);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).version : "not installed";
}

/** Compressed size of what a page loads, 0 when a file is missing (bytes). @param {string} name */
function gzipSize(name) {
  const files = findAdapter(name)?.files() ?? [];
  return files.every((file) => existsSync(file))
    ? files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).byteLength, 0)
    : 0;
}

/**
 * @param {string[]} engines
 * @returns {Environment}
 */
export function readEnvironment(engines) {
  return {
    date: new Date().toISOString(),
    processor: cpus()[0]?.model.trim() ?? "unknown",
    processors: cpus().length,
    memory: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()} ${arch()}`,
    node: process.versions.node,
    v8: process.versions.v8,
    commit: readCommit(),
    versions: Object.fromEntries(engines.map((name) => [name, versionOf(name)])),
    gzip: Object.fromEntries(engines.map((name) => [name, gzipSize(name)])),
  };
}
