/**
 * The list of runs, and running one in a process of its own.
 *
 * @typedef {{ kind: "scene", engine: string, scene: string, size: "full" | "half", steps: number, limit: number }} SceneTask
 * @typedef {{ kind: "costs", engine: string }} CostsTask
 * @typedef {{ kind: "growth", engine: string, count: number, limit: number }} GrowthTask
 * @typedef {{ kind: "asleep", engine: string, asleep: boolean, limit: number }} AsleepTask
 * @typedef {(SceneTask | CostsTask | GrowthTask | AsleepTask) & { round: number }} Task limits in ms
 *
 * @typedef {{ status: "done", result: any } | { status: "unsupported" | "failed", reason: string }} Outcome
 */

import { fork } from "node:child_process";

import { findScene } from "../examples/scenes/index.mjs";
import { GROWTH_COUNTS, QUICK_GROWTH_COUNTS } from "./growth.mjs";

const CHILD = new URL("child.mjs", import.meta.url);

/** Time that a run may take besides its steps before it counts as hung (ms). */
const GRACE = 120_000;

/** Engines whose growth and sleep are measured: those made for many bodies. */
const GROWING = ["scree", "scree-scalar", "scree-js", "box2d3-deluxe", "box2d3-compat", "rapier-simd", "rapier"];

/**
 * All runs of a comparison. Rounds follow one another; within a round the engines take turns on each scene, and each
 * round begins with a different engine, so that a slow spell of the machine falls on all of them.
 * @param {import("./arguments.mjs").BenchmarkOptions} options
 * @returns {Task[]}
 */
export function listTasks({ engines, scenes, parts, rounds, size, steps, limit, quick }) {
  /** @type {Task[]} */
  const tasks = [];
  const milliseconds = limit * 1000;
  for (let round = 0; round < rounds; round += 1) {
    const turn = engines.map((_, index) => engines[(index + round) % engines.length]);
    if (parts.includes("steps")) {
      for (const scene of scenes) {
        const published = findScene(scene)?.steps ?? 0;
        const count = Math.min(steps ?? published, published);
        for (const engine of turn) {
          tasks.push({ kind: "scene", engine, scene, size, steps: count, limit: milliseconds, round });
        }
      }
    }
    if (parts.includes("costs")) {
      tasks.push(...turn.map((engine) => /** @type {Task} */ ({ kind: "costs", engine, round })));
    }
    if (parts.includes("growth")) {
      const growing = turn.filter((engine) => GROWING.includes(engine));
      for (const count of quick ? QUICK_GROWTH_COUNTS : GROWTH_COUNTS) {
        tasks.push(
          ...growing.map(
            (engine) => /** @type {Task} */ ({ kind: "growth", engine, count, limit: milliseconds, round }),
          ),
        );
      }
      for (const asleep of quick ? [] : [false, true]) {
        tasks.push(
          ...growing.map(
            (engine) => /** @type {Task} */ ({ kind: "asleep", engine, asleep, limit: milliseconds, round }),
          ),
        );
      }
    }
  }
  return tasks;
}

/** What a task is called in the progress line. @param {Task} task */
export function describeTask(task) {
  switch (task.kind) {
    case "scene":
      return `${task.scene} · ${task.engine}`;
    case "costs":
      return `costs · ${task.engine}`;
    case "growth":
      return `${task.count.toLocaleString("en")} circles · ${task.engine}`;
    case "asleep":
      return `${task.asleep ? "among sleeping" : "alone"} · ${task.engine}`;
  }
}

/**
 * Runs a task in a new process. A run that throws, hangs or dies is an outcome, not an error.
 * @param {Task} task
 * @param {(step: number, steps: number) => void} [onProgress]
 * @returns {Promise<Outcome>}
 */
export function runTask(task, onProgress) {
  return new Promise((resolve) => {
    const child = fork(CHILD, [JSON.stringify(task)], { stdio: ["ignore", "ignore", "pipe", "ipc"] });
    let complaint = "";
    const allowed = ("limit" in task ? task.limit : 0) + GRACE;
    const watchdog = setTimeout(() => {
      finish({ status: "failed", reason: `no answer within ${Math.round(allowed / 1000)} s` });
      child.kill("SIGKILL");
    }, allowed);
    const finish = (/** @type {Outcome} */ outcome) => {
      clearTimeout(watchdog);
      resolve(outcome);
    };
    child.stderr?.on("data", (chunk) => (complaint = `${complaint}${chunk}`.slice(-2000)));
    child.on("message", (/** @type {any} */ message) => {
      if (message.kind === "progress") {
        onProgress?.(message.step, message.steps);
      } else {
        finish(message.outcome);
      }
    });
    child.on("error", (error) => finish({ status: "failed", reason: error.message }));
    child.on("exit", (code, signal) => {
      const lines = complaint.trim().split("\n");
      finish({ status: "failed", reason: `the process ended with ${signal ?? code}: ${lines[lines.length - 1]}` });
    });
  });
}
