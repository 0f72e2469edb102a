/** Runs one scene in Scree and gathers what the demo reports. */

import { proofOf } from "../scenes/checks.mjs";
import { POSE_STRIDE, SUBSTEPS, TIME_STEP, describe, populate } from "../scenes/scene.mjs";
import { ScreeBuilder } from "../scenes/scree_builder.mjs";

/** Stages of a step as `world.profile` names them, in order. */
export const STAGES = ["pairs", "collide", "graph", "solve", "refit", "continuous", "sleep", "events"];

/**
 * @typedef {object} SceneResult
 * @property {import("../scenes/scene.mjs").Scene} scene
 * @property {import("../scenes/scene.mjs").Size} size
 * @property {number} steps
 * @property {number} meanStep without the first step (ms)
 * @property {number} firstStep (ms)
 * @property {number} worstStep without the first step (ms)
 * @property {Record<string, number>} stages mean time of each stage (ms); all 0 when the build has no profile
 * @property {Record<string, number>} counters of the world at the end
 * @property {string} hash of the final state
 * @property {import("../scenes/checks.mjs").Check[]} checks
 * @property {import("../scenes/scene.mjs").Description} description
 * @property {Float64Array} poses x, y, angle for each body
 * @property {Float64Array} speeds of each body (m/s)
 * @property {Uint8Array} awake 1 for each body that is awake
 */

/**
 * @param {any} scree the module
 * @param {import("../scenes/scene.mjs").Scene} scene
 * @param {object} options
 * @param {import("../scenes/scene.mjs").Size} options.size
 * @param {number} options.steps
 * @param {boolean} options.sleeping
 * @param {(step: number) => void} [options.onStep] called after each step, outside the measured time
 * @returns {SceneResult}
 */
export function simulate(scree, scene, { size, steps, sleeping, onStep }) {
  const description = describe(scene, size);
  const world = new scree.World({ gravity: scene.gravity, substeps: SUBSTEPS, sleeping });
  const builder = new ScreeBuilder(scree, world);
  populate(builder, description);
  world.profiling = true;

  const times = new Float64Array(steps);
  const stages = Object.fromEntries(STAGES.map((stage) => [stage, 0]));
  for (let step = 0; step < steps; step += 1) {
    const start = performance.now();
    world.step(TIME_STEP);
    times[step] = performance.now() - start;
    const profile = world.profile;
    for (const stage of STAGES) {
      stages[stage] += (profile?.[stage] ?? 0) / steps;
    }
    onStep?.(step + 1);
  }

  const warm = steps > 1 ? times.subarray(1) : times;
  const final = readBodies(builder.bodies);
  const result = {
    scene,
    size,
    steps,
    firstStep: times[0],
    meanStep: warm.reduce((sum, time) => sum + time, 0) / warm.length,
    worstStep: warm.reduce((worst, time) => Math.max(worst, time), 0),
    stages,
    counters: { ...world.counters },
    hash: String(world.hash()),
    checks: proofOf(scene, { description, poses: final.poses, size, steps }),
    description,
    ...final,
  };
  world.dispose();
  return result;
}

/** Poses, speeds and wakefulness. */
function readBodies(/** @type {any[]} */ bodies) {
  const poses = new Float64Array(bodies.length * POSE_STRIDE);
  const speeds = new Float64Array(bodies.length);
  const awake = new Uint8Array(bodies.length);
  bodies.forEach((body, index) => {
    poses.set([body.x, body.y, body.angle], index * POSE_STRIDE);
    const { x, y } = body.linearVelocity;
    speeds[index] = Math.hypot(x, y);
    awake[index] = body.awake ? 1 : 0;
  });
  return { poses, speeds, awake };
}
