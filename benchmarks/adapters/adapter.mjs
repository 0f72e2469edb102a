/**
 * All that the runner needs from an engine. Each engine has an adapter of its own behind this interface.
 *
 * @typedef {import("../../examples/scenes/scene.mjs").SceneBuilder} SceneBuilder
 *
 * @typedef {object} SimulationOptions
 * @property {{ x: number, y: number }} gravity (m/s²)
 * @property {boolean} [sleeping] default false
 * @property {number} [capacity] expected number of bodies; engines without such an option ignore it
 *
 * @typedef {object} SimulationMembers a world filled through `SceneBuilder`
 * @property {() => void} step one step of 1/60 s with the engine's default solver settings, 4 sub-steps where it has them
 * @property {(out: Float32Array) => void} readAll x, y and two numbers of rotation for each body, in order of creation
 * @property {(body: number) => void} destroyBody
 * @property {(x: number, y: number, dx: number, dy: number) => number} castRay fraction of the closest hit, -1 for none
 * @property {(rays: Float32Array, fractions: Float32Array) => void} [castRays] x, y, dx, dy for each ray, in one call
 * @property {(count: number, width: number, height: number, positions: Float32Array) => void} [createBoxes] in one call
 * @property {() => Uint8Array} [snapshot]
 * @property {(into: Uint8Array) => void} [snapshotInto] the same, written into the bytes of an earlier snapshot
 * @property {(bytes: Uint8Array) => void} [restore]
 * @property {() => string} [hash] of the whole state
 * @property {() => Record<string, number>} [counters]
 * @property {() => void} dispose
 *
 * @typedef {SceneBuilder & SimulationMembers} Simulation
 *
 * @typedef {object} Engine
 * @property {(options: SimulationOptions) => Simulation} createSimulation
 *
 * @typedef {object} Adapter
 * @property {string} name as given to `--engines`
 * @property {string} title as shown in tables
 * @property {string | null} package npm name, from whose package.json the version is read; null for Scree itself
 * @property {"cosSin" | "angle"} rotation what `readAll` writes after x and y: cos, sin; or the angle and 0
 * @property {string} [note] how the scenes differ in this engine, for the report
 * @property {() => URL[]} files what a page has to load, for the size table
 * @property {(scene: string, size: "full" | "half") => string | null} unsupported why a scene cannot run, or null
 * @property {() => Promise<Engine>} load imports and initialises the engine
 */

import { fileURLToPath } from "node:url";

/** Numbers `readAll` writes for each body. */
export const READ_STRIDE = 4;

/** Numbers of a ray in `castRays`. */
export const RAY_STRIDE = 4;

/**
 * A file of an installed package, even if the package's `exports` hide it.
 * @param {string} packageName
 * @param {string} path inside the package
 */
export function packageFile(packageName, path) {
  return new URL(`../node_modules/${packageName}/${path}`, import.meta.url);
}

/** The path of a file URL, for reading. @param {URL} url */
export function pathOf(url) {
  return fileURLToPath(url);
}

/**
 * Poses in the form that proofs expect: x, y, angle.
 * @param {Simulation} simulation
 * @param {Adapter["rotation"]} rotation
 * @param {number} count bodies
 */
export function readPoses(simulation, rotation, count) {
  const read = new Float32Array(count * READ_STRIDE);
  simulation.readAll(read);
  const poses = new Float64Array(count * 3);
  for (let body = 0; body < count; body += 1) {
    const [x, y, first, second] = read.subarray(body * READ_STRIDE, (body + 1) * READ_STRIDE);
    poses.set([x, y, rotation === "cosSin" ? Math.atan2(second, first) : first], body * 3);
  }
  return poses;
}

/** `unsupported` of an adapter that can run every scene. @returns {null} */
export function supportsAll() {
  return null;
}
