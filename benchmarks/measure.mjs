/** One run of one scene in one engine. Uses no files and no processes, so that a page can run it too. */

import { proofOf } from "../examples/scenes/checks.mjs";
import { describe, populate } from "../examples/scenes/scene.mjs";
import { readPoses } from "./adapters/adapter.mjs";

/**
 * @typedef {object} SceneRun
 * @property {number} bodies
 * @property {number} build time to fill the world (ms)
 * @property {number[]} times of each step, the first included (ms)
 * @property {boolean} partial stopped by the limit before the scene's last step
 * @property {import("../examples/scenes/checks.mjs").Check[]} checks
 * @property {string | null} hash of the final state, where the engine has one
 * @property {Record<string, number>} counters
 */

/** Steps that a run takes even if they exceed the limit: two, so that there is one besides the first. */
const LEAST_STEPS = 2;

/** Time between two calls of `onProgress` (ms). */
const PROGRESS_INTERVAL = 500;

/**
 * @param {import("./adapters/adapter.mjs").Adapter} adapter
 * @param {import("../examples/scenes/scene.mjs").Scene} scene
 * @param {object} options
 * @param {import("../examples/scenes/scene.mjs").Size} options.size
 * @param {number} options.steps
 * @param {number} options.limit stepping time after which the run stops (ms)
 * @param {(step: number) => void} [options.onProgress] called now and then, outside the measured time
 * @returns {Promise<SceneRun>}
 */
export async function measureScene(adapter, scene, { size, steps, limit, onProgress }) {
  const description = describe(scene, size);
  const engine = await adapter.load();
  const simulation = engine.createSimulation({ gravity: scene.gravity });
  const start = performance.now();
  populate(simulation, description);
  const build = performance.now() - start;

  const times = takeSteps(simulation, { steps, limit, onProgress });
  const poses = readPoses(simulation, adapter.rotation, description.bodies.length);
  const run = {
    bodies: description.bodies.length,
    build,
    times,
    partial: times.length < steps,
    checks: proofOf(scene, { description, poses, size, steps: times.length }),
    hash: simulation.hash?.() ?? null,
    counters: simulation.counters?.() ?? {},
  };
  simulation.dispose();
  return run;
}

/**
 * Takes steps and returns their times (ms).
 * @param {import("./adapters/adapter.mjs").Simulation} simulation
 * @param {{ steps: number, limit: number, onProgress?: (step: number) => void }} options
 */
export function takeSteps(simulation, { steps, limit, onProgress }) {
  const times = [];
  let total = 0;
  let reported = 0;
  for (let step = 0; step < steps && (total < limit || step < LEAST_STEPS); step += 1) {
    const start = performance.now();
    simulation.step();
    const end = performance.now();
    times.push(end - start);
    total += end - start;
    if (onProgress && end - reported > PROGRESS_INTERVAL) {
      reported = end;
      onProgress(step + 1);
    }
  }
  return times;
}
