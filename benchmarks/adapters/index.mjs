/** The list of engines, in the order of the tables. */

import { box2d3Compat } from "./box2d3_compat.mjs";
import { box2d3Deluxe } from "./box2d3_deluxe.mjs";
import { matter } from "./matter.mjs";
import { phaserBox2d } from "./phaser_box2d.mjs";
import { planck } from "./planck.mjs";
import { rapier } from "./rapier.mjs";
import { rapierSimd } from "./rapier_simd.mjs";
import { scree } from "./scree.mjs";
import { screeJs } from "./scree_js.mjs";
import { screeScalar } from "./scree_scalar.mjs";

/** @type {import("./adapter.mjs").Adapter[]} */
export const ADAPTERS = [
  scree,
  screeScalar,
  screeJs,
  box2d3Deluxe,
  box2d3Compat,
  rapierSimd,
  rapier,
  phaserBox2d,
  planck,
  matter,
];

/** The engine that all ratios are relative to. */
export const ANCHOR = box2d3Deluxe.name;

/** The adapter of that name, or undefined. @param {string} name */
export function findAdapter(name) {
  return ADAPTERS.find((adapter) => adapter.name === name);
}
