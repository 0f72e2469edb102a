/** Judges whether a scene that should stand (examples/scenes/stability.mjs) does so in an engine. */

import { TIME_STEP } from "../examples/scenes/scene.mjs";
import { READ_STRIDE } from "./adapters/adapter.mjs";

/**
 * When the first body had fallen (s; 0 if none has); the farthest that a body moved in all, and in the last two thirds (m); the
 * greatest speed (m/s).
 * @param {import("./adapters/adapter.mjs").Engine} engine
 * @param {import("../examples/scenes/stability.mjs").StabilityScene} scene
 */
export function judge(engine, scene) {
  const simulation = engine.createSimulation({ gravity: scene.gravity ?? { x: 0, y: -10 } });
  let count = 0;
  scene.build({
    createBody: (def) => ((count += 1), simulation.createBody(def)),
    addShape: (body, shape, material) => simulation.addShape(body, shape, material),
    addRevolute: (def) => simulation.addRevolute(def),
    addDistance: (def) => simulation.addDistance(def),
  });
  const start = new Float32Array(count * READ_STRIDE);
  simulation.readAll(start);
  const now = start.slice();
  let settled = start;
  let before = start.slice();
  const steps = Math.round(scene.seconds / TIME_STEP);
  let fastest = 0;
  let fell = 0;
  for (let step = 1; step <= steps && fell === 0; step += 1) {
    simulation.step();
    simulation.readAll(now);
    fastest = Math.max(fastest, farthest(before, now) / TIME_STEP);
    before.set(now);
    if (!(farthest(start, now) <= scene.fallen)) {
      fell = step * TIME_STEP;
    }
    if (step === Math.round(steps / 3)) {
      settled = now.slice();
    }
  }
  const moved = farthest(start, now);
  const drift = farthest(settled, now);
  simulation.dispose();
  return { fell, moved, drift, fastest };
}

/** The greatest distance of a body's origin from where it was (m). */
function farthest(/** @type {Float32Array} */ from, /** @type {Float32Array} */ to) {
  let most = 0;
  for (let at = 0; at < from.length; at += READ_STRIDE) {
    const distance = Math.hypot(to[at] - from[at], to[at + 1] - from[at + 1]);
    most = distance <= most ? most : distance;
  }
  return most;
}
