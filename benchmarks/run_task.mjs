/** Carries out a task, in a process of Node or in a page of a browser; depends on neither. */

import { findScene } from "../examples/scenes/index.mjs";
import { findAdapter } from "./adapters/index.mjs";
import { measureCosts } from "./costs.mjs";
import { measureAsleep, measureGrowth } from "./growth.mjs";
import { measureScene } from "./measure.mjs";

/**
 * Never rejects: an error becomes an outcome.
 * @param {import("./tasks.mjs").Task} task
 * @param {(step: number, steps: number) => void} [onProgress]
 * @returns {Promise<import("./tasks.mjs").Outcome>}
 */
export async function carryOut(task, onProgress) {
  try {
    const reason = task.kind === "scene" ? findAdapter(task.engine)?.unsupported(task.scene, task.size) : null;
    return reason ? { status: "unsupported", reason } : { status: "done", result: await measure(task, onProgress) };
  } catch (error) {
    return { status: "failed", reason: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * @param {import("./tasks.mjs").Task} task
 * @param {((step: number, steps: number) => void) | undefined} onProgress
 */
function measure(task, onProgress) {
  const adapter = findAdapter(task.engine);
  if (!adapter) {
    throw new Error(`no engine is called "${task.engine}"`);
  }
  switch (task.kind) {
    case "scene": {
      const scene = /** @type {any} */ (findScene(task.scene));
      return measureScene(adapter, scene, { ...task, onProgress: (step) => onProgress?.(step, task.steps) });
    }
    case "costs":
      return measureCosts(adapter);
    case "growth":
      return measureGrowth(adapter, task);
    case "asleep":
      return measureAsleep(adapter, task);
  }
}
