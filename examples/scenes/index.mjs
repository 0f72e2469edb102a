/** The list of scenes, by name. */

import { bridge } from "./bridge.mjs";
import { bullets } from "./bullets.mjs";
import { helloWorld } from "./hello_world.mjs";
import { joints } from "./joints.mjs";
import { newtonsCradle } from "./newtons_cradle.mjs";
import { pile } from "./pile.mjs";
import { pyramid } from "./pyramid.mjs";
import { pyramids } from "./pyramids.mjs";
import { rain } from "./rain.mjs";
import { slope } from "./slope.mjs";
import { smash } from "./smash.mjs";
import { spinner } from "./spinner.mjs";
import { stack } from "./stack.mjs";
import { tumbler } from "./tumbler.mjs";

/** The seven scenes of the benchmarks, in the order of the tables. @type {import("./scene.mjs").Scene[]} */
export const BENCHMARK_SCENES = [pyramid, pyramids, tumbler, joints, smash, spinner, pile];

/** Small scenes, to look at and to test with; they have one size. @type {import("./scene.mjs").Scene[]} */
export const SHOW_SCENES = [helloWorld, stack, bridge, rain, newtonsCradle, slope, bullets];

/** @type {import("./scene.mjs").Scene[]} */
export const ALL_SCENES = [...BENCHMARK_SCENES, ...SHOW_SCENES];

/** The scene of that name, or undefined. @param {string} name */
export function findScene(name) {
  return ALL_SCENES.find((scene) => scene.name === name);
}
