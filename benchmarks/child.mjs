/** A process of one run: takes its task as JSON, answers over the channel to its parent. */

import { findScene } from "../examples/scenes/index.mjs";
import { findAdapter } from "./adapters/index.mjs";
import { measureCosts } from "./costs.mjs";
import { measureAsleep, measureGrowth } from "./growth.mjs";
import { measureScene } from "./measure.mjs";

/** @typedef {import("./tasks.mjs").Task} Task */

const send = (/** @type {object} */ message) => process.send?.(message);

/** @param {Task} task */
async function run(task) {
  const adapter = findAdapter(task.engine);
  if (!adapter) {
    throw new Error(`no engine is called "${task.engine}"`);
  }
  switch (task.kind) {
    case "scene": {
      const scene = /** @type {any} */ (findScene(task.scene));
      const onProgress = (/** @type {number} */ step) => send({ kind: "progress", step, steps: task.steps });
      return measureScene(adapter, scene, { ...task, onProgress });
    }
    case "costs":
      return measureCosts(adapter);
    case "growth":
      return measureGrowth(adapter, task);
    case "asleep":
      return measureAsleep(adapter, task);
  }
}

try {
  const task = JSON.parse(process.argv[2]);
  const reason = task.kind === "scene" ? findAdapter(task.engine)?.unsupported(task.scene, task.size) : null;
  send(reason ? { kind: "unsupported", reason } : { kind: "done", result: await run(task) });
} catch (error) {
  send({ kind: "failed", reason: error instanceof Error ? error.message : String(error) });
}
process.disconnect?.();
