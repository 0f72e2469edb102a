/** A world of Scree as a `Simulation`; the three builds have one interface. */

import { existsSync, readFileSync } from "node:fs";

import { SUBSTEPS, TIME_STEP } from "../../examples/scenes/scene.mjs";
import { ScreeBuilder } from "../../examples/scenes/scree_builder.mjs";
import { supportsAll } from "./adapter.mjs";

/** @implements {Simulation} @typedef {import("./adapter.mjs").Simulation} Simulation */
export class ScreeSimulation extends ScreeBuilder {
  /**
   * @param {any} scree the module
   * @param {import("./adapter.mjs").SimulationOptions} options
   */
  constructor(scree, { gravity, sleeping = false, capacity }) {
    super(scree, new scree.World({ gravity, sleeping, substeps: SUBSTEPS, ...(capacity ? { capacity } : {}) }));
  }

  /** Makes a body with its shape in one call, as a user would. */
  createBox(x, y, width, height) {
    const shape = this.scree.box(width, height);
    this.bodies.push(this.world.createBody({ type: "dynamic", position: { x, y }, shape }));
  }

  createBoxes(count, width, height, positions) {
    this.world.createBodies({ count, type: "dynamic", shape: this.scree.box(width, height), positions });
  }

  step() {
    this.world.step(TIME_STEP);
  }

  readAll(out) {
    const { bodies } = this;
    const { transforms } = this.world.state;
    for (let index = 0, at = 0; index < bodies.length; index += 1, at += 4) {
      const from = bodies[index].slot * 4;
      out[at] = transforms[from];
      out[at + 1] = transforms[from + 1];
      out[at + 2] = transforms[from + 2];
      out[at + 3] = transforms[from + 3];
    }
  }

  /** The live view can be used as it is; this copies it, as a renderer would. */
  copyView(out) {
    const { transforms } = this.world.state;
    out.set(out.length < transforms.length ? transforms.subarray(0, out.length) : transforms);
  }

  destroyBody(body) {
    this.bodies[body].destroy();
  }

  castRay(x, y, dx, dy) {
    return this.world.castRay({ x, y }, { x: dx, y: dy })?.fraction ?? -1;
  }

  castRays(rays, fractions) {
    const words = 8; // a hit record: shape, body, point, normal, fraction, one unused
    const count = rays.length / 4;
    this.hits ??= new Float32Array(count * words);
    this.world.castRays(rays, this.hits);
    const shapes = new Uint32Array(this.hits.buffer);
    for (let ray = 0; ray < count; ray += 1) {
      fractions[ray] = shapes[ray * words] === 0 ? -1 : this.hits[ray * words + 6];
    }
  }

  snapshot() {
    return this.world.snapshot();
  }

  snapshotInto(bytes) {
    this.world.snapshot(bytes);
  }

  restore(bytes) {
    this.world.restore(bytes);
  }

  hash() {
    return String(this.world.hash());
  }

  counters() {
    return { ...this.world.counters };
  }

  dispose() {
    this.world.dispose();
  }
}

/** A module of dist/ and all that it imports, found by its import statements; the module alone if it is not built. */
function withImports(/** @type {URL} */ entry, /** @type {Map<string, URL>} */ found = new Map()) {
  if (found.has(entry.href)) {
    return found;
  }
  found.set(entry.href, entry);
  if (existsSync(entry)) {
    for (const [, path] of readFileSync(entry, "utf8").matchAll(/(?:^|[;}\s])(?:import|from)\s*"(\.[^"]+)"/g)) {
      withImports(new URL(path, entry), found);
    }
  }
  return found;
}

/**
 * The adapter of one of the three builds.
 * @param {{ name: string, title: string, file: string }} build `file` in dist/
 * @returns {import("./adapter.mjs").Adapter}
 */
export function screeAdapter({ name, title, file }) {
  const module = new URL(`../../dist/${file}`, import.meta.url);
  return {
    name,
    title,
    package: null,
    rotation: "cosSin",
    files: () => [...withImports(module).values()],
    unsupported: supportsAll,

    async load() {
      if (!existsSync(module)) {
        throw new Error(`dist/${file} is not there: run "npm run build" first`);
      }
      const scree = await import(module.href);
      return { createSimulation: (options) => new ScreeSimulation(scree, options) };
    },
  };
}
